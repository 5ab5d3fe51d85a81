import { ClockCircleOutlined } from '@ant-design/icons'
import { Button, Empty, Segmented, Table, type TableColumnsType, Tooltip } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Endpoint } from '#api-client/endpoint.ts'
import type { Call } from '#contract/call.ts'
import type { ReportName, ReportWire } from '#contract/figures.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { exportKindOf } from '../../parts/exports.ts'
import { type Filter, Filters, namesOf } from '../../parts/Filters.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { readList, withChange } from '../../parts/list-state.ts'
import { arranged, chosenColumns, listOf } from '../../parts/list-views.ts'
import { numberText } from '../../parts/numbers.ts'
import { Trouble } from '../../parts/Trouble.tsx'
import { useFitting } from '../../parts/useFitting.ts'
import { ViewTabs, ViewTools } from '../../parts/ViewBar.tsx'
import { When } from '../../parts/When.tsx'
import { changeOf, presets, shownColumns, valueText } from './figures.ts'
import { ScheduleForm } from './ScheduleForm.tsx'
import { useMayOpen } from './useMayOpen.ts'
import './reports.css'

const Chart = lazy(() => import('./Chart.tsx'))

/** More bars than these say nothing; the table has them all. */
const BARS = 40
const TILES = 5

export type Groups = readonly { value: string; text: string }[]

interface Props {
  name: ReportName
  title: string
  call: Endpoint<Call>
  /** By what its rows may be told apart; the first is what it begins with. */
  groups?: Groups
  filters?: readonly Filter[]
  /** A report of this moment asks for no days. */
  withoutDays?: boolean
  /** Under the bar: what is not in these figures, a way to something beside it. */
  note?: ReactNode
}

type Row = ReportWire['list'][number]

function Tiles({ report, shown }: { report: ReportWire; shown: readonly number[] }) {
  // Rows of different things have no sum.
  const summed = shown.filter((at) => report.total[at] !== null)
  if (summed.length === 0) return null
  return (
    <div className="kpi">
      {summed.slice(0, TILES).map((at) => {
        const column = report.columns[at]
        if (column === undefined) return null
        const [now, before] = [report.total[at] ?? null, report.before[at] ?? null]
        const change = changeOf(column.kind, now, before)
        return (
          <div key={column.key} title={column.note}>
            <span>{column.name}</span>
            <b>{valueText(column.kind, now)}</b>
            <small className="muted">{change === '' ? ' ' : `较前期 ${change}`}</small>
          </div>
        )
      })}
    </div>
  )
}

function Picture({ title, report }: { title: string; report: ReportWire }) {
  const navigate = useNavigate()
  const rows = useMemo(() => report.list.slice(0, report.group === '日期' ? report.list.length : BARS), [report])
  const names = useMemo(() => rows.map(({ name }) => name), [rows])
  const series = useMemo(
    () =>
      report.columns.flatMap(({ name, kind, charted }, at) => {
        const values = rows.map((row) => row.values[at] ?? null)
        return charted === '' || values.every((value) => !value) ? [] : [{ name, kind, type: charted, values }]
      }),
    [report, rows],
  )
  const open = useCallback(
    (at: number) => {
      const to = rows[at]?.to
      if (to) void navigate(`/${to}`)
    },
    [rows, navigate],
  )
  if (rows.length === 0 || series.length === 0) return null
  return (
    <Suspense fallback={<div className="report-chart" />}>
      <Chart
        title={`${title}：图。数字都在下面的表里`}
        names={names}
        series={series}
        isTime={report.group === '日期' || report.group === '月份'}
        onOpen={open}
      />
    </Suspense>
  )
}

