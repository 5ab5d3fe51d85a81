import { Value } from 'typebox/value'
import { beforeAll, expect, it } from 'vitest'
import { WEBHOOK_GROUPS, WEBHOOK_TYPES } from '#contract/constants.ts'
import { aboutOf, OPEN_TOLD, type OpenAbout } from '#contract/open-told.ts'
import { makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { tellDays } from '../outgoing/stream.ts'
import { spread } from './sending.ts'

/** Everything that other systems may be told of beside orders and returns, each done to the database and told once. */

type Type = keyof typeof WEBHOOK_TYPES
const TYPES = Object.keys(WEBHOOK_TYPES) as Type[]
const shop = await testShop()
const { database } = shop
const { db, pool } = database
const boss = await makeStaff(db, '钱主管', '质管')
const second = await makeStaff(db, '孙主管', '质管')
const buyer = await makeCompany(db, { code: 'KH-1', name: '半夏大药房' })
const goods = await makeGoods(db, { stock: 10 })
const order = await makeOrder(db, buyer, [{ goodsId: goods, number: 1 }], { status: 'paid' })

async function endpoint(types: readonly string[]): Promise<number> {
  const body = { name: '时空 ERP', url: 'https://erp.example.com/hook', types, reason: '对接 ERP' }
  const waits = await shop.ask('POST', '/api/staff/open/webhook', { cookie: boss, body })
  expect(waits.status, waits.text).toBe(202)
  await shop.ask('POST', `/api/staff/approval/${waits.data.request.id}/approve`, { cookie: second, body: {} })
  return (await shop.ask('GET', '/api/staff/open/webhook', { cookie: boss })).data.list[0].id
}

/** What the endpoint was told since the last time, in the order of the deeds. */
let seen = 0
async function told(endpointId: number): Promise<{ type: string; about: string; data: Record<string, unknown> }[]> {
  await spread(database, shop.clock.now)
  const { rows } = await pool.query<{ id: number; type: string; about: string; body: string }>(
    'select id, type, about, body from webhook_message where endpoint_id = $1 and id > $2 order by id',
    [endpointId, seen],
  )
  seen = rows.at(-1)?.id ?? seen
  return rows.map(({ type, about, body }) => {
    const { type: inside, data } = JSON.parse(body)
    expect(inside).toBe(type)
    // As the description of the interface promises it.
    const schema = OPEN_TOLD[aboutOf(type as Type)]
    expect([...Value.Errors(schema, data)], type).toEqual([])
    expect(Object.keys(data).sort(), type).toEqual(Object.keys((schema as { properties: object }).properties).sort())
    return { type, about, data }
  })
}
const q = (text: string, values: unknown[] = []) => pool.query(text, values)

let all: number
beforeAll(async () => {
  // Before anybody listens nothing is written but what is read as a stream.
  await q("update company set contact = '没人听' where id = $1", [buyer.companyId])
  expect((await q("select count(*)::integer as n from open_event where about not in ('order', 'return')")).rows[0].n).toBe(0)
  all = await endpoint(TYPES)
  await told(all)
})

it('每个事件都说得出是关于什么的，归在一组里', () => {
  for (const type of TYPES) {
    expect(Object.keys(OPEN_TOLD)).toContain(aboutOf(type))
    expect(WEBHOOK_GROUPS).toHaveProperty(type.split('.')[0] ?? '')
  }
  const abouts = new Set(TYPES.map(aboutOf))
  expect([...abouts].sort()).toEqual((Object.keys(OPEN_TOLD) as OpenAbout[]).sort())
})

it('企业：提交、通过、驳回、冻结、资料改动、签合同各说一次；改成一样的不说', async () => {
  const { companyId } = await makeCompany(db, { code: 'KH-2', name: '远志大药房' })
  expect((await told(all)).map(({ type }) => type)).toContain('company.passed')
  for (const state of [1, 3, 1, 2, 4, 2]) await q('update company set review_state = $2 where id = $1', [companyId, state])
  await q("update company set manager_name = '李强' where id = $1", [companyId])
  await q("update company set manager_name = '李强', updated_at = now() where id = $1", [companyId])
  const heard = await told(all)
  expect(heard.map(({ type }) => type.replace('company.', ''))).toEqual([
    'submitted',
    'rejected',
    'submitted',
    'passed',
    'frozen',
    'passed',
    'changed',
  ])
  expect(heard.at(-1)).toMatchObject({ about: 'KH-2', data: { code: 'KH-2', name: '远志大药房', state: 'passed', manager: '李强' } })
})

it('商品：新建、改资料、上下架；各种价格的改动；销量和库存变了不说', async () => {
  const id = await makeGoods(db, { stock: 5 })
  const { rows } = await q('select code from goods where id = $1', [id])
  expect((await told(all)).map(({ type }) => type)).toContain('goods.created')
  await q("update goods set spec = '0.5g*24片' where id = $1", [id])
  await q('update goods set on_shelf = false where id = $1', [id])
  await q('update goods set on_shelf = true where id = $1', [id])
  await q('update goods set base_price = base_price + 100 where id = $1', [id])
  await q("insert into goods_rank_price values ($1, 'A', 900)", [id])
  await q("update goods_rank_price set price = 900 where goods_id = $1 and rank = 'A'", [id])
  await q("update goods_rank_price set price = 890 where goods_id = $1 and rank = 'A'", [id])
  await q('delete from goods_rank_price where goods_id = $1', [id])
  await q('insert into goods_company_price (goods_id, company_id, price) values ($1, $2, 880)', [id, buyer.companyId])
  await q('insert into goods_ladder (goods_id, number, price) values ($1, 10, 870), ($1, 20, 860)', [id])
  await q('update goods set sales_30d = sales_30d + 1 where id = $1', [id])
  const heard = await told(all)
  expect(heard.map(({ type }) => type)).toEqual([
    'goods.changed',
    'goods.off_shelf',
    'goods.changed',
    ...Array.from({ length: 6 }, () => 'price.changed'),
  ])
  expect(heard[0]).toMatchObject({ about: rows[0].code, data: { code: rows[0].code, spec: '0.5g*24片', on_shelf: true } })
})

it('批号：锁定、解锁、召回；为订单占用不说', async () => {
  const id = await makeGoods(db, { stock: 8 })
  const { rows } = await q('select id from stock_batch where goods_id = $1', [id])
  const batch = rows[0].id
  await told(all)
  await q('update stock_batch set available = available - 1, reserved = reserved + 1 where id = $1', [batch])
  await q("update stock_batch set locked_at = now(), locked_by = '周质管', locked_reason = '外箱破损' where id = $1", [batch])
  await q('update stock_batch set locked_at = null, locked_by = null, locked_reason = null where id = $1', [batch])
  await q(
    `insert into recall (no, goods_id, batch_no, level, reason, initiator, advice, goods, started_at, started_by)
     select 'HH1', goods_id, batch_no, 2, '含量', '厂家', '停售', '{}', now(), '周质管' from stock_batch where id = $1`,
    [batch],
  )
  const heard = await told(all)
  expect(heard.map(({ type }) => type)).toEqual(['batch.held', 'batch.released', 'batch.recalled'])
  expect(heard[2]).toMatchObject({ about: 'HH1', data: { no: 'HH1', level: 2 } })
})

it('包裹、付款、账期、发票、求购、投诉、合同', async () => {
  const company = buyer.companyId
  await q(`insert into shipment (order_id, carrier, waybill, packages, shipped_at) values ($1, '顺丰', 'SF1', 2, now())`, [order])
  await q('update shipment set delivered_at = now() where order_id = $1', [order])
  await q('update shipment set delivered_at = now() where order_id = $1', [order])
  await q(
    `insert into payment (no, company_id, order_id, purpose, subject_id, channel, amount, title) values ('P1', $1, $2, 'order', $2, 'gateway', 500, '订单')`,
    [company, order],
  )
  await q("update payment set status = 'paid', paid_at = now() where no = 'P1'")
  await q("update payment set status = 'refunding' where no = 'P1'")
  await q(`insert into credit_bill (company_id, order_id, amount, due_on, created_at) values ($1, $2, 900, '2027-01-31', now())`, [
    company,
    order,
  ])
  await q(`insert into credit_repayment (no, company_id, amount, created_at) values ('R1', $1, 900, now())`, [company])
  await q("update credit_repayment set status = 'paid', paid_at = now() where no = 'R1'")
  await q(
    `with asked as (insert into invoice_request (key, kind, order_id, company_id, state, created_at) values ('k', 'issue', $1, $2, 'done', now()) returning id),
          blue as (insert into invoice (request_id, order_id, company_id, number, colour, kind, net, tax, total, lines, seller, buyer, is_test, issued_at)
                   select id, $1, $2, '26090000000000000001', 'blue', 'special', 885, 115, 1000, '[]', '{}', '{}', true, now() from asked returning id)
     insert into invoice (request_id, order_id, company_id, of_id, number, colour, kind, net, tax, total, lines, seller, buyer, is_test, issued_at)
     select asked.id, $1, $2, blue.id, '26090000000000000002', 'red', 'special', -885, -115, -1000, '[]', '{}', '{}', true, now() from asked, blue`,
    [order, company],
  )
  await q(
    `insert into wanted_request (company_id, name, spec, unit, number, submit_key) values ($1, '三七粉', '3g*30袋', '盒', 40, 'k1')`,
    [company],
  )
  await q(`insert into feedback (company_id, kind, topic, order_id, text) values ($1, 'feedback', '价格', null, '好')`, [company])
  await q(`insert into feedback (company_id, kind, topic, order_id, text) values ($1, 'complaint', '配送时效', $2, '太晚')`, [
    company,
    order,
  ])
  const heard = (await told(all)).filter(({ type }) => !type.startsWith('order.'))
  expect(heard.map(({ type }) => type)).toEqual([
    'shipment.created',
    'shipment.delivered',
    'payment.arrived',
    'credit.bill_opened',
    'credit.repaid',
    'invoice.issued',
    'invoice.reversed',
    'wanted.created',
    'complaint.created',
  ])
  const of = (type: string) => heard.find((one) => one.type === type)?.data
  expect(of('invoice.reversed')).toMatchObject({ of: '26090000000000000001', total: -1000, company: { code: 'KH-1' } })
  expect(of('payment.arrived')).toMatchObject({ no: 'P1', amount: 500, purpose: 'order' })
  // What a customer wrote is read in the shop, by whoever may.
  expect(JSON.stringify(of('complaint.created'))).not.toContain('太晚')
  await q(
    `with version as (select max(version) as version from contract_version)
     insert into contract_signature (no, company_id, account_id, version, signer_name, signer_title, sha256, ip, signed_at, valid_from, valid_until)
     select 'HT1', $1, (select id from account limit 1), version, '陈溪', '店长', '\\x00', '127.0.0.1', now(), '2026-01-01', '2027-01-01' from version`,
    [company],
  )
  expect(await told(all)).toContainEqual(expect.objectContaining({ type: 'contract.signed', about: 'KH-1' }))
})

it('各仓都卖完才说没有库存；单据做好说一次', async () => {
  const id = await makeGoods(db, { stock: 5 })
  await told(all)
  await q('update goods_stock set available = 2 where goods_id = $1', [id])
  expect(await told(all)).toEqual([])
  await q('update goods_stock set available = 0 where goods_id = $1', [id])
  await q('update goods_stock set available = 0 where goods_id = $1', [id])
  expect((await told(all)).map(({ type }) => type)).toEqual(['stock.out'])
  await q(
    `with file as (insert into stored_file (purpose, name, mime, size, sha256, created_at) values ('document', 'a.pdf', 'application/pdf', 1, '\\x00', now()) returning id),
          asked as (insert into document (kind, no, title, subject, company_id, day, check_code, snapshot, asked_by, asked_at)
                    values ('delivery_note', 'SH1', '随货同行单', 'order:1', $1, '2026-11-28', 'ABCDEFGH2345', '{}', '测试', now()) returning id)
     select 1`,
    [buyer.companyId],
  )
  await q(
    `update document set state = 'valid', file_id = (select max(id) from stored_file), sha256 = '\\x00', made_at = now() where no = 'SH1'`,
  )
  expect(await told(all)).toMatchObject([
    { type: 'document.ready', about: 'SH1', data: { kind: 'delivery_note', company: { code: 'KH-1' } } },
  ])
})

it('当天到期的：证照三十天、七天、过了；回执逾期。一天说一次；停了几天，补说那几天的', async () => {
  const { companyId } = await makeCompany(db, { code: 'KH-3', name: '苍术大药房' })
  await q("update qualification set expires_on = '2040-01-01'")
  const { rows } = await q("select id from qualification where company_id = $1 and kind = 'drug_licence'", [companyId])
  const expires = (day: string) => q('update qualification set expires_on = $2 where id = $1', [rows[0].id, day])
  const onDay = async (day: string) => {
    await tellDays(database, day)
    return (await told(all)).map(({ type, data }) => [type, (data as { name?: string }).name ?? (data as { order_no?: string }).order_no])
  }
  await told(all)
  await expires('2029-03-31')
  expect(await onDay('2029-02-28')).toEqual([])
  expect(await onDay('2029-03-01')).toMatchObject([['certificate.expiring', expect.any(String)]])
  expect(await onDay('2029-03-01')).toEqual([])
  // Nothing ran from here to the day after its end, of a leap year's February too.
  expect((await onDay('2029-04-01')).map(([type]) => type)).toEqual(['certificate.expiring', 'certificate.expired'])
  await expires('2032-03-30')
  expect((await onDay('2032-02-29')).map(([type]) => type)).toContain('certificate.expiring')
  await q(`insert into ephedrine_receipt (order_id, company_id, due_on, created_at) values ($1, $2, '2032-03-04', now())`, [
    order,
    buyer.companyId,
  ])
  expect((await onDay('2032-03-05')).map(([type]) => type)).toEqual(['receipt.overdue'])
  await q("update ephedrine_receipt set due_on = '2032-03-05', state = 'passed' where order_id = $1", [order])
  expect(await onDay('2032-03-06')).toEqual([])
})
