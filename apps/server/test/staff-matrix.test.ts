import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'
import { clashOf, isPermission, PERMISSION_WORDS, PERMISSIONS, wordsOf } from '#contract/permissions.ts'
import { SEEDED_ROLES } from '../src/modules/who/accounts/public.ts'
import { makeStaffOf } from './fixtures.ts'
import { openShop, type Shop } from './harness.ts'

/** Who may do what: the contract's words on one side, the roles that a shop begins with on the other, and the shop between them. */

const STAFF_CALLS = CALLS.filter((call) => call.access === 'staff')
const ROLES = Object.entries(SEEDED_ROLES)
const EVERYBODY = ['own', 'entrance']

interface Deed {
  method: Call['method']
  url: string
  /** What the call needs for this deed. */
  word: string
  what: string
}

const NO_SUCH_ID = '999999999'

/** One of each call, and one of each deed where a call does several. Nothing that they name exists. */
function deedsOf({ method, path, permission, summary }: Call): Deed[] {
  const urlWith = (chosen: Record<string, string>) => path.replace(/:(\w+)/g, (_, name: string) => chosen[name] ?? NO_SUCH_ID)
  if (permission === undefined || typeof permission === 'string')
    return [{ method, url: urlWith({}), word: permission ?? '', what: summary }]
  return Object.entries(permission.words).map(([deed, word]) => ({
    method,
    url: urlWith({ [permission.param]: deed }),
    word,
    what: `${summary.replace(/：.*/, '')}：${deed}`,
  }))
}

/** Files are served beside the contract's calls. */
const DEEDS: readonly Deed[] = [
  ...STAFF_CALLS.flatMap(deedsOf),
  { method: 'GET', url: `/api/staff/file/${NO_SUCH_ID}`, word: 'files.view', what: '文件' },
  { method: 'GET', url: `/api/staff/file/${NO_SUCH_ID}/preview`, word: 'files.view', what: '文件小图' },
]

describe('合同里的权限', () => {
  it('员工的每个调用都写明权限，别的调用都没有；每个词都在权限表里', () => {
    const lacking = STAFF_CALLS.filter((call) => wordsOf(call).length === 0).map(({ path }) => path)
    const odd = CALLS.filter((call) => call.access !== 'staff' && call.permission !== undefined).map(({ path }) => path)
    const unknown = STAFF_CALLS.flatMap(wordsOf).filter((word) => !EVERYBODY.includes(word) && !isPermission(word))
    expect({ lacking, odd, unknown }).toEqual({ lacking: [], odd: [], unknown: [] })
  })

  it('员工的调用都在 /api/staff 之下，别的调用都不在：员工的 Cookie 只送到这里。登录是唯一不要登录的', () => {
    const below = CALLS.filter(({ path }) => path.startsWith('/api/staff/'))
    expect(below.filter(({ access }) => access !== 'staff').map(({ path }) => path)).toEqual(['/api/staff/login'])
    expect(STAFF_CALLS.filter((call) => !below.includes(call))).toEqual([])
  })

  it('一个调用做几件事的，每件事都有自己的词，一件不少', () => {
    const several = STAFF_CALLS.flatMap((call) => (typeof call.permission === 'object' ? [{ call, needed: call.permission }] : []))
    expect(several.length).toBeGreaterThan(3)
    for (const { call, needed } of several) {
      const { properties = {} } = call.params as { properties?: Record<string, { enum?: string[] }> }
      expect(Object.keys(needed.words).sort(), call.path).toEqual([...(properties[needed.param]?.enum ?? [])].sort())
    }
  })

  it('权限表里的每个词都有调用要它；文件只按地址读取，不是合同里的调用', () => {
    const asked = new Set(STAFF_CALLS.flatMap(wordsOf))
    expect(PERMISSION_WORDS.filter((word) => !asked.has(word))).toEqual(['files.view'])
  })
})

