import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyFor, bring, formLines, grantVoucher, payAtGateway, throughToRefund } from '../../../../test/after-sales.ts'
import { balanceOf, buy, makeAddress, stockOf, type WishedLine } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeOffer, makeStaffOf, makeStock, nameSupplier } from '../../../../test/fixtures.ts'
import { openBankAccount } from '../../../../test/gateway.ts'
import { openShop, type Shop } from '../../../../test/harness.ts'
import { edited, previewedEdit } from '../../../../test/order-edit.ts'
import { previewedSplit, split, splitForm } from '../../../../test/order-split.ts'
import { holdCoupon, makeBundle, makePromotion, makeTemplate } from '../../../../test/promotions.ts'
import { giveCredit } from '../../../../test/wallet.ts'
import type { Database } from '../../../platform/database.ts'
import { findViolations } from '../../money/invariants/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let shop: Shop
let db: Database
let buyer: Buyer
let address: number
let staff: string
let picker: string
let checker: string

beforeAll(async () => {
  shop = await openShop({ now: NOW })
  db = shop.database.db
  await nameSupplier(db)
  staff = await makeStaffOf(db, 'service', '王客服')
  picker = await makeStaffOf(db, 'warehouse', '周仓库')
  checker = await makeStaffOf(db, 'warehouse', '吴复核')
  await openBankAccount(db)
  await db
    .insertInto('setting')
    .values({ key: 'shipping', value: JSON.stringify({ free_from: '100.00', fee: '12.00' }) })
    .execute()
})
afterAll(async () => {
  expect(await findViolations(db, NOW)).toEqual([])
  await shop.close()
})
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '5000.00' })
  address = await makeAddress(db, buyer.companyId)
})

const orderOf = async (id: number) => (await shop.ask('GET', `/api/order/info/${id}`, { cookie: buyer.cookie })).data
const recordOf = async (id: number, cookie = staff) => (await shop.ask('GET', `/api/staff/order/${id}`, { cookie })).data
const linesOf = async (id: number): Promise<Record<string, number>> =>
  Object.fromEntries((await orderOf(id)).lines.map((line: { name: string; number: number }) => [line.name, line.number]))
const cancel = (id: number) => shop.ask('POST', `/api/order/${id}/cancel`, { cookie: buyer.cookie, body: {} })
const balance = () => balanceOf(db, buyer.companyId)
const drug = (name: string, price: string, stock = 500) => makeGoods(db, { name, price, stock })
const one = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('nothing there')
  return first
}
/** Paid from the balance at once. */
async function paid(list: readonly WishedLine[], asked = '5000.00') {
  const order = one(await buy(shop, buyer, address, list, asked))
  expect(order.status).toBe('paid')
  return order
}
/** One picks, another ships. */
async function shipped(id: number): Promise<void> {
  const pick = await shop.ask('POST', `/api/staff/order/${id}/pick`, { cookie: picker, body: {} })
  expect(pick.status, pick.text).toBe(200)
  const ship = await shop.ask('POST', `/api/staff/order/${id}/ship`, { cookie: checker, body: {} })
  expect(ship.status, ship.text).toBe(200)
}
const sums = async (ids: readonly number[]) => {
  const rows = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
  const keys = [
    'goods_amount',
    'reduction_amount',
    'shipping_amount',
    'voucher_amount',
    'balance_amount',
    'payable_amount',
    'paid_amount',
  ] as const
  return Object.fromEntries(
    [...keys, 'cashback_amount' as const, 'points' as const].map((key) => [key, rows.reduce((sum, row) => sum + Number(row[key]), 0)]),
  )
}

