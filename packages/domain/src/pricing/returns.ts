import { add, type Fen, fen, portion, subtract, ZERO } from '../money.ts'

/**
 * What comes back with a return. Everything is reckoned cumulatively, from what had come back before to what has come
 * back now, so that the parts of any sequence of returns sum to the whole exactly.
 */

/** A line, or a part of a bundle, as it was sold: all its units, and what they cost after every reduction. */
export interface SoldPart {
  number: number
  net: Fen
}

/** What the return of so many units is worth, after so many have already come back. */
export function returnWorth(part: SoldPart, alreadyReturned: number, number: number): Fen {
  const after = alreadyReturned + number
  if (alreadyReturned < 0 || number < 0 || after > part.number) {
    throw new RangeError(`cannot return ${number} of ${part.number} after ${alreadyReturned}`)
  }
  if (number === 0) return ZERO
  return subtract(portion(part.net, after, part.number), portion(part.net, alreadyReturned, part.number))
}

/**
 * What is taken back of the points or the cashback that an order earned, when goods of so much come back after goods of
 * so much had come back: in proportion, and all of it with the last.
 */
export function earningTakenBack(earned: number, paid: Fen, alreadyReturned: Fen, returned: Fen): number {
  const after = add(alreadyReturned, returned)
  if (alreadyReturned < 0 || returned < 0 || after > paid)
    throw new RangeError(`cannot return ${returned} of ${paid} after ${alreadyReturned}`)
  if (returned === 0) return 0
  return portion(fen(earned), after, paid) - portion(fen(earned), alreadyReturned, paid)
}

/** How an order was paid, and how a refund goes back. */
export interface Payment {
  channel: Fen
  balance: Fen
  voucher: Fen
}

/**
 * Money goes back the way it came, in reverse order of how it was paid. An order is paid from vouchers first, then from
 * the balance, and what is left through a channel: so a refund fills the channel's payment first, then the balance's,
 * and vouchers come back last.
 */
export function refundSplit(paid: Payment, refundedBefore: Payment, amount: Fen): Payment {
  let rest: number = amount
  const fill = (purse: keyof Payment): Fen => {
    const open = paid[purse] - refundedBefore[purse]
    const part = Math.min(rest, Math.max(0, open))
    rest -= part
    return fen(part)
  }
  const split = { channel: fill('channel'), balance: fill('balance'), voucher: fill('voucher') }
  if (amount < 0 || rest > 0) throw new RangeError(`cannot refund ${amount}: that is more than is left of what was paid`)
  return split
}
