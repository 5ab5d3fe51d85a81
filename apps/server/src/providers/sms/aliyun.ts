import { randomUUID } from 'node:crypto'
import { maskedText } from '#domain/masking.ts'
import { askOutside, Refused, Unanswered } from '../outside/ask.ts'
import { fieldsIn, parsedFields, parsedRows, textIn } from '../outside/fields.ts'
import { type AcsKeys, acsHeaders, acsQuery } from './acs-signing.ts'
import { type ApprovedTemplates, paramsOf, type SmsService, TooManyMessages } from './service.ts'

export interface AliyunSmsOptions extends AcsKeys {
  signName: string
  templates: ApprovedTemplates
  /** Where the service is. */
  url: string
}

const NAME = '阿里云短信'
const VERSION = '2017-05-25'

/** Of this phone: a message a minute, five an hour, ten a day of codes. Of the shop: what it has set itself as a day's or month's most. */
const LIMITS: Readonly<Record<string, TooManyMessages['of']>> = {
  'isv.BUSINESS_LIMIT_CONTROL': 'phone',
  'isv.DAY_LIMIT_CONTROL': 'shop',
  'isv.MONTH_LIMIT_CONTROL': 'shop',
}
/** Trouble of its own, which says nothing of whether the message went on. */
const UNSURE = /^(isp\.(SYSTEM|GATEWAY)_ERROR|ServiceUnavailable|InternalError)/

/** Alibaba Cloud's short messages: SendSms, one phone at a time. */
export function aliyunSms({ signName, templates, url, ...keys }: AliyunSmsOptions): SmsService {
  return {
    key: 'aliyun',
    name: NAME,
    templates,
    taken: { code: 0, msg: '接收成功' },
    async send(request, now) {
      const query = {
        PhoneNumbers: request.phone,
        SignName: signName,
        TemplateCode: request.template.id,
        TemplateParam: JSON.stringify(Object.fromEntries(paramsOf(request))),
        OutId: request.reference,
      }
      const action = { action: 'SendSms', version: VERSION, body: '', nonce: randomUUID(), now } as const
      const { host, ...headers } = acsHeaders(keys, { method: 'POST', host: new URL(url).host, query, ...action })
      const answer = await askOutside(`${url}/?${acsQuery(query)}`, {
        method: 'POST',
        headers: { accept: 'application/json', ...headers },
        service: NAME,
        what: 'SendSms',
      })
      const content = parsedFields(answer.body.toString('utf8'))
      const code = textIn(content, 'Code')
      const detail = maskedText(`SendSms: ${answer.status} ${code} ${textIn(content, 'Message')}`)
      if (code === 'OK' && textIn(content, 'BizId') !== '') return { serviceId: textIn(content, 'BizId') }
      const limit = LIMITS[code]
      if (limit !== undefined) throw new TooManyMessages(NAME, detail, limit)
      if (code === '' || code === 'OK' || answer.status >= 500 || UNSURE.test(code)) throw new Unanswered(NAME, detail)
      throw new Refused(NAME, detail)
    },
    receiptsIn: (body) =>
      parsedRows(body.toString('utf8'))?.map((row) => ({
        serviceId: textIn(row, 'biz_id'),
        reference: textIn(row, 'out_id'),
        phone: textIn(row, 'phone_number'),
        isDelivered: fieldsIn(row).success === true,
        code: textIn(row, 'err_code'),
        text: textIn(row, 'err_msg'),
      })) ?? null,
  }
}
