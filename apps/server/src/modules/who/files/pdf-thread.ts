import { createThreads, ThreadFailure } from '../../../platform/threads.ts'
import type { PdfFault } from './check-pdf.ts'

const check = createThreads<Uint8Array<ArrayBuffer>, PdfFault | null>({
  module: new URL('./pdf-worker.ts', import.meta.url),
  threads: 1,
  waiting: 40,
  timeMs: 20_000,
  memoryMb: 512,
})

/** What cannot be looked into within the limits counts as broken. */
export async function pdfFaultInThread(bytes: Buffer, account: number | null): Promise<PdfFault | null> {
  const copy = new Uint8Array(bytes)
  return check(copy, { account, moved: [copy.buffer] }).catch((error: unknown) => {
    if (error instanceof ThreadFailure) return '损坏'
    throw error
  })
}
