import { createHash } from 'node:crypto'
import { hidePayer } from '#domain/masking.ts'
import { fen } from '#domain/money.ts'
import { askOutside, type OutsideAnswer, Refused, Unanswered } from '../outside/ask.ts'
import { type Fields, fieldsIn, parsedFields, textIn } from '../outside/fields.ts'
import type { CallbackVerdict, PaymentEvent, PaymentProvider, RefundOutcome } from './provider.ts'
import { authorization, decryptResource, distrustOfWechat, type WechatPayKeys } from './wechat-signing.ts'

export const WECHAT_PAY_CHANNEL = 'wechat_pay'
const NAME = '微信支付'

export interface WechatPayOptions extends WechatPayKeys {
  appid: string
  /** Where the service is. */
  url: string
  /** Where it reports to: public, https, without a query. */
  notifyUrl: string
}

/** Demanded of every request. */
const HEADERS = { accept: 'application/json', 'user-agent': 'anheng-yaocai' }
/** A code is good for two hours there; asked again the service gives another for the same payment, until the payment's own end. */
const CODE_MS = 2 * 3_600_000
/** Its own limits. */
const DESCRIPTION_MAX = 127
const REASON_BYTES = 80

/** What the service calls a refund, in ours. */
const REFUNDS: Readonly<Record<string, RefundOutcome>> = {
  SUCCESS: { status: 'done' },
  PROCESSING: { status: 'processing' },
  CLOSED: { status: 'closed', reason: '微信支付关闭了退款' },
  ABNORMAL: { status: 'abnormal', reason: '退款到原付款账户失败（账户注销或异常）' },
}
/** Refusals of a refund that no repetition changes; everything else is tried again, and seen among the failed jobs meanwhile. */
const FINAL_REFUSALS: Readonly<Record<string, 'closed' | 'abnormal'>> = {
  RESOURCE_NOT_EXISTS: 'closed',
  INVALID_REQUEST: 'closed',
  USER_ACCOUNT_ABNORMAL: 'abnormal',
}

