import { addDays, daysBetween, type TradeDate } from './dates.ts'
import { add, type Fen, fen, subtract, yuan, ZERO } from './money.ts'

/** Credit term (domain rule 'Money'): buy now, repay by a due date, within a limit; an overdue bill blocks new credit orders. */
export interface CreditTerms {
  limit: Fen
  /** Days from the order to its due date. */
  days: number
}

export interface CreditStanding extends CreditTerms {
  /** Owed now, over all bills. */
  used: Fen
  overdue: { count: number; amount: Fen }
}

export interface Bill {
  id: number
  /** Still to be repaid. */
  open: Fen
  dueOn: TradeDate
}

export type BillStatus = 'open' | 'soon' | 'overdue' | 'settled'
export const BILL_STATUS_NAMES: Readonly<Record<BillStatus, string>> = {
  open: '待还款',
  soon: '即将到期',
  overdue: '已逾期',
  settled: '已结清',
}

/** Days before a due date on which the buyer is reminded; within the first of them a bill is due soon. */
export const REMIND_DAYS: readonly number[] = [7, 3, 1]
const SOON_DAYS = REMIND_DAYS[0] ?? 0
/** After the due date the buyer is reminded every so many days. */
const OVERDUE_EVERY_DAYS = 7

export const dueOn = (today: TradeDate, terms: CreditTerms): TradeDate => addDays(today, terms.days)

/** A bill may be repaid on its due date until the day is over, in Beijing. */
export function billStatus(bill: Bill, today: TradeDate): BillStatus {
  if (bill.open === 0) return 'settled'
  const left = daysBetween(today, bill.dueOn)
  if (left < 0) return 'overdue'
  return left <= SOON_DAYS ? 'soon' : 'open'
}

/** Is the buyer reminded of this bill today? Days left: 7, 3, 1; then the day after it was due and every seven days. */
export function remindsOn(dueDate: TradeDate, today: TradeDate): boolean {
  const left = daysBetween(today, dueDate)
  return left >= 0 ? REMIND_DAYS.includes(left) : (-left - 1) % OVERDUE_EVERY_DAYS === 0
}

/** What can still be bought on credit; a limit that was lowered below what is owed leaves nothing. */
export const creditLeft = ({ limit, used }: CreditStanding): Fen => (limit > used ? subtract(limit, used) : ZERO)

/** Why an order of this amount cannot be bought on credit now; empty: it can. */
export function creditRefusal(standing: CreditStanding, amount: Fen): string {
  const { limit, overdue } = standing
  if (limit === 0) return '您的企业尚未开通账期，请联系客户经理'
  if (overdue.count > 0) return `您有 ${overdue.count} 笔账期已逾期，请先还清 ¥${yuan(overdue.amount)}`
  const left = creditLeft(standing)
  return amount > left ? `账期额度不足，可用 ¥${yuan(left)}，还差 ¥${yuan(subtract(amount, left))}` : ''
}

export interface RepaymentPart {
  billId: number
  amount: Fen
}

const oldestFirst = (a: Bill, b: Bill): number => (a.dueOn === b.dueOn ? a.id - b.id : a.dueOn < b.dueOn ? -1 : 1)

/**
 * Spreads what has arrived over the open bills: the chosen ones first, then the others, each group by due date. `over` is
 * what no bill wants.
 */
export function allocateRepayment(amount: Fen, bills: readonly Bill[], chosen: readonly number[]): { parts: RepaymentPart[]; over: Fen } {
  const isChosen = (bill: Bill): boolean => chosen.includes(bill.id)
  const inOrder = [...bills.filter(isChosen).sort(oldestFirst), ...bills.filter((bill) => !isChosen(bill)).sort(oldestFirst)]
  const parts: RepaymentPart[] = []
  let left: number = amount
  for (const bill of inOrder) {
    const part = Math.min(left, bill.open)
    if (part <= 0) continue
    parts.push({ billId: bill.id, amount: fen(part) })
    left -= part
  }
  return { parts, over: fen(left) }
}

/** A refund of a credit order takes from its bill first; what had been repaid already is the buyer's money again. */
export function splitCreditRefund(amount: Fen, open: Fen): { credit: Fen; balance: Fen } {
  const credit = fen(Math.min(amount, open))
  return { credit, balance: subtract(amount, credit) }
}

/** Month by month: what was owed, what came and went. All amounts as owed, so that opening + orders − refunds − repayments = closing. */
export interface StatementSums {
  opening: Fen
  orders: Fen
  refunds: Fen
  repayments: Fen
}
export const statementClosing = ({ opening, orders, refunds, repayments }: StatementSums): Fen =>
  subtract(add(opening, orders), refunds, repayments)
