import { createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { isSignedBy, signRsa } from '../outside/rsa.ts'

/** WeChat Pay, API v3: what is signed and how, after the merchant documentation (signatures of requests, of answers, of callbacks). */

/** What the merchant signs with, and what it believes. */
export interface WechatPayKeys {
  mchid: string
  /** Serial of the merchant's certificate, hex in capitals. */
  serial: string
  key: KeyObject
  /** 32 bytes: what callbacks are encrypted with. */
  apiV3Key: string
  /** By serial of a platform certificate or PUB_KEY_ID_…; in a change-over both occur. */
  platform: ReadonlyMap<string, KeyObject>
}

/** Older (or newer) than that, and it is not believed. */
const TOLERANCE_MS = 5 * 60_000
/** Signatures by which the service probes whether they are checked. */
const PROBE = 'WECHATPAY/SIGNTEST/'

interface Request {
  method: 'GET' | 'POST'
  /** Path and query, without the host. */
  path: string
  /** '' for GET. */
  body: string
}

/** The header Authorization of a request. */
export function authorization({ mchid, serial, key }: WechatPayKeys, request: Request, now: Date, nonce = randomNonce()): string {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = signRsa(`${request.method}\n${request.path}\n${timestamp}\n${nonce}\n${request.body}\n`, key)
  return `WECHATPAY2-SHA256-RSA2048 mchid="${mchid}",nonce_str="${nonce}",timestamp="${timestamp}",serial_no="${serial}",signature="${signature}"`
}

const randomNonce = (): string => randomBytes(16).toString('hex').toUpperCase()

/** By their names in small letters. */
export type SignedHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Why an answer or a callback is not to be believed; null: it is signed by the service, and fresh. */
export function distrustOfWechat(headers: SignedHeaders, body: Buffer, platform: ReadonlyMap<string, KeyObject>, now: Date): string | null {
  const of = (name: string): string => {
    const value = headers[`wechatpay-${name}`]
    return typeof value === 'string' ? value : ''
  }
  const [timestamp, nonce, signature, serial] = [of('timestamp'), of('nonce'), of('signature'), of('serial')]
  if (!timestamp || !nonce || !signature || !serial) return 'unsigned'
  if (signature.startsWith(PROBE)) return 'probe'
  const key = platform.get(serial)
  if (!key) return 'unknown_key'
  const signed = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])
  if (!isSignedBy(signed, signature, key)) return 'bad_signature'
  if (!/^\d{9,11}$/.test(timestamp)) return 'malformed'
  return Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS ? 'stale' : null
}

const TAG_BYTES = 16

/** AEAD_AES_256_GCM, as in a callback's resource; null: not encrypted with this key. */
export function decryptResource(
  { ciphertext, nonce, associatedData }: { ciphertext: string; nonce: string; associatedData: string },
  apiV3Key: string,
): string | null {
  const bytes = Buffer.from(ciphertext, 'base64')
  if (bytes.length <= TAG_BYTES || Buffer.byteLength(nonce) !== 12) return null
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  decipher.setAAD(Buffer.from(associatedData))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
