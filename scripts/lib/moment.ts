import { beijingDate } from '../../packages/domain/src/dates.ts'

/** A moment by Beijing time with its seconds, as people write and read it in commands. */
export const shownMoment = (at: Date): string =>
  `${beijingDate(at)} ${at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Shanghai', hour12: false })}`

/** 2026-11-28 16:20 or 2026-11-28 16:20:30, Beijing time. Null: it is no such moment (31 June, 25:00). */
export function readMoment(text: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(:\d{2})?$/.exec(text.trim())
  if (!match) return null
  const [, day = '', minute = '', second = ':00'] = match
  const at = new Date(`${day}T${minute}${second}+08:00`)
  return !Number.isNaN(at.getTime()) && shownMoment(at) === `${day} ${minute}${second}` ? at : null
}
