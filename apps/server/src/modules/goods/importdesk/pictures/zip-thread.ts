import { readerThreads } from '../../import/public.ts'
import type { ReadTable } from '../kind.ts'

/** Unpacks a clerk's file where it holds up nobody. */
export const unpackInThread = readerThreads<null, ReadTable>(new URL('./zip-worker.ts', import.meta.url), 1, {
  timeMs: 60_000,
  memoryMb: 256,
})
