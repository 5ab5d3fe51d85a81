import type { DataOf } from '#contract/call.ts'
import type { moneyConfig, userCreditCheck, userCreditCreate } from '#contract/wallet.ts'
import { type Fen, yuan } from '#domain/money.ts'
import { notFound } from '../../../platform/errors.ts'
import { readSettings } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import { createRepayment, findRepayment, lockRepayment, type RepaymentRow } from '../credit/public.ts'
import {
  createRecharge,
  findRecharge,
  PURSE_NAMES,
  type RechargePurse,
  type RechargeRow,
  readPurses,
  rechargeTerms,
} from '../wallet/public.ts'
import { bankAccountFrom, channelsOf, type PayChannel, transferNote } from './channels.ts'
import type { PaymentDeps } from './deps.ts'
import { askForBuyer, type Buyer, type Opening, openPayment, payGrounds, startedAnswer } from './opening.ts'

/** Paying for what is no order: repayments of credit, and recharges. */

const OPEN = { open: true, why: '' }
const repaymentRemark = (no: string): string => `还款单号 ${no}`
const rechargeRemark = (no: string): string => `充值单号 ${no}`

/** For who pays by transfer: where it goes, until it has arrived. */
const transferOf = async ({ database }: PaymentDeps, paid: boolean, remark: string): Promise<string> =>
  paid ? '' : transferNote(bankAccountFrom((await readSettings(database.db, ['bank_account'])).bank_account), remark)

const repaymentState = (status: RepaymentRow['status'], owed: Fen): Opening['state'] => {
  if (status === 'paid') return { open: false, why: '该笔还款已到账' }
  return owed === 0 ? { open: false, why: '账单已结清，无需还款' } : OPEN
}

const repaymentOpening = ({ id, no, companyId, amount, status }: RepaymentRow, owed: Fen): Opening => ({
  purpose: 'repayment',
  subjectId: id,
  companyId,
  amount,
  state: repaymentState(status, owed),
  remark: repaymentRemark(no),
  bankOnly: false,
  own: ['balance'],
  title: `安衡药采账期还款 ${no}`,
  returnPath: `/zqgl?repayment=${id}`,
  payBefore: null,
  keepsPaid: true,
})

export async function startRepayment(
  deps: PaymentDeps,
  buyer: Buyer,
  wish: { billIds: readonly number[]; amount: string | undefined },
  now: Date,
): Promise<DataOf<typeof userCreditCreate>> {
  const repayment = await transact(deps.database.db, (trx) => createRepayment(trx, buyer, wish, now))
  const grounds = await payGrounds(deps.database.db, deps, buyer.companyId, now)
  const { id, no, amount, status } = repayment
  return { id, no, amount: yuan(amount), status, channels: channelsOf(repaymentOpening(repayment, grounds.credit.used), grounds) }
}

export async function payRepayment(deps: PaymentDeps, buyer: Buyer, id: number, channel: string, now: Date) {
  const { db } = deps.database
  if ((await findRepayment(db, id, buyer.companyId)) === null) throw notFound('还款')
  const payment = await transact(db, async (trx) => {
    const repayment = await lockRepayment(trx, id)
    if (repayment === null) throw notFound('还款')
    const { creditUsed } = await readPurses(trx, buyer.companyId)
    const opening = repaymentOpening(repayment, creditUsed)
    return openPayment(trx, deps, buyer, opening, channel, now)
  })
  return startedAnswer(deps, payment, now)
}

export async function checkRepayment(deps: PaymentDeps, buyer: Buyer, id: number, now: Date): Promise<DataOf<typeof userCreditCheck>> {
  const found = () => findRepayment(deps.database.db, id, buyer.companyId)
  let repayment = await found()
  if (repayment?.status === 'created') {
    await askForBuyer(deps, 'repayment', id, now)
    repayment = await found()
  }
  if (repayment === null) throw notFound('还款')
  const { no, status, amount, toBalance } = repayment
  const paid = status === 'paid'
  const over = toBalance > 0 ? `，其中 ¥${yuan(toBalance)} 已转入余额` : ''
  const message = paid ? `还款 ¥${yuan(amount)} 已到账${over}` : '尚未收到支付结果，如已支付请稍候再查'
  return { status, paid, message, amount: yuan(amount), transfer: await transferOf(deps, paid, repaymentRemark(no)) }
}

