import { beijingDate } from '#domain/dates.ts'

/** What was closed stays closed for this visit: until the window is closed. */
const KEYS = { draw: 'draw_closed', float: 'float_closed' } as const
type What = keyof typeof KEYS

export const wasClosed = (what: What): boolean => window.sessionStorage.getItem(KEYS[what]) !== null
export const rememberClosed = (what: What): void => window.sessionStorage.setItem(KEYS[what], '1')

const askedKey = (accountId: number): string => `draw_asked_${accountId}`

/** The draw asks an account once a day, in whatever tab: by Beijing's date, as its chances are counted. */
export const wasAskedToday = (accountId: number, now: Date, store: Pick<Storage, 'getItem'> = window.localStorage): boolean =>
  store.getItem(askedKey(accountId)) === beijingDate(now)
export const rememberAsked = (accountId: number, now: Date, store: Pick<Storage, 'setItem'> = window.localStorage): void =>
  store.setItem(askedKey(accountId), beijingDate(now))

/** Where buyers look for goods and order them: nothing lies over that. The desk's pages (cart, checkout, account) have no offers at all. */
export const isWork = (pathname: string): boolean => /^\/(list|search|cart|kjcg|yx\/table)(\/|$)/.test(pathname)
