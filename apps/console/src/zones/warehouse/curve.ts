/** The curve of a cold box, in a box of 1000 by 200: where each reading stands, and where the ranges are. */
export interface Curve {
  line: string
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
    outside: places.filter(({ isOut }) => isOut).map(({ x, y }) => ({ x, y })),
    bands: ranges.map((range) => {
      const y = yOf(range.highest)
      return { y, height: round(yOf(range.lowest ?? lowest) - y) }
    }),
    highest: round(highest),
    lowest: round(lowest),
  }
}
