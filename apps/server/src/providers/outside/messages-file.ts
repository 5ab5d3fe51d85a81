import { type Static, type TSchema, Type } from 'typebox'
import type { MailOptions } from '../mail/mailer.ts'
import type { SmsOptions, SmsServiceOptions } from '../sms/options.ts'
import { type ApprovedTemplates, type SmsTemplate, TEMPLATE_PARAMS } from '../sms/service.ts'

/** The parts of CHANNELS_FILE that say by whom short messages and mails go out. */

/** Reads a file beside CHANNELS_FILE; what is wrong with it is told, and null comes back. */
export type From = <T>(of: string, file: string, make: (text: string) => T) => T | null

const closed = { additionalProperties: false }
const Origin = Type.String({ pattern: '^https?://[^\\s/?#]+$' })
const Path = Type.String({ minLength: 1 })

const template = <Names extends readonly string[]>(names: Names) =>
  Type.Object(
    {
      id: Type.String({ pattern: '^[0-9A-Za-z_]{1,40}$' }),
      /** Those of its parameters that the approved text has, in its order. */
      params: Type.Array(Type.Enum([...names] as unknown as [string, ...string[]]), { uniqueItems: true }),
    },
    closed,
  )
const Notice = (name: SmsTemplate): TSchema => Type.Optional(template(TEMPLATE_PARAMS[name]))
const Templates = Type.Unsafe<ApprovedTemplates>(
  Type.Object(
    {
      code: template(TEMPLATE_PARAMS.code),
      shipped: Notice('shipped'),
      licence: Notice('licence'),
      bill_due: Notice('bill_due'),
      refunded: Notice('refunded'),
    },
    closed,
  ),
)
const SignName = Type.String({ minLength: 2, maxLength: 12 })

const Aliyun = Type.Object(
  {
    service: Type.Literal('aliyun'),
    access_key_id: Type.String({ pattern: '^[0-9A-Za-z]{16,64}$' }),
    access_key_secret_file: Path,
    sign_name: SignName,
    templates: Templates,
    url: Type.Optional(Origin),
  },
  closed,
)
const Tencent = Type.Object(
  {
    service: Type.Literal('tencent'),
    secret_id: Type.String({ pattern: '^AKID[0-9A-Za-z]{10,60}$' }),
    secret_key_file: Path,
    sdk_app_id: Type.String({ pattern: '^\\d{8,12}$' }),
    sign_name: SignName,
    region: Type.Optional(Type.String({ pattern: '^[a-z]+-[a-z]+$' })),
    templates: Templates,
    url: Type.Optional(Origin),
  },
  closed,
)

/** The first is asked first. */
export const SmsFile = Type.Object(
  {
    services: Type.Array(Type.Union([Aliyun, Tencent]), { minItems: 1, maxItems: 2 }),
    /** A secret of our own, the end of the address that services report to. */
    receipt_key_file: Path,
  },
  closed,
)
export const MailFile = Type.Object(
  {
    host: Type.String({ pattern: '^[\\w.-]+$' }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    tls: Type.Optional(Type.Enum(['implicit', 'starttls', 'none'])),
    user: Type.String({ minLength: 1 }),
    password_file: Path,
    from: Type.String({ pattern: '^[^\\s@<>]+@[^\\s@<>]+$|^[^@<>"\\r\\n]+ <[^\\s@<>]+@[^\\s@<>]+>$' }),
  },
  closed,
)

const ALIYUN_URL = 'https://dysmsapi.aliyuncs.com'
const TENCENT_URL = 'https://sms.tencentcloudapi.com'
const TENCENT_REGION = 'ap-guangzhou'
/** From the first byte. */
const TLS_PORT = 465

function secretOf(text: string): string {
  if (!/^[\x21-\x7e]{16,128}$/.test(text)) throw new Error('应是一行 16 至 128 个字符的密钥')
  return text
}
function receiptKeyOf(text: string): string {
  if (!/^[\w-]{24,128}$/.test(text)) throw new Error('应是一行 24 至 128 个字母、数字、下划线或短横线（openssl rand -hex 24）')
  return text
}
function passwordOf(text: string): string {
  if (text === '' || /[\r\n]/.test(text)) throw new Error('应是一行密码或授权码')
  return text
}

type SmsGiven = Static<typeof SmsFile>['services'][number]

function serviceOf(given: SmsGiven, from: From): SmsServiceOptions | null {
  if (given.service === 'aliyun') {
    const accessKeySecret = from('sms.access_key_secret_file', given.access_key_secret_file, secretOf)
    const { access_key_id: accessKeyId, sign_name: signName, templates, url = ALIYUN_URL } = given
    return accessKeySecret === null ? null : { service: 'aliyun', options: { accessKeyId, accessKeySecret, signName, templates, url } }
  }
  const secretKey = from('sms.secret_key_file', given.secret_key_file, secretOf)
  const { secret_id: secretId, sdk_app_id: sdkAppId, sign_name: signName, region = TENCENT_REGION, templates, url = TENCENT_URL } = given
  return secretKey === null ? null : { service: 'tencent', options: { secretId, secretKey, sdkAppId, signName, region, templates, url } }
}

function smsOf(given: Static<typeof SmsFile> | undefined, from: From, problem: (text: string) => void): SmsOptions | null {
  if (given === undefined) return null
  if (new Set(given.services.map(({ service }) => service)).size < given.services.length) problem('sms.services：同一家服务写了两次')
  const services = given.services.flatMap((one) => serviceOf(one, from) ?? [])
  const receiptKey = from('sms.receipt_key_file', given.receipt_key_file, receiptKeyOf)
  return receiptKey === null || services.length < given.services.length ? null : { services, receiptKey }
}

function mailOf(given: Static<typeof MailFile> | undefined, from: From, problem: (text: string) => void): MailOptions | null {
  if (given === undefined) return null
  const password = from('mail.password_file', given.password_file, passwordOf)
  const { host, port, user, from: sender, tls = port === TLS_PORT ? 'implicit' : 'starttls' } = given
  if (tls === 'none' && !['127.0.0.1', 'localhost'].includes(host)) problem('mail.tls：none 会把密码明文送出去，只能用于本机')
  return password === null ? null : { host, port, tls, user, password, from: sender }
}

export const messagesOf = (
  given: { sms?: Static<typeof SmsFile>; mail?: Static<typeof MailFile> },
  from: From,
  problem: (text: string) => void,
): { sms: SmsOptions | null; mail: MailOptions | null } => ({
  sms: smsOf(given.sms, from, problem),
  mail: mailOf(given.mail, from, problem),
})
