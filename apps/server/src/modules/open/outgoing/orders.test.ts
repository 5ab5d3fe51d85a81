import { describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaff, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOpenKey } from '../../../../test/open-keys.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const bearer = await makeOpenKey(shop, { name: '时空', since: NOW })
const clerk = await makeStaff(db, '客服', '质管')
const buyer = await makeCompany(db, { code: 'KH-1', balance: '100000.00' })
const address = await makeAddress(db, buyer.companyId)
const warehouse = await makeWarehouse(db, { code: 'CK1' })

let number = 0
/** Goods of one batch. */
async function goodsWith(available: number): Promise<{ code: string; id: number }> {
  const code = `S-${++number}`
  const id = await makeGoods(db, { code, price: '100.00', stock: 0 })
  await makeStock(db, id, [{ available, batchNo: 'B1', expiry: '2029-01-01' }], warehouse)
  return { code, id }
}
const paidOrder = async (goodsId: number, units: number) => {
  const [order] = await buy(shop, buyer, address, [{ goods_id: goodsId, number: units }], `${units * 100 + (units < 10 ? 12 : 0)}.00`)
  if (order === undefined) throw new Error('nothing was placed')
  return order
}
const ack = (no: string, sheet: string, at?: string) =>
  shop.ask('POST', `/open/v1/orders/${no}/ack`, { bearer, body: { sheet_no: sheet, ...(at && { taken_over_at: at }) } })
const figure = async (code: string, available: number, cutoff: string, more: object = {}) => {
  const row = { warehouse_code: 'CK1', goods_code: code, batch_no: 'B1', expiry_date: '2029-01-01', available, ...more }
  const { status, text, data } = await shop.ask('POST', '/open/v1/stock', { bearer, body: { cutoff, rows: [row] } })
  expect(status, text).toBe(200)
  return data.rows[0]
}
const held = async (goodsId: number) => {
  const { rows } = await pool.query('select available, reserved from stock_batch where goods_id = $1', [goodsId])
  return [rows[0].available, rows[0].reserved]
}

const at = (hour: string) => `2026-11-28T${hour}+08:00`
const cancel = async (id: number) => {
  const { status, text } = await shop.ask('POST', `/api/staff/order/${id}/cancel`, { cookie: clerk, body: { reason: '客户不要了' } })
  expect(status, text).toBe(200)
}
const ship = async (id: number) => {
  const checker = await makeStaff(db, '复核', '质管')
  for (const [cookie, what] of [
    [clerk, 'pick'],
    [checker, 'ship'],
  ] as const) {
    const { status, text } = await shop.ask('POST', `/api/staff/order/${id}/${what}`, { cookie, body: {} })
    expect(status, text).toBe(200)
  }
}

