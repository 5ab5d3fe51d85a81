import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { applyFor, bring, type FormLine, formLines, makePhoto, throughToRefund } from '../../../../test/after-sales.ts'
import { balanceOf, expectLedgerTrue, fillCart, makeAddress, openSheet, submit, type WishedLine } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeBundle, makePromotion } from '../../../../test/promotions.ts'
import { changeRow, keepSetting } from '../../../../test/rows.ts'
import { giftOfTwo } from '../../../../test/two-warehouses.ts'
import { embeddedInvoices } from '../../../providers/invoice/embedded-store.ts'
import { workRequest } from '../../papers/invoices/work-store.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db)
await keepSetting(db, 'shipping', { free_from: '100.00', fee: '12.00' })
afterAll(() => expectLedgerTrue(db))
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '9000.00' })
  address = await makeAddress(db, buyer.companyId)
})

/** Bought, exchange goods after the others, paid from the balance and received; the orders' lines. */
async function received(list: readonly WishedLine[], then: readonly WishedLine[] = []) {
  const ids = await fillCart(shop, buyer, list)
  if (then.length > 0) ids.push(...(await fillCart(shop, buyer, then)))
  const asked = { balance: '9000.00' }
  const sheet = await openSheet(shop, buyer, ids, asked)
  expect(sheet.status, sheet.text).toBe(200)
  const placed = await submit(shop, buyer, address, ids, sheet.data, asked)
  expect(placed.status, placed.text).toBe(200)
  const orders: { id: number; status: string; lines: FormLine[] }[] = placed.data.orders
  for (const order of orders) {
    expect(order.status).toBe('paid')
    await bring(shop, staff, order.id, 'receive')
    order.lines = await formLines(shop, buyer.cookie, order.id)
  }
  const paid = 900_000 - (await spendable())
  return { orders, first: orders[0] ?? { id: 0, status: '', lines: [] }, paid }
}

const spendable = () => balanceOf(db, buyer.companyId)

const lineOf = (lines: readonly FormLine[], tag: string) => lines.find((line) => line.tag === tag)?.id ?? 0
const main = (lines: readonly FormLine[]) => lines.find((line) => line.tag !== '赠' && line.tag !== '换购')?.id ?? 0
type Part = { id: number; number: number }
const quote = (orderId: number, lines: Part[], reason = 'other') =>
  shop.ask('POST', '/api/after_sale/quote', { cookie: buyer.cookie, body: { order_id: orderId, kind: 'return', reason, lines } })

/** Applied for, sent back, inspected; what was refunded, in fen. */
async function bringBack(
  orderId: number,
  lines: Part[],
  wish: { reason?: string; accepted?: Record<number, number> } = {},
): Promise<number> {
  const before = await spendable()
  const file_ids = wish.reason ? [await makePhoto(db, buyer.companyId)] : []
  const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines, file_ids, ...(wish.reason && { reason: wish.reason }) })
  expect(applied.status, applied.text).toBe(200)
  const info = await shop.ask('GET', `/api/after_sale/info/${applied.data.id}`, { cookie: buyer.cookie })
  const said = (info.data.lines as { id: number; number: number }[]).map((line, index) => ({
    id: line.id,
    accepted: wish.accepted?.[lines[index]?.id ?? 0] ?? line.number,
  }))
  const done = await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id, { lines: said, note: '少收' })
  expect(done.status, done.text).toBe(200)
  const refunded = (await spendable()) - before
  const told = await shop.ask('GET', `/api/after_sale/info/${applied.data.id}`, { cookie: buyer.cookie })
  expect(Math.round(Number(told.data.amount) * 100), told.text).toBe(refunded)
  const rows = (told.data.rows as { amount: string }[]).reduce((sum, row) => sum + Math.round(Number(row.amount) * 100), 0)
  expect(rows).toBe(refunded)
  return refunded
}

