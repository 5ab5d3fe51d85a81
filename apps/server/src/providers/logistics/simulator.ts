import type { LogisticsProvider, Parcel, ParcelQuery } from './provider.ts'

const HOUR_MS = 3_600_000

/** Hours after it left the warehouse, and what a carrier would say then. */
function course({ from, to }: ParcelQuery): readonly (readonly [hours: number, place: string, text: string])[] {
  return [
    [0, from, '包裹已由承运商揽收'],
    [2.5, from, '已装车发出'],
    [9, to.city, '到达转运中心'],
    [21, to.city, '已离开转运中心，发往配送站'],
    [24, to.district, '正在派送，请保持电话畅通'],
    [27, to.district, '已送达，签收后请核对批号与数量'],
  ]
}

/** The same parcel always takes the same course. */
export function simulatedParcel(query: ParcelQuery, now: Date): Parcel {
  const after = (hours: number) => new Date(query.shippedAt.getTime() + hours * HOUR_MS)
  const all = course(query).map(([hours, place, text]) => ({ at: after(hours), place, text }))
  const events = all.filter((event) => event.at <= now)
  const last = all.at(-1)
  const deliveredAt = last && last.at <= now ? last.at : null
  const until = Math.min(now.getTime(), last?.at.getTime() ?? 0)
  const temperatures: { at: Date; celsius: number }[] = []
  for (let hours = 0; query.coldChain && after(hours).getTime() <= until; hours += 3)
    temperatures.push({ at: after(hours), celsius: Math.round((4.6 + 1.3 * Math.sin(hours / 4)) * 10) / 10 })
  return { events, temperatures, deliveredAt }
}

/** A carrier for shops that are connected to none. */
export const simulatedLogistics: LogisticsProvider = { track: async (query, now) => simulatedParcel(query, now) }
