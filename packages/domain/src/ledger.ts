import { add, type Fen, fen, ZERO } from './money.ts'

/**
 * Double entry (domain rule 'Money'). An entry is positive where the account's owner has more of it afterwards: a
 * company's balance of +100 is its money, held by the shop; its credit of -100 is what it owes for goods bought on credit. Accounts of the shop that stand on the other side (those
 * of the payment channels, bank, opening, marketing) are negative by what has come in through them. The entries of a posting sum to zero. Points
 * are counted, not money: they move only between companies' points and the shop's points_issued, in postings of their own.
 */
export type CompanyAccount = 'balance' | 'credit' | 'voucher' | 'points'
/** Payment services outside, each with an account of its own by its name; `gateway` is the simulated one. */
export const GATEWAY_CHANNELS = ['gateway', 'wechat_pay', 'alipay', 'unionpay'] as const
export type GatewayChannel = (typeof GATEWAY_CHANNELS)[number]
export type ShopAccount =
  | GatewayChannel
  | 'bank'
  | 'order_advance'
  | 'sales'
  | 'shipping'
  | 'opening'
  | 'marketing'
  | 'adjustment'
  | 'surplus'
  | 'points_issued'
  | 'refund_due'
  | 'suspense'
export type LedgerAccountName = { companyId: number; kind: CompanyAccount } | { companyId: null; kind: ShopAccount }

export interface LedgerEntry {
  account: LedgerAccountName
  amount: Fen
}

export type PostingKind =
  | 'opening'
  | 'order_pay'
  | 'order_refund'
  | 'order_split'
  | 'order_complete'
  | 'after_sale_refund'
  | 'refund_sent'
  | 'cashback_back'
  | 'cashback'
  | 'voucher_grant'
  | 'recharge'
  | 'credit_repay'
  | 'adjust'
  | 'surplus'
  | 'surplus_back'
  | 'suspense'
  | 'suspense_matched'
  | 'suspense_back'
  | 'points_earn'
  | 'points_spend'
  | 'points_back'
  | 'points_taken'
  | 'points_order_pay'
  | 'points_order_refund'
  | 'channel_split'

export interface Posting {
  /** The same key posts once, whatever is repeated. */
  key: string
  kind: PostingKind
  companyId: number | null
  orderId: number | null
  memo: string
  entries: readonly LedgerEntry[]
}

export const shop = (kind: ShopAccount): LedgerAccountName => ({ companyId: null, kind })
export const negative = (amount: Fen): Fen => fen(amount === 0 ? 0 : -amount)

/** Throws where a posting does not balance or moves nothing: such a posting is a bug, not input. */
export function checkPosting(posting: Posting): void {
  if (posting.entries.length < 2) throw new RangeError(`posting ${posting.key} has fewer than two entries`)
  if (posting.entries.some((entry) => entry.amount === 0)) throw new RangeError(`posting ${posting.key} has an empty entry`)
  if (add(...posting.entries.map((entry) => entry.amount)) !== 0) throw new RangeError(`posting ${posting.key} does not sum to zero`)
}

const ORDER_KINDS: ReadonlySet<PostingKind> = new Set(['order_pay', 'order_refund', 'order_split', 'after_sale_refund'])
const ORDER_ACCOUNTS: ReadonlySet<string> = new Set(['order_advance', 'sales', 'shipping', 'marketing'])

/**
 * What a company spends on its orders by a posting, whatever it pays with; negative: what it gets back of them. Cashback that is
 * kept out of a refund does not come back.
 */
export const spentBy = ({ kind, entries }: Posting): Fen =>
  ORDER_KINDS.has(kind)
    ? add(...entries.filter(({ account }) => account.companyId === null && ORDER_ACCOUNTS.has(account.kind)).map((entry) => entry.amount))
    : ZERO

/** Where the money of a payment channel is kept. */
export function accountOfChannel(channel: string, companyId: number): LedgerAccountName {
  if (channel === 'balance' || channel === 'voucher' || channel === 'credit') return { companyId, kind: channel }
  return outsideAccount(channel)
}

/** Of a payment service, or the bank. Throws for any other channel: its money would be nobody's. */
export function outsideAccount(channel: string): LedgerAccountName {
  const kind = channel === 'bank' ? channel : GATEWAY_CHANNELS.find((one) => one === channel)
  if (kind === undefined) throw new RangeError(`the channel ${channel} has no account`)
  return shop(kind)
}

interface OrderMoney {
  key: string
  companyId: number
  orderId: number
  channel: string
  amount: Fen
  memo: string
}

