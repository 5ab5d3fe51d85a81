import type { GatewayChannel } from '#domain/ledger.ts'
import type { Fen } from '#domain/money.ts'

/** What a verified callback, or an answered query, says of a payment. */
export interface PaymentEvent {
  paymentNo: string
  gatewayNo: string
  amount: Fen
  status: 'paid' | 'failed'
  /** Who paid, as the service tells it and with its middle left out; '' where it does not. */
  payer: string
}

/** A callback as it came: channels sign headers (by their names in small letters) and the bytes of the body. */
export interface Callback {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** What a verified callback says of a refund: that there is news of it. Which, is asked. */
export interface RefundNews {
  paymentNo: string
  refundNo: string
}

/** paymentNo: which payment a callback that nobody vouches for says it is about; '' where it does not say. */
export type CallbackVerdict =
  | { genuine: true; event: PaymentEvent }
  /** The service may be believed, and wants to be asked about this payment before anything is booked; since: when it was sent, as it says. */
  | { genuine: true; ask: string; since: Date }
  | { genuine: true; refund: RefundNews }
  | { genuine: false; reason: string; paymentNo: string }

export interface PaymentRequest {
  paymentNo: string
  amount: Fen
  /** What the buyer reads at the gateway. */
  subject: string
  /** Path of the page that the buyer comes back to. */
  returnPath: string
  /** Later than that it is not wanted any more; null: no end is set. */
  payBefore: Date | null
  device: Device
}

/** What the buyer has before him. */
export type Device = 'desktop' | 'phone'

/**
 * How the buyer pays: at an address that he is sent to, by a form that his browser sends there, or by scanning a text with his phone, which
 * is good until then.
 */
export type PayWay =
  | { kind: 'address'; url: string }
  | { kind: 'form'; url: string; fields: Readonly<Record<string, string>> }
  | { kind: 'scan'; text: string; until: Date }

export interface RefundRequest {
  paymentNo: string
  /** The service's own number of the payment; null: it never told one. */
  gatewayNo: string | null
  refundNo: string
  /** Of the payment as a whole, which some services want to be told once more. */
  paid: Fen
  amount: Fen
  /** What the buyer reads at the gateway. */
  reason: string
}

/**
 * What has become of a refund there. Processing: taken, and not with the buyer yet, which may last for days. Closed and abnormal are
 * final, and nothing has reached the buyer: closed where the gateway said no (too old, used up, unknown there), abnormal where it took
 * the refund and could not bring it (the buyer's account there is gone). People have to find another way.
 */
export type RefundOutcome = { status: 'done' } | { status: 'processing' } | { status: 'closed' | 'abnormal'; reason: string }

/**
 * A payment channel of the outside world. Amounts in fen. Every method but verifyCallback talks to the outside, so none
 * is called inside a transaction, and each may be repeated: the same payment number means the same payment.
 */
export interface PaymentProvider {
  /** The word in our calls and tables, and of its account in the ledger. */
  channel: GatewayChannel
  name: string
  note: string
  /** Tells the gateway of a payment; answers how the buyer pays it. */
  create: (request: PaymentRequest, now: Date) => Promise<PayWay>
  /** Is this from the gateway, and fresh? Pure: asks nobody. */
  verifyCallback: (callback: Callback, now: Date) => CallbackVerdict
  /** What a callback that was taken is answered with, where the service wants other words than the shop's own. */
  taken?: { type: string; body: string }
  /** What the gateway knows; null: nothing has been paid or refused there yet. since: when it was sent, of one that nobody here knows. */
  query: (paymentNo: string, now: Date, since?: Date) => Promise<PaymentEvent | null>
  /**
   * The day's bill as the service gives it out, for a day (yyyy-mm-dd of Beijing) that is over; null: nothing moved on it. Absent where it is
   * brought by a person.
   */
  bill?: (day: string, now: Date) => Promise<{ name: string; content: Buffer } | null>
  /** So long after it is begun a payment is good there at most, and then begins by another number. Absent: as long as it is wanted. */
  goodForMs?: number
  /**
   * Nobody shall pay it any more. One that is paid, closed or unknown there stays as it is. 'open': the service closes nothing, and it can be
   * paid until its end.
   */
  close: (paymentNo: string, now: Date) => Promise<'closed' | 'open'>
  /**
   * Sends back a payment or a part of it. The same refund number is the same refund; the refunds of a payment never come to
   * more than it. Asked again it answers what has become of it since. Throws where the gateway cannot be reached: that is tried again.
   */
  refund: (request: RefundRequest, now: Date) => Promise<RefundOutcome>
}
