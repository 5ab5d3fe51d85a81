import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Endpoint } from '#api-client/endpoint.ts'
import type { Call } from '#contract/call.ts'
import type { ReportWire } from '#contract/figures.ts'
import { moneyText } from '#ui/yuan.ts'
import { useAsk } from '../../api/ask.ts'
import { useZones } from '../../app/here.ts'
import { useMay, useMe } from '../../app/me.ts'
import { numberText } from '../../parts/numbers.ts'
import { When } from '../../parts/When.tsx'
import { useAlarms, useWaiting } from '../../parts/waiting.ts'
import { navigation } from '../../rights.ts'
import { calls } from './calls.ts'
import { changeOf, presets, valueText } from './figures.ts'
import { useMayOpen } from './useMayOpen.ts'
import './reports.css'

const Chart = lazy(() => import('./Chart.tsx'))

/** The day goes on by itself. */
const EVERY_MS = 60_000
const ROWS = 7
const WORDS = 6

type Query = Readonly<Record<string, string>>

/** A report's answer, where the person may have it. */
function useReport(call: Endpoint<Call>, query: Query, enabled = true): ReportWire | undefined {
  return useAsk(call, { query } as never, { enabled, every: EVERY_MS }).data as ReportWire | undefined
}

const valueAt = (report: ReportWire | undefined, key: string, of: 'total' | 'before' = 'total'): string | null => {
  const at = report?.columns.findIndex((column) => column.key === key) ?? -1
  return at === -1 ? null : (report?.[of][at] ?? null)
}

function Tile({ name, value, note, tone = 'muted' }: { name: string; value: string | undefined; note: string; tone?: string }) {
  return (
    <div>
      <span>{name}</span>
      <b>{value ?? '…'}</b>
      <small className={tone}>{note || ' '}</small>
    </div>
  )
}

/** A figure of a report's total, beside that of as many days before; of a day that goes on the whole of the one before is said, not a change. */
function Figure({ name, report, column, than }: { name: string; report: ReportWire | undefined; column: string; than?: string }) {
  const kind = report?.columns.find(({ key }) => key === column)?.kind ?? 'count'
  const [now, before] = [valueAt(report, column), valueAt(report, column, 'before')]
  const change = changeOf(kind, now, before)
  const value = report && valueText(kind, now)
  if (than === undefined) return <Tile name={name} value={value} note={report ? `昨天全天 ${valueText(kind, before)}` : ''} />
  const tone = change === '' ? 'muted' : change.startsWith('−') ? 'bad' : 'ok'
  return <Tile name={name} value={value} note={change && `较${than} ${change}`} tone={tone} />
}

