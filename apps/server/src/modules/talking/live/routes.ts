import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { CODES } from '#contract/codes.ts'
import type { ModuleContext } from '../../../context.ts'
import type { Concerned } from '../../../platform/change-table.ts'
import { forbidden, loginRequired, ShopError } from '../../../platform/errors.ts'
import { isForeign } from '../../../platform/foreign-origin.ts'
import { LIVE_CHANNEL, type LiveNews } from '../../../platform/live.ts'
import { QUEUE_AREAS } from '../../../platform/queue-areas.ts'
import { hashOf, tokenOf } from '../../../platform/session.ts'
import { createLines, type Line } from './lines.ts'
import { readStandings } from './store.ts'

const BEAT_MS = 25_000
/** What waits changes with every order; the pages that count it are told once of all that came within so long. */
const QUEUES_MS = 1_000
/** Changes of companies and papers come in bursts; the lines' rights are asked once for all of them. */
const RECHECK_MS = 500
/** Pages only listen: whoever sends more than a few bytes is none of ours. */
const SAID_MAX = 256
/** Pages say nothing at all by now; a few words are borne, a stream is not. */
const WORDS_MAX = 20
const WORDS_WITHIN_MS = 10_000
const POLICY_VIOLATED = 1008
/** Staff have a cookie of their own, which travels below /api/staff only. */
const LIVE_PATHS: readonly string[] = ['/api/live', '/api/staff/live']

function hushTalkers(socket: WebSocket): void {
  let words = 0
  let since = performance.now()
  const count = () => {
    const now = performance.now()
    if (now - since > WORDS_WITHIN_MS) {
      words = 0
      since = now
    }
    words += 1
    if (words === WORDS_MAX + 1) socket.close(POLICY_VIOLATED)
    // Whoever does not stop at the word is cut off.
    if (words > WORDS_MAX * 2) socket.terminate()
  }
  socket.on('message', count)
  socket.on('ping', count)
}

/**
 * GET /api/live and /api/staff/live: what happens to a company, or for the staff, told to their open pages. A socket stands for the session that
 * opened it and ends with it. Every process hears all news through the database, so it does not matter which one a page is
 * connected to.
 */
export async function liveRoutes({ app, deps }: Pick<ModuleContext, 'app' | 'deps'>): Promise<void> {
  const { database, clock } = deps
  const { changes } = database
  const lines = createLines()
  let unhear: (() => void) | null = null
  let listening = false
  let stopping = false
  let recheckTimer: NodeJS.Timeout | undefined
  let queuesTimer: NodeJS.Timeout | undefined
  const queuesDue = new Set<string>()

  async function recheck(hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return
    try {
      lines.closeChanged(hashes, await readStandings(database, hashes, clock()))
    } catch (error) {
      // The next beat asks again.
      app.log.warn({ err: error }, 'the rights of open pages could not be read')
    }
  }

  async function deliver(news: LiveNews): Promise<void> {
    // Pages ask at once what they may do now, and must not be answered with what they might before.
    if (news.event.type === 'account')
      await changes.catchUp().catch((error: unknown) => app.log.warn({ err: error }, 'changes could not be taken in before a word of them'))
    lines.deliver(news)
  }

  const recheckSoon = () => {
    recheckTimer ??= setTimeout(() => {
      recheckTimer = undefined
      void recheck(lines.hashes())
    }, RECHECK_MS)
  }
  // Open pages are a memory of what their sessions stood for when they came.
  changes.memory({
    name: 'open pages',
    on: {
      session: (ids) => void recheck(lines.hashes(ids)),
      account: recheckSoon,
      company: recheckSoon,
    },
    clear: recheckSoon,
    entries: () => lines.hashes().length,
  })

  const tellQueues = (ids: Concerned): void => {
    for (const area of ids === null ? Object.values(QUEUE_AREAS) : [...ids].map((id) => QUEUE_AREAS[id] ?? '')) queuesDue.add(area)
    queuesTimer ??= setTimeout(() => {
      queuesTimer = undefined
      const areas = [...queuesDue]
      queuesDue.clear()
      lines.deliver({ target: { staff: true }, event: { type: 'queues', areas } })
    }, QUEUES_MS).unref()
  }
  // The counts on open pages are a memory too.
  changes.memory({ name: 'open queues', on: { queue: tellQueues }, clear: () => tellQueues(null), entries: () => queuesDue.size })

  /** From the first page on; a process without pages needs to hear nothing for them. */
  function listen(): void {
    unhear ??= changes.hear(LIVE_CHANNEL, {
      heard: (payload) => void deliver(JSON.parse(payload) as LiveNews),
      lost: () => {
        listening = false
      },
      begun: () => {
        listening = true
        lines.sayAll({ type: 'ready' })
        void recheck(lines.hashes())
      },
    })
  }

  const beat = setInterval(() => {
    lines.beat()
    void recheck(lines.hashes())
  }, BEAT_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(beat)
    clearTimeout(recheckTimer)
    clearTimeout(queuesTimer)
    unhear?.()
  })
  await app.register(websocket, {
    options: { maxPayload: SAID_MAX, perMessageDeflate: false },
    preClose: closeLines,
  })
  // After that plugin's own word on each request, by which it ends the socket with the answer.
  // Anything else that is asked to become a socket would be one for half a minute, and hold the turn of whoever shares its address.
  app.addHook('onRequest', async (request) => {
    if (request.headers.upgrade === undefined || LIVE_PATHS.includes(request.routeOptions.url ?? '')) return
    throw forbidden('这个地址不是实时连接')
  })

  function closeLines(this: FastifyInstance, done: () => void): void {
    stopping = true
    void lines.closeAll().then(() => this.websocketServer.close(() => done()))
  }

  function admit(request: FastifyRequest): void {
    if (isForeign(request)) throw forbidden('请求来自其他网站，已拒绝。请在本站页面中操作')
    if (request.viewer === null) throw loginRequired()
    if (request.viewer.staff && request.viewer.staff.step !== 'done') throw forbidden()
    if (stopping || lines.isFull(request.viewer.accountId, request.ip))
      throw new ShopError(CODES.TOO_MANY, '打开的页面过多，请关闭一些再试')
  }

  const open = (socket: WebSocket, request: FastifyRequest): void => {
    const { viewer } = request
    if (viewer === null) {
      socket.terminate()
      return
    }
    const line: Line = {
      socket,
      hash: hashOf(tokenOf(request) ?? '').toString('hex'),
      sessionId: viewer.sessionId,
      accountId: viewer.accountId,
      companyId: viewer.company?.id ?? null,
      isStaff: viewer.staff !== null,
      ip: request.ip,
      alive: true,
    }
    lines.add(line)
    hushTalkers(socket)
    listen()
    if (listening) lines.say(line, { type: 'ready' })
    // The session may have ended while this process still remembered it.
    void recheck([line.hash])
  }
  for (const path of LIVE_PATHS) app.get(path, { websocket: true, preValidation: async (request) => admit(request) }, open)
}
