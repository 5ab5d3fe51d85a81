import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Answered, type Asked, type Mood, openStandIn, type StandIn } from './server.ts'

/**
 * Alibaba Cloud's short messages as a customer sees them: checks each request's signature by the customer's secret, keeps what it sent,
 * pushes receipts. Written from the service's documentation and without the shop's signer, so that the two check each other.
 */

export interface SentSms {
  phone: string
  template: string
  /** As a text of its own: JSON of names (Alibaba), or the values in their order (Tencent). */
  params: string
  reference: string
  id: string
}

export interface SmsStandIn extends StandIn {
  sent: SentSms[]
  /** What it answers instead of sending, by phone; '*': to every one. */
  refusals: Map<string, { code: string; message: string }>
  /** A push about one that it sent, as it would be made. */
  receipt: (of: SentSms, delivered: boolean) => Buffer
}

export const ALIYUN_KEYS = { accessKeyId: 'LTAI5tTestAccessKeyId01', accessKeySecret: 'TestAccessKeySecret0123456789' }
export const ALIYUN_TEMPLATES = {
  code: { id: 'SMS_154950909', params: ['code'] },
  shipped: { id: 'SMS_200000001', params: ['order'] },
  licence: { id: 'SMS_200000002', params: ['name', 'date'] },
  bill_due: { id: 'SMS_200000003', params: ['amount', 'date'] },
  refunded: { id: 'SMS_200000004', params: ['order', 'amount'] },
}
const SIGN_NAME = '安衡药采'
const MINUTES_15_MS = 15 * 60_000

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const rfc3986 = (text: string) =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) =>
      /[A-Za-z0-9._~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')

export async function openAliyunSms(clock: () => Date): Promise<SmsStandIn> {
  const sent: SentSms[] = []
  const refusals: SmsStandIn['refusals'] = new Map()
  const nonces = new Set<string>()
  const answer = (status: number, Code: string, Message: string, more: object = {}): Answered => ({
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ Code, Message, RequestId: randomBytes(8).toString('hex'), ...more }),
  })

  /** '' or what is wrong with it. */
  function distrust({ method, path, headers, body }: Asked): string {
    const said = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '')
    if (!said) return 'IncompleteSignature'
    const [, id = '', names = '', signature = ''] = said
    if (id !== ALIYUN_KEYS.accessKeyId) return 'InvalidAccessKeyId.NotFound'
    const demanded = Object.keys(headers).filter((name) => name === 'host' || name === 'content-type' || name.startsWith('x-acs-'))
    if (names !== demanded.sort().join(';')) return 'IncompleteSignature'
    if (headers['x-acs-content-sha256'] !== sha256(body)) return 'SignatureDoesNotMatch'
    const date = new Date(String(headers['x-acs-date']))
    if (!(Math.abs(clock().getTime() - date.getTime()) <= MINUTES_15_MS)) return 'InvalidTimeStamp.Expired'
    const nonce = String(headers['x-acs-signature-nonce'])
    if (nonces.has(nonce)) return 'SignatureNonceUsed'
    nonces.add(nonce)
    const [place = '', query = ''] = path.split('?')
    const pairs = query.split('&').map((pair) =>
      pair
        .split('=')
        .map((one) => rfc3986(decodeURIComponent(one)))
        .join('='),
    )
    const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
    const canonical = `${method}\n${place}\n${pairs.sort().join('&')}\n${lines.join('')}\n${names}\n${sha256(body)}`
    const expected = createHmac('sha256', ALIYUN_KEYS.accessKeySecret)
      .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
      .digest('hex')
    return expected === signature ? '' : 'SignatureDoesNotMatch'
  }

  function take({ path, headers }: Asked): Answered {
    const query = new URLSearchParams(path.split('?')[1])
    const [phone, template, params] = ['PhoneNumbers', 'TemplateCode', 'TemplateParam'].map((name) => query.get(name) ?? '')
    if (headers['x-acs-action'] !== 'SendSms' || headers['x-acs-version'] !== '2017-05-25')
      return answer(404, 'InvalidAction.NotFound', '接口不存在')
    if (!phone || !template || !params) return answer(400, 'MissingParameter', '缺少参数')
    const refusal = refusals.get(phone) ?? refusals.get('*')
    // As the service does: a refusal of its own is an answer with 200.
    if (refusal) return answer(200, refusal.code, refusal.message)
    if (query.get('SignName') !== SIGN_NAME) return answer(200, 'isv.SMS_SIGNATURE_ILLEGAL', '签名不合法')
    const approved = Object.values(ALIYUN_TEMPLATES).find(({ id }) => id === template)
    if (!approved) return answer(200, 'isv.SMS_TEMPLATE_ILLEGAL', '模板不合法')
    const given = JSON.parse(params) as Record<string, unknown>
    if (approved.params.some((name) => typeof given[name] !== 'string' || given[name] === ''))
      return answer(200, 'isv.TEMPLATE_MISSING_PARAMETERS', '模板变量缺少参数')
    const id = `${900_619_746_936_498 + sent.length}^0`
    sent.push({ phone, template, params, reference: query.get('OutId') ?? '', id })
    return answer(200, 'OK', 'OK', { BizId: id })
  }

  const serve = async (asked: Asked, mood: Mood): Promise<Answered> => {
    const fault = distrust(asked)
    if (fault) return answer(400, fault, '签名不符')
    return mood.forged ? { status: 200, body: '<html>登录认证</html>' } : take(asked)
  }
  return Object.assign(await openStandIn(serve), {
    sent,
    refusals,
    receipt: ({ phone, id, reference }: SentSms, delivered: boolean) =>
      Buffer.from(
        JSON.stringify([
          {
            phone_number: phone,
            send_time: '2026-11-28 10:00:00',
            report_time: '2026-11-28 10:00:03',
            success: delivered,
            err_code: delivered ? 'DELIVERED' : 'MOBILE_NOT_ON_SERVICE',
            err_msg: delivered ? '用户接收成功' : '停机、空号、暂停服务、关机、不在服务区',
            sms_size: '1',
            biz_id: id,
            out_id: reference,
          },
        ]),
      ),
  })
}

export const aliyunOptions = (url: string) => ({ ...ALIYUN_KEYS, signName: SIGN_NAME, templates: ALIYUN_TEMPLATES, url })
