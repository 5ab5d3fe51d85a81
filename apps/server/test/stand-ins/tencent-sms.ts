import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { SentSms, SmsStandIn } from './aliyun-sms.ts'
import { type Answered, type Asked, type Mood, openStandIn } from './server.ts'

/** Tencent Cloud's short messages, as aliyun-sms.ts is for Alibaba's. */

export const TENCENT_KEYS = { secretId: 'AKIDtestsecretid0123456789', secretKey: 'testsecretkey0123456789abcdef' }
export const TENCENT_TEMPLATES = {
  code: { id: '1110', params: ['code', 'minutes'] },
  shipped: { id: '1111', params: ['order'] },
}
const SIGN_NAME = '安衡药采'
const SDK_APP_ID = '1400006666'
const REGION = 'ap-guangzhou'
const MINUTES_5 = 300

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export async function openTencentSms(clock: () => Date): Promise<SmsStandIn> {
  const sent: SentSms[] = []
  const refusals: SmsStandIn['refusals'] = new Map()
  const answer = (content: object): Answered => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Response: { ...content, RequestId: randomBytes(8).toString('hex') } }),
  })
  const refuse = (Code: string, Message: string) => answer({ Error: { Code, Message } })

  function distrust({ method, path, headers, body }: Asked): string {
    const said =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      )
    if (!said || method !== 'POST' || path !== '/') return 'AuthFailure.InvalidAuthorization'
    const [, id, date = '', names = '', signature] = said
    if (id !== TENCENT_KEYS.secretId) return 'AuthFailure.SecretIdNotFound'
    if (!['content-type', 'host'].every((name) => names.split(';').includes(name))) return 'AuthFailure.SignatureFailure'
    const stamp = Number(headers['x-tc-timestamp'])
    if (!(Math.abs(clock().getTime() / 1000 - stamp) <= MINUTES_5)) return 'AuthFailure.SignatureExpire'
    if (new Date(stamp * 1000).toISOString().slice(0, 10) !== date) return 'AuthFailure.SignatureFailure'
    const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim().toLowerCase()}\n`)
    const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${sha256(body)}`
    const text = `TC3-HMAC-SHA256\n${stamp}\n${date}/sms/tc3_request\n${sha256(canonical)}`
    const key = hmac(hmac(hmac(`TC3${TENCENT_KEYS.secretKey}`, date), 'sms'), 'tc3_request')
    return hmac(key, text).toString('hex') === signature ? '' : 'AuthFailure.SignatureFailure'
  }

  interface Wish {
    PhoneNumberSet: string[]
    SmsSdkAppId: string
    SignName: string
    TemplateId: string
    TemplateParamSet: string[]
    SessionContext: string
  }
  function take({ headers, body }: Asked): Answered {
    if (headers['x-tc-action'] !== 'SendSms' || headers['x-tc-version'] !== '2021-01-11') return refuse('InvalidAction', '接口不存在')
    if (headers['x-tc-region'] !== REGION) return refuse('InvalidParameterValue', '地域不支持')
    const wish = JSON.parse(body) as Wish
    if (wish.SmsSdkAppId !== SDK_APP_ID) return refuse('UnauthorizedOperation.SmsSdkAppIdVerifyFail', '应用不符')
    const number = wish.PhoneNumberSet[0] ?? ''
    const phone = number.replace(/^\+86/, '')
    const status = (Code: string, Message: string, SerialNo = '') =>
      answer({
        SendStatusSet: [
          { SerialNo, PhoneNumber: number, Fee: SerialNo ? 1 : 0, SessionContext: wish.SessionContext, Code, Message, IsoCode: 'CN' },
        ],
      })
    const refusal = refusals.get(phone) ?? refusals.get('*')
    if (refusal) return status(refusal.code, refusal.message)
    if (wish.SignName !== SIGN_NAME) return status('FailedOperation.SignatureIncorrectOrUnapproved', '签名未审批')
    const approved = Object.values(TENCENT_TEMPLATES).find(({ id }) => id === wish.TemplateId)
    if (approved?.params.length !== wish.TemplateParamSet.length) return status('FailedOperation.TemplateIncorrectOrUnapproved', '模板不符')
    const id = `5000:10456229${String(sent.length).padStart(10, '0')}`
    sent.push({ phone, template: wish.TemplateId, params: wish.TemplateParamSet.join(','), reference: wish.SessionContext, id })
    return status('Ok', 'send success', id)
  }

  const serve = async (asked: Asked, mood: Mood): Promise<Answered> => {
    const fault = distrust(asked)
    if (fault) return refuse(fault, '签名不符')
    return mood.forged ? { status: 200, body: '{"Response":{}}' } : take(asked)
  }
  return Object.assign(await openStandIn(serve), {
    sent,
    refusals,
    receipt: ({ phone, id }: SentSms, delivered: boolean) =>
      Buffer.from(
        JSON.stringify([
          {
            user_receive_time: '2026-11-28 10:00:03',
            nationcode: '86',
            mobile: phone,
            report_status: delivered ? 'SUCCESS' : 'FAIL',
            errmsg: delivered ? 'DELIVRD' : 'UNDELIV',
            description: delivered ? '用户短信送达成功' : '用户短信接收失败',
            sid: id,
          },
        ]),
      ),
  })
}

export const tencentOptions = (url: string) => ({
  ...TENCENT_KEYS,
  sdkAppId: SDK_APP_ID,
  signName: SIGN_NAME,
  region: REGION,
  templates: TENCENT_TEMPLATES,
  url,
})
