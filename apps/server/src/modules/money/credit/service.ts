import { randomInt } from 'node:crypto'
import { allocateRepayment, type CreditStanding, creditRefusal, dueOn, REMIND_DAYS, remindsOn, splitCreditRefund } from '#domain/credit.ts'
import { addDays, beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import { creditRefundEntries, creditRepaid, type LedgerEntry } from '#domain/ledger.ts'
import { add, type Fen, fenFromYuan, portion, subtract, yuan, ZERO } from '#domain/money.ts'
import { splitOver } from '#domain/pricing/halves.ts'
import { reviewOf } from '#domain/review.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { type News, tell, tellMany } from '../../talking/messages/public.ts'
import { post } from '../wallet/public.ts'
import { divideBill, lockWholeBill, repaymentItems } from './split-store.ts'
import {
  addRepaid,
  addReturned,
  dueGroups,
  insertBill,
  insertRepayment,
  lockBillOfOrder,
  lockCreditCompany,
  lockOpenBills,
  markRepaymentPaid,
  type RepaymentRow,
  readStanding,
  setTerms,
} from './store.ts'

const CREDIT_PAGE = '/zqgl'

/** Locks the company, so that what is read stays true until the order stands. Only a passed company buys on credit. */
export async function lockStanding(connection: Connection, companyId: number, now: Date): Promise<CreditStanding> {
  const company = await lockCreditCompany(connection, companyId)
  if (company === null) throw notFound('企业')
  if (reviewOf(company.reviewState) !== 'passed') throw conflict('您的企业未通过审核或已冻结，不能使用账期')
  return readStanding(connection, companyId, beijingDate(now))
}

/** The bill of an order that is paid on credit at this moment. The company is locked; the limit is checked anew where the ledger moves. */
export async function chargeCredit(
  connection: Connection,
  order: { companyId: number; orderId: number; amount: Fen },
  now: Date,
): Promise<void> {
  const today = beijingDate(now)
  const standing = await readStanding(connection, order.companyId, today)
  const why = creditRefusal(standing, order.amount)
  if (why) throw conflict(why)
  await insertBill(connection, { ...order, dueOn: dueOn(today, standing) }, now)
}

/**
 * Money of a credit order goes back: its bill shrinks first, and what had been repaid of it comes to the balance. Answers
 * the company's side of the posting, which the caller writes in the same transaction. Locks the order's bill: call it after
 * the locks of order, payments and stock.
 */
export async function creditBack(
  connection: Connection,
  refund: { companyId: number; orderId: number; amount: Fen },
  now: Date,
): Promise<LedgerEntry[]> {
  const bill = await lockBillOfOrder(connection, refund.companyId, refund.orderId)
  const split = splitCreditRefund(refund.amount, bill?.open ?? ZERO)
  if (bill !== null && split.credit > 0) await addReturned(connection, bill.id, split.credit, now)
  return creditRefundEntries(refund.companyId, split)
}

/** The bill of an order that becomes two: what was repaid of it, and by what, in proportion. The order is locked. */
export async function splitBill(
  connection: Connection,
  of: { companyId: number; orderId: number; toOrderId: number; amount: Fen },
  now: Date,
): Promise<void> {
  const bill = await lockWholeBill(connection, of.companyId, of.orderId)
  if (bill === null) throw new Error(`order ${of.orderId} was paid on credit and has no bill`)
  const owed = subtract(bill.amount, bill.returned)
  const repaid = portion(bill.repaid, of.amount, owed)
  const items = await repaymentItems(connection, bill.id)
  const shares = splitOver(
    items.map((item) => item.amount),
    repaid,
  )
  const moved = items.map(({ repaymentId }, at) => ({ repaymentId, amount: shares[at] ?? ZERO })).filter(({ amount }) => amount > 0)
  await divideBill(connection, bill, { toOrderId: of.toOrderId, amount: of.amount, repaid, items: moved }, now)
}

const numberFor = (now: Date) => `R${beijingDate(now).replaceAll('-', '')}${String(randomInt(1e10)).padStart(10, '0')}`

/** What the buyer wants to repay: some bills as they are, or an amount, the oldest bills first. In the caller's transaction. */
export async function createRepayment(
  connection: Connection,
  buyer: { companyId: number; accountId: number },
  wish: { billIds: readonly number[]; amount: string | undefined },
  now: Date,
): Promise<RepaymentRow> {
  const bills = await lockOpenBills(connection, buyer.companyId)
  if (bills.length === 0) throw conflict('您没有待还的账期')
  const chosen = bills.filter((bill) => wish.billIds.includes(bill.id))
  if (chosen.length < wish.billIds.length) throw fieldErrors([{ field: 'bill_ids', message: '所选账单已结清或不存在，请刷新后重选' }])
  const owed = add(...(chosen.length > 0 ? chosen : bills).map((bill) => bill.open))
  const amount = wish.amount ? fenFromYuan(wish.amount) : owed
  if (amount === null || amount <= 0) throw fieldErrors([{ field: 'amount', message: '请填写正确的还款金额' }])
  if (amount > owed) throw fieldErrors([{ field: 'amount', message: `还款金额不能超过待还的 ¥${yuan(owed)}` }])
  return insertRepayment(connection, { no: numberFor(now), ...buyer, amount, billIds: chosen.map((bill) => bill.id) }, now)
}

/** A repayment's money has arrived; the caller has it locked and knows it unpaid. Over what is owed goes to the balance. */
export async function settleRepayment(
  connection: Connection,
  repayment: RepaymentRow,
  paid: { paymentNo: string; channel: string; channelName: string },
  now: Date,
): Promise<void> {
  const { companyId, no, amount } = repayment
  const { parts, over } = allocateRepayment(amount, await lockOpenBills(connection, companyId), repayment.billIds)
  await addRepaid(connection, parts, now)
  await markRepaymentPaid(connection, { id: repayment.id, parts, over }, now)
  const repaid = add(...parts.map((part) => part.amount))
  const memo = `账期还款 ${no}，${paid.channelName}`
  // Nothing is owed any more, and the balance would pay itself: nothing moves.
  if (repaid > 0 || paid.channel !== 'balance')
    await post(connection, creditRepaid({ key: `pay:${paid.paymentNo}`, companyId, channel: paid.channel, memo, repaid, over }), now)
  const rest = over > 0 ? `，多还的 ¥${yuan(over)} 已转入余额` : ''
  const news = {
    companyId,
    kind: 'order' as const,
    title: '账期还款已到账',
    text: `还款 ¥${yuan(amount)} 已到账${rest}。`,
    url: CREDIT_PAGE,
  }
  await tell(connection, { ...news, key: `repayment:${repayment.id}` }, now)
}

const AT_ONCE = 500
/** From here on the owners' phones hear of it too. */
const NOTICED_DAYS = 3

function reminder({ companyId, dueOn: due, count, amount }: Awaited<ReturnType<typeof dueGroups>>[number], today: TradeDate): News {
  const left = daysBetween(today, due)
  const sum = `${count} 笔账期共 ¥${yuan(amount)}`
  const [title, text] =
    left < 0
      ? ['账期已逾期', `${sum} 已逾期 ${-left} 天，还清前不能再使用账期下单，请尽快还款。`]
      : ['账期即将到期', `${sum} 将于 ${due} 到期，还有 ${left} 天，请按时还款。`]
  const notice = { template: 'bill_due', params: { amount: yuan(amount), date: due } } as const
  const news = { companyId, kind: 'order', title, text, url: CREDIT_PAGE, key: `credit:${due}:${left}` } as const
  return left <= NOTICED_DAYS ? { ...news, notice } : news
}

/** Daily: bills due in 7, 3 and 1 days, and overdue ones every week. A company is told once for each date. */
export async function remindOfBills({ db }: DatabaseHandle, now: Date): Promise<void> {
  const today = beijingDate(now)
  const last = addDays(today, Math.max(...REMIND_DAYS))
  const failures = collectFailures()
  for (let after = { companyId: 0, dueOn: '0001-01-01' }; ; ) {
    const groups = await dueGroups(db, last, after, AT_ONCE)
    const news = groups.filter((group) => remindsOn(group.dueOn, today)).map((group) => reminder(group, today))
    await failures.page(
      news,
      ({ companyId, key }) => `company:${companyId} ${key}`,
      (some) => transact(db, (trx) => tellMany(trx, some, now)),
    )
    const end = groups.at(-1)
    if (end === undefined) break
    after = { companyId: end.companyId, dueOn: end.dueOn }
  }
  failures.report()
}

/** Staff: how much a company may owe, and for how long. On record. A limit below what is owed only stops new credit orders. */
export async function setCreditTerms(
  { db }: DatabaseHandle,
  staff: StaffActor,
  companyId: number,
  wish: { limit: string; days: number; reason: string },
  now: Date,
): Promise<CreditStanding> {
  const limit = fenFromYuan(wish.limit)
  if (limit === null || limit < 0) throw fieldErrors([{ field: 'limit', message: '请填写正确的账期额度' }])
  if (limit > 0 && wish.days < 1) throw fieldErrors([{ field: 'days', message: '有额度时账期天数至少 1 天' }])
  return transact(db, async (trx) => {
    if ((await lockCreditCompany(trx, companyId)) === null) throw notFound('企业')
    const today = beijingDate(now)
    const before = await readStanding(trx, companyId, today)
    await setTerms(trx, companyId, { limit, days: wish.days }, now)
    const shown = (terms: { limit: Fen; days: number }) => ({ limit: yuan(terms.limit), days: terms.days })
    const after = { ...shown({ limit, days: wish.days }), reason: wish.reason }
    await writeAudit(trx, staff, { action: 'credit.terms', subject: `company:${companyId}`, before: shown(before), after }, now)
    if (limit !== before.limit || wish.days !== before.days) {
      const text = limit === 0 ? '您的账期已停用，未还清的账单请按时还款。' : `您的账期额度为 ¥${yuan(limit)}，账期 ${wish.days} 天。`
      const key = `credit_terms:${now.getTime()}`
      await tell(trx, { companyId, kind: 'system', title: '账期额度已调整', text, url: CREDIT_PAGE, key }, now)
    }
    return readStanding(trx, companyId, today)
  })
}
