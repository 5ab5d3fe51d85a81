import { describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'
import { recordOf } from '../src/platform/narrowed-records.ts'
import { makeStaff, makeStaffOf } from './fixtures.ts'
import { testShop } from './harness.ts'
import { rightValue } from './wrong-values.ts'

/**
 * 查看范围：限定了仓库、地区或自己客户的员工，每个列表里都没有范围之外的，按编号要的一律是“不存在”。在演示数据上走一遍员工的每个调用：
 * 一位什么都看得到，一位只看周敏的客户。
 */

const STAFF_CALLS = CALLS.filter((call) => call.access === 'staff')

const idOf = async (cookie: string): Promise<number> => (await shop.ask('GET', '/api/staff/me', { cookie })).data.id
async function narrowTo(cookie: string, view: { warehouses?: number[]; provinces?: string[]; managers?: string[] }): Promise<void> {
  const id = await idOf(cookie)
  const { version } = await db.selectFrom('staff').select('version').where('account_id', '=', id).executeTakeFirstOrThrow()
  const whole = { warehouses: [], provinces: [], managers: [], ...view }
  const { status, message } = await shop.ask('POST', `/api/staff/person/${id}/view`, {
    cookie: boss,
    body: { view: whole, reason: '只管自己的客户', version },
  })
  expect([status, message]).toEqual([200, expect.stringContaining('查看范围已变更')])
}

const shop = await testShop({ demo: true })
const { db } = shop.database
const boss = await makeStaffOf(db, 'administrator', '管理员')
const wide = await makeStaff(db, '什么都看', '质管')
const narrow = await makeStaff(db, '只看周敏', '质管')
const companies = await db.selectFrom('company').select(['id', 'name', 'manager_name']).execute()
const others = companies.filter(({ manager_name }) => manager_name !== '周敏')
/** Of companies that are not 周敏's. */
const strangers: { ids: number[]; names: string[] } = { ids: others.map(({ id }) => id), names: others.map(({ name }) => name) }
const own: string[] = companies.filter(({ manager_name }) => manager_name === '周敏').map(({ name }) => name)
expect([others.length > 2, own.length > 1]).toEqual([true, true])
const { pool } = shop.database
// Something of a stranger in the lists that the demo leaves empty or fills for one pharmacy alone.
const [stranger] = strangers.ids
const { rows } = await pool.query<{ id: number }>('select account_id as id from account_company where company_id = $1', [stranger])
const by = [stranger, rows[0]?.id]
await pool.query("insert into feedback (company_id, account_id, kind, topic, text) values ($1, $2, 'feedback', '其他', '配送慢')", by)
await pool.query("insert into wanted_request (company_id, account_id, name, number, submit_key) values ($1, $2, '某药', 1, 'stranger')", by)
await pool.query(
  "insert into address (company_id, receiver, phone, province, city, district, detail, review) values ($1, '甲', '1', '沪', '沪', '沪', '路', 'waiting')",
  [stranger],
)
await pool.query(
  "insert into sent_message (way, template, receiver, company_id, state, created_at, due_at) values ('sms', 'shipped', '139****0001', $1, 'sent', now(), now())",
  [stranger],
)
await narrowTo(narrow, { managers: ['周敏'] })

const filled = (path: string, id: number | string): string => path.replace(/:\w+/g, String(id))

/** A query as the call demands it, and nothing that is left to choice. */
function queryOf({ query }: Call, companyId: number): string {
  const { required = [], properties = {} } = (query ?? {}) as { required?: string[]; properties?: Record<string, object> }
  const asked = required.map(
    (name) =>
      `${name}=${encodeURIComponent(String(/^(from|to|on)$/.test(name) ? '2026-11-20' : rightValue(properties[name] as never, companyId)))}`,
  )
  return asked.length === 0 ? '' : `?${asked.join('&')}`
}

describe('按编号', () => {
  it('员工的每个带编号的调用都说明编号是什么的，没有一个漏了', () => {
    const named = STAFF_CALLS.filter(({ path }) => path.includes('/:'))
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter((call) => recordOf(call) === undefined).map(({ path }) => path)).toEqual([])
  })

  it('范围之外的记录，每个调用都答不存在；范围之内的照常', async () => {
    const table: Record<string, string> = {
      company: 'company',
      order: 'orders',
      chat: 'chat_conversation',
      document: 'document',
      refund: 'refund',
      payment: 'payment',
      after_sale: 'after_sale',
      certificate: 'certificate',
      seal: 'seal',
      wanted: 'wanted_request',
      feedback: 'feedback',
      address: 'address',
      points_order: 'points_order',
      invoice_request: 'invoice_request',
      transfer_proof: 'transfer_proof',
      company_change: 'company_change',
      report_request: 'document_request',
      suspense: 'suspense',
      receipt: 'ephedrine_receipt',
    }
    const key = (kind: string) => (['refund', 'payment', 'suspense'].includes(kind) ? 'no' : kind === 'receipt' ? 'order_id' : 'id')
    const met = new Set<string>()
    let refused = 0
    for (const call of STAFF_CALLS.filter(({ path }) => path.includes('/:'))) {
      const kind = recordOf(call)
      const from = kind === undefined ? undefined : table[kind]
      if (kind === undefined || from === undefined) continue
      const column = from === 'company' ? 'id' : 'company_id'
      const { rows } = await pool.query(`select ${key(kind)} as key from ${from} where ${column} = any ($1) limit 1`, [strangers.ids])
      if (rows.length === 0) continue
      met.add(kind)
      const permission = typeof call.permission === 'object' ? call.permission : null
      const path = permission
        ? filled(call.path.replace(`:${permission.param}`, Object.keys(permission.words)[0] ?? ''), rows[0].key)
        : filled(
            call.path.replace(/:(command|decision)/, () =>
              /transfer_proof|receipt|invoice/.test(call.path)
                ? 'pass'
                : call.path.includes('/payment/suspense')
                  ? 'sent'
                  : call.path.includes('/points_order')
                    ? 'ship'
                    : call.path.includes('/person/')
                      ? 'sessions'
                      : 'arrived',
            ),
            rows[0].key,
          )
      const body = call.method === 'GET' ? undefined : (rightValue(call.body as never, 1) as object | undefined)
      const { status, message } = await shop.ask(call.method, path + queryOf(call, 1), {
        cookie: narrow,
        ...(body !== undefined && { body }),
      })
      // A body that says nothing is refused before anything is looked for, whoever sends it.
      if (status === 422 && message === '填写有误') continue
      refused += 1
      expect([call.method, path, status, message]).toEqual([call.method, path, 404, expect.stringMatching(/不存在/)])
    }
    expect([met.size > 7, refused > 30]).toEqual([true, true])
    const mine = await pool.query(
      "select o.id, c.id as company from orders o join company c on c.id = o.company_id where c.manager_name = '周敏' limit 1",
    )
    expect((await shop.ask('GET', `/api/staff/order/${mine.rows[0].id}`, { cookie: narrow })).status).toBe(200)
    expect((await shop.ask('GET', `/api/staff/company/${mine.rows[0].company}`, { cookie: narrow })).status).toBe(200)
  })

  it('文件也一样；操作记录、追溯码总表这样整份的，范围有限的人不能看', async () => {
    const { rows } = await pool.query<{ id: number }>('select id from stored_file where company_id = any ($1) limit 1', [strangers.ids])
    const [file] = rows
    expect(file).toBeDefined()
    expect((await shop.ask('GET', `/api/staff/file/${file?.id}`, { cookie: wide })).status).toBe(200)
    expect((await shop.ask('GET', `/api/staff/file/${file?.id}`, { cookie: narrow })).status).toBe(404)
    expect((await shop.ask('GET', '/api/staff/audit', { cookie: narrow })).message).toContain('查看范围有限')
    const named = await shop.ask('GET', `/api/staff/order?company_id=${strangers.ids[0]}`, { cookie: narrow })
    expect(named.status).toBe(404)
    for (const path of ['bank/line', 'bank/line/1', 'channel_bill', 'channel_difference', 'closing', 'closing/2026-11-20']) {
      expect([path, (await shop.ask('GET', `/api/staff/${path}`, { cookie: wide })).message]).not.toEqual([
        path,
        expect.stringContaining('查看范围'),
      ])
      expect([path, (await shop.ask('GET', `/api/staff/${path}`, { cookie: narrow })).message]).toEqual([
        path,
        expect.stringContaining('查看范围有限'),
      ])
    }
  })
})

