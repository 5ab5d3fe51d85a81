import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { voucherGranted } from '#domain/ledger.ts'
import { fen } from '#domain/money.ts'
import { atOnce, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { paidAtGateway, paymentDepsOf } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { makePromotion } from '../../../../test/promotions.ts'
import { addRow } from '../../../../test/rows.ts'
import { giveCredit } from '../../../../test/wallet.ts'
import { ShopError } from '../../../platform/errors.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { findViolations } from '../../money/invariants/public.ts'
import { paymentEffects } from '../../money/payments/public.ts'
import { startPayment, takeCallback } from '../../money/payments/service.ts'
import { postAll } from '../../money/wallet/public.ts'
import { placeOrders } from '../checkout/public.ts'
import { orderByStaff } from '../orders/public.ts'
import { editOrder, previewEdit } from './edit.ts'
import { editFormOf } from './edit-form.ts'
import { entryRows, entrySheet } from './entry-sheet.ts'

/**
 * Hundreds of orders with reductions, gifts and free shipping, entered, paid in every way, changed, cancelled and picked at random, several at
 * once, on a real database. Whatever is refused is refused in words; whatever happens, everything that must always be true is true.
 */
const NOW = new Date('2026-11-21T02:00:00Z')
const [RUNS, OPERATIONS, WIDTH] = [3, 130, 6]

const staff = { accountId: 0, name: '客服' }
const done = { edited: 0, refused: 0 }

const shop = await testShop({ now: NOW })
const deps = paymentDepsOf(shop)
const { db } = shop.database
await addRow(db, 'setting', [
  { key: 'shipping', value: JSON.stringify({ free_from: '100.00', fee: '12.00' }) },
  { key: 'unpaid_limits', value: JSON.stringify({ orders: 10_000, share: 100 }) },
])
const goods: number[] = await Promise.all(['19.90', '33.30', '7.01', '12.35'].map((price) => makeGoods(db, { price, stock: 500_000 })))
const gift = await makeGoods(db, { price: '5.00', stock: 500_000, drug_class: 'otc_b' })
const [a = 0, b = 0, c = 0] = goods
await makePromotion(db, 'full_reduction', { scope: { goods: [a, b] }, tiers: [{ from: '100.00', amount: '11.11', repeat: true }] })
await makePromotion(db, 'gift', {
  scope: { goods: [b, c] },
  tiers: [{ from: '60.00', repeat: true, gifts: [{ goods: gift, quota: 400_000 }] }],
})
await makePromotion(db, 'cashback', { tiers: [{ from: '50.00', amount: '3.33' }] })
const companies: { buyer: Buyer; address: number }[] = []
for (let at = 0; at < 4; at += 1) {
  const buyer = await makeCompany(db, { balance: '3000.00' })
  await giveCredit(db, buyer.companyId, '20000.00', 30)
  const voucher = { key: `v${at}`, companyId: buyer.companyId, orderId: null, memo: '测试', amount: fen(50_000) }
  await db.transaction().execute((trx) => postAll(trx, [voucherGranted(voucher)], NOW))
  companies.push({ buyer, address: await makeAddress(db, buyer.companyId) })
}
staff.accountId = companies[0]?.buyer.accountId ?? 0

const pick = fc.nat(1_000)
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      company: pick,
      numbers: fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 4 }),
      balance: fc.nat(80),
      voucher: fc.nat(40),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      pick,
      channel: fc.constantFrom('balance', 'credit', 'gateway'),
      late: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      pick,
      cause: fc.constantFrom('buyer' as const, 'shop' as const),
      parts: fc.array(fc.nat(100), { minLength: 5, maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance' as const), pick, steps: fc.integer({ min: 1, max: 4 }) }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

const orders: { id: number; company: number }[] = []
const started: string[] = []
let serial = 0

async function enter({ company: at, numbers, balance, voucher }: Extract<Operation, { do: 'enter' }>): Promise<void> {
  const { database } = shop
  const own = companies[at % companies.length]
  if (!own) return
  const company = await loadCompany(database.db, own.buyer.companyId)
  if (!company) return
  const lines = numbers.map((number, index) => ({ goods_id: goods[index] ?? 0, number }))
  const { total } = await entrySheet(database, company, { lines, addressId: own.address, useCoupons: false }, NOW)
  const purses = Math.min(Number(total), balance + voucher)
  const [fromVoucher, fromBalance] = [Math.min(voucher, purses), Math.max(0, Math.floor(purses) - voucher)]
  const rest = Math.round(Number(total) * 100) - fromVoucher * 100 - fromBalance * 100
  serial += 1
  const placed = await placeOrders(
    database,
    {
      accountId: own.buyer.accountId,
      companyId: own.buyer.companyId,
      name: '客服（代客下单）',
      entry: { by: 'staff', lines, rowsFor: (trx, one) => entryRows(trx, one, lines, NOW), done: () => Promise.resolve() },
    },
    {
      checkout_key: `model-edit-${serial}`,
      ids: [],
      coupons: [0],
      address_id: own.address,
      invoice_kind: 'normal',
      balance: String(fromBalance),
      voucher: String(fromVoucher),
      total: (rest / 100).toFixed(2),
    },
    NOW,
  )
  for (const { id } of placed.orders) orders.push({ id, company: own.buyer.companyId })
}

async function edit(id: number, { cause, parts }: Extract<Operation, { do: 'edit' }>): Promise<void> {
  const form = await editFormOf(shop.database, id, NOW)
  const lines = form.items.map((item, at) => ({ id: item.id, number: Math.floor((item.number * (parts[at % parts.length] ?? 0)) / 100) }))
  const ask = { version: form.version, cause, lines }
  const preview = await previewEdit(deps, staff, id, ask, NOW)
  const saved = await editOrder(deps, staff, id, { ...ask, stamp: preview.stamp, reason: '随机改单' }, NOW)
  expect(saved).toEqual(preview)
  done.edited += 1
}

async function work(one: Operation): Promise<void> {
  if (one.do === 'enter') return enter(one)
  const order = orders[one.pick % Math.max(1, orders.length)]
  if (!order) return
  const own = companies.find(({ buyer }) => buyer.companyId === order.company)
  if (one.do === 'edit') return edit(order.id, one)
  const orderDeps = { database: shop.database, payments: paymentEffects(deps) }
  if (one.do === 'cancel') {
    await orderByStaff(orderDeps, staff, order.id, { type: 'cancel', reason: '随机' }, NOW)
    return
  }
  if (one.do === 'advance') {
    const steps = [{ type: 'pick' }, { type: 'ship' }, { type: 'receive' }, { type: 'complete' }] as const
    for (const step of steps.slice(0, one.steps)) await orderByStaff(orderDeps, staff, order.id, step, NOW)
    return
  }
  const payer = { accountId: own?.buyer.accountId ?? 0, companyId: order.company, name: '买家' }
  const payment = await startPayment(deps, payer, order.id, one.channel, NOW)
  if (one.channel !== 'gateway') return
  started.push(payment.payment_no)
  // Late: what is paid is a payment of another hour, perhaps of another amount than the order costs since.
  const no = one.late ? (started[one.pick % started.length] ?? payment.payment_no) : payment.payment_no
  await takeCallback(deps, 'gateway', await paidAtGateway(db, no, NOW), NOW)
}

const REFUSED = /./
async function tried(one: Operation): Promise<void> {
  try {
    await work(one)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    expect(error.message).toMatch(REFUSED)
    done.refused += 1
  }
}

it('几百次随机下单、付款、改单、取消、拣货，几件同时做：钱、库存、名额、账本、积分样样相符', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS }), async (operations) => {
      await atOnce(operations, WIDTH, tried)
      expect(await findViolations(db, NOW)).toEqual([])
    }),
    { numRuns: RUNS, seed: 20_261_123, endOnFailure: true },
  )
  expect(done.edited).toBeGreaterThan(10)
  // Nothing of an order that was never paid is left in the books, however it was changed.
  const { rows } = await sql<{ kinds: number }>`select count(distinct kind)::integer as kinds from ledger_posting`.execute(db)
  expect(rows[0]?.kinds).toBeGreaterThan(3)
}, 300_000)
