import { answerTasks } from '../../../platform/threads.ts'
import { UnreadableFile } from '../../goods/import/public.ts'
import { type ListFile, readListFile } from './read-file.ts'

export interface FileTask {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}
/** refused: a sentence for who uploaded the file. */
export type FileAnswer = ListFile | { refused: string }

/** The thread that reads files of strangers: what one of them can break is only this thread. */
answerTasks(async ({ name, bytes }: FileTask): Promise<FileAnswer> => {
  try {
    return await readListFile(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (error instanceof UnreadableFile) return { refused: error.message }
    throw error
  }
})
