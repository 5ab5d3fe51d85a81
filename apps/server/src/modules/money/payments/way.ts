import type { DataOf } from '#contract/call.ts'
import type { payWay as payWayCall, payWayCheck } from '#contract/payment.ts'
import { yuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { qrPicture } from '../../../platform/qr.ts'
import type { PaymentDeps } from './deps.ts'
import { channelName } from './names.ts'
import { addressOf, askAbout, type Buyer, hasEnded, mayAsk, payWay } from './opening.ts'
import { findPayment, type PaymentRow } from './store.ts'

/** The shop's own page between it and a gateway: shows the code to scan. */

async function ownPayment(connection: Connection, buyer: Buyer, no: string): Promise<PaymentRow> {
  const payment = await findPayment(connection, no)
  if (payment === null || payment.companyId !== buyer.companyId) throw notFound('支付')
  return payment
}

const asImage = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** What has been paid has been paid, whether or not it went back since. */
function stateOf(payment: PaymentRow, now: Date): 'open' | 'paid' | 'closed' {
  if (payment.status === 'created') return hasEnded(payment, now) ? 'closed' : 'open'
  return payment.status === 'closed' ? 'closed' : 'paid'
}

export async function wayOf(deps: PaymentDeps, buyer: Buyer, no: string, now: Date): Promise<DataOf<typeof payWayCall>> {
  const { payment, way } = await payWay(deps, await ownPayment(deps.database.db, buyer, no), now)
  return {
    payment_no: no,
    state: stateOf(payment, now),
    amount: yuan(payment.amount),
    title: payment.title,
    channel: payment.channel,
    channel_name: channelName(deps.providers, payment.channel),
    back: payment.returnPath,
    scan: way?.kind === 'scan' ? { picture: asImage(await qrPicture(way.text)), until: way.until.toISOString() } : null,
    url: way && way.kind !== 'scan' ? addressOf(payment, way) : null,
  }
}

/** Asks the gateway itself; a callback may be late, or lost. */
export async function checkWay(deps: PaymentDeps, buyer: Buyer, no: string, now: Date): Promise<DataOf<typeof payWayCheck>> {
  const payment = await ownPayment(deps.database.db, buyer, no)
  if (payment.status !== 'created') return { state: stateOf(payment, now) }
  if (await mayAsk(deps.database.db, 'check', no, now)) await askAbout(deps, payment, now)
  return { state: stateOf(await ownPayment(deps.database.db, buyer, no), now) }
}
