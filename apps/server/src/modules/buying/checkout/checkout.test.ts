import { beforeEach, describe, expect, it } from 'vitest'
import { buy, fillCart, makeAddress, openSheet, stockOf, submit } from '../../../../test/buying.ts'
import {
  type Buyer,
  fenOf,
  makeCompany,
  makeFlashSession,
  makeGoods,
  makeOffer,
  makeStock,
  makeWarehouse,
} from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { changeRow } from '../../../../test/rows.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { credit_code: null })
  address = await makeAddress(db, buyer.companyId)
})

const orderRow = (id: number) => db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('核对订单', () => {
  it('先到期的批号先出，跨批号拆开，过期的跳过；核对页与下单一致', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    await makeStock(
      db,
      goods,
      [
        { available: 5, expiry: '2028-01-31', batchNo: 'LATE' },
        { available: 4, expiry: '2027-01-31', batchNo: 'EARLY' },
        { available: 9, expiry: '2026-11-20', batchNo: 'EXPIRED' },
      ],
      undefined,
      '2026-11-21',
    )
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 6 }])
    const sheet = await openSheet(shop, buyer, ids)
    const expected = [
      { batch_no: 'EARLY', expiry_date: '2027-01-31', number: 4 },
      { batch_no: 'LATE', expiry_date: '2028-01-31', number: 2 },
    ]
    expect(sheet.data.orders[0].lines[0].batches).toEqual(expected)
    const placed = await submit(shop, buyer, address, ids, sheet.data)
    const info = await shop.ask('GET', `/api/order/info/${placed.data.orders[0].id}`, { cookie: buyer.cookie })
    expect(info.data.lines[0].batches.map(({ production_date: _, ...batch }: { production_date: null }) => batch)).toEqual(expected)
    expect(await stockOf(db, goods)).toEqual({ shown: 3, available: 12, reserved: 6 })
    const shown = await db
      .selectFrom('goods_stock')
      .select(['first_expiry', 'last_expiry'])
      .where('goods_id', '=', goods)
      .executeTakeFirst()
    expect(shown).toEqual({ first_expiry: '2028-01-31', last_expiry: '2028-01-31' })
  })

  it('剩余效期刚好 30 天的批号今天还能卖，过了北京时间零点就不能', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    await makeStock(db, goods, [{ available: 5, expiry: '2028-02-29', batchNo: 'LEAP' }], undefined, '2026-11-21')
    shop.clock.now = new Date('2028-01-30T15:59:59Z')
    const [first] = await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }])
    expect(first?.status).toBe('pending_payment')
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
    shop.clock.now = new Date('2028-01-30T16:00:00Z')
    const sheet = await openSheet(shop, buyer, ids)
    const refused = await submit(shop, buyer, address, ids, sheet.data)
    expect(refused.status).toBe(409)
    expect(refused.message).toContain('库存不足')
    // The shown figure was ahead of the batches; the refusal has brought it in line.
    expect((await stockOf(db, goods)).shown).toBe(0)
  })

  it('按仓库、含麻与否拆单；运费按仓库收一次；明细相加等于应付', async () => {
    const second = await makeWarehouse(db, { code: 'CK2', name: '测试二仓', sort: 2 })
    const [plain, hm, far] = [
      await makeGoods(db, { price: '30.00' }),
      await makeGoods(db, { price: '11.80', is_ephedrine: true }),
      await makeGoods(db, { price: '900.00', stock: 0 }),
    ]
    await makeStock(db, far, [{ available: 10 }], second)
    const ids = await fillCart(shop, buyer, [
      { goods_id: plain, number: 2 },
      { goods_id: hm, number: 1 },
      { goods_id: far, number: 1 },
    ])
    const { data } = await openSheet(shop, buyer, ids)
    expect(
      data.orders.map((order: Record<string, unknown>) => [order.is_hm, order.goods_amount, order.shipping_amount, order.payable]),
    ).toEqual(
      expect.arrayContaining([
        [0, '60.00', '12.00', '72.00'],
        [0, '900.00', '0.00', '900.00'],
        [1, '11.80', '0.00', '11.80'],
      ]),
    )
    const sum = data.rows.reduce((total: number, row: { amount: string }) => total + fenOf(row.amount), 0)
    expect(sum).toBe(fenOf(data.total))
    const placed = await submit(shop, buyer, address, ids, data)
    expect(placed.data.orders).toHaveLength(3)
  })

  it('含麻订单只能对公转账，不能用余额', async () => {
    const rich = await makeCompany(db, { balance: '500.00' })
    const hm = await makeGoods(db, { price: '11.80', is_ephedrine: true })
    const home = await makeAddress(db, rich.companyId)
    const [order] = await buy(shop, rich, home, [{ goods_id: hm, number: 1 }], '500.00')
    expect(order?.payable).toBe('23.80')
    const info = await shop.ask('GET', `/api/pay/order/${order?.id}`, { cookie: rich.cookie })
    const open = info.data.channels.filter((channel: { open: boolean }) => channel.open)
    expect(open.map((channel: { code: string }) => channel.code)).not.toContain('balance')
    expect(info.data.channels.find((channel: { code: string }) => channel.code === 'gateway').why).toContain('对公转账')
    const tried = await shop.ask('POST', `/api/pay/order/${order?.id}`, { cookie: rich.cookie, body: { channel: 'gateway' } })
    expect(tried.status).toBe(409)
  })

  it('不能购买的行在结算时答 409 并逐行说明', async () => {
    const goods = await makeGoods(db)
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
    await changeRow(db, 'goods', goods, { on_shelf: false })
    const sheet = await openSheet(shop, buyer, ids)
    expect(sheet.status).toBe(409)
    expect(sheet.data.lines).toMatchObject([{ id: ids[0], reasons: [{ code: 'OFF_SHELF' }] }])
  })
})

