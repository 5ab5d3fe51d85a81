import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { PurseWire, UserMoneyLogWire, userGroupMoney, userGroupMoneyLog, userMoney, userMoneyLog } from '#contract/wallet.ts'
import { creditLeft } from '#domain/credit.ts'
import { addMonths, beijingDate, beijingMinute } from '#domain/dates.ts'
import { add, type Fen, fen, yuan, ZERO } from '#domain/money.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http.ts'
import { monthPeriod, periodOf } from '../../../platform/period.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { type Cell, workbookAnswer } from '../../../platform/workbook.ts'
import { readPurses } from './store.ts'
import { useName } from './use-names.ts'
import { groupStores, type LogFilter, type LogRow, logRows, periodSums, spendingByMonth, type UseSums, useSums } from './views.ts'

export type Member = Viewer & { company: ViewerCompany }
/** What the wallet's first page says of coupons and credit, which are other modules'. */
export interface Beside {
  coupons: number
  coupons_soon: number
  credit: { limit: Fen; used: Fen; overdue: { amount: Fen }; next: { dueOn: string; amount: Fen } | null }
}

const MONTHS_SHOWN = 12

export async function moneyOf({ db }: DatabaseHandle, viewer: Member, beside: Beside, now: Date): Promise<DataOf<typeof userMoney>> {
  const today = beijingDate(now)
  const months = Array.from({ length: MONTHS_SHOWN }, (_, index) =>
    addMonths(`${today.slice(0, 7)}-01`, index - MONTHS_SHOWN + 1).slice(0, 7),
  )
  const thisMonth = monthPeriod(today.slice(0, 7))
  const [purses, spending, month, stores] = await Promise.all([
    readPurses(db, viewer.company.id),
    spendingByMonth(db, viewer.company.id, months),
    periodSums(db, viewer.company.id, thisMonth),
    groupStores(db, groupOf(viewer), today),
  ])
  const { limit, used, overdue, next } = beside.credit
  return {
    balance: yuan(purses.balance),
    voucher: yuan(purses.voucher),
    points: purses.points,
    coupons: beside.coupons,
    coupons_soon: beside.coupons_soon,
    credit: {
      limit: yuan(limit),
      used: yuan(used),
      left: yuan(creditLeft({ limit, used, days: 0, overdue: { count: 0, amount: ZERO } })),
      next_due: next?.dueOn ?? null,
      next_amount: yuan(next?.amount ?? ZERO),
      overdue: yuan(overdue.amount),
    },
    months: months.map((month, index) => ({ month, amount: yuan(spending[index] ?? ZERO) })),
    month_in: yuan(month.income),
    month_out: yuan(month.expense),
    group_size: stores.length,
  }
}

const groupOf = ({ accountId, company }: Member) => ({ accountId, companyId: company.id, storeGroupId: company.storeGroupId })

/** Points are counted; money is 元. */
const figure = (purse: PurseWire, amount: Fen): string => (purse === 'points' ? String(amount) : yuan(amount))

const logWire = (purse: PurseWire, row: LogRow): UserMoneyLogWire['list'][number] => ({
  id: row.id,
  at: row.at.toISOString(),
  use_type: row.kind,
  use_name: useName(row.kind),
  amount: figure(purse, row.amount),
  balance_after: figure(purse, row.balanceAfter),
  memo: row.memo,
  order_id: row.orderId,
  order_no: row.orderNo,
  store: row.store,
})

type LogQuery = QueryOf<typeof userGroupMoneyLog>

function filterOf(query: Omit<LogQuery, 'page' | 'per_page'>, companyIds: readonly number[], purse: PurseWire): LogFilter {
  return { companyIds, purse, use: query.use_type?.trim() ?? '', ...periodOf(query) }
}

