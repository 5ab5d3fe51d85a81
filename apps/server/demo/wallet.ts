import { beijingDate } from '#domain/dates.ts'
import { openingBalance } from '#domain/ledger.ts'
import { fen, fenFromYuan } from '#domain/money.ts'
import { createRepayment, settleRepayment } from '../src/modules/money/credit/public.ts'
import { adjustBalanceIn, createRecharge, post, rechargeTerms, settleRecharge } from '../src/modules/money/wallet/public.ts'
import type { Connection } from '../src/platform/database.ts'
import { PASSED_PHARMACY } from './companies.ts'
import { spread } from './spread.ts'

/** What happened to the wallets of the demo's companies beside their orders. Ages are days; amounts yuan. */
type WalletEvent =
  | { age: number; what: 'open'; amount: string }
  | { age: number; what: 'repay'; amount?: string; channel: 'gateway' | 'bank' }
  | { age: number; what: 'recharge'; purse: 'voucher' | 'balance'; amount: string; channel: 'gateway' | 'bank' }
  | { age: number; what: 'adjust'; amount: string; reason: string }

const EVENTS: Readonly<Record<string, readonly WalletEvent[]>> = {
  [PASSED_PHARMACY]: [
    { age: 70, what: 'recharge', purse: 'balance', amount: '2000', channel: 'bank' },
    { age: 61, what: 'repay', channel: 'gateway' },
    { age: 45, what: 'adjust', amount: '38', reason: '运输破损补偿' },
    { age: 25, what: 'repay', channel: 'bank' },
    { age: 5, what: 'repay', amount: '500', channel: 'gateway' },
  ],
  KH0004: [
    { age: 80, what: 'open', amount: '8600' },
    { age: 40, what: 'recharge', purse: 'voucher', amount: '5000', channel: 'gateway' },
    { age: 12, what: 'adjust', amount: '-120', reason: '重复发放的返现收回' },
  ],
  KH0005: [
    { age: 80, what: 'open', amount: '3200' },
    { age: 21, what: 'recharge', purse: 'balance', amount: '1500', channel: 'bank' },
  ],
  KH0006: [{ age: 80, what: 'open', amount: '1450.50' }],
}

const CHANNELS = { gateway: '在线支付', bank: '对公转账' } as const
const DAY_MS = 86_400_000

const fenOf = (text: string) => {
  const amount = fenFromYuan(text)
  if (amount === null) throw new Error(`not an amount: ${text}`)
  return amount
}

export const walletOf = (company: string): readonly WalletEvent[] => EVENTS[company] ?? []

/** Companies with a wallet and no orders. */
export const WALLETS_ALONE: readonly string[] = ['KH0005']

/** What a company's events add to its balance. */
export function balanceMoved(company: string): number {
  const moved = walletOf(company).map((event) =>
    event.what === 'adjust' || (event.what === 'recharge' && event.purse === 'balance') ? fenOf(event.amount) : 0,
  )
  return moved.reduce((sum: number, amount) => sum + amount, 0)
}

/** Long ago and made by nobody: a number that looks like the others. */
export const demoPaymentNo = (seed: string, at: Date): string =>
  `P${beijingDate(at).replaceAll('-', '')}${String(100_000_000_000 + spread(seed, 899_999_999)).padStart(12, '0')}`

interface Who {
  companyId: number
  accountId: number
}

export async function liveWallet(trx: Connection, who: Who, events: readonly WalletEvent[], now: Date): Promise<void> {
  for (const event of events) await live(trx, who, event, new Date(now.getTime() - event.age * DAY_MS))
}

async function live(trx: Connection, { companyId, accountId }: Who, event: WalletEvent, at: Date): Promise<void> {
  const who = { companyId, accountId }
  switch (event.what) {
    case 'open':
      await post(trx, openingBalance(companyId, fenOf(event.amount)), at)
      return
    case 'adjust': {
      const wish = { amount: event.amount, reason: event.reason, key: `demo-${event.age}` }
      await adjustBalanceIn(trx, { accountId, name: '财务 许安' }, companyId, wish, at)
      return
    }
    case 'repay': {
      const repayment = await createRepayment(trx, who, { billIds: [], amount: event.amount }, at)
      const paid = await paidAlready(
        trx,
        who,
        { purpose: 'repayment', id: repayment.id, no: repayment.no, ...event, amount: repayment.amount },
        at,
      )
      await settleRepayment(trx, repayment, paid, at)
      return
    }
    case 'recharge': {
      const recharge = await createRecharge(trx, who, event, rechargeTerms(null), at)
      const paid = await paidAlready(
        trx,
        who,
        { purpose: 'recharge', id: recharge.id, no: recharge.no, ...event, amount: recharge.amount },
        at,
      )
      await settleRecharge(trx, recharge, paid, at)
    }
  }
}

async function paidAlready(
  trx: Connection,
  { companyId }: Who,
  of: { purpose: 'repayment' | 'recharge'; id: number; no: string; channel: 'gateway' | 'bank'; amount: number },
  at: Date,
) {
  const paymentNo = demoPaymentNo(of.no, at)
  await trx
    .insertInto('payment')
    .values({
      no: paymentNo,
      purpose: of.purpose,
      subject_id: of.id,
      order_id: null,
      company_id: companyId,
      channel: of.channel,
      amount: fen(of.amount),
      status: 'paid',
      created_at: at,
      paid_at: at,
      gateway_no: of.channel === 'gateway' ? `DEMO${paymentNo.slice(1)}` : null,
    })
    .execute()
  return { paymentNo, channel: of.channel, channelName: CHANNELS[of.channel] }
}
