import type { QueryOf } from '#contract/call.ts'
import type { CustomerGroup, ReportWire, staffFigureCustomers } from '#contract/figures.ts'
import { addDays, addMonths } from '#domain/dates.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type CustomerFilter, customersByCompany, customersByFrequency, customersByMonth, customersLost } from './customer-views.ts'
import { firstOpenMonth } from './made-views.ts'
import { type Column, daysAsked, part, ROWS_MAX, reachFor, refuseNarrowed, reportWire } from './report.ts'

type Asked = QueryOf<typeof staffFigureCustomers>

interface Row {
  active: number | null
  fresh: number | null
  regained: number | null
  lost: number | null
  orders: number
  net: number
}

export const CUSTOMERS: readonly Column<Row>[] = [
  {
    key: 'active',
    name: '活跃客户',
    kind: 'count',
    note: '这段时间有发货的企业；合计里一家只算一次',
    charted: 'bar',
    of: ({ active }) => active,
  },
  { key: 'fresh', name: '新客户', kind: 'count', note: '第一次有发货的企业', charted: 'bar', of: ({ fresh }) => fresh },
  { key: 'regained', name: '回流', kind: 'count', note: '三个月没有发货之后又有的企业', of: ({ regained }) => regained },
  { key: 'lost', name: '流失', kind: 'count', note: '前三个月有发货、这段时间没有的企业', charted: 'line', of: ({ lost }) => lost },
  { key: 'orders', name: '发货单数', kind: 'count', note: '发货的订单', of: ({ orders }) => orders },
  {
    key: 'often',
    name: '每家单数',
    kind: 'ratio',
    note: '发货单数 ÷ 活跃客户',
    of: ({ orders, active }) => (active === null ? null : part(orders, active)),
  },
  { key: 'net', name: '销售额', kind: 'yuan', note: '发货金额减优惠、减退货，不含运费', of: ({ net }) => net },
  {
    key: 'each',
    name: '每单金额',
    kind: 'yuan',
    note: '销售额 ÷ 发货单数',
    of: ({ net, orders }) => (orders === 0 ? null : Math.round(net / orders)),
  },
]

const GROUPS: Readonly<Record<CustomerGroup, string>> = { month: '月份', frequency: '这段时间的单数', company: '企业', lost: '流失的企业' }
const OFTEN = [1, 3, 9, 29] as const
const OFTEN_NAMES = ['1 单', '2–3 单', '4–9 单', '10–29 单', '30 单以上']
const LOST_MONTHS = 3

const filterOf = ({ province, manager, type }: Asked): CustomerFilter => ({
  province: province || null,
  manager: manager || null,
  type: type || null,
})

const ordersOf = (companyId: string, days: { from: string; to: string }): string =>
  `orders?${new URLSearchParams({ company_id: companyId, shipped_from: days.from, shipped_to: days.to })}`

type Parts = Pick<Parameters<typeof reportWire<Row>>[1], 'rows' | 'total' | 'more'>

async function byMonth(connection: Connection, filter: CustomerFilter, days: { from: string; to: string }): Promise<Parts> {
  const [total, ...rows] = await customersByMonth(connection, filter, days, await firstOpenMonth(connection))
  return {
    rows: rows.map((row) => {
      const name = row.month ?? ''
      const from = `${name}-01`
      const to = addDays(addMonths(from, 1), -1)
      return { key: name, name, to: `orders?${new URLSearchParams({ shipped_from: from, shipped_to: to })}`, row }
    }),
    total: total ? { ...total, lost: null } : null,
    more: 0,
  }
}

async function byFrequency(connection: Connection, filter: CustomerFilter, days: { from: string; to: string }): Promise<Parts> {
  const [total, ...rows] = await customersByFrequency(connection, filter, await reachFor(connection, days), OFTEN)
  const none = { fresh: null, regained: null, lost: null }
  return {
    rows: rows.map(({ key, companies, orders, net }) => ({
      key: key ?? '',
      name: OFTEN_NAMES[Number(key)] ?? '',
      to: '',
      row: { ...none, active: companies, orders, net },
    })),
    total: total ? { ...none, active: total.companies, orders: total.orders, net: total.net } : null,
    more: 0,
  }
}

async function byCompany(
  connection: Connection,
  filter: CustomerFilter,
  days: { from: string; to: string },
  isLost: boolean,
): Promise<Parts> {
  const former = { from: addMonths(days.from, -LOST_MONTHS), to: addDays(days.from, -1) }
  const reach = await reachFor(connection, days)
  const [total, ...rows] = isLost
    ? await customersLost(connection, filter, await reachFor(connection, former), reach, ROWS_MAX)
    : await customersByCompany(connection, filter, reach, ROWS_MAX)
  const none = { active: null, fresh: null, regained: null, lost: null }
  return {
    rows: rows.map(({ key, name, orders, net }) => ({
      key: key ?? '',
      name: name ?? '',
      to: ordersOf(key ?? '', isLost ? former : days),
      row: { ...none, orders, net },
    })),
    total: total ? { ...none, [isLost ? 'lost' : 'active']: total.companies, orders: total.orders, net: total.net } : null,
    more: (total?.rows ?? 0) - rows.length,
  }
}

export async function customersOf({ db }: DatabaseHandle, viewer: Viewer, asked: Asked, now: Date): Promise<ReportWire> {
  refuseNarrowed(viewer)
  const days = daysAsked(asked, now)
  const by = asked.by ?? 'month'
  const filter = filterOf(asked)
  const parts =
    by === 'month'
      ? await byMonth(db, filter, days)
      : by === 'frequency'
        ? await byFrequency(db, filter, days)
        : await byCompany(db, filter, days, by === 'lost')
  return reportWire(db, { days, group: GROUPS[by], columns: CUSTOMERS, before: null, ...parts })
}
