import type { ApprovalKind } from '#contract/approvals.ts'
import type { Permission } from '#contract/calls.ts'
import type { ImportCalls, ImportKindKey, ImportRowState, ImportUndone, ImportUndoWire } from '#contract/imports.ts'
import type { AuditAction } from '#domain/audit-names.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import type { VirusScanner } from '../../../providers/virus-scan/scanner.ts'
import type { Change } from '../../who/approvals/public.ts'

/** What a kind of files is to the desk: the desk takes, tries out, asks, lands and takes back; the kind knows what a row is. */

/** Field → place in the header. */
export type Columns = Readonly<Record<string, number>>

export interface ReadRow {
  line: number
  cells: string[]
  problems: Record<string, string>
  /** What goes with it beside its cells. */
  content?: Uint8Array
}
export interface ReadTable {
  header: string[]
  rows: ReadRow[]
}

/** A field's value, and what it is for a person. */
export interface SaidValue {
  is: unknown
  said: string
}
export type SaidFields = Readonly<Record<string, SaidValue>>

export interface RowOutcome {
  state: ImportRowState
  doubtful: boolean
  message: string
  code: string
  name: string
  recordId: number | null
  /** Of the record as the row left it, and as it found it; foundVersion null: it came by the row. */
  version: number | null
  foundVersion: number | null
  /** What the row changed and nothing else; before: null where the record is new. */
  before: SaidFields | null
  after: SaidFields | null
}

export interface KeptRow {
  seq: number
  line: number
  cells: readonly string[]
  problems: Readonly<Record<string, string>>
  recordId: number | null
  version: number | null
  state: ImportRowState
  before: SaidFields | null
  after: SaidFields | null
  code: string
  name: string
  landedAt: Date | null
}

export interface Landing {
  fileId: number
  columns: Columns
  file: string
  reason: string
  staff: StaffActor
  /** It is taken back again: nobody was shown anything yet. Else what a row finds must be what was shown. */
  isTrial: boolean
  /** What whoever brought the file may say. */
  may: (word: string) => boolean
  now: Date
}

export interface Undoing {
  staff: StaffActor
  file: string
  reason: string
  now: Date
}
export type Undone = { seq: number; undone: ImportUndone; message: string }
export type LookAhead = Omit<ImportUndoWire, 'until'> & { stands: string }

export interface Preparing {
  database: DatabaseHandle
  scanner: VirusScanner
  fileId: number
  accountId: number
  now: Date
}

export interface Counts {
  new: number
  changed: number
  same: number
  refused: number
  doubtful: number
}

interface KindField {
  field: string
  name: string
  required: boolean
  /** What is done with it, where that is not plain. */
  hint: string
}

export interface ImportKind {
  key: ImportKindKey
  calls: ImportCalls
  /** Of its records in the audit log and where something is approved. */
  subject: string
  actions: Readonly<Record<'read' | 'check' | 'cancel' | 'run' | 'done' | 'undo' | 'undone', AuditAction>>
  approvals: { run: ApprovalKind; undo: ApprovalKind }
  noun: string
  /** What its rows are about, as people call one. */
  record: string
  /** That lets a clerk bring such files. */
  word: Permission
  bytesMax: number
  /** Where there are none, nothing is to be named and it is tried out as soon as it was read. */
  fields: readonly KindField[]
  recognised: (header: readonly string[]) => Columns
  leftOut: (header: readonly string[]) => string[]
  sees: (field: string, may: (word: string) => boolean) => boolean
  formName: (field: string) => string
  formOrder: (one: string, other: string) => number
  read: (upload: { name: string; bytes: Buffer }, account: number, warn: (failure: unknown) => void) => Promise<ReadTable>
  /** Keeps what goes with the rows beside their cells. */
  keep?: (trx: Connection, id: number, rows: readonly ReadRow[]) => Promise<void>
  /** Rows as they were read, with their code; what cannot be is refused at once. */
  reset: (trx: Connection, id: number, columns: Columns) => Promise<void>
  /** Rows that are done in one transaction. */
  batch: { check: number; land: number }
  /** What takes long and writes nothing that counts, before a batch is tried out; outside of any transaction. */
  prepare?: (preparing: Preparing, rows: readonly KeptRow[]) => Promise<void>
  /** Lands what can land, in the caller's transaction, and says what became of each row. */
  land: (trx: Connection, rows: readonly KeptRow[], landing: Landing) => Promise<Map<number, RowOutcome>>
  /** How what the file is about stands: where it is another by then, nobody lands what was shown. */
  stands: (connection: Connection, id: number) => Promise<string>
  movedOn: string
  weighRun: (
    connection: Connection,
    file: { id: number; fileName: string; counts: Counts },
  ) => Promise<{ title: string; changes: Change[] }>
  lookAhead: (connection: Connection, id: number) => Promise<LookAhead>
  weighUndo: (fileName: string, look: LookAhead) => { title: string; changes: Change[] }
  /** Rows without a before: what came by them goes. */
  takeAway?: (trx: Connection, rows: readonly KeptRow[], undoing: Undoing) => Promise<Undone[]>
  /** One row with a before, in a transaction of its own. */
  putBack: (database: DatabaseHandle, row: KeptRow, undoing: Undoing) => Promise<Undone>
}
