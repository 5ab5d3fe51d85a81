import { createHash, generateKeyPairSync, type KeyObject, sign, verify, type X509Certificate } from 'node:crypto'
import { type Issued, issue } from './certificates.ts'
import { type Answered, type Asked, type Mood, openStandIn, type StandIn } from './server.ts'

/**
 * UnionPay's gateway as its merchants see it: checks the signature of each request by the merchant's certificate, keeps books of its own,
 * answers and notifies signed by a certificate that a middle one has issued. Written from the open platform's documentation and without the
 * shop's signer.
 */

export interface UnionPayTrade {
  orderId: string
  txnTime: string
  txnAmt: string
  queryId: string
  frontUrl: string
  payTimeout: string
  channelType: string
  isPaid: boolean
}
export interface UnionPayRefund {
  orderId: string
  txnTime: string
  txnAmt: string
  queryId: string
  of: string
  /** 00 done, 05 under way, others have failed. */
  code: string
}

export interface UnionPayService extends StandIn {
  trades: Map<string, UnionPayTrade>
  refunds: Map<string, UnionPayRefund>
  /** What becomes of refunds that are asked for from now on. */
  refundsBecome: string
  /** false: taken refunds are not found yet when they are asked about. */
  findsRefunds: boolean
  /** The buyer's browser brings the form, and he pays at the cashier. */
  pay: (form: { url: string; fields: Readonly<Record<string, string>> }) => Promise<UnionPayTrade>
  notification: (
    of: UnionPayTrade | UnionPayRefund,
    wish?: { by?: Issued; change?: Readonly<Record<string, string>>; after?: Readonly<Record<string, string>> },
  ) => { headers: Record<string, string>; body: Buffer }
  keys: {
    merId: string
    merchant: Issued
    certId: string
    root: X509Certificate
    middle: X509Certificate
    name: string
    /** Signed by the same middle, on another name; by nobody that is known; ended. */
    others: { another: Issued; stranger: Issued; ended: Issued }
  }
}

const NAME = '00040000:SIGN'
const joined = (fields: Readonly<Record<string, string>>): string =>
  Object.keys(fields)
    .filter((name) => name !== 'signature')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
