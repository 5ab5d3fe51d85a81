import { type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { beijingDate } from '#domain/dates.ts'
import type { Kuaidi100Options } from '../logistics/kuaidi100.ts'
import type { MailOptions } from '../mail/mailer.ts'
import { ALIPAY_CHANNEL, type AlipayOptions } from '../payment/alipay.ts'
import { UNIONPAY_CHANNEL, type UnionPayOptions } from '../payment/unionpay.ts'
import { WECHAT_PAY_CHANNEL, type WechatPayOptions } from '../payment/wechat-pay.ts'
import type { SmsOptions } from '../sms/options.ts'
import type { S3Options } from '../storage/s3.ts'
import type { ClamdOptions } from '../virus-scan/clamd.ts'
import { ScannerFile, StorageFile, storageOf } from './files-file.ts'
import type { From } from './messages-file.ts'
import { MailFile, messagesOf, SmsFile } from './messages-file.ts'
import { ParcelsFile, parcelsOf } from './parcels-file.ts'
import { privateKeyOf, publicKeyOf } from './rsa.ts'

/**
 * The services that this shop has contracts with, as the file CHANNELS_FILE says: JSON, with keys in files of their own beside it. Read and
 * checked once at the start, so that a wrong key is told then and not when the first buyer pays. Nothing of it is ever logged.
 */
export interface OutsideChannels {
  wechatPay: WechatPayOptions | null
  alipay: AlipayOptions | null
  unionPay: UnionPayOptions | null
  sms: SmsOptions | null
  mail: MailOptions | null
  /** null: nobody is asked about parcels. */
  parcels: Kuaidi100Options | null
  /** null: contents of files lie in the database. */
  storage: S3Options | null
  /** null: the house's own checks. */
  virusScan: ClamdOptions | null
}

export const NO_CHANNELS: OutsideChannels = {
  wechatPay: null,
  alipay: null,
  unionPay: null,
  sms: null,
  mail: null,
  parcels: null,
  storage: null,
  virusScan: null,
}

const Url = Type.String({ pattern: '^https?://[^\\s?#]+$' })
const Path = Type.String({ minLength: 1 })
const closed = { additionalProperties: false }

const WechatPay = Type.Object(
  {
    mchid: Type.String({ pattern: '^\\d{8,32}$' }),
    appid: Type.String({ pattern: '^wx[0-9a-z]{8,30}$' }),
    /** Of the merchant's certificate. */
    serial: Type.String({ pattern: '^[0-9A-F]{8,64}$' }),
    key_file: Path,
    api_v3_key_file: Path,
    /** By PUB_KEY_ID_… or the serial of a platform certificate; several while they change. */
    public_key_files: Type.Record(Type.String({ pattern: '^(PUB_KEY_ID_[0-9A-Za-z]+|[0-9A-F]{8,64})$' }), Path, { minProperties: 1 }),
    url: Type.Optional(Url),
  },
  closed,
)
const Alipay = Type.Object(
  {
    app_id: Type.String({ pattern: '^\\d{10,32}$' }),
    seller_id: Type.String({ pattern: '^2088\\d{12}$' }),
    key_file: Path,
    alipay_public_key_files: Type.Array(Path, { minItems: 1, maxItems: 5 }),
    /** How a buyer at a desk pays: at Alipay's cashier, or by a code that the shop shows. */
    desktop: Type.Optional(Type.Union([Type.Literal('page'), Type.Literal('qr')])),
    url: Type.Optional(Url),
  },
  closed,
)
const Files = Type.Array(Path, { minItems: 1, maxItems: 5 })
const UnionPay = Type.Object(
  {
    mer_id: Type.String({ pattern: '^[0-9A-Za-z]{15}$' }),
    /** What the shop signs with. */
    key_file: Path,
    certificate_file: Path,
    /** UnionPay's own, of which its messages' certificates are issued; several while they change. */
    root_files: Files,
    middle_files: Files,
    /** Of UnionPay in its certificates; the test world has another one. */
    certificate_name: Type.Optional(Type.String({ minLength: 1 })),
    url: Type.Optional(Url),
  },
  closed,
)
const ChannelsFile = Type.Object(
  {
    wechat_pay: Type.Optional(WechatPay),
    alipay: Type.Optional(Alipay),
    unionpay: Type.Optional(UnionPay),
    sms: Type.Optional(SmsFile),
    mail: Type.Optional(MailFile),
    parcels: Type.Optional(ParcelsFile),
    object_storage: Type.Optional(StorageFile),
    virus_scan: Type.Optional(ScannerFile),
  },
  closed,
)

const WECHAT_PAY_URL = 'https://api.mch.weixin.qq.com'
const ALIPAY_URL = 'https://openapi.alipay.com/gateway.do'
const UNIONPAY_URL = 'https://gateway.95516.com/gateway/api'
const UNIONPAY_NAME = '中国银联股份有限公司'
/** AES-256. */
const API_V3_KEY_BYTES = 32

const notifyUrl = (publicUrl: string, channel: string): string => `${publicUrl}/api/pay/notify/${channel}`

/** Where something is wrong, and what a start without it would do: nothing. */
function read<S extends TSchema>(schema: S, path: string, problems: string[]): Static<S> | null {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    problems.push(`CHANNELS_FILE：读不到 ${path}，或不是 JSON（${error instanceof Error ? error.message : String(error)}）`)
    return null
  }
  if (Value.Check(schema, content)) return content
  for (const { instancePath, message } of Value.Errors(schema, content).slice(0, 5))
    problems.push(`CHANNELS_FILE：${instancePath.slice(1).replaceAll('/', '.') || path}：${message}`)
  return null
}

