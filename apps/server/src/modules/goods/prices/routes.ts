import { PAGE_SIZE } from '#contract/constants.ts'
import { PRICE_KINDS, staffCompanyPrices, staffCost, staffPriceCompanies, staffPriceHistory, staffPrices } from '#contract/prices-desk.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { ModuleContext } from '../../../context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { costDeed, costOf } from './costs.ts'
import { basePriceDeed, companyPriceDeed, pricesDeed } from './price-deeds.ts'
import { pricesOf } from './service.ts'
import { companyPrices, findCompanies, priceChanges } from './views.ts'
import type { NewLows } from './weight.ts'

const HISTORY_PAGE = 50
const FOUND = 20
const shown = (amount: Fen | null): string | null => (amount === null ? null : yuan(amount))
const seesCost = ({ staff }: Viewer): boolean => staff?.permissions.has('prices.cost') ?? false

export function priceRoutes({ serve, approvals, deps: { database } }: ModuleContext, newLows: NewLows): void {
  const { db } = database
  serve(staffPrices, ({ params }) => pricesOf(database, params.id))
  approvals.serve(pricesDeed(newLows))
  approvals.serve(basePriceDeed(newLows))
  approvals.serve(companyPriceDeed(newLows))
  serve(staffCompanyPrices, async ({ params, query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '' } = query
    const { rows, total } = await companyPrices(db, params.id, keywords.trim(), (page - 1) * perPage, perPage)
    const list = rows.map((row) => ({ ...row, price: yuan(row.price), usual: shown(row.usual) }))
    return { list, total, page, per_page: perPage }
  })
  serve(staffPriceCompanies, async ({ query }) => ({ list: await findCompanies(db, query.keywords.trim(), FOUND) }))
  serve(staffCost, ({ params }) => costOf(database, params.id))
  approvals.serve(costDeed)
  serve(staffPriceHistory, async ({ viewer, params, query }) => {
    const asked = { seesCost: seesCost(viewer), before: query.before ?? null, limit: HISTORY_PAGE + 1 }
    const rows = await priceChanges(db, params.id, asked)
    const list = rows.slice(0, HISTORY_PAGE).map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      by: row.by,
      kind: row.kind,
      kind_name: PRICE_KINDS[row.kind],
      of: row.company ?? row.rank,
      number: row.number,
      before: shown(row.before),
      after: shown(row.after),
      reason: row.reason,
      list_id: row.listId ?? 0,
    }))
    return { list, next: rows.length > HISTORY_PAGE ? (list.at(-1)?.id ?? 0) : 0 }
  })
}