/** Goods at ¥7, from ¥500 on a gift that costs ¥20 otherwise; free shipping from ¥100. */
async function withGift(number = 100) {
  const goods = await makeGoods(db, { price: '7.00', stock: 1_000 })
  const gift = await makeGoods(db, { name: '赠送的口罩', price: '20.00', drug_class: 'otc_b' })
  await makePromotion(db, 'gift', { scope: { goods: [goods] }, tiers: [{ from: '500.00', gifts: [{ goods: gift, number: 2 }] }] })
  const { first, paid } = await received([{ goods_id: goods, number }])
  const ids = { bought: main(first.lines), given: lineOf(first.lines, '赠') }
  expect(ids.given).toBeGreaterThan(0)
  return { order: first.id, paid, ...ids }
}

describe('组合拆开退', () => {
  /** Two bundles: goods at ¥200 for ¥199.99, and goods at ¥100 for a fen. */
  async function withBundle() {
    const dear = await makeGoods(db, { name: '贵的药', price: '200.00', stock: 50 })
    const lure = await makeGoods(db, { name: '引人的药', price: '100.00', stock: 50 })
    const bundle = await makeBundle(db, {
      name: '双药组合',
      warehouseId: 1,
      items: [
        { goods: dear, price: '199.99' },
        { goods: lure, price: '0.01' },
      ],
    })
    const { first, paid } = await received([{ goods_id: dear, number: 2, type: 3, goods_price_id: bundle }])
    const at = (name: string) => first.lines.find((line) => line.name === name)?.id ?? 0
    return { order: first.id, paid, dear: at('贵的药'), lure: at('引人的药') }
  }

  it('只退贵的：留下的一分钱商品按单独购买的价格补差，报价里写明；后来也退了，补的差价退还', async () => {
    const { order, paid, dear, lure } = await withBundle()
    expect(paid).toBe(40_000)
    const said = (await quote(order, [{ id: dear, number: 2 }])).data
    expect(said.rows).toContainEqual({
      key: 'bundle',
      label: '补足组合差价',
      note: '组合“双药组合”不再完整，留下的按单独购买的价格计：引人的药 2 盒',
      amount: '-199.98',
    })
    expect(await bringBack(order, [{ id: dear, number: 2 }])).toBe(39_998 - 19_998 - 1_200)
    expect(await bringBack(order, [{ id: lure, number: 2 }])).toBe(2 + 19_998)
  })

  it('退一套的贵的只补一套；成套退回不补；质量问题退贵的不补；只退便宜的，退的钱不够补就要一起退', async () => {
    const one = await withBundle()
    expect(await bringBack(one.order, [{ id: one.dear, number: 1 }])).toBe(19_999 - 9_999)
    const whole = await withBundle()
    expect(
      await bringBack(whole.order, [
        { id: whole.dear, number: 1 },
        { id: whole.lure, number: 1 },
      ]),
    ).toBe(20_000)
    const bad = await withBundle()
    expect(await bringBack(bad.order, [{ id: bad.dear, number: 2 }], { reason: 'quality' })).toBe(39_998)
    // A fen was given for each of the others, and as much comes back for what is left.
    const cheap = await withBundle()
    expect(await bringBack(cheap.order, [{ id: cheap.lure, number: 2 }])).toBe(0)
  })
})

