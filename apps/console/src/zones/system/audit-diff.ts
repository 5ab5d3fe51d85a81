export interface Difference {
  field: string
  before: string
  after: string
  isChanged: boolean
}

const inWords = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.every((one) => typeof one !== 'object') ? value.join('、') : JSON.stringify(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { '': value }
}

/** What a row of the record says field by field, what changed first. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => {
      const [one, other] = [inWords(was[field]), inWords(is[field])]
      return { field, before: one, after: other, isChanged: one !== other }
    })
    .sort((one, other) => Number(other.isChanged) - Number(one.isChanged))
}
