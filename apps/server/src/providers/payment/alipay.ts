import type { KeyObject } from 'node:crypto'
import { hidePayer } from '#domain/masking.ts'
import { fenFromYuan, yuan } from '#domain/money.ts'
import { callbackFields } from '../../platform/form-text.ts'
import { askOutside, Refused, Unanswered } from '../outside/ask.ts'
import { type Fields, parsedFields, textIn } from '../outside/fields.ts'
import type { Parameters } from '../outside/rsa.ts'
import { tradesInBill } from './alipay-bill.ts'
import { isNotificationSigned, signedAnswer, signParameters } from './alipay-signing.ts'
import type { PaymentEvent, PaymentProvider } from './provider.ts'

export const ALIPAY_CHANNEL = 'alipay'
const NAME = '支付宝'

export interface AlipayOptions {
  appId: string
  /** The seller's number there (2088…), which notifications name. */
  sellerId: string
  /** The app's own key. */
  key: KeyObject
  /** Alipay's public keys, not the app's; more than one while they change. */
  alipayKeys: readonly KeyObject[]
  /** How a buyer at a desk pays: at its cashier, or by a code that the shop shows. */
  desktop: 'page' | 'qr'
  /** Where its gateway is. */
  url: string
  /** Where it reports to: public, https. */
  notifyUrl: string
  /** Before the path that a buyer comes back to. */
  returnOrigin: string
}

const PAID: readonly string[] = ['TRADE_SUCCESS', 'TRADE_FINISHED']
const SUBJECT_MAX = 256
/** A code is good for two hours there. */
const CODE_MS = 2 * 3_600_000
/** The deed was taken. Its code alone: what has become of it stands beside it. */
const OK = '10000'
/** Refusals of a refund that no repetition changes; everything else is tried again, and seen among the failed jobs meanwhile. */
const FINAL_REFUSALS: Readonly<Record<string, 'closed' | 'abnormal'>> = {
  'ACQ.TRADE_NOT_EXIST': 'closed',
  'ACQ.TRADE_HAS_CLOSE': 'closed',
  'ACQ.TRADE_HAS_FINISHED': 'closed',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL': 'closed',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR': 'closed',
  'ACQ.DISCORDANT_REPEAT_REQUEST': 'closed',
  'ACQ.BUYER_ERROR': 'abnormal',
  'ACQ.BUYER_ENABLE_STATUS_FORBID': 'abnormal',
}
/** Nothing to close: paid, closed, or never told of. */
const NOT_OPEN: readonly string[] = [
  'ACQ.TRADE_NOT_EXIST',
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.REASON_TRADE_STATUS_INVALID',
  'ACQ.TRADE_HAS_CLOSE',
]

/** yyyy-MM-dd HH:mm:ss of Beijing. */
const timeText = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Where a bill lies, as it says; null: nowhere that is its own. */
function billAddress(text: string, url: string): string | null {
  if (!URL.canParse(text)) return null
  const address = new URL(text)
  if (address.origin === new URL(url).origin) return address.href
  if (!address.hostname.endsWith('.alipay.com')) return null
  address.protocol = 'https:'
  return address.href
}

