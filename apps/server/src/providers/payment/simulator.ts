import { randomInt } from 'node:crypto'
import { beijingDate } from '#domain/dates.ts'
import { fenFromYuan, yuan } from '#domain/money.ts'
import type { Database } from '../../platform/database.ts'
import type { PaymentEvent, PaymentProvider } from './provider.ts'
import { type SignedBody, signBody, verifyBody } from './signature.ts'
import { addSimulated, findSimulated, refundSimulated, type SimulatedPayment } from './simulator-store.ts'

export const SIMULATOR_CHANNEL = 'gateway'

/**
 * A gateway for shops that have no real one configured. It keeps books of its own and signs its callbacks with
 * HMAC-SHA256, so that the shop's side is the same as with a real one: nothing is believed that is not signed.
 */
export function simulatedGateway(db: Database, secret: string): PaymentProvider {
  return {
    channel: SIMULATOR_CHANNEL,
    name: '在线支付',
    note: '模拟支付网关，仅供演示与测试，不会真实扣款',
    async create({ paymentNo, amount, subject, returnPath }, now) {
      await addSimulated(db, { payment_no: paymentNo, gateway_no: newGatewayNo(now), amount, subject, return_url: returnPath }, now)
      return { payUrl: `/gateway/pay/${paymentNo}` }
    },
    verifyCallback(body, now) {
      const verdict = verifyBody(body, secret, now)
      if (!verdict.genuine) return verdict
      const { payment_no: paymentNo, gateway_no: gatewayNo, amount: text = '', status } = verdict.fields
      const amount = fenFromYuan(text)
      if (!paymentNo || !gatewayNo || amount === null || (status !== 'paid' && status !== 'failed'))
        return { genuine: false, reason: 'malformed' }
      return { genuine: true, event: { paymentNo, gatewayNo, amount, status } }
    },
    async query(paymentNo) {
      const payment = await findSimulated(db, paymentNo)
      return payment === null ? null : eventOf(payment)
    },
    async refund(request, now) {
      if (!(await refundSimulated(db, request, now))) throw new Error(`the gateway does not refund ${request.paymentNo}`)
    },
  }
}

function eventOf(payment: SimulatedPayment): PaymentEvent | null {
  if (payment.status === 'open') return null
  return {
    paymentNo: payment.payment_no,
    gatewayNo: payment.gateway_no,
    amount: payment.amount,
    status: payment.status === 'failed' ? 'failed' : 'paid',
  }
}

const newGatewayNo = (now: Date) => `SIM${beijingDate(now).replaceAll('-', '')}${String(randomInt(1e12)).padStart(12, '0')}`

/** The callback that the gateway sends about a payment: signed anew each time it is sent. */
export function callbackBody(payment: SimulatedPayment, status: 'paid' | 'failed', secret: string, now: Date): SignedBody {
  return signBody({ payment_no: payment.payment_no, gateway_no: payment.gateway_no, amount: yuan(payment.amount), status }, secret, now)
}