const PAGES: Readonly<Record<RechargePurse, string>> = { voucher: '/xjq', balance: '/yegl' }

/** Vouchers may be bought with the balance; the balance not with itself. */
const ownChannels = (purse: RechargePurse): Opening['own'] => (purse === 'voucher' ? ['balance'] : [])

const rechargeOpening = ({ id, no, companyId, purse, amount, status }: RechargeRow): Opening => ({
  purpose: 'recharge',
  subjectId: id,
  companyId,
  amount,
  state: status === 'paid' ? { open: false, why: '该笔充值已到账' } : OPEN,
  remark: rechargeRemark(no),
  bankOnly: false,
  own: ownChannels(purse),
  title: `安衡药采${PURSE_NAMES[purse]}充值 ${no}`,
  returnPath: `${PAGES[purse]}?recharge=${id}`,
  payBefore: null,
  keepsPaid: true,
})

export async function rechargeConfig(deps: PaymentDeps, companyId: number, now: Date): Promise<DataOf<typeof moneyConfig>> {
  const { db } = deps.database
  const [{ recharge }, purses, grounds] = await Promise.all([
    readSettings(db, ['recharge']),
    readPurses(db, companyId),
    payGrounds(db, deps, companyId, now),
  ])
  const { min, max, tiers } = rechargeTerms(recharge)
  /** Whether the balance is enough depends on the amount, which is not chosen yet: the smallest one is asked about. */
  const channels = (purse: RechargePurse): PayChannel[] =>
    channelsOf({ amount: min, state: OPEN, remark: '充值单号', bankOnly: false, own: ownChannels(purse) }, grounds)
  return {
    min: yuan(min),
    max: yuan(max),
    tiers: tiers.map(({ amount, gift }) => ({ amount: yuan(amount), gift: yuan(gift), text: `充 ${amount / 100} 送 ${gift / 100}` })),
    voucher: { balance: yuan(purses.voucher), channels: channels('voucher') },
    balance: { balance: yuan(purses.balance), channels: channels('balance') },
  }
}

/** Writes the recharge and starts its payment, or finds both again; where the payment cannot be started nothing is written. */
export async function startRecharge(
  deps: PaymentDeps,
  buyer: Buyer,
  wish: { purse: RechargePurse; amount: string; channel: string; key?: string | null },
  now: Date,
) {
  const terms = rechargeTerms((await readSettings(deps.database.db, ['recharge'])).recharge)
  const { recharge, payment } = await transact(deps.database.db, async (trx) => {
    const made = await createRecharge(trx, buyer, wish, terms, now)
    const opening = rechargeOpening(made)
    return { recharge: made, payment: await openPayment(trx, deps, buyer, opening, wish.channel, now) }
  })
  return { id: recharge.id, no: recharge.no, gift: yuan(recharge.gift), ...(await startedAnswer(deps, payment, now)) }
}

export async function checkRecharge(deps: PaymentDeps, buyer: Buyer, id: number, now: Date) {
  const found = () => findRecharge(deps.database.db, id, buyer.companyId)
  let recharge = await found()
  if (recharge?.status === 'created') {
    await askForBuyer(deps, 'recharge', id, now)
    recharge = await found()
  }
  if (recharge === null) throw notFound('充值')
  const { no, status, amount, gift } = recharge
  const paid = status === 'paid'
  const given = gift > 0 ? `，另赠 ¥${yuan(gift)}` : ''
  const message = paid ? `充值 ¥${yuan(amount)} 已到账${given}` : '尚未收到支付结果，如已支付请稍候再查'
  const transfer = await transferOf(deps, paid, rechargeRemark(no))
  return { status, paid, message, amount: yuan(amount), gift: yuan(gift), transfer }
}
