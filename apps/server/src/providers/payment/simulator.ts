import { randomInt } from 'node:crypto'
import { beijingDate } from '#domain/dates.ts'
import { fenFromYuan, yuan } from '#domain/money.ts'
import type { Database } from '../../platform/database.ts'
import type { PaymentEvent, PaymentProvider } from './provider.ts'
import { distrustOf, type SignedCallback, signCallback } from './signature.ts'
import { addSimulated, closeSimulated, findSimulated, refundSimulated, type SimulatedPayment } from './simulator-store.ts'

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
      return { kind: 'address', url: `/gateway/pay/${paymentNo}` }
    },
    verifyCallback(callback, now) {
      const { payment_no: paymentNo = '', gateway_no: gatewayNo = '', amount: text = '', status } = fieldsOf(callback.body)
      const distrust = distrustOf(callback, secret, now)
      if (distrust !== null) return { genuine: false, reason: distrust, paymentNo }
      const amount = fenFromYuan(text)
      if (!paymentNo || !gatewayNo || amount === null || (status !== 'paid' && status !== 'failed'))
        return { genuine: false, reason: 'malformed', paymentNo }
      return { genuine: true, event: { paymentNo, gatewayNo, amount, status, payer: '' } }
    },
    async query(paymentNo) {
      const payment = await findSimulated(db, paymentNo)
      return payment === null ? null : eventOf(payment)
    },
    async close(paymentNo) {
      await closeSimulated(db, paymentNo)
      return 'closed'
    },
    async refund(request, now) {
      const status = await refundSimulated(db, request, now)
      if (status === 'later') throw new Error(`the gateway does not refund ${request.paymentNo} yet`)
      if (status === 'closed') return { status, reason: '网关拒绝退款' }
      return status === 'abnormal' ? { status, reason: '付款人的账户已注销或异常' } : { status }
    },
  }
}

function eventOf(payment: SimulatedPayment): PaymentEvent | null {
  if (payment.status === 'open' || payment.status === 'closed') return null
  return {
    paymentNo: payment.payment_no,
    gatewayNo: payment.gateway_no,
    amount: payment.amount,
    status: payment.status === 'failed' ? 'failed' : 'paid',
    payer: '',
  }
}

const newGatewayNo = (now: Date) => `SIM${beijingDate(now).replaceAll('-', '')}${String(randomInt(1e12)).padStart(12, '0')}`

/** The texts of a body; none where it is no JSON object. */
function fieldsOf(body: Buffer): Partial<Record<string, string>> {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return {}
  }
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter((field): field is [string, string] => typeof field[1] === 'string'))
}

/** The callback that the gateway sends about a payment: signed anew each time it is sent. */
export const callbackOf = (payment: SimulatedPayment, status: 'paid' | 'failed', secret: string, now: Date): SignedCallback =>
  signCallback({ payment_no: payment.payment_no, gateway_no: payment.gateway_no, amount: yuan(payment.amount), status }, secret, now)