async function logPage({ db }: DatabaseHandle, query: LogQuery, filter: LogFilter, purse: PurseWire): Promise<UserMoneyLogWire> {
  const { page = 1, per_page: perPage = PAGE_SIZE } = query
  const [rows, sums] = await Promise.all([logRows(db, filter, (page - 1) * perPage, perPage), useSums(db, filter)])
  const total = (of: (row: UseSums) => number) => sums.reduce((sum, row) => sum + of(row), 0)
  return {
    list: rows.map((row) => logWire(purse, row)),
    total: total((row) => row.count),
    page,
    per_page: perPage,
    income: figure(purse, fen(total((row) => row.income))),
    expense: figure(purse, fen(total((row) => row.expense))),
    types: sums.map(({ kind }) => ({ use_type: kind, name: useName(kind) })),
  }
}

export function moneyLogOf(database: DatabaseHandle, viewer: Member, query: QueryOf<typeof userMoneyLog>): Promise<UserMoneyLogWire> {
  const { purse = 'balance' } = query
  return logPage(database, query, filterOf(query, [viewer.company.id], purse), purse)
}

export async function groupMoneyOf({ db }: DatabaseHandle, viewer: Member, now: Date): Promise<DataOf<typeof userGroupMoney>> {
  const stores = await groupStores(db, groupOf(viewer), beijingDate(now))
  const sum = (of: (store: (typeof stores)[number]) => Fen) => yuan(add(...stores.map(of)))
  return {
    balance: sum((store) => store.balance),
    voucher: sum((store) => store.voucher),
    credit_limit: sum((store) => store.creditLimit),
    credit_used: sum((store) => store.creditUsed),
    list: stores.map((store) => ({
      company_id: store.companyId,
      name: store.name,
      balance: yuan(store.balance),
      voucher: yuan(store.voucher),
      credit_limit: yuan(store.creditLimit),
      credit_used: yuan(store.creditUsed),
      overdue: yuan(store.overdue),
    })),
  }
}

export async function groupLogOf(database: DatabaseHandle, viewer: Member, query: LogQuery, now: Date): Promise<UserMoneyLogWire> {
  const stores = await groupStores(database.db, groupOf(viewer), beijingDate(now))
  const ids = stores.map((store) => store.companyId)
  return logPage(database, query, filterOf(query, ids, 'balance'), 'balance')
}

/** More rows than anybody reads; too many are refused rather than cut off without a word. */
const EXPORT_MAX = 20_000
const PURSE_TITLES: Readonly<Record<PurseWire, string>> = { balance: '余额明细', voucher: '现金券明细', points: '积分明细' }

export async function moneyLogFile(
  { db }: DatabaseHandle,
  viewer: Member,
  query: Omit<LogQuery, 'page' | 'per_page'> & { purse?: PurseWire },
  now: Date,
): Promise<FileAnswer> {
  const { purse = 'balance' } = query
  const rows = await logRows(db, filterOf(query, [viewer.company.id], purse), 0, EXPORT_MAX + 1)
  if (rows.length > EXPORT_MAX) throw conflict(`一次最多导出 ${EXPORT_MAX} 行，请用日期或类型缩小范围后再导出`)
  const money = (amount: Fen): Cell => (purse === 'points' ? amount : { yuan: yuan(amount) })
  const columns = [
    { title: '时间', width: 18 },
    { title: '类型', width: 14 },
    { title: purse === 'points' ? '积分' : '金额（元）', width: 14 },
    { title: purse === 'points' ? '剩余积分' : '余额（元）', width: 14 },
    { title: '订单号', width: 18 },
    { title: '说明', width: 44 },
  ]
  const title = PURSE_TITLES[purse]
  return workbookAnswer(`${title}_${viewer.company.name}_${beijingDate(now)}.xlsx`, [
    {
      name: title,
      columns,
      rows: rows.map((row) => [
        beijingMinute(row.at),
        useName(row.kind),
        money(row.amount),
        money(row.balanceAfter),
        row.orderNo,
        row.memo,
      ]),
    },
  ])
}
