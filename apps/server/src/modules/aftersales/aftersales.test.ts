import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceAdjusted, pointsSpent } from '#domain/ledger.ts'
import { fen } from '#domain/money.ts'
import {
  applyFor,
  bring,
  formLines,
  grantVoucher,
  makePhoto,
  payAtGateway,
  refundedBySource,
  throughToRefund,
} from '../../../test/after-sales.ts'
import { balanceOf, buy, expectLedgerTrue, makeAddress, stockOf } from '../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff } from '../../../test/fixtures.ts'
import { openShop, type Shop } from '../../../test/harness.ts'
import { makePromotion, makeTemplate } from '../../../test/promotions.ts'
import type { Database } from '../../platform/database.ts'
import { jobs } from '../../platform/jobs.ts'
import { collectTasks } from '../modules.ts'
import { confirmBankTransfer } from '../payments/public.ts'
import { paymentDeps } from '../payments/routes.ts'
import { post } from '../wallet/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const DAY_MS = 86_400_000
let shop: Shop
let db: Database
let buyer: Buyer
let other: Buyer
let address: number
let staff: string

beforeAll(async () => {
  shop = await openShop({ now: NOW })
  db = shop.database.db
  other = await makeCompany(db)
  staff = await makeStaff(db)
})
afterAll(async () => {
  await expectLedgerTrue(db)
  await shop.close()
})
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '5000.00' })
  address = await makeAddress(db, buyer.companyId)
})

const staffAsk = (id: number, what: string, body: object = {}) =>
  shop.ask('POST', `/api/staff/after_sale/${id}/${what}`, { cookie: staff, body })
const info = async (id: number) => (await shop.ask('GET', `/api/after_sale/info/${id}`, { cookie: buyer.cookie })).data
const purse = async (kind: 'balance' | 'voucher' | 'points') =>
  (
    await db
      .selectFrom('ledger_account')
      .select('balance')
      .where('company_id', '=', buyer.companyId)
      .where('kind', '=', kind)
      .executeTakeFirst()
  )?.balance ?? 0

/** An order of one goods, paid from the balance and received. */
async function received(number = 5, price = '10.00', to: 'ship' | 'receive' | 'complete' = 'receive') {
  const goods = await makeGoods(db, { price })
  const total = (number * Number(price) + 12).toFixed(2)
  const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number }], total)
  if (order?.status !== 'paid') throw new Error('not paid')
  await bring(shop, staff, order.id, to)
  const [line] = await formLines(shop, buyer.cookie, order.id)
  if (!line) throw new Error('no line')
  return { goods, orderId: order.id, line: line.id }
}

