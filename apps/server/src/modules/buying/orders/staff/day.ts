import type { DataOf } from '#contract/call.ts'
import type { staffOrderDay } from '#contract/order-day.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { startOfDay } from '../../../goods/catalogue/public.ts'
import { figuresOf, type OrderFigures, ordersByHour } from './day-views.ts'
import { seesPrices } from './list.ts'

const WEEK_DAYS = 7
const WEEK_MS = WEEK_DAYS * 86_400_000
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export async function orderDayOf({ db }: DatabaseHandle, viewer: Viewer, now: Date): Promise<DataOf<typeof staffOrderDay>> {
  const day = beijingDate(now)
  const lastWeek = addDays(day, -WEEK_DAYS)
  const began = startOfDay(lastWeek)
  const today = { from: startOfDay(day), until: startOfDay(addDays(day, 1)) }
  const [so, then, hours, hoursThen] = await Promise.all([
    figuresOf(db, today),
    figuresOf(db, { from: began, until: new Date(now.getTime() - WEEK_MS) }),
    ordersByHour(db, today),
    ordersByHour(db, { from: began, until: startOfDay(addDays(lastWeek, 1)) }),
  ])
  const wire = ({ orders, companies, amount }: OrderFigures) => ({ orders, companies, amount: seesPrices(viewer) ? yuan(amount) : null })
  const at = (list: typeof hours, hour: number) => list.find((one) => one.hour === hour)?.orders ?? 0
  return {
    day,
    today: wire(so),
    before: wire(then),
    hours: HOURS.map((hour) => ({ hour, today: at(hours, hour), before: at(hoursThen, hour) })),
  }
}
