import { readerThreads } from '../../import/public.ts'
import type { ReadTable } from '../kind.ts'

/** Reads a clerk's file where it holds up nobody. */
export const readInThread = readerThreads<null, ReadTable>(new URL('./file-worker.ts', import.meta.url), 1, {
  timeMs: 60_000,
  memoryMb: 768,
})