describe('提交订单', () => {
  it('价格在核对之后变化：不下单，并说明哪个商品由多少变为多少', async () => {
    const goods = await makeGoods(db, { price: '10.00', name: '阿莫西林胶囊' })
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 3 }])
    const sheet = await openSheet(shop, buyer, ids)
    await changeRow(db, 'goods', goods, { base_price: fenOf('10.50') })
    const refused = await submit(shop, buyer, address, ids, sheet.data)
    expect(refused.status).toBe(409)
    expect(refused.data).toMatchObject({
      total_before: '42.00',
      total_after: '43.50',
      changes: [
        { name: '阿莫西林胶囊', what: 'price', before: '10.00', after: '10.50' },
        { name: '应付合计', what: 'total', before: '42.00', after: '43.50' },
      ],
    })
    expect(await stockOf(db, goods)).toMatchObject({ reserved: 0 })
    const again = await submit(shop, buyer, address, ids, { ...sheet.data, total: '43.50' })
    expect(again.status).toBe(200)
  })

  it('一涨一跌合计不变，也要说明变化再请确认', async () => {
    const [up, down] = [await makeGoods(db, { price: '10.00' }), await makeGoods(db, { price: '10.00' })]
    const ids = await fillCart(shop, buyer, [
      { goods_id: up, number: 1 },
      { goods_id: down, number: 1 },
    ])
    const sheet = await openSheet(shop, buyer, ids)
    await changeRow(db, 'goods', up, { base_price: fenOf('10.50') })
    await changeRow(db, 'goods', down, { base_price: fenOf('9.50') })
    const refused = await submit(shop, buyer, address, ids, sheet.data)
    expect(refused.status).toBe(409)
    expect(refused.data.changes).toHaveLength(2)
    const fresh = await openSheet(shop, buyer, ids)
    expect((await submit(shop, buyer, address, ids, fresh.data)).status).toBe(200)
  })

  it('同一个提交键同时提交 10 次，只有一张订单，每次都得到它', async () => {
    const goods = await makeGoods(db, { stock: 100 })
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 2 }])
    const sheet = await openSheet(shop, buyer, ids)
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(shop, buyer, address, ids, sheet.data)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map((answer) => answer.data.orders[0].no)).size).toBe(1)
    expect(await stockOf(db, goods)).toEqual({ shown: 98, available: 98, reserved: 2 })
    const later = await submit(shop, buyer, address, ids.toReversed(), sheet.data)
    expect(later.data.orders[0].no).toBe(answers[0]?.data.orders[0].no)
  })

  it('同一个提交键换了内容再提交：不冒充第一张订单的回答，也不再下单；两种内容同时提交只成一种', async () => {
    const [goods, others] = [await makeGoods(db, { stock: 100 }), await makeGoods(db, { stock: 100 })]
    const [first, second] = [
      await fillCart(shop, buyer, [{ goods_id: goods, number: 2 }]),
      await fillCart(shop, buyer, [{ goods_id: others, number: 3 }]),
    ]
    const elsewhere = await makeAddress(db, buyer.companyId)
    const { data } = await openSheet(shop, buyer, first)
    const placed = await submit(shop, buyer, address, first, data)
    const changed = [
      await submit(shop, buyer, elsewhere, first, data),
      await submit(shop, buyer, address, second, data),
      await submit(shop, buyer, address, first, { ...data, total: '999.00' }),
      await submit(shop, buyer, address, first, data, { balance: '1.00' }),
      await submit(shop, buyer, address, first, data, { zps: [] }),
    ]
    for (const answer of changed) expect(answer).toMatchObject({ status: 409, data: { reason: 'KEY_USED' } })
    expect(changed[0]?.message).toContain(placed.data.orders[0].no)
    const at = { cookie: buyer.cookie }
    expect((await shop.ask('GET', '/api/cart/list', at)).text).toContain(`"id":${second[0]}`)

    const { data: own } = await openSheet(shop, buyer, second)
    const both = await Promise.all([address, elsewhere, address, elsewhere].map((to) => submit(shop, buyer, to, second, own)))
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 200, 409, 409])
    expect(await stockOf(db, others)).toEqual({ shown: 97, available: 97, reserved: 3 })
  })

  it('同一批商品用两个提交键同时提交，只成一单', async () => {
    const goods = await makeGoods(db, { stock: 100 })
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 2 }])
    const sheets = await Promise.all([openSheet(shop, buyer, ids), openSheet(shop, buyer, ids)])
    const answers = await Promise.all(sheets.map((sheet) => submit(shop, buyer, address, ids, sheet.data)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404])
    expect(await stockOf(db, goods)).toMatchObject({ reserved: 2 })
  })

  it('页面打开之后证照被撤：以此刻的资料为准，不下单', async () => {
    const goods = await makeGoods(db)
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
    const sheet = await openSheet(shop, buyer, ids)
    await db.updateTable('qualification').set({ expires_on: '2026-11-20' }).where('company_id', '=', buyer.companyId).execute()
    const refused = await submit(shop, buyer, address, ids, sheet.data)
    expect(refused.status).toBe(403)
    expect(refused.message).toContain('已于 2026-11-20 到期')
    await db.updateTable('qualification').set({ expires_on: '2026-11-21' }).where('company_id', '=', buyer.companyId).execute()
    expect((await submit(shop, buyer, address, ids, sheet.data)).status).toBe(200)
  })

  it('别家的地址、别家的购物车行都不能用来下单', async () => {
    const other = await makeCompany(db)
    const theirs = await makeAddress(db, other.companyId)
    const goods = await makeGoods(db)
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
    const sheet = await openSheet(shop, buyer, ids)
    expect((await submit(shop, buyer, theirs, ids, sheet.data)).status).toBe(422)
    expect((await openSheet(shop, other, ids)).status).toBe(404)
    expect((await submit(shop, other, theirs, ids, sheet.data)).status).toBe(404)
  })

  it('每日限购跨订单累计，零点后重新计算；取消的不算', async () => {
    const goods = await makeGoods(db, { stock: 100, purchase_limit: 5 })
    const [first] = await buy(shop, buyer, address, [{ goods_id: goods, number: 4 }])
    const added = await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list: [{ goods_id: goods, number: 4 }] } })
    expect(added.data.lines[0]).toMatchObject({ number: 1, corrections: [{ reason: 'LIMIT' }] })
    await shop.ask('POST', `/api/order/${first?.id}/cancel`, { cookie: buyer.cookie, body: {} })
    const more = await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list: [{ goods_id: goods, number: 3 }] } })
    expect(more.data.lines[0]).toMatchObject({ number: 4, corrections: [] })
  })

  it('两笔同时提交也不能一起越过每日限购', async () => {
    const goods = await makeGoods(db, { stock: 100, purchase_limit: 5 })
    const daily = await makeOffer(db, goods, { kind: 'whole_case', price: '9.00' })
    const ids = await fillCart(shop, buyer, [
      { goods_id: goods, number: 4 },
      { goods_id: goods, number: 4, goods_price_id: daily },
    ])
    const sheets = await Promise.all(ids.map((id) => openSheet(shop, buyer, [id])))
    const answers = await Promise.all(sheets.map((sheet, index) => submit(shop, buyer, address, ids.slice(index, index + 1), sheet.data)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  it('秒杀名额在订单里占用，取消时退回；含秒杀的订单 30 分钟内支付', async () => {
    const session = await makeFlashSession(db, new Date('2026-11-21T01:00:00Z'), new Date('2026-11-21T05:00:00Z'))
    const goods = await makeGoods(db, { stock: 100, price: '10.00' })
    const offer = await makeOffer(db, goods, {
      kind: 'flash',
      price: '6.00',
      flash_session_id: session,
      quota: 5,
      starts_at: new Date('2026-11-21T01:00:00Z'),
      ends_at: new Date('2026-11-21T05:00:00Z'),
    })
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 5, goods_price_id: offer }])
    const row = await orderRow(order?.id ?? 0)
    expect(row.pay_before).toEqual(new Date(NOW.getTime() + 30 * 60_000))
    expect(row.goods_amount).toBe(fenOf('30.00'))
    const taken = () => db.selectFrom('goods_offer').select('taken').where('id', '=', offer).executeTakeFirst()
    expect(await taken()).toEqual({ taken: 5 })
    const other = await makeCompany(db)
    const dear = await shop.ask('POST', '/api/cart', {
      cookie: other.cookie,
      body: { list: [{ goods_id: goods, number: 1, goods_price_id: offer }] },
    })
    expect(dear.status).toBe(200)
    const cart = await shop.ask('GET', '/api/cart/list', { cookie: other.cookie })
    expect(cart.data.list[0]).toMatchObject({ price: '10.00', type: 0 })
    await shop.ask('POST', `/api/order/${order?.id}/cancel`, { cookie: buyer.cookie, body: {} })
    expect(await taken()).toEqual({ taken: 0 })
  })

  it('近效期特价只出自己的批号，普通行从不动它', async () => {
    const goods = await makeGoods(db, { stock: 0, price: '10.00' })
    const [near, far] = await makeStock(db, goods, [
      { available: 3, expiry: '2027-01-31', batchNo: 'NEAR' },
      { available: 5, expiry: '2028-01-31', batchNo: 'FAR' },
    ])
    const offer = await makeOffer(db, goods, { kind: 'near_expiry', price: '5.00', stock_batch_id: near ?? 0 })
    await buy(shop, buyer, address, [
      { goods_id: goods, number: 2, goods_price_id: offer },
      { goods_id: goods, number: 5 },
    ])
    const batches = await db
      .selectFrom('stock_batch')
      .select(['id', 'available', 'reserved'])
      .where('goods_id', '=', goods)
      .orderBy('id')
      .execute()
    expect(batches).toEqual([
      { id: near, available: 1, reserved: 2 },
      { id: far, available: 0, reserved: 5 },
    ])
    expect((await stockOf(db, goods)).shown).toBe(0)
  })
})
