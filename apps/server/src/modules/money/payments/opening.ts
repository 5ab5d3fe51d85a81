import { beijingDate } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import type { Connection, Database } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { conflict } from '../../../platform/errors.ts'
import { readSettings } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { Refused } from '../../../providers/outside/ask.ts'
import type { Device, PaymentProvider, PayWay } from '../../../providers/payment/provider.ts'
import { tookRate } from '../../who/accounts/public.ts'
import { readStanding } from '../credit/public.ts'
import { readPurses } from '../wallet/public.ts'
import { type ArrivalOutcome, settleArrival } from './arrival.ts'
import { bankAccountFrom, channelsOf, type Payable, type PayGrounds } from './channels.ts'
import type { PaymentDeps } from './deps.ts'
import { SYSTEM } from './names.ts'
import { findPayment, insertPayment, type PaymentPurpose, type PaymentRow, paymentsFor, unpaidThrough } from './store.ts'

/** Starting a payment, whatever it is for. */

export interface Buyer {
  accountId: number
  companyId: number
  name: string
  /** What he pays with; absent where nobody's browser asks. */
  device?: Device
}

export const buyerOf = (
  { accountId, name, company }: Viewer & { company: ViewerCompany },
  request?: { headers: { 'user-agent'?: string | undefined } },
): Buyer => ({
  accountId,
  companyId: company.id,
  name,
  device: deviceOf(request?.headers['user-agent']),
})

/** As browsers say it of themselves; a tablet has a desktop's room. */
const deviceOf = (agent = ''): Device =>
  /\b(?:Mobile|iPhone|iPod)\b|MicroMessenger/i.test(agent) && !/iPad/.test(agent) ? 'phone' : 'desktop'

/** What is paid, with what a gateway shows and where it sends the buyer back to. */
export interface Opening extends Payable {
  purpose: PaymentPurpose
  subjectId: number
  companyId: number
  title: string
  returnPath: string
  /** Not wanted any more after that; null: no end is set. */
  payBefore: Date | null
  /** What was paid stays paid, unless it went back: a cancelled order. */
  keepsPaid: boolean
}

export async function payGrounds(connection: Connection, deps: PaymentDeps, companyId: number, now: Date): Promise<PayGrounds> {
  const { balance } = await readPurses(connection, companyId)
  const credit = await readStanding(connection, companyId, beijingDate(now))
  return {
    balance,
    credit,
    account: bankAccountFrom((await readSettings(connection, ['bank_account'])).bank_account),
    providers: deps.providers,
  }
}

/** What has no end of its own is wanted so long through a gateway, and afterwards begins as another payment. */
const WANTED_MS = 2 * 3_600_000

/** The earliest of what is wanted and what the gateway takes. */
const endOf = (wanted: Date | null, { goodForMs = Number.POSITIVE_INFINITY }: Pick<PaymentProvider, 'goodForMs'>, now: Date): Date => {
  const most = Math.min(wanted?.getTime() ?? now.getTime() + WANTED_MS, now.getTime() + goodForMs)
  return new Date(most)
}

/** A gateway is told of the end when a payment begins, and takes no other one: what has ended is not begun again by its number. */
export const hasEnded = ({ payBefore }: Pick<PaymentRow, 'payBefore'>, now: Date): boolean => payBefore !== null && payBefore <= now

/** These settle as they are started. */
const AT_ONCE: ReadonlySet<string> = new Set(['balance', 'credit'])

/** Starts a payment, or finds again the one that was started (or finished) through this channel. The subject's row is locked. */
export async function openPayment(
  trx: Connection,
  deps: PaymentDeps,
  buyer: Buyer,
  what: Opening,
  channel: string,
  now: Date,
): Promise<PaymentRow> {
  const { purpose, subjectId, companyId, amount, title, returnPath } = what
  const { device = 'desktop' } = buyer
  const provider = deps.providers.find((one) => one.channel === channel)
  const payBefore = provider ? endOf(what.payBefore, provider, now) : what.payBefore
  const earlier = (await paymentsFor(trx, purpose, subjectId)).filter((one) => one.channel === channel)
  const paid = earlier.find((one) => one.status === 'paid')
  if (paid && what.keepsPaid) return paid
  const chosen = channelsOf(what, await payGrounds(trx, deps, companyId, now)).find((one) => one.code === channel)
  if (!chosen) throw conflict('没有这种支付方式')
  if (!chosen.open) throw conflict(chosen.why)
  const open = earlier.find(
    (one) => one.status === 'created' && one.amount === amount && !hasEnded(one, now) && (!provider || one.device === device),
  )
  const wanted = { purpose, subjectId, companyId, channel, amount, title, returnPath, payBefore, device }
  const started = open ?? (await insertPayment(trx, wanted, now))
  if (!AT_ONCE.has(channel)) return started
  const arrival = { channel, paymentNo: started.no, gatewayNo: null, amount, payer: '' }
  await settleArrival(trx, deps, arrival, { kind: 'buyer', name: buyer.name }, now)
  return { ...started, status: 'paid' }
}

/** After the transaction: tells the gateway, and answers what the page needs. */
export async function startedAnswer(deps: PaymentDeps, started: PaymentRow, now: Date) {
  const { payment, way } = await payWay(deps, started, now)
  return { payment_no: payment.no, status: payment.status, amount: yuan(payment.amount), pay_url: way && addressOf(payment, way) }
}