describe('赠品随赚得它的商品退回', () => {
  it('退 99 盒留 1 盒，赠品不退则按原价扣下，提交前看得到金额和原因', async () => {
    const { order, bought, paid } = await withGift()
    expect(paid).toBe(70_000)
    const shown = await quote(order, [{ id: bought, number: 99 }])
    expect(shown.data.amount).toBe('641.00')
    expect(shown.data.rows).toContainEqual(expect.objectContaining({ key: 'gift', amount: '-40.00' }))
    expect(shown.data.rows.map(({ note }: { note: string }) => note).join()).toContain('赠送的口罩')
    // ¥693 of goods, less ¥40 of gifts and ¥12 of shipping that ¥7 of goods would have cost.
    expect(await bringBack(order, [{ id: bought, number: 99 }])).toBe(64_100)
  })

  it('赠品一同寄回，不扣；后来才寄回的，扣下的还给买家', async () => {
    const one = await withGift()
    const both = [
      { id: one.bought, number: 50 },
      { id: one.given, number: 2 },
    ]
    expect(await bringBack(one.order, both)).toBe(35_000)
    const other = await withGift()
    expect(await bringBack(other.order, [{ id: other.bought, number: 50 }])).toBe(31_000)
    expect(await bringBack(other.order, [{ id: other.given, number: 1 }])).toBe(2_000)
    expect(await bringBack(other.order, [{ id: other.given, number: 1 }])).toBe(2_000)
  })

  it('还够档的不扣；质量、破损、错发不算买家退的', async () => {
    const { order, bought } = await withGift()
    expect(await bringBack(order, [{ id: bought, number: 28 }])).toBe(19_600)
    expect(await bringBack(order, [{ id: bought, number: 40 }], { reason: 'damaged' })).toBe(28_000)
    expect(await bringBack(order, [{ id: bought, number: 20 }])).toBe(14_000 - 4_000)
  })

  it('退款不够抵赠品的，须一并退回赠品；验收时没见到赠品的，扣到退款为止，余下的下次再扣', async () => {
    const { order, bought, given } = await withGift(72)
    const few = await quote(order, [{ id: bought, number: 1 }])
    expect(few.status).toBe(422)
    expect(few.message).toContain('赠送的口罩')
    const lines = [
      { id: bought, number: 1 },
      { id: given, number: 2 },
    ]
    expect(await bringBack(order, lines, { accepted: { [given]: 0 } })).toBe(0)
    expect(await bringBack(order, [{ id: bought, number: 10 }])).toBe(7_000 - 3_300)
  })

  it('买 10 赠 1：退几份扣几份', async () => {
    const goods = await makeGoods(db, { price: '7.00', stock: 1_000 })
    const gift = await makeGoods(db, { name: '每十送一', price: '3.00', drug_class: 'otc_b' })
    await makePromotion(db, 'gift', {
      scope: { goods: [goods] },
      tiers: [{ measure: 'number', from: 10, repeat: true, gifts: [{ goods: gift }] }],
    })
    const { first } = await received([{ goods_id: goods, number: 50 }])
    const bought = main(first.lines)
    expect(await bringBack(first.id, [{ id: bought, number: 1 }])).toBe(700 - 300)
    expect(await bringBack(first.id, [{ id: bought, number: 9 }])).toBe(6_300)
    expect(await bringBack(first.id, [{ id: bought, number: 10 }])).toBe(7_000 - 300)
  })

  it('两次申请同时验收，赠品只扣一次', async () => {
    const { order, bought } = await withGift()
    const before = await spendable()
    const made = await Promise.all([1, 2].map(() => applyFor(shop, buyer.cookie, { order_id: order, lines: [{ id: bought, number: 40 }] })))
    for (const one of made) {
      await shop.ask('POST', `/api/staff/after_sale/${one.data.id}/approve`, {
        cookie: staff,
        body: { receiver: '退货组', phone: '0851-00000000', address: '贵阳市示例路 1 号' },
      })
      await shop.ask('POST', `/api/after_sale/${one.data.id}/send`, { cookie: buyer.cookie, body: { carrier: '示例', waybill: '1' } })
    }
    await Promise.all(made.map((one) => shop.ask('POST', `/api/staff/after_sale/${one.data.id}/refund`, { cookie: staff, body: {} })))
    expect((await spendable()) - before).toBe(56_000 - 4_000)
  })
})

