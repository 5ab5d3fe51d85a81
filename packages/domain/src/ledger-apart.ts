import { accountOfChannel, negative, outsideAccount, type Posting, shop } from './ledger.ts'
import type { Fen } from './money.ts'

/** Postings of money that arrived and is kept apart: surplus, paid a second time; suspense, which pays nothing as it is. */

interface Surplus {
  key: string
  companyId: number
  channel: string
  amount: Fen
  memo: string
}

/** Money arrived a second time for a recharge or a repayment: kept apart until it has gone back. */
export const surplusArrived = ({ channel, amount, ...of }: Surplus): Posting => ({
  ...of,
  kind: 'surplus',
  orderId: null,
  entries: [
    { account: accountOfChannel(channel, of.companyId), amount: negative(amount) },
    { account: shop('surplus'), amount },
  ],
})

export const surplusReturned = (of: Surplus): Posting => {
  const arrived = surplusArrived(of)
  return { ...arrived, kind: 'surplus_back', entries: arrived.entries.map((entry) => ({ ...entry, amount: negative(entry.amount) })) }
}

interface Suspended {
  key: string
  /** Null: nobody knows yet whose it is. */
  companyId: number | null
  channel: string
  amount: Fen
  memo: string
}

/** Money that came through a channel and pays nothing as it is: kept apart until finance has decided. */
export const suspenseArrived = ({ channel, amount, ...of }: Suspended): Posting => ({
  ...of,
  kind: 'suspense',
  orderId: null,
  entries: [
    { account: outsideAccount(channel), amount: negative(amount) },
    { account: shop('suspense'), amount },
  ],
})

/** It has gone back through a channel, which may be another one than it came through. */
export const suspenseReturned = (of: Suspended): Posting => {
  const arrived = suspenseArrived(of)
  return { ...arrived, kind: 'suspense_back', entries: arrived.entries.map((entry) => ({ ...entry, amount: negative(entry.amount) })) }
}

/** It is a company's money. */
export const suspenseMatched = ({ companyId, amount, ...of }: { key: string; companyId: number; amount: Fen; memo: string }): Posting => ({
  ...of,
  companyId,
  kind: 'suspense_matched',
  orderId: null,
  entries: [
    { account: shop('suspense'), amount: negative(amount) },
    { account: { companyId, kind: 'balance' }, amount },
  ],
})
