/** The same value with one thing of it changed: every leaf in turn to each of its others, every part of a list left out, a name or a number put in. */

/** Others of a word that stands for one of a few, by its field. */
export type Others = Readonly<Record<string, readonly string[]>>
export interface Changed<T> {
  path: string
  value: T
}

function othersOf(field: string, value: unknown, others: Others): unknown[] {
  if (typeof value === 'number') return [value + 1]
  if (typeof value !== 'string') return []
  const named = others[field]
  if (named !== undefined) return named.filter((one) => one !== value)
  if (/_(at|from|until)$/.test(field)) return [new Date((value === '' ? 1_795_000_000_000 : Date.parse(value)) + 3_600_000).toISOString()]
  return /^[\d.]*$/.test(value) ? [String(Number(value) + 1)] : [`${value}改`]
}

export function changedOnce<T>(value: T, others: Others, field = '', path = field): Changed<T>[] {
  const as = (changed: unknown, where: string): Changed<T> => ({ path: where, value: changed as T })
  if (Array.isArray(value)) {
    const inner = value.flatMap((one, at) =>
      changedOnce<unknown>(one, others, field, `${path}[${at}]`).map((part) => as(value.with(at, part.value), part.path)),
    )
    const less = value.map((_, at) => as(value.toSpliced(at, 1), `${path}[${at}] 去掉`))
    const more =
      value.length === 0 || typeof value[0] === 'object' ? [] : [as([...value, othersOf(field, value.at(-1), {})[0]], `${path} 加一`)]
    return [...inner, ...less, ...more]
  }
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, one]) =>
      changedOnce<unknown>(one, others, key, path === '' ? key : `${path}.${key}`).map((part) =>
        as({ ...value, [key]: part.value }, part.path),
      ),
    )
  return othersOf(field, value, others).map((one) => as(one, path))
}
