import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceAdjusted } from '#domain/ledger.ts'
import { pointsSpent } from '#domain/ledger-points.ts'
import { fen } from '#domain/money.ts'
import {
  applyFor,
  bring,
  formLines,
  grantVoucher,
  makePhoto,
  payAtGateway,
  type Reached,
  receivedOrder,
  refundedBySource,
  throughToRefund,
} from '../../../../test/after-sales.ts'
import { buy, expectLedgerTrue, makeAddress, stockOf } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, makeStaffOf } from '../../../../test/fixtures.ts'
import { openBankAccount } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { makePromotion, makeTemplate } from '../../../../test/promotions.ts'
import { jobs } from '../../../platform/jobs.ts'
import { confirmBankTransfer, returnRefund } from '../../money/payments/public.ts'
import { paymentDeps } from '../../money/payments/routes.ts'
import { post } from '../../money/wallet/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db)
afterAll(() => expectLedgerTrue(db))
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '5000.00' })
  address = await makeAddress(db, buyer.companyId)
})

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

const received = (number = 5, price = '10.00', to: Reached = 'receive') =>
  receivedOrder(shop, { buyer, address, staff }, { number, price, to })

describe('谁看得到退款', () => {
  it('仓储验收退货，列表、详情和经过里没有一个金额；客服和财务都看得到', async () => {
    const [keeper, service] = [await makeStaffOf(db, 'warehouse'), await makeStaffOf(db, 'service')]
    const { orderId, line } = await received()
    const { data } = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 2 }] })
    const read = async (cookie: string) => {
      const [list, info] = await Promise.all(
        [`list?order_id=${orderId}`, `info/${data.id}`].map((path) => shop.ask('GET', `/api/staff/after_sale/${path}`, { cookie })),
      )
      return [list?.text ?? '', info?.text ?? '']
    }
    for (const isDone of [false, true]) {
      if (isDone) await throughToRefund(shop, { cookie: buyer.cookie, staff }, data.id)
      for (const text of await read(service)) expect(text).toContain('"20.00"')
      for (const text of await read(keeper)) expect(text).not.toMatch(/\d\.\d\d\b|¥\s?\d/)
    }
  })
})

describe('大额退款', () => {
  it('同一订单分几次退，合计超过限额的那一次起要另一人批准', async () => {
    buyer = await makeCompany(db, { balance: '9000.00' })
    const other = await makeStaff(db, '财务乙')
    address = await makeAddress(db, buyer.companyId)
    const goods = await makeGoods(db, { price: '800.00' })
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }], '8000.00')
    if (order?.status !== 'paid') throw new Error('not paid')
    await bring(shop, staff, order.id, 'receive')
    const [line] = await formLines(shop, buyer.cookie, order.id)
    const giveBack = async (number: number) => {
      const applied = await applyFor(shop, buyer.cookie, { order_id: order.id, lines: [{ id: line?.id ?? 0, number }] })
      expect(applied.status, applied.text).toBe(200)
      return throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id)
    }
    expect((await giveBack(4)).data.status).toBe('refunded')
    const second = await giveBack(4)
    expect([second.status, second.data.request?.title]).toEqual([202, expect.stringContaining('退款 ¥3200.00，同一订单此前已退 ¥3200.00')])
    expect(await purse('balance')).toBe(100_000 + 320_000)
    const done = await shop.ask('POST', `/api/staff/approval/${second.data.request.id}/approve`, { cookie: other, body: {} })
    expect([done.status, await purse('balance')]).toEqual([200, 100_000 + 640_000])
  })
})

