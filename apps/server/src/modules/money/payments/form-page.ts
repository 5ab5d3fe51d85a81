import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { yuan } from '#domain/money.ts'
import { escapeHtml, plainHtml, sendHtml } from '../../../platform/plain-html.ts'
import type { PayWay } from '../../../providers/payment/provider.ts'
import type { PaymentDeps } from './deps.ts'
import { channelName } from './names.ts'
import { payWay } from './opening.ts'
import { findPayment, type PaymentRow } from './store.ts'

/**
 * A gateway that wants a form of the buyer's browser: the page that sends it, and where the gateway's own form brings the buyer back to.
 * Drawn by the server and by itself, so that this page alone may send something to another site.
 */

/** Who comes back here by his browser's button wants to be here, and not there once more. */
const SEND = `if(performance.getEntriesByType('navigation')[0]?.type!=='back_forward')document.forms[0].submit()`
const SEND_SOURCE = `'sha256-${createHash('sha256').update(SEND).digest('base64')}'`

type Form = Extract<PayWay, { kind: 'form' }>

/** Browsers hold a form's redirections to this, too; UnionPay sends on among its own names. */
const policyOf = ({ url }: Form): string =>
  [
    `default-src 'none'`,
    `style-src 'unsafe-inline'`,
    `img-src 'self'`,
    `script-src ${SEND_SOURCE}`,
    `form-action ${new URL(url).origin} https://*.95516.com`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ')

function formHtml({ no, amount, title }: PaymentRow, name: string, { url, fields }: Form): string {
  const hidden = Object.entries(fields)
    .map(([field, value]) => `<input type="hidden" name="${escapeHtml(field)}" value="${escapeHtml(value)}">`)
    .join('')
  return plainHtml(
    name,
    `
<h1>前往${escapeHtml(name)}</h1>
<p>${escapeHtml(title)}</p>
<div class="sum">¥${yuan(amount)}</div>
<p role="status">正在打开支付页面；没有自动打开时，请点下面的按钮。</p>
<form method="post" action="${escapeHtml(url)}" accept-charset="utf-8">${hidden}<button class="yes">去付款</button>
<a class="back" href="/pay/${escapeHtml(no)}/back">换一种方式</a></form>
<script>${SEND}</script>`,
  )
}

interface Asked {
  Params: { no: string }
}

/** Of this buyer; null: of another, or none. */
async function ownPayment({ database }: PaymentDeps, { viewer, params }: FastifyRequest<Asked>): Promise<PaymentRow | null> {
  const payment = await findPayment(database.db, params.no)
  return payment !== null && payment.companyId === viewer?.company?.id ? payment : null
}

export function formPages(app: FastifyInstance, deps: PaymentDeps, clock: () => Date): void {
  app.get<Asked>('/pay/:no/go', async (request, reply) => {
    const found = await ownPayment(deps, request)
    // The page of the payment says what there is to say, and to whom: to sign in, that there is none.
    if (found === null) return reply.redirect(`/pay/${encodeURIComponent(request.params.no)}`, 303)
    const name = channelName(deps.providers, found.channel)
    const { payment, way } = await payWay(deps, found, clock())
    if (way?.kind !== 'form') return reply.redirect(payment.status === 'created' ? `/pay/${payment.no}` : payment.returnPath, 303)
    reply.header('content-security-policy', policyOf(way))
    return sendHtml(reply, 200, formHtml(payment, name, way))
  })
  // The gateway's page sends the buyer's browser here by a form of its own: nothing of it is read, what became of it is asked.
  const back = async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
    const payment = await findPayment(deps.database.db, request.params.no)
    return reply.redirect(payment?.returnPath || '/', 303)
  }
  app.get<Asked>('/pay/:no/back', back)
  app.post<Asked>('/pay/:no/back', { config: { fromOutside: true } }, back)
}
