import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { type Answered, type Asked, type Mood, openStandIn, type StandIn } from './server.ts'

/**
 * Alipay's gateway as its merchants see it: checks the signature of each request by the app's key, keeps books of its own, answers and
 * notifies signed by its own. Written from the open platform's documentation and without the shop's signer.
 */

export interface AlipayTrade {
  out_trade_no: string
  trade_no: string
  total_amount: string
  subject: string
  return_url: string
  /** FAST_INSTANT_TRADE_PAY, QUICK_WAP_WAY, FACE_TO_FACE_PAYMENT. */
  product: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
}
export interface AlipayRefund {
  out_request_no: string
  out_trade_no: string
  refund_amount: string
  isDone: boolean
}

export interface AlipayService extends StandIn {
  trades: Map<string, AlipayTrade>
  refunds: Map<string, AlipayRefund>
  /** false: refunds that are asked for from now on stay on their way. */
  refundsArrive: boolean
  /** true: it cannot bring them, for the buyer's account is barred. */
  refundsRefused: boolean
  /** The archive of a day's bill that it gives out, by day; none: nothing moved. */
  bills: Map<string, Buffer>
  /** Where it says that they lie; '': where they do. */
  billsAt: string
  /** The buyer's phone reads a code, and he pays. */
  scan: (code: string) => AlipayTrade
  /** The codes that it gave, by the number of what they pay. */
  codes: Map<string, string>
  /** The buyer pays at the cashier; the trade begins there with its page. */
  pay: (url: string) => Promise<AlipayTrade>
  notification: (
    trade: AlipayTrade,
    wish?: { by?: KeyObject; change?: Readonly<Record<string, string>> },
  ) => { headers: Record<string, string>; body: Buffer }
  keys: { appId: string; sellerId: string; key: KeyObject; alipayKey: KeyObject }
}

const BUYER = { buyer_logon_id: '159****5620', buyer_user_id: '2088102147948060' }
const fenOf = (yuan: string): number => Math.round(Number(yuan) * 100)
const joined = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')