function Card({
  title,
  note,
  to,
  className = '',
  children,
}: {
  title: string
  note?: ReactNode
  to?: string
  className?: string
  children: ReactNode
}) {
  return (
    <section className={`card ${className}`}>
      <header>
        <h2>{title}</h2>
        <span className="grow" />
        {note && <span className="muted s12">{note}</span>}
        {to && (
          <Link className="link s12" to={`/${to}`}>
            全部
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}

/** The first rows of a report as bars of the largest, each with its share of the whole. */
function Parts({ report, column = 'net', rows = ROWS }: { report: ReportWire | undefined; column?: string; rows?: number }) {
  const mayOpen = useMayOpen()
  const at = report?.columns.findIndex(({ key }) => key === column) ?? -1
  const list = report?.list.slice(0, rows) ?? []
  const most = Math.max(1, ...list.map(({ values }) => Number(values[at] ?? 0)))
  const whole = Number(report?.total[at] ?? 0)
  if (report !== undefined && list.length === 0) return <p className="report-none muted">这段时间没有</p>
  return (
    <ul className="report-parts">
      {list.map(({ key, name, values, to }) => {
        const value = Number(values[at] ?? 0)
        const amount = valueText('yuan', values[at] ?? null)
        return (
          <li key={key}>
            <span className="ell">{name}</span>
            <i aria-hidden="true">
              <i style={{ width: `${Math.max(0, (100 * value) / most)}%` }} />
            </i>
            {mayOpen(to) ? (
              <Link className="link num" to={`/${to}`}>
                {amount}
              </Link>
            ) : (
              <span className="num">{amount}</span>
            )}
            <small className="num muted">{whole > 0 ? `${((100 * value) / whole).toFixed(1)}%` : ''}</small>
          </li>
        )
      })}
    </ul>
  )
}

function Lines({
  lines,
  empty,
}: {
  lines: readonly { key: string; text: string; figure: string; to: string; tone: string }[]
  empty: string
}) {
  const mayOpen = useMayOpen()
  if (lines.length === 0) return <p className="report-none muted">{empty}</p>
  return (
    <ul className="desk-lines">
      {lines.map(({ key, text, figure, to, tone }) => (
        <li key={key}>
          {mayOpen(to) ? (
            <Link className="desk-line" to={`/${to}`}>
              <span>{text}</span>
              <b className={tone}>{figure}</b>
            </Link>
          ) : (
            <span className="desk-line">
              <span>{text}</span>
              <b className={tone}>{figure}</b>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Trend({ report }: { report: ReportWire | undefined }) {
  const navigate = useNavigate()
  const at = report?.columns.findIndex(({ key }) => key === 'net') ?? -1
  const names = useMemo(() => (report?.list ?? []).map(({ name }) => name.slice(5)), [report])
  const series = useMemo(
    () => [
      {
        name: '净销售额',
        kind: 'yuan' as const,
        type: 'line' as const,
        values: (report?.list ?? []).map(({ values }) => values[at] ?? null),
      },
    ],
    [report, at],
  )
  const open = useCallback(
    (index: number) => {
      const to = report?.list[index]?.to
      if (to) void navigate(`/${to}`)
    },
    [report, navigate],
  )
  return (
    <Suspense fallback={<div className="report-chart" />}>
      <Chart title="近 30 天每日净销售额：图。数字在销售报表里" names={names} series={series} isTime onOpen={open} />
    </Suspense>
  )
}

/** What the owner asks first, on a phone too: today, cash, what waits, what burns; then where it comes from. */
export default function OverviewPage() {
  const may = useMay()
  const reports =
    navigation(useZones(), useMe().permissions)
      .find(({ area }) => area === 'reports')
      ?.pages.slice(1) ?? []
  const waiting = useWaiting()
  const alarms = useAlarms()
  const days = (name: string): Query => {
    const { from = '', to = '' } = presets(new Date()).find((one) => one.name === name) ?? {}
    return { from, to }
  }
  const today = useReport(calls.sales, days('今天'))
  const month = useReport(calls.sales, { ...days('近 30 天'), by: 'day' })
  const margin = useReport(calls.margin, { ...days('近 30 天'), by: 'month' }, may('prices.cost'))
  const customers = useReport(calls.customers, { ...days('近 30 天'), by: 'frequency' })
  const categories = useReport(calls.sales, { ...days('近 30 天'), by: 'category' })
  const cities = useReport(calls.sales, { ...days('近 30 天'), by: 'city' })
  const owed = useReport(calls.receivables, {})
  const service = useReport(calls.service, { ...days('近 30 天') })
  const { data: cash } = useAsk(calls.cash, {}, { every: EVERY_MS })
  const { data: words } = useAsk(calls.asked, { query: { result: 'none', per_page: WORDS } }, { enabled: may('search.view') })
  const said = (amount: string | undefined) => (amount === undefined ? undefined : moneyText(amount))
  const late = service?.list.map(({ key, name, values }) => ({
    key,
    text: `${name}，平均 ${valueText('minutes', values[1] ?? null)}`,
    figure: `及时 ${valueText('percent', values[2] ?? null)}`,
    to: 'reports/service',
    tone: Number(values[2] ?? 100) < 80 ? 'bad' : 'ok',
  }))
  const overdue = valueAt(owed, 'overdue')
  const burning = [
    ...(Number(overdue ?? 0) > 0
      ? [{ key: 'overdue', text: '应收逾期', figure: moneyText(overdue ?? '0'), to: 'reports/receivables', tone: 'bad' }]
      : []),
    ...(Number(cash?.suspense ?? 0) > 0
      ? [{ key: 'suspense', text: '不知是谁的来款', figure: moneyText(cash?.suspense ?? '0'), to: 'finance/suspense', tone: 'bad' }]
      : []),
    ...alarms
      .filter(({ count = 0 }) => count > 0)
      .map(({ queue, count = 0 }) => ({ key: queue.text, text: queue.text, figure: numberText(count), to: queue.to, tone: 'bad' })),
  ]
  const waits = waiting
    .filter(({ count = 0 }) => count > 0)
    .map(({ queue, count = 0 }) => ({ key: queue.text, text: queue.text, figure: numberText(count), to: queue.to, tone: 'w' }))
  return (
    <div className="scroll page phone overview">
      <h2 className="said">今天</h2>
      <div className="kpi">
        <Figure name="今日净销售额" report={today} column="net" />
        <Figure name="今日发货" report={today} column="orders" />
        <Figure name="今日订单收款" report={today} column="paid" />
        <Figure name="近 30 天净销售额" report={month} column="net" than="前 30 天" />
        {may('prices.cost') && (
          <Tile
            name="近 30 天毛利"
            value={margin && valueText('yuan', valueAt(margin, 'margin'))}
            note={margin ? `毛利率 ${valueText('percent', valueAt(margin, 'rate'))}` : ''}
          />
        )}
        <Tile
          name="近 30 天活跃客户"
          value={customers && valueText('count', valueAt(customers, 'active'))}
          note={customers ? `每家 ${valueText('ratio', valueAt(customers, 'often'))} 单` : ''}
        />
      </div>
      <div className="cards">
        <Card title="现金" note="渠道与银行的收付">
          <Lines
            empty=""
            lines={[
              { key: 'in', text: '今日收到', figure: said(cash?.today.received) ?? '…', to: 'finance/ledger', tone: 'ok' },
              { key: 'out', text: '今日付出', figure: said(cash?.today.sent) ?? '…', to: '', tone: 'muted' },
              { key: 'yesterday', text: '昨日收到', figure: said(cash?.yesterday.received) ?? '…', to: '', tone: '' },
              { key: 'month', text: '本月收到', figure: said(cash?.month.received) ?? '…', to: '', tone: '' },
              { key: 'due', text: '待退给客户', figure: said(cash?.refund_due) ?? '…', to: 'finance/refunds', tone: 'w' },
              {
                key: 'owed',
                text: '客户所欠（账期）',
                figure: owed ? valueText('yuan', valueAt(owed, 'open')) : '…',
                to: 'reports/receivables',
                tone: '',
              },
            ]}
          />
        </Card>
        <Card title="在等人处理">
          <Lines lines={waits} empty="都办完了" />
        </Card>
        <Card title="要留神的">
          <Lines lines={burning} empty="没有逾期、缺货与失败" />
        </Card>
        <Card title="近 30 天每日净销售额" to="reports/sales" className="overview-wide">
          <Trend report={month} />
        </Card>
        <Card title="分类" note="近 30 天" to="reports/sales?by=category">
          <Parts report={categories} />
        </Card>
        <Card title="城市" note="近 30 天" to="reports/sales?by=city">
          <Parts report={cities} />
        </Card>
        <Card title="应收账龄" to="reports/receivables">
          <Parts report={owed} column="open" />
        </Card>
        <Card title="服务时效" note="近 30 天" to="reports/service">
          <Lines lines={late ?? []} empty="这段时间没有" />
        </Card>
        {may('search.view') && (
          <Card title="搜不到的词" note="近 30 天次数" to="marketing/searches?result=none">
            <Lines
              empty="都搜得到"
              lines={(words?.list ?? []).map(({ words: word, none }) => ({
                key: word,
                text: word,
                figure: numberText(none),
                to: `marketing/search?q=${encodeURIComponent(word)}`,
                tone: '',
              }))}
            />
          </Card>
        )}
      </div>
      <nav className="overview-reports" aria-label="各报表">
        {reports.map(({ path, title }) => (
          <Link key={path} className="link" to={`/${path}`}>
            {title}
          </Link>
        ))}
      </nav>
      {today?.made_at && (
        <p className="report-none muted s12">
          销售数字算到 <When at={today.made_at} />
        </p>
      )}
    </div>
  )
}
