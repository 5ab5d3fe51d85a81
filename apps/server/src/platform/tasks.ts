import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Work for the queue, by its name: what is asked for with it, and when it runs by itself. Who does it is said apart, by workOf. */
export interface Task<S extends TSchema = TSchema> {
  /** Module and deed: 'orders.expire'. */
  name: string
  payload: S
  /** By the queue's clock, which is UTC; null: only when somebody asks for it. */
  cron: string | null
  /** Where it failed and waits for its next try, the clock begins it anew instead of putting another one behind it. */
  alone: boolean
  /** Its names in earlier versions: what those left in the queue is done all the same. */
  formerly: readonly string[]
}

interface TaskOptions {
  cron?: string
  alone?: boolean
  formerly?: readonly string[]
}

export const defineTask = <S extends TSchema>(
  name: string,
  payload: S,
  { cron, alone = false, formerly = [] }: TaskOptions = {},
): Task<S> => ({
  name,
  payload,
  cron: cron ?? null,
  alone,
  formerly,
})

/** Of work that nothing needs to be said for; what runs by the clock gets the queue's own words with it. */
export const NO_PAYLOAD = Type.Object({})

/** A task together with what does it. */
export interface TaskWork {
  task: Pick<Task, 'name' | 'cron' | 'alone' | 'formerly'>
  run: (payload: unknown, now: Date) => Promise<void>
}

/**
 * Nobody can do it as it was asked for. The queue keeps such a job with this sentence and tries again later and later: it may come
 * from a newer version of the shop that runs beside this one, and then is done by that.
 */
class PayloadWrong extends TypeError {
  constructor(name: string, faults: readonly string[]) {
    super(`task ${name}: wrong payload: ${faults.join('; ')}`)
  }
}

/** work must be safe to run twice. */
export function workOf<S extends TSchema>(task: Task<S>, work: (payload: Static<S>, now: Date) => Promise<void>): TaskWork {
  const isRight = (payload: unknown): payload is Static<S> => Value.Check(task.payload, payload)
  return {
    task,
    run: async (payload, now) => {
      if (!isRight(payload)) {
        const faults = Value.Errors(task.payload, payload).map((fault) => `${fault.instancePath || 'payload'} ${fault.message}`)
        throw new PayloadWrong(task.name, faults)
      }
      await work(payload, now)
    },
  }
}

/** By every name under which a job may stand in the queue. */
export function worksByName(works: readonly TaskWork[]): ReadonlyMap<string, TaskWork> {
  const byName = new Map<string, TaskWork>()
  for (const work of works) {
    for (const name of [work.task.name, ...work.task.formerly]) {
      if (byName.has(name)) throw new Error(`two tasks are called ${name}`)
      byName.set(name, work)
    }
  }
  return byName
}
