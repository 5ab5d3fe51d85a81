/** Where a parcel has been: what a carrier tells of a waybill. */
export interface ParcelEvent {
  at: Date
  place: string
  text: string
}
export interface Parcel {
  /** All of them, each time: what was told before and is not among them was taken back. None: nothing is known yet. */
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
  /** Of the receiver: some carriers tell nobody without it. */
  phone: string
  coldChain: boolean
}

/** The outside world of carriers. Asked outside any transaction; the same question may be asked again and again. */
export interface LogisticsProvider {
  /** Null: of this carrier it knows nothing, now and later. */
  track: (query: ParcelQuery, now: Date) => Promise<Parcel | null>
  /** From now on it tells by itself when something happens; false: it does not. Left out: it never does. */
  follow?: (query: ParcelQuery) => Promise<boolean>
}