const hashed = (fields: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(createHash('sha256').update(joined(fields)).digest('hex'), 'latin1')

export async function openUnionPay(clock: () => Date = () => new Date()): Promise<UnionPayService> {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const [from, until] = [new Date('2026-01-01T00:00:00Z'), new Date('2046-01-01T00:00:00Z')]
  const authority = (name: string, by: Issued | null) => issue({ name, by, key: pair(), isAuthority: true, from, until })
  const leaf = (name: string, by: Issued, key: KeyObject = pair(), end = until) =>
    issue({ name, by, key, isAuthority: false, from, until: end })
  const root = await authority('CFCA TEST CS CA', null)
  const middle = await authority('CFCA TEST OCA1', root)
  const foreign = await authority('SOME CA', null)
  const signer = await leaf(`041@Z2026-1-1@${NAME}@00000001`, middle)
  const others = {
    another: await leaf('041@Z2026-1-1@00049999:SIGN@00000002', middle),
    stranger: await leaf(`041@Z2026-1-1@${NAME}@00000003`, foreign),
    ended: await leaf(`041@Z2026-1-1@${NAME}@00000004`, middle, pair(), new Date('2026-02-01T00:00:00Z')),
  }
  const merchant = await leaf('041@M777290058110048@700000000000001@00000005', middle)
  const keys = {
    merId: '777290058110048',
    merchant,
    certId: BigInt(`0x${merchant.certificate.serialNumber}`).toString(),
    root: root.certificate,
    middle: middle.certificate,
    name: NAME,
    others,
  }
  const trades = new Map<string, UnionPayTrade>()
  const refunds = new Map<string, UnionPayRefund>()
  let count = 0
  const nextId = () => `${String(++count).padStart(15, '9')}201118`

  const signed = (fields: Readonly<Record<string, string>>, by: Issued): Record<string, string> => {
    const all = { ...fields, signPubKeyCert: by.certificate.toString().trim() }
    return { ...all, signature: sign('RSA-SHA256', hashed(all), by.key).toString('base64') }
  }
  const believed = (form: string): Record<string, string> | null => {
    const fields = Object.fromEntries(new URLSearchParams(form))
    const isOurs = fields.merId === keys.merId && fields.certId === keys.certId && fields.version === '5.1.0' && fields.signMethod === '01'
    const signature = Buffer.from(fields.signature ?? '', 'base64')
    const isWhole = Object.values(fields).every((value) => value !== '')
    return isOurs && isWhole && verify('RSA-SHA256', hashed(fields), merchant.certificate.publicKey, signature) ? fields : null
  }
  const common = (fields: Readonly<Record<string, string>>, code: string, text: string) => {
    const echoed = ['version', 'encoding', 'signMethod', 'txnType', 'txnSubType', 'bizType', 'accessType', 'merId', 'orderId', 'txnTime']
    const kept = echoed.map((name) => [name, fields[name] ?? ''])
    return { ...Object.fromEntries(kept), respCode: code, respMsg: `${text}[00000${code}]` } as Record<string, string>
  }

  const query = (fields: Record<string, string>): Record<string, string> => {
    const { orderId = '', txnTime = '' } = fields
    const trade = trades.get(orderId)
    if (trade && trade.txnTime === txnTime) {
      const { queryId, txnAmt } = trade
      const stand = trade.isPaid ? { origRespCode: '00', origRespMsg: '成功' } : { origRespCode: '05', origRespMsg: '交易已受理' }
      return {
        ...common(fields, '00', '成功'),
        ...stand,
        queryId,
        txnAmt,
        currencyCode: '156',
        accNo: '6221558812340000',
        reserved: '{a=1&b=2}',
      }
    }
    const refund = refunds.get(orderId)
    if (refund && refund.txnTime === txnTime && made.findsRefunds) {
      const { queryId, txnAmt, code, of } = refund
      const origRespMsg = code === '00' ? '成功' : '发卡行拒绝'
      return { ...common(fields, '00', '成功'), origRespCode: code, origRespMsg, queryId, txnAmt, currencyCode: '156', origQryId: of }
    }
    return common(fields, '34', '查无此交易')
  }
  const refund = (fields: Record<string, string>): Record<string, string> => {
    const { orderId = '', txnTime = '', txnAmt = '', origQryId = '' } = fields
    if (refunds.has(orderId)) return common(fields, '12', '重复交易')
    const trade = [...trades.values()].find((one) => one.queryId === origQryId)
    if (!trade?.isPaid) return common(fields, '34', '原交易不存在')
    const gone = [...refunds.values()].filter((one) => one.of === origQryId && !/^[^0A]/.test(one.code))
    if (gone.reduce((sum, one) => sum + Number(one.txnAmt), Number(txnAmt)) > Number(trade.txnAmt))
      return common(fields, '36', '退货金额超限')
    refunds.set(orderId, { orderId, txnTime, txnAmt, queryId: nextId(), of: origQryId, code: made.refundsBecome })
    return common(fields, '00', '成功')
  }

  /** In a form the browser wrote what the page said; the trade begins with it, and goes on where it was. */
  const cashier = (fields: Record<string, string>): Answered => {
    const { orderId = '', txnTime = '', txnAmt = '', frontUrl = '', payTimeout = '', channelType = '' } = fields
    const trade = trades.get(orderId) ?? { orderId, txnTime, txnAmt, frontUrl, payTimeout, channelType, queryId: nextId(), isPaid: false }
    if (trade.txnTime !== txnTime || trade.txnAmt !== txnAmt) return { status: 400, body: '重复交易' }
    trades.set(orderId, trade)
    const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>银联</title><h1>银联在线支付收银台</h1>
<p>¥${(Number(txnAmt) / 100).toFixed(2)}</p><form method="post" action="/cashier/${orderId}"><button>确认付款</button></form>`
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }
  }
  /** As the gateway does: the buyer's browser goes back by a form. */
  const paid = (orderId: string): Answered => {
    const trade = trades.get(orderId)
    if (!trade) return { status: 404, body: '' }
    const end = trade.payTimeout
    const now = new Date(clock().getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace(/\D/g, '')
    if (end === '' || now <= end) trade.isPaid = true
    const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>银联</title><h1>${trade.isPaid ? '付款成功' : '订单已超时'}</h1>
<form method="post" action="${trade.frontUrl}"><input type="hidden" name="respCode" value="00"><button>返回商户</button></form>`
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }
  }
  const answer = async (asked: Asked, mood: Mood): Promise<Answered> => {
    const paying = /^\/cashier\/(\w+)$/.exec(asked.path)
    if (paying) return paid(paying[1] ?? '')
    const fields = believed(asked.body)
    // Unsigned, as the gateway answers what it cannot read.
    if (fields === null) return { status: 400, body: 'Invalid request.' }
    const call = asked.path.split('/').at(-1)
    if (call === 'frontTransReq.do') return fields.txnType === '01' ? cashier(fields) : { status: 400, body: '' }
    const said = call === 'queryTrans.do' && fields.txnType === '00' ? query(fields) : fields.txnType === '04' ? refund(fields) : null
    if (said === null) return { status: 404, body: '' }
    const parts = Object.entries(signed(said, mood.forged ? others.stranger : signer))
    return { status: 200, headers: { 'content-type': 'text/html;charset=UTF-8' }, body: parts.map((pair) => pair.join('=')).join('&') }
  }

  const made: UnionPayService = Object.assign(await openStandIn(answer), {
    trades,
    refunds,
    refundsBecome: '00',
    findsRefunds: true,
    keys,
    async pay({ url, fields }: { url: string; fields: Readonly<Record<string, string>> }) {
      const page = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
      if (!page.ok) throw new Error(await page.text())
      await fetch(new URL(`/cashier/${fields.orderId}`, url), { method: 'POST' })
      const trade = trades.get(fields.orderId ?? '')
      if (!trade?.isPaid) throw new Error(`${fields.orderId} was not paid`)
      return trade
    },
    notification(
      of: UnionPayTrade | UnionPayRefund,
      {
        by = signer,
        change = {},
        after = {},
      }: { by?: Issued; change?: Readonly<Record<string, string>>; after?: Readonly<Record<string, string>> } = {},
    ) {
      const isTrade = 'isPaid' in of
      const fields = {
        ...common(
          { version: '5.1.0', encoding: 'UTF-8', signMethod: '01', bizType: '000201', accessType: '0', merId: keys.merId },
          '00',
          '成功',
        ),
        txnType: isTrade ? '01' : '04',
        txnSubType: isTrade ? '01' : '00',
        orderId: of.orderId,
        txnTime: of.txnTime,
        txnAmt: of.txnAmt,
        queryId: of.queryId,
        currencyCode: '156',
        accNo: '6221558812340000',
        ...change,
      }
      const body = new URLSearchParams({ ...signed(fields, by), ...after })
      return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body: Buffer.from(body.toString()) }
    },
  })
  return made
}
