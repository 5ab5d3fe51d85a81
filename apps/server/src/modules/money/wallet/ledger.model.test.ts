import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LedgerEntry, openingBalance, orderPaid, type Posting, voucherGranted } from '#domain/ledger.ts'
import { type Fen, fen } from '#domain/money.ts'
import { balanceOf, buy, expectLedgerTrue, makeAddress, stockOf } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { holdCoupon, makePromotion, makeTemplate } from '../../../../test/promotions.ts'
import { orderByStaff } from '../../buying/orders/public.ts'
import { paymentEffects } from '../payments/public.ts'
import { post } from './public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db } = shop.database

const inTransaction = (posting: Posting) => db.transaction().execute((trx) => post(trx, posting, NOW))

it('同一个键只记一次，二十个同时到也一样', async () => {
  const { companyId } = await makeCompany(db, { balance: '100.00' })
  const posting = { ...orderPaid({ key: 'once', companyId, orderId: 1, channel: 'balance', amount: fen(300), memo: '' }), orderId: null }
  const posted = await Promise.all(Array.from({ length: 20 }, () => inTransaction(posting)))
  expect(posted.filter(Boolean)).toHaveLength(1)
  expect(await balanceOf(db, companyId)).toBe(9_700)
})

it('期初余额只记一次', async () => {
  const { companyId } = await makeCompany(db)
  expect(await inTransaction(openingBalance(companyId, fen(12_345)))).toBe(true)
  expect(await inTransaction(openingBalance(companyId, fen(99)))).toBe(false)
  expect(await balanceOf(db, companyId)).toBe(12_345)
})

it('余额从不为负：同时扣多笔，只成够扣的几笔', async () => {
  const { companyId } = await makeCompany(db, { balance: '10.00' })
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      inTransaction({
        ...orderPaid({ key: `spend-${index}`, companyId, orderId: 1, channel: 'balance', amount: fen(300), memo: '' }),
        orderId: null,
      }),
    ),
  )
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(3)
  expect(await balanceOf(db, companyId)).toBe(100)
  await expectLedgerTrue(db)
})

it('不平的账数据库也不收；记下的账改不了', async () => {
  const { companyId } = await makeCompany(db, { balance: '10.00' })
  const entries: LedgerEntry[] = [
    { account: { companyId, kind: 'balance' }, amount: fen(1) },
    { account: { companyId: null, kind: 'sales' }, amount: 1 as Fen },
  ]
  await expect(inTransaction({ key: 'bad', kind: 'opening', companyId, orderId: null, memo: '', entries })).rejects.toThrow(RangeError)
  await expect(db.updateTable('ledger_entry').set({ amount: 1 }).execute()).rejects.toThrow('append-only')
})

type Step = { do: 'buy'; units: number; balance: number; voucher: number } | { do: 'pay' | 'cancel' | 'advance' | 'expire'; pick: number }
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('buy' as const),
      units: fc.integer({ min: 1, max: 6 }),
      balance: fc.integer({ min: 0, max: 80 }),
      voucher: fc.integer({ min: 0, max: 20 }),
    }),
    fc.record({ do: fc.constantFrom('pay' as const, 'cancel' as const, 'advance' as const, 'expire' as const), pick: fc.nat(20) }),
  ),
  { minLength: 4, maxLength: 14 },
)

const purseOf = async (companyId: number, kind: string): Promise<number> => {
  const row = await db
    .selectFrom('ledger_account')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .select('balance')
    .executeTakeFirst()
  return row?.balance ?? 0
}

