import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderPaid } from '#domain/ledger.ts'
import { fen, yuan } from '#domain/money.ts'
import { grantVoucher } from '../../../../test/after-sales.ts'
import { expectLedgerTrue } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { arrive, paymentDepsOf } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { writeModelOrder } from '../../../../test/model-order.ts'
import { expectBillsTrue, giveCredit } from '../../../../test/wallet.ts'
import { paymentEffects, returnRefund } from '../../money/payments/public.ts'
import { startPayment } from '../../money/payments/service.ts'
import { payRepayment, startRepayment } from '../../money/payments/wallet-service.ts'
import { postAll, readPurses } from '../../money/wallet/public.ts'
import { orderByStaff } from '../orders/public.ts'
import { apply, refundAfterSale } from './public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
const deps = paymentDepsOf(shop)
const goodsId = await makeGoods(db, { stock: 0 })
const [batchId = 0] = await makeStock(db, goodsId, [{ available: 100_000 }])
const stock: { goodsId: number; batchId: number; warehouseId: number } = { goodsId, batchId, warehouseId: await makeWarehouse(db) }
const staff: { accountId: number; name: string } = { accountId: (await makeCompany(db)).accountId, name: '财务' }

/** An order of some units, reduced and paid at will, its units coming back in any portions; of credit some is repaid in between. */
const CASES = fc.record({
  number: fc.integer({ min: 1, max: 9 }),
  price: fc.integer({ min: 1, max: 9_999 }),
  reduced: fc.integer({ min: 0, max: 100 }),
  balance: fc.integer({ min: 0, max: 100 }),
  voucher: fc.integer({ min: 0, max: 100 }),
  channel: fc.constantFrom('gateway', 'credit', 'balance'),
  completes: fc.boolean(),
  repays: fc.integer({ min: 0, max: 100 }),
  portions: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 9, maxLength: 9 }),
})
type Case = typeof CASES extends fc.Arbitrary<infer One> ? One : never

const share = (of: number, percent: number) => Math.floor((of * percent) / 100)

async function place(buyer: Buyer, one: Case) {
  const net = one.number * one.price - share(one.number * one.price, one.reduced)
  const voucher = Math.min(5_000, share(net, one.voucher))
  const balance = share(net - voucher, one.balance)
  const reduction = one.number * one.price - net
  const order = await db.transaction().execute(async (trx) => {
    const made = await writeModelOrder(trx, buyer, { ...stock, number: one.number, price: one.price, balance, voucher, reduction }, NOW)
    const parts = [
      { channel: 'balance', amount: fen(balance) },
      { channel: 'voucher', amount: fen(voucher) },
    ].filter((part) => part.amount > 0)
    const of = { companyId: buyer.companyId, orderId: made.id, memo: '' }
    await postAll(
      trx,
      parts.map((part) => orderPaid({ ...of, ...part, key: `order_${part.channel}:${made.id}` })),
      NOW,
    )
    return made
  })
  if (order.payable > 0) {
    const started = await startPayment(deps, { ...buyer, name: '测试员' }, order.id, one.channel, NOW)
    if (one.channel === 'gateway') await arrive(shop, started.payment_no)
  }
  return { ...order, net }
}

it('优惠、余额、现金券与网关、账期、余额支付任意混合，任意分次退完：每个钱包回到原样，网关退回所收，账单清零，账合为零', async () => {
  const orders = { database: shop.database, payments: paymentEffects(deps) }
  await fc.assert(
    fc.asyncProperty(CASES, async (one) => {
      const buyer = await makeCompany(db, { balance: '2000.00' })
      await giveCredit(db, buyer.companyId, '2000.00', 30)
      await grantVoucher(db, buyer.companyId, '50.00', NOW)
      const before = await readPurses(db, buyer.companyId)
      const order = await place(buyer, one)
      for (const type of ['pick', 'ship', 'receive', ...(one.completes ? ['complete' as const] : [])] as const)
        await orderByStaff(orders, staff, order.id, { type }, NOW)
      let left = one.number
      for (const [index, portion] of one.portions.entries()) {
        if (left === 0) break
        const number = index === 8 ? left : Math.min(left, portion)
        const wish = { order_id: order.id, kind: 'refund_only' as const, reason: 'short' as const, lines: [{ id: order.pieceId, number }] }
        const made = await apply(shop.database, { ...buyer, name: '测试员' }, { ...wish, key: `model-${order.id}-${index}` }, NOW)
        await refundAfterSale(deps, staff, made.id, {}, NOW)
        left -= number
        const { creditUsed } = await readPurses(db, buyer.companyId)
        const repaid = fen(share(creditUsed, one.repays))
        if (repaid > 0) {
          const { id } = await startRepayment(deps, { ...buyer, name: '测试员' }, { billIds: [], amount: yuan(repaid) }, NOW)
          await payRepayment(deps, { ...buyer, name: '测试员' }, id, 'balance', NOW)
        }
      }
      expect(await readPurses(db, buyer.companyId)).toEqual(before)
      const row = await db.selectFrom('orders').where('id', '=', order.id).select('returned_goods').executeTakeFirstOrThrow()
      expect(row.returned_goods).toBe(order.net)
      const paid = await db.selectFrom('payment').where('order_id', '=', order.id).select(['amount', 'refunded_amount']).execute()
      for (const payment of paid) expect(payment.refunded_amount).toBe(payment.amount)
    }),
    { numRuns: 40 },
  )
  await shop.jobs.runDue([returnRefund.name])
  await expectBillsTrue(db)
  await expectLedgerTrue(db)
  // What was due has been sent, and the gateway keeps nothing.
  for (const kind of ['refund_due', 'gateway', 'order_advance', 'sales']) {
    const { sum } = await db
      .selectFrom('ledger_entry as e')
      .innerJoin('ledger_account as a', 'a.id', 'e.account_id')
      .where('a.kind', '=', kind)
      .where('a.company_id', 'is', null)
      .select(({ fn }) => fn.sum<number | null>('e.amount').as('sum'))
      .executeTakeFirstOrThrow()
    expect(Number(sum ?? 0), kind).toBe(0)
  }
})
