import { beijingDate, type TradeDate } from './dates.ts'
import { folded } from './folding.ts'
import { type Fen, yuan } from './money.ts'

/** What a buyer says of a transfer from the company's bank account; finance believes it when it is on the bank's statement. */
export interface TransferClaim {
  amount: Fen | null
  paidOn: TradeDate
  payerName: string
  payerAccount: string
}
export interface TransferFacts {
  payable: Fen
  orderedAt: Date
  isEphedrine: boolean
  companyName: string
}

/** A claim keeps the order open so long for finance to look, and a rejected one so long to be mended. Hours. */
export const PROOF_HOURS = 72
export const PROOF_REDO_HOURS = 24
/** However often it is claimed, no longer than this after the order: a claim holds goods that others would buy. */
export const PROOF_MOST_DAYS = 7

/** Brackets, spaces and full-width forms are written in many ways. */
export const plainName = (name: string): string => folded(name).replace(/\s+/g, '')
const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** What is wrong with a claim, by field. Goods with ephedrine are paid from the buyer's own company account only (trade rules, section 5). */
export function claimFaults(claim: TransferClaim, facts: TransferFacts, now: Date): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  if (claim.amount === null) say('amount', '请填写正确的转账金额')
  else if (claim.amount !== facts.payable) say('amount', `转账金额应与订单应付金额一致，为 ¥${yuan(facts.payable)}`)
  if (!isDay(claim.paidOn)) say('paid_on', '日期不存在')
  else if (claim.paidOn > beijingDate(now)) say('paid_on', '转账日期不能晚于今天')
  else if (claim.paidOn < beijingDate(facts.orderedAt)) say('paid_on', '转账日期不能早于下单日期')
  if (facts.isEphedrine && plainName(claim.payerName) !== plainName(facts.companyName)) {
    say('payer_name', `含麻订单须由本单位对公账户付款，付款户名应为“${facts.companyName}”`)
  }
  const digits = claim.payerAccount.replace(/[\s-]/g, '')
  if (!/^\d{8,30}$/.test(digits)) say('payer_account', '请填写付款账号，8 至 30 位数字')
  return faults
}

/** For everybody but finance. */
export const maskedAccount = (account: string): string => `**** ${account.slice(-4)}`
