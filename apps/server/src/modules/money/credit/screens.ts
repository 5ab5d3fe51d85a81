import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { CreditBillWire, CreditStatementWire, userCredit, userCreditList } from '#contract/wallet.ts'
import { BILL_STATUS_NAMES, billStatus, creditLeft, creditRefusal, type StatementSums, statementClosing } from '#domain/credit.ts'
import { beijingDate, beijingMinute, daysBetween, type TradeDate } from '#domain/dates.ts'
import { add, type Fen, fen, subtract, yuan, ZERO } from '#domain/money.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http.ts'
import { monthPeriod } from '../../../platform/period.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { workbookAnswer } from '../../../platform/workbook.ts'
import { useName } from '../wallet/public.ts'
import { readStanding } from './store.ts'
import { type BillView, billCounts, billPage, type CreditMovement, creditMovements, firstBillAt, nextDue, owedBefore } from './views.ts'

const billWire = (bill: BillView, today: TradeDate): CreditBillWire => {
  const status = billStatus(bill, today)
  return {
    id: bill.id,
    order_id: bill.orderId,
    order_no: bill.orderNo,
    amount: yuan(bill.amount),
    repaid: yuan(bill.repaid),
    returned: yuan(bill.returned),
    open: yuan(bill.open),
    due_on: bill.dueOn,
    days_left: daysBetween(today, bill.dueOn),
    status,
    status_name: BILL_STATUS_NAMES[status],
    created_at: bill.createdAt.toISOString(),
  }
}

/** What the wallet's first page and home say of credit. */
export async function creditGlance(connection: Connection, companyId: number, now: Date) {
  const today = beijingDate(now)
  const [standing, next] = await Promise.all([readStanding(connection, companyId, today), nextDue(connection, companyId, today)])
  return { ...standing, next }
}

/** The least that an order costs: is there anything at all that credit would pay? */
const SMALLEST = fen(1)

export async function creditOf({ db }: DatabaseHandle, companyId: number, now: Date): Promise<DataOf<typeof userCredit>> {
  const today = beijingDate(now)
  const [standing, next, counts, first] = await Promise.all([
    readStanding(db, companyId, today),
    nextDue(db, companyId, today),
    billCounts(db, companyId, today),
    firstBillAt(db, companyId),
  ])
  const why = creditRefusal(standing, SMALLEST)
  return {
    limit: yuan(standing.limit),
    used: yuan(standing.used),
    left: yuan(creditLeft(standing)),
    days: standing.days,
    overdue: { count: standing.overdue.count, amount: yuan(standing.overdue.amount) },
    next: next && { due_on: next.dueOn, days_left: daysBetween(today, next.dueOn), amount: yuan(next.amount) },
    counts,
    can_order: why === '',
    why,
    first_month: first && beijingDate(first).slice(0, 7),
  }
}

export async function billsOf(
  { db }: DatabaseHandle,
  companyId: number,
  query: QueryOf<typeof userCreditList>,
  now: Date,
): Promise<DataOf<typeof userCreditList>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, type = 0 } = query
  const today = beijingDate(now)
  const [bills, counts] = await Promise.all([
    billPage(db, companyId, { kind: type, offset: (page - 1) * perPage, limit: perPage }, today),
    billCounts(db, companyId, today),
  ])
  const total = [counts.all, counts.open, counts.overdue, counts.settled][type] ?? counts.all
  return { list: bills.map((bill) => billWire(bill, today)), total, page, per_page: perPage }
}

/** Orders add to what is owed; repayments are named so; whatever else takes off is a refund. */
function sumsOf(opening: Fen, movements: readonly CreditMovement[]): StatementSums {
  const sum = (wanted: (movement: CreditMovement) => boolean) => add(...movements.filter(wanted).map((one) => one.amount))
  const isRepayment = ({ kind }: CreditMovement) => kind === 'credit_repay'
  return {
    opening,
    orders: sum((one) => one.amount > 0),
    refunds: subtract(
      ZERO,
      sum((one) => one.amount < 0 && !isRepayment(one)),
    ),
    repayments: subtract(
      ZERO,
      sum((one) => one.amount < 0 && isRepayment(one)),
    ),
  }
}

export async function statementOf(
  { db }: DatabaseHandle,
  companyId: number,
  month: string | undefined,
  now: Date,
): Promise<CreditStatementWire> {
  const thisMonth = beijingDate(now).slice(0, 7)
  const wanted = month || thisMonth
  if (wanted > thisMonth || wanted < '2000-01') throw fieldErrors([{ field: 'month', message: '这个月还没有月结单' }])
  const { from, until } = monthPeriod(wanted)
  const [opening, movements] = await Promise.all([owedBefore(db, companyId, from), creditMovements(db, companyId, from, until)])
  const sums = sumsOf(opening, movements)
  let owed: Fen = opening
  return {
    month: wanted,
    opening: yuan(sums.opening),
    orders: yuan(sums.orders),
    refunds: yuan(sums.refunds),
    repayments: yuan(sums.repayments),
    closing: yuan(statementClosing(sums)),
    rows: movements.map((one) => {
      owed = add(owed, one.amount)
      return {
        at: one.at.toISOString(),
        name: useName(one.kind),
        memo: one.memo,
        order_id: one.orderId,
        amount: yuan(one.amount),
        owed: yuan(owed),
      }
    }),
  }
}

export async function statementFile(
  database: DatabaseHandle,
  company: ViewerCompany,
  month: string | undefined,
  now: Date,
): Promise<FileAnswer> {
  const statement = await statementOf(database, company.id, month, now)
  const money = (text: string) => ({ yuan: text })
  const columns = [
    { title: '项目', width: 20 },
    { title: '金额（元）', width: 16 },
  ]
  const head = [
    ['期初应还', money(statement.opening)],
    ['本月账期订单', money(statement.orders)],
    ['本月退款', money(statement.refunds)],
    ['本月还款', money(statement.repayments)],
    ['期末应还', money(statement.closing)],
  ]
  const detail = {
    name: '明细',
    columns: [
      { title: '时间', width: 18 },
      { title: '类型', width: 12 },
      { title: '应还增减（元）', width: 16 },
      { title: '应还余额（元）', width: 16 },
      { title: '说明', width: 44 },
    ],
    rows: statement.rows.map((row) => [beijingMinute(new Date(row.at)), row.name, money(row.amount), money(row.owed), row.memo]),
  }
  return workbookAnswer(`账期月结单_${company.name}_${statement.month}.xlsx`, [{ name: '汇总', columns, rows: head }, detail])
}