describe('没有单独定价的赠品', () => {
  async function withUnpriced() {
    const made = await withGift()
    const { id, given } = await db
      .selectFrom('order_benefit')
      .innerJoin('orders', 'orders.checkout_id', 'order_benefit.checkout_id')
      .where('orders.id', '=', made.order)
      .where('order_benefit.kind', '=', 'gift')
      .select(['order_benefit.id', 'order_benefit.given'])
      .executeTakeFirstOrThrow()
    const parts = (given as { worth: number | null }[]).map((part) => ({ ...part, worth: null }))
    await changeRow(db, 'order_benefit', id, { given: JSON.stringify(parts) })
    return made
  }
  const staffAsk = (id: number, what: string, body: object = {}) =>
    shop.ask('POST', `/api/staff/after_sale/${id}/${what}`, { cookie: staff, body })

  it('先申请退赠品、再申请退商品、然后撤回赠品那张：商品不退款，赠品验收后才退；不能留着赠品拿回全款', async () => {
    const { order, bought, given } = await withUnpriced()
    expect((await quote(order, [{ id: bought, number: 50 }])).status).toBe(422)
    const gift = await applyFor(shop, buyer.cookie, { order_id: order, lines: [{ id: given, number: 2 }] })
    expect(gift.status, gift.text).toBe(200)
    const goods = await applyFor(shop, buyer.cookie, { order_id: order, lines: [{ id: bought, number: 50 }] })
    expect(goods.status, goods.text).toBe(200)
    expect((await shop.ask('POST', `/api/after_sale/${gift.data.id}/cancel`, { cookie: buyer.cookie, body: {} })).status).toBe(200)
    const before = await spendable()
    const refused = await throughToRefund(shop, { cookie: buyer.cookie, staff }, goods.data.id)
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('赠送的口罩 2 盒没有单独定价')])
    expect(await spendable()).toBe(before)
    expect(await bringBack(order, [{ id: given, number: 2 }])).toBe(0)
    expect((await staffAsk(goods.data.id, 'refund')).status).toBe(200)
    expect((await spendable()) - before).toBe(35_000)
  })

  it('寄回的包裹里没有赠品：按差几件拒绝，少验收商品、仍够条件的可以退', async () => {
    const { order, bought, given } = await withUnpriced()
    const lines = [
      { id: bought, number: 50 },
      { id: given, number: 2 },
    ]
    const applied = await applyFor(shop, buyer.cookie, { order_id: order, lines })
    const info = await shop.ask('GET', `/api/after_sale/info/${applied.data.id}`, { cookie: buyer.cookie })
    const said = (goods: number, gifts: number) => ({
      lines: (info.data.lines as { id: number }[]).map(({ id }, at) => ({ id, accepted: at === 0 ? goods : gifts })),
      note: '少收',
    })
    expect((await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id, said(50, 0))).status).toBe(409)
    expect((await staffAsk(applied.data.id, 'refund', said(20, 0))).status).toBe(200)
  })
})

/** What the invoices of an order come to; only theirs are drawn. */
async function invoiced(orderId: number): Promise<number> {
  const waiting = await db
    .selectFrom('invoice_request')
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .select('id')
    .orderBy('id')
    .execute()
  for (const { id } of waiting) await workRequest({ database: shop.database, provider: embeddedInvoices(db) }, id, NOW)
  const rows = await db.selectFrom('invoice').where('order_id', '=', orderId).select(['net', 'tax']).execute()
  return rows.reduce((sum, row) => sum + Number(row.net) + Number(row.tax), 0)
}

describe('钱与票一致', () => {
  it('留下赠品被扣的钱不冲红；赠品寄回、余货退完，每一步发票净额都等于实收，最后为零', async () => {
    const { order, bought, given, paid } = await withGift()
    let got = paid
    expect(await invoiced(order)).toBe(got)
    for (const [id, number] of [
      [bought, 99],
      [given, 1],
      [bought, 1],
      [given, 1],
    ] as const) {
      got -= await bringBack(order, [{ id, number }])
      expect(await invoiced(order)).toBe(got)
    }
    // What shipping would have cost stays with the shop.
    expect(got).toBe(1_200)
  })

  it('换购补差扣下、换购商品退回：发票净额等于实收', async () => {
    const goods = await makeGoods(db, { price: '11.40', stock: 1_000 })
    const powder = await makeGoods(db, { name: '换购的蛋白粉', price: '78.00' })
    const offer = await makePromotion(db, 'exchange', {
      scope: { goods: [goods] },
      tiers: [{ from: '500.00', exchanges: [{ goods: powder, price: '49.00' }] }],
    })
    const exchange = { goods_id: powder, number: 1, type: 4, goods_price_id: offer.exchanges[0] ?? 0 }
    const { first, paid } = await received([{ goods_id: goods, number: 100 }], [exchange])
    let got = paid
    for (const line of [main(first.lines), lineOf(first.lines, '换购')]) {
      const { number = 0 } = first.lines.find(({ id }) => id === line) ?? {}
      got -= await bringBack(first.id, [{ id: line, number }])
      expect(await invoiced(first.id)).toBe(got)
    }
  })
})

