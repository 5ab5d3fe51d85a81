import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerEntry, openingBalance, orderPaid, type Posting } from '#domain/ledger.ts'
import { type Fen, fen } from '#domain/money.ts'
import { balanceOf, buy, expectLedgerTrue, makeAddress, stockOf } from '../../../test/buying.ts'
import { makeCompany, makeGoods, makeStock } from '../../../test/fixtures.ts'
import { openShop, type Shop } from '../../../test/harness.ts'
import { orderByStaff } from '../orders/public.ts'
import { paymentEffects } from '../payments/public.ts'
import { post } from './public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ now: NOW })
})
afterAll(() => shop.close())

const inTransaction = (posting: Posting) => shop.database.db.transaction().execute((trx) => post(trx, posting, NOW))

it('同一个键只记一次，二十个同时到也一样', async () => {
  const { companyId } = await makeCompany(shop.database.db, { balance: '100.00' })
  const posting = { ...orderPaid({ key: 'once', companyId, orderId: 1, channel: 'balance', amount: fen(300), memo: '' }), orderId: null }
  const posted = await Promise.all(Array.from({ length: 20 }, () => inTransaction(posting)))
  expect(posted.filter(Boolean)).toHaveLength(1)
  expect(await balanceOf(shop.database.db, companyId)).toBe(9_700)
})

it('期初余额只记一次', async () => {
  const { companyId } = await makeCompany(shop.database.db)
  expect(await inTransaction(openingBalance(companyId, fen(12_345)))).toBe(true)
  expect(await inTransaction(openingBalance(companyId, fen(99)))).toBe(false)
  expect(await balanceOf(shop.database.db, companyId)).toBe(12_345)
})

it('余额从不为负：同时扣多笔，只成够扣的几笔', async () => {
  const { companyId } = await makeCompany(shop.database.db, { balance: '10.00' })
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      inTransaction({
        ...orderPaid({ key: `spend-${index}`, companyId, orderId: 1, channel: 'balance', amount: fen(300), memo: '' }),
        orderId: null,
      }),
    ),
  )
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(3)
  expect(await balanceOf(shop.database.db, companyId)).toBe(100)
  await expectLedgerTrue(shop.database.db)
})

it('不平的账数据库也不收；记下的账改不了', async () => {
  const { companyId } = await makeCompany(shop.database.db, { balance: '10.00' })
  const entries: LedgerEntry[] = [
    { account: { companyId, kind: 'balance' }, amount: fen(1) },
    { account: { companyId: null, kind: 'sales' }, amount: 1 as Fen },
  ]
  await expect(inTransaction({ key: 'bad', kind: 'opening', companyId, orderId: null, memo: '', entries })).rejects.toThrow(RangeError)
  await expect(shop.database.db.updateTable('ledger_entry').set({ amount: 1 }).execute()).rejects.toThrow('append-only')
})

type Step = { do: 'buy'; units: number; balance: number } | { do: 'pay' | 'cancel' | 'advance' | 'expire'; pick: number }
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('buy' as const), units: fc.integer({ min: 1, max: 6 }), balance: fc.integer({ min: 0, max: 80 }) }),
    fc.record({ do: fc.constantFrom('pay' as const, 'cancel' as const, 'advance' as const, 'expire' as const), pick: fc.nat(20) }),
  ),
  { minLength: 4, maxLength: 14 },
)

it('随意下单、付款、取消、超时、发货之后：账合为零，库存与占用与订单一致', async () => {
  const { db } = shop.database
  const deps = { database: shop.database, payments: paymentEffects({ jobs: { enqueue: async () => undefined } }) }
  await fc.assert(
    fc.asyncProperty(steps, async (plan: readonly Step[]) => {
      shop.clock.now = NOW
      const buyer = await makeCompany(db, { balance: '300.00' })
      const address = await makeAddress(db, buyer.companyId)
      const goods = await makeGoods(db, { price: '7.00', stock: 0 })
      await makeStock(db, goods, [
        { available: 17, expiry: '2027-01-31' },
        { available: 200, expiry: '2028-01-31' },
      ])
      const orders: number[] = []
      for (const step of plan) {
        if (step.do === 'buy') {
          const placed = await buy(shop, buyer, address, [{ goods_id: goods, number: step.units }], `${step.balance}.00`)
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
      const held = await db
        .selectFrom('orders as o')
        .innerJoin('order_line as l', 'l.order_id', 'o.id')
        .where('o.company_id', '=', buyer.companyId)
        .select(['o.status', 'l.number', 'o.balance_amount', 'o.paid_amount'])
        .execute()
      const unitsIn = (...states: string[]) => held.filter((row) => states.includes(row.status)).reduce((sum, row) => sum + row.number, 0)
      const reserved = unitsIn('pending_payment', 'paid', 'picking')
      const gone = unitsIn('shipped', 'received', 'completed')
      expect(await stockOf(db, goods)).toEqual({ shown: 217 - reserved - gone, available: 217 - reserved - gone, reserved })
      const spent = held.filter((row) => row.status !== 'cancelled').reduce((sum, row) => sum + row.balance_amount + row.paid_amount, 0)
      expect(await balanceOf(db, buyer.companyId)).toBe(30_000 - spent)
    }),
    { numRuns: 12 },
  )
  await expectLedgerTrue(db)
}, 120_000)
