import { addDays, beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { transact } from '../../../platform/transact.ts'
import { daysMissing, monthsToSum } from './made-views.ts'
import { makeBuyerDay, makeGoodsDay, sumSalesMonth } from './sales-store.ts'
import { SERVICE_BOUNDS } from './service-times.ts'
import { makeCompanyDay, makeOfferDay, makeSearchDay, makeServiceDay, makeStockDay, sumCompanyMonth } from './shop-store.ts'
import { monthOf, spanOf } from './span.ts'
import { dropMonthMade, lockMaking, noteMade } from './store.ts'

/** Searches are forgotten half a year after they were made (goods/searchlab). */
const SEARCHES_KEPT_DAYS = 179
/** Stock of a day is reckoned back from now: so far, and what was kept of the days before stays as it is. */
const STOCK_BACK_DAYS = 92

/** A day's figures from their sources, in the place of those that were there: made twice they are the same. */
export async function makeDay({ db }: DatabaseHandle, day: TradeDate, now: Date): Promise<void> {
  const span = spanOf(day)
  await transact(db, async (trx) => {
    await lockMaking(trx)
    await makeBuyerDay(trx, day, span)
    await makeGoodsDay(trx, day, span)
    await makeCompanyDay(trx, day, span)
    await makeOfferDay(trx, day, span)
    await makeServiceDay(trx, day, span, SERVICE_BOUNDS)
    // What is made anew of days before these would be of records that are forgotten by now, or of a year's movements.
    if (daysBetween(day, beijingDate(now)) <= SEARCHES_KEPT_DAYS) await makeSearchDay(trx, day, span)
    if (daysBetween(day, beijingDate(now)) <= STOCK_BACK_DAYS) await makeStockDay(trx, day, span)
    await noteMade(trx, 'd', day, now)
    await dropMonthMade(trx, monthOf(day))
  })
}

export async function sumMonths(database: DatabaseHandle, now: Date): Promise<void> {
  for (const month of await monthsToSum(database.db, beijingDate(now)))
    await transact(database.db, async (trx) => {
      await lockMaking(trx)
      await sumSalesMonth(trx, month)
      await sumCompanyMonth(trx, month)
      await noteMade(trx, 'm', month, now)
    })
}

/** Of days that nobody made yet (the shop was shut, or just began to count) so many at a time. */
const CATCH_UP = 40
/** What was under way at midnight may commit after it. */
const AFTER_MIDNIGHT_MS = 3_600_000

/** Today, and what is missing. */
export async function keepFigures(database: DatabaseHandle, now: Date): Promise<void> {
  const today = beijingDate(now)
  const yesterday = beijingDate(new Date(now.getTime() - AFTER_MIDNIGHT_MS))
  const days = new Set([today, yesterday, ...(await daysMissing(database.db, today, CATCH_UP))])
  for (const day of days) await makeDay(database, day, now)
  await sumMonths(database, now)
}

/** The record of searches knows for so long what followed them. */
const SEARCHES_FOLLOWED_DAYS = 5

/** The days that have just ended once more, now that everything of them is written. */
export async function settleFigures(database: DatabaseHandle, now: Date): Promise<void> {
  const today = beijingDate(now)
  for (let back = SEARCHES_FOLLOWED_DAYS; back > 0; back -= 1) await makeDay(database, addDays(today, -back), now)
  await sumMonths(database, now)
}
