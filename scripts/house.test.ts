import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Rules of the house that no other tool checks (dependency-cruiser checks who imports whom). */

const ROOT = fileURLToPath(new URL('../', import.meta.url))

function sources(folder: string, kind = /\.tsx?$/): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && kind.test(one.name))
    .map((one) => join(one.parentPath, one.name).slice(ROOT.length))
}
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const isTest = (path: string) => /\.test\.tsx?$|\/test\//.test(path)

const SPEAKS_SQL =
  /\bsql(<[^`]*>)?`|\b(pool|client|connection|transaction|trx|admin)\.query(<[^(]*>)?\(|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
/** Where SQL may live: a module's store.ts and views.ts (or one named after its part: gateway-store.ts), and the platform. */
const MAY_SPEAK_SQL = /(^apps\/server\/src\/platform\/)|((^|[/-])(store|views)\.ts$)/
/** Tests that open every page and every call, and say nothing of what a page shows. */
const ONLY_OPENS = /^apps\/server\/test\/site\/site\.test\.ts$|^e2e\/(walk\.ts|pages\.test\.ts|account-pages\.test\.ts)$/

const WRITES = /\b(?:insert into|delete from|truncate|merge into|update)\s+(\w+)|(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g

/**
 * Tables that more than one module writes, each for its reason. The import lands ten thousands of rows by statements of its own.
 * A company's row holds columns of several: its limits (credit), whether it signed (contracts), its group (stores), its beginning
 * (registration). A goods' row holds what the law says of it, whether it is stopped, who makes it and what it costs. The demo's accounts are shut before the shop, and with it the module of accounts, is there.
 */
const WRITTEN_TOGETHER: Readonly<Record<string, readonly string[]>> = {
  account: ['accounts', 'demo-removal-store.ts'],
  address: ['accounts', 'import'],
  category: ['categories', 'import'],
  company: ['companies', 'contracts', 'credit', 'import', 'registration', 'stores'],
  company_scope: ['companies', 'import'],
  goods: ['import', 'law', 'manufacturers', 'prices', 'records', 'stock'],
  goods_category: ['categories', 'import'],
  goods_stock: ['import', 'stock'],
  manufacturer: ['import', 'manufacturers'],
  password_reset: ['accounts', 'demo-removal-store.ts'],
  qualification: ['companies', 'import'],
  session: ['accounts', 'demo-removal-store.ts', 'platform'],
  staff: ['accounts', 'demo-removal-store.ts'],
  stock_batch: ['import', 'stock'],
  stock_movement: ['import', 'stock'],
  warehouse: ['import', 'stock'],
}

/** A map of the module itself, empty at first, that is filled while the shop runs; one that stays empty is named in capitals. */
const MEMORY = /^(?:export )?(?:const|let) [a-z]\w*(?:: [^=\n]+)? = new (?:Weak)?(?:Map|Set)(?:<[^\n]*>)?\(\)$/m
/** What a module may remember beside the feed, and why no change of a row can make it wrong. */
const REMEMBERED_BESIDE: Readonly<Record<string, string>> = {
  'modules/buying/cart/turns.ts': 'readings that have not begun: each begins after whoever waits for it asked',
  'modules/goods/catalogue/cards-json.ts':
    'the JSON of a remembered goods, by the object: it goes with it; names of warehouses by their text',
  'modules/goods/catalogue/list.ts': 'the JSON of a facet that the index remembers, by the object',
  'modules/goods/promotions/tags.ts': 'tags worked out of a book of promotions, by the book: they go with it',
  'modules/goods/search/rows/put-goods.ts': 'numbers of calendar days',
  'modules/goods/zones/near-dimensions.ts': 'marks of a remembered batch, by the object',
  'modules/money/payments/opening.ts':
    'what a payment service answered some seconds ago: no row; whether it is still to be paid is read each time',
  'modules/papers/documents/signing/time-authority.ts': 'which time authority was silent a moment ago: no row',
  'modules/who/accounts/login/known-devices.ts': 'a secret of the database that is made once and never changes',
  'platform/database.ts': 'which handle a connection belongs to: the feed itself is found by it',
  'platform/http.ts': 'schemas of the contract',
  'platform/qr.ts': 'the picture of a text, which is always the same',
  'platform/schema-compilers.ts': 'serializers of the contract',
}
/** A freshness of one's own: by the clock, and not by what changed. An hour that comes is told by nobody, so these two know the time. */
const OWN_FRESHNESS = /\b(?:KEEP(?!_ALIVE)|CACHE|FRESH|TTL|MAX_AGE)\w*_MS\b|\breadAt\b/
const KNOW_THE_TIME = ['modules/goods/promotions/scope-sets.ts', 'platform/kept-answers.ts']

describe('房子的规矩', () => {
  it('SQL 只在 store.ts、views.ts 和 platform 里', () => {
    const elsewhere = [...sources('apps/server/src'), ...sources('packages')].filter(
      (path) => !isTest(path) && !MAY_SPEAK_SQL.test(path) && SPEAKS_SQL.test(textOf(path)),
    )
    expect(elsewhere).toEqual([])
  })

  it('事务都经 transact 打开，被数据库掐断的才会从头再来；只有导入自己数着批次、核对只读一张快照', () => {
    const opening = sources('apps/server')
      .filter((path) => !isTest(path) && /\.transaction\(\)/.test(textOf(path)))
      .sort()
    expect(opening).toEqual([
      'apps/server/src/modules/goods/import/run.ts',
      'apps/server/src/modules/money/invariants/views.ts',
      'apps/server/src/platform/transact.ts',
    ])
  })

  it('每张表只有一个模块写；几个模块各写几列、成批写入的，一一写明', () => {
    const tables = new Set(
      [...textOf('apps/server/src/platform/database-types.ts').matchAll(/^ {2}(\w+): [A-Z]\w*;?$/gm)].map(([, name]) => name),
    )
    const writers = new Map<string, Set<string>>()
    for (const path of sources('apps/server/src').filter((one) => !isTest(one))) {
      const owner = path.split('/')[path.startsWith('apps/server/src/modules/') ? 5 : 3] ?? ''
      for (const [, raw, built] of textOf(path).matchAll(WRITES)) {
        const table = raw ?? built ?? ''
        if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(owner))
      }
    }
    expect(writers.size).toBeGreaterThan(110)
    const together = [...writers].filter(([, owners]) => owners.size > 1).map(([table, owners]) => [table, [...owners].sort()])
    expect(Object.fromEntries(together)).toEqual(WRITTEN_TOGETHER)
  })

  it('记住数据库的行只有一个办法：跟着改动走（platform/changes.ts）；别处记着的一一写明为什么不会旧', () => {
    const server = sources('apps/server/src').filter((path) => !isTest(path))
    const told = (word: RegExp) =>
      server
        .filter((path) => word.test(textOf(path)))
        .map((path) => path.slice('apps/server/src/'.length))
        .sort()
    expect(told(MEMORY)).toEqual(Object.keys(REMEMBERED_BESIDE))
    expect(told(OWN_FRESHNESS)).toEqual(KNOW_THE_TIME)
    // One follower and one listening connection a process, and nobody tells it by hand.
    expect(told(/\blistenTo\(/)).toEqual(['platform/changes.ts', 'platform/listen.ts'])
    expect(told(/insert into change\b|insertInto\('change'\)|note_change\(/)).toEqual([])
  })

  it('设置只由 platform/settings.ts 按它们的形状读写；随别的一起读的也经它解开', () => {
    const speaking = sources('apps/server/src').filter(
      (path) =>
        !isTest(path) && /\b(from|into|update|join) setting\b|(selectFrom|insertInto|updateTable|deleteFrom)\('setting'/.test(textOf(path)),
    )
    // A secret is made where there is none; two of them read beside other things of theirs, or ask whether there is one.
    const beside = /settingsFrom\(|settings: Map|ReadonlyMap<string, unknown>|settings: Record<string, unknown>/
    const own = ['platform/settings.ts', 'platform/kept-secret.ts', 'platform/viewer-store.ts', 'start-views.ts']
    const elsewhere = speaking.filter((path) => !own.some((name) => path.endsWith(name)) && !beside.test(textOf(path)))
    expect(elsewhere).toEqual([])
  })

  it('规则里没有自己的时钟：领域包不读当前时间，不取随机数', () => {
    const own = sources('packages/domain').filter(
      (path) => !isTest(path) && /Date\.now\(|new Date\(\)|Math\.random\(|performance\.now\(/.test(textOf(path)),
    )
    expect(own).toEqual([])
  })

  it('代码里没有留待以后的记号，也没有被关掉的检查', () => {
    const everything = ['apps', 'packages', 'scripts', 'bench', 'e2e']
      .flatMap((folder) => sources(folder))
      .filter((path) => path !== 'scripts/house.test.ts')
    const marks = everything.filter((path) =>
      /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck|expect-error)|\b(it|test|describe)\.(only|skip)\(/.test(textOf(path)),
    )
    expect(marks).toEqual([])
  })

  it('样式里用到的变量都有定义，tokens.css 里的每个变量都有人用', () => {
    const styles = ['apps/storefront/src', 'packages/ui/src'].flatMap((folder) => sources(folder, /\.css$/)).map(textOf)
    const scripts = ['apps/storefront/src', 'packages/ui/src'].flatMap((folder) => sources(folder, /\.(tsx?|svg)$/)).map(textOf)
    const namesIn = (texts: string[], pattern: RegExp) =>
      new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)))
    const used = namesIn([...styles, ...scripts], /var\((--[\w-]+)/g)
    const defined = new Set([...namesIn(styles, /(--[\w-]+)\s*:/g), ...namesIn(scripts, /['"](--[\w-]+)['"]/g)])
    const tokens = namesIn([textOf('packages/ui/src/tokens.css')], /^ {2}(--[\w-]+):/gm)
    expect(tokens.size).toBeGreaterThan(100)
    expect([...used].filter((name) => !defined.has(name))).toEqual([])
    expect([...tokens].filter((name) => !used.has(name))).toEqual([])
  })

  it('页面用到的每个样式类都在它的样式文件里，样式文件里的每个类都有页面用', () => {
    const defined = new Map<string, Set<string>>()
    const classesOf = (path: string): Set<string> => {
      const known = defined.get(path)
      if (known) return known
      const text = textOf(path)
        .replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
        .replace(/:global\([^)]*\)/g, '')
      const found = new Set([...text.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name))
      defined.set(path, found)
      return found
    }
    const unknown: string[] = []
    const used = new Map<string, Set<string>>()
    for (const path of ['apps/storefront/src', 'packages/ui/src'].flatMap((folder) => sources(folder))) {
      const text = textOf(path)
      const code = text.replace(/^import .*$/gm, '').replace(/ from '[^']*'/g, '')
      for (const [, name = '', from = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)) {
        const file = from.startsWith('#ui/') ? from.replace('#ui/', 'packages/ui/src/') : join(dirname(path), from)
        const names = [...code.matchAll(new RegExp(`(?<!\\w)${name}\\.(\\w+)`, 'g'))].map(([, one = '']) => one)
        unknown.push(...names.filter((one) => !classesOf(file).has(one)).map((one) => `${path}: ${name}.${one}`))
        // Asked for by a name that is worked out: any of them may be meant.
        const all = new RegExp(`(?<!\\w)${name}\\[`).test(code) ? [...classesOf(file)] : names
        used.set(file, new Set([...(used.get(file) ?? []), ...all]))
      }
    }
    expect(defined.size).toBeGreaterThan(100)
    expect(unknown).toEqual([])
    const idle = [...used].flatMap(([file, names]) =>
      [...classesOf(file)].filter((one) => !names.has(one)).map((one) => `${file}: .${one}`),
    )
    expect(idle).toEqual([])
  })

  it('合并过的迁移按编号排列，编号不重复', () => {
    const names = readdirSync(join(ROOT, 'apps/server/migrations'))
    const misnamed = names.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name))
    expect(misnamed, '迁移的文件名是四位编号加小写字母和下划线：0123_what_it_is.sql').toEqual([])
    const numbers = names.map((name) => name.slice(0, 4))
    const twice = names.filter((name) => numbers.indexOf(name.slice(0, 4)) !== numbers.lastIndexOf(name.slice(0, 4)))
    expect(twice, '同一编号的迁移').toEqual([])
  })

  it('覆盖表里每个文件都在，每条陈述都指名一个说同一件事的测试，或写明 open 和为什么；“页面打得开”不算', () => {
    const rows = textOf('docs/coverage.md')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| statement'))
      .map((line) => /^\| (?<statement>.+?) \| (?<where>.+) \|$/.exec(line)?.groups ?? { statement: line, where: '' })
    expect(rows.length).toBeGreaterThan(250)
    const namedIn = (where = '') => [...where.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
    const without = rows.filter(({ where = '' }) => !/^open: \S/.test(where) && !namedIn(where).some((path) => /\.test\.tsx?$/.test(path)))
    expect(without.map(({ statement }) => statement)).toEqual([])
    const walked = rows.filter(({ where }) => namedIn(where).some((path) => ONLY_OPENS.test(path)))
    expect(walked.map(({ statement }) => statement)).toEqual([])
    const named = new Set(rows.flatMap(({ where }) => namedIn(where)))
    expect([...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })
})
