/** JSON of a stranger, looked into one step at a time. */

export type Fields = Readonly<Record<string, unknown>>

/** {} where it is no object. */
export const fieldsIn = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** '' where it is no text. */
export const textIn = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** {} where it is no JSON object. */
export function parsedFields(text: string): Fields {
  try {
    return fieldsIn(JSON.parse(text))
  } catch {
    return {}
  }
}

/** null where it is no JSON list of objects. */
export function parsedRows(text: string): Fields[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) && parsed.every((one) => typeof one === 'object' && one !== null) ? (parsed as Fields[]) : null
  } catch {
    return null
  }
}
