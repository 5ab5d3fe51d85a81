import type { DocumentKind } from '#domain/documents.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Column } from '../documents/public.ts'
import type { RegisterFilter } from './asked.ts'

/** A register on paper: the oldest first, as it would have been written by hand. */
export interface PaperForm {
  kind: DocumentKind
  title: string
  /** Of the days that it covers. */
  days: string
  columns: readonly Column[]
  /** Lines to sign on. */
  signed: readonly string[]
  rows: (connection: Connection, filter: RegisterFilter, limit: number) => Promise<string[][]>
}
