import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { beijingDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Device } from '../../../providers/payment/provider.ts'

export type PaymentStatus = 'created' | 'paid' | 'closed' | 'refunding' | 'refunded'

/** What payments are for. */
export type PaymentPurpose = 'order' | 'recharge' | 'repayment'

export interface PaymentRow {
  id: number
  no: string
  purpose: PaymentPurpose
  /** The order's, recharge's or repayment's id. */
  subjectId: number
  /** Null where it is not for an order. */
  orderId: number | null
  companyId: number
  channel: string
  amount: Fen
  /** What of it has gone back already. */
  refunded: Fen
  status: PaymentStatus
  gatewayNo: string | null
  /** Since then it is finance who sends it back, by a transfer. */
  refundRefusedAt: Date | null
  /** What the gateway shows, and where it sends the buyer back to. */
  title: string
  returnPath: string
  /** Not wanted any more after that; null: no end is set. */
  payBefore: Date | null
  /** Where it was begun. */
  device: Device
}

/** Its money has come, whatever became of it since. */
export const isSettled = ({ status }: Pick<PaymentRow, 'status'>): boolean => ['paid', 'refunding', 'refunded'].includes(status)

const COLUMNS = sql`id, no, purpose, subject_id as "subjectId", order_id as "orderId", company_id as "companyId", channel, amount,
  refunded_amount as refunded, status, gateway_no as "gatewayNo", refund_refused_at as "refundRefusedAt", title,
  return_path as "returnPath", pay_before as "payBefore", device`

export async function findPayment(connection: Connection, no: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select ${COLUMNS} from payment where no = ${no}`.execute(connection)
  return rows[0] ?? null
}

/** Lock its subject's row first. */
export async function lockPayment(connection: Connection, no: string): Promise<PaymentRow | null> {
  const { rows } = await sql<PaymentRow>`select ${COLUMNS} from payment where no = ${no} for update`.execute(connection)
  return rows[0] ?? null
}

export const paymentsOf = (connection: Connection, orderId: number): Promise<PaymentRow[]> => paymentsFor(connection, 'order', orderId)

export async function paymentsFor(connection: Connection, purpose: PaymentPurpose, subjectId: number): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${COLUMNS} from payment where purpose = ${purpose} and subject_id = ${subjectId} order by id`.execute(connection)
  return rows
}

/** What has payments through these channels that were started between then and then and have not arrived; of each company the latest so many. */
export async function unpaidThrough(
  connection: Connection,
  channels: readonly string[],
  from: Date,
  to: Date,
  ofEach: number,
): Promise<{ purpose: PaymentPurpose; subjectId: number }[]> {
  const { rows } = await sql<{ purpose: PaymentPurpose; subjectId: number }>`
    select purpose, "subjectId"
      from (select purpose, subject_id as "subjectId", min(id) as begun,
                   row_number() over (partition by company_id order by max(id) desc) as place
              from payment
             where status = 'created' and created_at between ${from} and ${to} and channel = any(${channels})
             group by company_id, purpose, subject_id) waiting
     where place <= ${ofEach} order by begun`.execute(connection)
  return rows
}

/** The date for people, twelve random digits so that nobody guesses another's. */
const newPaymentNo = (now: Date) => `P${beijingDate(now).replaceAll('-', '')}${String(randomInt(1e12)).padStart(12, '0')}`

export async function insertPayment(
  connection: Connection,
  payment: Pick<PaymentRow, 'purpose' | 'subjectId' | 'companyId' | 'channel' | 'amount' | 'title' | 'returnPath' | 'payBefore' | 'device'>,
  now: Date,
): Promise<PaymentRow> {
  const { purpose, subjectId, companyId, channel, amount, title, returnPath, payBefore, device } = payment
  const orderId = purpose === 'order' ? subjectId : null
  const { rows } = await sql<PaymentRow>`
    insert into payment (no, purpose, subject_id, order_id, company_id, channel, amount, created_at, title, return_path, pay_before, device)
    values (${newPaymentNo(now)}, ${purpose}, ${subjectId}, ${orderId}, ${companyId}, ${channel}, ${amount}, ${now}, ${title},
            ${returnPath}, ${payBefore}, ${device})
    returning ${COLUMNS}`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a payment was not written')
  return row
}

