import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { orderPaid, voucherGranted } from '#domain/ledger.ts'
import { fen, yuan } from '#domain/money.ts'
import { atOnce, expectLedgerTrue } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { openBankAccount, paidAtGateway, paymentDepsOf } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { type ModelOrder, writeModelOrder } from '../../../../test/model-order.ts'
import { keepSetting } from '../../../../test/rows.ts'
import { expectBillsTrue, giveCredit } from '../../../../test/wallet.ts'
import { ShopError } from '../../../platform/errors.ts'
import { apply, refundAfterSale } from '../../buying/aftersales/public.ts'
import { orderByStaff } from '../../buying/orders/public.ts'
import { setCreditTerms } from '../credit/service.ts'
import { confirmTransferByNo, paymentEffects } from '../payments/public.ts'
import { startPayment, takeCallback } from '../payments/service.ts'
import { payRepayment, startRecharge, startRepayment } from '../payments/wallet-service.ts'
import { adjustBalance } from './recharge.ts'
import { postAll } from './service.ts'

/**
 * Ten thousand random operations on money against real PostgreSQL, sixteen at once on a few companies, through the services
 * that the calls use: orders paid in every way, recharges, repayments, callbacks that come late and twice, cancelling,
 * returns, finance's corrections. Whatever is refused is refused in words; whatever happens, the books are true.
 */
const NOW = new Date('2026-11-21T02:00:00Z')
const COMPANIES = 6
const LIMIT = 60_000
const [RUNS, OPERATIONS, WIDTH] = [5, 2_000, 16]

const shop = await testShop({ now: NOW })
const { db } = shop.database
const deps = paymentDepsOf(shop)
await keepSetting(db, 'recharge', { min: '1', max: '10000', tiers: [{ amount: '50', gift: '3' }] })
await openBankAccount(db)
const goodsId = await makeGoods(db, { stock: 0 })
const [batchId = 0] = await makeStock(db, goodsId, [{ available: 1_000_000 }])
const goods: { goodsId: number; batchId: number; warehouseId: number } = { goodsId, batchId, warehouseId: await makeWarehouse(db) }
const staff: { accountId: number; name: string } = { accountId: (await makeCompany(db)).accountId, name: '财务' }

interface Kept {
  buyer: Buyer
  orders: ModelOrder[]
  repayments: number[]
  /** Payments that were started at the gateway or as a transfer. */
  started: { no: string; channel: string }[]
}

const pick = fc.nat(1_000)
const small = fc.integer({ min: 1, max: 40 })
const channel = fc.constantFrom('balance', 'credit', 'gateway', 'bank')
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('order' as const), company: pick, units: small, balance: fc.nat(10), voucher: fc.nat(5) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pay' as const), company: pick, pick, channel }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('arrive' as const), company: pick, pick, twice: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), company: pick, pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), company: pick, pick, steps: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return' as const), company: pick, pick, units: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repay' as const), company: pick, part: fc.option(small), channel }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repay_again' as const), company: pick, pick, channel }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('recharge' as const),
      company: pick,
      units: small,
      purse: fc.constantFrom('voucher' as const, 'balance' as const),
      channel,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('adjust' as const), company: pick, amount: fc.integer({ min: -50, max: 50 }), key: fc.uuid() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('limit' as const), company: pick }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never

const one = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]
const who = (buyer: Buyer) => ({ companyId: buyer.companyId, accountId: buyer.accountId, name: '测试员' })

async function placeOrder(kept: Kept, units: number, parts: { balance: number; voucher: number }): Promise<void> {
  const price = 700
  const balance = fen(Math.min(units * price, parts.balance * 100))
  const voucher = fen(Math.min(units * price - balance, parts.voucher * 100))
  const { companyId } = kept.buyer
  const made = await db.transaction().execute(async (trx) => {
    const order = await writeModelOrder(trx, kept.buyer, { ...goods, number: units, price, balance, voucher }, NOW)
    const paid = [
      { channel: 'balance', amount: balance },
      { channel: 'voucher', amount: voucher },
    ].filter((part) => part.amount > 0)
    await postAll(
      trx,
      paid.map((part) => orderPaid({ ...part, key: `order_${part.channel}:${order.id}`, companyId, orderId: order.id, memo: '' })),
      NOW,
    )
    return order
  })
  kept.orders.push(made)
}

async function arrive(kept: Kept, index: number): Promise<void> {
  const payment = one(kept.started, index)
  if (!payment) return
  if (payment.channel === 'bank') {
    await confirmTransferByNo(deps, payment.no, staff, NOW)
    return
  }
  await takeCallback(deps, 'gateway', await paidAtGateway(db, payment.no, NOW), NOW)
}

/** What came of a started payment: one at a gateway or a bank is to arrive later. */
function keepStarted(kept: Kept, by: string, payment: { payment_no: string; status: string }): void {
  if (payment.status === 'created') kept.started.push({ no: payment.payment_no, channel: by })
}