export async function openAlipay(): Promise<AlipayService> {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [app, service, stranger] = [pair(), pair(), pair()]
  const keys = { appId: '2021000118623456', sellerId: '2088102147948060', key: app.privateKey, alipayKey: service.publicKey }
  type Content = Record<
    'out_trade_no' | 'refund_amount' | 'out_request_no' | 'total_amount' | 'subject' | 'product_code' | 'bill_date',
    string
  >
  const trades = new Map<string, AlipayTrade>()
  const refunds = new Map<string, AlipayRefund>()
  const codes = new Map<string, string>()
  const asked = new Map<string, Content>()
  const bills = new Map<string, Buffer>()
  const signed = (text: string, by: KeyObject): string => sign('RSA-SHA256', Buffer.from(text), by).toString('base64')

  const believed = (form: string): Record<string, string> | null => {
    const { sign: signature = '', ...fields } = Object.fromEntries(new URLSearchParams(form))
    const isOurs = fields.app_id === keys.appId && fields.sign_type === 'RSA2'
    return isOurs && verify('RSA-SHA256', Buffer.from(joined(fields)), createPublicKey(keys.key), Buffer.from(signature, 'base64'))
      ? fields
      : null
  }
  const OK = { code: '10000', msg: 'Success' }
  const refusal = (sub: string, text: string) => ({ code: '40004', msg: 'Business Failed', sub_code: sub, sub_msg: text })

  const query = ({ out_trade_no: no }: Content): object => {
    const trade = trades.get(no)
    if (!trade) return refusal('ACQ.TRADE_NOT_EXIST', '交易不存在')
    const { out_trade_no, trade_no, total_amount, status } = trade
    return { ...OK, out_trade_no, trade_no, total_amount, trade_status: status, ...BUYER, send_pay_date: '“{}”' }
  }
  const close = ({ out_trade_no: no }: Content): object => {
    const trade = trades.get(no)
    if (!trade) return refusal('ACQ.TRADE_NOT_EXIST', '交易不存在')
    if (trade.status !== 'WAIT_BUYER_PAY') return refusal('ACQ.REASON_TRADE_STATUS_INVALID', '交易状态不合法')
    trade.status = 'TRADE_CLOSED'
    return { ...OK, out_trade_no: no, trade_no: trade.trade_no }
  }
  const refund = ({ out_trade_no: no, out_request_no: requestNo, refund_amount: amount }: Content): object => {
    const trade = trades.get(no)
    const earlier = refunds.get(requestNo)
    const of = [...refunds.values()].filter((one) => one.out_trade_no === no)
    const gone = of.reduce((sum, one) => sum + fenOf(one.refund_amount), 0)
    const answer = (change: 'Y' | 'N', sum: number) => ({
      ...OK,
      out_trade_no: no,
      trade_no: trade?.trade_no,
      fund_change: change,
      refund_fee: (sum / 100).toFixed(2),
    })
    if (earlier) return earlier.refund_amount === amount ? answer('N', gone) : refusal('ACQ.DISCORDANT_REPEAT_REQUEST', '请求信息不一致')
    if (!trade || trade.status === 'WAIT_BUYER_PAY') return refusal('ACQ.TRADE_NOT_EXIST', '交易不存在')
    if (made.refundsRefused) return refusal('ACQ.BUYER_ENABLE_STATUS_FORBID', '买家状态非法')
    if (gone + fenOf(amount) > fenOf(trade.total_amount)) return refusal('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限')
    refunds.set(requestNo, { out_request_no: requestNo, out_trade_no: no, refund_amount: amount, isDone: made.refundsArrive })
    return answer(made.refundsArrive ? 'Y' : 'N', gone + fenOf(amount))
  }
  const refundQuery = ({ out_request_no: requestNo }: Content): object => {
    const found = refunds.get(requestNo)
    // As the service does: a refund that is not through is told of without a status.
    return found?.isDone ? { ...OK, ...found, refund_status: 'REFUND_SUCCESS' } : { ...OK }
  }
  /** The trade itself begins when the code is read. */
  const precreate = (content: Content): object => {
    const no = content.out_trade_no
    const trade = trades.get(no)
    if (content.product_code !== 'FACE_TO_FACE_PAYMENT') return refusal('ACQ.INVALID_PARAMETER', '参数无效')
    if (trade && trade.status === 'TRADE_SUCCESS') return refusal('ACQ.TRADE_HAS_SUCCESS', '交易已被支付')
    if (trade && trade.status === 'TRADE_CLOSED') return refusal('ACQ.TRADE_HAS_CLOSE', '交易已经关闭')
    const qr_code = codes.get(no) ?? `https://qr.alipay.com/bax${String(codes.size + 1).padStart(10, '0')}`
    codes.set(no, qr_code)
    asked.set(no, content)
    return { ...OK, out_trade_no: no, qr_code }
  }
  const bill = ({ bill_date: day }: Content): object =>
    bills.has(day) ? { ...OK, bill_download_url: made.billsAt || `${made.url}/bill/${day}` } : refusal('isp.bill_not_exist', '账单不存在')
  const METHODS: Readonly<Record<string, (content: Content) => object>> = {
    'alipay.trade.precreate': precreate,
    'alipay.data.dataservice.bill.downloadurl.query': bill,
    'alipay.trade.query': query,
    'alipay.trade.close': close,
    'alipay.trade.refund': refund,
    'alipay.trade.fastpay.refund.query': refundQuery,
  }

  const begin = (content: Content, returnUrl: string): AlipayTrade => {
    const known = trades.get(content.out_trade_no)
    if (known && known.product !== content.product_code) throw new Error('ACQ.CONTEXT_INCONSISTENT')
    if (known) return known
    const trade: AlipayTrade = {
      out_trade_no: content.out_trade_no,
      trade_no: `2026112722001${String(trades.size + 1).padStart(15, '0')}`,
      total_amount: content.total_amount,
      subject: content.subject,
      return_url: returnUrl,
      product: content.product_code,
      status: 'WAIT_BUYER_PAY',
    }
    trades.set(trade.out_trade_no, trade)
    return trade
  }
  const CASHIERS: Readonly<Record<string, string>> = {
    'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
    'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
  }
  const cashier = ({ path }: Asked): Answered => {
    const fields = believed(path.split('?')[1] ?? '')
    const product = fields ? CASHIERS[fields.method ?? ''] : undefined
    const content = JSON.parse(fields?.biz_content ?? '{}')
    if (fields === null || product === undefined || content.product_code !== product) return { status: 400, body: '验签出错' }
    const trade = begin(content, fields.return_url ?? '')
    const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>收银台</title><h1>支付宝收银台</h1>
<p>${trade.subject.replace(/[<&]/g, '')}</p><p>¥${trade.total_amount}</p>
<form method="post" action="/cashier/${trade.out_trade_no}"><button>确认付款</button></form>`
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }
  }
  const answer = async (request: Asked, mood: Mood): Promise<Answered> => {
    const day = /^\/bill\/([\d-]+)$/.exec(request.path)
    if (day) return { status: 200, headers: { 'content-type': 'application/zip' }, body: bills.get(day[1] ?? '') ?? '' }
    if (request.method === 'GET') return cashier(request)
    const paying = /^\/cashier\/(\w+)$/.exec(request.path)
    if (paying) {
      const trade = trades.get(paying[1] ?? '')
      if (!trade) return { status: 404, body: '' }
      if (trade.status === 'WAIT_BUYER_PAY') trade.status = 'TRADE_SUCCESS'
      return { status: 303, headers: { location: trade.return_url }, body: '' }
    }
    const fields = believed(request.body)
    const method = fields?.method ?? ''
    const run = METHODS[method]
    const by = mood.forged ? stranger.privateKey : service.privateKey
    const [name, content] =
      fields === null || !run
        ? ['error_response', { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' }]
        : [`${method.replaceAll('.', '_')}_response`, run(JSON.parse(fields.biz_content ?? '{}'))]
    const text = JSON.stringify(content)
    return {
      status: 200,
      headers: { 'content-type': 'text/html;charset=utf-8' },
      body: `{"${name}":${text},"sign":"${signed(text, by)}"}`,
    }
  }

  const made: AlipayService = Object.assign(await openStandIn(answer), {
    trades,
    refunds,
    codes,
    bills,
    billsAt: '',
    refundsArrive: true,
    refundsRefused: false,
    keys,
    scan(code: string) {
      const [no] = [...codes].find(([, one]) => one === code) ?? []
      const content = asked.get(no ?? '')
      if (content === undefined) throw new Error(`nothing has the code ${code}`)
      const trade = begin(content, '')
      if (trade.status !== 'WAIT_BUYER_PAY') throw new Error(`${no} is ${trade.status}`)
      trade.status = 'TRADE_SUCCESS'
      return trade
    },
    async pay(url: string) {
      const page = await fetch(url)
      if (!page.ok) throw new Error(await page.text())
      const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? ''
      await fetch(new URL(action, url), { method: 'POST', redirect: 'manual' })
      const trade = trades.get(action.split('/').at(-1) ?? '')
      if (!trade) throw new Error(`nothing was begun by ${url}`)
      return trade
    },
    notification(
      trade: AlipayTrade,
      { by = service.privateKey, change = {} }: { by?: KeyObject; change?: Readonly<Record<string, string>> } = {},
    ) {
      const fields = {
        notify_type: 'trade_status_sync',
        notify_id: `ac05099524730693a8b330c45cf72da${trade.trade_no.slice(-4)}`,
        notify_time: '2026-11-27 10:00:00',
        charset: 'utf-8',
        version: '1.0',
        app_id: keys.appId,
        seller_id: keys.sellerId,
        out_trade_no: trade.out_trade_no,
        trade_no: trade.trade_no,
        trade_status: trade.status,
        total_amount: trade.total_amount,
        buyer_id: BUYER.buyer_user_id,
        buyer_logon_id: BUYER.buyer_logon_id,
        subject: `${trade.subject} 100% & 更多`,
        fund_bill_list: '[{"amount":"0.80","fundChannel":"ALIPAYACCOUNT"}]',
        ...change,
      }
      const body = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signed(joined(fields), by) })
      return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body: Buffer.from(body.toString()) }
    },
  })
  return made
}
