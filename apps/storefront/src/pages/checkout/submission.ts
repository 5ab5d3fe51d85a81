import type { BodyOf, DataOf } from '#contract/call.ts'

type Place = typeof import('#contract/checkout.ts').orderPlace
export type PlaceBody = BodyOf<Place>
export type PlacedOrder = DataOf<Place>['orders'][number]

/**
 * What this tab has submitted. A submit whose answer never came keeps its body, so that it is asked again with the same
 * key and not as a second order; one that was placed keeps its orders, so that the back button finds them.
 */
export interface Submission {
  body: PlaceBody
  /** Empty while no answer has come. */
  orders: PlacedOrder[]
}

const STORE_KEY = 'checkout-submissions'
const KEPT = 20

type Store = Pick<Storage, 'getItem' | 'setItem'>

function isSubmission(value: unknown): value is Submission {
  if (typeof value !== 'object' || value === null || !('body' in value) || !('orders' in value) || !Array.isArray(value.orders))
    return false
  const { body } = value
  return typeof body === 'object' && body !== null && 'checkout_key' in body && 'ids' in body && Array.isArray(body.ids)
}

function read(store: Store): Submission[] {
  const text = store.getItem(STORE_KEY)
  if (!text) return []
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.filter(isSubmission) : []
  } catch {
    return [] // written by something else; nothing of ours is lost by starting afresh
  }
}

function write(store: Store, submissions: readonly Submission[]): void {
  store.setItem(STORE_KEY, JSON.stringify(submissions.slice(-KEPT)))
}

const others = (submissions: readonly Submission[], key: string): Submission[] =>
  submissions.filter(({ body }) => body.checkout_key !== key)

export function rememberSent(store: Store, body: PlaceBody): void {
  write(store, [...others(read(store), body.checkout_key), { body, orders: [] }])
}

export function rememberPlaced(store: Store, body: PlaceBody, orders: PlacedOrder[]): void {
  write(store, [...others(read(store), body.checkout_key), { body, orders }])
}

/** The server has refused for certain: nothing was placed under this key. */
export function forgetSent(store: Store, key: string): void {
  write(store, others(read(store), key))
}

/** The newest submission that holds one of these cart lines: a line's id is never used twice, so it cannot be ordered again. */
export function submissionOf(store: Store, ids: readonly number[]): Submission | null {
  const wanted = new Set(ids)
  return read(store).findLast(({ body }) => body.ids.some((id) => wanted.has(id))) ?? null
}