/** One report: its days and filters in the address, its total, a chart and a table, each row with the way to what is behind it. */
export function ReportView({ name, title, call, groups = [], filters = [], withoutDays = false, note }: Props) {
  const may = useMay()
  const mayOpen = useMayOpen()
  const [isSending, setSending] = useState(false)
  const [params, setParams] = useSearchParams()
  const list = listOf(useLocation().pathname)
  const days: readonly Filter[] = withoutDays ? [] : [{ kind: 'days', name: 'from', until: 'to', text: title }]
  const all = [...days, ...filters]
  const { filters: asked } = readList(params, [...namesOf(all), 'by'])
  const query = { ...(groups[0] && { by: groups[0].value }), ...asked }
  const answer = useAsk(call, { query } as never, { keepFormer: true })
  const report = answer.data as ReportWire | undefined
  const change = (to: Readonly<Record<string, string>>) => setParams(withChange(params, to))
  const kind = exportKindOf(call.path)
  const shown = useMemo(() => (report === undefined ? [] : shownColumns(report)), [report])
  const named = useMemo(() => shown.flatMap((at) => (report?.columns[at] ? [{ at, ...report.columns[at] }] : [])), [shown, report])
  const chosen = arranged(named, ({ key }) => key, chosenColumns(params))
  const { place, dropped } = useFitting(true, chosen.length + 1)
  const columnsShown = dropped === 0 ? chosen : chosen.slice(0, -dropped)
  const isSet = filters.some((one) => asked[one.name])
  const columns: TableColumnsType<Row> = [
    {
      title: report?.group ?? '',
      dataIndex: 'name',
      key: 'name',
      render: (said: string, { to }) =>
        mayOpen(to) ? (
          <Link className="link report-name" title={said} to={`/${to}`}>
            {said}
          </Link>
        ) : (
          <span className="report-name" title={said}>
            {said}
          </span>
        ),
    },
    ...columnsShown.map(({ at, key, name: said, kind: of, note: what }) => ({
      title: (
        <Tooltip title={what}>
          <span>{said}</span>
        </Tooltip>
      ),
      key,
      align: 'right' as const,
      sorter: (one: Row, other: Row) => Number(one.values[at] ?? 0) - Number(other.values[at] ?? 0),
      render: (_: unknown, { values }: Row) => valueText(of, values[at] ?? null),
    })),
  ]
  return (
    <div className="list reports">
      {list !== null && <ViewTabs list={list} />}
      <div className="bar report-bar">
        {!withoutDays && (
          <Segmented
            size="small"
            options={presets(new Date()).map(({ name }) => name)}
            value={presets(new Date()).find(({ from, to }) => from === report?.from && to === report?.to)?.name ?? ''}
            onChange={(name) => {
              const chosen = presets(new Date()).find((one) => one.name === name)
              if (chosen) change({ from: chosen.from, to: chosen.to })
            }}
          />
        )}
        <Filters filters={days} values={{ from: report?.from ?? '', to: report?.to ?? '', ...asked }} onChange={(to) => change(to)} />
        {groups.length > 1 && (
          <Filters
            filters={[{ kind: 'choice', name: 'by', text: '按', choices: groups, width: 120 }]}
            values={{ by: query.by ?? '' }}
            onChange={(to) => change(to)}
          />
        )}
        <Filters filters={filters} values={asked} onChange={(to) => change(to)} />
        {isSet && (
          <Button type="text" size="small" onClick={() => change(Object.fromEntries(filters.map((one) => [one.name, ''])))}>
            清除筛选
          </Button>
        )}
      </div>
      {note && <div className="bar bar-soft s12">{note}</div>}
      {answer.error && <Trouble error={answer.error} onAgain={() => void answer.refetch()} />}
      {report === undefined ? (
        !answer.error && <Loading />
      ) : (
        <>
          <Tiles report={report} shown={shown} />
          <div className="report-body" ref={place}>
            <Picture title={title} report={report} />
            <Table<Row>
              size="small"
              rowKey="key"
              columns={columns}
              dataSource={report.list}
              pagination={report.list.length > 50 ? { pageSize: 50, size: 'small', showSizeChanger: false } : false}
              scroll={{ x: 'max-content' }}
              locale={{
                emptyText: (
                  <Empty
                    image={Empty.PRESENTED_IMAGE_SIMPLE}
                    description={report.made_at === null ? '这些日期的数字还没有算出来，请稍候' : '这些日期没有数字'}
                  />
                ),
              }}
              summary={() =>
                report.total.some((value) => value !== null) && (
                  <Table.Summary.Row className="strong">
                    <Table.Summary.Cell index={0}>合计</Table.Summary.Cell>
                    {columnsShown.map(({ at, key, kind: of }, index) => (
                      <Table.Summary.Cell key={key} index={index + 1} align="right">
                        {valueText(of, report.total[at] ?? null)}
                      </Table.Summary.Cell>
                    ))}
                  </Table.Summary.Row>
                )
              }
            />
            {dropped > 0 && <p className="muted s12">这里放不下另外 {dropped} 列：在“列”里挑选要看的，导出的文件里都有。</p>}
            {report.more !== null && <p className="muted s12">另有 {numberText(report.more)} 行没有列出，合计里有它们。</p>}
          </div>
        </>
      )}
      <footer className="list-foot">
        {kind && <ExportButton kind={kind} query={query as Record<string, string>} />}
        {list !== null && (
          <ViewTools list={list} columns={named.map((one) => ({ name: one.key, title: one.name }))} shown={chosen.map(({ key }) => key)} />
        )}
        {may('figures.send') && (
          <Button size="small" type="text" icon={<ClockCircleOutlined />} onClick={() => setSending(true)}>
            定时发送
          </Button>
        )}
        <span className="grow" />
        {report?.made_at && (
          <span className="muted s12">
            数字算到 <When at={report.made_at} />
          </span>
        )}
      </footer>
      {isSending && <ScheduleForm title={title} report={name} query={query as Record<string, string>} onClose={() => setSending(false)} />}
    </div>
  )
}
