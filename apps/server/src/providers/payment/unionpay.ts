import type { KeyObject } from 'node:crypto'
import { hidePayer } from '#domain/masking.ts'
import { fen } from '#domain/money.ts'
import type { Database } from '../../platform/database.ts'
import { callbackFields } from '../../platform/form-text.ts'
import { askOutside, Unanswered } from '../outside/ask.ts'
import type { Parameters } from '../outside/rsa.ts'
import type { PaymentEvent, PaymentProvider, RefundOutcome } from './provider.ts'
import { answeredFields, distrustOfUnionPay, signFields, type UnionPayTrust } from './unionpay-signing.ts'
import { findSent, firstSent, markTaken, sentAgain } from './unionpay-store.ts'

export const UNIONPAY_CHANNEL = 'unionpay'
const NAME = '银联在线支付'

export interface UnionPayOptions {
  merId: string
  key: KeyObject
  /** Decimal serial of the certificate that goes with the key. */
  certId: string
  trust: UnionPayTrust
  /** Where the gateway's calls are. */
  url: string
  /** Where it reports to. */
  notifyUrl: string
  /** Before the path that a buyer comes back to. */
  returnOrigin: string
}

/** A transaction is named by the second of its sending, which must not be old when the buyer's browser sends it. */
const GOOD_FOR_MS = 30 * 60_000
/** So long after a refund was sent and is not known there it may still be on its way; later it is sent as a new one. */
const ON_ITS_WAY_MS = 10 * 60_000
const COMMODITY_MAX = 60
const CNY = '156'

/** Its own words for how a transaction stands: A6 is done with a defect that is not ours. */
const DONE: readonly string[] = ['00', 'A6']
const UNDER_WAY: readonly string[] = ['03', '04', '05']
const NOT_FOUND = '34'
/** Sent once already. */
const DUPLICATE = '12'
/** Refusals of a refund that no repetition changes; everything else is tried again, and seen among the failed jobs meanwhile. */
const FINAL_REFUSALS: Readonly<Record<string, 'closed' | 'abnormal'>> = {
  '01': 'closed',
  '33': 'closed',
  '34': 'closed',
  '35': 'closed',
  '36': 'closed',
  '60': 'abnormal',
  '61': 'abnormal',
}

/** yyyyMMddHHmmss of Beijing. */
const timeText = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace(/\D/g, '')

