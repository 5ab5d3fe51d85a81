import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenAbout } from '#contract/open-told.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { transact } from '../../../platform/transact.ts'
import { eventsFor, publishedNow, type Told, toldOf } from '../outgoing/public.ts'
import { setEndpointState } from './endpoint-store.ts'
import {
  type DueMessage,
  endpointsBehind,
  endpointsDue,
  insertMessages,
  type Looking,
  markLooked,
  type NewMessage,
  noteTry,
  setSent,
  setUnsent,
  takeDue,
} from './message-store.ts'
import { type Heard, post } from './reach.ts'
import { GIVES_UP_AFTER_MS, pauseAfter, retryAfterMs } from './schedule.ts'
import { signatureOf } from './sign.ts'

const LOOK_EVERY_MS = 1_000
/** Events of one endpoint that are made messages of at once. */
const EVENTS_AT_ONCE = 200
/** To one endpoint: whoever is slow keeps his own messages waiting, and nobody else's. */
const SENT_AT_ONCE = 5
/** Longer than a message may take. */
const LEASE_MS = 60_000

const GONE = 410
/** Full or busy: when to come again may stand beside it. */
const SLOWS_DOWN: readonly number[] = [429, 502, 503, 504]

export interface SendingDeps {
  database: DatabaseHandle
  /** Networks of the house that may be reached. */
  allowed: readonly string[]
  timeoutMs?: number
}

export const bodyOf = (type: string, at: Date, data: object): string => JSON.stringify({ type, timestamp: at.toISOString(), data })

async function messagesFor(
  database: DatabaseHandle,
  { id, types, seen }: Looking,
): Promise<{ messages: NewMessage[]; seen: number | null }> {
  const events = await eventsFor(database.db, types, seen, EVENTS_AT_ONCE)
  const told = new Map<OpenAbout, ReadonlyMap<number, Told>>()
  for (const [about, those] of Map.groupBy(events, (event) => event.about))
    told.set(
      about,
      await toldOf(
        database.db,
        about,
        those.map(({ aboutId }) => aboutId),
      ),
    )
  const messages = events.flatMap(({ seq, type, about, aboutId, at }): NewMessage[] => {
    const of = told.get(about)?.get(aboutId)
    return of === undefined ? [] : [{ messageId: `msg_${id}_${seq}`, type, about: of.label, body: bodyOf(type, at, of.data) }]
  })
  return { messages, seen: events.length < EVENTS_AT_ONCE ? null : (events.at(-1)?.seq ?? null) }
}

/** Makes what happened a message for each endpoint that wants to hear it, once. */
export async function spread(database: DatabaseHandle, now: Date): Promise<void> {
  const published = await publishedNow(database)
  for (let isMore = true; isMore; ) {
    isMore = await transact(database.db, async (trx) => {
      const within = { ...database, db: trx }
      let left = false
      for (const endpoint of await endpointsBehind(trx, published)) {
        const { messages, seen } = await messagesFor(within, endpoint)
        if (messages.length > 0) await insertMessages(trx, endpoint.id, messages, now)
        await markLooked(trx, endpoint.id, seen ?? published)
        left ||= seen !== null
      }
      return left
    })
  }
}

async function sendOne({ database, allowed, timeoutMs }: SendingDeps, message: DueMessage, now: Date): Promise<void> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const heard = await post({
    url: message.url,
    body: message.body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'anheng-webhooks/1',
      'webhook-id': message.messageId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(message.secrets, message.messageId, timestamp, message.body),
    },
    allowed,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  await transact(database.db, async (trx) => {
    await noteTry(trx, message.id, heard, now)
    if (heard.status !== null && heard.status >= 200 && heard.status < 300) {
      await setSent(trx, message.id, message.endpointId, now)
      return
    }
    const asked = heard.status !== null && SLOWS_DOWN.includes(heard.status) ? retryAfterMs(heard.retryAfter, now) : 0
    const pause = heard.status === GONE ? null : pauseAfter(message.tries, Math.random(), asked)
    const since = await setUnsent(trx, message.id, message.endpointId, pause === null ? null : new Date(now.getTime() + pause), now)
    const why = restsBecause(heard, now.getTime() - since.getTime())
    if (why === null) return
    await setEndpointState(trx, message.endpointId, why.state, why.reason)
    const entry = { action: 'webhook.gave_up' as const, subject: `webhook:${message.endpointId}`, before: null, after: why }
    await writeAudit(trx, { accountId: null, name: '系统' }, entry, now)
  })
}

function restsBecause({ status }: Heard, failingMs: number): { state: 'paused' | 'stopped'; reason: string } | null {
  if (status === GONE) return { state: 'stopped', reason: '对方答 410：不再接收' }
  return failingMs >= GIVES_UP_AFTER_MS ? { state: 'paused', reason: '连续三天没有送达，已自动暂停；恢复后从断开的地方接着发' } : null
}

export interface SendingRun {
  deps: SendingDeps
  now: () => Date
  isStopped: () => boolean
}

/** Sends one endpoint what is due, until nothing is. Answers how many tries were made. */
async function sendTo({ deps, now, isStopped }: SendingRun, endpointId: number): Promise<number> {
  let tries = 0
  for (;;) {
    const at = now()
    const due = await takeDue(deps.database.db, endpointId, SENT_AT_ONCE, at, new Date(at.getTime() + LEASE_MS))
    await Promise.all(due.map((message) => sendOne(deps, message, at)))
    tries += due.length
    if (due.length === 0 || isStopped()) return tries
  }
}

/** Begins with every endpoint to which something is due and with which nobody is at work here. */
async function beginDue(run: SendingRun, working: Map<number, Promise<number>>): Promise<void> {
  for (const id of await endpointsDue(run.deps.database.db, run.now()))
    if (!working.has(id))
      working.set(
        id,
        sendTo(run, id).finally(() => working.delete(id)),
      )
}

/** Sends what is due, until nothing is. Answers how many tries were made. */
export async function sendDue(deps: SendingDeps, now: () => Date): Promise<number> {
  const working = new Map<number, Promise<number>>()
  await beginDue({ deps, now, isStopped: () => false }, working)
  const tries = await Promise.all(working.values())
  return tries.reduce((sum, one) => sum + one, 0)
}

/** Goes on for as long as the shop runs, in each of its processes: whichever comes first does the work. */
export function startWebhooks(deps: SendingDeps, onTrouble: (what: string, error: unknown) => void): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const run = { deps, now: () => new Date(), isStopped: () => stopping.signal.aborted }
  const working = new Map<number, Promise<number>>()
  let isFailing = false
  const trouble = (error: unknown) => {
    // Said once, and not every second for as long as it lasts.
    if (!isFailing) onTrouble('webhooks are not sent', error)
    isFailing = true
  }
  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await spread(deps.database, new Date())
        const before = new Set(working.keys())
        await beginDue(run, working)
        for (const [id, one] of working) if (!before.has(id)) one.catch(trouble)
        isFailing = false
      } catch (error) {
        trouble(error)
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    await Promise.allSettled(working.values())
  }
  const done = work()
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}