describe('开店时的岗位', () => {
  it('没有一个岗位同时有质量的权限和业务的权限；每个权限都有岗位', () => {
    for (const [key, { permissions }] of ROLES) expect(clashOf(permissions), key).toBeNull()
    const given = new Set(ROLES.flatMap(([, { permissions }]) => permissions))
    expect(PERMISSION_WORDS.filter((word) => !given.has(word))).toEqual([])
  })

  it('质量的决定只在两个质量岗位，首营的两步分在两个岗位', () => {
    const holders = (word: string) =>
      ROLES.filter(([, { permissions }]) => (permissions as readonly string[]).includes(word)).map(([key]) => key)
    const ofQuality = PERMISSION_WORDS.filter((word) => PERMISSIONS[word].side === 'quality')
    expect(ofQuality.length).toBeGreaterThan(10)
    for (const word of ofQuality) expect(['quality', 'quality_head'], word).toEqual(expect.arrayContaining(holders(word)))
    expect([holders('first_trade.check'), holders('first_trade.approve')]).toEqual([['quality'], ['quality_head']])
    const ofTrade = PERMISSION_WORDS.filter((word) => PERMISSIONS[word].side === 'trade')
    expect(ofTrade.length).toBeGreaterThan(5)
    for (const word of ofTrade) expect(holders(word), word).not.toEqual(expect.arrayContaining([expect.stringMatching(/^quality/)]))
  })

  it('审计什么都看得到，什么都改不了', () => {
    const deciding = STAFF_CALLS.filter(({ method }) => method !== 'GET').flatMap(wordsOf)
    const { permissions = [] } = SEEDED_ROLES.auditor ?? {}
    expect(permissions.length).toBeGreaterThan(20)
    expect(permissions.filter((word) => deciding.includes(word))).toEqual([])
  })
})

describe('员工的每个调用，对每个岗位', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  /** Whether the shop lets this deed pass its guard. A body that cannot be read ends whatever does, before anything is done. */
  async function passes(cookie: string, { method, url }: Deed): Promise<boolean> {
    const unreadable = method === 'GET' ? {} : { raw: Buffer.from('{'), headers: { 'content-type': 'application/json' } }
    const { status, message } = await shop.ask(method, url, { cookie, ...unreadable })
    expect(status, `${method} ${url}: ${message}`).not.toBe(401)
    expect(status, `${method} ${url}: ${message}`).toBeLessThan(500)
    if (status === 403) expect(message, url).toMatch(/^您的岗位没有/)
    else if (method !== 'GET') expect([status, url]).toEqual([400, url])
    return status !== 403
  }

  it('准或不准，与岗位的权限一致，也与写在文件里的一致', async () => {
    const columns: boolean[][] = []
    for (const [key, { permissions }] of ROLES) {
      const cookie = await makeStaffOf(shop.database.db, key)
      const column: boolean[] = []
      for (const deed of DEEDS) {
        const may = EVERYBODY.includes(deed.word) || (permissions as readonly string[]).includes(deed.word)
        const passed = await passes(cookie, deed)
        expect(passed, `${key} ${deed.method} ${deed.url}`).toBe(may)
        column.push(passed)
      }
      columns.push(column)
    }
    const wide = Math.max(...ROLES.map(([, { name }]) => name.length)) + 1
    const row = (cells: readonly string[], rest: string) => `${cells.map((cell) => cell.padEnd(wide, '　')).join('')}${rest}`
    const nameOf = (word: string) => (isPermission(word) ? PERMISSIONS[word].name : word === 'own' ? '本人' : '登录')
    const lines = DEEDS.map(({ method, url, word, what }, at) =>
      row(
        columns.map((column) => (column[at] ? '准' : '－')),
        `${what}【${nameOf(word)}】${method} ${url.replaceAll(NO_SUCH_ID, '…')}`,
      ),
    )
    const head = row(
      ROLES.map(([, { name }]) => name),
      '调用【权限】',
    )
    await expect(`${[head, ...lines].join('\n')}\n`).toMatchFileSnapshot('staff-matrix.txt')
  })

  it('没有岗位的员工什么都做不了，只能看自己', async () => {
    await shop.database.pool.query("insert into staff_role (key, name) values ('none', '待分配')")
    const cookie = await makeStaffOf(shop.database.db, 'none')
    for (const deed of DEEDS) expect(await passes(cookie, deed), deed.url).toBe(EVERYBODY.includes(deed.word))
  })
})
