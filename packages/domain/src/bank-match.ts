import type { Fen } from './money.ts'
import { plainName } from './transfers.ts'

/** What an incoming transfer may be for, and how much speaks for it. Nothing is booked upon this: a person decides. */

export interface Transfer {
  amount: Fen
  payerName: string
  payerAccount: string
  memo: string
}

export interface TransferTarget {
  amount: Fen
  company: string
  /** Numbers by which the buyer was asked to name it. */
  numbers: readonly string[]
  /** As the proof that the buyer sent says it; '' without one. */
  proofAccount: string
}

export interface TransferFit {
  amount: boolean
  name: boolean
  number: boolean
  account: boolean
  /** 0–99. */
  percent: number
}

const WEIGHTS = { amount: 50, name: 30, number: 25, account: 15 } as const
const MOST = 99
/** So much the best must be ahead of the next one that is of the same amount. */
const AHEAD = 15

/** Words of a memo that may be the number of an order or a recharge. */
export const numbersIn = (memo: string): string[] => [...new Set(memo.toUpperCase().match(/[A-Z]{0,3}\d{8,24}/g) ?? [])].slice(0, 5)

export function fitOf(transfer: Transfer, target: TransferTarget): TransferFit {
  const said = numbersIn(transfer.memo)
  const fits = {
    amount: transfer.amount === target.amount,
    name: transfer.payerName !== '' && plainName(transfer.payerName) === plainName(target.company),
    number: target.numbers.some((number) => said.includes(number.toUpperCase())),
    account: target.proofAccount !== '' && transfer.payerAccount === target.proofAccount,
  }
  let percent = 0
  for (const [what, weight] of Object.entries(WEIGHTS)) if (fits[what as keyof typeof WEIGHTS]) percent += weight
  // Of another amount it pays nothing as it is, whatever else speaks for it.
  return { ...fits, percent: fits.amount ? Math.min(percent, MOST) : Math.min(percent, WEIGHTS.amount) }
}

/** The best first, and whether it is the clear one: its amount, its payer, and no other near it. */
export function ranked<T extends TransferTarget>(
  transfer: Transfer,
  targets: readonly T[],
): { list: { target: T; fit: TransferFit }[]; clear: boolean } {
  const list = targets
    .map((target) => ({ target, fit: fitOf(transfer, target) }))
    .sort((a, b) => b.fit.percent - a.fit.percent || Number(b.fit.amount) - Number(a.fit.amount))
  const [best, ...others] = list
  const next = others.find(({ fit }) => fit.amount)
  const clear = Boolean(best?.fit.amount && best.fit.name && best.fit.percent - (next?.fit.percent ?? 0) >= AHEAD)
  return { list, clear }
}
