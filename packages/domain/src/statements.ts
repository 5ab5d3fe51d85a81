import { addDays, type TradeDate } from './dates.ts'
import { GATEWAY_CHANNELS } from './ledger.ts'
import { add, type Fen, fen, ZERO } from './money.ts'

/**
 * What stands between a company and the shop, read of the ledger. The company's claims are its balance, its vouchers and what
 * is held for its orders, less what it owes on credit; every posting moves them by as much as the other accounts say why.
 */

export const CLAIM_KINDS = ['balance', 'voucher', 'credit', 'order_advance', 'refund_due', 'surplus'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]
export const CLAIM_NAMES: Readonly<Record<ClaimKind, string>> = {
  balance: '账户余额',
  voucher: '现金券',
  credit: '账期欠款',
  order_advance: '未完成订单的预付款',
  refund_due: '待退款项',
  surplus: '重复支付待退',
}

/** Why claims moved: money came (or went back), goods were bought (or came back), the shop gave, anything else. */
export interface Movement {
  received: Fen
  bought: Fen
  given: Fen
  other: Fen
}
export const NO_MOVEMENT: Movement = { received: ZERO, bought: ZERO, given: ZERO, other: ZERO }

const RECEIVED = new Set<string>([...GATEWAY_CHANNELS, 'bank', 'suspense'])
const BOUGHT = new Set(['sales', 'shipping'])

/** A posting's entries by account, without points, as its effect on the company's claims. */
export function movementOf(entries: readonly { kind: string; amount: Fen }[]): Movement {
  const sum = (is: (kind: string) => boolean): Fen => add(ZERO, ...entries.filter((entry) => is(entry.kind)).map((entry) => entry.amount))
  const minus = (amount: Fen): Fen => fen(amount === 0 ? 0 : -amount)
  const known = (kind: string) =>
    RECEIVED.has(kind) || BOUGHT.has(kind) || kind === 'marketing' || (CLAIM_KINDS as readonly string[]).includes(kind)
  return {
    received: minus(sum((kind) => RECEIVED.has(kind))),
    bought: sum((kind) => BOUGHT.has(kind)),
    given: minus(sum((kind) => kind === 'marketing')),
    other: minus(sum((kind) => !known(kind))),
  }
}

export const changeOf = ({ received, bought, given, other }: Movement): Fen => fen(received - bought + given + other)

export const addMovements = (all: readonly Movement[]): Movement =>
  all.reduce(
    (sum, one) => ({
      received: add(sum.received, one.received),
      bought: add(sum.bought, one.bought),
      given: add(sum.given, one.given),
      other: add(sum.other, one.other),
    }),
    NO_MOVEMENT,
  )

/** Days past due, from and to; the first: not due yet. */
export const AGES = [
  { name: '未到期', from: Number.NEGATIVE_INFINITY, to: 0 },
  { name: '逾期 1–30 天', from: 1, to: 30 },
  { name: '逾期 31–60 天', from: 31, to: 60 },
  { name: '逾期 61–90 天', from: 61, to: 90 },
  { name: '逾期 90 天以上', from: 91, to: Number.POSITIVE_INFINITY },
] as const

/** What is owed on a day by how long it has been due. */
export function ageing(bills: readonly { open: Fen; dueOn: TradeDate }[], day: TradeDate): { name: string; amount: Fen }[] {
  const late = (dueOn: TradeDate) => Math.round((Date.parse(day) - Date.parse(dueOn)) / 86_400_000)
  return AGES.map(({ name, from, to }) => ({
    name,
    amount: add(ZERO, ...bills.filter((bill) => late(bill.dueOn) >= from && late(bill.dueOn) <= to).map((bill) => bill.open)),
  }))
}

/** The Beijing month before the one of a day. */
export const monthBefore = (today: TradeDate): string => addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
