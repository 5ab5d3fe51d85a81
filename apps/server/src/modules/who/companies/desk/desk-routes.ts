import { staffGoodsWhy } from '#contract/availability.ts'
import {
  staffCompanies,
  staffCompanyChecks,
  staffCompanyChoices,
  staffCompanyMoney,
  staffCompanyOrders,
  staffCompanyStores,
  staffCompanyTerms,
  staffCompanyWhy,
  staffGoodsNames,
} from '#contract/company-desk.ts'
import { staffCompanyMergeLook, staffCompanyPairDecide, staffCompanyPairs } from '#contract/company-pairs.ts'
import { beijingDate } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { COMPANY_TYPES } from '#domain/paper-kinds.ts'
import { reviewName } from '#domain/review.ts'
import type { ModuleContext } from '../../../../context.ts'
import { readStanding } from '../../../money/credit/public.ts'
import { readPurses } from '../../../money/wallet/public.ts'
import { checksOf } from './checks.ts'
import { companyFilterOf } from './list-export.ts'
import { companyChoices, listCompanies } from './list-views.ts'
import { lookAtMerge } from './merge.ts'
import { mergeDeed } from './merge-deed.ts'
import { judgePair, pairsOf } from './pairs.ts'
import { rankDeed } from './rank-deed.ts'
import { termsOf } from './terms.ts'
import { findGoodsNames, lastOrders, orderSums, storesBeside } from './views.ts'
import { whyNot } from './why.ts'

const GOODS_FOUND = 20
const SUM_DAYS = [30, 90, 365] as const
const DAY_MS = 86_400_000
const instant = (at: Date | string): string => new Date(at).toISOString()

export function deskRoutes({ serve, approvals, deps: { database } }: ModuleContext): void {
  const { db } = database
  serve(staffCompanies, async ({ query, now }) => {
    const { page = 1, per_page: perPage = 40 } = query
    const { rows, total, isCapped } = await listCompanies(database, companyFilterOf(query, now), (page - 1) * perPage, perPage)
    const list = rows.map((row) => ({
      ...row,
      code: row.code ?? '',
      credit_code: row.credit_code ?? '',
      review_name: reviewName(row.review_state),
      since: row.since === null ? null : instant(row.since),
      created_at: instant(row.created_at),
    }))
    return { list, page, per_page: perPage, total, is_capped: isCapped ? 1 : 0 }
  })
  serve(staffCompanyChoices, async () => ({ types: [...COMPANY_TYPES], ...(await companyChoices(db)) }))
  serve(staffCompanyTerms, ({ params }) => termsOf(database, params.id))
  approvals.serve(rankDeed)
  approvals.serve(mergeDeed)
  serve(staffCompanyMergeLook, ({ params, query }) => lookAtMerge(database, params.id, query))
  serve(staffCompanyStores, async ({ params }) => {
    const { group, rows } = await storesBeside(db, params.id)
    const list = rows.map(({ in_group, shares_account, ...row }) => ({
      ...row,
      review_name: reviewName(row.review_state),
      in_group: in_group ? 1 : 0,
      shares_account: shares_account ? 1 : 0,
    }))
    return { group, list }
  })
  serve(staffCompanyOrders, async ({ params, now }) => {
    const rows = await lastOrders(db, params.id)
    const since = SUM_DAYS.map((days) => new Date(now.getTime() - days * DAY_MS))
    const sums = await orderSums(db, params.id, since)
    return {
      list: rows.map((row) => ({
        id: row.id,
        no: row.no,
        status: row.status,
        status_name: STATUS_NAMES[row.status],
        created_at: instant(row.created_at),
        total: yuan(row.total),
        held: row.held ? 1 : 0,
      })),
      sums: sums.map(({ orders, total }, at) => ({ days: SUM_DAYS[at] ?? 0, orders, total: yuan(total) })),
      last_ordered_at: rows[0] ? instant(rows[0].created_at) : null,
    }
  })
  serve(staffCompanyMoney, async ({ params, now }) => {
    await termsOf(database, params.id)
    const standing = await readStanding(db, params.id, beijingDate(now))
    const purses = await readPurses(db, params.id)
    return {
      credit: {
        limit: yuan(standing.limit),
        days: standing.days,
        used: yuan(standing.used),
        overdue: yuan(standing.overdue.amount),
        overdue_bills: standing.overdue.count,
      },
      balance: yuan(purses.balance),
      voucher: yuan(purses.voucher),
      points: purses.points,
    }
  })
  serve(staffGoodsNames, async ({ query }) => {
    const rows = await findGoodsNames(db, query.keywords.trim(), GOODS_FOUND)
    return { list: rows.map(({ on_shelf, ...row }) => ({ ...row, on_shelf: on_shelf ? 1 : 0 })) }
  })
  serve(staffCompanyWhy, ({ params, query, now }) => whyNot(database, params.id, query.goods, now))
  serve(staffGoodsWhy, ({ query, now }) => whyNot(database, query.company_id, query.goods, now))
  serve(staffCompanyPairs, ({ query }) => pairsOf(database, query))
  serve(staffCompanyPairDecide, ({ viewer, params, body, now }) =>
    judgePair(database, { accountId: viewer.accountId, name: viewer.name }, params, body, now),
  )
  serve(staffCompanyChecks, ({ params, now }) => checksOf(database, params.id, now))
}