/** Money for an order comes in: held as the order's advance until the order completes. */
export function orderPaid({ key, companyId, orderId, channel, amount, memo }: OrderMoney): Posting {
  const entries = [
    { account: accountOfChannel(channel, companyId), amount: negative(amount) },
    { account: shop('order_advance'), amount },
  ]
  return { key, kind: 'order_pay', companyId, orderId, memo, entries }
}

/** The advance goes back the way it came; `back` says how where one channel means several accounts (see creditRefundEntries). */
export function orderRefunded({
  key,
  companyId,
  orderId,
  channel,
  amount,
  memo,
  back,
}: OrderMoney & { back?: readonly LedgerEntry[] }): Posting {
  const entries = [
    { account: shop('order_advance'), amount: negative(amount) },
    ...(back ?? [{ account: accountOfChannel(channel, companyId), amount }]),
  ]
  return { key, kind: 'order_refund', companyId, orderId, memo, entries }
}

/**
 * A change before picking makes the order cheaper: what was paid too much goes back, `back` at once to the company's own accounts, `due`
 * once a gateway or finance has sent it. Null where nothing moves.
 */
export function editRefunded(of: Movement & { back: readonly LedgerEntry[]; due: Fen }): Posting | null {
  const entries = merged([
    { account: shop('order_advance'), amount: negative(add(of.due, ...of.back.map((entry) => entry.amount))) },
    { account: shop('refund_due'), amount: of.due },
    ...of.back,
  ])
  return entries.length === 0 ? null : { ...movement(of), kind: 'order_refund', entries }
}

/** An order becomes two: for a moment what goes is owed back, and is the other one's advance at once. Nothing where it costs nothing. */
export function orderSplit(of: { companyId: number; from: OrderName; to: OrderName; amount: Fen }): Posting[] {
  const { companyId, from, to, amount } = of
  if (amount === 0) return []
  const moved = (order: OrderName, advance: Fen): Posting => ({
    key: `order_split:${to.id}:${order.id}`,
    kind: 'order_split',
    companyId,
    orderId: order.id,
    memo: `订单 ${from.no} 拆出 ${to.no}`,
    entries: [
      { account: shop('order_advance'), amount: advance },
      { account: shop('refund_due'), amount: negative(advance) },
    ],
  })
  return [moved(from, negative(amount)), moved(to, amount)]
}
interface OrderName {
  id: number
  no: string
}

/** The order completes: its advance becomes sales and shipping. */
export function orderCompleted(order: { orderId: number; companyId: number; goods: Fen; shipping: Fen }): Posting {
  const { orderId, companyId, goods, shipping } = order
  const entries = [
    { account: shop('order_advance'), amount: negative(add(goods, shipping)) },
    { account: shop('sales'), amount: goods },
    { account: shop('shipping'), amount: shipping },
  ].filter((entry) => entry.amount !== 0)
  return { key: `order_complete:${orderId}`, kind: 'order_complete', companyId, orderId, memo: '订单完成', entries }
}

/** A company's money from before the ledger began. */
export function openingBalance(companyId: number, amount: Fen): Posting {
  const entries = [
    { account: shop('opening'), amount: negative(amount) },
    { account: { companyId, kind: 'balance' as const }, amount },
  ]
  return { key: `opening:${companyId}:balance`, kind: 'opening', companyId, orderId: null, memo: '期初余额', entries }
}

export interface Movement {
  key: string
  companyId: number
  /** The order that it comes from, where it comes from one. */
  orderId: number | null
  memo: string
}

export const movement = ({ key, companyId, orderId, memo }: Movement) => ({ key, companyId, orderId, memo })

const fromMarketing = (companyId: number, kind: 'balance' | 'voucher', amount: Fen): LedgerEntry[] => [
  { account: shop('marketing'), amount: negative(amount) },
  { account: { companyId, kind }, amount },
]

/** Cashback of a completed order, to the balance. */
export const cashbackEarned = (of: Movement & { amount: Fen }): Posting => ({
  ...movement(of),
  kind: 'cashback',
  entries: fromMarketing(of.companyId, 'balance', of.amount),
})

/** A cash voucher that the shop gives: won, or taken for points. */
export const voucherGranted = (of: Movement & { amount: Fen }): Posting => ({
  ...movement(of),
  kind: 'voucher_grant',
  entries: fromMarketing(of.companyId, 'voucher', of.amount),
})

