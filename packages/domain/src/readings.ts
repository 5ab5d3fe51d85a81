/** What a recorder in a cold box wrote, or somebody read off it: a line a reading, in Beijing time. */

export interface Reading {
  at: Date
  celsius: number
}
export interface ReadingFault {
  /** From 1. */
  line: number
  message: string
}

const MOMENT = /(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[ T]{1,3}(\d{1,2}):(\d{2})(?::(\d{2}))?/
/** Behind the time: parts of a second, and a zone where the recorder names one. Neither is a temperature. */
const FRACTION = /^\.\d{1,9}/
const ZONE = /^(?:Z|([+-])(\d{2}):?(\d{2})(?!\d))/
/** What may not follow at once: halves of the day, and more of a number. */
const STRANGE = /^(?:[\d.:+]| {0,3}(?:[AP]\.?M|[ap]\.?m|上午|下午))/
/** Whatever begins as a number; what it must be as a whole. */
const FIGURE = /-?\d[\d.eE]*/
const DEGREES = /^-?\d{1,3}(?:\.\d{1,9})?$/
const FAHRENHEIT = /°F|℉|华氏/
const [COLDEST, WARMEST] = [-80, 60]
const BEIJING_MS = 8 * 3_600_000

const two = (text: string) => text.padStart(2, '0')

function momentOf(match: RegExpExecArray): Date | null {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '0'] = match
  const date = `${year}-${two(month)}-${two(day)}`
  const at = new Date(`${date}T${two(hour)}:${minute}:${two(second)}+08:00`)
  // 2026-02-30 has the right form and is no date.
  return Number.isNaN(at.getTime()) || new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10) !== date ? null : at
}

/** East of Greenwich; Z is Greenwich. */
function offsetOf([, sign = '+', hours = '0', minutes = '0']: RegExpExecArray): number {
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function readLine(text: string): Reading | string {
  const match = MOMENT.exec(text)
  if (match === null) return '没有时间，应写成 2026-11-23 10:00'
  const beijing = momentOf(match)
  if (beijing === null) return '时间不存在'
  const behind = text.slice(match.index + match[0].length).replace(FRACTION, '')
  const zone = ZONE.exec(behind)
  const rest = zone === null ? behind : behind.slice(zone[0].length)
  if (STRANGE.test(rest)) return '时间写法不认识，应写成 2026-11-23 10:00'
  const at = zone === null ? beijing : new Date(beijing.getTime() + BEIJING_MS - offsetOf(zone))
  if (FAHRENHEIT.test(rest)) return '温度应是摄氏度'
  // A number in front of the time counts the rows; what comes first behind it is the temperature, then humidity and the like.
  const [degrees = ''] = FIGURE.exec(rest) ?? []
  if (!DEGREES.test(degrees)) return '没有温度'
  const celsius = Math.round(Number(degrees) * 10) / 10
  if (celsius < COLDEST || celsius > WARMEST) return `${celsius} ℃ 不像温度`
  return { at, celsius }
}

/** Lines before the first reading that hold no time are the head of the file. */
export function parseReadings(text: string): { readings: Reading[]; faults: ReadingFault[] } {
  const readings: Reading[] = []
  const faults: ReadingFault[] = []
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue
    const read = readLine(line)
    if (typeof read !== 'string') readings.push(read)
    else if (readings.length > 0 || MOMENT.test(line)) faults.push({ line: at + 1, message: read })
  }
  if (readings.length === 0 && faults.length === 0) faults.push({ line: 1, message: '没有一行带时间和温度' })
  return { readings, faults }
}
