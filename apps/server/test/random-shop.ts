import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { voucherGranted } from '#domain/ledger.ts'
import { fen } from '#domain/money.ts'
import { apply, refundAfterSale } from '../src/modules/buying/aftersales/public.ts'
import { placeOrders } from '../src/modules/buying/checkout/public.ts'
import { editOrder, previewEdit } from '../src/modules/buying/orderdesk/edit.ts'
import { editFormOf } from '../src/modules/buying/orderdesk/edit-form.ts'
import { entryRows, entrySheet } from '../src/modules/buying/orderdesk/entry-sheet.ts'
import { previewSplit, splitOrder } from '../src/modules/buying/orderdesk/split.ts'
import { splitFormOf } from '../src/modules/buying/orderdesk/split-form.ts'
import { orderByStaff } from '../src/modules/buying/orders/public.ts'
import { confirmTransferByNo, paymentEffects } from '../src/modules/money/payments/public.ts'
import { startPayment, takeCallback } from '../src/modules/money/payments/service.ts'
import { payRepayment, startRepayment } from '../src/modules/money/payments/wallet-service.ts'
import { postAll } from '../src/modules/money/wallet/public.ts'
import { ShopError } from '../src/platform/errors.ts'
import { loadCompany } from '../src/platform/viewer-store.ts'
import { makeAddress } from './buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStock } from './fixtures.ts'
import { openBankAccount, paidAtGateway, paymentDepsOf } from './gateway.ts'
import type { Shop } from './harness.ts'
import { holdCoupon, makePromotion, makeTemplate } from './promotions.ts'
import { addRow } from './rows.ts'
import { giveCredit } from './wallet.ts'

/**
 * A shop with reductions, coupons, gifts and free shipping, and what is done in it at random: orders entered, paid in every way, split, split
 * again, changed, picked, cancelled, shipped and returned, by the shop's clock. Whatever is refused is refused in words.
 */

const pick = fc.nat(1_000)
const parts = fc.array(fc.nat(100), { minLength: 5, maxLength: 5 })
const record = <Do extends string, More extends object>(
  kind: Do,
  more: fc.Arbitrary<More>,
): fc.Arbitrary<{ do: Do; pick: number } & More> => fc.tuple(pick, more).map(([at, rest]) => ({ do: kind, pick: at, ...rest }))
const entered = fc.record({
  numbers: fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 4 }),
  balance: fc.nat(80),
  voucher: fc.nat(40),
  coupon: fc.boolean(),
})
const paidBy = fc.record({ channel: fc.constantFrom('balance', 'credit', 'gateway', 'bank') })
const divided = fc.record({ parts })
const changed = fc.record({ parts, cause: fc.constantFrom('buyer' as const, 'shop' as const) })
const advanced = fc.record({ steps: fc.integer({ min: 1, max: 4 }) })
const returned = fc.record({ units: fc.integer({ min: 1, max: 9 }), reason: fc.constantFrom('short' as const, 'other' as const) })
const repaid = fc.record({ amount: fc.integer({ min: 1, max: 90 }) })
const nothing = fc.constant({})
export const operation = fc.oneof(
  { weight: 5, arbitrary: record('enter', entered) },
  { weight: 6, arbitrary: record('pay', paidBy) },
  { weight: 9, arbitrary: record('split', divided) },
  { weight: 3, arbitrary: record('split_picking', divided) },
  { weight: 3, arbitrary: record('edit', changed) },
  { weight: 3, arbitrary: record('cancel', nothing) },
  { weight: 5, arbitrary: record('advance', advanced) },
  { weight: 5, arbitrary: record('return', returned) },
  { weight: 2, arbitrary: record('repay', repaid) },
)
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never
type Of<Name> = Extract<Operation, { do: Name }>

export interface Known {
  id: number
  company: number
}