describe('退款算得准，回到付款的地方', () => {
  /*
   * By hand, in fen:
   *            A 5 × 19.90    B 3 × 33.30    together
   *   goods         9950           9990         19940
   *   满100减10     -499           -501         -1000   1000 × 9950/19940 = 498.997, 1000 × 9990/19940 = 501.003: the fen over goes to A
   *   coupon 15     -748           -752         -1500   1500 × 9451/18940 = 748.495, 1500 × 9489/18940 = 751.504: the fen over goes to B
   *   net           8703           8737         17440
   *   shipping                                   1200   together 18640 = voucher 6000 + balance 10000 + gateway 2640
   *
   *   2 of 5 of A: ⌊8703 × 2/5⌋ = 3481 → gateway 2640, balance  841
   *   3 of A:      8703 − 3481  = 5222 →               balance 5222
   *   3 of B:      8737 (+ no shipping: reason 其他)  →  balance 10000 − 841 − 5222 = 3937, voucher 4800
   */
  async function discounted() {
    const [a, b] = [await makeGoods(db, { price: '19.90' }), await makeGoods(db, { price: '33.30' })]
    const scope = { goods: [a, b] }
    await makePromotion(db, 'full_reduction', { scope })
    const template = await makeTemplate(db, { amount: '15.00', scope })
    const taken = await shop.ask('POST', '/api/coupon/take', { cookie: buyer.cookie, body: { id: template } })
    expect(taken.status, taken.text).toBe(200)
    await grantVoucher(db, buyer.companyId, '60.00', NOW)
    const [order] = await buy(
      shop,
      buyer,
      address,
      [
        { goods_id: a, number: 5 },
        { goods_id: b, number: 3 },
      ],
      { balance: '100.00', voucher: '60.00', coupons: [taken.data.coupon_id] },
    )
    if (!order) throw new Error('nothing placed')
    expect(order.payable).toBe('26.40')
    await payAtGateway(shop, buyer.cookie, order.id)
    await bring(shop, staff, order.id, 'receive')
    const lines = await formLines(shop, buyer.cookie, order.id)
    const idOf = (number: number) => lines.find((line) => line.number === number)?.id ?? 0
    return { orderId: order.id, a: idOf(5), b: idOf(3), goodsA: a }
  }

  it('满减、用券、余额和现金券混合付款的订单，退 5 盒中的 2 盒：每个来源分毫不差；全部退完恰好等于实付', async () => {
    const { orderId, a, b, goodsA } = await discounted()
    const before = { balance: await purse('balance'), stock: await stockOf(db, goodsA) }
    const quote = await shop.ask('POST', '/api/after_sale/quote', {
      cookie: buyer.cookie,
      body: { order_id: orderId, kind: 'return', reason: 'other', lines: [{ id: a, number: 2 }] },
    })
    expect(quote.data.amount).toBe('34.81')
    const first = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: a, number: 2 }] })
    expect((await throughToRefund(shop, { cookie: buyer.cookie, staff }, first.data.id)).data).toEqual({
      status: 'refunding',
      status_name: '退款中',
    })
    expect(await refundedBySource(db, orderId)).toEqual({ gateway: 2640, balance: 841 })
    expect((await purse('balance')) - before.balance).toBe(841)
    expect((await stockOf(db, goodsA)).shown).toBe(before.stock.shown + 2)
    expect(await shop.jobs.runDue()).toContain('after_sales.refund')
    const detail = await info(first.data.id)
    expect(detail).toMatchObject({ status: 'refunded', amount: '34.81', is_final: true })
    expect(detail.refunds).toMatchObject([
      { channel_name: '在线支付', amount: '26.40', status_name: '已到账' },
      { channel_name: '账户余额', amount: '8.41', status_name: '已到账' },
    ])

    const second = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: a, number: 3 }] })
    expect((await throughToRefund(shop, { cookie: buyer.cookie, staff }, second.data.id)).data.status).toBe('refunded')
    expect(await refundedBySource(db, orderId)).toEqual({ gateway: 2640, balance: 841 + 5222 })
    const third = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: b, number: 3 }] })
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, third.data.id)
    expect(await refundedBySource(db, orderId)).toEqual({ gateway: 2640, balance: 10_000, voucher: 4800 })
    expect(await purse('voucher')).toBe(4800)
  })

  it('整单因我方原因退回时，运费随最后一批商品退回', async () => {
    const { orderId, a, b } = await discounted()
    const photo = async () => [await makePhoto(db, buyer.companyId)]
    for (const [lines, sum] of [
      [[{ id: a, number: 5 }], { gateway: 2640, balance: 6063 }],
      [[{ id: b, number: 3 }], { gateway: 2640, balance: 10_000, voucher: 6000 }],
    ] as const) {
      const applied = await applyFor(shop, buyer.cookie, {
        order_id: orderId,
        lines: [...lines],
        reason: 'damaged',
        file_ids: await photo(),
      })
      expect(applied.status, applied.text).toBe(200)
      await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id)
      expect(await refundedBySource(db, orderId)).toEqual(sum)
    }
  })

  it('网关一时失败，任务重试后到账一次；重复执行不多退', async () => {
    const { orderId, a } = await discounted()
    const { no } = await db.selectFrom('payment').select('no').where('order_id', '=', orderId).executeTakeFirstOrThrow()
    const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: a, number: 1 }] })
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id)
    const gateway = (status: string) => db.updateTable('gateway_simulator').set({ status }).where('payment_no', '=', no).execute()
    await gateway('open')
    await expect(shop.jobs.runDue()).rejects.toThrow('the gateway does not refund')
    expect((await info(applied.data.id)).status).toBe('refunding')
    await gateway('paid')
    const { no: refundNo } = await db.selectFrom('refund').select('no').where('order_id', '=', orderId).executeTakeFirstOrThrow()
    for (let round = 0; round < 2; round++) {
      await jobs.enqueue(db, 'after_sales.refund', { refund_no: refundNo }, { runAt: NOW })
      await shop.jobs.runDue()
    }
    expect((await info(applied.data.id)).status).toBe('refunded')
    const sent = await db.selectFrom('gateway_simulator_refund').select('amount').where('payment_no', '=', no).execute()
    expect(sent).toEqual([{ amount: 1740 }])
  })

  it('对公转账的退款等财务确认汇出，确认两次只记一次', async () => {
    await db
      .insertInto('setting')
      .values({ key: 'bank_account', value: JSON.stringify({ name: '示例医药', bank: '示例银行', number: '0000' }) })
      .onConflict((on) => on.doNothing())
      .execute()
    const goods = await makeGoods(db, { price: '100.00' })
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 2 }])
    if (!order) throw new Error('nothing placed')
    const clerk = await db.selectFrom('account').select(['id', 'name']).where('is_staff', '=', true).executeTakeFirstOrThrow()
    await confirmBankTransfer(
      paymentDeps({ config: shop.config, database: shop.database, jobs }),
      order.id,
      { accountId: clerk.id, name: clerk.name },
      NOW,
    )
    await bring(shop, staff, order.id, 'receive')
    const [line] = await formLines(shop, buyer.cookie, order.id)
    const applied = await applyFor(shop, buyer.cookie, { order_id: order.id, lines: [{ id: line?.id ?? 0, number: 1 }] })
    expect((await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id)).data.status).toBe('refunding')
    const [refund] = (await info(applied.data.id)).refunds
    expect(refund).toMatchObject({ channel: 'bank', amount: '100.00', status_name: '待财务汇出' })
    for (let round = 0; round < 2; round++)
      expect((await shop.ask('POST', `/api/staff/refund/${refund.no}/sent`, { cookie: staff })).data).toEqual({ status: 'done' })
    expect((await info(applied.data.id)).status).toBe('refunded')
    const audit = await db.selectFrom('audit_log').select('action').where('subject', '=', `after_sale:${applied.data.id}`).execute()
    expect(audit.map((row) => row.action)).toEqual(['after_sale.approve', 'after_sale.refund', 'refund.sent'])
  })
})

