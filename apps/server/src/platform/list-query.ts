import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { OptionalDay } from '#contract/shapes.ts'
import { isTradeDate } from '#domain/identifiers.ts'
import { fieldErrors } from './errors.ts'

interface QuerySchema {
  properties: Readonly<Record<string, { type?: string; pattern?: string }>>
}
const DAY_PATTERN = (OptionalDay as { pattern?: string }).pattern
const WHOLE = /^\d{1,15}$/

/** A list's own words for its filter, read as they would be from its address; what else stands in the page's is none of it. */
export function listQuery(
  schema: TSchema,
  given: Readonly<Record<string, string | number>>,
  what: string,
): Record<string, string | number> {
  const { properties } = schema as unknown as QuerySchema
  const query: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === '' || !Object.hasOwn(properties, name)) continue
    const isDay = properties[name]?.pattern === DAY_PATTERN
    // Said while somebody is there to read it: the database, which would refuse it, is asked by the job alone.
    if (isDay && !isTradeDate(String(value))) throw fieldErrors([{ field: name, message: '日期不存在' }])
    if (String(value).includes('\u0000')) throw fieldErrors([{ field: name, message: '含有无法识别的字符' }])
    query[name] = properties[name]?.type === 'integer' && WHOLE.test(String(value)) ? Number(value) : value
  }
  if (!Value.Check(schema, query)) throw fieldErrors([{ field: 'query', message: `筛选条件有误，请重新筛选后再${what}` }])
  return query
}
