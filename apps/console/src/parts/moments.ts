import { beijingMinute } from '#domain/dates.ts'

/** Moments as they are typed and chosen: always Beijing time, whatever the browser's own is. */

/** 2026-11-24T10:00, as a field of that kind has it. */
export const fieldOf = (instant: string): string => (instant === '' ? '' : beijingMinute(new Date(instant)).replace(' ', 'T'))
export const instantOf = (field: string): string => (field === '' ? '' : new Date(`${field}:00+08:00`).toISOString())