describe('返现与积分', () => {
  it('完成前退货：完成时只得剩下的一半；完成后退货：按比例收回', async () => {
    const { orderId, line } = await received(4, '100.00')
    await db.updateTable('orders').set({ cashback_amount: 4001, points: 401 }).where('id', '=', orderId).execute()
    const half = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 2 }] })
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, half.data.id)
    const before = await purse('balance')
    await shop.ask('POST', `/api/staff/order/${orderId}/complete`, { cookie: staff, body: {} })
    // ⌊4001 × 1/2⌋ = 2000 was given up, ⌊401 × 1/2⌋ = 200.
    expect((await purse('balance')) - before).toBe(2001)
    expect(await purse('points')).toBe(201)
    const rest = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 2 }] })
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, rest.data.id)
    expect((await purse('balance')) - before).toBe(20_000)
    expect(await purse('points')).toBe(0)
    expect((await info(rest.data.id)).points_note).toBe('已从余额收回返现 ¥20.01；已收回积分 201')
  })

  it('已用掉的返现从退款中扣除，已用掉的积分记欠，从以后的订单扣回，钱包从不为负', async () => {
    const poor = await makeCompany(db, { balance: '112.00' })
    const rich = buyer
    buyer = poor
    address = await makeAddress(db, poor.companyId)
    const { orderId, line } = await received(10, '10.00')
    await db.updateTable('orders').set({ cashback_amount: 1000, points: 100 }).where('id', '=', orderId).execute()
    await shop.ask('POST', `/api/staff/order/${orderId}/complete`, { cookie: staff, body: {} })
    const spend = { companyId: poor.companyId, orderId: null, memo: '花掉' }
    await db.transaction().execute(async (trx) => {
      await post(trx, balanceAdjusted({ key: `spend:${poor.companyId}`, companyId: poor.companyId, amount: fen(-700), memo: '花掉' }), NOW)
      await post(trx, pointsSpent({ ...spend, key: `spend_points:${poor.companyId}`, points: 90 }), NOW)
    })
    const applied = await applyFor(shop, poor.cookie, { order_id: orderId, lines: [{ id: line, number: 10 }] })
    await throughToRefund(shop, { cookie: poor.cookie, staff }, applied.data.id)
    // Balance 3.00 gives 3.00 of the 10.00 cashback; 7.00 stay out of the refund of 100.00.
    expect(await refundedBySource(db, orderId)).toEqual({ balance: 9300 })
    expect(await purse('balance')).toBe(9300)
    expect(await purse('points')).toBe(0)
    expect((await info(applied.data.id)).points_note).toContain('另有 90 积分已使用')
    const next = await received(5, '10.00')
    await db.updateTable('orders').set({ points: 100 }).where('id', '=', next.orderId).execute()
    await shop.ask('POST', `/api/staff/order/${next.orderId}/complete`, { cookie: staff, body: {} })
    expect(await purse('points')).toBe(10)
    buyer = rich
  })
})

