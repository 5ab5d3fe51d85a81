import type { QueryOf } from '#contract/call.ts'
import type {
  ReceivableGroup,
  ReportWire,
  ServiceGroup,
  StockGroup,
  staffFigureFunnel,
  staffFigureOffers,
  staffFigureReceivables,
  staffFigureService,
  staffFigureStock,
} from '#contract/figures.ts'
import { beijingDate } from '#domain/dates.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type Column, DAYS_MAX, daysAsked, daysBefore, part, ROWS_MAX, refuseNarrowed, reportWire } from './report.ts'
import { bucketText, SERVICE_GOOD, SERVICE_NAMES, type ServiceKind } from './service-times.ts'
import {
  type OfferRow,
  offersBy,
  type ReceivableRow,
  receivablesBy,
  type SearchRow,
  type ServiceRow,
  type StockRow,
  searchesBy,
  serviceBy,
  stockBy,
} from './shop-views.ts'

const TIMES = { day: '日期', month: '月份' } as const

export const RECEIVABLES: readonly Column<ReceivableRow>[] = [
  { key: 'open', name: '应收', kind: 'yuan', note: '账期账单还没有还的部分', charted: 'bar', of: ({ open }) => open },
  { key: 'overdue', name: '其中逾期', kind: 'yuan', note: '过了应还日期的', charted: 'bar', of: ({ overdue }) => overdue },
  { key: 'companies', name: '企业', kind: 'count', note: '有未还账单的企业', of: ({ companies }) => companies },
  { key: 'bills', name: '账单', kind: 'count', note: '没有还清的账单，每张订单一份', of: ({ bills }) => bills },
]
const AGE_NAMES = ['未到期', '逾期 1–7 天', '逾期 8–30 天', '逾期 31–60 天', '逾期 60 天以上']
const RECEIVABLE_GROUPS: Readonly<Record<ReceivableGroup, string>> = { age: '账龄', manager: '客户经理', company: '企业' }

/** No figures of days: what is open is few, and read as it stands. */
export async function receivablesOf(
  { db }: DatabaseHandle,
  viewer: Viewer,
  asked: QueryOf<typeof staffFigureReceivables>,
  now: Date,
): Promise<ReportWire> {
  refuseNarrowed(viewer)
  const today = beijingDate(now)
  const by = asked.by ?? 'age'
  const [total, ...rows] = await receivablesBy(db, by, asked.manager || null, today, ROWS_MAX)
  const nameOf = ({ key, name }: ReceivableRow) => (by === 'age' ? (AGE_NAMES[Number(key)] ?? '') : name || '没有客户经理')
  const report = await reportWire(db, {
    days: { from: today, to: today },
    group: RECEIVABLE_GROUPS[by],
    columns: RECEIVABLES,
    rows: rows.map((row) => ({
      key: row.key ?? '',
      name: nameOf(row),
      to:
        by === 'company'
          ? `orders?${new URLSearchParams({ company_id: row.key ?? '' })}`
          : by === 'age' && Number(row.key) > 0
            ? 'finance/credit?scope=overdue'
            : '',
      row,
    })),
    total: total ?? null,
    before: null,
    more: (total?.rows ?? 0) - rows.length,
  })
  return { ...report, made_at: now.toISOString() }
}
export const SERVICE: readonly Column<ServiceRow>[] = [
  {
    key: 'count',
    name: '次数',
    kind: 'count',
    note: '这段时间发货的订单、答复的会话、退款的售后',
    charted: 'bar',
    of: ({ count }) => count,
  },
  {
    key: 'average',
    name: '平均用时',
    kind: 'minutes',
    note: '从付款、客户开口、申请售后起，夜间与节假日也算',
    charted: 'line',
    of: ({ minutes, count }) => part(minutes, count),
  },
  {
    key: 'good',
    name: '及时率',
    kind: 'percent',
    note: `发货 ${SERVICE_GOOD.ship.text}、会话 ${SERVICE_GOOD.answer.text}、售后 ${SERVICE_GOOD.after_sale.text}完成的占比`,
    of: ({ good, count }) => part(good, count),
  },
]
const SERVICE_GROUPS: Readonly<Record<ServiceGroup, string>> = { what: '事项', bucket: '用时', ...TIMES }
const GOOD = Object.fromEntries(Object.entries(SERVICE_GOOD).map(([what, { buckets }]) => [what, buckets]))

