import { answerTasks } from './threads.ts'
import { type PackedSheet, writeWorkbook } from './workbook-writing.ts'

/** The thread that writes large Excel files: the longest ones take it a second. */
answerTasks(
  async (sheets: readonly PackedSheet[]): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await writeWorkbook(sheets)),
  (bytes) => [bytes.buffer],
)
