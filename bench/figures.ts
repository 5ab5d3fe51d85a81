import { setTimeout as sleep } from 'node:timers/promises'
import type { DataOf } from '#contract/call.ts'
import type { ReportWire, staffFigureRemake } from '#contract/figures.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import { type StartShop, staffFor } from './console.ts'
import { say, tell } from './figure.ts'
import { ask } from './http.ts'

/** The reports of a year of a large wholesaler: how long they take to be made and to be opened, and whether they are what orders and ledger say. */

const DAY_LIMIT_S = 5
const ALL_LIMIT_S = 600
const FIRST_VIEW_LIMIT_MS = 300
const YEAR_DAYS = 365
const WORDS = ['figures.view', 'figures.remake', 'prices.cost'] as const

/** Every report, each as it is opened and by its other groups. */
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  sales: ['day', 'month', 'province', 'city', 'manager', 'type', 'warehouse', 'category', 'maker', 'goods', 'source'],
  margin: ['day', 'month', 'city', 'manager', 'category', 'maker', 'goods', 'source'],
  customers: ['month', 'frequency', 'company', 'lost'],
  receivables: ['age', 'manager', 'company'],
  service: ['what', 'bucket', 'day', 'month'],
  offers: ['offer', 'day', 'month'],
  funnel: ['day', 'month'],
  stock: ['warehouse', 'category', 'day', 'month'],
}
const wordOf = (report: string) => (report === 'margin' || report === 'stock' ? 'prices.cost' : 'figures.view')

interface Days {
  from: string
  to: string
}
type Asked = (path: string, word?: string) => Promise<{ milliseconds: number; data: ReportWire }>

async function remake(origin: string, cookie: string, days: Days): Promise<number> {
  const started = performance.now()
  const asked = await ask(origin, 'POST', '/api/staff/figures/remake', cookie, days)
  if (asked.status !== 200) throw new Error(asked.message)
  for (;;) {
    await sleep(200)
    const { data } = await ask(origin, 'GET', '/api/staff/figures/remake', cookie)
    const { remake: state } = data as DataOf<typeof staffFigureRemake>
    if (state?.state === 'failed') throw new Error(state.note)
    if (state?.state === 'done') return (performance.now() - started) / 1000
  }
}