export async function serviceOf(
  { db }: DatabaseHandle,
  viewer: Viewer,
  asked: QueryOf<typeof staffFigureService>,
  now: Date,
): Promise<ReportWire> {
  refuseNarrowed(viewer)
  const days = daysAsked(asked, now)
  const by = asked.by ?? 'what'
  // How long is told of one thing: those of another are counted by other measures.
  const what: ServiceKind | null = asked.what ?? (by === 'what' ? null : 'ship')
  const [total, ...rows] = await serviceBy(db, by, what, GOOD, days)
  const [before] = await serviceBy(db, 'what', what, GOOD, daysBefore(days))
  const nameOf = (key: string): string =>
    by === 'what' ? SERVICE_NAMES[key as ServiceKind] : by === 'bucket' && what !== null ? bucketText(what, Number(key)) : key
  const ordersTo = (key: string): string => {
    if (by === 'day' && what === 'ship') return `orders?${new URLSearchParams({ shipped_from: key, shipped_to: key })}`
    return by === 'what' && key === 'ship' ? `orders?${new URLSearchParams({ shipped_from: days.from, shipped_to: days.to })}` : ''
  }
  // A sum of orders, words and returns says nothing.
  const isOne = what !== null
  return reportWire(db, {
    days,
    group: SERVICE_GROUPS[by],
    columns: SERVICE,
    rows: rows.map((row) => ({ key: row.key ?? '', name: nameOf(row.key ?? ''), to: ordersTo(row.key ?? ''), row })),
    total: isOne ? (total ?? null) : null,
    before: isOne ? (before ?? null) : null,
    more: 0,
  })
}

export const OFFERS: readonly Column<OfferRow>[] = [
  {
    key: 'discount',
    name: '优惠',
    kind: 'yuan',
    note: '满减、优惠券减去的与返现；之后的退货不冲回',
    charted: 'bar',
    of: ({ discount }) => discount,
  },
  {
    key: 'amount',
    name: '参与金额',
    kind: 'yuan',
    note: '参与的商品减去优惠后的金额（返现按整单）',
    charted: 'bar',
    of: ({ amount }) => amount,
  },
  {
    key: 'orders',
    name: '订单',
    kind: 'count',
    note: '按发货日算的订单；一张订单参与几个活动，各算一次',
    charted: 'line',
    of: ({ orders }) => orders,
  },
  {
    key: 'rate',
    name: '优惠比例',
    kind: 'percent',
    note: '优惠 ÷（参与金额 + 优惠）',
    of: ({ discount, amount }) => part(discount, discount + amount),
  },
]
const OFFER_KINDS = { promotion: '活动', coupon: '优惠券', bundle: '组合' } as const

export async function offersOf(
  { db }: DatabaseHandle,
  viewer: Viewer,
  asked: QueryOf<typeof staffFigureOffers>,
  now: Date,
): Promise<ReportWire> {
  refuseNarrowed(viewer)
  const days = daysAsked(asked, now)
  const by = asked.by ?? 'offer'
  const kind = asked.kind ?? null
  const [total, ...rows] = await offersBy(db, by, kind, days, by === 'day' ? DAYS_MAX : ROWS_MAX)
  const [before] = await offersBy(db, 'month', kind, daysBefore(days), 0)
  const nameOf = ({ key, name, kind: of }: OfferRow) =>
    by === 'offer' ? `${OFFER_KINDS[of as keyof typeof OFFER_KINDS] ?? ''} ${name ?? '已删除'}` : (key ?? '')
  return reportWire(db, {
    days,
    group: by === 'offer' ? '活动' : TIMES[by],
    columns: OFFERS,
    rows: rows.map((row) => ({
      key: row.key ?? '',
      name: nameOf(row),
      to:
        by === 'day'
          ? `orders?${new URLSearchParams({ shipped_from: row.key ?? '', shipped_to: row.key ?? '' })}`
          : by === 'offer' && row.planId !== null
            ? `marketing/offers/${row.planId}`
            : '',
      row,
    })),
    total: total ?? null,
    before: before ?? null,
    more: (total?.rows ?? 0) - rows.length,
  })
}

