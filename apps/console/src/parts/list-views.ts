/** A view is what the address says of a list, without the place in it and without the view's own name. */
const NOT_OF_A_VIEW = ['page', 'after', 'look', 'view', 'new'] as const

export function queryOfView(params: URLSearchParams): string {
  const kept = [...params].filter(([name, value]) => value !== '' && !NOT_OF_A_VIEW.some((one) => one === name))
  return new URLSearchParams(kept.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))).toString()
}

/** The address of a view; 0: the list as it is, whatever one begins with otherwise. */
export function withView(query: string, id: number): URLSearchParams {
  const params = new URLSearchParams(query)
  params.set('view', String(id))
  return params
}

/** Names of the columns that are shown, in their order; null: all, as the page has them. */
export function chosenColumns(params: URLSearchParams): readonly string[] | null {
  const text = params.get('cols')
  return text === null || text === '' ? null : text.split(',')
}

/** The list's columns as they were chosen. Columns that the page has no more, or not for this person, are left out; none left: all. */
export function arranged<Column>(
  columns: readonly Column[],
  nameOf: (column: Column) => string,
  chosen: readonly string[] | null,
): Column[] {
  if (chosen === null) return [...columns]
  const found = chosen.flatMap((name) => columns.find((column) => nameOf(column) === name) ?? [])
  return found.length > 0 ? found : [...columns]
}

/** One place up or down. */
export function moved(names: readonly string[], name: string, by: 1 | -1): readonly string[] {
  const at = names.indexOf(name)
  const to = at + by
  if (at === -1 || to < 0 || to >= names.length) return names
  const next = [...names]
  next[at] = names[to] ?? ''
  next[to] = name
  return next
}

const LIST = /^[a-z][a-z/_-]{0,59}$/
/** By which the views of the list on this page are kept; null: a page of one record has none. */
export const listOf = (pathname: string): string | null => {
  const name = pathname.replace(/^\/+|\/+$/g, '')
  return LIST.test(name) ? name : null
}
