import type { FigureKind, ReportWire } from '#contract/figures.ts'
import { moneyText } from '#ui/yuan.ts'
import { numberText } from '../../parts/numbers.ts'

const HOUR = 60
const DAY = 24 * HOUR
function durationText(minutes: number): string {
  if (minutes < HOUR) return `${Math.round(minutes)} 分钟`
  return minutes < 2 * DAY ? `${(minutes / HOUR).toFixed(1)} 小时` : `${(minutes / DAY).toFixed(1)} 天`
}

/** A value of a report as it is drawn. */
export function valueText(kind: FigureKind, value: string | null): string {
  if (value === null) return '—'
  const number = Number(value)
  switch (kind) {
    case 'yuan':
      return moneyText(value)
    case 'percent':
      return `${numberText(number)}%`
    case 'days':
      return `${numberText(number)} 天`
    case 'minutes':
      return durationText(number)
    default:
      return numberText(number)
  }
}

/** How much more or less than before, in per cent with its sign; '': there is nothing to compare with. */
export function changeOf(kind: FigureKind, now: string | null, before: string | null): string {
  if (now === null || before === null) return ''
  const [is, was] = [Number(now), Number(before)]
  if (kind === 'percent') return `${is >= was ? '+' : '−'}${Math.abs(is - was).toFixed(1)} 个百分点`
  if (was <= 0) return ''
  return `${is >= was ? '+' : '−'}${((Math.abs(is - was) / was) * 100).toFixed(1)}%`
}

/** Columns that this report has nothing in. */
export const shownColumns = ({ columns, total, list }: ReportWire): number[] =>
  columns.flatMap((_, at) => (total[at] !== null || list.some(({ values }) => values[at] !== null) ? [at] : []))

const pad = (number: number): string => String(number).padStart(2, '0')
const text = (day: Date): string => `${day.getUTCFullYear()}-${pad(day.getUTCMonth() + 1)}-${pad(day.getUTCDate())}`

/** Days that are asked for most, by the day that it is in Beijing. */
export function presets(now: Date): { name: string; from: string; to: string }[] {
  const today = new Date(now.getTime() + 8 * 3_600_000)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const day = (of: number, at: number) => text(new Date(Date.UTC(year, of, at)))
  const date = today.getUTCDate()
  return [
    { name: '今天', from: text(today), to: text(today) },
    { name: '昨天', from: day(month, date - 1), to: day(month, date - 1) },
    { name: '近 30 天', from: day(month, date - 29), to: text(today) },
    { name: '本月', from: day(month, 1), to: text(today) },
    { name: '上月', from: day(month - 1, 1), to: day(month, 0) },
    { name: '今年', from: day(0, 1), to: text(today) },
    { name: '近一年', from: day(month - 12, date + 1), to: text(today) },
  ]
}