describe('拣货前拆单', () => {
  it('满减、优惠券、现金券、余额、网关一起付的：两张每一项合计等于原来；占用一盒没放开；两边都查得到对方；分别取消，各退各的，一分不多', async () => {
    const [a, b] = [await drug('拆甲', '19.90'), await drug('拆乙', '33.30')]
    const scope = { goods: [a, b] }
    const promotion = await makePromotion(db, 'full_reduction', { scope })
    const cashback = await makePromotion(db, 'cashback', { scope, tiers: [{ from: '50.00', amount: '3.33' }] })
    const coupon = await holdCoupon(db, buyer.companyId, await makeTemplate(db, { amount: '15.00', scope }))
    await db.updateTable('coupon_template').set({ taken: 1 }).execute()
    await grantVoucher(db, buyer.companyId, '60.00', NOW)
    const asked = { voucher: '60.00', balance: '100.00', coupons: [coupon] }
    const { id, no } = one(
      await buy(
        shop,
        buyer,
        address,
        [
          { goods_id: a, number: 7 },
          { goods_id: b, number: 4 },
        ],
        asked,
      ),
    )
    await db.updateTable('promotion').set({ is_open: false }).where('id', 'in', [promotion.id, cashback.id]).execute()
    const paymentNo = await payAtGateway(shop, buyer.cookie, id)
    const [before, held] = [await sums([id]), await stockOf(db, a)]
    expect(Math.min(Number(before.reduction_amount), Number(before.payable_amount), Number(before.cashback_amount))).toBeGreaterThan(0)

    const { preview, save } = await previewedSplit(shop, staff, id, { lines: { 拆甲: 3, 拆乙: 4 } })
    expect(preview.status, preview.text).toBe(200)
    expect(preview.data).toMatchObject({
      new_no: `${no}-1`,
      items: [
        { name: '拆乙', kept: 0, moved: 4, kept_paid: '0.00' },
        { name: '拆甲', kept: 4, moved: 3 },
      ],
    })
    for (const row of preview.data.money) expect(Number(row.kept) + Number(row.moved), row.label).toBeCloseTo(Number(row.before), 6)
    // A preview leaves nothing behind.
    expect((await orderOf(id)).splits).toEqual([])

    const done = await save()
    expect(done.status, done.text).toBe(200)
    const fresh = done.data.id as number
    expect(done.data.no).toBe(`${no}-1`)
    expect(await sums([id, fresh])).toEqual(before)
    expect(await stockOf(db, a)).toEqual(held)
    expect([await linesOf(id), await linesOf(fresh)]).toEqual([{ 拆甲: 4 }, { 拆甲: 3, 拆乙: 4 }])
    const [parent, child] = [await orderOf(id), await orderOf(fresh)]
    expect(parent.splits).toMatchObject([
      { way: 'into', id: fresh, no: `${no}-1`, reason: '客户要求分开送', goods: [{ name: '拆乙' }, { name: '拆甲', number: 3 }] },
    ])
    expect(child).toMatchObject({ status: 'paid', split_from: no, created_at: parent.created_at, splits: [{ way: 'from', id }] })
    expect((await recordOf(fresh)).splits).toMatchObject([{ way: 'from', no, actor: '王客服' }])
    expect(one(parent.payments)).toMatchObject({ no: paymentNo, status: '已支付', amount: parent.payable })
    expect(one(child.payments)).toMatchObject({ no: paymentNo, status: '已支付', amount: child.payable })
    expect(parent.log[0].text).toContain(`拆出订单 ${no}-1：拆乙 4 盒、拆甲 3 盒（客户要求分开送）`)
    expect(child.log.at(-1).text).toContain(`由订单 ${no} 拆出`)
    const told = await db
      .selectFrom('message')
      .selectAll()
      .where('company_id', '=', buyer.companyId)
      .where('title', 'like', '订单已拆分%')
      .execute()
    expect(told).toHaveLength(1)
    const audit = await db
      .selectFrom('audit_log')
      .select('subject')
      .where('action', '=', 'order.split')
      .where('actor', '=', '王客服')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(audit.map(({ subject }) => subject).sort()).toEqual([`order:${id}`, `order:${fresh}`].sort())
    const { list } = (await shop.ask('GET', '/api/order/list', { cookie: buyer.cookie })).data
    expect(list.map((row: { no: string; split_from: string }) => [row.no, row.split_from])).toEqual([
      [`${no}-1`, no],
      [no, ''],
    ])

    // Each is cancelled for itself; the coupon comes back with the last.
    const purse = await balance()
    expect((await cancel(fresh)).status).toBe(200)
    await shop.jobs.runDue(['payments.refund', 'payments.refund_return'])
    expect(await balance()).toBe(purse + Math.round(Number(-child.rows.find((row: { key: string }) => row.key === 'balance').amount) * 100))
    expect(one((await orderOf(fresh)).payments)).toMatchObject({ status: '已退款', amount: child.payable })
    expect((await orderOf(id)).status).toBe('paid')
    expect(
      (await db.selectFrom('coupon').select('checkout_id').where('id', '=', coupon).executeTakeFirstOrThrow()).checkout_id,
    ).not.toBeNull()
    expect((await cancel(id)).status).toBe(200)
    await shop.jobs.runDue(['payments.refund', 'payments.refund_return'])
    expect(await balance()).toBe(500_000)
    expect((await db.selectFrom('coupon').select('checkout_id').where('id', '=', coupon).executeTakeFirstOrThrow()).checkout_id).toBeNull()
    const back = await db.selectFrom('gateway_simulator_refund').select('amount').where('payment_no', '=', paymentNo).execute()
    expect(back.map(({ amount }) => amount).reduce((sum, amount) => sum + amount, 0)).toBe(before.payable_amount)
    const refunds = (await shop.ask('GET', `/api/staff/refund?keywords=${no}`, { cookie: await makeStaffOf(db, 'finance') })).data.list
    expect(refunds.filter((row: { source: string }) => row.source === 'cancel')).toHaveLength(2)
    expect(await stockOf(db, a)).toMatchObject({ reserved: 0 })
  })

  it('拆出的再拆，原订单再拆：号码接着编；各自改单、发货、退货，退的都不超过各自付的', async () => {
    const goods = await drug('连拆药', '9.99')
    const { id, no } = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 30 }]))
    await payAtGateway(shop, buyer.cookie, id)
    const first = await split(shop, staff, id, { lines: { 连拆药: 20 } })
    const second = await split(shop, staff, first.id, { lines: { 连拆药: 13 } })
    const third = await split(shop, staff, id, { lines: { 连拆药: 1 } })
    expect([first.no, second.no, third.no]).toEqual([`${no}-1`, `${no}-2`, `${no}-3`])
    const ids = [id, first.id, second.id, third.id]
    expect(await Promise.all(ids.map(async (of) => (await linesOf(of)).连拆药))).toEqual([9, 7, 13, 1])
    expect((await sums(ids)).payable_amount).toBe(29_970)
    expect((await edited(shop, staff, first.id, { lines: { 连拆药: 5 }, cause: 'shop' })).data).toMatchObject({ back_total: '19.98' })
    await shipped(second.id)
    expect((await shop.ask('POST', `/api/order/${second.id}/receive`, { cookie: buyer.cookie, body: {} })).status).toBe(200)
    const [line] = await formLines(shop, buyer.cookie, second.id)
    const applied = await applyFor(shop, buyer.cookie, { order_id: second.id, lines: [{ id: line?.id ?? 0, number: 13 }], reason: 'other' })
    expect(applied.status, applied.text).toBe(200)
    const service = await makeStaffOf(db, 'service')
    expect((await throughToRefund(shop, { cookie: buyer.cookie, staff: service }, applied.data.id)).status).toBeLessThan(500)
    expect((await cancel(third.id)).status).toBe(200)
    expect(await findViolations(db, NOW)).toEqual([])
  })

  it('账期付的、已还了一部分的：账单按份额拆成两张，欠的与还的合计不变；取消一张只减它的', async () => {
    await giveCredit(db, buyer.companyId, '1000.00', 30)
    const goods = await drug('账期拆', '50.00')
    const { id } = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }]))
    await shop.ask('POST', `/api/pay/order/${id}`, { cookie: buyer.cookie, body: { channel: 'credit' } })
    const repaid = await shop.ask('POST', '/api/pay/user_credit_create', { cookie: buyer.cookie, body: { amount: '100.01' } })
    expect(repaid.status, repaid.text).toBe(200)
    const started = await shop.ask('POST', '/api/pay/user_credit_pay', {
      cookie: buyer.cookie,
      body: { id: repaid.data.id, channel: 'balance' },
    })
    expect(started.status, started.text).toBe(200)
    const fresh = await split(shop, staff, id, { lines: { 账期拆: 3 } })
    const bills = () =>
      db
        .selectFrom('credit_bill')
        .select(['order_id', 'amount', 'repaid', 'open', 'due_on'])
        .where('company_id', '=', buyer.companyId)
        .orderBy('order_id')
        .execute()
    expect(await bills()).toMatchObject([
      { order_id: id, amount: 35_000, repaid: 7_001, open: 27_999 },
      { order_id: fresh.id, amount: 15_000, repaid: 3_000, open: 12_000 },
    ])
    expect((await cancel(fresh.id)).status).toBe(200)
    expect(await bills()).toMatchObject([{ open: 27_999 }, { open: 0 }])
    expect(await findViolations(db, NOW)).toEqual([])
  })

  it('对公转账付的含麻单：拆成两张，各退各的转账，各交各的回执', async () => {
    const goods = await makeGoods(db, { name: '含麻拆', is_ephedrine: true, stock: 1_000, price: '20.00' })
    const { id } = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }]))
    const started = await shop.ask('POST', `/api/pay/order/${id}`, { cookie: buyer.cookie, body: { channel: 'bank' } })
    const finance = await makeStaffOf(db, 'finance')
    expect((await shop.ask('POST', `/api/staff/payment/${started.data.payment_no}/arrived`, { cookie: finance, body: {} })).status).toBe(
      200,
    )
    const { preview } = await previewedSplit(shop, staff, id, { lines: { 含麻拆: 4 } })
    expect(preview.data.notes).toContain('含特殊药品复方制剂：两张订单各交一份回执')
    const fresh = await split(shop, staff, id, { lines: { 含麻拆: 4 } })
    expect((await cancel(fresh.id)).status).toBe(200)
    const { list } = (await shop.ask('GET', `/api/staff/refund?keywords=${fresh.no}`, { cookie: finance })).data
    expect(list).toMatchObject([{ source: 'cancel', amount: (await orderOf(fresh.id)).total, standing: 'bank' }])
    expect((await shop.ask('POST', `/api/staff/refund/${one<{ no: string }>(list).no}/sent`, { cookie: finance, body: {} })).status).toBe(
      200,
    )
    expect((await orderOf(id)).status).toBe('paid')
    expect(await findViolations(db, NOW)).toEqual([])
  })

  it('赠品整行留下或整行拆出；凭另一半得的赠品已随一张发出，另一张客户不能自己取消', async () => {
    const [a, gift] = [await drug('赠拆药', '20.00'), await makeGoods(db, { name: '随赠药', price: '5.00', drug_class: 'otc_b' })]
    await makePromotion(db, 'gift', { scope: { goods: [a] }, tiers: [{ from: '100.00', gifts: [{ goods: gift, quota: 50, number: 2 }] }] })
    const { id } = await paid([{ goods_id: a, number: 6 }])
    await db.updateTable('promotion').set({ is_open: false }).execute()
    const gifts = (await linesOf(id)).随赠药 ?? 0
    expect(gifts).toBeGreaterThan(0)
    if (gifts > 1)
      expect((await previewedSplit(shop, staff, id, { lines: { 随赠药: 1, 赠拆药: 1 } })).preview.data.errors[0].message).toContain('整行')
    expect((await previewedSplit(shop, staff, id, { lines: { 随赠药: gifts } })).preview.message).toContain('只有赠品不能单独成为一张订单')
    expect((await previewedSplit(shop, staff, id, { lines: { 赠拆药: 6 } })).preview.message).toContain('留下的只有赠品')
    const fresh = await split(shop, staff, id, { lines: { 赠拆药: 5 } })
    expect([await linesOf(id), await linesOf(fresh.id)]).toEqual([{ 赠拆药: 1, 随赠药: gifts }, { 赠拆药: 5 }])
    await shipped(id)
    expect((await cancel(fresh.id)).message).toContain('随赠药已随同次结算的另一订单发出')
  })

  it('组合按套拆，中包装按倍数拆，秒杀名额、近效期批号跟着走', async () => {
    const [a, b] = [await drug('组甲', '30.00'), await drug('组乙', '20.00')]
    const bundle = await makeBundle(db, {
      name: '拆套组合',
      quota: 100,
      items: [
        { goods: a, number: 2, price: '25.00' },
        { goods: b, number: 1, price: '15.00' },
      ],
    })
    const sets = await paid([{ goods_id: a, number: 5, type: 3, goods_price_id: bundle }])
    const fresh = await split(shop, staff, sets.id, { lines: { 拆套组合: 2 } })
    expect([await linesOf(sets.id), await linesOf(fresh.id)]).toEqual([
      { 组甲: 6, 组乙: 3 },
      { 组甲: 4, 组乙: 2 },
    ])
    expect((await cancel(fresh.id)).status).toBe(200)
    expect((await db.selectFrom('bundle').select('taken').where('id', '=', bundle).executeTakeFirstOrThrow()).taken).toBe(3)
    const packed = await makeGoods(db, { name: '整包药', price: '10.00', mid_pack: 5, splittable: false })
    const flash = await drug('秒拆药', '40.00')
    const offer = await makeOffer(db, flash, { kind: 'flash', price: '20.00', quota: 30 })
    const order = await paid([
      { goods_id: packed, number: 20 },
      { goods_id: flash, number: 10, goods_price_id: offer },
    ])
    expect((await previewedSplit(shop, staff, order.id, { lines: { 整包药: 12 } })).preview.data.errors[0].message).toBe(
      '整包药 按 5 盒的倍数销售',
    )
    const half = await split(shop, staff, order.id, { lines: { 整包药: 10, 秒拆药: 4 } })
    expect((await cancel(half.id)).status).toBe(200)
    expect((await db.selectFrom('goods_offer').select('taken').where('id', '=', offer).executeTakeFirstOrThrow()).taken).toBe(6)
  })
})

