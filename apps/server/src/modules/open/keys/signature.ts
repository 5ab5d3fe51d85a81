import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { OpenRefusal } from '../../../platform/open-problems.ts'

/** Requests that are signed instead of showing the secret: Authorization: AK1 key=…,at=…,nonce=…,body=…,sign=… */

export interface Signed {
  /** How the secret begins, by which it is found. */
  key: string
  /** Seconds since 1970, as sent. */
  at: string
  nonce: string
  /** SHA-256 of the body in hexadecimal. */
  body: string
  sign: string
}

/** How far the clock of whoever signs may be from ours; so long, and twice, what was signed is remembered. */
export const SIGNED_SECONDS = 300
const FORM =
  /^AK1 +key=(?<key>ak_live_[0-9A-Za-z]{8}), *at=(?<at>\d{10}), *nonce=(?<nonce>[0-9A-Za-z_-]{16,64}), *body=(?<body>[0-9a-f]{64}), *sign=(?<sign>[0-9a-f]{64})$/
const NOTHING = createHash('sha256').digest('hex')

/** null: it is not signed; throws where it means to be and is not formed so. */
export function signedOf({ headers: { authorization = '' }, method }: FastifyRequest): Signed | null {
  if (!/^AK1\b/.test(authorization)) return null
  const parts = FORM.exec(authorization)?.groups as Signed | undefined
  if (parts === undefined) throw new OpenRefusal('SIGNATURE_WRONG', 'Authorization 应是 AK1 key=…,at=…,nonce=…,body=…,sign=…')
  if (method === 'GET' && parts.body !== NOTHING) throw new OpenRefusal('SIGNATURE_WRONG', 'GET 没有内容：body 应是空内容的 SHA-256')
  return parts
}

/**
 * What is signed: method, path with its query, time, nonce, the body's hash and the Idempotency-Key (empty: none), a line each. Without the last, whoever
 * changes it on the way and keeps the answer back has the client's repeat done a second time.
 */
export const signOf = (
  secret: string,
  method: string,
  url: string,
  once: string,
  { at, nonce, body }: Omit<Signed, 'key' | 'sign'>,
): string => createHmac('sha256', secret).update([method, url, at, nonce, body, once].join('\n')).digest('hex')

export function isSignedBy(
  secret: string,
  { method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  signed: Signed,
): boolean {
  const once = String(headers['idempotency-key'] ?? '')
  return timingSafeEqual(Buffer.from(signOf(secret, method, url, once, signed), 'hex'), Buffer.from(signed.sign, 'hex'))
}

export function refuseStale({ at }: Signed, now: Date): void {
  if (Math.abs(now.getTime() / 1000 - Number(at)) > SIGNED_SECONDS)
    throw new OpenRefusal('SIGNATURE_STALE', `at 与商城的时间相差超过 ${SIGNED_SECONDS} 秒，商城现在是 ${Math.floor(now.getTime() / 1000)}`)
}
