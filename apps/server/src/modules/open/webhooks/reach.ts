import { lookup } from 'node:dns'
import { request as askPlain } from 'node:http'
import { request as askSafe } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isWithin } from '../../../platform/networks.ts'

/**
 * Sends to addresses that people typed in, from inside of the house: so it reaches nothing that stands within. Names are resolved here and
 * what they stand for is looked at before the connection is made to just that address; nobody is followed anywhere else.
 */

const TIMEOUT_MS = 15_000
const ANSWER_BYTES_MAX = 4 * 1024
const PORTS: readonly number[] = [443, 8443]

/** This host, the house, the link, everybody, nobody; and what carries an IPv4 address within. */
const WITHIN = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  WITHIN.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  WITHIN.addSubnet(address, bits, 'ipv6')

/** allowed: networks of the house that its operator opened. */
export function isReachable(ip: string, allowed: readonly string[]): boolean {
  if (isWithin(allowed, ip)) return true
  const plain = ip.toLowerCase().startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip
  const version = isIP(plain)
  if (version === 0) return false
  return !WITHIN.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

const WITHIN_WORDS = '地址在本机或内部网络，不能推送'

/** What is wrong with an address as it was typed; '' nothing. What its name stands for is looked at with every try. */
export function addressFault(text: string, allowed: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return '应是 https:// 开头的地址'
  if (url.username !== '' || url.password !== '') return '地址里不能写用户名和密码'
  if (url.hash !== '') return '地址里不能有 #'
  const host = hostOf(url)
  const isOpened = isIP(host) !== 0 && isWithin(allowed, host)
  if (isOpened) return ''
  if (isIP(host) !== 0 && !isReachable(host, allowed)) return WITHIN_WORDS
  // A name of the house may stand for an address that its operator opened: that is seen when it is resolved.
  if (allowed.length > 0) return ''
  if (url.protocol !== 'https:') return '应是 https:// 开头的地址'
  return PORTS.includes(portOf(url)) ? '' : `端口只能是 ${PORTS.join('、')}`
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')
const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

/** Whether a call to this address may be made at all: what is not encrypted, or to another port, only into an opened network. */
function refusal(url: URL, ip: string, allowed: readonly string[]): string {
  if (isWithin(allowed, ip)) return ''
  if (!isReachable(ip, allowed)) return WITHIN_WORDS
  if (url.protocol !== 'https:') return '不加密的地址只能在已开放的内部网络'
  return PORTS.includes(portOf(url)) ? '' : `端口只能是 ${PORTS.join('、')}`
}

class Unreachable extends Error {}

/** Resolves a name to the first address that may be reached, and to no other. */
const guarded =
  (url: URL, allowed: readonly string[]): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const fit = addresses.find(({ address }) => refusal(url, address, allowed) === '')
      if (fit === undefined) return callback(new Unreachable(refusal(url, addresses[0]?.address ?? '', allowed)), '', 0)
      // Who asks for all of them is given this one alone.
      if (options.all) (callback as unknown as (error: null, list: { address: string; family: number }[]) => void)(null, [fit])
      else callback(null, fit.address, fit.family)
    })
  }

export interface Heard {
  /** null: no answer. */
  status: number | null
  /** In words; '' where an answer came. */
  fault: string
  answer: string
  retryAfter: string | undefined
  tookMs: number
}

const wordsOf = (error: Error & { code?: string }): string => {
  if (error instanceof Unreachable) return error.message
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: '拒绝连接',
    ECONNRESET: '连接被断开',
    ENOTFOUND: '没有这个域名',
    EAI_AGAIN: '域名暂时解析不了',
    ETIMEDOUT: '连接超时',
    EHOSTUNREACH: '不能到达',
    CERT_HAS_EXPIRED: '对方的证书已过期',
    DEPTH_ZERO_SELF_SIGNED_CERT: '对方的证书是自签的',
    ERR_TLS_CERT_ALTNAME_INVALID: '对方的证书不是这个域名的',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: '对方的证书无法验证',
  }
  return known[error.code ?? ''] ?? `发送失败${error.code ? `（${error.code}）` : ''}`
}

export interface Posting {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  allowed: readonly string[]
  timeoutMs?: number
}

/** Never throws: whatever comes of it is told. */
export function post({ url: text, headers, body, allowed, timeoutMs = TIMEOUT_MS }: Posting): Promise<Heard> {
  const began = performance.now()
  const tookMs = () => Math.round(performance.now() - began)
  return new Promise((resolve) => {
    const nothing = (fault: string) => resolve({ status: null, fault, answer: '', retryAfter: undefined, tookMs: tookMs() })
    if (!URL.canParse(text)) return nothing('地址无效')
    const url = new URL(text)
    const host = hostOf(url)
    // A literal address is resolved by nobody.
    const fault = isIP(host) === 0 ? '' : refusal(url, host, allowed)
    if (fault !== '') return nothing(fault)
    const request = (url.protocol === 'https:' ? askSafe : askPlain)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: guarded(url, allowed),
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const failed = (error: Error & { code?: string }) =>
      nothing(error.name === 'AbortError' || error.name === 'TimeoutError' ? `${timeoutMs / 1000} 秒内没有答复` : wordsOf(error))
    const broken = () => failed(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
    let isAnswered = false
    request.once('error', failed)
    request.once('response', (response) => {
      isAnswered = true
      const parts: Buffer[] = []
      let length = 0
      let isOver = false
      const done = () => {
        if (isOver) return
        isOver = true
        const answer = Buffer.concat(parts).subarray(0, ANSWER_BYTES_MAX).toString().toWellFormed().replaceAll('\0', '')
        resolve({ status: response.statusCode ?? null, fault: '', answer, retryAfter: response.headers['retry-after'], tookMs: tookMs() })
        request.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part)
        length += part.length
        if (length >= ANSWER_BYTES_MAX) done()
      })
      response.once('end', done)
      response.once('error', (error) => {
        if (!isOver) failed(error)
      })
      response.once('close', () => {
        if (!isOver) broken()
      })
    })
    // It wants to speak another protocol: Node hands over the line, and tells nobody else.
    request.once('upgrade', ({ statusCode = null }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, fault: '', answer: '', retryAfter: undefined, tookMs: tookMs() })
    })
    // Whatever else there is: a call that is over is told of, or whoever waits for it waits for ever.
    request.once('close', () => {
      if (!isAnswered) broken()
    })
    request.end(body)
  })
}
