import { beijingMinute } from '#domain/dates.ts'

/** The curve of a cold box, in a box of 1000 by 200: where each reading stands, and where the ranges are. */
export interface Curve {
  line: string
  /** Of every reading, in their order. */
  places: { x: number; y: number }[]
  /** Beside the lines that bound the ranges: 8 ℃. */
  levels: { y: number; text: string }[]
  /** Along the foot, evenly from the first reading to the last: 11-23 10:00. */
  times: { x: number; text: string }[]
  outside: { x: number; y: number }[]
  bands: { y: number; height: number }[]
  highest: number
  lowest: number
}
interface Point {
  at: string
  celsius: number
  is_in_range: number
}
interface Range {
  lowest: number | null
  highest: number
}

const WIDTH = 1000
const HEIGHT = 200
const AROUND = 1
const TIMES = 5

/** One alone where all readings are of one moment. */
function timesOf(first: number, last: number): Curve['times'] {
  const steps = last > first ? TIMES - 1 : 0
  return Array.from({ length: steps + 1 }, (_, at) => {
    const share = steps === 0 ? 0 : at / steps
    return { x: Math.round(share * WIDTH), text: beijingMinute(new Date(first + share * (last - first))).slice(5) }
  })
}

/** The reading that is nearest to a place along the foot; -1: there is none. */
export const nearestTo = (places: readonly { x: number }[], x: number): number =>
  places.reduce((best, place, at) => (best < 0 || Math.abs(place.x - x) < Math.abs((places[best]?.x ?? 0) - x) ? at : best), -1)

export function curveOf(points: readonly Point[], ranges: readonly Range[]): Curve {
  const values = [...points.map(({ celsius }) => celsius), ...ranges.flatMap(({ lowest, highest }) => [lowest ?? highest, highest])]
  const highest = Math.max(...values) + AROUND
  const lowest = Math.min(...values) - AROUND
  const times = points.map(({ at }) => Date.parse(at))
  const first = Math.min(...times)
  const span = Math.max(1, Math.max(...times) - first)
  const round = (number: number) => Math.round(number * 10) / 10
  const yOf = (celsius: number) => round(((highest - celsius) / (highest - lowest)) * HEIGHT)
  const places = points.map(({ celsius, is_in_range }, index) => ({
    x: round((((times[index] ?? first) - first) / span) * WIDTH),
    y: yOf(celsius),
    isOut: is_in_range === 0,
  }))
  return {
    line: places.map(({ x, y }) => `${x},${y}`).join(' '),
    places: places.map(({ x, y }) => ({ x, y })),
    levels: [...new Set(ranges.flatMap(({ lowest: least, highest: most }) => (least === null ? [most] : [least, most])))].map(
      (celsius) => ({
        y: yOf(celsius),
        text: `${celsius} ℃`,
      }),
    ),
    times: timesOf(first, Math.max(...times)),
    outside: places.filter(({ isOut }) => isOut).map(({ x, y }) => ({ x, y })),
    bands: ranges.map((range) => {
      const y = yOf(range.highest)
      return { y, height: round(yOf(range.lowest ?? lowest) - y) }
    }),
    highest: round(highest),
    lowest: round(lowest),
  }
}