describe('库存与接收过的订单', () => {
  it('没有接收的占用扣掉，接收过的不再扣第二次：可售总是 ERP 的数减去它还不知道的', async () => {
    const { code, id } = await goodsWith(100)
    const [known, unknown] = [await paidOrder(id, 20), await paidOrder(id, 5)]
    expect(await held(id)).toEqual([75, 25])
    // The ERP knows of neither: it still says 100.
    expect((await figure(code, 100, at('09:00:00'))).status).toBe('unchanged')
    expect((await ack(known.no, 'XS-1', at('09:10:00'))).data).toMatchObject({ sheet_no: 'XS-1', again: false })
    // A figure from before it was taken over.
    expect((await figure(code, 100, at('09:05:00'))).status).toBe('unchanged')
    expect(await held(id)).toEqual([75, 25])
    // From then on: 100 - 20.
    await figure(code, 80, at('09:20:00'))
    expect(await held(id)).toEqual([75, 25])
    await ship(known.id)
    await figure(code, 80, at('09:30:00'))
    expect(await held(id)).toEqual([75, 5])
    await cancel(unknown.id)
    await figure(code, 80, at('09:40:00'))
    expect(await held(id)).toEqual([80, 0])
  })

  it('没有接收就发出去的，在 ERP 知道之前照样扣着；接收以后按 ERP 的数', async () => {
    const { code, id } = await goodsWith(100)
    const order = await paidOrder(id, 30)
    await ship(order.id)
    expect(await held(id)).toEqual([70, 0])
    expect((await figure(code, 100, at('09:00:00'))).status).toBe('unchanged')
    await ack(order.no, 'XS-2', at('09:10:00'))
    expect((await figure(code, 100, at('09:05:00'))).status).toBe('unchanged')
    expect((await figure(code, 70, at('09:15:00'))).status).toBe('unchanged')
    expect(await held(id)).toEqual([70, 0])
  })

  it('早的 cutoff 不盖过晚的；卖得比 ERP 的数还多时是零，不是负数；不认识的仓库和商品不收，仓库不会自己多出来', async () => {
    const { code, id } = await goodsWith(10)
    await paidOrder(id, 10)
    await figure(code, 4, at('09:30:00'))
    expect(await held(id)).toEqual([0, 10])
    expect(await figure(code, 400, at('09:00:00'))).toMatchObject({ status: 'unchanged', code: 'OLDER_VERSION' })
    expect(await held(id)).toEqual([0, 10])
    expect(await figure(code, 1, at('09:40:00'), { warehouse_code: 'CK9' })).toMatchObject({
      code: 'UNKNOWN_WAREHOUSE',
      field: 'warehouse_code',
    })
    expect(await figure('NO-SUCH', 1, at('09:40:00'))).toMatchObject({ code: 'UNKNOWN_GOODS', field: 'goods_code' })
    expect(await figure(code, 1, at('09:40:00'), { expiry_date: '2029-02-31' })).toMatchObject({ code: 'INVALID', field: 'expiry_date' })
    expect((await pool.query("select 1 from warehouse where code = 'CK9'")).rows).toEqual([])
    const late = await shop.ask('POST', '/open/v1/stock', { bearer, body: { cutoff: at('10:06:00'), rows: [{}] } })
    expect([late.status, late.data.errors[0].pointer]).toEqual([422, '/cutoff'])
    await pool.query("insert into warehouse (code, name, is_active) values ('CK8', '旧仓', false)")
    expect(await figure(code, 1, at('09:40:00'), { warehouse_code: 'CK8' })).toMatchObject({ code: 'WAREHOUSE_SHUT' })
  })

  it('一个商品各仓、各批号合计过大的那几行不收，别的照收；改小了就放得下', async () => {
    const { code } = await goodsWith(10)
    const other = await goodsWith(10)
    const rowOf = (batch_no: string, available: number, more: object = {}) => ({
      ...{ warehouse_code: 'CK1', goods_code: code, batch_no, expiry_date: '2029-01-01', available },
      ...more,
    })
    const say = async (cutoff: string, rows: object[]) => {
      const { status, text, data } = await shop.ask('POST', '/open/v1/stock', { bearer, body: { cutoff, rows } })
      expect(status, text).toBe(200)
      return data.rows.map((row: { status: string; field?: string }) => [row.status, row.field].join(' ').trim())
    }
    const heap = Array.from({ length: 22 }, (_, place) => rowOf(`D${place}`, 100_000_000))
    // Ten are held of its first batch already.
    expect(await say(at('09:00:00'), [...heap, rowOf('B1', 7, { goods_code: other.code })])).toEqual([
      ...Array.from({ length: 9 }, () => 'ok'),
      ...Array.from({ length: 13 }, () => 'rejected available'),
      'ok',
    ])
    expect(await say(at('09:10:00'), [rowOf('d 10', 100_000_000)])).toEqual(['rejected available'])
    expect(await say(at('09:20:00'), [rowOf('d 0', 5), rowOf('D10', 100_000_000)])).toEqual(['ok', 'ok'])
  })

  it('新批号、改了效期的批号：收下，流水和操作记录都有', async () => {
    const { code, id } = await goodsWith(10)
    expect(await figure(code, 7, at('09:00:00'), { batch_no: 'B2', production_date: '2026-01-01' })).toMatchObject({ status: 'ok' })
    expect(await figure(code, 10, at('09:00:00'), { expiry_date: '2028-12-31' })).toMatchObject({ status: 'ok' })
    const { rows } = await pool.query(
      `select m.kind, m.available from stock_movement m join stock_batch b on b.id = m.stock_batch_id where b.goods_id = $1 order by m.id`,
      [id],
    )
    expect(rows).toEqual([
      { kind: 'import', available: 7 },
      { kind: 'import', available: 10 },
    ])
    const { rows: audited } = await pool.query(
      "select before, after from audit_log where action = 'import.batch_dates' order by id desc limit 1",
    )
    expect(audited).toMatchObject([{ before: { expiry_date: '2029-01-01' }, after: { expiry_date: '2028-12-31', file: '接口 时空' } }])
  })
})

