import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { pointsMall, pointsOrders } from '#contract/points.ts'
import type { staffPointsOrders } from '#contract/staff-orders.ts'
import { beijingDate } from '#domain/dates.ts'
import { companyRefusals, type Refusal, seesPrices } from '#domain/eligibility.ts'
import { ZERO } from '#domain/money.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { readPurses } from '../../money/wallet/public.ts'
import { barredGoods } from '../catalogue/public.ts'
import { type MallFilter, mallCounts, mallPage, ordersPage, staffOrdersPage } from './views.ts'
import { goodsWire, orderWire } from './wire.ts'

export async function mallOf(
  { db }: DatabaseHandle,
  company: ViewerCompany | null,
  query: QueryOf<typeof pointsMall>,
  now: Date,
): Promise<DataOf<typeof pointsMall>> {
  const { page = 1, per_page: perPage = PAGE_SIZE } = query
  const purse = company === null ? { points: 0, balance: ZERO } : await readPurses(db, company.id)
  const filter: MallFilter = {
    mall: query.mall ?? 'points',
    kind: query.kind || null,
    brandId: query.brand_id ?? null,
    within: query.affordable === 1 ? purse : null,
    sort: query.sort ?? 'default',
    companyId: company?.id ?? null,
  }
  const [rows, { total, brands }] = await Promise.all([
    mallPage(db, filter, (page - 1) * perPage, perPage, now),
    mallCounts(db, filter, now),
  ])
  const buyer = company && { ...purse, takenByMe: 0, refusal: companyRefusals(company, beijingDate(now))[0]?.message ?? '' }
  const goodsIds = rows.flatMap((row) => row.goodsId ?? [])
  const barred = company === null || goodsIds.length === 0 ? NOTHING : await barredGoods(db, goodsIds, company, null, now)
  const list = rows.map((row) => {
    const refusal = buyer?.refusal || (row.goodsId === null ? '' : (barred.get(row.goodsId)?.message ?? ''))
    return goodsWire(row, buyer && { ...buyer, refusal }, seesPrices(company), now)
  })
  return { list, brands, points: purse.points, total, page, per_page: perPage }
}

const NOTHING: ReadonlyMap<number, Refusal> = new Map()

export async function ordersOf(
  { db }: DatabaseHandle,
  companyId: number,
  query: QueryOf<typeof pointsOrders>,
): Promise<DataOf<typeof pointsOrders>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, status = 'all' } = query
  const { rows, total } = await ordersPage(db, companyId, status === 'all' ? null : status, (page - 1) * perPage, perPage)
  return { list: rows.map(orderWire), total, page, per_page: perPage }
}

export async function staffOrdersOf(
  { db }: DatabaseHandle,
  { page = 1, per_page: perPage = PAGE_SIZE, status, no = '' }: QueryOf<typeof staffPointsOrders>,
): Promise<DataOf<typeof staffPointsOrders>> {
  const { rows, total } = await staffOrdersPage(db, { status: status ?? null, no: no.trim() }, (page - 1) * perPage, perPage)
  const list = rows.map((row) => ({ ...orderWire(row), company_id: row.companyId, company: row.company }))
  return { list, total, page, per_page: perPage }
}
