import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { atOnce } from '../../../../test/buying.ts'
import { testShop } from '../../../../test/harness.ts'
import { operation, randomShop } from '../../../../test/random-shop.ts'
import { findViolations } from '../../money/invariants/public.ts'

/**
 * Hundreds of orders with reductions, coupons, gifts and free shipping, paid in every way and split, split again, changed, picked, cancelled,
 * shipped and returned at random, several at once, on a real database. Whatever is refused is refused in words; whatever happens, both
 * halves sum to what was, no payment gives back more than it was, and nothing reserved is lost or taken twice.
 */
const NOW = new Date('2026-11-21T02:00:00Z')
const [RUNS, OPERATIONS, WIDTH] = [4, 240, 6]

const shop = await testShop({ now: NOW })
const { db } = shop.database
const { tried, done } = await randomShop(shop)

it('几百次随机下单、付款、拆单、再拆、改单、取消、发货、退货，几件同时做：两半合计分毫不差，没有一笔付款退得比它多，占用一盒不少', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS }), async (operations) => {
      await atOnce(operations, WIDTH, tried)
      expect(await findViolations(db, NOW)).toEqual([])
      await shop.jobs.runDue(['payments.refund', 'payments.refund_return'])
      expect(await findViolations(db, NOW)).toEqual([])
    }),
    { numRuns: RUNS, seed: 20_261_123, endOnFailure: true },
  )
  // The gateway itself was never asked for more than it took.
  const { rows } = await sql`
    select p.payment_no from gateway_simulator p join (select payment_no, sum(amount) as back from gateway_simulator_refund group by 1) r using (payment_no)
     where r.back > p.amount`.execute(db)
  expect(rows).toEqual([])
  // A model in which everything is refused shows nothing. Which comes first is another matter each time, and with it how many are refused.
  for (const [what, least] of Object.entries({ split: 8, split_picking: 1, edit: 1, cancel: 2, return: 1, repay: 0, advance: 5 }))
    expect(done.get(what) ?? 0, what).toBeGreaterThan(least)
  const families = await sql<{ most: number }>`
    select max(count)::integer as most from (select count(*) from order_split s join orders o on o.id = s.order_id group by o.checkout_id) f`.execute(
    db,
  )
  // What was split is split again.
  expect(families.rows[0]?.most).toBeGreaterThan(1)
}, 300_000)