/** The company's side of a refund of a credit order: less is owed, and what had been repaid already is in its balance. */
export function creditRefundEntries(companyId: number, { credit, balance }: { credit: Fen; balance: Fen }): LedgerEntry[] {
  const entries: LedgerEntry[] = [
    { account: { companyId, kind: 'credit' }, amount: credit },
    { account: { companyId, kind: 'balance' }, amount: balance },
  ]
  return entries.filter((entry) => entry.amount !== 0)
}

interface Arrived {
  key: string
  companyId: number
  /** A channel of payments, the balance among them. */
  channel: string
  memo: string
}

/** Several entries of one account are one. */
function merged(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const byAccount = Map.groupBy(entries, ({ account }) => `${account.companyId}:${account.kind}`)
  return [...byAccount.values()]
    .flatMap(([first, ...rest]) => (first ? { account: first.account, amount: add(first.amount, ...rest.map((one) => one.amount)) } : []))
    .filter((entry) => entry.amount !== 0)
}

/** What is owed is repaid; what came beyond it is the company's balance. */
export function creditRepaid({ key, companyId, channel, memo, repaid, over }: Arrived & { repaid: Fen; over: Fen }): Posting {
  const entries = merged([
    { account: accountOfChannel(channel, companyId), amount: negative(add(repaid, over)) },
    { account: { companyId, kind: 'credit' }, amount: repaid },
    { account: { companyId, kind: 'balance' }, amount: over },
  ])
  return { key, kind: 'credit_repay', companyId, orderId: null, memo, entries }
}

/** Money is put into the cash vouchers or the balance; what the shop adds comes from marketing. */
export function recharged(of: Arrived & { purse: 'voucher' | 'balance'; amount: Fen; gift: Fen }): Posting {
  const { key, companyId, channel, memo, purse, amount, gift } = of
  const entries = merged([
    { account: accountOfChannel(channel, companyId), amount: negative(amount) },
    { account: shop('marketing'), amount: negative(gift) },
    { account: { companyId, kind: purse }, amount: add(amount, gift) },
  ])
  return { key, kind: 'recharge', companyId, orderId: null, memo, entries }
}

/** Finance puts a balance right; a negative amount takes. */
export const balanceAdjusted = (of: { key: string; companyId: number; amount: Fen; memo: string }): Posting => ({
  key: of.key,
  kind: 'adjust',
  companyId: of.companyId,
  orderId: null,
  memo: of.memo,
  entries: [
    { account: shop('adjustment'), amount: negative(of.amount) },
    { account: { companyId: of.companyId, kind: 'balance' }, amount: of.amount },
  ],
})

/**
 * Goods come back: what they and their shipping cost is no longer the order's advance, or no longer a sale once the order has
 * completed. `back` are the company's own accounts; `due` waits in refund_due until a gateway or finance has sent it.
 * `withheld` is spent cashback that the shop keeps out of it; `sold` what it keeps for gifts and the like that stay with the
 * buyer unearned, a sale as any (negative: they have come back). Null where nothing moves.
 */
export function returnRefunded(
  of: Movement & { isCompleted: boolean; goods: Fen; shipping: Fen; withheld: Fen; sold: Fen; back: readonly LedgerEntry[]; due: Fen },
): Posting | null {
  const from: LedgerEntry[] = of.isCompleted
    ? [
        { account: shop('sales'), amount: negative(of.goods) },
        { account: shop('shipping'), amount: negative(of.shipping) },
      ]
    : [{ account: shop('order_advance'), amount: negative(add(of.goods, of.shipping)) }]
  const entries = merged([
    ...from,
    { account: shop('marketing'), amount: of.withheld },
    { account: shop('sales'), amount: of.sold },
    { account: shop('refund_due'), amount: of.due },
    ...of.back,
  ])
  return entries.length === 0 ? null : { ...movement(of), kind: 'after_sale_refund', entries }
}

/** A gateway or finance has sent back what was due. */
export const refundSent = (of: Movement & { channel: string; amount: Fen }): Posting => ({
  ...movement(of),
  kind: 'refund_sent',
  entries: [
    { account: shop('refund_due'), amount: negative(of.amount) },
    { account: accountOfChannel(of.channel, of.companyId), amount: of.amount },
  ],
})

/** Cashback of goods that came back, out of the balance. */
export const cashbackTakenBack = (of: Movement & { amount: Fen }): Posting => ({
  ...movement(of),
  kind: 'cashback_back',
  entries: fromMarketing(of.companyId, 'balance', negative(of.amount)),
})
