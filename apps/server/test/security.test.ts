import { describe, expect, it } from 'vitest'
import { CALLS } from '#contract/calls.ts'
import { testShop } from './harness.ts'
import { rightValue } from './wrong-values.ts'

/** What an attacker with an account of his own, or with none, tries against the whole shop. What one module guards alone is tested beside it. */

const VICTIM = '13900000001'

const shop = await testShop({ demo: true })
const victim = await shop.login(VICTIM)
const attacker = await shop.login('13900000005')
const victimCompany: number = (await shop.ask('GET', '/api/user/base', { cookie: victim })).data.company_id
const own = await shop.ask('GET', '/api/user/base', { cookie: attacker })
const attackerCompany: number = own.data.company_id
const attackerAccount: number = own.data.id

const rowsOf = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await shop.database.pool.query<Row>(text, values)).rows

describe('读取别家企业的资料', () => {
  /** Tables that hold what belongs to one company, found in the database itself, so that a new one is walked too. */
  async function ownedIds(): Promise<{ table: string; id: number }[]> {
    const tables = await rowsOf<{ table_name: string }>(
      `select c.table_name from information_schema.columns c
         join information_schema.columns i on i.table_schema = c.table_schema and i.table_name = c.table_name and i.column_name = 'id'
         join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
        where c.table_schema = 'public' and c.column_name = 'company_id' and i.data_type = 'bigint' order by 1`,
    )
    const found: { table: string; id: number }[] = []
    for (const { table_name } of tables) {
      const rows = await rowsOf<{ id: number }>(`select id from "${table_name}" where company_id = $1 order by id desc limit 3`, [
        victimCompany,
      ])
      found.push(...rows.map(({ id }) => ({ table: table_name, id: Number(id) })))
    }
    return found
  }

  it('凭编号读不到任何一条：每个带编号的读取调用，用受害企业各表的编号走一遍，回答里没有它的名称、电话、单号', async () => {
    const owned = await ownedIds()
    expect(new Set(owned.map(({ table }) => table)).size).toBeGreaterThan(8)
    const secrets = [
      ...(await rowsOf<{ text: string }>('select name as text from company where id = $1', [victimCompany])),
      ...(await rowsOf<{ text: string }>('select credit_code as text from company where id = $1', [victimCompany])),
      ...(await rowsOf<{ text: string }>('select no as text from orders where company_id = $1', [victimCompany])),
      { text: VICTIM },
    ].map(({ text }) => text)
    const calls = CALLS.filter((call) => call.method === 'GET' && call.path.includes(':id') && call.access !== 'staff')
    const ids = [...new Set(owned.map(({ id }) => id))]
    const leaks: string[] = []
    for (const call of calls) {
      for (const id of ids) {
        const answer = await shop.ask('GET', call.path.replace(/:\w+/g, String(id)), { cookie: attacker })
        expect(answer.status, call.path).toBeLessThan(500)
        const leaked = answer.status === 200 ? secrets.filter((secret) => answer.text.includes(secret)) : []
        if (leaked.length > 0) leaks.push(`${call.path} ${id}: ${leaked.join('、')}`)
      }
    }
    expect(leaks).toEqual([])
  })

  it('凭编号改不了任何一条：每个带编号的写入调用走一遍，受害企业各表分毫未动', async () => {
    const owned = await ownedIds()
    const tables = [...new Set(owned.map(({ table }) => table))]
    const picture = async () => {
      const all: Record<string, unknown> = {}
      for (const table of tables) {
        all[table] = await rowsOf(`select to_jsonb(t) as row from "${table}" t where company_id = $1 order by id`, [victimCompany])
      }
      return all
    }
    const before = await picture()
    const calls = CALLS.filter((call) => call.method !== 'GET' && call.path.includes(':id') && call.access !== 'staff')
    expect(calls.length).toBeGreaterThan(8)
    for (const call of calls) {
      for (const id of new Set(owned.map((one) => one.id))) {
        const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, id]))
        const url = call.path.replace(/:(\w+)/g, (_, key: string) => String(params[key]))
        const answer = await shop.ask(call.method, url, { cookie: attacker, body: (rightValue(call.body as never, id) ?? {}) as object })
        expect(answer.status, `${call.method} ${url}`).toBeLessThan(500)
      }
    }
    expect(await picture()).toEqual(before)
  })

  it('员工的每个调用都不给采购企业，访客先登录', async () => {
    const calls = CALLS.filter((call) => call.access === 'staff')
    expect(calls.length).toBeGreaterThan(50)
    for (const call of calls) {
      const url = call.path.replace(/:\w+/g, '1')
      expect((await shop.ask(call.method, url, { cookie: attacker, body: {} })).status, url).toBe(401)
      expect((await shop.ask(call.method, url, { body: {} })).status, url).toBe(401)
    }
  })
})

describe('登录后的回答', () => {
  it('访客也能问的，答登录的买家时有他自己的价格：路上谁都不留', async () => {
    const calls = CALLS.filter(({ access, method, path }) => access === 'public' && method === 'GET' && !path.includes('/:'))
    expect(calls.length).toBeGreaterThan(15)
    const kept: string[] = []
    let answered = 0
    for (const { path } of calls) {
      const { status, headers } = await shop.ask('GET', path, { cookie: victim })
      if (status !== 200) continue
      answered += 1
      // The tree of places is everybody's.
      if (path !== '/api/region' && headers['cache-control'] !== 'private, no-store') kept.push(path)
    }
    expect([kept, answered > 10]).toEqual([[], true])
  })
})