export async function markPaid(
  connection: Connection,
  id: number,
  { gatewayNo, payer }: { gatewayNo: string | null; payer: string },
  now: Date,
): Promise<void> {
  await sql`update payment set status = 'paid', gateway_no = ${gatewayNo}, payer = ${payer}, paid_at = ${now} where id = ${id}`.execute(
    connection,
  )
}

/** Of a transfer that was confirmed by hand: by what the bank's statement calls it. */
export async function nameArrival(connection: Connection, id: number, gatewayNo: string): Promise<void> {
  await sql`update payment set gateway_no = ${gatewayNo} where id = ${id} and gateway_no is null`.execute(connection)
}

export async function markRefunding(connection: Connection, id: number): Promise<void> {
  await sql`update payment set status = 'refunding' where id = ${id}`.execute(connection)
}

export async function markRefundRefused(connection: Connection, id: number, now: Date): Promise<void> {
  await sql`update payment set refund_refused_at = ${now} where id = ${id}`.execute(connection)
}

export async function markRefunded(connection: Connection, id: number, now: Date): Promise<void> {
  await sql`update payment set status = 'refunded', refunded_at = ${now} where id = ${id}`.execute(connection)
}

/** Answers those that were open until now. */
export async function closeOpenPayments(
  connection: Connection,
  purpose: PaymentPurpose,
  subjectId: number,
): Promise<{ no: string; channel: string }[]> {
  const { rows } = await sql<{ no: string; channel: string }>`
    update payment set status = 'closed' where purpose = ${purpose} and subject_id = ${subjectId} and status = 'created'
    returning no, channel`.execute(connection)
  return rows
}

export async function isGatewayNoTaken(connection: Connection, channel: string, gatewayNo: string, paymentId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payment where channel = ${channel} and gateway_no = ${gatewayNo} and id <> ${paymentId}`.execute(connection)
  return rows.length > 0
}

interface Told {
  channel: string
  paymentNo: string
  outcome: string
  text: string
}

/** So many different reports of one payment are kept: a service makes a handful, told again each of them is the same. */
const KEPT_OF_PAYMENT = 20
/** Their longest, with a certificate in it, is three thousand signs. */
const KEPT_TEXT = 8_000
const REST = 'rest'
/** These moved nothing: told again, and a payment that came to nothing. */
const MOVED_NOTHING = ['replayed', 'failed', REST]

/** What a service has said is kept as it came, once: whoever holds a true report may send it, or read it differently written, without end. */
export async function recordGenuine(connection: Connection, { channel, paymentNo, outcome, text }: Told, now: Date): Promise<void> {
  const digest = createHash('sha256').update(text).digest('hex')
  await sql`
    insert into payment_callback as kept (at, last_at, channel, payment_no, verified, outcome, body, digest)
    select ${now}, ${now}, ${channel}, ${paymentNo}, true, case when known.room then ${outcome} else ${REST} end,
           case when known.room then jsonb_build_object('text', ${text.slice(0, KEPT_TEXT)}::text) else '{}'::jsonb end,
           case when known.room then ${digest} else ${REST} end
      from (select count(*) < ${KEPT_OF_PAYMENT} or coalesce(bool_or(digest = ${digest}), false) as room
              from payment_callback where channel = ${channel} and payment_no = ${paymentNo} and verified) known
    on conflict (channel, payment_no, digest) do update
       set times = kept.times + 1, last_at = excluded.last_at,
           outcome = case when kept.outcome = any (${MOVED_NOTHING}) then excluded.outcome else kept.outcome end`.execute(connection)
}

/** What nobody vouches for. */
export async function recordUnverified(connection: Connection, { channel, paymentNo, outcome, text }: Told, now: Date): Promise<void> {
  await connection
    .insertInto('payment_callback')
    .values({ at: now, channel, payment_no: paymentNo, verified: false, outcome, body: JSON.stringify({ text }) })
    .execute()
}

/** What nobody vouched for, or what moved nothing, is kept as long as somebody may still ask about it; what moved money stays. */
export async function forgetCallbacks(connection: Connection, before: Date): Promise<void> {
  await connection
    .deleteFrom('payment_callback')
    .where((is) => is.or([is('verified', '=', false), is('outcome', 'in', MOVED_NOTHING)]))
    .where((is) => is.fn.coalesce('last_at', 'at'), '<', before)
    .execute()
}