async function run(all: readonly Kept[], op: Operation): Promise<void> {
  const kept = one(all, op.company)
  if (!kept) return
  const buyer = who(kept.buyer)
  const order = 'pick' in op ? one(kept.orders, op.pick) : undefined
  const orders = { database: shop.database, payments: paymentEffects(deps) }
  switch (op.do) {
    case 'order':
      return placeOrder(kept, op.units, op)
    case 'pay':
      if (order) keepStarted(kept, op.channel, await startPayment(deps, buyer, order.id, op.channel, NOW))
      return
    case 'arrive':
      await Promise.all([arrive(kept, op.pick), ...(op.twice ? [arrive(kept, op.pick)] : [])])
      return
    case 'cancel':
      if (order) await orderByStaff(orders, staff, order.id, { type: 'cancel', reason: '模型' }, NOW)
      return
    case 'advance':
      for (const type of (['pick', 'ship', 'receive', 'complete'] as const).slice(0, op.steps))
        if (order) await orderByStaff(orders, staff, order.id, { type }, NOW)
      return
    case 'return': {
      if (!order) return
      const wish = {
        order_id: order.id,
        kind: 'refund_only' as const,
        reason: 'short' as const,
        lines: [{ id: order.pieceId, number: op.units }],
      }
      const made = await apply(shop.database, buyer, { ...wish, key: `${order.id}-${Math.trunc(op.pick / 50)}-key` }, NOW)
      await refundAfterSale(deps, staff, made.id, {}, NOW)
      return
    }
    case 'repay': {
      const amount = op.part === null ? undefined : `${op.part}.00`
      const { id } = await startRepayment(deps, buyer, { billIds: [], amount }, NOW)
      kept.repayments.push(id)
      keepStarted(kept, op.channel, await payRepayment(deps, buyer, id, op.channel, NOW))
      return
    }
    case 'repay_again': {
      const id = one(kept.repayments, op.pick)
      if (id !== undefined) keepStarted(kept, op.channel, await payRepayment(deps, buyer, id, op.channel, NOW))
      return
    }
    case 'recharge':
      keepStarted(
        kept,
        op.channel,
        await startRecharge(deps, buyer, { purse: op.purse, amount: `${op.units}.00`, channel: op.channel }, NOW),
      )
      return
    case 'adjust':
      await adjustBalance(shop.database, staff, kept.buyer.companyId, { amount: `${op.amount}.00`, reason: '模型', key: op.key }, NOW)
      return
    case 'limit':
      // The same limit again: its lock runs beside everything else.
      await setCreditTerms(shop.database, staff, kept.buyer.companyId, { limit: yuan(fen(LIMIT)), days: 30, reason: '模型' }, NOW)
  }
}

let refused = 0
const tried = new Map<string, number>()
async function attempt(all: readonly Kept[], op: Operation): Promise<void> {
  try {
    await run(all, op)
    tried.set(op.do, (tried.get(op.do) ?? 0) + 1)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    expect(error.message).toMatch(/[\u4e00-\u9fff]/)
    refused += 1
  }
}

it('一万次随机的钱款操作、十六个同时进行之后：账合为零，没有负数，账期从不超限，账单与账本一致', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' }), async (plan) => {
      const all: Kept[] = []
      for (let count = 0; count < COMPANIES; count++) {
        const buyer = await makeCompany(db, { balance: '500.00' })
        await giveCredit(db, buyer.companyId, yuan(fen(LIMIT)), 30)
        await db.transaction().execute((trx) => {
          const grant = voucherGranted({
            key: `model:${buyer.companyId}`,
            companyId: buyer.companyId,
            orderId: null,
            amount: fen(8_000),
            memo: '',
          })
          return postAll(trx, [grant], NOW)
        })
        all.push({ buyer, orders: [], repayments: [], started: [] })
      }
      await atOnce(plan, WIDTH, (op) => attempt(all, op))
      // Papers of what was shipped move no money, and drawing thousands of them takes longer than everything else here.
      await shop.jobs.runDue(['payments.refund', 'payments.refund_return', 'orders.expire'])
      await expectBillsTrue(db)
    }),
    {
      numRuns: RUNS,
      endOnFailure: true,
      // Two thousand operations are no counterexample that anybody reads: the seed and what went wrong are.
      reporter: ({ failed, seed, errorInstance }) => {
        if (failed) throw new Error(`seed ${seed}`, { cause: errorInstance })
      },
    },
  )
  await expectLedgerTrue(db)
  // Not only at the end: no entry ever left a purse below nothing, nor credit below its limit.
  const { rows } = await sql<{ kind: string; lowest: number; entries: number }>`
    select a.kind, min(e.balance_after) as lowest, count(*)::integer as entries
      from ledger_entry e join ledger_account a on a.id = e.account_id where a.company_id is not null group by a.kind`.execute(db)
  const lowest = Object.fromEntries(rows.map((row) => [row.kind, row.lowest]))
  expect(lowest.balance).toBeGreaterThanOrEqual(0)
  expect(lowest.voucher).toBeGreaterThanOrEqual(0)
  expect(lowest.credit).toBeGreaterThanOrEqual(-LIMIT)
  // The limit was reached for: the guard was at work.
  expect(lowest.credit).toBeLessThan(-LIMIT / 2)
  // A model in which everything is refused shows nothing.
  for (const what of ['order', 'pay', 'arrive', 'cancel', 'advance', 'return', 'repay', 'repay_again', 'recharge', 'adjust', 'limit'])
    expect(tried.get(what) ?? 0, what).toBeGreaterThan(20)
  expect(refused).toBeGreaterThan(100)
}, 240_000)
