import type pg from 'pg'
import { type Concerned, changesSince, positionNow, sweepChanges, type Topic, xminOf } from './change-table.ts'
import { listenTo } from './listen.ts'
import { isInSnapshot } from './snapshot.ts'

/**
 * The one feed by which a process learns what any process wrote: triggers write rows of the table change (migration 0110),
 * followers read them in the order of transactions. Whatever remembers rows of the database registers here what it follows.
 */

export interface MemoryPlan {
  name: string
  /** What is dropped when a topic tells of a change. Called within a look, so it only drops and reads nothing itself. */
  on: Partial<Record<Topic, (ids: Concerned) => void>>
  /** Drops everything: changes may have gone unheard. */
  clear: () => void
  entries: () => number
  /** Nothing is followed any more; whoever works by itself ends. */
  stop?: () => Promise<void>
}

export interface Memory {
  /** Taken before a read, given with what it brought. */
  mark: () => number
  /** Whether what was read since the mark may be remembered: nothing that concerns the memory came in between, and somebody follows. */
  mayKeep: (mark: number) => boolean
}

export interface FeedState {
  /** The first transaction that was not settled at the last look. */
  position: string | null
  /** Since the last look that went well. */
  ageMs: number | null
  trusted: boolean
  memories: { name: string; entries: number; lastChangeMs: number | null }[]
}

/** What else is heard on the process's one listening connection. */
export interface ChannelListener {
  heard: (payload: string) => void
  lost?: () => void
  /** Listens now; what was told before went unheard. */
  begun: () => void
}

export interface FollowHooks {
  onError?: (error: unknown) => void
  onGood?: () => void
}

export interface Changes {
  memory: (plan: MemoryPlan) => Memory
  /** The one of its name in this process, made when it is first asked for. */
  once: <T>(name: string, make: () => T) => T
  /** From here on changes are taken in, and memories may keep. */
  begin: () => Promise<void>
  /** Looks by itself from now on: when it is woken, and some times a second. */
  follow: (hooks?: FollowHooks) => void
  /** When it resolves, everything committed before the call is taken in. */
  catchUp: () => Promise<void>
  /** Where this process stands, for a statement that asks what it has not taken in yet; null: nothing is remembered. */
  position: () => string | null
  hear: (channel: string, listener: ChannelListener) => () => void
  state: () => FeedState
  stop: () => Promise<void>
}

const CHANNEL = 'change'
/** The net under the word that wakes, and all there is for what every order changes. */
const LOOK_EVERY_MS = 250
/** Words come in bursts. */
const WOKEN_AFTER_MS = 5
const TICK_MS = 1_000
/** So many seconds without a look, and what is remembered is not to be believed. Counted in ticks: a busy process misses none. */
const DISTRUST_TICKS = 4
const SWEEP_EVERY_MS = 600_000

export interface FeedSource {
  url: string
  pool: pg.Pool
  onTrouble: (what: string, error?: unknown) => void
}

interface Kept {
  plan: MemoryPlan
  marks: number
  changedAt: number | null
}