describe('一家企业一天的退款', () => {
  it('几张订单的退款各自不到限额，一天之内合计超过的那一次起要另一人批准；同时办的也算在一起', async () => {
    await makeStaff(db, '财务丙')
    buyer = await makeCompany(db, { balance: '9000.00' })
    address = await makeAddress(db, buyer.companyId)
    const applied: number[] = []
    for (const name of ['甲', '乙']) {
      const goods = await makeGoods(db, { price: '800.00', name: `一天片${name}` })
      const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 4 }], '3200.00')
      await bring(shop, staff, order?.id ?? 0, 'receive')
      const [line] = await formLines(shop, buyer.cookie, order?.id ?? 0)
      applied.push((await applyFor(shop, buyer.cookie, { order_id: order?.id ?? 0, lines: [{ id: line?.id ?? 0, number: 4 }] })).data.id)
    }
    const both = await Promise.all(applied.map((id) => throughToRefund(shop, { cookie: buyer.cookie, staff }, id)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 202])
    const waits = both.find(({ status }) => status === 202)
    expect(waits?.data.request.title).toContain('退款 ¥3188.00，该企业 24 小时内此前已退 ¥3188.00')
  })
})

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
    const spent = async () => (await shop.ask('GET', '/api/user/user_money', { cookie: buyer.cookie })).data.months.at(-1).amount
    expect(await spent()).toBe('186.40')
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
    expect(await shop.jobs.runDue()).toContain(returnRefund.name)
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
    // What came back was not spent: only the shipping was.
    expect(await spent()).toBe('12.00')
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
      await jobs.enqueue(db, returnRefund, { refund_no: refundNo }, { runAt: NOW })
      await shop.jobs.runDue()
    }
    expect((await info(applied.data.id)).status).toBe('refunded')
    const sent = await db.selectFrom('gateway_simulator_refund').select('amount').where('payment_no', '=', no).execute()
    expect(sent).toEqual([{ amount: 1740 }])
  })

  it('网关受理后迟迟不到账：申请停在退款中，到账后结束；只退一次', async () => {
    const { orderId, a } = await discounted()
    const { no } = await db.selectFrom('payment').select('no').where('order_id', '=', orderId).executeTakeFirstOrThrow()
    await db.updateTable('gateway_simulator').set({ refunds_become: 'processing' }).where('payment_no', '=', no).execute()
    const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: a, number: 1 }] })
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id)
    await shop.jobs.runDue()
    expect((await info(applied.data.id)).status).toBe('refunding')
    await db.updateTable('gateway_simulator_refund').set({ status: 'done' }).where('payment_no', '=', no).execute()
    await shop.jobs.runDue()
    expect((await info(applied.data.id)).status).toBe('refunding')
    shop.clock.now = new Date(shop.clock.now.getTime() + 30 * 60_000)
    await shop.jobs.runDue()
    expect((await info(applied.data.id)).status).toBe('refunded')
    const sent = await db.selectFrom('gateway_simulator_refund').select('amount').where('payment_no', '=', no).execute()
    expect(sent).toEqual([{ amount: 1740 }])
  })

  it('网关拒绝退款的，改由财务汇款退回：只退一次，账从银行走，申请能够结束', async () => {
    const { orderId, a } = await discounted()
    const { no } = await db.selectFrom('payment').select('no').where('order_id', '=', orderId).executeTakeFirstOrThrow()
    const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: a, number: 1 }] })
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id)
    await db.updateTable('gateway_simulator').set({ status: 'refunded' }).where('payment_no', '=', no).execute()
    await shop.jobs.runDue()
    const refund = (await info(applied.data.id)).refunds.find((one: { channel: string }) => one.channel === 'bank')
    expect(refund).toMatchObject({ amount: '17.40', status_name: '待财务汇出' })
    await jobs.enqueue(db, returnRefund, { refund_no: refund.no }, { runAt: NOW })
    await shop.jobs.runDue()
    expect((await info(applied.data.id)).status).toBe('refunding')
    for (let round = 0; round < 2; round++)
      expect((await shop.ask('POST', `/api/staff/refund/${refund.no}/sent`, { cookie: staff })).data).toEqual({ status: 'done' })
    expect((await info(applied.data.id)).status).toBe('refunded')
    const rows = await db.selectFrom('gateway_simulator_refund').select('amount').where('payment_no', '=', no).execute()
    expect(rows).toEqual([])
  })

  it('对公转账的退款等财务确认汇出，确认两次只记一次', async () => {
    await openBankAccount(db)
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
