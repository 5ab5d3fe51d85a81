import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { beijingMinute } from '#domain/dates.ts'
import { curveOf, nearestTo } from './curve.ts'

interface Reading {
  at: string
  celsius: number
  is_in_range: number
}
interface Props {
  readings: readonly Reading[]
  ranges: readonly { lowest: number | null; highest: number }[]
}

/** Of the drawing, around its box of 1000 by 200. */
const [LEFT, TOP, ROOM, HEIGHT] = [56, 12, 1076, 244]
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** How warm it was on the way: the pointer or the arrows go from reading to reading, each is said; the table below has them all. */
export function TemperatureCurve({ readings, ranges }: Props) {
  const [at, setAt] = useState(-1)
  const { line, places, outside, bands, levels, times } = curveOf(readings, ranges)
  const place = places[at]
  const reading = readings[at]
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setAt(nearestTo(places, ((event.clientX - left) / width) * ROOM - LEFT))
  }
  const step = (event: KeyboardEvent): void => {
    const next = STEPS[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(next(at, places.length - 1))
  }
  return (
    <>
      <svg
        className="curve"
        viewBox={`${-LEFT} ${-TOP} ${ROOM} ${HEIGHT}`}
        role="img"
        aria-label="运输途中温度曲线，按左右方向键逐个读数"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its readings are gone through by the arrows
        tabIndex={0}
        onPointerMove={point}
        onPointerLeave={() => setAt(-1)}
        onKeyDown={step}
      >
        {bands.map(({ y, height }) => (
          <rect key={y} className="range" x={0} width={1000} y={y} height={height} />
        ))}
        {levels.map(({ y, text }) => (
          <g key={text}>
            <line className="level" x1={0} x2={1000} y1={y} y2={y} />
            <text x={-8} y={y + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        <line className="foot" x1={0} x2={1000} y1={200} y2={200} />
        {times.map(({ x, text }) => (
          <text key={x} x={x} y={220} textAnchor={x === 0 ? 'start' : x === 1000 ? 'end' : 'middle'}>
            {text}
          </text>
        ))}
        <polyline className="line" points={line} />
        {outside.map(({ x, y }) => (
          <circle key={`${x}-${y}`} className="out" cx={x} cy={y} r={4} />
        ))}
        {place && (
          <>
            <line className="cursor" x1={place.x} x2={place.x} y1={0} y2={200} />
            <circle className="at" cx={place.x} cy={place.y} r={5} />
          </>
        )}
      </svg>
      <p className="muted s12" aria-live="polite">
        {reading
          ? `${beijingMinute(new Date(reading.at))}　${reading.celsius} ℃${reading.is_in_range === 0 ? '，超出范围' : ''}`
          : '指到曲线上，或按 Tab 到曲线后用左右方向键，看每个读数'}
      </p>
    </>
  )
}