/** null: it is none. */
function timeOf(text: string): Date | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** UnionPay's gateway, B2C: the buyer's browser brings a form there. Amounts in fen. What it reports is a hint, and is asked about. */
export function unionPay(options: UnionPayOptions, db: Database): PaymentProvider {
  const common = {
    version: '5.1.0',
    encoding: 'UTF-8',
    signMethod: '01',
    certId: options.certId,
    accessType: '0',
    channelType: '07',
    merId: options.merId,
  }
  const signed = (fields: Parameters): Parameters => {
    const all = { ...common, ...fields }
    return { ...all, signature: signFields(all, options.key) }
  }
  const ask = async (call: string, what: string, fields: Parameters & { orderId: string }, now: Date): Promise<Parameters> => {
    const { status, body } = await askOutside(`${options.url}/${call}`, {
      method: 'POST',
      service: NAME,
      what,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: new URLSearchParams(signed(fields)).toString(),
    })
    const answer = answeredFields(body.toString('utf8'))
    const distrust = distrustOfUnionPay(answer, options.trust, now)
    if (distrust !== null) throw new Unanswered(NAME, `${what}: ${status}, not believed (${distrust})`)
    if (answer.merId !== options.merId || answer.orderId !== fields.orderId)
      throw new Unanswered(NAME, `${what}: answered about ${answer.orderId ?? 'nothing'}`)
    return answer
  }
  const unclear = (what: string, { respCode, respMsg }: Parameters): Error => new Unanswered(NAME, `${what}: ${respCode} ${respMsg}`)

  /** null: UnionPay does not know it (yet). */
  const found = async (orderNo: string, sentAt: Date, now: Date): Promise<Parameters | null> => {
    const about = { txnType: '00', txnSubType: '00', bizType: '000000', orderId: orderNo, txnTime: timeText(sentAt) }
    const answer = await ask('queryTrans.do', '查询', about, now)
    if (answer.respCode === NOT_FOUND) return null
    if (answer.respCode !== '00') throw unclear('查询', answer)
    return answer
  }
  const whatBecame = (known: Parameters, amount: number): RefundOutcome => {
    if (Number(known.txnAmt) !== amount) return { status: 'closed', reason: '银联已有同一单号的另一笔退款' }
    const code = known.origRespCode ?? ''
    if (DONE.includes(code)) return { status: 'done' }
    return UNDER_WAY.includes(code) ? { status: 'processing' } : { status: 'abnormal', reason: known.origRespMsg || '银联退款失败' }
  }

  return {
    channel: UNIONPAY_CHANNEL,
    name: NAME,
    note: '跳转到银联在线支付页面，用银行卡或云闪付付款',
    goodForMs: GOOD_FOR_MS,
    async create({ paymentNo, amount, subject, payBefore, device }, now) {
      const sentAt = await firstSent(db, paymentNo, now)
      const fields = signed({
        txnType: '01',
        txnSubType: '01',
        bizType: '000201',
        channelType: device === 'phone' ? '08' : '07',
        orderId: paymentNo,
        txnTime: timeText(sentAt),
        txnAmt: String(amount),
        currencyCode: CNY,
        ...(payBefore !== null && { payTimeout: timeText(payBefore) }),
        riskRateInfo: `{commodityName=${subject.replace(/[{}&=]/g, '').slice(0, COMMODITY_MAX)}}`,
        frontUrl: `${options.returnOrigin}/pay/${paymentNo}/back`,
        backUrl: options.notifyUrl,
      })
      return { kind: 'form', url: `${options.url}/frontTransReq.do`, fields }
    },
    verifyCallback({ body }, now) {
      const fields = callbackFields(body)
      const orderNo = fields.orderId ?? ''
      const distrust = distrustOfUnionPay(fields, options.trust, now)
      if (distrust !== null) return { genuine: false, reason: distrust, paymentNo: orderNo }
      if (fields.merId !== options.merId) return { genuine: false, reason: 'not_ours', paymentNo: orderNo }
      const since = timeOf(fields.txnTime ?? '')
      if (orderNo !== '' && fields.txnType === '01' && since !== null) return { genuine: true, ask: orderNo, since }
      // A whole payment's refund is named after it; of any other its number is enough.
      if (orderNo !== '' && fields.txnType === '04')
        return { genuine: true, refund: { refundNo: orderNo, paymentNo: /^RP\d+$/.test(orderNo) ? orderNo.slice(1) : '' } }
      return { genuine: false, reason: 'malformed', paymentNo: orderNo }
    },
    async query(paymentNo, now, since) {
      const sentAt = (await findSent(db, paymentNo))?.at ?? since
      const known = sentAt && (await found(paymentNo, sentAt, now))
      return known ? eventOf(known) : null
    },
    async close() {
      return 'open'
    },
    async refund({ refundNo, gatewayNo, amount }, now) {
      if (gatewayNo === null) return { status: 'closed', reason: '没有银联的交易流水号' }
      const before = await findSent(db, refundNo)
      const known = before && (await found(refundNo, before.at, now))
      if (known) return whatBecame(known, amount)
      if (before?.isTaken) return { status: 'processing' }
      const isFresh = before === null || now.getTime() - before.at.getTime() < ON_ITS_WAY_MS
      const sentAt = isFresh ? await firstSent(db, refundNo, now) : await sentAgain(db, refundNo, before.at, now)
      const answer = await ask(
        'backTransReq.do',
        '退款',
        {
          txnType: '04',
          txnSubType: '00',
          bizType: '000201',
          orderId: refundNo,
          origQryId: gatewayNo,
          txnTime: timeText(sentAt),
          txnAmt: String(amount),
          backUrl: options.notifyUrl,
        },
        now,
      )
      const code = answer.respCode ?? ''
      const final = FINAL_REFUSALS[code]
      if (final !== undefined) return { status: final, reason: answer.respMsg || '银联拒绝退款' }
      if (![...DONE, ...UNDER_WAY, DUPLICATE].includes(code)) throw unclear('退款', answer)
      // Taken is not done: only the question tells.
      await markTaken(db, refundNo)
      const since = await found(refundNo, sentAt, now)
      return since === null ? { status: 'processing' } : whatBecame(since, amount)
    },
  }
}

/** A payment as an answered question tells of it; null: not paid. */
function eventOf(known: Parameters): PaymentEvent | null {
  const { orderId: paymentNo = '', queryId: gatewayNo = '', origRespCode = '', currencyCode, accNo = '' } = known
  const amount = Number(known.txnAmt)
  if (!DONE.includes(origRespCode) || currencyCode !== CNY) return null
  if (paymentNo === '' || gatewayNo === '' || !Number.isSafeInteger(amount) || amount <= 0) return null
  return { paymentNo, gatewayNo, amount: fen(amount), status: 'paid', payer: hidePayer(accNo) }
}