describe('多给的字段', () => {
  /** Words that an attacker would like to set, whatever the form. */
  const WISHES = {
    id: 1,
    is_staff: 1,
    staff_role: '管理员',
    review_state: 2,
    status: 2,
    state: 'approved',
    rank: 'A',
    credit_limit: '999999',
    credit_days: 999,
    balance: '999999',
    contract_signed: 1,
    company_id: 1,
    account_id: 1,
    is_owner: 1,
    is_licence: 1,
    price: '0.01',
    unit_price: '0.01',
    total: '0.01',
    payable_amount: '0.01',
    points: 999_999,
    expires_on: '2099-12-31',
  }

  it('每个写入调用都带上权限、状态、价格、他人编号：企业、账号、证照的要害字段不变，别家的钱和订单不变', async () => {
    const vital = async () => ({
      company: await rowsOf(
        `select id, name, credit_code, type, rank, review_state, contract_signed, credit_limit, credit_days from company order by id`,
      ),
      account: await rowsOf(`select id, username, is_staff from account order by id`),
      belongs: await rowsOf(`select account_id, company_id, is_owner from account_company order by 1, 2`),
      papers: await rowsOf(`select id, company_id, kind, status, expires_on from qualification order by id`),
      purses: await rowsOf(
        `select company_id, kind, balance from ledger_account where company_id is not null and company_id <> $1 order by 1, 2`,
        [attackerCompany],
      ),
      licensed: await rowsOf(`select id, company_id from address where is_licence order by id`),
      orders: await rowsOf(`select id, status, payable_amount from orders where company_id <> $1 order by id`, [attackerCompany]),
      goods: await rowsOf(`select id, base_price, on_shelf from goods order by id`),
    })
    const before = await vital()
    const calls = CALLS.filter(
      (call) =>
        call.method === 'POST' && call.access !== 'staff' && call.access !== 'public' && !/password|prove|updateUserInfo/i.test(call.path),
    )
    for (const call of calls) {
      const right = rightValue(call.body as never, attackerCompany)
      const body = {
        ...(typeof right === 'object' && right !== null ? right : {}),
        ...WISHES,
        company_id: victimCompany,
        user_id: victimCompany,
      }
      const answer = await shop.ask('POST', call.path.replace(/:\w+/g, '1'), { cookie: attacker, body })
      expect(answer.status, `${call.path}: ${answer.text.slice(0, 200)}`).toBeLessThan(500)
    }
    expect(await vital()).toEqual(before)
  })

  it('改自己的姓名时顺带的权限字段不起作用', async () => {
    await shop.ask('POST', '/api/user/updateUserInfo', {
      cookie: attacker,
      body: { name: '林小满', is_staff: 1, staff_role: '管理员', username: 'admin2' },
    })
    const [row] = await rowsOf<{ is_staff: boolean; username: string }>('select is_staff, username from account where id = $1', [
      attackerAccount,
    ])
    expect(row).toEqual({ is_staff: false, username: '13900000005' })
  })
})

describe('别的网站借买家的登录行事', () => {
  it('每个写入调用都不收别的网站发来的请求，无论浏览器用哪种说法', async () => {
    const writing = CALLS.filter((call) => call.method !== 'GET')
    for (const call of writing) {
      const url = call.path.replace(/:\w+/g, '1')
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ]) {
        const answer = await shop.ask(call.method, url, { cookie: victim, body: {}, headers: { ...headers, host: 'shop.example' } })
        expect(answer.status, `${call.method} ${url} ${JSON.stringify(headers)}`).toBe(403)
      }
    }
    expect((await shop.ask('GET', '/api/user/base', { cookie: victim })).status).toBe(200)
  })

  it('读取的调用不改变任何东西：带着登录走一遍所有读取，订单、钱、证照、购物车不变', async () => {
    const picture = () =>
      Promise.all([
        rowsOf('select id, status from orders order by id'),
        rowsOf('select id, balance from ledger_account order by id'),
        rowsOf('select id, number, is_selected from cart_line order by id'),
        rowsOf('select id, status from qualification order by id'),
        rowsOf('select id, read_at, deleted_at from message order by id'),
      ])
    const before = await picture()
    for (const call of CALLS.filter((one) => one.method === 'GET' && one.access !== 'staff')) {
      const query = rightValue(call.query as never, 1) as Record<string, unknown> | undefined
      const text = query === undefined ? '' : `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
      const answer = await shop.ask('GET', call.path.replace(/:\w+/g, '1') + text, { cookie: victim })
      expect(answer.status, call.path).toBeLessThan(500)
    }
    expect(await picture()).toEqual(before)
  })
})

describe('路径与文件名', () => {
  it.each([
    '/api/file/../../etc/passwd',
    '/api/file/..%2f..%2fetc%2fpasswd',
    '/api/file/%2e%2e%2f1',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/apps/server/src/main.ts',
    '/img/..%5c..%5cpackage.json',
    '/.git/config',
    '/apps/server/src/main.ts',
  ])('%s 得不到文件', async (path) => {
    const answer = await shop.app.inject({ method: 'GET', url: path, headers: { cookie: `sid=${victim}` } })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toMatch(/root:|"dependencies"|import \{|\[core\]/)
  })
})