it('随意下单、付款、取消、超时、发货之后：账合为零，钱包、券、赠品名额、库存与占用都与订单一致', async () => {
  const deps = { database: shop.database, payments: paymentEffects({ jobs: { enqueue: async () => undefined } }) }
  await fc.assert(
    fc.asyncProperty(steps, async (plan: readonly Step[]) => {
      shop.clock.now = NOW
      const buyer = await makeCompany(db, { balance: '300.00' })
      const address = await makeAddress(db, buyer.companyId)
      const goods = await makeGoods(db, { price: '7.00', stock: 0 })
      const prize = await makeGoods(db, { drug_class: 'otc_b', stock: 500 })
      // Several orders fit into what the buyer holds: reductions, a gift, cashback and a coupon each once.
      await makePromotion(db, 'full_reduction', { scope: { goods: [goods] }, tiers: [{ from: '20.00', amount: '3.00' }] })
      const { gifts } = await makePromotion(db, 'gift', {
        scope: { goods: [goods] },
        tiers: [{ from: '14.00', gifts: [{ goods: prize }] }],
      })
      await makePromotion(db, 'cashback', { scope: { goods: [goods] }, tiers: [{ from: '10.00', amount: '1.00' }] })
      const coupon = await holdCoupon(db, buyer.companyId, await makeTemplate(db, { amount: '2.00', threshold: '7.00' }))
      await inTransaction(
        voucherGranted({ key: `model:${buyer.companyId}`, companyId: buyer.companyId, orderId: null, amount: fen(5000), memo: '' }),
      )
      await makeStock(db, goods, [
        { available: 17, expiry: '2027-01-31' },
        { available: 200, expiry: '2028-01-31' },
      ])
      const orders: number[] = []
      for (const step of plan) {
        if (step.do === 'buy') {
          const placed = await buy(shop, buyer, address, [{ goods_id: goods, number: step.units }], {
            balance: `${step.balance}.00`,
            voucher: `${step.voucher}.00`,
          })
          orders.push(...placed.map((order) => order.id))
          continue
        }
        const id = orders[step.pick % Math.max(1, orders.length)]
        if (id === undefined) continue
        const call = (path: string, body: object) => shop.ask('POST', path, { cookie: buyer.cookie, body })
        if (step.do === 'pay') await call(`/api/pay/order/${id}`, { channel: 'balance' })
        if (step.do === 'cancel') await call(`/api/order/${id}/cancel`, {})
        if (step.do === 'expire') {
          shop.clock.now = new Date(shop.clock.now.getTime() + 25 * 3_600_000)
          await shop.jobs.runDue()
        }
        if (step.do === 'advance') {
          for (const type of ['pick', 'ship', 'receive', 'complete'] as const) {
            await orderByStaff(deps, { accountId: buyer.accountId, name: '仓储' }, id, { type }, shop.clock.now).catch(() => undefined)
          }
        }
      }
      const rows = await db
        .selectFrom('orders as o')
        .leftJoin('coupon as c', 'c.checkout_id', 'o.checkout_id')
        .where('o.company_id', '=', buyer.companyId)
        .select([
          'o.id',
          'o.status',
          'o.balance_amount',
          'o.voucher_amount',
          'o.paid_amount',
          'o.cashback_amount',
          'o.points',
          'c.id as coupon_id',
        ])
        .execute()
      const lines = await db
        .selectFrom('order_line')
        .where('company_id', '=', buyer.companyId)
        .select(['order_id', 'goods_id', 'number', 'gift_id'])
        .execute()
      const idsIn = (...states: string[]) => new Set(rows.filter((row) => states.includes(row.status)).map((row) => row.id))
      const units = (goodsId: number, ...states: string[]) =>
        lines.filter((line) => line.goods_id === goodsId && idsIn(...states).has(line.order_id)).reduce((sum, line) => sum + line.number, 0)
      for (const [goodsId, whole] of [
        [goods, 217],
        [prize, 500],
      ] as const) {
        const reserved = units(goodsId, 'pending_payment', 'paid', 'picking')
        const left = whole - reserved - units(goodsId, 'shipped', 'received', 'completed')
        expect(await stockOf(db, goodsId)).toEqual({ shown: left, available: left, reserved })
      }
      const alive = rows.filter((row) => row.status !== 'cancelled')
      const completed = rows.filter((row) => row.status === 'completed')
      const sum = (list: readonly Record<string, unknown>[], key: string) => list.reduce((all, row) => all + Number(row[key]), 0)
      const spent = sum(alive, 'balance_amount') + sum(alive, 'paid_amount')
      expect(await purseOf(buyer.companyId, 'balance')).toBe(30_000 - spent + sum(completed, 'cashback_amount'))
      expect(await purseOf(buyer.companyId, 'voucher')).toBe(5000 - sum(alive, 'voucher_amount'))
      expect(await purseOf(buyer.companyId, 'points')).toBe(sum(completed, 'points'))
      const taken = await db
        .selectFrom('promotion_gift')
        .where('id', '=', gifts[0] ?? 0)
        .select('taken')
        .executeTakeFirstOrThrow()
      expect(taken.taken).toBe(units(prize, 'pending_payment', 'paid', 'picking', 'shipped', 'received', 'completed'))
      // A coupon stands on an order that stands, or is free.
      const used = await db.selectFrom('coupon').where('id', '=', coupon).select('checkout_id').executeTakeFirstOrThrow()
      expect(used.checkout_id !== null).toBe(alive.some((row) => row.coupon_id === coupon))
    }),
    { numRuns: 12 },
  )
  await expectLedgerTrue(db)
})
