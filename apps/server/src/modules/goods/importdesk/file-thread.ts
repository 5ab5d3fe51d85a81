import { readerThreads } from '../import/public.ts'
import type { GoodsFile } from './read-file.ts'

/** Reads a clerk's file where it holds up nobody. */
export const readInThread = readerThreads<null, GoodsFile>(new URL('./file-worker.ts', import.meta.url), 1, {
  timeMs: 60_000,
  memoryMb: 768,
})