export async function randomShop(shop: Shop) {
  const staff = { accountId: 0, name: '客服' }
  const done = new Map<string, number>()

  const deps = paymentDepsOf(shop)
  const { db } = shop.database
  await openBankAccount(db)
  await addRow(db, 'setting', [
    { key: 'shipping', value: JSON.stringify({ free_from: '150.00', fee: '12.01' }) },
    { key: 'unpaid_limits', value: JSON.stringify({ orders: 10_000, share: 100 }) },
  ])
  const goods: number[] = await Promise.all(['19.90', '33.30', '7.01', '12.35'].map((price) => makeGoods(db, { price, stock: 0 })))
  for (const id of goods)
    await makeStock(db, id, [
      { available: 12, batchNo: `A${id}`, expiry: '2028-01-01' },
      { available: 500_000, batchNo: `B${id}`, expiry: '2029-01-01' },
    ])
  const gift = await makeGoods(db, { price: '5.00', stock: 500_000, drug_class: 'otc_b' })
  const [a = 0, b = 0, c = 0] = goods
  await makePromotion(db, 'full_reduction', { scope: { goods: [a, b] }, tiers: [{ from: '100.00', amount: '11.11', repeat: true }] })
  await makePromotion(db, 'gift', {
    scope: { goods: [b, c] },
    tiers: [{ from: '60.00', repeat: true, gifts: [{ goods: gift, quota: 400_000 }] }],
  })
  await makePromotion(db, 'cashback', { tiers: [{ from: '50.00', amount: '3.33' }] })
  const template = await makeTemplate(db, { amount: '7.77' })
  const companies: { buyer: Buyer; address: number; coupons: number[] }[] = []
  for (let at = 0; at < 4; at += 1) {
    const buyer = await makeCompany(db, { balance: '3000.00' })
    await giveCredit(db, buyer.companyId, '20000.00', 30)
    const voucher = { key: `v${at}`, companyId: buyer.companyId, orderId: null, memo: '测试', amount: fen(50_000) }
    await db.transaction().execute((trx) => postAll(trx, [voucherGranted(voucher)], shop.clock.now))
    const coupons: number[] = []
    for (let one = 0; one < 40; one += 1) coupons.push(await holdCoupon(db, buyer.companyId, template))
    companies.push({ buyer, address: await makeAddress(db, buyer.companyId), coupons })
  }
  await db.updateTable('coupon_template').set({ taken: 160, quota: 1_000 }).execute()
  staff.accountId = companies[0]?.buyer.accountId ?? 0

  /** Orders that were entered, and those that were split from them. */
  const orders: Known[] = []
  let serial = 0

  async function enter({ pick: at, numbers, balance, voucher, coupon }: Of<'enter'>): Promise<void> {
    const { database } = shop
    const own = companies[at % companies.length]
    const company = own && (await loadCompany(database.db, own.buyer.companyId))
    if (!own || !company) return
    const lines = numbers.map((number, index) => ({ goods_id: goods[index] ?? 0, number }))
    const { total } = await entrySheet(database, company, { lines, addressId: own.address, useCoupons: false }, shop.clock.now)
    const less = coupon && own.coupons.length > 0 ? 777 : 0
    const whole = Math.max(0, Math.round(Number(total) * 100) - less)
    const purses = Math.min(whole, (balance + voucher) * 100)
    const fromVoucher = Math.min(voucher * 100, purses)
    const fromBalance = purses - fromVoucher
    serial += 1
    const placed = await placeOrders(
      database,
      {
        accountId: own.buyer.accountId,
        companyId: own.buyer.companyId,
        name: '客服（代客下单）',
        entry: { by: 'staff', lines, rowsFor: (trx, one) => entryRows(trx, one, lines, shop.clock.now), done: () => Promise.resolve() },
      },
      {
        checkout_key: `model-split-${serial}`,
        ids: [],
        coupons: [less > 0 ? (own.coupons.shift() ?? 0) : 0],
        address_id: own.address,
        invoice_kind: 'normal',
        balance: (fromBalance / 100).toFixed(2),
        voucher: (fromVoucher / 100).toFixed(2),
        total: ((whole - purses) / 100).toFixed(2),
      },
      shop.clock.now,
    )
    for (const { id } of placed.orders) orders.push({ id, company: own.buyer.companyId })
  }

  const someOf = (number: number, share: number, whole: boolean) => (whole ? (share > 70 ? number : 0) : Math.floor((number * share) / 100))

  async function splitOne({ id, company }: Known, shares: readonly number[], stage: 'desk' | 'picking'): Promise<void> {
    const which = { id, stage, seesPrices: true }
    const form = await splitFormOf(shop.database, which, shop.clock.now)
    const lines = form.items
      .map((item, at) => ({ id: item.id, number: someOf(item.number, shares[at % shares.length] ?? 0, item.whole === 1) }))
      .filter(({ number }) => number > 0)
    const pieces = form.items
      .flatMap((item) => item.batches)
      .map((piece, at) => ({ id: piece.piece_id, number: someOf(piece.number, shares[at % shares.length] ?? 0, false) }))
      .filter(({ number }) => number > 0)
    const ask = stage === 'desk' ? { version: form.version, lines, pieces: [] } : { version: form.version, lines: [], pieces }
    const preview = await previewSplit(shop.database, staff, which, ask, shop.clock.now)
    const saved = await splitOrder(shop.database, staff, which, { ...ask, stamp: preview.stamp, reason: '随机拆单' }, shop.clock.now)
    expect(saved.no).toBe(preview.new_no)
    orders.push({ id: saved.id, company })
  }

  async function edit(id: number, { cause, parts: shares }: Of<'edit'>): Promise<void> {
    const form = await editFormOf(shop.database, id, shop.clock.now)
    const lines = form.items.map((item, at) => ({
      id: item.id,
      number: Math.ceil((item.number * (shares[at % shares.length] ?? 0)) / 100),
    }))
    const ask = { version: form.version, cause, lines }
    const { stamp } = await previewEdit(deps, staff, id, ask, shop.clock.now)
    await editOrder(deps, staff, id, { ...ask, stamp, reason: '随机改单' }, shop.clock.now)
  }

  async function giveBack({ id, company }: Known, { units, reason, pick: at }: Of<'return'>): Promise<void> {
    const { rows } = await sql<{ id: number; number: number }>`
      select b.id, b.number from order_line_batch b join order_line l on l.id = b.order_line_id where l.order_id = ${id} order by b.id`.execute(
      db,
    )
    const piece = rows[at % Math.max(1, rows.length)]
    if (!piece) return
    const lines = [{ id: piece.id, number: Math.min(units, piece.number) }]
    const buyer = { accountId: buyerOf(company).accountId, companyId: company, name: '买家' }
    serial += 1
    const wish = { order_id: id, kind: 'refund_only' as const, reason, lines, key: `model-split-back-${serial}` }
    const made = await apply(shop.database, buyer, wish, shop.clock.now)
    await refundAfterSale(deps, staff, made.id, {}, shop.clock.now)
  }

  const buyerOf = (company: number): Buyer => {
    const own = companies.find(({ buyer }) => buyer.companyId === company)
    if (!own) throw new Error('no such company')
    return own.buyer
  }

  async function pay({ id, company }: Known, channel: string): Promise<void> {
    const payer = { accountId: buyerOf(company).accountId, companyId: company, name: '买家' }
    const payment = await startPayment(deps, payer, id, channel, shop.clock.now)
    if (channel === 'gateway')
      await takeCallback(deps, 'gateway', await paidAtGateway(db, payment.payment_no, shop.clock.now), shop.clock.now)
    if (channel === 'bank') await confirmTransferByNo(deps, payment.payment_no, staff, shop.clock.now)
  }

  async function work(one: Operation): Promise<void> {
    if (one.do === 'enter') return enter(one)
    // Of the last ones: of most others nothing is left to be done.
    const order = orders.at(-1 - (one.pick % Math.min(30, Math.max(1, orders.length))))
    if (!order) return
    const orderDeps = { database: shop.database, payments: paymentEffects(deps) }
    switch (one.do) {
      case 'pay':
        return pay(order, one.channel)
      case 'split':
        return splitOne(order, one.parts, 'desk')
      case 'split_picking':
        await orderByStaff(orderDeps, staff, order.id, { type: 'pick' }, shop.clock.now)
        return splitOne(order, one.parts, 'picking')
      case 'edit':
        return edit(order.id, one)
      case 'cancel':
        await orderByStaff(orderDeps, staff, order.id, { type: 'cancel', reason: '随机' }, shop.clock.now)
        return
      case 'advance': {
        const steps = [{ type: 'pick' }, { type: 'ship' }, { type: 'receive' }, { type: 'complete' }] as const
        for (const step of steps.slice(0, one.steps)) await orderByStaff(orderDeps, staff, order.id, step, shop.clock.now)
        return
      }
      case 'return':
        return giveBack(order, one)
      case 'repay': {
        const payer = { accountId: buyerOf(order.company).accountId, companyId: order.company, name: '买家' }
        const { id } = await startRepayment(deps, payer, { billIds: [], amount: `${one.amount}.00` }, shop.clock.now)
        await payRepayment(deps, payer, id, 'balance', shop.clock.now)
      }
    }
  }

  async function tried(one: Operation): Promise<void> {
    try {
      await work(one)
      done.set(one.do, (done.get(one.do) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      expect(error.message).toMatch(/[\u4e00-\u9fff]/)
      done.set('refused', (done.get('refused') ?? 0) + 1)
    }
  }

  return { tried, orders, done, companies, goods, gift, staff, deps }
}
