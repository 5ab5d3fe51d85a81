/** What a list shows, as its address says it: filters by their own names, and beside them page, size, sort and the row looked at. */
export interface ListState {
  filters: Readonly<Record<string, string>>
  page: number
  perPage: number
  /** 'total' ascending, '-total' descending; '' the list's own order. */
  sort: string
  /** Lists without numbered pages: the row after which this page begins; '' the first page. */
  after: string
  /** The row that the drawer shows; '' none. */
  look: string
}

export const PER_PAGE = 40
export const PER_PAGES = [20, 40, 100] as const

const wholeOr = (text: string | null, otherwise: number): number =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : otherwise

export function readList(params: URLSearchParams, names: readonly string[]): ListState {
  const filters = Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])))
  const perPage = wholeOr(params.get('per'), PER_PAGE)
  return {
    filters,
    page: wholeOr(params.get('page'), 1),
    perPage: PER_PAGES.some((one) => one === perPage) ? perPage : PER_PAGE,
    sort: params.get('sort') ?? '',
    after: params.get('after') ?? '',
    look: params.get('look') ?? '',
  }
}

const PLACE = ['page', 'after', 'look'] as const

function put(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name)
  else params.set(name, value)
}

/** Other filters, sort or size begin at the first page; what the address says beside stays. */
export function withChange(params: URLSearchParams, change: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of PLACE) next.delete(name)
  for (const [name, value] of Object.entries(change)) put(next, name, value)
  return next
}

/** Another page of the same list. */
export function withPlace(params: URLSearchParams, place: { page?: number; after?: string }): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('look')
  if (place.page !== undefined) put(next, 'page', place.page > 1 ? String(place.page) : '')
  if (place.after !== undefined) put(next, 'after', place.after)
  return next
}

/** The row that the drawer shows, on the same page. */
export function withLook(params: URLSearchParams, look: string): URLSearchParams {
  const next = new URLSearchParams(params)
  put(next, 'look', look)
  return next
}

/** The query of the call. cursor: the name under which it takes `after`; null: it has numbered pages. */
export function queryOf(state: ListState, cursor: string | null): Record<string, string | number> {
  const { filters, page, perPage, sort, after } = state
  return {
    ...filters,
    ...(sort && { sort }),
    ...(cursor === null ? { page } : after && { [cursor]: after }),
    per_page: perPage,
  }
}

/** The neighbour of the current row; the ends stay where they are. */
export function stepTo(keys: readonly string[], current: string, step: 1 | -1): string {
  const at = keys.indexOf(current)
  if (at === -1) return (step === 1 ? keys[0] : keys.at(-1)) ?? ''
  return keys[Math.min(keys.length - 1, Math.max(0, at + step))] ?? ''
}
