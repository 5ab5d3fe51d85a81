import type { FastifyInstance, FastifyReply } from 'fastify'
import { yuan } from '#domain/money.ts'
import type { Database } from '../../platform/database.ts'
import { escapeHtml, plainHtml, sendHtml } from '../../platform/plain-html.ts'
import { callbackOf, SIMULATOR_CHANNEL } from './simulator.ts'
import { findSimulated, type SimulatedPayment, settleSimulated } from './simulator-store.ts'

const STATUS_TEXT: Readonly<Record<SimulatedPayment['status'], string>> = {
  open: '待支付',
  paid: '支付成功',
  failed: '支付失败，可以再试一次',
  closed: '商户已关闭这笔支付，不能再付',
  refunded: '已退款',
}

function payPage(payment: SimulatedPayment): string {
  const buttons =
    payment.status === 'open' || payment.status === 'failed'
      ? `<button class="yes" name="result" value="paid">支付成功</button><button name="result" value="failed">支付失败</button>`
      : ''
  return plainHtml(
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

const unknown = (reply: FastifyReply) =>
  sendHtml(reply, 404, plainHtml('模拟支付网关', '<h1>没有这笔支付</h1><p>请返回商户重新发起支付。</p>'))

/** The gateway's own site. Registered only where the simulated gateway is configured. */
export function serveSimulator(app: FastifyInstance, db: Database, secret: string, clock: () => Date): void {
  app.get<{ Params: { no: string } }>('/gateway/pay/:no', async (request, reply) => {
    const payment = await findSimulated(db, request.params.no)
    return payment === null ? unknown(reply) : sendHtml(reply, 200, payPage(payment))
  })
  app.post<{ Params: { no: string }; Body: { result?: unknown } | null }>('/gateway/pay/:no', async (request, reply) => {
    const result = request.body?.result === 'paid' ? 'paid' : 'failed'
    const payment = await settleSimulated(db, request.params.no, result, clock())
    if (payment === null) return unknown(reply)
    // As a real gateway does: the shop hears of it from server to server, whether or not the buyer ever comes back.
    if (payment.status === 'closed') return sendHtml(reply, 200, payPage(payment))
    const status = payment.status === 'failed' ? 'failed' : 'paid'
    const { headers, body: payload } = callbackOf(payment, status, secret, clock())
    const told = await app.inject({ method: 'POST', url: `/api/pay/notify/${SIMULATOR_CHANNEL}`, headers, payload })
    if (told.statusCode !== 200)
      request.log.warn({ paymentNo: payment.payment_no, status: told.statusCode }, 'the shop did not take the callback')
    if (status === 'failed') return sendHtml(reply, 200, payPage(payment))
    return reply.redirect(payment.return_url, 303)
  })
}