describe('接收订单', () => {
  it('同一张单据再报一次，回答相同；另一张单据不收；没有付款、取消了、没有这张的，各答各的', async () => {
    const { id } = await goodsWith(50)
    const order = await paidOrder(id, 1)
    const first = await ack(order.no, 'XS-3', at('09:30:00'))
    const again = await ack(order.no, ' XS-3 ')
    expect(again.data).toEqual({ ...first.data, again: true })
    expect((await ack(order.no, 'XS-4')).data).toMatchObject({ code: 'TAKEN_OVER', detail: '订单已由单据 XS-3 接收' })
    const [unpaid] = await buy(shop, buyer, address, [{ goods_id: id, number: 1 }])
    expect((await ack(unpaid?.no ?? '', 'XS-5')).data.code).toBe('NOT_PAYABLE_YET')
    await cancel(unpaid?.id ?? 0)
    expect((await ack(unpaid?.no ?? '', 'XS-5')).data.code).toBe('ORDER_CANCELLED')
    expect((await ack('20991231000001', 'XS-5')).data.code).toBe('NOT_FOUND')
    expect((await ack(order.no, 'XS-3', at('10:06:00'))).status).toBe(422)
    expect((await ack(order.no, '  ')).status).toBe(422)
    const { rows } = await pool.query("select actor, after from audit_log where action = 'order.taken_over' and subject = $1", [
      `order:${order.id}`,
    ])
    expect(rows).toEqual([{ actor: '接口 时空', after: { sheet_no: 'XS-3', taken_over_at: '2026-11-28T01:30:00.000Z' } }])
  })

  it('两个请求同时用两张单据接收同一张订单：只有一张', async () => {
    const { id } = await goodsWith(50)
    const order = await paidOrder(id, 1)
    const answers = await Promise.all(['甲', '乙', '丙', '丁'].map((sheet) => ack(order.no, `XS-${sheet}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('没有接收的排在后台，等得最久的在前，写明等了多久；接收了、取消了就不在了', async () => {
    await pool.query('delete from open_waiting')
    const { id } = await goodsWith(50)
    const [one, two, three] = [await paidOrder(id, 1), await paidOrder(id, 1), await paidOrder(id, 1)]
    await pool.query("update open_waiting set since = since - interval '90 minutes' where order_id = $1", [two.id])
    const waiting = async (query = '') => (await shop.ask('GET', `/api/staff/open/waiting${query}`, { cookie: clerk })).data
    expect((await waiting()).list).toMatchObject([
      { no: two.no, minutes: 90, company_code: 'KH-1', status_name: '待拣货', held: 0 },
      { no: one.no, minutes: 0 },
      { no: three.no },
    ])
    expect(await waiting(`?keywords=${three.no}`)).toMatchObject({ total: 1, list: [{ no: three.no }] })
    await ack(two.no, 'XS-6')
    await cancel(one.id)
    await ship(three.id)
    // It left without the ERP knowing: the longest that anybody should wait with it.
    expect((await waiting()).list).toMatchObject([{ no: three.no, status: 'shipped' }])
  })

  it('没有系统接收订单的商城，没有订单在等', async () => {
    await pool.query('delete from open_beginning')
    await pool.query('delete from open_waiting')
    const { id } = await goodsWith(50)
    await paidOrder(id, 1)
    expect((await pool.query('select 1 from open_waiting')).rows).toEqual([])
    await pool.query('insert into open_beginning (orders_since) values ($1)', [NOW])
  })

  it('领取了能接收订单的密钥，从此付了款的订单等着接收', async () => {
    await pool.query('delete from open_beginning')
    const body = { name: '新 ERP', scopes: ['orders.prices', 'orders.note'], days: 30, reason: '对接 ERP' }
    const asked = await shop.ask('POST', '/api/staff/open/key', { cookie: clerk, body })
    const second = await makeStaff(db, '另一人', '质管')
    await shop.ask('POST', `/api/staff/approval/${asked.data.request.id}/approve`, { cookie: second, body: {} })
    const { data } = await shop.ask('GET', '/api/staff/open/key?state=unissued', { cookie: clerk })
    expect((await pool.query('select 1 from open_beginning')).rows).toEqual([])
    await shop.ask('POST', `/api/staff/open/key/${data.list[0].id}/issue`, { cookie: clerk })
    const { rows } = await pool.query('select orders_since from open_beginning')
    expect(rows).toEqual([{ orders_since: NOW }])
  })
})

describe('一张订单', () => {
  it('客户、金额、每一行、优惠怎样摊、分到的批号、付款都有；合计与商城的一致', async () => {
    const { code, id } = await goodsWith(50)
    const order = await paidOrder(id, 12)
    const { data } = await shop.ask('GET', `/open/v1/orders/${order.no}`, { bearer })
    expect(data).toMatchObject({
      no: order.no,
      status: 'paid',
      status_name: '待拣货',
      held: false,
      warehouse_code: 'CK1',
      company: { code: 'KH-1', type: '单体药店' },
      taken_over: null,
      goods_amount: 120000,
      reduction_amount: 0,
      balance_amount: 120000,
      invoice_kind: 'normal',
      receiver: { name: '测试收货人', phone: '13900000000' },
      lines: [
        {
          goods_code: code,
          number: 12,
          unit_price: 10000,
          amount: 120000,
          net: 120000,
          returned: 0,
          batches: [{ batch_no: 'B1', expiry_date: '2029-01-01', production_date: null, number: 12 }],
        },
      ],
    })
    expect((await shop.ask('GET', '/open/v1/orders/20991231000001', { bearer })).status).toBe(404)
  })
})
