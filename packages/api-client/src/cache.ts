/**
 * What the pages know of the server's answers, an entry a key: each question is asked once at a time, shared by everybody
 * who shows its answer, and asked again when the answer is old or was said to be no longer true.
 */
export type QueryKey = readonly unknown[]

export interface Query<T> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<T>
  /** How long an answer counts as fresh, ms; 30 s. */
  staleTime?: number
  /** How long an answer that nobody shows is kept, ms; 5 min. */
  gcTime?: number
  /** Ask once more after a failure that asking again may mend; true. */
  retry?: boolean
}

export interface Answer<T> {
  data: T | undefined
  error: Error | null
}

export interface Watcher {
  query: () => Query<unknown> & { enabled?: boolean }
  changed: () => void
}

/** What the server read for a page, as it travels to the browser. */
export type Dehydrated = readonly (readonly [key: QueryKey, data: unknown])[]

export interface QueryClient {
  /** What is known now; the same object until something changes. */
  answer: <T>(key: QueryKey) => Answer<T>
  /** Tells of every change, asks at once if the answer is missing or old; gives the way to end it. */
  watch: (watcher: Watcher) => () => void
  /** Takes the place of a request that runs. */
  refetch: <T>(query: Query<T>) => Promise<T>
  /** The answer, asked only if it is missing or old. */
  fetchQuery: <T>(query: Query<T>) => Promise<T>
  /** The answer, however old; asked only if it is missing. */
  ensureQueryData: <T>(query: Query<T>) => Promise<T>
  /** As fetchQuery, but a failure is left to who shows the answer. */
  prefetchQuery: <T>(query: Query<T>) => Promise<void>
  getQueryData: <T>(key: QueryKey) => T | undefined
  /** What is given, or made from what is known; undefined changes nothing. A request that runs is asked again. */
  setQueryData: <T>(key: QueryKey, next: T | ((old: T | undefined) => T | undefined)) => void
  /** Everything whose key begins so is outdated; what is shown is asked anew. Resolves when that is answered. */
  invalidateQueries: (of: { queryKey: QueryKey }) => Promise<void>
  removeQueries: (of: { predicate: (key: QueryKey) => boolean }) => void
  /** Asks anew for what is shown and old: the network is back. */
  refreshStale: () => void
  dehydrate: () => Dehydrated
  hydrate: (state: Dehydrated) => void
}

interface Options {
  /** Only in a browser are failures asked again and unused answers dropped; the server's cache ends with its request. */
  browser: boolean
  /** Whether asking again may help. */
  mayRetry: (error: unknown) => boolean
}

interface Run {
  query: Query<unknown>
  stop: AbortController
  promise: Promise<unknown>
  /** Somebody waits for the promise, beside those who watch. */
  awaited: boolean
}

interface Entry {
  key: QueryKey
  answer: Answer<unknown>
  /** ms */
  readAt: number
  /** Something changed on the server since. */
  outdated: boolean
  run: Run | null
  watchers: Set<Watcher>
  forget: ReturnType<typeof setTimeout> | undefined
}

const STALE_MS = 30_000
const KEEP_MS = 300_000
const RETRY_MS = 1000
const NOTHING: Answer<never> = { data: undefined, error: null }

