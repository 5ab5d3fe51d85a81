import { payCheck, payCreate, payInfo, payNotify } from '#contract/order.ts'
import { payWay, payWayCheck } from '#contract/payment.ts'
import type { ModuleContext } from '../../../context.ts'
import type { Config } from '../../../platform/config.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { serveOn } from '../../../platform/http.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { hasSimulatedGateway, paymentProviders } from '../../../providers/payment/providers.ts'
import { serveSimulator } from '../../../providers/payment/simulator-page.ts'
import type { PaymentSide } from '../../buying/orders/public.ts'
import { paymentEffects } from './arrival.ts'
import type { PaymentDeps } from './deps.ts'
import { formPages } from './form-page.ts'
import { channelName } from './names.ts'
import { buyerOf } from './opening.ts'
import { checkPayment, payInfoOf, startPayment, takeCallback } from './service.ts'
import { suspenseRoutes } from './suspense-routes.ts'
import { walletPaymentRoutes } from './wallet-routes.ts'
import { checkWay, wayOf } from './way.ts'

/** No channel says more than that. */
const CALLBACK_MAX = 64 * 1024

/** Given to the modules that send money back, where they are put together. */
export function paymentDeps(deps: { config: Config; database: DatabaseHandle; jobs: Jobs }): PaymentDeps {
  return { database: deps.database, jobs: deps.jobs, providers: paymentProviders(deps.config, deps.database) }
}

/** What the orders module needs of payments; given to it where the modules are put together. */
export function paymentSide(deps: { config: Config; database: DatabaseHandle; jobs: Jobs }): PaymentSide {
  const own = paymentDeps(deps)
  return { ...paymentEffects(own), channelName: (channel) => channelName(own.providers, channel) }
}

export function paymentRoutes(context: ModuleContext): void {
  const { app, serve, deps: all } = context
  const deps = paymentDeps(all)
  serve(payInfo, ({ viewer, params, now }) => payInfoOf(deps, buyerOf(viewer), params.id, now))
  serve(payCreate, async ({ viewer, params, body, request, now }) =>
    startPayment(deps, buyerOf(viewer, request), params.id, body.channel, now),
  )
  serve(payCheck, ({ viewer, params, now }) => checkPayment(deps, buyerOf(viewer), params.id, now))
  serve(payWay, ({ viewer, params, now }) => wayOf(deps, buyerOf(viewer), params.no, now))
  serve(payWayCheck, ({ viewer, params, now }) => checkWay(deps, buyerOf(viewer), params.no, now))
  // A place of its own, where bodies stay the bytes that were signed.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: CALLBACK_MAX }, async (_request: unknown, body: Buffer) => body)
    // Services that want words of their own take anything else for a failure, and send the same again for a day.
    raw.addHook('onSend', async (request, reply, payload) => {
      const { channel: asked } = request.params as { channel: string }
      const taken = deps.providers.find(({ channel }) => channel === asked)?.taken
      if (reply.statusCode !== 200 || taken === undefined) return payload
      reply.type(taken.type).removeHeader('content-length')
      return taken.body
    })
    serveOn(raw, all.clock)(payNotify, async ({ params, request, now }) => {
      const callback = { headers: request.headers, body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) }
      return { outcome: await takeCallback(deps, params.channel, callback, now) }
    })
  })
  formPages(app, deps, all.clock)
  walletPaymentRoutes(context, deps)
  suspenseRoutes(context, deps)
  if (hasSimulatedGateway(all.config)) serveSimulator(app, all.database.db, all.config.gatewaySecret, all.clock)
}
