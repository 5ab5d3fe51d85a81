/**
 * node bench/search/judge.ts --goods FILE [--wrong]: imports a list of goods into a throw-away shop and asks every query of queries.tsv.
 * Says for each group how many are right, and with --wrong what stood first where it was not.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { importFile, readArguments } from '../../apps/server/src/modules/goods/import/command.ts'
import { createSearchIndex, firstEntries, normalise, seedWords } from '../../apps/server/src/modules/goods/search/public.ts'
import { EVERYTHING } from '../../apps/server/src/modules/goods/search/request.ts'
import { viewerOf } from '../../apps/server/src/modules/goods/search/testing.ts'
import { type DatabaseHandle, FOR_LONG_WORK, openDatabase } from '../../apps/server/src/platform/database.ts'
import { openEmbeddedDatabase } from '../../apps/server/src/platform/embedded/embedded-database.ts'
import { migrate } from '../../apps/server/src/platform/migrations.ts'

interface Query {
  query: string
  group: string
  right: RegExp
  wrong: RegExp | null
  spec: RegExp | null
  maker: RegExp | null
  isFirst: boolean
  isNone: boolean
}
interface Named {
  id: number
  name: string
  spec: string
  maker: string
  code: string
  barcode: string
  approval_no: string
}

/** What was written beside the search, and what was written later by somebody who had seen neither its words nor its answers. */
const FILES = ['queries.tsv', 'queries-unseen.tsv', 'queries-third.tsv'] as const
const FIRST = 3
const DRAWN = 10

async function readQueries(file: string): Promise<Query[]> {
  const text = await readFile(new URL(file, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [query = '', group = '', right = '', wrong = '', extra = ''] = line.split('\t')
      const parts = extra.split('; ').map((part) => part.trim())
      const named = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
      const expression = (source: string | undefined) => (source ? new RegExp(source, 'iu') : null)
      return {
        query,
        group,
        right: new RegExp(right === '' || right.startsWith('@') ? '(?!)' : right, 'iu'),
        wrong: expression(wrong),
        spec: expression(named('spec')),
        maker: expression(named('maker')),
        isFirst: parts.includes('first'),
        isNone: parts.includes('none') || group === 'none',
      }
    })
}

/** The words of one row, and of rows that stand for a number those of some goods, drawn always alike. */
function numbersOf({ query }: Query, goods: readonly Named[]): { keywords: string; isRight: (one: Named) => boolean }[] {
  const of = (text: (one: Named) => string, same: (a: Named, b: Named) => boolean) => {
    const with_ = goods.filter((one) => text(one) !== '')
    const step = Math.max(1, Math.floor(with_.length / DRAWN))
    const drawn = with_.filter((_, at) => at % step === 0).slice(0, DRAWN)
    return drawn.map((one) => ({ keywords: text(one), isRight: (other: Named) => same(one, other) }))
  }
  const sameApproval = (a: Named, b: Named) => a.approval_no === b.approval_no
  const same = (a: Named, b: Named) => a.id === b.id
  switch (query) {
    case '@approval':
      return of((one) => one.approval_no, sameApproval)
    case '@approval-digits':
      return of((one) => one.approval_no.replace(/^\p{Script=Han}+/u, ''), sameApproval)
    case '@barcode':
      return of(
        (one) => one.barcode,
        (a, b) => a.barcode === b.barcode,
      )
    case '@barcode-with-space':
      return of(
        (one) => (one.barcode === '' ? '' : `${one.barcode.slice(0, 6)} ${one.barcode.slice(6)} `),
        (a, b) => a.barcode === b.barcode,
      )
    default:
      return of((one) => one.code, same)
  }
}

/** Every name of the catalogue asked for as it stands: those before which something of another name comes. */
function namesLost(names: readonly string[], firstOf: (name: string) => string | undefined): string[] {
  return [...new Set(names)].flatMap((name) => {
    const first = firstOf(name)
    return first !== undefined && normalise(first).text === normalise(name).text ? [] : [`${name}\t${first ?? '-'}`]
  })
}

