import type { Connection } from '../../../platform/database.ts'
import type { Finding } from './columns.ts'
import { type Landed, unseen } from './store.ts'
import type { TableRow } from './table-row.ts'

/** What can be done with the rows of a batch before the batch before has landed. */
export type Ahead = (rows: readonly TableRow[]) => Promise<void>

export type Find = (findings: readonly Finding[]) => void

/** Reads one batch of rows into records that may land; everything wrong is told to `find`. */
export type Land = (
  connection: Connection,
  rows: readonly TableRow[],
  find: Find,
) => Promise<Landed & { barred?: number; doubtful?: number }>

/** Leaves out rows whose key came before in this file: the first one counts. */
export async function withoutRepeats<R extends { line: number }>(
  connection: Connection,
  records: readonly R[],
  keyOf: (record: R) => string,
  column: string,
  find: Find,
): Promise<R[]> {
  const fresh = await unseen(
    connection,
    records.map((record) => ({ key: keyOf(record), line: record.line })),
  )
  find(
    records
      .filter((record) => !fresh.has(record.line))
      .map((record) => ({
        line: record.line,
        level: 'error',
        column,
        value: keyOf(record),
        reason: '与本文件前面的行重复，以先出现的为准',
        code: 'REPEATED',
      })),
  )
  return records.filter((record) => fresh.has(record.line))
}