/** RFC 3339 with the seconds whole and Beijing's offset, as the service writes it. */
const timeText = (at: Date): string => `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

/** Characters are never cut in two. */
function cutBytes(text: string, bytes: number): string {
  let cut = text
  while (Buffer.byteLength(cut) > bytes) cut = [...cut].slice(0, -1).join('')
  return cut
}

/** WeChat Pay, API v3, Native: the buyer scans a code. Amounts in fen there, too. */
export function wechatPay(options: WechatPayOptions): PaymentProvider {
  const ask = async (method: 'GET' | 'POST', path: string, content: Fields | null, now: Date): Promise<OutsideAnswer> => {
    const body = content === null ? '' : JSON.stringify(content)
    const what = `${method} ${path.split('?')[0]}`
    const answer = await askOutside(`${options.url}${path}`, {
      method,
      service: NAME,
      what,
      headers: {
        ...HEADERS,
        authorization: authorization(options, { method, path, body }, now),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
    })
    const distrust = distrustOfWechat(Object.fromEntries(answer.headers), answer.body, options.platform, now)
    if (distrust !== null) throw new Unanswered(NAME, `${what}: ${answer.status}, not believed (${distrust})`)
    return answer
  }
  const said = (answer: OutsideAnswer): Fields => parsedFields(answer.body.toString('utf8'))
  const refused = (what: string, answer: OutsideAnswer): Error => {
    const { code, message } = said(answer)
    return new Refused(NAME, `${what}: ${answer.status} ${String(code ?? '')} ${String(message ?? '')}`)
  }

  return {
    channel: WECHAT_PAY_CHANNEL,
    name: NAME,
    note: '用微信扫码付款',
    async create({ paymentNo, amount, subject, payBefore }, now) {
      const longest = new Date(now.getTime() + CODE_MS)
      const until = payBefore !== null && payBefore < longest ? payBefore : longest
      const answer = await ask(
        'POST',
        '/v3/pay/transactions/native',
        {
          appid: options.appid,
          mchid: options.mchid,
          description: subject.slice(0, DESCRIPTION_MAX),
          out_trade_no: paymentNo,
          // The service takes it once: asked again with another end, it refuses the number as one that is used.
          ...(payBefore !== null && { time_expire: timeText(payBefore) }),
          notify_url: options.notifyUrl,
          amount: { total: amount, currency: 'CNY' },
        },
        now,
      )
      const text = textIn(said(answer), 'code_url')
      if (answer.status !== 200 || text === '') throw refused('下单', answer)
      return { kind: 'scan', text, until }
    },
    verifyCallback({ headers, body }, now) {
      const distrust = distrustOfWechat(headers, body, options.platform, now)
      // What nobody vouches for is encrypted as well: of which payment it is cannot be told.
      if (distrust !== null) return { genuine: false, reason: distrust, paymentNo: '' }
      return verdictOf(parsedFields(body.toString('utf8')), options)
    },
    async query(paymentNo, now) {
      const answer = await ask('GET', `/v3/pay/transactions/out-trade-no/${paymentNo}?mchid=${options.mchid}`, null, now)
      if (answer.status === 404 && said(answer).code === 'ORDER_NOT_EXIST') return null
      if (answer.status !== 200) throw refused('查询', answer)
      return eventOf(said(answer), options)
    },
    async bill(day, now) {
      const answer = await ask('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`, null, now)
      if (answer.status !== 200 && textIn(said(answer), 'code') === 'NO_STATEMENT_EXIST') return null
      const [from, hash] = [textIn(said(answer), 'download_url'), textIn(said(answer), 'hash_value')]
      // The merchant's signature goes nowhere else.
      if (answer.status !== 200 || !from.startsWith(`${options.url}/`)) throw refused('账单', answer)
      const path = from.slice(options.url.length)
      const file = await askOutside(from, {
        method: 'GET',
        service: NAME,
        what: `账单 ${day}`,
        headers: { ...HEADERS, authorization: authorization(options, { method: 'GET', path, body: '' }, now) },
      })
      // The file is not signed; its hash was.
      const isWhole = file.status === 200 && createHash('sha1').update(file.body).digest('hex') === hash.toLowerCase()
      if (!isWhole) throw new Unanswered(NAME, `账单 ${day}: ${file.status}, not the file that was promised`)
      return { name: `微信支付 ${day}.csv`, content: file.body }
    },
    async close(paymentNo, now) {
      const answer = await ask('POST', `/v3/pay/transactions/out-trade-no/${paymentNo}/close`, { mchid: options.mchid }, now)
      // Paid or closed already, or never told of: nothing is left to close.
      const left = ['ORDER_PAID', 'ORDERPAID', 'ORDER_CLOSED', 'ORDER_NOT_EXIST'].includes(textIn(said(answer), 'code'))
      if (answer.status !== 204 && !left) throw refused('关单', answer)
      return 'closed'
    },
    async refund({ paymentNo, refundNo, paid, amount, reason }, now) {
      const answer = await ask(
        'POST',
        '/v3/refund/domestic/refunds',
        {
          out_trade_no: paymentNo,
          out_refund_no: refundNo,
          reason: cutBytes(reason, REASON_BYTES),
          notify_url: options.notifyUrl,
          amount: { refund: amount, total: paid, currency: 'CNY' },
        },
        now,
      )
      const content = said(answer)
      if (answer.status === 200) {
        const outcome = REFUNDS[textIn(content, 'status')]
        if (outcome !== undefined && fieldsIn(content.amount).refund === amount) return outcome
        throw refused('退款', answer)
      }
      const final = FINAL_REFUSALS[textIn(content, 'code')]
      if (final === undefined) throw refused('退款', answer)
      return { status: final, reason: textIn(content, 'message') || '微信支付拒绝退款' }
    },
  }
}

/** A transaction as the service tells of it; null: not paid, or not ours. */
function eventOf(content: Fields, { mchid, appid }: Pick<WechatPayOptions, 'mchid' | 'appid'>): PaymentEvent | null {
  const { total, currency } = fieldsIn(content.amount)
  const isPaid = content.trade_state === 'SUCCESS' || content.trade_state === 'REFUND'
  if (!isPaid || content.mchid !== mchid || content.appid !== appid || currency !== 'CNY') return null
  const [paymentNo, gatewayNo] = [textIn(content, 'out_trade_no'), textIn(content, 'transaction_id')]
  if (!paymentNo || !gatewayNo || !Number.isSafeInteger(total) || Number(total) <= 0) return null
  const payer = hidePayer(textIn(fieldsIn(content.payer), 'openid'))
  return { paymentNo, gatewayNo, amount: fen(Number(total)), status: 'paid', payer }
}

function verdictOf(callback: Fields, options: WechatPayOptions): CallbackVerdict {
  const resource = fieldsIn(callback.resource)
  const text = decryptResource(
    {
      ciphertext: textIn(resource, 'ciphertext'),
      nonce: textIn(resource, 'nonce'),
      associatedData: textIn(resource, 'associated_data'),
    },
    options.apiV3Key,
  )
  if (text === null) return { genuine: false, reason: 'not_decrypted', paymentNo: '' }
  const content = parsedFields(text)
  const paymentNo = textIn(content, 'out_trade_no')
  if (textIn(callback, 'event_type').startsWith('REFUND.')) {
    const refundNo = textIn(content, 'out_refund_no')
    if (content.mchid === options.mchid && paymentNo && refundNo) return { genuine: true, refund: { paymentNo, refundNo } }
    return { genuine: false, reason: 'malformed', paymentNo }
  }
  const event = eventOf(content, options)
  return event === null ? { genuine: false, reason: 'malformed', paymentNo } : { genuine: true, event }
}
