import type { SettingWire } from '#contract/settings.ts'

/** What a form holds beside what is kept. */

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isEmpty))

/** A value without what says nothing: fields that were touched and emptied again are as they were. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return isEmpty(value) ? null : value
  const entries = Object.entries(value).flatMap(([name, one]) => (isEmpty(one) ? [] : [[name, bare(one)] as const]))
  return entries.length === 0 ? null : Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

export const isSameSetting = (one: unknown, other: unknown): boolean => JSON.stringify(bare(one)) === JSON.stringify(bare(other))

/** Settings whose value in the form is another than the kept one. */
export const changedSettings = (list: readonly SettingWire[], typed: Readonly<Record<string, unknown>>): SettingWire[] =>
  list.filter(({ key, value }) => key in typed && !isSameSetting(typed[key], value))

/** As the call takes it: nothing said is not set. A list without rows is a list without rows. */
export const sentValue = (value: unknown): string => JSON.stringify(isEmpty(value) ? null : value)
