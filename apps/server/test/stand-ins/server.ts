import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What a service can be told to do to the next questions. */
export interface Mood {
  /** Answers nothing at all: the connection ends before the deed. */
  down?: boolean
  /** Does what is asked, and then the connection breaks. */
  deaf?: boolean
  /** Answers signed by somebody else. */
  forged?: boolean
  /** Answers with a stamp of an hour ago. */
  stale?: boolean
  /** Milliseconds before the deed. */
  late?: number
  /** Half of the answer's body, and then the connection breaks. */
  cut?: boolean
}

export interface Asked {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  /** The same as it came. */
  bytes: Buffer
}
export interface Answered {
  status: number
  headers?: Readonly<Record<string, string>>
  body: string | Uint8Array
}

export interface StandIn {
  url: string
  mood: Mood
  /** How often anybody has asked it anything. */
  heard: number
  stop: () => Promise<void>
}

/** A server on loopback that answers by this; its mood applies to the calls of the service, not to pages. */
export async function openStandIn(answer: (asked: Asked, mood: Mood) => Promise<Answered>, port = 0): Promise<StandIn> {
  const standIn: StandIn = { url: '', mood: {}, heard: 0, stop: () => Promise.resolve() }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { mood } = standIn
    standIn.heard += 1
    if (mood.down) return void request.socket.destroy()
    if (mood.late) await delay(mood.late)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const bytes = Buffer.concat(parts)
    const asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: bytes.toString('utf8'),
      bytes,
    }
    const { status, headers = {}, body } = await answer(asked, mood)
    if (mood.deaf) return void request.socket.destroy()
    if (!mood.cut) return void response.writeHead(status, headers).end(body)
    const whole = Buffer.from(body)
    response.writeHead(status, { ...headers, 'content-length': String(whole.length) })
    response.write(whole.subarray(0, whole.length / 2), () => request.socket.destroy())
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  standIn.stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return standIn
}
