import { answerTasks, createThreads, ThreadFailure, type ThreadTrouble } from '../../../platform/threads.ts'
import { UnreadableFile } from './table-row.ts'

/** A table that somebody uploads is read where it holds up nobody: what one of them can break is only its thread. */

const SENTENCES: Readonly<Record<ThreadTrouble, string>> = {
  time: '文件太复杂，没能在限定时间内读完，请另存为只含清单的 XLSX 或 CSV 再上传',
  memory: '文件展开后过大，请另存为只含清单的 XLSX 或 CSV 再上传',
  broken: '读不出这个文件，请另存为 XLSX 或 CSV 后再上传',
}

interface Task<Ask> {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  ask: Ask
}
/** refused: a sentence for who uploaded the file. */
type Outcome<Read> = { read: Read } | { refused: string }

export interface Uploaded {
  name: string
  bytes: Buffer
  /** null: the shop itself. */
  account: number | null
}

/** note: told what failed that is not the file's plain fault. */
export type ReadInThread<Ask, Read> = (file: Uploaded, ask: Ask, note: (failure: ThreadFailure) => void) => Promise<Read>

/** module: a worker that calls answerReads. */
export function readerThreads<Ask, Read>(
  module: URL,
  threads: number,
  // Reading 2 MB takes a second or two.
  limits = { timeMs: 15_000, memoryMb: 256 },
): ReadInThread<Ask, Read> {
  const read = createThreads<Task<Ask>, Outcome<Read>>({ module, threads, waiting: 40, ...limits })
  return async ({ name, bytes, account }, ask, note) => {
    const copy = new Uint8Array(bytes)
    const outcome = await read({ name, bytes: copy, ask }, { account, moved: [copy.buffer] }).catch((error: unknown) => {
      if (!(error instanceof ThreadFailure)) throw error
      note(error)
      throw new UnreadableFile(SENTENCES[error.trouble], { cause: error })
    })
    if ('refused' in outcome) throw new UnreadableFile(outcome.refused)
    return outcome.read
  }
}

/** In the worker. */
export function answerReads<Ask, Read>(read: (name: string, content: Buffer, ask: Ask) => Promise<Read>): void {
  answerTasks(async ({ name, bytes, ask }: Task<Ask>): Promise<Outcome<Read>> => {
    try {
      return { read: await read(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), ask) }
    } catch (error) {
      if (error instanceof UnreadableFile) return { refused: error.message }
      throw error
    }
  })
}