describe('拣货中先发已有', () => {
  async function inPicking() {
    const goods = await makeGoods(db, { name: '分批药', price: '50.00', stock: 0 })
    await makeStock(db, goods, [
      { available: 6, batchNo: `F1${goods}`, expiry: '2028-01-01' },
      { available: 50, batchNo: `F2${goods}`, expiry: '2029-01-01' },
    ])
    const other = await drug('另一药', '10.00')
    const order = await paid([
      { goods_id: goods, number: 10 },
      { goods_id: other, number: 2 },
    ])
    await bring(shop, picker, order.id, 'pick')
    return { ...order, goods, near: `F1${goods}`, far: `F2${goods}` }
  }

  it('没找到的批号拆出等下次，其余照常复核发货；两张各有各的随货同行单、收货、发票；仓库看不到金额', async () => {
    const order = await inPicking()
    const short = { kind: 'short', text: '分批药缺 4 盒' }
    expect((await shop.ask('POST', `/api/staff/order/${order.id}/note`, { cookie: picker, body: short })).status).toBe(200)
    const { preview } = await previewedSplit(shop, picker, order.id, { stage: 'picking', batches: { [order.far]: 4 } })
    expect(preview.data).toMatchObject({
      money: [],
      items: [
        { kept: 2, moved: 0 },
        { name: '分批药', kept: 6, moved: 4, kept_paid: null, moved_paid: null },
      ],
    })
    const fresh = await split(shop, picker, order.id, { stage: 'picking', batches: { [order.far]: 4 }, reason: '货架上少四盒' })
    const batches = async (id: number) =>
      (await orderOf(id)).lines.map((line: { batches: { batch_no: string; number: number }[] }) =>
        line.batches.map((of) => `${of.batch_no}×${of.number}`).join(),
      )
    expect(await batches(order.id)).toEqual([expect.stringContaining('×2'), `${order.near}×6`])
    expect(await batches(fresh.id)).toEqual([`${order.far}×4`])
    expect((await orderOf(order.id)).status).toBe('picking')
    expect(await orderOf(fresh.id)).toMatchObject({ status: 'paid', splits: [{ stage: 'picking' }] })
    expect(await recordOf(fresh.id)).toMatchObject({ short: '拣货时拆出待发：货架上少四盒' })
    // What was short went with it.
    expect(await recordOf(order.id)).toMatchObject({ short: '' })
    const ship = await shop.ask('POST', `/api/staff/order/${order.id}/ship`, { cookie: checker, body: {} })
    expect(ship.status, ship.text).toBe(200)
    await shipped(fresh.id)
    const notes = await db
      .selectFrom('shipment')
      .innerJoin('document', (on) => on.on('document.kind', '=', 'delivery_note'))
      .select(['shipment.order_id', 'document.subject', 'document.snapshot', 'shipment.id'])
      .where('shipment.order_id', 'in', [order.id, fresh.id])
      .execute()
    const own = notes.filter((row) => row.subject === `shipment:${row.id}`)
    expect(own.map((row) => (row.snapshot as unknown as { lines: unknown[] }).lines.length).sort()).toEqual([1, 2])
    for (const id of [order.id, fresh.id])
      expect((await shop.ask('POST', `/api/order/${id}/receive`, { cookie: buyer.cookie, body: {} })).status).toBe(200)
    expect(await stockOf(db, order.goods)).toEqual({ shown: 46, available: 46, reserved: 0 })
    expect(await findViolations(db, NOW)).toEqual([])
  })

  it('同一批号只少几盒的也行；已采追溯码的不能拆走；全部拆出、客服在拣货时拆，都不行', async () => {
    const order = await inPicking()
    const form = (await splitForm(shop, picker, order.id, 'picking')).data
    const piece = form.items
      .flatMap((item: { batches: object[] }) => item.batches)
      .find((of: { batch_no: string }) => of.batch_no === order.near)
    const codes = Array.from({ length: 4 }, (_, at) => `8${String(order.goods).padStart(6, '0')}${String(at).padStart(13, '0')}`)
    const taken = await shop.ask('POST', `/api/staff/order/${order.id}/trace_codes`, {
      cookie: picker,
      body: { piece_id: piece.piece_id, codes },
    })
    expect(taken.status, taken.text).toBe(200)
    expect((await previewedSplit(shop, picker, order.id, { stage: 'picking', batches: { [order.near]: 3 } })).preview.message).toContain(
      '已采集 4 个追溯码',
    )
    const fresh = await split(shop, picker, order.id, { stage: 'picking', batches: { [order.near]: 2 } })
    expect([await linesOf(order.id), await linesOf(fresh.id)]).toEqual([{ 分批药: 8, 另一药: 2 }, { 分批药: 2 }])
    expect((await previewedSplit(shop, picker, order.id, { stage: 'picking', lines: { 分批药: 8, 另一药: 2 } })).preview.message).toContain(
      '请至少留下一种',
    )
    expect((await splitForm(shop, staff, order.id)).data.why).toContain('由仓库在拣货页')
    expect((await splitForm(shop, picker, fresh.id, 'picking')).data.why).toContain('还没有开始拣货')
    const pieces = [{ id: 1, number: 1 }]
    const foreign = await shop.ask('POST', `/api/staff/order/${order.id}/split/picking`, {
      cookie: picker,
      body: { version: 1, stamp: '', reason: '别的订单的批号', pieces },
    })
    expect(foreign.data.errors[0].message).toContain('订单中没有这个批号')
  })

  it('组合缺一个组成就整套后发，按中包装卖的整包后发，预览写明为什么', async () => {
    const [a, b] = [await drug('套甲', '30.00'), await drug('套乙', '20.00')]
    const bundle = await makeBundle(db, {
      name: '缺件组合',
      quota: 100,
      items: [
        { goods: a, number: 2, price: '25.00' },
        { goods: b, number: 1, price: '15.00' },
      ],
    })
    const order = await paid([{ goods_id: a, number: 5, type: 3, goods_price_id: bundle }])
    await bring(shop, picker, order.id, 'pick')
    const form = (await splitForm(shop, picker, order.id, 'picking')).data
    const piece = form.items.flatMap((item: { batches: object[] }) => item.batches).find((of: { name: string }) => of.name === '套甲')
    const query = `version=${form.version}&pieces=${piece.piece_id}:3`
    const preview = await shop.ask('GET', `/api/staff/order/${order.id}/split/picking/preview?${query}`, { cookie: picker })
    expect(preview.data.items).toMatchObject([{ kept: 3, moved: 2, why: '组合按整套拆出' }])
    const body = { version: form.version, stamp: preview.data.stamp, reason: '套甲缺货', pieces: [{ id: piece.piece_id, number: 3 }] }
    const done = await shop.ask('POST', `/api/staff/order/${order.id}/split/picking`, { cookie: picker, body })
    expect(done.status, done.text).toBe(200)
    expect([await linesOf(order.id), await linesOf(done.data.id)]).toEqual([
      { 套甲: 6, 套乙: 3 },
      { 套甲: 4, 套乙: 2 },
    ])
  })
})