describe('数量与并发', () => {
  it('同一批次两次申请同时到，最后一盒只受理一次', async () => {
    const { orderId, line } = await received(1)
    const answers = await Promise.all(
      [1, 2, 3].map(() => applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422])
    expect(answers.find((answer) => answer.status === 422)?.message).toContain('已全部申请售后')
  })

  it('同一个键只有一份申请', async () => {
    const { orderId, line } = await received(5)
    const wish = { order_id: orderId, lines: [{ id: line, number: 1 }], key: `same-key-${orderId}` }
    const answers = await Promise.all([1, 2, 3].map(() => applyFor(shop, buyer.cookie, wish)))
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1)
    expect((await formLines(shop, buyer.cookie, orderId))[0]?.left).toBe(4)
  })

  it('不能超过收到而未退的数量；驳回、撤销、少收的部分可以再申请', async () => {
    const { orderId, line } = await received(5)
    const first = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 3 }] })
    const tooMany = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 3 }] })
    expect(tooMany.data.errors).toMatchObject([{ field: 'lines.0.number' }])
    expect(tooMany.message).toContain('最多可申请 2')
    await shop.ask('POST', `/api/after_sale/${first.data.id}/cancel`, { cookie: buyer.cookie })
    const second = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 5 }] })
    await staffAsk(second.data.id, 'reject', { reason: '照片不清楚' })
    const third = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 5 }] })
    const [applied] = (await info(third.data.id)).lines
    const refused = await throughToRefund(shop, { cookie: buyer.cookie, staff }, third.data.id, {
      lines: [{ id: applied.id, accepted: 4 }],
    })
    expect(refused.data.errors).toMatchObject([{ field: 'note' }])
    await staffAsk(third.data.id, 'refund', { lines: [{ id: applied.id, accepted: 4 }], note: '一盒外包装已拆' })
    expect((await info(third.data.id)).amount).toBe('40.00')
    expect((await formLines(shop, buyer.cookie, orderId))[0]?.left).toBe(1)
  })

  it('员工同时点两次退款，只退一次；再点不变', async () => {
    const { goods, orderId, line } = await received(5)
    const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 2 }] })
    await staffAsk(applied.data.id, 'approve', { receiver: '退货组', phone: '1', address: '示例' })
    await shop.ask('POST', `/api/after_sale/${applied.data.id}/send`, {
      cookie: buyer.cookie,
      body: { carrier: '示例速运', waybill: 'SY1' },
    })
    const before = await balanceOf(db, buyer.companyId)
    const stock = await stockOf(db, goods)
    const answers = await Promise.all([1, 2, 3].map(() => staffAsk(applied.data.id, 'refund')))
    expect(answers.map((answer) => answer.data.status)).toEqual(['refunded', 'refunded', 'refunded'])
    expect((await balanceOf(db, buyer.companyId)) - before).toBe(2000)
    expect(await stockOf(db, goods)).toEqual({ ...stock, shown: stock.shown + 2, available: stock.available + 2 })
  })

  it('不能再卖的退货报损，不回库存', async () => {
    const { goods, orderId, line } = await received(5)
    const stock = await stockOf(db, goods)
    const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 2 }] })
    const [one] = (await info(applied.data.id)).lines
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id, { lines: [{ id: one.id, accepted: 2, sellable: 0 }] })
    expect(await stockOf(db, goods)).toEqual(stock)
    const moves = await db.selectFrom('stock_movement').select(['kind', 'available']).where('after_sale_id', '=', applied.data.id).execute()
    expect(moves).toEqual([{ kind: 'write_off', available: 0 }])
  })
})