describe('每个列表', () => {
  it('没有范围之外的企业；什么都看的人看得到它们', async () => {
    const found: string[] = []
    for (const call of STAFF_CALLS.filter(({ method, path }) => method === 'GET' && !path.includes('/:'))) {
      const url = call.path + queryOf(call, 1)
      const [all, some] = [await shop.ask('GET', url, { cookie: wide }), await shop.ask('GET', url, { cookie: narrow })]
      if (strangers.names.some((name) => all.text.includes(name))) found.push(call.path)
      const leaks = some.status === 200 ? strangers.names.filter((name) => some.text.includes(name)) : []
      expect([url, leaks]).toEqual([url, []])
    }
    // The walk shows something only where there is something to be kept back.
    expect(found.length).toBeGreaterThan(6)
  })

  it('每个岗位的每个列表都一样：不止质量的，采购、仓储、财务、客服、审计的也不露别人的客户', async () => {
    const [stranger] = strangers.ids
    const { rows: some } = await pool.query<{ id: number }>('select id from goods order by id limit 1')
    const goods = some[0]?.id ?? 0
    await pool.query('insert into goods_company_price (company_id, goods_id, price) values ($1, $2, 100) on conflict do nothing', [
      stranger,
      goods,
    ])
    await pool.query(
      `insert into price_change (goods_id, kind, rank, company_id, before, after, reason, changed_by, at)
       values ($1, 'company', '', $2, null, 100, '谈价', '某人', now())`,
      [goods, stranger],
    )
    const { rows: orders } = await pool.query<{ id: number }>('select id from orders where company_id = any ($1) limit 3', [strangers.ids])
    const more = [
      `/api/staff/price/${goods}/company`,
      `/api/staff/price/${goods}/history`,
      `/api/staff/price_company?keywords=${encodeURIComponent(strangers.names[0]?.slice(0, 4) ?? '')}`,
      `/api/staff/picking/wave?ids=${orders.map(({ id }) => id).join(',')}`,
      `/api/staff/first_trade/${stranger}`,
      `/api/staff/find?q=${encodeURIComponent(strangers.names[0]?.slice(0, 4) ?? '')}`,
    ]
    const lists = STAFF_CALLS.filter(({ method, path }) => method === 'GET' && !path.includes('/:')).map(
      (call) => call.path + queryOf(call, 1),
    )
    const met = new Set<string>()
    const leaks: string[] = []
    for (const role of ['merchandiser', 'warehouse', 'finance', 'service', 'marketer', 'quality', 'quality_head', 'auditor']) {
      const [all, some] = [await makeStaffOf(db, role, `全看${role}`), await makeStaffOf(db, role, `窄看${role}`)]
      await narrowTo(some, { managers: ['周敏'] })
      for (const url of [...lists, ...more]) {
        const [open, shut] = [await shop.ask('GET', url, { cookie: all }), await shop.ask('GET', url, { cookie: some })]
        expect([role, url, open.status < 500, shut.status < 500]).toEqual([role, url, true, true])
        if (open.status === 200 && strangers.names.some((name) => open.text.includes(name))) met.add(url)
        if (shut.status === 200 && strangers.names.some((name) => shut.text.includes(name))) leaks.push(`${role} ${url}`)
        // A record that names no company but is of one.
        if (url.includes('/first_trade/') && shut.status === 200) leaks.push(`${role} ${url}`)
      }
    }
    expect(leaks).toEqual([])
    for (const url of more.slice(0, 3)) expect([...met]).toContain(url)
    expect(met.size).toBeGreaterThan(12)
  }, 240_000)

  it('别人客户的企业专价：商品的经过、等待批准的改价里都没有；自己客户的都在', async () => {
    const { rows: goods } = await pool.query('select id from goods where on_shelf and base_price > 1000 order by id limit 1')
    const id: number = goods[0].id
    const clerk = await makeStaffOf(db, 'merchandiser', '全看的采购')
    const [mine] = companies.filter(({ manager_name }) => manager_name === '周敏')
    const price = async (company_id: number | undefined, price: string) => {
      const { version } = (await shop.ask('GET', `/api/staff/price/${id}`, { cookie: clerk })).data
      return (
        await shop.ask('POST', `/api/staff/price/${id}/company`, { cookie: clerk, body: { company_id, price, reason: '协议价', version } })
      ).status
    }
    const base = (await shop.ask('GET', `/api/staff/price/${id}`, { cookie: clerk })).data.base
    const [theirs, ours] = [(base * 0.931).toFixed(2), (base * 0.913).toFixed(2)]
    expect([await price(stranger, theirs), await price(mine?.id, ours)]).toEqual([200, 200])
    expect(await price(stranger, '0.31')).toBe(202)
    const finance = await makeStaffOf(db, 'finance', '只看周敏的财务')
    const read = async () =>
      (
        await Promise.all(
          ['goods_record/ID/history', 'approval'].map((path) =>
            shop.ask('GET', `/api/staff/${path.replace('ID', String(id))}`, { cookie: finance }),
          ),
        )
      )
        .map(({ text }) => text)
        .join()
    const hidden = [theirs, '0.31', strangers.names[0] ?? '']
    const whole = await read()
    expect([...hidden, ours].map((said) => whole.includes(said))).toEqual([true, true, true, true])
    await narrowTo(finance, { managers: ['周敏'] })
    const part = await read()
    expect([...hidden, ours].map((said) => part.includes(said))).toEqual([false, false, false, true])
  })

  it('也不是空的：自己的客户都在', async () => {
    const { text } = await shop.ask('GET', '/api/staff/companies', { cookie: narrow })
    for (const name of own) expect(text).toContain(name)
    const { data } = await shop.ask('GET', '/api/staff/order', { cookie: narrow })
    expect(data.list.length).toBeGreaterThan(0)
  })

  it('限定仓库：订单、批号、拣货只有那个仓库的；地区也一样；取消限定随即全看', async () => {
    const { rows: houses } = await pool.query<{ id: number; name: string }>(
      'select id, name from warehouse where id in (select warehouse_id from stock_batch) order by id',
    )
    const keeper = await makeStaff(db, '只管一仓', '质管')
    const before = (await shop.ask('GET', '/api/staff/batch/list?per_page=100', { cookie: keeper })).data
    const [first] = houses
    if (first === undefined) throw new Error('the demo has no warehouse')
    await narrowTo(keeper, { warehouses: [first.id] })
    const batches = (await shop.ask('GET', '/api/staff/batch/list?per_page=100', { cookie: keeper })).data
    expect(new Set(batches.list.map((one: { warehouse: string }) => one.warehouse))).toEqual(new Set([first.name]))
    if (houses.length > 1) expect(batches.total).toBeLessThan(before.total)
    const orders = (await shop.ask('GET', '/api/staff/order', { cookie: keeper })).data.list
    for (const one of orders) expect(one.warehouse).toBe(first.name)
    const { rows: within } = await pool.query<{ no: string }>(
      'select no from after_sale where order_id is null or order_id in (select id from orders where warehouse_id = $1) order by no',
      [first.id],
    )
    const sales = (await shop.ask('GET', '/api/staff/after_sale/list?per_page=100', { cookie: keeper })).data.list
    expect(sales.map(({ no }: { no: string }) => no).sort()).toEqual(within.map(({ no }) => no))
    const elsewhere = await pool.query('select id from stock_batch where warehouse_id <> $1 limit 1', [first.id])
    if (elsewhere.rows[0])
      expect((await shop.ask('GET', `/api/staff/batch/${elsewhere.rows[0].id}/recall`, { cookie: keeper })).status).toBe(404)
    await narrowTo(keeper, { provinces: ['没有这个省'] })
    expect((await shop.ask('GET', '/api/staff/companies', { cookie: keeper })).data.list).toEqual([])
    await narrowTo(keeper, {})
    expect((await shop.ask('GET', '/api/staff/batch/list', { cookie: keeper })).data.total).toBe(before.total)
    expect((await shop.ask('GET', '/api/staff/me', { cookie: keeper })).data.narrowed).toBe(0)
  })

  it('限定仓库的人：别的仓库的单据不在他的列表里，也不能在那里开盘点、收货、调整、调出、改货位', async () => {
    const { rows: papers } = await pool.query<{ id: number; house: number; batch: number }>(
      `select d.id, o.warehouse_id as house, (select min(b.id) from stock_batch b where b.warehouse_id = o.warehouse_id) as batch
         from document d join shipment s on d.subject = 'shipment:' || s.id join orders o on o.id = s.order_id order by d.id desc limit 1`,
    )
    const [paper] = papers
    if (paper === undefined) throw new Error('the demo has no paper of a shipment')
    const { rows: made } = await pool.query<{ id: number }>(
      "insert into warehouse (code, name, sort) values ('NARROW', '另一个仓', 9) returning id",
    )
    const house = made[0]?.id ?? 0
    const keeper = await makeStaffOf(db, 'warehouse', '只管另一仓')
    const get = (path: string) => shop.ask('GET', `/api/staff/${path}`, { cookie: keeper })
    const idsOf = (answer: { data: { list: { id: number }[] } }) => answer.data.list.map(({ id }) => id)
    expect(idsOf(await get('document?per_page=40'))).toContain(paper.id)
    await narrowTo(keeper, { warehouses: [house] })
    expect(idsOf(await get('document?per_page=40'))).not.toContain(paper.id)
    expect((await get(`document/${paper.id}/file`)).status).toBe(404)
    const post = (path: string, body: object) => shop.ask('POST', `/api/staff/${path}`, { cookie: keeper, body })
    const line = { goods_id: 1, batch_no: 'X1', production_date: '2026-01-01', expiry_date: '2099-12-31', number: 1 }
    for (const [path, body, said] of [
      ['count', { warehouse_id: paper.house }, '仓库'],
      ['intake', { warehouse_id: paper.house, supplier_id: 1, paper_no: '1', lines: [line] }, '仓库'],
      ['stock/place', { warehouse_id: paper.house, goods_id: 1, place: 'A-1' }, '仓库'],
      ['stock/adjust', { batch_id: paper.batch, number: 1, reason: '破损' }, '批号'],
      ['stock/move', { from_id: paper.house, to_id: house, lines: [{ batch_id: paper.batch, number: 1 }] }, '仓库'],
    ] as const) {
      const { status, message } = await post(path, body)
      expect([path, status, message]).toEqual([path, 404, `${said}不存在或已删除`])
    }
    const own = await post('stock/place', { warehouse_id: house, goods_id: 1, place: 'A-1' })
    expect([own.status, own.message]).toEqual([200, own.message])
  })

  it('领取事项也只在查看范围之内：范围外的拿不到，也看不到谁在处理', async () => {
    const { rows } = await pool.query<{ id: number }>('select id from orders where company_id = any($1) limit 1', [strangers.ids])
    const order = rows[0]?.id ?? 0
    const [wide, clerk] = [await makeStaff(db, '全看', '质管'), await makeStaff(db, '只管周敏', '质管')]
    await narrowTo(clerk, { managers: ['周敏'] })
    const take = (cookie: string) => shop.ask('POST', `/api/staff/work/picking/${order}/take`, { cookie, body: {} })
    expect((await take(clerk)).status).toBe(404)
    expect((await take(wide)).data).toMatchObject({ holder: '全看', mine: 1 })
    const taken = async (cookie: string) =>
      (await shop.ask('GET', '/api/staff/work/picking', { cookie })).data.list.map((one: { id: number }) => one.id)
    expect(await taken(wide)).toContain(order)
    expect(await taken(clerk)).not.toContain(order)
  })

  it('限定客户的人不能把款记到别家的订单', async () => {
    const { rows: others } = await pool.query<{ no: string }>('select no from orders where company_id = any($1) limit 1', [strangers.ids])
    const clerk = await makeStaffOf(db, 'finance', '只管周敏客户')
    await narrowTo(clerk, { managers: ['周敏'] })
    await pool.query(
      `insert into suspense (no, reason, channel, payment_no, gateway_no, amount, created_at) values ('NARROW', 'unknown_payment', 'bank', '', 'N1', 100, now())`,
    )
    const match = await shop.ask('POST', '/api/staff/payment/suspense/NARROW/match', {
      cookie: clerk,
      body: { reason: '客户来电', order_no: others[0]?.no },
    })
    expect([match.status, match.message]).toEqual([404, '订单不存在或已删除'])
  })

  it('文件上传的也一样：只看自己客户的人传不了银行流水、渠道账单和企业名册', async () => {
    const clerk = await makeStaffOf(db, 'finance', '只管周敏的财务')
    const bringer = await makeStaffOf(db, 'service', '只管周敏的客服')
    for (const cookie of [clerk, bringer]) await narrowTo(cookie, { managers: ['周敏'] })
    const send = async (path: string, cookie: string) => {
      const body = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="甲.csv"\r\n\r\n客户编码\r\n--b--\r\n')
      const { status, message } = await shop.ask('POST', `/api/staff/${path}`, {
        cookie,
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      })
      return [path, status, message]
    }
    const said = '您的查看范围有限，不能使用这一项'
    for (const [path, cookie] of [
      ['bank/file', clerk],
      ['channel_bill/wechat/2026-11-20', clerk],
      ['company_import', bringer],
    ] as const)
      expect(await send(path, cookie)).toEqual([path, 403, said])
  })

  it('自己的范围不能自己改；不存在的仓库不成；别人刚改过的不覆盖', async () => {
    const mine = await idOf(boss)
    const view = { warehouses: [], provinces: [], managers: ['周敏'] }
    const save = (id: number, body: object) =>
      shop.ask('POST', `/api/staff/person/${id}/view`, { cookie: boss, body: { view, reason: '调整', version: 0, ...body } })
    expect((await save(mine, {})).message).toContain('另一位管理员')
    const other = await idOf(await makeStaff(db, '新来的', '质管'))
    expect((await save(other, { view: { ...view, warehouses: [999_999] } })).status).toBe(422)
    expect((await save(other, {})).status).toBe(200)
    const late = await save(other, { view: { ...view, managers: ['罗雨亭'] } })
    expect(late.data).toMatchObject({ reason: 'CHANGED_MEANWHILE', changes: [{ field: 'view', theirs: '客户经理 周敏' }] })
    const choices = (await shop.ask('GET', '/api/staff/view_choices', { cookie: boss })).data
    expect(choices.managers).toEqual(expect.arrayContaining(['周敏', '罗雨亭']))
    expect(choices.warehouses.length).toBeGreaterThan(0)
  })
})