describe('拆单的关口', () => {
  it('没付款的、已发货的、已取消的不能拆；没选、没写原因也不行；看预览之后变了的要重看', async () => {
    const goods = await drug('关口拆', '20.00')
    const unpaid = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 8 }]))
    expect((await previewedSplit(shop, staff, unpaid.id, { lines: { 关口拆: 2 } })).preview.message).toContain('还没有付款')
    const order = await paid([{ goods_id: goods, number: 10 }])
    expect((await previewedSplit(shop, staff, order.id, {})).preview.message).toContain('还没有选择')
    expect((await previewedSplit(shop, staff, order.id, { lines: { 关口拆: 11 } })).preview.data.errors[0].message).toContain('最多 10 盒')
    expect((await previewedSplit(shop, staff, order.id, { lines: { 没有的: 1 } })).preview.data.errors[0].message).toBe('订单中没有这一行')
    const { save } = await previewedSplit(shop, staff, order.id, { lines: { 关口拆: 4 } })
    expect((await save({ reason: ' ' })).data.errors[0].field).toBe('reason')
    expect(await save({ stamp: 'x' })).toMatchObject({ status: 409, data: { reason: 'PREVIEW_CHANGED' } })
    await shipped(order.id)
    expect(await save()).toMatchObject({ status: 409, message: expect.stringContaining('不能拆单') })
  })

  it('仓库不能在拣货前拆，客服不能在拣货中拆，财务和客户都不能；别家企业看不到拆出的订单', async () => {
    const goods = await drug('权限拆', '20.00')
    const { id } = await paid([{ goods_id: goods, number: 10 }])
    expect((await splitForm(shop, picker, id)).code).toBe(403)
    expect((await splitForm(shop, staff, id, 'picking')).code).toBe(403)
    expect((await splitForm(shop, await makeStaffOf(db, 'finance'), id)).code).toBe(403)
    expect((await splitForm(shop, buyer.cookie, id)).code).not.toBe(200)
    const fresh = await split(shop, staff, id, { lines: { 权限拆: 4 } })
    const stranger = await makeCompany(db)
    expect((await shop.ask('GET', `/api/order/info/${fresh.id}`, { cookie: stranger.cookie })).status).toBe(404)
  })

  it('正在暂停的也能拆：两张都还停着，原因只在一张上的，另一张可以先解除', async () => {
    const goods = await makeGoods(db, { name: '停拆药', price: '50.00', stock: 0 })
    const [bad] = await makeStock(db, goods, [{ available: 50, batchNo: `T${goods}`, expiry: '2028-01-01' }])
    const other = await drug('不停药', '50.00')
    const order = await paid([
      { goods_id: goods, number: 2 },
      { goods_id: other, number: 2 },
    ])
    const quality = await makeStaffOf(db, 'quality', '钱质量')
    expect((await shop.ask('POST', `/api/staff/batch/${bad}/lock`, { cookie: quality, body: { reason: '待查' } })).status).toBe(200)
    expect((await shop.ask('POST', `/api/staff/order/${order.id}/pick`, { cookie: picker, body: {} })).status).toBe(409)
    const fresh = await split(shop, staff, order.id, { lines: { 停拆药: 2 } })
    expect((await recordOf(order.id)).held_at).not.toBeNull()
    expect((await recordOf(fresh.id)).held_at).not.toBeNull()
    const release = (id: number) =>
      shop.ask('POST', `/api/staff/held_order/${id}/release`, { cookie: quality, body: { reason: '锁定的批号已拆出' } })
    expect((await release(order.id)).status).toBe(200)
    expect((await release(fresh.id)).status).toBe(409)
    await shipped(order.id)
  })
})

