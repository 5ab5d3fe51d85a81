import { readerThreads } from '../import/public.ts'
import type { ReadTable } from './kind.ts'
import type { TableOf } from './read-table.ts'

/** Reads a clerk's table where it holds up nobody. */
export const readTableInThread = readerThreads<TableOf, ReadTable>(new URL('./table-worker.ts', import.meta.url), 1, {
  timeMs: 60_000,
  memoryMb: 768,
})
