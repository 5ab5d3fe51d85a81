import type { Fen } from '#domain/money.ts'
import { yuan } from '#domain/money.ts'
import { payable } from '#domain/orders.ts'
import type { PaymentProvider } from '../../providers/payment/provider.ts'
import type { OrderRow } from '../orders/public.ts'

export interface BankAccount {
  name: string
  bank: string
  number: string
}

/** Setting 'bank_account': {name, bank, number}; null where the shop has named none. */
export function bankAccountFrom(value: unknown): BankAccount | null {
  if (typeof value !== 'object' || value === null) return null
  const { name, bank, number } = value as Partial<Record<keyof BankAccount, unknown>>
  return typeof name === 'string' && typeof bank === 'string' && typeof number === 'string' && name && bank && number
    ? { name, bank, number }
    : null
}

export interface PayChannel {
  code: string
  name: string
  note: string
  open: boolean
  why: string
}

/** How this order may be paid now, and why not otherwise. */
export function channelsOf(
  order: OrderRow,
  balance: Fen,
  account: BankAccount | null,
  providers: readonly PaymentProvider[],
  now: Date,
): PayChannel[] {
  const state = payable(order, now)
  const shut = (why: string) => (state.open ? { open: why === '', why } : state)
  // Trade rules, section 5: ephedrine goods are paid by transfer from the company's account, never in cash or from a wallet.
  const lawful = order.isEphedrine ? '含麻黄碱复方制剂仅限对公转账' : ''
  const short = balance < order.payableAmount ? `余额不足，还差 ¥${yuan((order.payableAmount - balance) as Fen)}` : ''
  const transfer =
    account === null ? '' : `户名：${account.name}；开户行：${account.bank}；账号：${account.number}；转账时请备注订单号 ${order.no}`
  return [
    ...providers.map((provider) => ({ code: provider.channel, name: provider.name, note: provider.note, ...shut(lawful) })),
    { code: 'balance', name: '余额支付', note: `可用余额 ¥${yuan(balance)}`, ...shut(lawful || short) },
    {
      code: 'bank',
      name: '对公转账',
      note: transfer || '请联系客户经理',
      ...shut(account === null ? '收款账户尚未配置，请联系客户经理' : ''),
    },
  ]
}