/** publicUrl: where the services report to. Sentences about what is wrong are added to problems. */
export function readChannels(path: string | null, publicUrl: string, problems: string[], now = new Date()): OutsideChannels {
  if (path === null) return NO_CHANNELS
  if (!publicUrl) problems.push('CHANNELS_FILE：外部服务要能找到本商城，请同时设 PUBLIC_URL')
  const content = read(ChannelsFile, path, problems)
  if (content === null) return NO_CHANNELS
  const folder = dirname(resolve(path))
  const from = <T>(of: string, file: string, make: (text: string) => T): T | null => {
    try {
      return make(readFileSync(resolve(folder, file), 'utf8').trim())
    } catch (error) {
      // The words of node's own faults name no content of the file.
      problems.push(`CHANNELS_FILE：${of} ${file}：${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }
  return {
    wechatPay: wechatPayOf(content.wechat_pay, publicUrl, from),
    alipay: alipayOf(content.alipay, publicUrl, from),
    unionPay: unionPayOf(content.unionpay, publicUrl, from, now),
    ...messagesOf(content, from, (problem) => problems.push(`CHANNELS_FILE：${problem}`)),
    parcels: parcelsOf(content.parcels, publicUrl, from),
    storage: storageOf(content.object_storage, from),
    virusScan: content.virus_scan ?? null,
  }
}

function apiV3KeyOf(text: string): string {
  if (Buffer.byteLength(text) !== API_V3_KEY_BYTES) throw new Error(`APIv3 密钥应是 ${API_V3_KEY_BYTES} 个字符`)
  return text
}

function wechatPayOf(given: Static<typeof WechatPay> | undefined, publicUrl: string, from: From): WechatPayOptions | null {
  if (given === undefined) return null
  const key = from('wechat_pay.key_file', given.key_file, privateKeyOf)
  const apiV3Key = from('wechat_pay.api_v3_key_file', given.api_v3_key_file, apiV3KeyOf)
  const platform = Object.entries(given.public_key_files).map(
    ([id, file]) => [id, from('wechat_pay.public_key_files', file, publicKeyOf)] as const,
  )
  const known = platform.filter((entry): entry is [string, NonNullable<(typeof entry)[1]>] => entry[1] !== null)
  if (key === null || apiV3Key === null || known.length < platform.length) return null
  const { mchid, appid, serial, url = WECHAT_PAY_URL } = given
  return { mchid, appid, serial, key, apiV3Key, platform: new Map(known), url, notifyUrl: notifyUrl(publicUrl, WECHAT_PAY_CHANNEL) }
}

function alipayOf(given: Static<typeof Alipay> | undefined, publicUrl: string, from: From): AlipayOptions | null {
  if (given === undefined) return null
  const key = from('alipay.key_file', given.key_file, privateKeyOf)
  const alipayKeys = given.alipay_public_key_files.flatMap((file) => from('alipay.alipay_public_key_files', file, publicKeyOf) ?? [])
  if (key === null || alipayKeys.length < given.alipay_public_key_files.length) return null
  const { app_id: appId, seller_id: sellerId, desktop = 'page', url = ALIPAY_URL } = given
  return { appId, sellerId, key, alipayKeys, desktop, url, notifyUrl: notifyUrl(publicUrl, ALIPAY_CHANNEL), returnOrigin: publicUrl }
}

const certificateOf = (text: string): X509Certificate =>
  new X509Certificate(text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64'))

/** The one that we sign with: of this key, and in force. */
const ownCertificateOf =
  (key: KeyObject, now: Date) =>
  (text: string): X509Certificate => {
    const certificate = certificateOf(text)
    if (!certificate.checkPrivateKey(key)) throw new Error('证书与私钥不是一对')
    if (certificate.validToDate < now) throw new Error(`证书已于 ${beijingDate(certificate.validToDate)} 到期`)
    return certificate
  }

function unionPayOf(given: Static<typeof UnionPay> | undefined, publicUrl: string, from: From, now: Date): UnionPayOptions | null {
  if (given === undefined) return null
  const key = from('unionpay.key_file', given.key_file, privateKeyOf)
  const own = key && from('unionpay.certificate_file', given.certificate_file, ownCertificateOf(key, now))
  const roots = given.root_files.flatMap((file) => from('unionpay.root_files', file, certificateOf) ?? [])
  const middles = given.middle_files.flatMap((file) => from('unionpay.middle_files', file, certificateOf) ?? [])
  if (key === null || own === null || roots.length < given.root_files.length || middles.length < given.middle_files.length) return null
  const { mer_id: merId, certificate_name: name = UNIONPAY_NAME, url = UNIONPAY_URL } = given
  const trust = { roots, middles, name }
  const certId = BigInt(`0x${own.serialNumber}`).toString()
  return { merId, key, certId, trust, url, notifyUrl: notifyUrl(publicUrl, UNIONPAY_CHANNEL), returnOrigin: publicUrl }
}
