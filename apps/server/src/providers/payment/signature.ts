import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Callback } from './provider.ts'

/** A callback older (or newer) than this is not believed: what was overheard cannot be sent again tomorrow. */
const TOLERANCE_MS = 10 * 60_000

const TIMESTAMP = 'gateway-timestamp'
const NONCE = 'gateway-nonce'
const SIGNATURE = 'gateway-signature'

/** What both sides sign: the headers that make it fresh, and the body's bytes as they are. */
const signatureOf = (timestamp: string, nonce: string, body: Buffer, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}\n${nonce}\n`).update(body).digest()

export interface SignedCallback extends Callback {
  headers: Record<string, string>
}

/** Adds time, nonce and signature (HMAC-SHA256) as headers. */
export function signCallback(fields: Readonly<Record<string, string>>, secret: string, now: Date): SignedCallback {
  const body = Buffer.from(JSON.stringify(fields))
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const nonce = randomBytes(12).toString('hex')
  const signature = signatureOf(timestamp, nonce, body, secret).toString('hex')
  return { headers: { 'content-type': 'application/json', [TIMESTAMP]: timestamp, [NONCE]: nonce, [SIGNATURE]: signature }, body }
}

/** Why a callback is not to be believed; null: it is signed, and fresh. */
export function distrustOf({ headers, body }: Callback, secret: string, now: Date): string | null {
  const [timestamp, nonce, signature] = [headers[TIMESTAMP], headers[NONCE], headers[SIGNATURE]]
  if (typeof timestamp !== 'string' || typeof nonce !== 'string' || typeof signature !== 'string') return 'unsigned'
  if (!/^[0-9a-f]{64}$/.test(signature)) return 'unsigned'
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(timestamp, nonce, body, secret))) return 'bad_signature'
  if (!/^\d{9,11}$/.test(timestamp) || nonce.length < 16) return 'malformed'
  return Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS ? 'stale' : null
}