export const idOf = (key: QueryKey): string => JSON.stringify(key)

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** next, but with every part of old that says the same: what did not change is not drawn again. */
export function keepEqual<T>(old: unknown, next: T): T {
  if (Object.is(old, next) || !isPlain(old) || !isPlain(next) || Array.isArray(old) !== Array.isArray(next)) return next
  const keys = Object.keys(next)
  let same = keys.length === Object.keys(old).length
  const parts = keys.map((name) => {
    const part = keepEqual(old[name], next[name])
    same &&= name in old && Object.is(part, old[name])
    return [name, part] as const
  })
  if (same) return old as T
  return (Array.isArray(next) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T
}

export function createCache({ browser, mayRetry }: Options): QueryClient {
  const entries = new Map<string, Entry>()

  function entryOf(key: QueryKey): Entry {
    const id = idOf(key)
    const entry = entries.get(id) ?? { key, answer: NOTHING, readAt: 0, outdated: false, run: null, watchers: new Set(), forget: undefined }
    entries.set(id, entry)
    return entry
  }

  function put(entry: Entry, { data, error }: Answer<unknown>): void {
    const { answer, watchers } = entry
    if (Object.is(answer.data, data) && answer.error === error) return
    entry.answer = { data, error }
    for (const { changed } of [...watchers]) changed()
  }

  function learn(entry: Entry, data: unknown): void {
    entry.readAt = Date.now()
    entry.outdated = false
    put(entry, { data: keepEqual(entry.answer.data, data), error: null })
  }

  const isOld = ({ answer, outdated, readAt }: Entry, { staleTime = STALE_MS }: Query<unknown>): boolean =>
    answer.data === undefined || outdated || readAt + staleTime <= Date.now()

  function forgetLater(entry: Entry, { gcTime = KEEP_MS }: Query<unknown>): void {
    clearTimeout(entry.forget)
    if (!browser || entry.watchers.size > 0 || entry.run) return
    entry.forget = setTimeout(() => entries.delete(idOf(entry.key)), gcTime)
  }

  async function attempt(query: Query<unknown>, signal: AbortSignal): Promise<unknown> {
    try {
      return await query.queryFn({ signal })
    } catch (error) {
      if (!browser || query.retry === false || signal.aborted || !mayRetry(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      if (signal.aborted) throw error
      return query.queryFn({ signal })
    }
  }

  async function settle(entry: Entry, query: Query<unknown>, run: Run, asked: Promise<unknown>): Promise<unknown> {
    try {
      const data = await asked
      if (entry.run === run) {
        entry.run = null
        learn(entry, data)
      }
      return await later(entry, data)
    } catch (error) {
      if (entry.run === run) {
        entry.run = null
        put(entry, { ...entry.answer, error: error instanceof Error ? error : new Error(String(error)) })
        throw error
      }
      const data = await later(entry)
      if (data === undefined) throw error
      return data
    } finally {
      forgetLater(entry, query)
    }
  }

  /** Who waited for a request that a newer one replaced gets the newer one's answer. */
  async function later({ run, answer }: Entry, own?: unknown): Promise<unknown> {
    if (run) return run.promise
    return answer.data === undefined ? own : answer.data
  }

  function ask(entry: Entry, query: Query<unknown>, { anew = false, awaited = false } = {}): Promise<unknown> {
    if (entry.run && !anew) {
      entry.run.awaited ||= awaited
      return entry.run.promise
    }
    entry.run?.stop.abort()
    clearTimeout(entry.forget)
    const stop = new AbortController()
    const run: Run = { query, stop, promise: Promise.resolve(), awaited: awaited || (entry.run?.awaited ?? false) }
    entry.run = run
    run.promise = settle(entry, query, run, attempt(query, stop.signal))
    if (entry.answer.data === undefined) put(entry, NOTHING)
    return run.promise
  }

  /** For those who watch: a failure is part of the answer that they are shown. */
  const askQuietly = (entry: Entry, query: Query<unknown>, anew = false): Promise<void> =>
    ask(entry, query, { anew }).then(
      () => undefined,
      () => undefined,
    )

  function drop(entry: Entry): void {
    entry.run?.stop.abort()
    entry.run = null
  }

  const enabledQuery = ({ watchers }: Entry): Query<unknown> | undefined =>
    [...watchers].map(({ query }) => query()).find(({ enabled = true }) => enabled)

  async function answered<T>(query: Query<T>, known: (entry: Entry) => boolean): Promise<T> {
    const entry = entryOf(query.queryKey)
    return (known(entry) ? entry.answer.data : await ask(entry, query, { awaited: true })) as T
  }

  const fetchQuery = <T>(query: Query<T>): Promise<T> => answered(query, (entry) => !isOld(entry, query))

  return {
    answer: <T>(key: QueryKey) => (entries.get(idOf(key))?.answer ?? NOTHING) as Answer<T>,
    watch(watcher) {
      const query = watcher.query()
      const entry = entryOf(query.queryKey)
      entry.watchers.add(watcher)
      clearTimeout(entry.forget)
      if ((query.enabled ?? true) && isOld(entry, query)) void askQuietly(entry, query)
      return () => {
        entry.watchers.delete(watcher)
        if (entry.watchers.size > 0) return
        if (entry.run && !entry.run.awaited) drop(entry)
        forgetLater(entry, query)
      }
    },
    refetch: <T>(query: Query<T>) => ask(entryOf(query.queryKey), query, { anew: true, awaited: true }) as Promise<T>,
    fetchQuery,
    ensureQueryData: (query) => answered(query, ({ answer }) => answer.data !== undefined),
    prefetchQuery: (query) =>
      fetchQuery(query).then(
        () => undefined,
        () => undefined,
      ),
    getQueryData: <T>(key: QueryKey) => entries.get(idOf(key))?.answer.data as T | undefined,
    setQueryData<T>(key: QueryKey, next: T | ((old: T | undefined) => T | undefined)) {
      const old = entries.get(idOf(key))?.answer.data as T | undefined
      const data = next instanceof Function ? next(old) : next
      if (data === undefined) return
      const entry = entryOf(key)
      learn(entry, data)
      // What is on its way may have been answered before this: it is asked again.
      if (entry.run) void askQuietly(entry, entry.run.query, true)
    },
    async invalidateQueries({ queryKey }) {
      const begins = idOf(queryKey).slice(0, -1)
      const meant = [...entries].filter(([id]) => id.startsWith(begins) && [',', ']'].includes(id[begins.length] ?? ''))
      await Promise.all(
        meant.map(([, entry]) => {
          entry.outdated = true
          const query = enabledQuery(entry)
          return query && askQuietly(entry, query, entry.answer.data !== undefined)
        }),
      )
    },
    removeQueries({ predicate }) {
      for (const [id, entry] of [...entries]) {
        if (!predicate(entry.key)) continue
        drop(entry)
        clearTimeout(entry.forget)
        const query = enabledQuery(entry)
        if (entry.watchers.size === 0) entries.delete(id)
        else put(entry, NOTHING)
        if (query) void askQuietly(entry, query)
      }
    },
    refreshStale() {
      for (const entry of entries.values()) {
        const query = enabledQuery(entry)
        if (query && isOld(entry, query)) void askQuietly(entry, query)
      }
    },
    dehydrate: () => [...entries.values()].flatMap(({ key, answer }) => (answer.data === undefined ? [] : [[key, answer.data] as const])),
    hydrate(state) {
      for (const [key, data] of state) learn(entryOf(key), data)
    },
  }
}
