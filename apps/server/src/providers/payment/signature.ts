import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A callback older (or newer) than this is not believed: what was overheard cannot be sent again tomorrow. */
const TOLERANCE_MS = 10 * 60_000

export type SignedBody = Record<string, string>

/** Every field but the signature, by name, as name=value&…: what both sides sign. */
function canonical(fields: Readonly<Record<string, string>>): string {
  return Object.keys(fields)
    .filter((name) => name !== 'sign')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}

const signatureOf = (fields: Readonly<Record<string, string>>, secret: string): Buffer =>
  createHmac('sha256', secret).update(canonical(fields)).digest()

/** Adds time and nonce and signs with HMAC-SHA256. */
export function signBody(fields: Readonly<Record<string, string>>, secret: string, now: Date): SignedBody {
  const complete = { ...fields, timestamp: String(Math.floor(now.getTime() / 1000)), nonce: randomBytes(12).toString('hex') }
  return { ...complete, sign: signatureOf(complete, secret).toString('hex') }
}

export function verifyBody(
  body: Readonly<Record<string, unknown>>,
  secret: string,
  now: Date,
): { genuine: true; fields: SignedBody } | { genuine: false; reason: string } {
  const fields: SignedBody = {}
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string') return { genuine: false, reason: 'malformed' }
    fields[name] = value
  }
  const { sign = '', timestamp = '', nonce = '' } = fields
  if (!/^[0-9a-f]{64}$/.test(sign)) return { genuine: false, reason: 'unsigned' }
  if (!timingSafeEqual(Buffer.from(sign, 'hex'), signatureOf(fields, secret))) return { genuine: false, reason: 'bad_signature' }
  if (!/^\d{9,11}$/.test(timestamp) || nonce.length < 16) return { genuine: false, reason: 'malformed' }
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return { genuine: false, reason: 'stale' }
  return { genuine: true, fields }
}
