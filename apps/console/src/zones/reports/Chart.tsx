import { BarChart, LineChart } from 'echarts/charts'
import { DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { FigureKind } from '#contract/figures.ts'
import { useIsDark } from '../../app/look.ts'
import { valueText } from './figures.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, DataZoomComponent, SVGRenderer])

export interface Series {
  name: string
  kind: FigureKind
  type: 'bar' | 'line'
  values: readonly (string | null)[]
}
interface Props {
  /** What it shows, for whoever hears it; the figures stand in the table beside it. */
  title: string
  names: readonly string[]
  series: readonly Series[]
  /** Names follow one another: a line may join them. */
  isTime: boolean
  onOpen: (at: number) => void
}

const SERIES_COLOURS = ['brand-600', 'warn', 'info-fg', 'brand-200']
/** More than fits: the rest is reached by the slider. */
const WIDE = 60

const short = new Intl.NumberFormat('zh-CN', { notation: 'compact', maximumFractionDigits: 1 })

/** Colours of the tokens as they are now. */
const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

const axisText = (kind: FigureKind, value: number): string =>
  kind === 'minutes' || kind === 'percent' ? valueText(kind, String(value)) : short.format(value)

function optionOf({ names, series, isTime }: Pick<Props, 'names' | 'series' | 'isTime'>) {
  const [line, text] = [colourOf('n-150'), colourOf('n-600')]
  // Amounts at the left, what is counted or a share at the right.
  const kinds = [...new Set(series.map(({ kind }) => kind))].slice(0, 2)
  return {
    animation: false,
    textStyle: { fontFamily: colourOf('font') },
    color: SERIES_COLOURS.map(colourOf),
    grid: { left: 8, right: 8, top: 34, bottom: names.length > WIDE ? 34 : 4, containLabel: true },
    legend: { top: 0, left: 0, itemWidth: 12, itemHeight: 8, textStyle: { color: text } },
    tooltip: {
      trigger: 'axis' as const,
      confine: true,
      backgroundColor: colourOf('n-0'),
      borderColor: colourOf('n-200'),
      textStyle: { color: colourOf('n-800'), fontSize: 12 },
      formatter: (shown: unknown) => {
        const rows = shown as { dataIndex: number; seriesIndex: number; marker: string }[]
        const at = rows[0]?.dataIndex ?? 0
        const box = document.createElement('div')
        const head = document.createElement('b')
        head.textContent = names[at] ?? ''
        box.append(head)
        for (const { seriesIndex } of rows) {
          const one = series[seriesIndex]
          if (one === undefined) continue
          const row = document.createElement('div')
          row.textContent = `${one.name}　${valueText(one.kind, one.values[at] ?? null)}`
          box.append(row)
        }
        return box
      },
    },
    dataZoom: names.length > WIDE ? [{ type: 'slider' as const, height: 18, bottom: 6 }] : [],
    xAxis: {
      type: 'category' as const,
      data: [...names],
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      axisLabel: { color: text, hideOverlap: true, width: 90, overflow: 'truncate' as const },
    },
    yAxis: kinds.map((kind, at) => ({
      alignTicks: at > 0,
      type: 'value' as const,
      position: at === 0 ? ('left' as const) : ('right' as const),
      splitLine: { show: at === 0, lineStyle: { color: line } },
      axisLabel: { color: text, formatter: (value: number) => axisText(kind, value) },
    })),
    series: series.map(({ name, kind, type, values }) => ({
      name,
      type,
      yAxisIndex: Math.max(0, kinds.indexOf(kind)),
      data: values.map((value) => (value === null ? null : Number(value))),
      barMaxWidth: 28,
      lineStyle: { width: isTime ? 2 : 0 },
      showSymbol: !isTime || names.length < WIDE / 2,
      symbolSize: isTime ? 4 : 9,
      cursor: 'pointer',
    })),
  }
}

/** A picture of a report's figures; a click on a bar goes to what is behind it. */
export default function Chart({ title, names, series, isTime, onOpen }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const isDark = useIsDark()
  useEffect(() => {
    if (place.current === null) return
    const made = init(place.current, null, { renderer: 'svg' })
    chart.current = made
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(place.current)
    return () => {
      watch.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])
  // Its colours are those of the look.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the look changes what the tokens say
  useEffect(() => {
    chart.current?.setOption(optionOf({ names, series, isTime }), { notMerge: true })
  }, [names, series, isTime, isDark])
  useEffect(() => {
    const made = chart.current
    const open = ({ dataIndex }: { dataIndex: number }) => onOpen(dataIndex)
    made?.on('click', open as never)
    return () => void made?.off('click', open as never)
  }, [onOpen])
  return <div ref={place} className="report-chart" role="img" aria-label={title} />
}
