import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { say } from './figure.ts'
import { besides, load } from './load.ts'
import { type Running, startBytes } from './servers.ts'

const CLIENTS = 16
const SECONDS = 6
/** As every browser asks. */
const ENCODING = 'br'

interface Raw {
  status: number
  bytes: Buffer
  encoding: string
}

function rawOf(origin: string, path: string, cookie: string): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}${path}`, { headers: { 'accept-encoding': ENCODING, ...(cookie && { cookie }) } }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          bytes: Buffer.concat(chunks),
          encoding: String(incoming.headers['content-encoding'] ?? ''),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

export async function cookieOf(origin: string, username: string): Promise<string> {
  const answer = await fetch(`${origin}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Demo-2026' }),
  })
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('sid='))
  if (!cookie) throw new Error(`login of ${username}: ${answer.status}`)
  return cookie.split(';', 1)[0] ?? ''
}

/**
 * Pages of a demo shop: with its adverts, flash sale, offers and floors, for a visitor and for a member with a cart, orders and messages.
 * Each beside bare HTTP that answers the same bytes.
 */
export async function measurePages({ origin: shop, processorMs }: Running, home: string): Promise<void> {
  const member = await cookieOf(shop, '13900000001')
  for (const [name, path, cookie, target] of [
    ['home page, visitor', '/', '', 0.25],
    ['home page, member', '/', member, null],
    ['list page, visitor', '/list', '', 0.25],
    ['list page, member', '/list', member, null],
    ['detail page, visitor', '/list/info/1', '', null],
    ['detail page, member', '/list/info/1', member, null],
  ] as const) {
    const { status, bytes, encoding } = await rawOf(shop, path, cookie)
    if (status !== 200 || encoding !== ENCODING) throw new Error(`${name}: ${status} ${encoding}`)
    const file = join(home, 'page.bytes')
    await writeFile(file, bytes)
    const bare = await startBytes(file, encoding)
    const headers = { 'accept-encoding': ENCODING, ...(cookie && { cookie }) }
    const ask = (origin: string, where: string, seconds: number) => load(origin, [{ path: where, headers }], { clients: CLIENTS, seconds })
    try {
      await ask(shop, path, 2)
      const worked = { shop: 0, bare: 0, answers: 0, bareAnswers: 0 }
      const { figure, limit } = await besides(
        async () => {
          const before = bare.processorMs()
          const result = await ask(bare.origin, '/', SECONDS / 2)
          worked.bare += bare.processorMs() - before
          worked.bareAnswers += result.answers
          return result
        },
        async () => {
          const before = processorMs()
          const result = await ask(shop, path, SECONDS)
          worked.shop = processorMs() - before
          worked.answers = result.answers
          return result
        },
      )
      const [each, bareEach] = [worked.shop / worked.answers, worked.bare / worked.bareAnswers]
      if (figure.errors > 0) throw new Error(`${name}: ${figure.errors} answers failed`)
      const ratio = figure.perSecond / limit.perSecond
      say({
        figure: `server-rendered ${name}`,
        value: figure.perSecond,
        unit: 'per second',
        limit: limit.perSecond,
        ratio,
        ...(target !== null && { target: `share of bare HTTP of the same bytes ≥ ${target}`, ok: ratio >= target }),
        note: `${(bytes.length / 1024).toFixed(1)} KB ${encoding}; ${each.toFixed(2)} ms of processor a page, bare ${bareEach.toFixed(3)} (share ${(bareEach / each).toFixed(3)}); p50 ${figure.p50} ms, p99 ${figure.p99} ms`,
      })
    } finally {
      await bare.stop()
    }
  }
}