describe('换购与包邮', () => {
  async function withExchange() {
    const goods = await makeGoods(db, { price: '11.40', stock: 1_000 })
    const powder = await makeGoods(db, { name: '换购的蛋白粉', price: '78.00' })
    const offer = await makePromotion(db, 'exchange', {
      scope: { goods: [goods] },
      tiers: [{ from: '500.00', exchanges: [{ goods: powder, price: '49.00' }] }],
    })
    const exchange = { goods_id: powder, number: 1, type: 4, goods_price_id: offer.exchanges[0] ?? 0 }
    const { first, paid } = await received([{ goods_id: goods, number: 100 }], [exchange])
    return { order: first.id, paid, bought: main(first.lines), taken: lineOf(first.lines, '换购') }
  }

  it('退回换购的主商品、留下换购商品：补足原价，包邮没了扣运费', async () => {
    const { order, bought, taken, paid } = await withExchange()
    expect(paid).toBe(114_000 + 4_900)
    const shown = await quote(order, [{ id: bought, number: 100 }])
    expect(shown.data.rows).toContainEqual(expect.objectContaining({ key: 'exchange', amount: '-29.00' }))
    expect(await bringBack(order, [{ id: bought, number: 100 }])).toBe(114_000 - 2_900 - 1_200)
    expect(await bringBack(order, [{ id: taken, number: 1 }])).toBe(4_900 + 2_900)
  })

  it('换购商品一同退回，不补差', async () => {
    const { order, bought, taken } = await withExchange()
    const lines = [
      { id: bought, number: 100 },
      { id: taken, number: 1 },
    ]
    expect(await bringBack(order, lines)).toBe(114_000 + 4_900 - 1_200)
  })

  it('包邮：退到起送额以下扣运费一次，退得再多也只一次', async () => {
    const goods = await makeGoods(db, { price: '10.00', stock: 1_000 })
    const { first } = await received([{ goods_id: goods, number: 100 }])
    const id = main(first.lines)
    expect(await bringBack(first.id, [{ id, number: 10 }])).toBe(10_000 - 0)
    expect(await bringBack(first.id, [{ id, number: 89 }])).toBe(89_000 - 1_200)
    expect(await bringBack(first.id, [{ id, number: 1 }])).toBe(1_000)
  })

  it('带赠品的那仓订单发货前取消了：赠品没有收到，退另一仓的商品不扣赠品', async () => {
    const far = await makeWarehouse(db, { code: 'CK3', name: '测试三仓' })
    const { own, other } = await giftOfTwo(shop, buyer, address, far, { balance: '9000.00' })
    await shop.ask('POST', `/api/staff/order/${own}/cancel`, { cookie: staff, body: { reason: '缺货' } })
    await bring(shop, staff, other, 'receive')
    const lines = await formLines(shop, buyer.cookie, other)
    expect(await bringBack(other, [{ id: main(lines), number: 20 }])).toBe(12_000)
  })

  it('先退另一仓的商品，再取消还没发的带赠品订单：没收到的赠品一分不扣', async () => {
    const far = await makeWarehouse(db, { code: 'CK4', name: '测试四仓' })
    const { own, other } = await giftOfTwo(shop, buyer, address, far, { balance: '9000.00' })
    await bring(shop, staff, other, 'receive')
    const lines = await formLines(shop, buyer.cookie, other)
    expect(await bringBack(other, [{ id: main(lines), number: 20 }])).toBe(12_000)
    const held = await shop.ask('POST', `/api/staff/order/${own}/pick`, { cookie: staff, body: {} })
    expect([held.status, held.message]).toEqual([409, expect.stringContaining('不再满足')])
    const cancelled = await shop.ask('POST', `/api/order/${own}/cancel`, { cookie: buyer.cookie, body: { reason: '不要了' } })
    expect(cancelled.status, cancelled.text).toBe(200)
    // What is paid in the end is what is kept: 20 boxes at ¥6.
    expect(900_000 - (await spendable())).toBe(12_000)
  })

  it('一次结算分两仓发货：在另一仓退回主商品，也要还赠品；赠品退回后原路还回所扣', async () => {
    const far = await makeWarehouse(db, { code: 'CK2', name: '测试二仓' })
    const here = await makeGoods(db, { price: '8.00', stock: 1_000 })
    const there = await makeGoods(db, { price: '6.00', stock: 0 })
    await makeStock(db, there, [{ available: 1_000 }], far)
    const gift = await makeGoods(db, { name: '两仓的赠品', price: '20.00', drug_class: 'otc_b' })
    await makeStock(db, gift, [{ available: 10 }], far)
    await makePromotion(db, 'gift', { scope: { goods: [here, there] }, tiers: [{ from: '500.00', gifts: [{ goods: gift }] }] })
    const { orders } = await received([
      { goods_id: here, number: 40 },
      { goods_id: there, number: 40 },
    ])
    expect(orders).toHaveLength(2)
    const other = orders.find((order) => !order.lines.some((line) => line.tag === '赠'))
    const own = orders.find((order) => order.lines.some((line) => line.tag === '赠'))
    if (!other || !own) throw new Error('no gift')
    expect(await bringBack(other.id, [{ id: main(other.lines), number: 39 }])).toBe(23_400 - 2_000 - 1_200)
    expect(await bringBack(own.id, [{ id: lineOf(own.lines, '赠'), number: 1 }])).toBe(2_000)
    expect([await invoiced(other.id), await invoiced(own.id)]).toEqual([600 + 1_200, 32_000])
  })
})

