import { createCipheriv, createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { type Answered, type Asked, type Mood, openStandIn, type StandIn } from './server.ts'

/**
 * WeChat Pay as its merchants see it: checks the signature of each request by the merchant's key, keeps books of its own, answers and
 * reports signed by its own. Written from the service's documentation and without the shop's signer, so that the two check each other.
 */

export interface WechatTrade {
  out_trade_no: string
  transaction_id: string
  total: number
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND'
  notify_url: string
  code: string
  /** As it was given at first; '' where it was not. */
  time_expire: string
}
export interface WechatRefund {
  out_refund_no: string
  out_trade_no: string
  refund: number
  status: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL'
}

export interface WechatPayService extends StandIn {
  trades: Map<string, WechatTrade>
  refunds: Map<string, WechatRefund>
  /** What becomes of refunds that are asked for from now on. */
  refundsBecome: WechatRefund['status']
  /** The buyer's phone. */
  scan: (code: string) => WechatTrade
  /** The callback about a trade or a refund, as it would be sent. */
  callback: (
    of: WechatTrade | WechatRefund,
    now: Date,
    wish?: { by?: KeyObject; at?: Date },
  ) => { headers: Record<string, string>; body: Buffer }
  /** The bill that it gives out, by day; none: nothing moved. */
  bills: Map<string, string>
  /** What the merchant is given. */
  keys: {
    mchid: string
    appid: string
    serial: string
    merchantKey: KeyObject
    apiV3Key: string
    publicKeyId: string
    publicKey: KeyObject
  }
}

/** Of the buyer, as the documentation's own examples have one. */
const PAYER = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o'
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const json = (status: number, content: object | null): { status: number; text: string } => ({
  status,
  text: content === null ? '' : JSON.stringify(content),
})
const refusal = (status: number, code: string, message: string) => json(status, { code, message })

export async function openWechatPay(clock: () => Date = () => new Date()): Promise<WechatPayService> {
  const [merchant, service, stranger] = [pair(), pair(), pair()]
  const keys = {
    mchid: '1900007291',
    appid: 'wxd678efh567hg6787',
    serial: '3775B6A45ACD588826D15E583A95F5DD12345678',
    merchantKey: merchant.privateKey,
    apiV3Key: randomBytes(16).toString('hex'),
    publicKeyId: 'PUB_KEY_ID_0119000072912026',
    publicKey: service.publicKey,
  }
  const trades = new Map<string, WechatTrade>()
  const refunds = new Map<string, WechatRefund>()
  const bills = new Map<string, string>()
  let count = 0

  const stamped = (body: string, by: KeyObject, at: Date): Record<string, string> => {
    const [timestamp, nonce] = [String(Math.floor(at.getTime() / 1000)), randomBytes(16).toString('hex')]
    return {
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Serial': keys.publicKeyId,
      'Wechatpay-Signature': sign('RSA-SHA256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), by).toString('base64'),
      'Wechatpay-Signature-Type': 'WECHATPAY2-SHA256-RSA2048',
    }
  }
  const isSigned = ({ method, path, headers, body }: Asked): boolean => {
    const given = headers.authorization ?? ''
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(given)?.[1] ?? ''
    if (!given.startsWith('WECHATPAY2-SHA256-RSA2048 ') || of('mchid') !== keys.mchid || of('serial_no') !== keys.serial) return false
    if (Math.abs(clock().getTime() / 1000 - Number(of('timestamp'))) > 300 || !headers.accept || !headers['user-agent']) return false
    const signed = `${method}\n${path}\n${of('timestamp')}\n${of('nonce_str')}\n${body}\n`
    return verify('RSA-SHA256', Buffer.from(signed), createPublicKey(keys.merchantKey), Buffer.from(of('signature'), 'base64'))
  }
  const told = (trade: WechatTrade) => ({
    appid: keys.appid,
    mchid: keys.mchid,
    out_trade_no: trade.out_trade_no,
    trade_state: trade.state,
    trade_state_desc: trade.state,
    ...(trade.state !== 'NOTPAY' &&
      trade.state !== 'CLOSED' && { transaction_id: trade.transaction_id, trade_type: 'NATIVE', payer: { openid: PAYER } }),
    amount: { total: trade.total, payer_total: trade.total, currency: 'CNY', payer_currency: 'CNY' },
  })
  const toldRefund = (refund: WechatRefund) => ({
    refund_id: `5${refund.out_refund_no}`,
    out_refund_no: refund.out_refund_no,
    out_trade_no: refund.out_trade_no,
    transaction_id: trades.get(refund.out_trade_no)?.transaction_id,
    status: refund.status,
    amount: { total: trades.get(refund.out_trade_no)?.total, refund: refund.refund, currency: 'CNY' },
  })

  interface Begin {
    out_trade_no: string
    amount: { total: number }
    notify_url: string
    appid: string
    mchid: string
    time_expire?: string
  }
  const begin = (content: Begin) => {
    const { time_expire = '' } = content
    const known = trades.get(content.out_trade_no)
    if (content.appid !== keys.appid || content.mchid !== keys.mchid) return refusal(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配')
    if (known && known.total !== content.amount.total) return refusal(400, 'INVALID_REQUEST', '商户订单号重复，金额不一致')
    // Given once with the first request, never changed; what has ended needs another number.
    if (known && known.time_expire !== time_expire) return refusal(400, 'INVALID_REQUEST', '201 商户订单号重复')
    if (known?.state === 'NOTPAY' && time_expire && new Date(time_expire) <= clock())
      return refusal(400, 'INVALID_REQUEST', '已超过支付结束时间')
    if (known?.state === 'SUCCESS' || known?.state === 'REFUND') return refusal(400, 'ORDERPAID', '订单已支付')
    if (known?.state === 'CLOSED') return refusal(400, 'ORDER_CLOSED', '订单已关闭')
    const trade = known ?? {
      out_trade_no: content.out_trade_no,
      transaction_id: `42000${String(++count).padStart(20, '0')}`,
      total: content.amount.total,
      state: 'NOTPAY' as const,
      notify_url: content.notify_url,
      code: `weixin://wxpay/bizpayurl?pr=${randomBytes(6).toString('hex')}`,
      time_expire,
    }
    trades.set(trade.out_trade_no, trade)
    return json(200, { code_url: trade.code })
  }
  const giveBack = (
    content: { out_trade_no: string; out_refund_no: string; amount: { refund: number; total: number } },
    become: WechatRefund['status'],
  ) => {
    const trade = trades.get(content.out_trade_no)
    const earlier = refunds.get(content.out_refund_no)
    if (earlier)
      return earlier.refund === content.amount.refund
        ? json(200, toldRefund(earlier))
        : refusal(400, 'PARAM_ERROR', '退款单号重复，金额不一致')
    if (!trade || trade.state === 'NOTPAY' || trade.state === 'CLOSED') return refusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
    if (content.amount.total !== trade.total) return refusal(400, 'PARAM_ERROR', '订单金额不一致')
    const gone = [...refunds.values()].filter((one) => one.out_trade_no === trade.out_trade_no).reduce((sum, one) => sum + one.refund, 0)
    if (gone + content.amount.refund > trade.total) return refusal(400, 'INVALID_REQUEST', '退款金额超过可退金额')
    const refund = { out_refund_no: content.out_refund_no, out_trade_no: trade.out_trade_no, refund: content.amount.refund, status: become }
    refunds.set(refund.out_refund_no, refund)
    trade.state = 'REFUND'
    return json(200, toldRefund(refund))
  }
  const billOf = (day: string) => {
    const bill = bills.get(day)
    if (bill === undefined) return refusal(400, 'NO_STATEMENT_EXIST', '账单不存在')
    const hash_value = createHash('sha1').update(bill).digest('hex')
    return json(200, { download_url: `${made.url}/v3/billdownload/${day}`, hash_type: 'SHA1', hash_value })
  }
  const answerOf = ({ method, path, body }: Asked): { status: number; text: string } => {
    const place = path.split('?')[0] ?? ''
    const content = body === '' ? {} : JSON.parse(body)
    if (method === 'POST' && place === '/v3/pay/transactions/native') return begin(content)
    if (method === 'POST' && place === '/v3/refund/domestic/refunds') return giveBack(content, made.refundsBecome)
    if (place === '/v3/bill/tradebill') return billOf(new URLSearchParams(path.split('?')[1]).get('bill_date') ?? '')
    if (place.startsWith('/v3/billdownload/')) return { status: 200, text: bills.get(place.split('/').at(-1) ?? '') ?? '' }
    const no = /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(place)
    const trade = trades.get(no?.[1] ?? '')
    if (!no) return refusal(404, 'NOT_FOUND', place)
    if (!trade) return refusal(404, 'ORDER_NOT_EXIST', '订单不存在')
    if (no[2] === undefined) return json(200, told(trade))
    if (trade.state === 'SUCCESS' || trade.state === 'REFUND') return refusal(400, 'ORDERPAID', '订单已支付')
    trade.state = 'CLOSED'
    return json(204, null)
  }
  const answer = async (asked: Asked, mood: Mood): Promise<Answered> => {
    const { status, text } = isSigned(asked) ? answerOf(asked) : refusal(401, 'SIGN_ERROR', '签名错误')
    const at = mood.stale ? new Date(clock().getTime() - 3_600_000) : clock()
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      ...stamped(text, mood.forged ? stranger.privateKey : service.privateKey, at),
    }
    return { status, headers, body: text }
  }

  const made: WechatPayService = Object.assign(await openStandIn(answer), {
    trades,
    refunds,
    bills,
    refundsBecome: 'SUCCESS' as const,
    keys,
    scan(code: string) {
      const trade = [...trades.values()].find((one) => one.code === code)
      if (!trade) throw new Error(`no trade has the code ${code}`)
      if (trade.state !== 'NOTPAY') throw new Error(`${trade.out_trade_no} is ${trade.state}`)
      trade.state = 'SUCCESS'
      return trade
    },
    callback(of: WechatTrade | WechatRefund, now: Date, { by = service.privateKey, at = now }: { by?: KeyObject; at?: Date } = {}) {
      const isRefund = 'refund' in of
      const content = isRefund ? { mchid: keys.mchid, ...toldRefund(of), refund_status: of.status } : told(of)
      const nonce = randomBytes(6).toString('hex')
      const cipher = createCipheriv('aes-256-gcm', keys.apiV3Key, nonce).setAAD(Buffer.from('transaction'))
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()]).toString('base64')
      const body = JSON.stringify({
        id: randomBytes(16).toString('hex'),
        create_time: now.toISOString(),
        event_type: isRefund ? `REFUND.${of.status}` : 'TRANSACTION.SUCCESS',
        resource_type: 'encrypt-resource',
        resource: {
          algorithm: 'AEAD_AES_256_GCM',
          original_type: isRefund ? 'refund' : 'transaction',
          ciphertext,
          associated_data: 'transaction',
          nonce,
        },
      })
      const headers = Object.fromEntries(Object.entries(stamped(body, by, at)).map(([name, value]) => [name.toLowerCase(), value]))
      return { headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(body) }
    },
  })
  return made
}