/** From the records themselves, in fen and pieces, without a table of figures. */
async function truth({ pool }: DatabaseHandle, { from, to }: Days): Promise<Record<string, number>> {
  const span = [`${from}T00:00:00+08:00`, `${addDays(to as Parameters<typeof addDays>[0], 1)}T00:00:00+08:00`]
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*) from orders where shipped_at >= $1 and shipped_at < $2) as orders,
            s.units, s.gross, s.reduction, b.returned, l.booked, p.paid
       from (select coalesce(sum(l.number), 0) as units, coalesce(sum(l.amount), 0) as gross, coalesce(sum(l.reduction), 0) as reduction
               from orders o join order_line l on l.order_id = o.id where o.shipped_at >= $1 and o.shipped_at < $2) s,
            (select coalesce(sum(x.worth), 0) as returned from after_sale a join after_sale_line x on x.after_sale_id = a.id
              where a.inspected_at >= $1 and a.inspected_at < $2 and a.status in ('refunding', 'refunded')) b,
            (select coalesce(sum(e.amount), 0) as booked from ledger_entry e join ledger_account a on a.id = e.account_id
                    join ledger_posting g on g.id = e.posting_id
              where a.kind = 'sales' and a.company_id is null and g.order_id is not null and e.at >= $1 and e.at < $2) l,
            (select coalesce(sum(e.amount), 0) as paid from ledger_entry e join ledger_account a on a.id = e.account_id
              where a.kind = 'order_advance' and a.company_id is null and e.kind in ('order_pay', 'order_refund') and e.at >= $1 and e.at < $2) p`,
    span,
  )
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([key, value]) => [key, Number(value)]))
}

/** null: a table of goods does not know orders and money of the ledger. */
const inFen = (report: ReportWire, key: string, values: readonly (string | null)[]): number | null => {
  const at = report.columns.findIndex((column) => column.key === key)
  const value = values[at] ?? null
  if (value === null) return null
  return report.columns[at]?.kind === 'yuan' ? Math.round(Number(value) * 100) : Number(value)
}

/** How far the report's totals, and its rows added up, are from the records; every group of it must say the same. */
async function differences(asked: Asked, days: Days, known: Record<string, number>): Promise<{ wrong: string[]; told: number }> {
  const wrong: string[] = []
  let told = 0
  for (const by of VIEWS.sales ?? []) {
    const { data } = await asked(`sales?by=${by}&from=${days.from}&to=${days.to}`)
    for (const [key, value] of Object.entries(known)) {
      const total = inFen(data, key, data.total)
      if (total === null) continue
      told += 1
      const summed = data.list.reduce((sum, row) => sum + (inFen(data, key, row.values) ?? 0), 0)
      if (total !== value) wrong.push(`${by} ${key}: ${total} and not ${value}`)
      // A thousand rows are listed; the total has them all. An order of two goods counts in the rows of both.
      if (data.more === null && summed !== total && key !== 'orders') wrong.push(`${by} ${key}: rows ${summed}, total ${total}`)
    }
  }
  return { wrong, told }
}

export async function measureFigures(database: DatabaseHandle, start: StartShop): Promise<void> {
  const today = beijingDate(new Date())
  const [from, to] = [addDays(today, -YEAR_DAYS), addDays(today, -1)]
  const shop = await start()
  const cookies = await staffFor(database, WORDS, false)
  const cookieFor = (word: string) => cookies.get(word) ?? ''
  try {
    const all = await remake(shop.origin, cookieFor('figures.remake'), { from, to: today })
    say({
      figure: `reports of ${YEAR_DAYS + 1} days made from nothing`,
      value: all,
      unit: 's',
      target: `≤ ${ALL_LIMIT_S} s`,
      ok: all <= ALL_LIMIT_S,
    })
    const times: number[] = []
    for (const back of [1, 2, 30, 100, 200, 300]) {
      const day = addDays(today, -back)
      times.push(await remake(shop.origin, cookieFor('figures.remake'), { from: day, to: day }))
    }
    const slowest = Math.max(...times)
    say({
      figure: 'reports of a day made again',
      value: slowest,
      unit: 's',
      target: `≤ ${DAY_LIMIT_S} s`,
      ok: slowest <= DAY_LIMIT_S,
      note: 'the slowest of six',
    })
  } finally {
    await shop.stop()
  }
  // A process that has answered nothing yet.
  const fresh = await start()
  const asked: Asked = async (path, word = 'figures.view') => {
    const { status, message, ...answer } = await ask(fresh.origin, 'GET', `/api/staff/figures/${path}`, cookieFor(word))
    if (status !== 200) throw new Error(`${path}: ${status} ${message}`)
    return answer
  }
  try {
    for (const [span, days] of [
      ['this month', ''],
      ['a year', `&from=${from}&to=${to}`],
    ] as const) {
      const slow: string[] = []
      let [slowest, count] = [0, 0]
      for (const [report, groups] of Object.entries(VIEWS))
        for (const by of groups) {
          const { milliseconds } = await asked(`${report}?by=${by}${days}`, wordOf(report))
          count += 1
          slowest = Math.max(slowest, milliseconds)
          if (milliseconds > FIRST_VIEW_LIMIT_MS) slow.push(`${report} by ${by} ${milliseconds.toFixed(0)} ms`)
        }
      say({
        figure: `first view of each report, ${span}: the slowest`,
        value: slowest,
        unit: 'ms',
        target: `≤ ${FIRST_VIEW_LIMIT_MS} ms`,
        ok: slow.length === 0,
        note: `${count} views; ${slow.join('; ') || 'none over'}`,
      })
    }
    for (const days of [
      { from, to },
      { from: addDays(today, -223), to: addDays(today, -37) },
    ]) {
      const known = await truth(database, days)
      const { wrong, told } = await differences(asked, days, known)
      for (const one of wrong) tell(one)
      say({
        figure: `sales report of ${days.from} to ${days.to}: what differs from orders and ledger`,
        value: wrong.length,
        unit: `of ${told} totals`,
        target: '0',
        ok: wrong.length === 0,
        note: `${known.orders} orders, ${((known.gross ?? 0) / 100).toFixed(2)} yuan sold, ${((known.booked ?? 0) / 100).toFixed(2)} booked`,
      })
    }
  } finally {
    await fresh.stop()
  }
}