const share = (of: (row: SearchRow) => number) => (row: SearchRow) => part(of(row), row.searches)
export const FUNNEL: readonly Column<SearchRow>[] = [
  {
    key: 'searches',
    name: '搜索',
    kind: 'count',
    note: '企业与访客的搜索；十分钟内重复的同一个词算一次',
    charted: 'bar',
    of: ({ searches }) => searches,
  },
  { key: 'found', name: '有结果', kind: 'count', note: '找到商品的搜索', charted: 'bar', of: ({ found }) => found },
  {
    key: 'opened',
    name: '打开商品',
    kind: 'count',
    note: '半小时内打开过商品的搜索（只记登录企业）',
    charted: 'bar',
    of: ({ opened }) => opened,
  },
  { key: 'cart', name: '加购', kind: 'count', note: '半小时内加购的搜索', charted: 'bar', of: ({ cart }) => cart },
  { key: 'ordered', name: '下单', kind: 'count', note: '加购后三天内下单的搜索', charted: 'bar', of: ({ ordered }) => ordered },
  { key: 'found_rate', name: '有结果率', kind: 'percent', note: '有结果 ÷ 搜索', of: share(({ found }) => found) },
  { key: 'opened_rate', name: '打开率', kind: 'percent', note: '打开商品 ÷ 搜索', of: share(({ opened }) => opened) },
  { key: 'cart_rate', name: '加购率', kind: 'percent', note: '加购 ÷ 搜索', of: share(({ cart }) => cart) },
  { key: 'ordered_rate', name: '下单率', kind: 'percent', note: '下单 ÷ 搜索', of: share(({ ordered }) => ordered) },
]

export async function funnelOf(
  { db }: DatabaseHandle,
  viewer: Viewer,
  asked: QueryOf<typeof staffFigureFunnel>,
  now: Date,
): Promise<ReportWire> {
  refuseNarrowed(viewer)
  const days = daysAsked(asked, now)
  const by = asked.by ?? 'day'
  const [total, ...rows] = await searchesBy(db, by, days)
  const [before] = await searchesBy(db, 'month', daysBefore(days))
  return reportWire(db, {
    days,
    group: TIMES[by],
    columns: FUNNEL,
    rows: rows.map((row) => ({ key: row.key ?? '', name: row.key ?? '', to: '', row })),
    total: total ?? null,
    before: before ?? null,
    more: 0,
  })
}

const average = ({ value, days }: StockRow): number => (days === 0 ? 0 : Math.round(value / days))
export const STOCK: readonly Column<StockRow>[] = [
  { key: 'average', name: '平均库存', kind: 'yuan', note: '每天结束时库存 × 当天成本价，按天平均', charted: 'bar', of: average },
  { key: 'closing', name: '期末库存', kind: 'yuan', note: '最后一天结束时', of: ({ closing }) => closing },
  { key: 'cost', name: '销售成本', kind: 'yuan', note: '同样这些天发货商品的成本，减去退回的', charted: 'bar', of: ({ cost }) => cost },
  {
    key: 'turn',
    name: '周转天数',
    kind: 'days',
    note: '平均库存 ÷ 每天的销售成本',
    charted: 'line',
    of: (row) => (row.cost <= 0 ? null : (average(row) * row.days) / row.cost),
  },
  { key: 'near', name: '近效期', kind: 'yuan', note: '期末库存里半年内到期的', of: ({ near }) => near },
  { key: 'expired', name: '已过期', kind: 'yuan', note: '期末库存里已经过期的', of: ({ expired }) => expired },
  {
    key: 'lost',
    name: '销毁损失',
    kind: 'yuan',
    note: '在库商品判为不合格后销毁的；拒收与退回供货单位的不算，盘亏不算',
    of: ({ lost }) => lost,
  },
  { key: 'lost_expired', name: '其中过期', kind: 'yuan', note: '发现时已过期的', of: ({ lostExpired }) => lostExpired },
  { key: 'uncosted', name: '无成本价数量', kind: 'count', note: '期末没有录成本价的库存数量，不在金额里', of: ({ uncosted }) => uncosted },
]
const STOCK_GROUPS: Readonly<Record<StockGroup, string>> = { warehouse: '仓库', category: '分类', ...TIMES }

export async function stockOf(
  { db }: DatabaseHandle,
  viewer: Viewer,
  asked: QueryOf<typeof staffFigureStock>,
  now: Date,
): Promise<ReportWire> {
  refuseNarrowed(viewer)
  const days = daysAsked(asked, now)
  const by = asked.by ?? 'warehouse'
  const [total, ...rows] = await stockBy(db, by, days, DAYS_MAX)
  const nameOf = ({ key, name }: StockRow) => (by === 'category' && key === '0' ? '未归类' : (name ?? ''))
  return reportWire(db, {
    days,
    group: STOCK_GROUPS[by],
    columns: STOCK,
    rows: rows.map((row) => ({ key: row.key ?? '', name: nameOf(row), to: '', row })),
    total: total ?? null,
    before: null,
    more: 0,
  })
}
