import { setTimeout as sleep } from 'node:timers/promises'
import { type AskLimits, asker, type OutsideAnswer, Refused, Unanswered } from '../outside/ask.ts'
import { type S3Key, type S3Request, sha256Hex, signedHeaders } from './s3-signing.ts'
import type { ObjectStorage } from './storage.ts'

export interface S3Options extends S3Key {
  /** Of the service: 'https://oss-cn-hangzhou.aliyuncs.com'. */
  url: string
  bucket: string
  /** Where the bucket's name stands: the beginning of the path, or of the host (OSS takes nothing else). */
  style: 'path' | 'host'
  /** Before each name: '' or 'shop/'. */
  prefix: string
  isWanted: boolean
  keepDays: number
}

export const STORAGE_NAME = '文件存储'
/** The largest file goes through a line of 15 Mbit/s. */
const LIMITS: AskLimits = { answerMs: 20_000, silences: 3, restMs: 30_000 }
const NOTHING = sha256Hex('')
/** What a read that met a passing fault waits before it asks once more. */
const AGAIN_MS = 200

/** The object's address. Names and prefixes are made of characters that need no escape. */
export function addressOf({ url, bucket, style, prefix }: Pick<S3Options, 'url' | 'bucket' | 'style' | 'prefix'>, name: string): URL {
  const address = new URL(url)
  const folder = address.pathname.replace(/\/$/, '')
  if (style === 'host') address.host = `${bucket}.${address.host}`
  address.pathname = `${folder}${style === 'path' ? `/${bucket}` : ''}/${prefix}${name}`
  return address
}

/** An S3-compatible store. Throws Unanswered where it does not answer or fails, Refused where it will not have the shop's key. */
export function s3Storage(options: S3Options, clock: () => Date = () => new Date(), limits: AskLimits = LIMITS): ObjectStorage {
  const askStore = asker(limits)

  async function ask(method: 'GET' | 'PUT' | 'HEAD' | 'DELETE', name: string, body?: Buffer, sha256?: Buffer): Promise<OutsideAnswer> {
    const request: S3Request = { method, url: addressOf(options, name), payload: sha256?.toString('hex') ?? NOTHING }
    const what = `${method} ${name}`
    const answer = await askStore(request.url.href, {
      method,
      headers: signedHeaders(request, options, clock()),
      service: STORAGE_NAME,
      what,
      ...(body && { body: new Uint8Array(body) }),
    })
    if (answer.status < 300) return answer
    const why = /<Code>([\w.]{1,60})<\/Code>/.exec(answer.body.subarray(0, 4_000).toString('utf8'))?.[1] ?? ''
    // A bucket that is not there loses no file; HEAD's answer has no room for the difference.
    if (answer.status === 404 && method !== 'PUT' && (why === 'NoSuchKey' || why === '')) return answer
    const Kind = answer.status < 500 ? Refused : Unanswered
    throw new Kind(STORAGE_NAME, `${what}: ${answer.status} ${why}`.trim())
  }

  /** A connection that broke or a server that was just starting: somebody waits for the file, and reading twice harms nothing. */
  async function read(name: string): Promise<OutsideAnswer> {
    try {
      return await ask('GET', name)
    } catch (error) {
      if (error instanceof Refused) throw error
      await sleep(AGAIN_MS)
      return ask('GET', name)
    }
  }

  return {
    isWanted: options.isWanted,
    keepDays: options.keepDays,
    async put(name, content, sha256) {
      await ask('PUT', name, content, sha256)
    },
    async get(name) {
      const { status, body } = await read(name)
      return status === 404 ? null : body
    },
    async head(name) {
      const { status, headers } = await ask('HEAD', name)
      return status === 404 ? null : Number(headers.get('content-length') ?? Number.NaN)
    },
    async delete(name) {
      await ask('DELETE', name)
    },
  }
}
