import type { TSchema } from 'typebox'
import type { BulkWish } from '#contract/bulk.ts'
import type { Permission } from '#contract/calls.ts'
import type { StaffActor } from './audit.ts'
import type { Connection, DatabaseHandle } from './database.ts'
import type { Viewer } from './viewer.ts'

/** A single deed that is done to many records of a list: each belongs to the module of its records (who/bulk does the many). */

export interface BulkRecord {
  /** By which a person knows it. */
  key: string
  name: string
  /** What the deed changes, as it stands. */
  stood: string
}
/** Who does it, as a deed that another person approves knows him. */
export interface BulkDoer extends StaffActor {
  sessionId: number
  roles: readonly string[]
}
/** As he stands when his job works on a record. */
export interface BulkWorker extends BulkDoer {
  may: (word: Permission) => boolean
}

export interface BulkDeed {
  /** What the list's own call is asked with, without the place in it. */
  query: TSchema
  /** All that the list finds, so many at most. */
  find: (database: DatabaseHandle, query: unknown, limit: number, asked: { now: Date; viewer: Viewer }) => Promise<number[]>
  /** Those that whoever asks may see. */
  records: (connection: Connection, ids: readonly number[]) => Promise<ReadonlyMap<number, BulkRecord>>
  /** Refuses what no record could be told. */
  check: (connection: Connection, wish: BulkWish, now: Date) => Promise<void>
  /** The single deed in the transaction of its database; answers '' or, where another person must approve it, the sentence that says so. */
  run: (database: DatabaseHandle, doer: BulkWorker, id: number, wish: BulkWish, now: Date) => Promise<string>
}
