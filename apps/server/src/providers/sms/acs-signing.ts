import { createHash, createHmac } from 'node:crypto'

/** Alibaba Cloud's request signature V3 (ACS3-HMAC-SHA256), for calls whose parameters are all in the query. */

export interface AcsKeys {
  accessKeyId: string
  accessKeySecret: string
}
export interface AcsRequest {
  method: 'GET' | 'POST'
  host: string
  action: string
  version: string
  /** In any order. */
  query: Readonly<Record<string, string>>
  body: string
  nonce: string
  now: Date
}

const ALGORITHM = 'ACS3-HMAC-SHA256'
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** RFC 3986: what encodeURIComponent leaves alone is escaped too. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** As it is signed and as it is sent, letter by letter. */
export const acsQuery = (query: AcsRequest['query']): string =>
  Object.keys(query)
    .sort()
    .map((name) => `${escaped(name)}=${escaped(query[name] ?? '')}`)
    .join('&')

/** The headers of the request, with its signature. */
export function acsHeaders(keys: AcsKeys, request: AcsRequest): Record<string, string> {
  const { method, host, action, version, query, body, nonce, now } = request
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': `${now.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = [method, '/', acsQuery(query), lines, names.join(';'), sha256(body)].join('\n')
  const signature = createHmac('sha256', keys.accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex')
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${keys.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}
