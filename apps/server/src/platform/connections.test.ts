import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { boundConnections } from './connections.ts'

const TEXT = 'a'.repeat(12 * 1024 * 1024)
let app: FastifyInstance
let port: number
let asked = 0
const sockets: Socket[] = []

beforeEach(async () => {
  asked = 0
  app = Fastify()
  boundConnections(app, { atOnce: 4, beatMs: 300 })
  app.get('/text', async () => {
    asked += 1
    return TEXT
  })
  app.get('/slow', async () => {
    asked += 1
    await sleep(1_200)
    return { here: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

async function ask(path: string, times = 1): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
  return socket
}
const closed = (socket: Socket) => socket.closed || once(socket, 'close')

it('一个连接一口气发来许多请求而不等回答的，超过的一个也不做，连接断开', async () => {
  const flood = await ask('/slow', 500)
  await closed(flood.resume())
  expect(asked).toBeLessThanOrEqual(4)
  const few = await ask('/slow', 4)
  await once(few, 'data')
  expect(few.destroyed).toBe(false)
})

it('一个连接先后发来许多请求，照常', async () => {
  for (let at = 0; at < 30; at++) {
    const answer = await fetch(`http://127.0.0.1:${port}/slow-not-here`)
    await answer.text()
    expect(answer.status).toBe(404)
  }
})

it('要了回答却不读的连接被断开；慢慢做的、慢慢读的、闲着的不断', async () => {
  const deaf = await ask('/text')
  deaf.pause()
  const waiting = await ask('/slow')
  const reader = await ask('/text')
  // Reads a little every now and then.
  reader.pause()
  const reading = setInterval(() => void reader.read(2 * 1024 * 1024), 100)
  const idle = await ask('/none')
  idle.resume()
  const answered = once(waiting, 'data')
  await sleep(1_100)
  clearInterval(reading)
  expect([waiting.destroyed, reader.destroyed, idle.destroyed]).toEqual([false, false, false])
  await answered
  deaf.resume()
  await closed(deaf)
  expect(deaf.bytesRead).toBeLessThan(TEXT.length)
})
