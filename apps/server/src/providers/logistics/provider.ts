/** Where a parcel has been: what a carrier tells of a waybill. */
export interface ParcelEvent {
  at: Date
  place: string
  text: string
}
export interface Parcel {
  events: readonly ParcelEvent[]
  /** Of a cold box's recorder. */
  temperatures: readonly { at: Date; celsius: number }[]
  deliveredAt: Date | null
}
export interface ParcelQuery {
  carrier: string
  waybill: string
  shippedAt: Date
  from: string
  to: { city: string; district: string }
  coldChain: boolean
}

/** The outside world of carriers. Asked outside any transaction; the same question may be asked again and again. */
export interface LogisticsProvider {
  track: (query: ParcelQuery, now: Date) => Promise<Parcel>
}
