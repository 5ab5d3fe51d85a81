import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'
import { limitDownloads } from './downloads.ts'
import type { Viewer } from './viewer.ts'

const FILE = Buffer.alloc(12 * 1024 * 1024, 'a')
const apps: FastifyInstance[] = []
let port: number
/** Requests that have come. */
let come = 0
/** Files that lie in memory now. */
let read = 0
/** Files that are being made, now and at most. */
let inWork = 0
let most = 0
const sockets: Socket[] = []

/** Long enough that nobody is cut off while the others come. */
const PATIENT_MS = 60_000

async function openWith(beatMs: number): Promise<void> {
  read = come = inWork = most = 0
  const app = Fastify()
  apps.push(app)
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', async (request) => {
    come += 1
    request.viewer = { accountId: Number(request.headers['x-account']) } as Viewer
  })
  limitDownloads(app, { inWorkEach: 3, each: 8, waiting: 100, beatMs, bytesPerBeat: 256 * 1024 })
  app.get('/api/file/:id', { config: { file: true } }, async () => {
    read += 1
    return FILE
  })
  app.get('/api/list', async () => ({ here: true }))
  app.get('/api/order/zip', { config: { file: true } }, async () => {
    inWork += 1
    most = Math.max(most, inWork)
    await sleep(20)
    inWork -= 1
    return FILE
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const app of apps.splice(0)) await app.close()
})

async function askAndNotRead(account: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET /api/file/1 HTTP/1.1\r\nHost: x\r\nX-Account: ${account}\r\n\r\n`)
  return socket
}
const fetched = async (account: number, path = '/api/file/1') => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-account': String(account) } })
  return { status: answer.status, length: (await answer.arrayBuffer()).byteLength, said: answer.headers.get('content-length') }
}

it('一个账号同时下载的文件有数，其余排队；排队太多的被告知稍候；别人照常下载，自己的其他请求照常', async () => {
  await openWith(PATIENT_MS)
  for (let at = 0; at < 8; at++) await askAndNotRead(1)
  await expect.poll(() => [come, read]).toEqual([8, 3])
  expect((await fetched(1)).status).not.toBe(200)
  expect(await fetched(2)).toEqual({ status: 200, length: FILE.length, said: String(FILE.length) })
  expect((await fetched(1, '/api/list')).status).toBe(200)
})

it('要了大文件却不读的连接被断开，轮到排队的；读得下去的一个字节不少', async () => {
  await openWith(400)
  const stalled = await Promise.all([1, 1, 1].map(askAndNotRead))
  await expect.poll(() => read).toBe(3)
  expect(await fetched(1)).toMatchObject({ status: 200, length: FILE.length })
  for (const socket of stalled) socket.resume()
  // However the end comes: by the last bytes, or as a reset.
  await Promise.all(stalled.map((socket) => socket.closed || new Promise((resolve) => socket.once('close', resolve))))
  expect(stalled.every((socket) => socket.bytesRead < FILE.length)).toBe(true)
})

it('只问文件头（HEAD）的请求同样要取出整个文件，和下载排同一队', async () => {
  await openWith(PATIENT_MS)
  const heads = Array.from({ length: 8 }, () =>
    fetch(`http://127.0.0.1:${port}/api/order/zip`, { method: 'HEAD', headers: { 'x-account': '1' } }),
  )
  const answers = await Promise.all(heads)
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(most).toBe(3)
})

it('契约里答文件的调用都标明是文件，下载因此有数；不答文件的都不标', () => {
  // What answers a file has nothing in its envelope.
  const isEmpty = ({ data }: Call) => Object.keys((data as { properties?: object }).properties ?? { some: 1 }).length === 0
  const read = CALLS.filter(({ method }) => method === 'GET')
  const paths = (calls: readonly Call[]) => calls.map(({ path }) => path).sort()
  expect(paths(read.filter(({ file }) => file === true))).toEqual(paths(read.filter(isEmpty)))
  expect(paths(CALLS.filter(({ file, method }) => file === true && method !== 'GET'))).toEqual([])
  expect(read.filter(isEmpty).length).toBeGreaterThan(15)
})
