import { beforeEach, describe, expect, it } from 'vitest'
import { buy, fillCart, makeAddress, openSheet, stockOf, submit } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeOffer } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { addRow, keepSetting } from '../../../../test/rows.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(async () => {
  await limits(null)
  buyer = await makeCompany(db, { balance: '9000.00' })
  address = await makeAddress(db, buyer.companyId)
})

async function limits(value: object | null): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', 'unpaid_limits').execute()
  if (value) await keepSetting(db, 'unpaid_limits', value)
}
const place = async (goods_id: number, number: number, asked?: string, who = { buyer, address }) => {
  // What a refused submit left there.
  await db.deleteFrom('cart_line').where('company_id', '=', who.buyer.companyId).execute()
  const ids = await fillCart(shop, who.buyer, [{ goods_id, number }])
  return submit(shop, who.buyer, who.address, ids, (await openSheet(shop, who.buyer, ids, asked)).data, asked)
}

describe('未付款订单占用库存有上限', () => {
  it('一家企业未付款占不到可售的一半以上；别家不受影响；付了款就放开', async () => {
    const goods = await makeGoods(db, { name: '被占的片', price: '1.00', stock: 1_000 })
    expect((await place(goods, 300)).status).toBe(200)
    expect((await place(goods, 200)).status).toBe(200)
    const refused = await place(goods, 1)
    expect(refused.status).toBe(409)
    expect(refused.message).toContain('被占的片')
    expect(refused.message).toContain('最多可占 500')
    expect(refused.data).toMatchObject({
      reason: 'UNPAID_LIMIT',
      reasons: [{ code: 'UNPAID_STOCK', action: { text: '查看待付款订单', url: '/order?status=pending_payment' } }],
    })
    expect((await stockOf(db, goods)).reserved).toBe(500)
    // Paid at once from the balance, it holds nothing unpaid.
    expect((await place(goods, 100, '9000.00')).status).toBe(200)
    const other = await makeCompany(db)
    expect((await place(goods, 100, undefined, { buyer: other, address: await makeAddress(db, other.companyId) })).status).toBe(200)
    const [first] = await db.selectFrom('orders').select('id').where('company_id', '=', buyer.companyId).orderBy('id').execute()
    await shop.ask('POST', `/api/pay/order/${first?.id}`, { cookie: buyer.cookie, body: { channel: 'balance' } })
    expect((await place(goods, 50)).status).toBe(200)
  })

  it('平常的采购不碰到它：库存再少，50 件以内都能占', async () => {
    const goods = await makeGoods(db, { price: '1.00', stock: 60 })
    expect((await place(goods, 50)).status).toBe(200)
    expect((await place(goods, 10)).status).toBe(409)
  })

  it('几笔同时提交也占不过上限', async () => {
    const goods = await makeGoods(db, { price: '1.00', stock: 1_000 })
    // A line for each offer: as many sheets, all of the same stock.
    const offers = await Promise.all([0, 1, 2, 3].map(() => makeOffer(db, goods, { price: '1.00' })))
    const ready: { ids: number[]; data: { checkout_key: string; total: string } }[] = []
    for (const offer of offers) {
      const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 200, goods_price_id: offer }])
      ready.push({ ids, data: (await openSheet(shop, buyer, ids)).data })
    }
    const answers = await Promise.all(ready.map(({ ids, data }) => submit(shop, buyer, address, ids, data)))
    expect(answers.map((answer) => answer.status).sort(), answers.map((answer) => answer.message).join()).toEqual([200, 200, 409, 409])
    expect((await stockOf(db, goods)).reserved).toBe(400)
  })

  it('待付款订单满了 20 笔不能再下；取消一笔就可以；全额用余额付的照下', async () => {
    const goods = await makeGoods(db, { price: '1.00', stock: 10_000 })
    for (let one = 0; one < 20; one += 1) expect((await place(goods, 1)).status).toBe(200)
    const refused = await place(goods, 1)
    expect(refused.status).toBe(409)
    expect(refused.message).toContain('最多可有 20 笔订单待付款')
    expect(refused.data.reasons[0].action.url).toBe('/order?status=pending_payment')
    expect((await place(goods, 1, '9000.00')).status).toBe(200)
    const first = await db
      .selectFrom('orders')
      .select('id')
      .where('company_id', '=', buyer.companyId)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await shop.ask('POST', `/api/order/${first.id}/cancel`, { cookie: buyer.cookie, body: {} })
    expect((await place(goods, 1)).status).toBe(200)
  })

  it('上限可设；写坏的按默认', async () => {
    const goods = await makeGoods(db, { price: '1.00', stock: 100 })
    await limits({ orders: 1, share: 10, floor: 5 })
    expect((await place(goods, 11)).status).toBe(409)
    expect((await place(goods, 10)).status).toBe(200)
    expect((await place(goods, 1)).message).toContain('最多可有 1 笔订单待付款')
    await limits({ orders: '很多', share: -1, floor: null })
    expect((await place(goods, 20)).status).toBe(200)
  })

  it('已交转账凭证、财务还没看到钱的订单照样算', async () => {
    await limits({ orders: 1 })
    const goods = await makeGoods(db, { price: '1.00', stock: 1_000 })
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 400 }])
    expect((await place(goods, 1)).status).toBe(409)
    const payment = await db
      .insertInto('payment')
      .values({
        no: 'P-PROOF',
        order_id: order?.id ?? 0,
        subject_id: order?.id ?? 0,
        company_id: buyer.companyId,
        channel: 'bank',
        amount: 41_200,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addRow(db, 'transfer_proof', {
      payment_id: payment.id,
      company_id: buyer.companyId,
      amount: 41_200,
      paid_on: '2026-11-21',
      payer_name: '测试',
      payer_account: '6222',
      created_at: NOW,
    })
    const refused = await place(goods, 1)
    expect([refused.status, refused.data?.reason]).toEqual([409, 'UNPAID_LIMIT'])
  })
})

