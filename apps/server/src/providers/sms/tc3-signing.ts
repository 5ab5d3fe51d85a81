import { createHash, createHmac } from 'node:crypto'

/** Tencent Cloud's signature method v3 (TC3-HMAC-SHA256), for a POST of JSON. */

export interface Tc3Keys {
  secretId: string
  secretKey: string
}
export interface Tc3Request {
  service: string
  host: string
  action: string
  version: string
  region: string
  body: string
  now: Date
}

const ALGORITHM = 'TC3-HMAC-SHA256'
export const TC3_CONTENT_TYPE = 'application/json; charset=utf-8'
const SIGNED = 'content-type;host;x-tc-action'
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()

/** The headers of the request, with its signature. */
export function tc3Headers(keys: Tc3Keys, { service, host, action, version, region, body, now }: Tc3Request): Record<string, string> {
  const seconds = String(Math.floor(now.getTime() / 1000))
  const date = now.toISOString().slice(0, 10)
  const lines = `content-type:${TC3_CONTENT_TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', lines, SIGNED, sha256(body)].join('\n')
  const scope = `${date}/${service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${keys.secretKey}`, date), service), 'tc3_request')
  const signature = hmac(key, `${ALGORITHM}\n${seconds}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return {
    'content-type': TC3_CONTENT_TYPE,
    host,
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-timestamp': seconds,
    ...(region && { 'x-tc-region': region }),
    authorization: `${ALGORITHM} Credential=${keys.secretId}/${scope}, SignedHeaders=${SIGNED}, Signature=${signature}`,
  }
}
