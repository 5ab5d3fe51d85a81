import type { FastifyInstance, FastifyReply } from 'fastify'
import { yuan } from '#domain/money.ts'
import type { Database } from '../../platform/database.ts'
import { callbackBody, SIMULATOR_CHANNEL } from './simulator.ts'
import { findSimulated, type SimulatedPayment, settleSimulated } from './simulator-store.ts'

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign)

const STATUS_TEXT: Readonly<Record<SimulatedPayment['status'], string>> = {
  open: '待支付',
  paid: '支付成功',
  failed: '支付失败，可以再试一次',
  refunded: '已退款',
}

function html(title: string, body: string): string {
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>
  body { margin: 0; font: 16px/1.6 system-ui, "Noto Sans CJK SC", sans-serif; color: #1d2733; background: #f3f5f8 }
  main { max-width: 420px; margin: 8vh auto; padding: 28px 28px 32px; background: #fff; border: 1px solid #dfe4ea; border-radius: 12px }
  h1 { margin: 0 0 4px; font-size: 20px }
  p { margin: 0 0 12px; color: #55606e }
  dl { margin: 16px 0 20px; display: grid; grid-template-columns: auto 1fr; gap: 4px 16px }
  dd { margin: 0; text-align: right; overflow-wrap: anywhere }
  .sum { font-size: 32px; font-weight: 600; margin: 12px 0 }
  form { display: grid; gap: 10px }
  button, a.back { display: block; padding: 12px; border-radius: 8px; border: 1px solid #b9c2cd; background: #fff; color: inherit; font: inherit;
    text-align: center; text-decoration: none; cursor: pointer }
  button.pay { background: #0b6b4f; border-color: #0b6b4f; color: #fff; font-weight: 600 }
  button:focus-visible, a:focus-visible { outline: 3px solid #f0a500; outline-offset: 2px }
</style></head><body><main>${body}</main></body></html>`
}

function payPage(payment: SimulatedPayment): string {
  const buttons =
    payment.status === 'open' || payment.status === 'failed'
      ? `<button class="pay" name="result" value="paid">支付成功</button><button name="result" value="failed">支付失败</button>`
      : ''
  return html(
    '模拟支付网关',
    `
<h1>模拟支付网关</h1>
<p>仅供演示与测试，不会真实扣款。</p>
<div class="sum">¥${yuan(payment.amount)}</div>
<dl><dt>商品</dt><dd>${escapeHtml(payment.subject)}</dd><dt>支付单号</dt><dd>${escapeHtml(payment.payment_no)}</dd>
<dt>状态</dt><dd role="status">${STATUS_TEXT[payment.status]}</dd></dl>
<form method="post" action="/gateway/pay/${encodeURIComponent(payment.payment_no)}">${buttons}
<a class="back" href="${escapeHtml(payment.return_url)}">返回商户</a></form>`,
  )
}

const send = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
const unknown = (reply: FastifyReply) => send(reply, 404, html('模拟支付网关', '<h1>没有这笔支付</h1><p>请返回商户重新发起支付。</p>'))

/** The gateway's own site. Registered only where the simulated gateway is configured. */
export function serveSimulator(app: FastifyInstance, db: Database, secret: string, clock: () => Date): void {
  app.get<{ Params: { no: string } }>('/gateway/pay/:no', async (request, reply) => {
    const payment = await findSimulated(db, request.params.no)
    return payment === null ? unknown(reply) : send(reply, 200, payPage(payment))
  })
  app.post<{ Params: { no: string }; Body: { result?: unknown } | null }>('/gateway/pay/:no', async (request, reply) => {
    const result = request.body?.result === 'paid' ? 'paid' : 'failed'
    const payment = await settleSimulated(db, request.params.no, result, clock())
    if (payment === null) return unknown(reply)
    // As a real gateway does: the shop hears of it from server to server, whether or not the buyer ever comes back.
    const status = payment.status === 'failed' ? 'failed' : 'paid'
    const told = await app.inject({
      method: 'POST',
      url: `/api/pay/notify/${SIMULATOR_CHANNEL}`,
      payload: callbackBody(payment, status, secret, clock()),
    })
    if (told.statusCode !== 200)
      request.log.warn({ paymentNo: payment.payment_no, status: told.statusCode }, 'the shop did not take the callback')
    if (status === 'failed') return send(reply, 200, payPage(payment))
    return reply.redirect(payment.return_url, 303)
  })
}
