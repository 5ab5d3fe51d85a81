import { createThreads, ThreadFailure, type ThreadTrouble } from '../../../platform/threads.ts'
import { UnreadableFile } from '../../goods/import/public.ts'
import type { FileAnswer, FileTask } from './file-worker.ts'
import type { ListFile } from './read-file.ts'

const read = createThreads<FileTask, FileAnswer>({
  module: new URL('./file-worker.ts', import.meta.url),
  threads: 2,
  waiting: 40,
  // Reading 2 MB takes a second or two.
  timeMs: 15_000,
  memoryMb: 256,
})

const SENTENCES: Readonly<Record<ThreadTrouble, string>> = {
  time: '文件太复杂，没能在限定时间内读完，请另存为只含清单的 XLSX 或 CSV 再上传',
  memory: '文件展开后过大，请另存为只含清单的 XLSX 或 CSV 再上传',
  broken: '读不出这个文件，请另存为 XLSX 或 CSV 后再上传',
}

/** Reads a file of a stranger where it holds up nobody. note: told what failed that is not the file's plain fault. */
export async function readInThread(
  { name, bytes, account }: { name: string; bytes: Buffer; account: number },
  note: (failure: ThreadFailure) => void,
): Promise<ListFile> {
  const copy = new Uint8Array(bytes)
  const answer = await read({ name, bytes: copy }, { account, moved: [copy.buffer] }).catch((error: unknown) => {
    if (!(error instanceof ThreadFailure)) throw error
    note(error)
    throw new UnreadableFile(SENTENCES[error.trouble], { cause: error })
  })
  if ('refused' in answer) throw new UnreadableFile(answer.refused)
  return answer
}