it('任意份额、任意次序退货：退款加留下商品、未退赠品与换购差额、运费，恰好等于实付', async () => {
  const goods = await makeGoods(db, { price: '7.33', stock: 10_000 })
  const gift = await makeGoods(db, { name: '随机的赠品', price: '3.10', drug_class: 'otc_b', stock: 10_000 })
  const extra = await makeGoods(db, { name: '随机的换购', price: '9.90', stock: 10_000 })
  await makePromotion(db, 'gift', {
    scope: { goods: [goods] },
    tiers: [{ measure: 'number', from: 4, repeat: true, gifts: [{ goods: gift }] }],
  })
  const offer = await makePromotion(db, 'exchange', {
    scope: { goods: [goods] },
    tiers: [{ from: '60.00', exchanges: [{ goods: extra, price: '5.00', limit: 3 }] }],
  })
  await makePromotion(db, 'full_reduction', { scope: { goods: [goods] }, tiers: [{ from: '50.00', amount: '9.97' }] })
  const exchange = { goods_id: extra, number: 2, type: 4, goods_price_id: offer.exchanges[0] ?? 0 }
  const steps = fc.array(
    fc.record({
      main: fc.nat({ max: 8 }),
      gift: fc.nat({ max: 2 }),
      taken: fc.nat({ max: 1 }),
      reason: fc.constantFrom('', '', 'damaged'),
    }),
    { minLength: 1, maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      buyer = await makeCompany(db, { balance: '9000.00' })
      address = await makeAddress(db, buyer.companyId)
      const { first, paid } = await received([{ goods_id: goods, number: 16 }], [exchange])
      let refunded = 0
      for (const step of list) {
        const left = await formLines(shop, buyer.cookie, first.id)
        const wish = left.flatMap((line) => {
          const asked = line.tag === '赠' ? step.gift : line.tag === '换购' ? step.taken : step.main
          const number = Math.min(asked, line.left)
          return number > 0 ? [{ id: line.id, number }] : []
        })
        if (wish.length === 0 || (!step.reason && (await quote(first.id, wish)).status !== 200)) continue
        const back = await bringBack(first.id, wish, step.reason ? { reason: step.reason } : {})
        expect(back).toBeGreaterThanOrEqual(0)
        refunded += back
      }
      const { rows } = await sql<{ net: number; kept: number }>`
        select (select sum(goods_amount - reduction_amount - returned_goods + shipping_amount - refunded_shipping)
                  from orders where id = ${first.id})::bigint as net,
               coalesce((select sum(amount) from benefit_kept where order_id = ${first.id}), 0)::bigint as kept`.execute(db)
      expect(refunded + (rows[0]?.net ?? 0) + (rows[0]?.kept ?? 0)).toBe(paid)
      expect(refunded).toBeLessThanOrEqual(paid)
    }),
    { numRuns: 12 },
  )
})
