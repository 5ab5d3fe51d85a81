import { maskedText } from '#domain/masking.ts'
import { askOutside, Refused, Unanswered } from '../outside/ask.ts'
import { fieldsIn, parsedFields, parsedRows, textIn } from '../outside/fields.ts'
import { type ApprovedTemplates, paramsOf, type SmsService, TooManyMessages } from './service.ts'
import { type Tc3Keys, tc3Headers } from './tc3-signing.ts'

export interface TencentSmsOptions extends Tc3Keys {
  sdkAppId: string
  signName: string
  region: string
  templates: ApprovedTemplates
  /** Where the service is. */
  url: string
}

const NAME = '腾讯云短信'
const VERSION = '2021-01-11'

const limitOf = (code: string): TooManyMessages['of'] | null =>
  /^LimitExceeded\.(PhoneNumber|DeliveryFrequencyLimit)/.test(code) ? 'phone' : /^LimitExceeded(\.|$)/.test(code) ? 'shop' : null
/** Trouble of its own, which says nothing of whether the message went on. */
const UNSURE = /^InternalError/

/** Tencent Cloud's short messages: SendSms, one phone at a time. */
export function tencentSms({ sdkAppId, signName, region, templates, url, ...keys }: TencentSmsOptions): SmsService {
  return {
    key: 'tencent',
    name: NAME,
    templates,
    taken: { result: 0, errmsg: 'OK' },
    async send(request, now) {
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${request.phone}`],
        SmsSdkAppId: sdkAppId,
        SignName: signName,
        TemplateId: request.template.id,
        TemplateParamSet: paramsOf(request).map(([, value]) => value),
        SessionContext: request.reference,
      })
      const of = { service: 'sms', host: new URL(url).host, action: 'SendSms', version: VERSION, region, body, now }
      const { host, ...headers } = tc3Headers(keys, of)
      const answer = await askOutside(`${url}/`, { method: 'POST', headers, body, service: NAME, what: 'SendSms' })
      const content = fieldsIn(parsedFields(answer.body.toString('utf8')).Response)
      const statuses = content.SendStatusSet
      const sent = fieldsIn(Array.isArray(statuses) ? statuses[0] : undefined)
      const refusal = fieldsIn(content.Error)
      const code = textIn(refusal, 'Code') || textIn(sent, 'Code')
      const detail = maskedText(`SendSms: ${answer.status} ${code} ${textIn(refusal, 'Message') || textIn(sent, 'Message')}`)
      if (code === 'Ok' && textIn(sent, 'SerialNo') !== '') return { serviceId: textIn(sent, 'SerialNo') }
      const limit = limitOf(code)
      if (limit !== null) throw new TooManyMessages(NAME, detail, limit)
      if (code === '' || code === 'Ok' || answer.status >= 500 || UNSURE.test(code)) throw new Unanswered(NAME, detail)
      throw new Refused(NAME, detail)
    },
    receiptsIn: (body) =>
      parsedRows(body.toString('utf8'))?.map((row) => ({
        serviceId: textIn(row, 'sid'),
        reference: '',
        phone: textIn(row, 'mobile'),
        isDelivered: textIn(row, 'report_status') === 'SUCCESS',
        code: textIn(row, 'errmsg'),
        text: textIn(row, 'description'),
      })) ?? null,
  }
}
