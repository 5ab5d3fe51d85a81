import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answered, type Asked, type Mood, openStandIn, type StandIn } from './server.ts'

/**
 * An S3 bucket as its owner sees it: checks Signature Version 4 of each request by the text of the service's documentation and without the
 * shop's signer, keeps objects as files of a folder (so that it may be killed and begun again), answers nobody without a signature.
 */

export interface S3Mood extends Mood {
  /** Does what is asked, and answers this all the same. */
  says?: number
  /** Gives out something else than it was given. */
  wrong?: boolean
}

export interface S3Service extends StandIn {
  mood: S3Mood
  bucket: string
  region: string
  accessKey: string
  secret: string
  names: () => string[]
  /** As a person with the bucket's key could do it. */
  put: (name: string, content: Buffer) => void
  drop: (name: string) => void
  /** How often it was asked, by method. */
  asked: Map<string, number>
}

const hex = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()
const fault = (status: number, code: string): Answered => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})
const FRESH_MS = 15 * 60_000

export async function openS3(folder: string, { port = 0, clock = () => new Date() } = {}): Promise<S3Service> {
  const [bucket, region, accessKey, secret] = ['anheng-files', 'cn-hangzhou', 'AKIDSTANDIN', 'wJalrXUtnFEMI/K7MDENG+standin']
  mkdirSync(folder, { recursive: true })
  const asked = new Map<string, number>()
  const pathOf = (name: string) => join(folder, encodeURIComponent(name))

  /** null: it is signed by the bucket's owner. */
  function refusal({ method, path, headers, bytes }: Asked): Answered | null {
    const given = headers.authorization
    if (given === undefined) return fault(403, 'AccessDenied')
    const found =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
        given,
      )
    if (!found) return fault(400, 'AuthorizationHeaderMalformed')
    const [, id, day = '', place = '', names = '', signature = ''] = found
    if (id !== accessKey) return fault(403, 'InvalidAccessKeyId')
    const stamp = String(headers['x-amz-date'] ?? '')
    const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp)?.slice(1).map(Number)
    if (!parts || !stamp.startsWith(day) || place !== region) return fault(400, 'AuthorizationHeaderMalformed')
    const [year = 0, month = 1, date = 1, hours = 0, minutes = 0, seconds = 0] = parts
    if (Math.abs(Date.UTC(year, month - 1, date, hours, minutes, seconds) - clock().getTime()) > FRESH_MS)
      return fault(403, 'RequestTimeTooSkewed')
    const payload = String(headers['x-amz-content-sha256'] ?? '')
    if (payload !== hex(bytes)) return fault(400, 'XAmzContentSHA256Mismatch')
    const signed = names.split(';')
    // Every x-amz header that came must be among those that are signed.
    if (!signed.includes('host') || Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signed.includes(name)))
      return fault(403, 'AccessDenied')
    const [resource = '', query = ''] = path.split('?')
    let canonical = `${method}\n${resource}\n${query.split('&').sort().join('&')}\n`
    for (const name of signed)
      canonical += `${name}:${String(headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`
    canonical += `\n${names}\n${payload}`
    const text = `AWS4-HMAC-SHA256\n${stamp}\n${day}/${place}/s3/aws4_request\n${hex(canonical)}`
    const key = sign(sign(sign(sign(`AWS4${secret}`, day), place), 's3'), 'aws4_request')
    return timingSafeEqual(sign(key, text), Buffer.from(signature, 'hex')) ? null : fault(403, 'SignatureDoesNotMatch')
  }

  /** By path, or by host. */
  function nameOf({ path, headers }: Asked): string | null {
    const resource = decodeURIComponent(path.split('?')[0] ?? '')
    if (String(headers.host).startsWith(`${bucket}.`)) return resource.slice(1)
    return resource.startsWith(`/${bucket}/`) ? resource.slice(bucket.length + 2) : null
  }

  function deed(request: Asked, { wrong }: S3Mood): Answered {
    const name = nameOf(request)
    if (name === null) return fault(404, 'NoSuchBucket')
    const path = pathOf(name)
    if (request.method === 'PUT') {
      // Whole or not at all: an object that is half there is not there.
      writeFileSync(`${path}.part`, request.bytes)
      renameSync(`${path}.part`, path)
      return { status: 200, headers: { etag: `"${createHash('md5').update(request.bytes).digest('hex')}"` }, body: '' }
    }
    if (request.method === 'DELETE') {
      rmSync(path, { force: true })
      return { status: 204, body: '' }
    }
    if (!existsSync(path)) return fault(404, 'NoSuchKey')
    const content = readFileSync(path)
    if (wrong) content[0] = (content[0] ?? 0) ^ 1
    return { status: 200, headers: { 'content-type': 'application/octet-stream', 'content-length': String(content.length) }, body: content }
  }

  const answer = async (request: Asked, mood: S3Mood): Promise<Answered> => {
    asked.set(request.method, (asked.get(request.method) ?? 0) + 1)
    const refused = refusal(request)
    if (refused) return refused
    const done = deed(request, mood)
    return mood.says === undefined ? done : fault(mood.says, mood.says === 503 ? 'SlowDown' : 'InternalError')
  }

  return Object.assign(await openStandIn(answer, port), {
    bucket,
    region,
    accessKey,
    secret,
    asked,
    names: () =>
      readdirSync(folder)
        .filter((name) => !name.endsWith('.part'))
        .map(decodeURIComponent),
    put: (name: string, content: Buffer) => writeFileSync(pathOf(name), content),
    drop: (name: string) => rmSync(pathOf(name)),
  })
}