async function judge(database: DatabaseHandle, goodsFile: string, withWrong: boolean, asked: readonly string[]): Promise<void> {
  const now = new Date()
  await migrate(database)
  await seedWords(database.db, firstEntries())
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  await importFile(database, readArguments(['goods', goodsFile]), silent as never, now)
  const { rows } = await database.pool.query<Named>(
    `select g.id, g.name, g.spec, coalesce(m.name, '') as maker, g.code, g.barcode, g.approval_no
       from goods g left join manufacturer m on m.id = g.manufacturer_id where g.on_shelf order by g.id`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const search = createSearchIndex(database)
  await search.load()
  const viewer = viewerOf({})
  for (const file of FILES) {
    process.stdout.write(`${file}\n`)
    const groups = new Map<string, { right: number; all: number; slowest: number }>()
    const missed: string[] = []
    for (const one of await readQueries(file)) {
      const questions = one.query.startsWith('@')
        ? numbersOf(one, rows)
        : [
            {
              keywords: one.query,
              isRight: (goods: Named) =>
                one.right.test(goods.name) && (one.spec?.test(goods.spec) ?? true) && (one.maker?.test(goods.maker) ?? true),
            },
          ]
      const group = groups.get(one.group) ?? { right: 0, all: 0, slowest: 0 }
      groups.set(one.group, group)
      for (const { keywords, isRight } of questions) {
        const began = performance.now()
        const { ids, found } = search.search({ ...EVERYTHING, keywords, sort: 'relevance', limit: 10 }, viewer, now)
        group.slowest = Math.max(group.slowest, performance.now() - began)
        const first = ids.slice(0, FIRST).flatMap((id) => byId.get(id) ?? [])
        const isGood = one.isNone
          ? ids.length === 0 || found?.as === 'corrected'
          : first.slice(0, one.isFirst ? 1 : FIRST).some(isRight) && !first.some(({ name }) => one.wrong?.test(name) ?? false)
        group.all += 1
        if (isGood) group.right += 1
        else
          missed.push(
            `${one.group}\t${keywords}\t[${found?.as ?? '-'} ${found?.words.join(' ') ?? ''}]\t${first.map(({ name, spec }) => `${name} ${spec}`).join(' / ')}`,
          )
      }
    }
    for (const [name, { right, all, slowest }] of groups)
      process.stdout.write(`${name}\t${right}/${all}\tslowest ${slowest.toFixed(1)} ms\n`)
    const sum = (key: 'right' | 'all') => [...groups.values()].reduce((total, group) => total + group[key], 0)
    process.stdout.write(`all\t${sum('right')}/${sum('all')}\t${((100 * sum('right')) / sum('all')).toFixed(1)} %\n`)
    if (withWrong) for (const line of missed) process.stdout.write(`${line}\n`)
  }
  const lost = namesLost(
    rows.map(({ name }) => name),
    (keywords) => byId.get(search.search({ ...EVERYTHING, keywords, sort: 'relevance', limit: 1 }, viewer, now).ids[0] ?? 0)?.name,
  )
  process.stdout.write(`exact names that are not first\t${lost.length}\n`)
  if (withWrong) for (const line of lost) process.stdout.write(`${line}\n`)
  for (const keywords of asked) {
    const { ids, found } = search.search({ ...EVERYTHING, keywords, sort: 'relevance', limit: 10 }, viewer, now)
    process.stdout.write(
      `${keywords}\t${JSON.stringify(found)}\n${ids.map((id) => `  ${byId.get(id)?.name} ${byId.get(id)?.spec} ${byId.get(id)?.maker}`).join('\n')}\n`,
    )
  }
  await search.stop()
}

const { values } = parseArgs({
  options: { goods: { type: 'string' }, wrong: { type: 'boolean', default: false }, ask: { type: 'string', multiple: true, default: [] } },
})
if (values.goods === undefined) {
  process.stderr.write('--goods FILE: a list as npm run import takes it\n')
  process.exit(2)
}
const folder = await mkdtemp(join(tmpdir(), 'anheng-judge-'))
await chmod(folder, 0o755)
const embedded = await openEmbeddedDatabase(folder, { durable: false })
const database = openDatabase(embedded.url, { max: 4, limits: FOR_LONG_WORK })
try {
  await judge(database, values.goods, values.wrong, values.ask)
} finally {
  await database.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
