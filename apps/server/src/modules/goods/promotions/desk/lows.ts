import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../../platform/database.ts'
import { conflict } from '../../../../platform/errors.ts'
import { plansAhead } from './plan-views.ts'
import { lowsTogether } from './together.ts'
import { isPercentAhead } from './together-views.ts'
import { belowOf } from './warnings.ts'

/** An offer that runs, or will, brings a goods below its cost or floor; 0: several things together. */
interface Low {
  planId: number
  by: string
  id: number
  name: string
  after: Fen
}

async function lowsOf(connection: Connection, goodsIds: readonly number[], now: Date): Promise<Low[]> {
  const among = new Set(goodsIds)
  const found: Low[] = []
  for (const plan of await plansAhead(connection, now))
    for (const { id, name, after } of await belowOf(connection, plan, true, now, among))
      found.push({ planId: plan.id, by: `活动“${plan.name}”`, id, name, after })
  for (const low of await lowsTogether(connection, null, among, now)) found.push({ planId: 0, ...low })
  return found
}

/**
 * What was approved of an offer was its goods at their prices of that day. Says which of these goods it brings below cost or floor, or deeper
 * below, because of this work: no longer what two people agreed to. Without figures: from those of a gift its cost could be reckoned.
 */
export const newLows = async (
  connection: Connection,
  goodsIds: readonly number[],
  now: Date,
  work: () => Promise<unknown>,
): Promise<string[]> => [...new Set((await lowsAfter(connection, goodsIds, now, work)).map(wordsOf))]

const wordsOf = ({ by, name }: Low): string => `${name} 按${by}低于成本价或底价`

async function lowsAfter(connection: Connection, goodsIds: readonly number[], now: Date, work: () => Promise<unknown>): Promise<Low[]> {
  const before = await lowsOf(connection, goodsIds, now)
  await work()
  const stood = (low: Low) => before.some((one) => one.planId === low.planId && one.id === low.id && one.after <= low.after)
  return (await lowsOf(connection, goodsIds, now)).filter((low) => !stood(low))
}

/** By goods, of many at once. Where no offer runs or will, and nothing is sold at a share of its price, the work is not begun. */
export async function lowsByGoods(
  connection: Connection,
  goodsIds: readonly number[],
  now: Date,
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<number, string>> {
  if ((await plansAhead(connection, now)).length === 0 && !(await isPercentAhead(connection, now))) return new Map()
  return new Map((await lowsAfter(connection, goodsIds, now, work)).map((low) => [low.id, wordsOf(low)]))
}

/** Of goods that come to belong to another class, maker or zone. */
export async function refuseNewLows(
  connection: Connection,
  goodsIds: readonly number[],
  now: Date,
  work: () => Promise<unknown>,
): Promise<void> {
  const [low] = await newLows(connection, goodsIds, now, work)
  if (low !== undefined) throw conflict(exceptFirst(low))
}

/** What is to be done about it. */
export const exceptFirst = (low: string): string => `${low}：请先由运营把它列为活动的除外商品（另一人批准），再改`
