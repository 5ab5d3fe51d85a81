import { add, type Fen, fen, subtract, ZERO } from '../money.ts'
import { earningTakenBack, type Payment, refundSplit } from './returns.ts'

/**
 * What a return gives and takes, all at once: what its goods are worth, shipping where it goes back too, what the order
 * had earned and does not keep, and the sources that the money goes back to.
 */
export interface OrderAccount {
  /** What the goods cost after every reduction, and the shipping beside it: together what was paid. */
  goods: Fen
  shipping: Fen
  cashback: Fen
  points: number
  /** Earnings are given when the order completes; before that a return only makes them smaller. */
  isCompleted: boolean
  paid: Payment
  returnedGoods: Fen
  refunded: Payment
}

export interface Settlement {
  goods: Fen
  shipping: Fen
  cashbackTaken: Fen
  /** Cashback that the balance cannot give back, because it was spent: it stays with the shop out of the refund. */
  cashbackWithheld: Fen
  /** Worth of gifts and the like that are no longer earned and stay with the buyer; negative: they have come back since. */
  benefitsKept: Fen
  pointsTaken: number
  /** Points that were spent already: taken from what is earned later. */
  pointsOwed: number
  /** Sums to goods + shipping − benefitsKept − cashbackWithheld. */
  refund: Payment
}

/** benefitsKept of `back` must not be more than its goods and shipping: see keptBack(). */
export function settle(
  order: OrderAccount,
  back: { goods: Fen; shipping: Fen; benefitsKept: Fen },
  purses: { balance: Fen; points: number },
): Settlement {
  const earned = order.isCompleted
    ? {
        cashback: earningTakenBack(order.cashback, order.goods, order.returnedGoods, back.goods),
        points: earningTakenBack(order.points, order.goods, order.returnedGoods, back.goods),
      }
    : { cashback: 0, points: 0 }
  const gross = subtract(add(back.goods, back.shipping), back.benefitsKept)
  const cashbackTaken = fen(Math.min(earned.cashback, purses.balance))
  // More cannot be withheld than is refunded: an order that earned more than it cost keeps what is over.
  const cashbackWithheld = fen(Math.min(earned.cashback - cashbackTaken, gross))
  const pointsTaken = Math.min(earned.points, purses.points)
  return {
    ...back,
    cashbackTaken,
    cashbackWithheld,
    pointsTaken,
    pointsOwed: earned.points - pointsTaken,
    refund: refundSplit(order.paid, order.refunded, subtract(gross, cashbackWithheld)),
  }
}

/** What an order still earns when it completes after some of its goods came back. */
export const earningLeft = (earned: number, goods: Fen, returnedGoods: Fen): number =>
  earned === 0 ? 0 : earned - earningTakenBack(earned, goods, ZERO, returnedGoods)