/** Alipay: the buyer is sent to its cashier, on a phone to the one for phones; or scans a code. Amounts in yuan there. */
export function alipay(options: AlipayOptions): PaymentProvider {
  const signed = (method: string, content: Fields, now: Date, more: Parameters = {}): URLSearchParams => {
    const parameters: Parameters = {
      app_id: options.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: timeText(now),
      version: '1.0',
      biz_content: JSON.stringify(content),
      ...more,
    }
    return new URLSearchParams({ ...parameters, sign: signParameters(parameters, options.key) })
  }
  const ask = async (method: string, content: Fields, now: Date, more: Parameters = {}): Promise<Fields> => {
    const answer = await askOutside(options.url, {
      method: 'POST',
      service: NAME,
      what: method,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: signed(method, content, now, more).toString(),
    })
    const text = answer.body.toString('utf8')
    for (const key of options.alipayKeys) {
      const believed = signedAnswer(text, method, key)
      if (believed !== null) return parsedFields(believed)
    }
    throw new Unanswered(NAME, `${method}: ${answer.status}, not believed`)
  }
  /** An answer that is neither yes nor a refusal which is known: what became of it has to be asked. */
  const unclear = (what: string, answer: Fields): Error => new Unanswered(NAME, `${what}: ${reasonIn(answer)}`)
  const refused = (what: string, answer: Fields): Error => new Refused(NAME, `${what}: ${reasonIn(answer)}`)

  return {
    channel: ALIPAY_CHANNEL,
    name: NAME,
    note: options.desktop === 'qr' ? '用支付宝扫码付款，手机上跳转到支付宝' : '跳转到支付宝收银台付款',
    taken: { type: 'text/plain; charset=utf-8', body: 'success' },
    async create({ paymentNo, amount, subject, returnPath, payBefore, device }, now) {
      const content = {
        out_trade_no: paymentNo,
        total_amount: yuan(amount),
        subject: subject.slice(0, SUBJECT_MAX),
        ...(payBefore !== null && { time_expire: timeText(payBefore) }),
      }
      const back = `${options.returnOrigin}${returnPath}`
      const at = (method: string, more: Fields): { kind: 'address'; url: string } => {
        const query = signed(method, { ...content, ...more }, now, { notify_url: options.notifyUrl, return_url: back })
        return { kind: 'address', url: `${options.url}?${query}` }
      }
      if (device === 'phone') return at('alipay.trade.wap.pay', { product_code: 'QUICK_WAP_WAY', quit_url: back })
      if (options.desktop === 'page') return at('alipay.trade.page.pay', { product_code: 'FAST_INSTANT_TRADE_PAY' })
      const order = { ...content, product_code: 'FACE_TO_FACE_PAYMENT' }
      const answer = await ask('alipay.trade.precreate', order, now, { notify_url: options.notifyUrl })
      const text = textIn(answer, 'qr_code')
      if (answer.code !== OK || text === '') throw refused('预下单', answer)
      const longest = new Date(now.getTime() + CODE_MS)
      return { kind: 'scan', text, until: payBefore !== null && payBefore < longest ? payBefore : longest }
    },
    verifyCallback({ body }) {
      const parameters = callbackFields(body)
      const paymentNo = parameters.out_trade_no ?? ''
      if (!parameters.sign) return { genuine: false, reason: 'unsigned', paymentNo }
      if (!options.alipayKeys.some((key) => isNotificationSigned(parameters, key)))
        return { genuine: false, reason: 'bad_signature', paymentNo }
      if (parameters.app_id !== options.appId || parameters.seller_id !== options.sellerId)
        return { genuine: false, reason: 'not_ours', paymentNo }
      const event = eventOf(parameters)
      if (event === null) return { genuine: false, reason: 'malformed', paymentNo }
      // The same word tells of parts that went back, too; the payment is known by then.
      return { genuine: true, event }
    },
    async query(paymentNo, now) {
      const answer = await ask('alipay.trade.query', { out_trade_no: paymentNo }, now)
      if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return null
      if (answer.code !== OK) throw unclear('查询', answer)
      const event = eventOf(answer)
      return event?.status === 'paid' ? event : null
    },
    async bill(day, now) {
      const answer = await ask('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day }, now)
      if (/bill_not_exist/i.test(textIn(answer, 'sub_code'))) return null
      const from = billAddress(textIn(answer, 'bill_download_url'), options.url)
      if (answer.code !== OK || from === null) throw unclear('账单', answer)
      const { status, body } = await askOutside(from, { method: 'GET', service: NAME, what: `账单 ${day}` })
      const content = status === 200 ? tradesInBill(body) : null
      if (content === null) throw new Unanswered(NAME, `账单 ${day}: ${status}, not the archive that was promised`)
      return { name: `支付宝 ${day}.csv`, content }
    },
    async close(paymentNo, now) {
      const answer = await ask('alipay.trade.close', { out_trade_no: paymentNo }, now)
      if (answer.code !== OK && !NOT_OPEN.includes(textIn(answer, 'sub_code'))) throw unclear('关单', answer)
      return 'closed'
    },
    async refund({ paymentNo, refundNo, amount, reason }, now) {
      const content = { out_trade_no: paymentNo, out_request_no: refundNo, refund_amount: yuan(amount), refund_reason: reason }
      const answer = await ask('alipay.trade.refund', content, now)
      if (answer.code !== OK) {
        const final = FINAL_REFUSALS[textIn(answer, 'sub_code')]
        if (final === undefined) throw unclear('退款', answer)
        return { status: final, reason: textIn(answer, 'sub_msg') || '支付宝拒绝退款' }
      }
      if (answer.fund_change === 'Y') return { status: 'done' }
      // Asked before, or on its way: only the question tells.
      const found = await ask('alipay.trade.fastpay.refund.query', { out_trade_no: paymentNo, out_request_no: refundNo }, now)
      if (found.code !== OK) throw unclear('退款查询', found)
      return { status: found.refund_status === 'REFUND_SUCCESS' ? 'done' : 'processing' }
    },
  }
}

const reasonIn = (answer: Fields): string => ['code', 'sub_code', 'sub_msg'].map((name) => textIn(answer, name)).join(' ')

/** The account as he knows it (masked by the service already), and its number there. */
const payerOf = (fields: Fields): string =>
  [textIn(fields, 'buyer_logon_id'), textIn(fields, 'buyer_user_id') || textIn(fields, 'buyer_id') || textIn(fields, 'buyer_open_id')]
    .filter((one) => one !== '')
    .map(hidePayer)
    .join(' · ')

/** A trade as a notification or an answer tells of it; null where it cannot be read. */
function eventOf(fields: Fields): PaymentEvent | null {
  const [paymentNo, gatewayNo] = [textIn(fields, 'out_trade_no'), textIn(fields, 'trade_no')]
  const amount = fenFromYuan(textIn(fields, 'total_amount'))
  const status = textIn(fields, 'trade_status')
  if (!paymentNo || !gatewayNo || amount === null || amount <= 0 || status === '') return null
  // Waiting, or closed without money: nothing has come, and what is told of it changes nothing.
  return { paymentNo, gatewayNo, amount, status: PAID.includes(status) ? 'paid' : 'failed', payer: payerOf(fields) }
}
