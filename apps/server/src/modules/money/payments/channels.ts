import { type CreditStanding, creditLeft, creditRefusal } from '#domain/credit.ts'
import type { Fen } from '#domain/money.ts'
import { subtract, yuan } from '#domain/money.ts'
import type { SettingsOf } from '../../../platform/settings.ts'
import type { PaymentProvider } from '../../../providers/payment/provider.ts'

export interface BankAccount {
  name: string
  bank: string
  number: string
  /** Of the same holder: a buyer may pay into any. */
  others: readonly { bank: string; number: string }[]
}

/** null where the shop has named none. */
export function bankAccountFrom(setting: SettingsOf<'bank_account'>['bank_account']): BankAccount | null {
  const { name = '', bank = '', number = '', others = [] } = setting ?? {}
  return name && bank && number ? { name, bank, number, others } : null
}

export interface PayChannel {
  code: string
  name: string
  note: string
  open: boolean
  why: string
}

/** What is to be paid. */
export interface Payable {
  amount: Fen
  /** May it be paid at all now? */
  state: { open: boolean; why: string }
  /** Words that a transfer must carry. */
  remark: string
  /** Trade rules, section 5: ephedrine goods are paid by transfer from the company's account, never in cash or from a wallet. */
  bankOnly: boolean
  /** What else than a gateway and a transfer may pay it. */
  own: readonly ('balance' | 'credit')[]
}

export interface PayGrounds {
  balance: Fen
  credit: CreditStanding
  account: BankAccount | null
  providers: readonly PaymentProvider[]
}

/** Where a transfer goes, and what it must say so that it is found; empty without an account. Of several each has its number: 开户行 2. */
export function transferNote(account: BankAccount | null, remark: string): string {
  if (account === null) return ''
  const others = account.others.flatMap(({ bank, number }, at) => [`开户行 ${at + 2}：${bank}`, `账号 ${at + 2}：${number}`])
  const parts = [`户名：${account.name}`, `开户行：${account.bank}`, `账号：${account.number}`, ...others, `转账时请备注${remark}`]
  return parts.join('；')
}

/** How this may be paid now, and why not otherwise. Credit is named to those who have been given some. */
export function channelsOf({ amount, state, remark, bankOnly, own }: Payable, grounds: PayGrounds): PayChannel[] {
  const { balance, credit, account, providers } = grounds
  const shut = (why: string) => (state.open ? { open: why === '', why } : state)
  const lawful = bankOnly ? '含特殊药品复方制剂仅限对公转账' : ''
  const short = balance < amount ? `余额不足，还差 ¥${yuan(subtract(amount, balance))}` : ''
  const channels: PayChannel[] = providers.map((provider) => ({
    code: provider.channel,
    name: provider.name,
    note: provider.note,
    ...shut(lawful),
  }))
  if (own.includes('balance'))
    channels.push({ code: 'balance', name: '余额支付', note: `可用余额 ¥${yuan(balance)}`, ...shut(lawful || short) })
  if (own.includes('credit') && credit.limit > 0)
    channels.push({
      code: 'credit',
      name: '账期支付',
      note: `可用额度 ¥${yuan(creditLeft(credit))}，${credit.days} 天内还款`,
      ...shut(lawful || creditRefusal(credit, amount)),
    })
  channels.push({
    code: 'bank',
    name: '对公转账',
    note: transferNote(account, remark) || '请联系客户经理',
    ...shut(account === null ? '收款账户尚未配置，请联系客户经理' : ''),
  })
  return channels
}