describe('下单又取消', () => {
  const cancel = (id: number) => shop.ask('POST', `/api/order/${id}/cancel`, { cookie: buyer.cookie, body: {} })
  const copies = (id: number, count: number) =>
    shop.database.pool.query(
      `insert into orders overriding system value
       select (jsonb_populate_record(o, jsonb_build_object('id', 7000000 + o.id * 100 + i, 'no', o.no || '-' || i))).*
         from orders o, generate_series(1, $2::int) i where o.id = $1`,
      [id, count],
    )

  it('一天里下单又取消五十笔，就不再接：说清楚为什么、怎么办；别家和第二天不受影响', async () => {
    const goods = await makeGoods(db, { price: '1.00', stock: 1_000 })
    const first = await place(goods, 1)
    const id = first.data.orders[0].id
    expect((await cancel(id)).status).toBe(200)
    await copies(id, 48)
    const last = await place(goods, 1)
    expect(last.status, last.text).toBe(200)
    expect((await cancel(last.data.orders[0].id)).status).toBe(200)
    const refused = await place(goods, 1)
    expect(refused.status).toBe(409)
    expect(refused.message).toContain('取消')
    expect(refused.data).toMatchObject({ reason: 'UNPAID_LIMIT', reasons: [{ code: 'CANCELLED_ORDERS' }] })
    const other = await makeCompany(db)
    expect((await place(goods, 1, undefined, { buyer: other, address: await makeAddress(db, other.companyId) })).status).toBe(200)
    await shop.database.pool.query(`update orders set created_at = created_at - interval '25 hours' where company_id = $1`, [
      buyer.companyId,
    ])
    expect((await place(goods, 1)).status).toBe(200)
  })

  it('结算页开得再多，一家企业只留最近的二百份报价', async () => {
    const goods = await makeGoods(db, { price: '1.00', stock: 1_000 })
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
    await shop.database.pool.query(
      `insert into checkout_quote (company_id, idempotency_key, total, lines, choice, created_at)
       select $1, 'old' || i, 1, '[]', '{}', $2::timestamptz - i * interval '1 second' from generate_series(1, 260) i`,
      [buyer.companyId, NOW],
    )
    await openSheet(shop, buyer, ids)
    const { rows } = await shop.database.pool.query('select idempotency_key from checkout_quote where company_id = $1', [buyer.companyId])
    expect(rows).toHaveLength(200)
    expect(rows.map((row) => row.idempotency_key)).toContain('old1')
    expect(rows.map((row) => row.idempotency_key)).not.toContain('old200')
  })
})
