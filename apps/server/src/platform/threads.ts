import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { parentPort, type Transferable, Worker } from 'node:worker_threads'
import { createFairQueue, ONE_EACH, refusedFor } from './fair-queue.ts'

/** Work that would hold up everybody is done in threads of its own, each task within limits of time and memory. */
export interface ThreadLimits {
  /** The module that the threads run; it calls answerTasks. */
  module: URL
  threads: number
  /** Tasks that may wait for a thread; more are refused at once. */
  waiting: number
  /** A task that takes longer is ended, and its thread with it. */
  timeMs: number
  memoryMb: number
  /**
   * While people are being answered a thread rests after a task that nobody waits for, so many times as long as the task took: on
   * a machine whose processors are all wanted, whatever a thread takes somebody else loses. None: it never rests.
   */
  restTimes?: number
}

/** Of the time of a task the process's loop was at work for more than this share: people are being answered. */
const BUSY_SHARE = 0.8
/** However long a task took, the next one waits no longer for its thread's rest. */
const REST_MOST_MS = 1_000

/** time, memory: it took more than it may · broken: the thread failed. */
export type ThreadTrouble = 'time' | 'memory' | 'broken'
export class ThreadFailure extends Error {
  readonly trouble: ThreadTrouble

  constructor(trouble: ThreadTrouble, message: string, cause?: unknown) {
    super(message, { cause })
    this.trouble = trouble
  }
}

type Done<Answer> = { answer: Answer } | { error: string }

interface Job<Task, Answer> {
  account: number | null
  task: Task
  moved: readonly Transferable[]
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

interface Thread<Task, Answer> {
  worker: Worker
  job: Job<Task, Answer> | null
  clock: NodeJS.Timeout | null
  /** When its task was given to it, by the clock and by the loop's work. */
  since: { at: number; loop: EventLoopUtilization }
}

const rightNow = () => ({ at: performance.now(), loop: performance.eventLoopUtilization() })

const YOUNG_MB = 32

export interface Asking {
  /** Whose task it is; none: the shop's own. No account keeps the others waiting for more than one of its tasks. */
  account?: number | null
  /** Given away with the task. */
  moved?: readonly Transferable[]
}

/**
 * Started with the first task; a thread that ends in whatever way is replaced by the next task's. Where too many wait already,
 * or too many of this account, it is refused at once with what its sender is told.
 */
export function createThreads<Task, Answer>(limits: ThreadLimits): (task: Task, asking?: Asking) => Promise<Answer> {
  type Own = Thread<Task, Answer>
  const idle: Own[] = []
  const all = new Set<Own>()
  const queue = createFairQueue<Job<Task, Answer>>({ ...ONE_EACH, waiting: limits.waiting })

  function settle(thread: Own): Job<Task, Answer> | null {
    const { job, clock } = thread
    if (clock !== null) clearTimeout(clock)
    thread.job = null
    thread.clock = null
    if (job) queue.done(job.account)
    return job
  }

  function restOf({ since }: Own, job: Job<Task, Answer> | null): number {
    if (limits.restTimes === undefined || job === null || job.account !== null) return 0
    if (performance.eventLoopUtilization(since.loop).utilization < BUSY_SHARE) return 0
    return Math.min((performance.now() - since.at) * limits.restTimes, REST_MOST_MS)
  }

  function free(thread: Own): void {
    if (!all.has(thread)) return
    idle.push(thread)
    next()
  }

  function drop(thread: Own, failure: ThreadFailure): void {
    if (!all.delete(thread)) return
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    settle(thread)?.reject(failure)
    void thread.worker.terminate()
    next()
  }

  function start(): Own {
    const worker = new Worker(limits.module, {
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    const thread: Own = { worker, job: null, clock: null, since: rightNow() }
    all.add(thread)
    worker.on('message', (done: Done<Answer>) => {
      // What a thread says that was given up comes too late: it does no more tasks, and whoever asked it has an answer.
      if (!all.has(thread)) return
      const job = settle(thread)
      // The process is not kept by a thread without work.
      worker.unref()
      if ('error' in done) job?.reject(new ThreadFailure('broken', done.error))
      else job?.resolve(done.answer)
      const rest = restOf(thread, job)
      if (rest > 0) setTimeout(() => free(thread), rest)
      else free(thread)
    })
    worker.on('error', (error: Error & { code?: string }) =>
      drop(thread, new ThreadFailure(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken', error.message, error)),
    )
    worker.on('exit', (code) => drop(thread, new ThreadFailure('broken', `a thread of ${limits.module.pathname} ended with code ${code}`)))
    return thread
  }

  function next(): void {
    while (idle.length > 0 || all.size < limits.threads) {
      const job = queue.next()?.item
      if (job === undefined) return
      const thread = idle.pop() ?? start()
      thread.job = job
      thread.since = rightNow()
      thread.clock = setTimeout(() => drop(thread, new ThreadFailure('time', `a task took more than ${limits.timeMs} ms`)), limits.timeMs)
      // The process does not end while a task is being done.
      thread.worker.ref()
      thread.worker.postMessage(job.task, job.moved)
    }
  }

  return (task, { account = null, moved = [] } = {}) =>
    new Promise((resolve, reject) => {
      const refusal = queue.refusal(account)
      if (refusal !== null) {
        reject(refusedFor(refusal))
        return
      }
      queue.add(account, { account, task, moved, resolve, reject })
      next()
    })
}

/**
 * In a thread: buyers who are being answered come first; a tenth of a busy processor is left to it, so that it never starves. On
 * Linux a priority is the thread's own; elsewhere it is the whole process's, and stays as it is.
 */
export async function yieldToOthers(): Promise<void> {
  // Whoever is the first to use the process's common threads starts them, with a priority like its own: they must not yield.
  await stat(new URL(import.meta.url))
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
}

/** In a thread: does one task after the other. movedOf: what of an answer is given away with it. */
export function answerTasks<Task, Answer>(
  work: (task: Task) => Promise<Answer>,
  movedOf: (answer: Answer) => Transferable[] = () => [],
): void {
  parentPort?.on('message', async (task: Task) => {
    try {
      const answer = await work(task)
      parentPort?.postMessage({ answer } satisfies Done<Answer>, movedOf(answer))
    } catch (error) {
      parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Done<Answer>)
    }
  })
}
