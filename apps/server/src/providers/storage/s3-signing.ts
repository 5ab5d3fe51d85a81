import { createHash, createHmac } from 'node:crypto'

/** AWS Signature Version 4 of S3, as OSS, COS, OBS, MinIO and Ceph take it too. */
export interface S3Key {
  accessKey: string
  secret: string
  region: string
}

export interface S3Request {
  method: string
  /** Without a query: none is asked for. Its path is as it goes over the wire. */
  url: URL
  headers?: Readonly<Record<string, string>>
  /** Of the body, in hex. */
  payload: string
}

export const sha256Hex = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The headers of a request with its signature; host is sent by itself. */
export function signedHeaders({ method, url, headers = {}, payload }: S3Request, key: S3Key, now: Date): Record<string, string> {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const sent = { ...headers, 'x-amz-content-sha256': payload, 'x-amz-date': stamp }
  const lines = Object.entries({ ...sent, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const signed = lines.map(([name]) => name).join(';')
  const canonical = [method, url.pathname, '', ...lines.map(([name, value]) => `${name}:${value}`), '', signed, payload].join('\n')
  const scope = `${stamp.slice(0, 8)}/${key.region}/s3/aws4_request`
  const own = scope.split('/').reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${key.secret}`)
  const signature = hmac(own as Buffer, ['AWS4-HMAC-SHA256', stamp, scope, sha256Hex(canonical)].join('\n')).toString('hex')
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.accessKey}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  }
}
