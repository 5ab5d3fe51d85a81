import type { Connection } from './database.ts'

export interface JobOptions {
  runAt?: Date
  /** A later enqueue with the same key replaces the earlier one. */
  key?: string
}

/** Work for later. Enqueued inside the transaction that needs it, so that neither happens without the other. */
export interface Jobs {
  enqueue: (connection: Connection, task: string, payload: object, options?: JobOptions) => Promise<void>
}

/** A task by name; must be safe to run twice. */
export type Task = (payload: unknown, now: Date) => Promise<void>
export type Tasks = Record<string, Task>
