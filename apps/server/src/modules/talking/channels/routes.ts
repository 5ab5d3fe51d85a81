import { createHash, timingSafeEqual } from 'node:crypto'
import { smsReceipts, staffChannels, staffChannelTest, staffSentMessages } from '#contract/channels.ts'
import type { ModuleContext } from '../../../context.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import { serveOn } from '../../../platform/http.ts'
import { originOf } from '../../../platform/qr.ts'
import { parcelService } from '../../../providers/logistics/providers.ts'
import { mailProvider } from '../../../providers/mail/providers.ts'
import { hasSimulatedGateway, paymentProviders } from '../../../providers/payment/providers.ts'
import { SIMULATOR_CHANNEL } from '../../../providers/payment/simulator.ts'
import { smsServices } from '../../../providers/sms/providers.ts'
import { STORAGE_NAME } from '../../../providers/storage/s3.ts'
import { SCANNER_NAME } from '../../../providers/virus-scan/clamd.ts'
import { type ChannelDeps, channelsOf, keepReports, sentMessagesOf, takeReceipts, testChannel } from './service.ts'

/** A push may hold some hundreds of receipts. */
const PUSH_MAX = 256 * 1024
const REPORT_MS = 15_000

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export function channelRoutes({ app, serve, deps: all }: ModuleContext): void {
  const { config, database } = all
  const deps: ChannelDeps = {
    database,
    payments: paymentProviders(config, database),
    sms: smsServices(config),
    mailer: mailProvider(config),
    parcels: parcelService(config),
    files: [
      ...(config.channels.storage ? [{ key: 'object_storage', kind: 'storage', name: STORAGE_NAME, uses: '文件的内容' } as const] : []),
      ...(config.channels.virusScan ? [{ key: 'virus_scan', kind: 'scanner', name: SCANNER_NAME, uses: '检查上传的文件' } as const] : []),
    ],
    origin: originOf(config),
    standIns: [
      ...(hasSimulatedGateway(config) ? [{ key: SIMULATOR_CHANNEL, kind: 'payment', name: '模拟支付网关' } as const] : []),
      ...(config.standIns.includes('sms') ? [{ key: 'sms_inbox', kind: 'sms', name: '模拟短信' } as const] : []),
    ],
  }
  serve(staffChannels, ({ now }) => channelsOf(deps, now))
  serve(staffSentMessages, ({ query }) => sentMessagesOf(deps, query))
  serve(staffChannelTest, ({ viewer: { accountId, name }, params, body, now }) =>
    testChannel(deps, { accountId, name }, params.key, body, now),
  )

  // What no page asks for is carried over by the clock.
  const carry = () => void keepReports(deps).catch((error: unknown) => app.log.warn({ err: error }, 'how services answered was not kept'))
  const timer = setInterval(carry, REPORT_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  // A place of its own, where whatever a service sends is taken as bytes.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: PUSH_MAX }, async (_request: unknown, body: Buffer) => body)
    const named = (params: unknown) => deps.sms.find(({ key }) => key === (params as { service: string }).service)
    // In words of its own; anything else it takes for a failure.
    raw.addHook('onSend', async (request, reply, payload) => {
      const service = named(request.params)
      if (reply.statusCode !== 200 || service === undefined) return payload
      reply.type('application/json; charset=utf-8').removeHeader('content-length')
      return JSON.stringify(service.taken)
    })
    serveOn(raw, all.clock)(smsReceipts, async ({ params, request, now }) => {
      const service = named(params)
      const secret = config.channels.sms?.receiptKey
      if (service === undefined || secret === undefined || !timingSafeEqual(digest(params.key), digest(secret))) throw notFound('页面')
      const receipts = service.receiptsIn(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
      if (receipts === null) throw fieldErrors([{ field: 'body', message: '不是短信回执' }])
      const taken = await takeReceipts(deps, service, receipts, now)
      if (taken < receipts.length)
        request.log.info({ service: service.key, unknown: receipts.length - taken }, 'receipts of no message of ours')
      return { taken }
    })
  })
}
