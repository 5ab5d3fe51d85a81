import { readerThreads } from '../../goods/import/public.ts'
import type { ListFile } from './read-file.ts'

/** Reads a buyer's list where it holds up nobody. */
export const readInThread = readerThreads<null, ListFile>(new URL('./file-worker.ts', import.meta.url), 2)
