import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { createLines, type Line } from './lines.ts'

/** A page's end of a line, as the server sees it. */
function page(answers: boolean) {
  const events = new EventEmitter()
  const said: string[] = []
  const socket = Object.assign(events, {
    bufferedAmount: 0,
    send: (word: string) => void said.push(word),
    ping: () => void (answers && events.emit('pong')),
    terminate: () => void events.emit('close'),
  })
  const line: Line = {
    socket: socket as unknown as WebSocket,
    hash: 'a'.repeat(64),
    sessionId: 1,
    accountId: 1,
    companyId: 1,
    isStaff: false,
    ip: '127.0.0.1',
    alive: true,
  }
  return { line, said, socket }
}

it('每次心跳都有回应的页面留着，没有回应的下一次心跳时放走', () => {
  const lines = createLines()
  const living = page(true)
  const lost = page(false)
  lines.add(living.line)
  lines.add(lost.line)
  lines.beat()
  lines.beat()
  lines.deliver({ target: { companyId: 1 }, event: { type: 'messages' } })
  expect(living.said).toEqual(['{"type":"beat"}', '{"type":"beat"}', '{"type":"messages"}'])
  expect(lost.said).toEqual(['{"type":"beat"}'])
})

it('只收不读的页面不会让服务器越存越多', () => {
  const lines = createLines()
  const stuck = page(true)
  lines.add(stuck.line)
  stuck.socket.bufferedAmount = 1_000_000
  lines.deliver({ target: { companyId: 1 }, event: { type: 'messages' } })
  expect(stuck.said).toEqual([])
  expect(lines.hashes()).toEqual([])
})