describe('规则', () => {
  it('收货超过 7 天只受理质量问题，并要照片；发货前请取消，收货前只能仅退款', async () => {
    const { orderId, line } = await received(5, '10.00', 'complete')
    shop.clock.now = new Date(NOW.getTime() + 8 * DAY_MS)
    const late = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })
    expect(late.data.errors).toMatchObject([{ field: 'reason', message: '已超过收货后 7 天的申请期限' }])
    const wish = { order_id: orderId, lines: [{ id: line, number: 1 }], reason: 'quality' }
    expect((await applyFor(shop, buyer.cookie, wish)).data.errors).toMatchObject([{ field: 'file_ids' }])
    const photo = await makePhoto(db, buyer.companyId)
    const foreign = await makePhoto(db, other.companyId)
    expect((await applyFor(shop, buyer.cookie, { ...wish, file_ids: [foreign] })).status).toBe(422)
    const applied = await applyFor(shop, buyer.cookie, { ...wish, file_ids: [photo] })
    expect(applied.status, applied.text).toBe(200)
    expect((await info(applied.data.id)).photos).toMatchObject([{ id: photo }])
    shop.clock.now = NOW
    const onTheWay = await received(5, '10.00', 'ship')
    expect(
      (await applyFor(shop, buyer.cookie, { order_id: onTheWay.orderId, lines: [{ id: onTheWay.line, number: 1 }] })).data.errors,
    ).toMatchObject([{ field: 'kind' }])
    const short = await applyFor(shop, buyer.cookie, {
      order_id: onTheWay.orderId,
      lines: [{ id: onTheWay.line, number: 1 }],
      reason: 'short',
      kind: 'refund_only',
    })
    expect((await staffAsk(short.data.id, 'approve', { receiver: '退货组', phone: '1', address: '示例' })).status).toBe(409)
    expect((await staffAsk(short.data.id, 'refund')).data.status).toBe('refunded')
  })

  it('冷链商品只受理质量问题，少发可仅退款', async () => {
    const { goods, orderId, line } = await received(5)
    await db.updateTable('goods').set({ cold_chain: true }).where('id', '=', goods).execute()
    const cold = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })
    expect(cold.message).toContain('冷链商品仅受理质量问题')
    const short = { order_id: orderId, lines: [{ id: line, number: 1 }], reason: 'short', kind: 'refund_only' }
    expect((await applyFor(shop, buyer.cookie, short)).status).toBe(200)
  })

  it('退回全部商品时须一并退回赠品，退一部分不必', async () => {
    const [goods, gift] = [await makeGoods(db, { price: '100.00' }), await makeGoods(db, { name: '赠送的创口贴', drug_class: 'otc_b' })]
    const activity = await makePromotion(db, 'gift', { scope: { goods: [goods] }, tiers: [{ from: '100.00', gifts: [{ goods: gift }] }] })
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 2 }], { balance: '212.00', zps: activity.gifts })
    if (!order) throw new Error('nothing placed')
    await bring(shop, staff, order.id, 'receive')
    const lines = await formLines(shop, buyer.cookie, order.id)
    const [bought, given] = [lines.find((line) => line.tag !== '赠')?.id ?? 0, lines.find((line) => line.tag === '赠')?.id ?? 0]
    expect(given).toBeGreaterThan(0)
    const all = await applyFor(shop, buyer.cookie, { order_id: order.id, lines: [{ id: bought, number: 2 }] })
    expect(all.message).toContain('请一并退回赠品：赠送的创口贴 1')
    expect((await applyFor(shop, buyer.cookie, { order_id: order.id, lines: [{ id: bought, number: 1 }] })).status).toBe(200)
    const rest = await applyFor(shop, buyer.cookie, {
      order_id: order.id,
      lines: [
        { id: bought, number: 1 },
        { id: given, number: 1 },
      ],
    })
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, rest.data.id)
    expect((await info(rest.data.id)).amount).toBe('100.00')
  })

  it('别家企业的订单、申请都不存在；采购企业不能替员工处理', async () => {
    const { orderId, line } = await received(5)
    const { data } = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })
    const { cookie } = other
    for (const [method, url, body] of [
      ['GET', `/api/after_sale/form?order_id=${orderId}`, undefined],
      ['GET', `/api/after_sale/info/${data.id}`, undefined],
      ['POST', `/api/after_sale/${data.id}/cancel`, {}],
      ['POST', `/api/after_sale/${data.id}/send`, { carrier: '示例', waybill: '1' }],
      ['POST', '/api/after_sale/quote', { order_id: orderId, kind: 'return', reason: 'other', lines: [{ id: line, number: 1 }] }],
    ] as const)
      expect((await shop.ask(method, url, { cookie, ...(body && { body }) })).status, url).toBe(404)
    expect((await applyFor(shop, cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })).status).toBe(404)
    expect((await shop.ask('GET', '/api/after_sale/list', { cookie })).data.total).toBe(0)
    expect((await shop.ask('POST', `/api/staff/after_sale/${data.id}/refund`, { cookie: buyer.cookie, body: {} })).status).toBe(403)
    const foreign = await received(5)
    const mixed = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: foreign.line, number: 1 }] })
    expect(mixed.message).toBe('订单中没有这个批次')
  })

  it('通过后 7 天未寄回自动撤销；有未结售后的订单不自动完成', async () => {
    const { orderId, line } = await received(5)
    const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })
    await staffAsk(applied.data.id, 'approve', { receiver: '退货组', phone: '1', address: '示例' })
    const tasks = collectTasks({ database: shop.database, config: shop.config, jobs })
    const run = async (task: string, days: number) => tasks[task]?.({}, new Date(NOW.getTime() + days * DAY_MS))
    await run('orders_advance', 8)
    const status = async () => (await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status
    expect(await status()).toBe('received')
    await run('after_sales_close', 6)
    expect((await info(applied.data.id)).status).toBe('sending')
    await run('after_sales_close', 7)
    await run('after_sales_close', 7)
    expect((await info(applied.data.id)).status).toBe('cancelled')
    await run('orders_advance', 8)
    expect(await status()).toBe('completed')
    const told = await db
      .selectFrom('message')
      .select(['title', 'url'])
      .where('company_id', '=', buyer.companyId)
      .where('key', 'like', 'after_sale:%')
      .orderBy('id')
      .execute()
    expect(told).toEqual([
      { title: '售后申请待寄回', url: `/order/returnInfo/${applied.data.id}` },
      { title: '售后申请已撤销', url: `/order/returnInfo/${applied.data.id}` },
    ])
  })
})