/** Where the buyer goes: to the gateway, or to a page of our own that sends its form, or shows its code. */
export function addressOf({ no }: PaymentRow, way: PayWay): string {
  if (way.kind === 'address') return way.url
  return way.kind === 'form' ? `/pay/${no}/go` : `/pay/${no}`
}

/** A page is opened, and loaded anew: what the service has answered is good for some seconds, and asked together it is asked once. */
const WAY_MS = 3_000
const WAYS_MAX = 1_000
const ways = new Map<string, { at: number; way: Promise<PayWay> }>()

function waySoon(no: string, now: Date, create: () => Promise<PayWay>): Promise<PayWay> {
  const known = ways.get(no)
  const at = now.getTime()
  if (known && Math.abs(at - known.at) < WAY_MS) return known.way
  const way = create()
  const mine = { at, way }
  ways.delete(no)
  ways.set(no, mine)
  const [oldest] = ways.keys()
  if (ways.size > WAYS_MAX && oldest !== undefined) ways.delete(oldest)
  // What failed is asked for again.
  way.catch(() => ways.get(no) === mine && ways.delete(no))
  return way
}

/**
 * Tells the gateway, which knows a payment by its number: told again it answers the same. No way: nothing is to be paid any more, or it is
 * no gateway's. A gateway that says no may have been paid already, and its callback got lost: so it is asked, and the payment read anew.
 */
export async function payWay(deps: PaymentDeps, payment: PaymentRow, now: Date): Promise<{ payment: PaymentRow; way: PayWay | null }> {
  const provider = deps.providers.find((one) => one.channel === payment.channel)
  if (!provider || payment.status !== 'created' || hasEnded(payment, now)) return { payment, way: null }
  const { no: paymentNo, amount, title: subject, returnPath, payBefore, device } = payment
  try {
    const way = await waySoon(paymentNo, now, () => provider.create({ paymentNo, amount, subject, returnPath, payBefore, device }, now))
    return { payment, way }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await askAbout(deps, payment, now)
    const known = await findPayment(deps.database.db, paymentNo)
    if (known === null || known.status === 'created') throw error
    return { payment: known, way: null }
  }
}

/** A service hears of one payment so often at most, whoever presses, in however many windows, or tells its reports again. */
const ASKED_EVERY_S = { check: 3, hint: 10 } as const

export const mayAsk = (db: Database, why: keyof typeof ASKED_EVERY_S, subject: string, now: Date): Promise<boolean> =>
  tookRate(db, { key: `pay:${why}:${subject}`, max: 1, seconds: ASKED_EVERY_S[why] }, now)

/** For who looks whether it has arrived: asked a moment ago, what was heard then stands in the database. */
export async function askForBuyer(deps: PaymentDeps, purpose: PaymentPurpose, subjectId: number, now: Date): Promise<void> {
  if (await mayAsk(deps.database.db, 'check', `${purpose}:${subjectId}`, now)) await askGateways(deps, purpose, subjectId, now)
}

/**
 * Asks the gateways about payments that have not arrived; a callback may have been lost. One that does not answer keeps nobody from being
 * asked, and fails the whole where none of the others knows of money.
 */
export async function askGateways(deps: PaymentDeps, purpose: PaymentPurpose, subjectId: number, now: Date): Promise<void> {
  const open = (await paymentsFor(deps.database.db, purpose, subjectId)).filter((payment) => payment.status === 'created')
  let hasArrived = false
  const failures: unknown[] = []
  for (const payment of open) {
    try {
      hasArrived = (await askAbout(deps, payment, now)) !== null || hasArrived
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0 && !hasArrived) throw failures[0]
}

/** Of one payment that is open; null: nothing has been paid there yet. since: when it was sent, of one that nobody here knows. */
export async function askAbout(
  deps: PaymentDeps,
  payment: Pick<PaymentRow, 'no' | 'channel'>,
  now: Date,
  since?: Date,
): Promise<ArrivalOutcome | null> {
  const event = await deps.providers.find((one) => one.channel === payment.channel)?.query(payment.no, now, since)
  if (event?.status !== 'paid') return null
  const { gatewayNo, amount, payer } = event
  const arrival = { channel: payment.channel, paymentNo: payment.no, gatewayNo, amount, payer }
  return transact(deps.database.db, (trx) => settleArrival(trx, deps, arrival, SYSTEM, now))
}

/** Younger than that, and the buyer may be about to pay; older, and it has ended, or is an order's, which is asked about when that ends. */
const UNPAID_FROM_MS = 3 * 3_600_000
const UNPAID_TO_MS = 2 * 60_000
/** Recharges cost nothing to begin: of one company the latest are asked about, so that whoever begins thousands keeps nobody else's waiting. */
export const ASKED_EACH = 40

/** Callbacks get lost, and not every buyer comes back to the page that would ask. */
export async function askUnpaid(deps: PaymentDeps, now: Date): Promise<void> {
  const channels = deps.providers.map(({ channel }) => channel)
  const [from, to] = [new Date(now.getTime() - UNPAID_FROM_MS), new Date(now.getTime() - UNPAID_TO_MS)]
  const failures = collectFailures()
  for (const { purpose, subjectId } of await unpaidThrough(deps.database.db, channels, from, to, ASKED_EACH))
    await failures.one(`${purpose} ${subjectId}`, () => askGateways(deps, purpose, subjectId, now))
  failures.report()
}