describe('同时发生', () => {
  it('两位客服同时拆同一张：只拆成一次，另一位被告知是谁拆的', async () => {
    const goods = await drug('两人拆', '50.00')
    const { id } = await paid([{ goods_id: goods, number: 8 }])
    const [mine, theirs] = [
      await previewedSplit(shop, staff, id, { lines: { 两人拆: 3 } }),
      await previewedSplit(shop, await makeStaffOf(db, 'service', '李客服'), id, { lines: { 两人拆: 5 }, reason: '分两天送' }),
    ]
    const answers = await Promise.all([mine.save(), theirs.save()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = answers.find(({ status }) => status === 409)
    expect(late?.data).toMatchObject({ reason: 'CHANGED_MEANWHILE', version: 1, changes: [{ theirs: expect.stringContaining('拆单：') }] })
    expect(await db.selectFrom('order_split').selectAll().where('order_id', '=', id).execute()).toHaveLength(1)
  })

  it('拆单之前看的改单预览作废；改单之前看的拆单预览也作废', async () => {
    const goods = await drug('拆改药', '50.00')
    const { id } = await paid([{ goods_id: goods, number: 8 }])
    const edit = await previewedEdit(shop, staff, id, { lines: { 拆改药: 6 } })
    await split(shop, staff, id, { lines: { 拆改药: 3 }, reason: '分两天送' })
    expect(await edit.save()).toMatchObject({ status: 409, data: { changes: [{ theirs: '王客服：拆单：分两天送' }] } })
    const again = await previewedSplit(shop, staff, id, { lines: { 拆改药: 2 } })
    expect((await edited(shop, staff, id, { lines: { 拆改药: 4 } })).status).toBe(200)
    expect(await again.save()).toMatchObject({ status: 409, data: { reason: 'CHANGED_MEANWHILE' } })
    expect(await linesOf(id)).toEqual({ 拆改药: 4 })
  })

  it('仓库一边先发已有，复核的一边发货：要么先拆后发，要么发了不能拆，发出的与登记的一盒不差', async () => {
    const goods = await drug('抢发药', '20.00')
    const other = await drug('陪发药', '20.00')
    for (let turn = 0; turn < 5; turn += 1) {
      const { id } = await paid([
        { goods_id: goods, number: 4 },
        { goods_id: other, number: 4 },
      ])
      await bring(shop, picker, id, 'pick')
      const { save } = await previewedSplit(shop, picker, id, { stage: 'picking', lines: { 抢发药: 3 } })
      const [saved, sent] = await Promise.all([save(), shop.ask('POST', `/api/staff/order/${id}/ship`, { cookie: checker, body: {} })])
      expect(sent.status, sent.text).toBe(200)
      expect([200, 409]).toContain(saved.status)
      expect(await linesOf(id)).toEqual(saved.status === 200 ? { 抢发药: 1, 陪发药: 4 } : { 抢发药: 4, 陪发药: 4 })
      expect(await findViolations(db, NOW)).toEqual([])
    }
  })

  it('一边拆，一边客户取消、仓库开始拣货、又有一笔付款到账：先到的算数，后到的被拒或退回，什么也没乱', async () => {
    const goods = await drug('抢拆药', '50.00')
    for (let turn = 0; turn < 6; turn += 1) {
      const { id } = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 4 }]))
      const second = await shop.ask('POST', `/api/pay/order/${id}`, { cookie: buyer.cookie, body: { channel: 'gateway' } })
      expect((await shop.ask('POST', `/api/pay/order/${id}`, { cookie: buyer.cookie, body: { channel: 'balance' } })).status).toBe(200)
      const { save } = await previewedSplit(shop, staff, id, { lines: { 抢拆药: 1 } })
      const beside =
        turn % 3 === 0
          ? cancel(id)
          : turn % 3 === 1
            ? shop.ask('POST', `/api/staff/order/${id}/pick`, { cookie: picker, body: {} })
            : shop.ask('POST', second.data.pay_url, { form: 'result=paid' })
      const [saved, other] = await Promise.all([save(), beside])
      expect([200, 409]).toContain(saved.status)
      expect([200, 303, 409]).toContain(other.status)
      await shop.jobs.runDue(['payments.refund', 'payments.refund_return'])
      expect(await findViolations(db, NOW)).toEqual([])
    }
  })

  it('两张一起取消、一张改单一张取消、别人同时买最后几盒：占用不丢，付款不多退', async () => {
    const goods = await drug('同退药', '10.00', 30)
    for (let turn = 0; turn < 4; turn += 1) {
      const { id } = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 20 }]))
      await payAtGateway(shop, buyer.cookie, id)
      const fresh = await split(shop, staff, id, { lines: { 同退药: 7 } })
      const beside = turn % 2 === 0 ? cancel(id) : edited(shop, staff, id, { lines: { 同退药: 5 }, cause: 'shop' })
      const rival = await makeCompany(db, { balance: '5000.00' })
      const place = await makeAddress(db, rival.companyId)
      const [gone] = await Promise.all([cancel(fresh.id), beside, buy(shop, rival, place, [{ goods_id: goods, number: 1 }], '22.00')])
      expect(gone.status).toBe(200)
      await cancel(id)
      await shop.jobs.runDue(['payments.refund', 'payments.refund_return'])
      expect(await findViolations(db, NOW)).toEqual([])
    }
  })
})
