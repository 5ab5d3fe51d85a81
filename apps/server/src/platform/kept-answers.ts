import type { Topic } from './change-table.ts'
import type { Changes, MemoryPlan } from './changes.ts'

/** Small readings that are the same for everybody, by key. */
export interface KeptAnswers {
  /** What is remembered, or is being read; null: nothing, or too old. */
  known: <Value>(key: string, now: Date) => Promise<Value> | null
  /** While one reads, others wait for the same reading; a failed one is not kept, nor one that isGood refuses. */
  get: <Value>(key: string, now: Date, read: () => Promise<Value>, isGood?: (value: Value) => boolean) => Promise<Value>
}

interface KeepPlan {
  name: string
  topics: readonly Topic[]
  max: number
  /**
   * What was changed is told by the feed; that an hour came (an advert begins, an article is out) is told by nobody, and this is
   * how much later it may be shown.
   */
  hourMs: number
}

/** The same answer to every topic: drop everything. */
export const dropsAll = (topics: readonly Topic[], clear: () => void): MemoryPlan['on'] =>
  Object.fromEntries(topics.map((topic) => [topic, clear]))

export function keepAnswers(changes: Changes, { name, topics, max, hourMs }: KeepPlan): KeptAnswers {
  const kept = new Map<string, { value: Promise<unknown>; readAt: number }>()
  const clear = () => kept.clear()
  const memory = changes.memory({ name, on: dropsAll(topics, clear), clear, entries: () => kept.size })
  const known = <Value>(key: string, now: Date): Promise<Value> | null => {
    const found = kept.get(key)
    return found && Math.abs(now.getTime() - found.readAt) < hourMs ? (found.value as Promise<Value>) : null
  }
  return {
    known,
    get<Value>(key: string, now: Date, read: () => Promise<Value>, isGood: (value: Value) => boolean = () => true): Promise<Value> {
      const found = known<Value>(key, now)
      if (found) return found
      const value = read()
      // What a change finds here is dropped by it, so what is still here was read since the last one.
      if (!memory.mayKeep(memory.mark())) return value
      if (kept.size >= max) kept.clear()
      const entry = { value, readAt: now.getTime() }
      kept.set(key, entry)
      const drop = () => kept.get(key) === entry && kept.delete(key)
      value.then((answer) => !isGood(answer) && drop(), drop)
      return value
    },
  }
}
