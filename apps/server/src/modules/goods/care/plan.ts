import { beijingDate } from '#domain/dates.ts'
import type { Database } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { transact } from '../../../platform/transact.ts'
import { batchesAfter, batchesAmiss, goodsAfter, goodsAmiss, mendList, mendPlan, planDay, setPlanDay } from './plan-store.ts'

const SLICE = 1_000

/** The whole plan and the list of goods, as of that day: read in slices, written where the day, or what nobody told them of, has changed it. */
export async function planCare(db: Database, now: Date): Promise<void> {
  const today = beijingDate(now)
  await transact(db, (trx) => setPlanDay(trx, today, false))
  const failures = collectFailures()
  for await (const ids of slices((after) => batchesAfter(db, after, SLICE)))
    await failures.page(
      await batchesAmiss(db, ids, today),
      (id) => `stock_batch:${id}`,
      (some) => transact(db, (trx) => mendPlan(trx, some, today)),
    )
  for await (const ids of slices((after) => goodsAfter(db, after, SLICE)))
    await failures.page(
      await goodsAmiss(db, ids, today),
      (id) => `goods:${id}`,
      (some) => transact(db, (trx) => mendList(trx, some)),
    )
  failures.report()
  await transact(db, (trx) => setPlanDay(trx, today, true))
}

async function* slices(next: (after: number) => Promise<number[]>): AsyncGenerator<readonly number[]> {
  for (let after = 0; ; ) {
    const ids = await next(after)
    const last = ids.at(-1)
    if (last === undefined) return
    yield ids
    after = last
  }
}

/** Once a day; what broke off, or a night on which nobody was there, is made up for. */
export async function planToday(db: Database, now: Date): Promise<void> {
  const { day, isWhole } = await planDay(db)
  if (day !== beijingDate(now) || !isWhole) await planCare(db, now)
}
