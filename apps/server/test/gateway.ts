import type { PaymentDeps } from '../src/modules/money/payments/public.ts'
import { paymentDeps } from '../src/modules/money/payments/routes.ts'
import type { Database } from '../src/platform/database.ts'
import { jobs } from '../src/platform/jobs.ts'
import type { Callback } from '../src/providers/payment/provider.ts'
import type { SignedCallback } from '../src/providers/payment/signature.ts'
import { callbackOf } from '../src/providers/payment/simulator.ts'
import { settleSimulated } from '../src/providers/payment/simulator-store.ts'
import type { Answer, Shop } from './harness.ts'

/** The gateway's side of a payment, and the shop's bank account. */

export const GATEWAY_SECRET = 'test-gateway-secret'

/** What payments work with, jobs due by the shop's clock unless they say otherwise. */
export const paymentDepsOf = ({ config, database, clock }: Shop): PaymentDeps =>
  paymentDeps({
    config,
    database,
    jobs: { enqueue: (trx, task, payload, options = {}) => jobs.enqueue(trx, task, payload, { runAt: clock.now, ...options }) },
  })

/** The gateway has been paid and says so: what it sends, as often as it is sent. */
export async function paidAtGateway(db: Database, paymentNo: string, now: Date): Promise<SignedCallback> {
  const known = await settleSimulated(db, paymentNo, 'paid', now)
  if (!known) throw new Error(`the gateway does not know ${paymentNo}`)
  return callbackOf(known, 'paid', GATEWAY_SECRET, now)
}

/** The shop hears a callback. */
export const notify = (shop: Shop, { headers, body }: Callback): Promise<Answer> =>
  shop.ask('POST', '/api/pay/notify/gateway', { headers: headers as Record<string, string>, raw: body })

/** Paid at the gateway, and heard. */
export const arrive = async (shop: Shop, paymentNo: string): Promise<Answer> =>
  notify(shop, await paidAtGateway(shop.database.db, paymentNo, shop.clock.now))

/** Without it nothing can be paid by transfer. */
export async function openBankAccount(db: Database): Promise<void> {
  const value = JSON.stringify({ name: '示例医药', bank: '示例银行', number: '0000 0000' })
  await db
    .insertInto('setting')
    .values({ key: 'bank_account', value })
    .onConflict((on) => on.doNothing())
    .execute()
}