export function createChanges({ url, pool, onTrouble }: FeedSource): Changes {
  const memories: Kept[] = []
  const made = new Map<string, unknown>()
  const listeners = new Map<string, Set<ChannelListener>>()
  let position: string | null = null
  let beginning: Promise<void> | null = null
  let lastGood: number | null = null
  /** Ticks since the last look that went well. */
  let missedTicks = 0
  let trusted = false
  let hooks: FollowHooks = {}
  let listener: ReturnType<typeof listenTo> | null = null
  let ticking: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let sweptAt = 0
  let stopped = false
  let running: Promise<void> | null = null
  let queued: Promise<void> | null = null

  function clear(kept: Kept): void {
    kept.marks += 1
    kept.changedAt = performance.now()
    kept.plan.clear()
  }

  function deliver(kept: Kept, changed: ReadonlyMap<Topic, Set<number> | null>): void {
    for (const [topic, ids] of changed) {
      const drop = kept.plan.on[topic]
      if (drop === undefined) continue
      kept.marks += 1
      kept.changedAt = performance.now()
      try {
        drop(ids)
      } catch (error) {
        onTrouble(`the memory ${kept.plan.name} could not take a change in`, error)
        kept.plan.clear()
      }
    }
  }

  async function look(): Promise<void> {
    await begin()
    const from = position
    if (from === null) return
    const own = listener?.client() ?? null
    // Whoever waits for this look is no part of what happens to the listening connection.
    const { changed, ...looked } =
      own === null ? await changesSince(pool, from) : await changesSince(own, from).catch(() => changesSince(pool, from))
    position = looked.position
    if (changed === null) for (const kept of memories) clear(kept)
    else if (changed.size > 0) for (const kept of memories) deliver(kept, changed)
    lastGood = performance.now()
    missedTicks = 0
    trusted = true
  }

  function begin(): Promise<void> {
    beginning ??= positionNow(pool).then(
      (found) => {
        position = found
        lastGood = performance.now()
        trusted = true
      },
      (error: unknown) => {
        beginning = null
        throw error
      },
    )
    return beginning
  }

  function catchUp(): Promise<void> {
    if (running === null) {
      const now = look().finally(() => {
        running = null
      })
      running = now
      return now
    }
    // The look that is under way may have asked before the caller's change was there.
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        queued = null
        return catchUp()
      })
    return queued
  }

  async function sweep(): Promise<void> {
    if (sweptAt !== 0 && performance.now() - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = performance.now()
    await sweepChanges(pool)
  }

  function lookWithin(ms: number): void {
    const at = performance.now() + ms
    if (stopped || at >= dueAt) return
    clearTimeout(looking)
    dueAt = at
    looking = setTimeout(() => {
      // Words that come while it looks are looked after at once.
      dueAt = Number.POSITIVE_INFINITY
      catchUp()
        .then(sweep)
        .then(hooks.onGood, (error: unknown) => {
          if (!stopped) hooks.onError?.(error)
        })
        .finally(() => lookWithin(LOOK_EVERY_MS))
    }, ms)
    looking.unref()
  }

  function tick(): void {
    missedTicks += 1
    if (missedTicks < DISTRUST_TICKS || !trusted) return
    trusted = false
    onTrouble('changes were not followed for some seconds: nothing is answered from memory until they are')
    for (const kept of memories) clear(kept)
  }

  const each = (channel: string, tell: (one: ChannelListener) => void) => {
    for (const one of listeners.get(channel) ?? []) tell(one)
  }
  const all = (tell: (one: ChannelListener) => void) => {
    for (const channel of listeners.keys()) each(channel, tell)
  }
  function listen(): ReturnType<typeof listenTo> {
    return listenTo(
      url,
      {
        channels: () => [CHANNEL, ...listeners.keys()],
        heard: (channel, payload) => {
          if (channel === CHANNEL) lookWithin(WOKEN_AFTER_MS)
          else each(channel, (one) => one.heard(payload))
        },
        lost: () => all((one) => one.lost?.()),
        begun: () => {
          lookWithin(0)
          all((one) => one.begun())
        },
      },
      onTrouble,
    )
  }

  function follow(given: FollowHooks = {}): void {
    if (stopped) return
    hooks = { ...hooks, ...given }
    if (listener !== null) return
    listener = listen()
    missedTicks = 0
    ticking = setInterval(tick, TICK_MS).unref()
    lookWithin(0)
  }

  return {
    memory(plan) {
      const kept: Kept = { plan, marks: 0, changedAt: null }
      memories.push(kept)
      return {
        mark: () => kept.marks,
        mayKeep: (mark) => trusted && !isInSnapshot() && mark === kept.marks,
      }
    },
    once<T>(name: string, make: () => T): T {
      if (!made.has(name)) made.set(name, make())
      return made.get(name) as T
    },
    begin,
    follow,
    catchUp,
    position: () => (trusted ? position : null),
    hear(channel, one) {
      const own = listeners.get(channel) ?? new Set()
      const isNew = own.size === 0
      listeners.set(channel, own.add(one))
      follow()
      if (isNew) listener?.add(channel)
      else if (listener?.client()) one.begun()
      return () => {
        own.delete(one)
      }
    },
    state: () => ({
      position: position === null ? null : String(xminOf(position)),
      ageMs: lastGood === null ? null : Math.round(performance.now() - lastGood),
      trusted,
      memories: memories.map(({ plan, changedAt }) => ({
        name: plan.name,
        entries: plan.entries(),
        lastChangeMs: changedAt === null ? null : Math.round(performance.now() - changedAt),
      })),
    }),
    async stop() {
      stopped = true
      clearInterval(ticking)
      clearTimeout(looking)
      await running?.catch(() => undefined)
      await queued?.catch(() => undefined)
      await listener?.stop()
      for (const { plan } of memories) await plan.stop?.()
    },
  }
}
