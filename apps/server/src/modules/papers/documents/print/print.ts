import { beijingDate } from '#domain/dates.ts'
import { printed } from '#domain/paper-text.ts'
import type { Connection } from '../../../../platform/database.ts'
import { conflict, notFound } from '../../../../platform/errors.ts'
import { createThreads, ThreadFailure } from '../../../../platform/threads.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { contentOf, sizeOf } from '../../../who/files/public.ts'
import { readSupplier } from '../supplier-store.ts'
import type { PrintAnswer, PrintTask } from './print-file.ts'

/** Of a browser's memory and of ours: ten notes have one. */
const PRINT_BYTES_MAX = 40 * 1024 * 1024

/** Nobody's notes wait behind a maker's file that takes long, and no account keeps others waiting for more than one of its own. */
const put = createThreads<PrintTask, PrintAnswer>({
  module: new URL('./print-worker.ts', import.meta.url),
  threads: 1,
  waiting: 40,
  timeMs: 30_000,
  memoryMb: 512,
})

export interface PrintedPaper {
  name: string
  about: string
  no: string
  fileId: number
}

/**
 * Papers in one file, to be printed at once behind a page that names them. Merging ends their signatures, so it says that the single files
 * are the originals. page: where those are found.
 */
export async function printPapers(
  connection: Connection,
  viewer: Pick<Viewer, 'accountId'> & { company: { name: string } },
  papers: readonly PrintedPaper[],
  page: string,
  now: Date,
): Promise<Buffer> {
  if (papers.length === 0) throw notFound('单据')
  const ids = papers.map(({ fileId }) => fileId)
  if ((await sizeOf(connection, ids)) > PRINT_BYTES_MAX)
    throw conflict(`合并后超过 ${PRINT_BYTES_MAX / 1024 / 1024} MB，请少选几份，分几次打印`, { reason: 'PRINT_TOO_LARGE' })
  const contents = new Map((await contentOf(connection, ids)).map(({ id, content }) => [id, content]))
  const supplier = await readSupplier(connection)
  const day = beijingDate(now)
  const title = `合并打印件 ${day}（带签名的原件是各份单独的文件）`
  const task: PrintTask = {
    options: { title, author: supplier.name, footer: '合并打印件，不是签名原件', madeAt: now },
    buyer: printed(viewer.company.name),
    day,
    page,
    parts: papers.map(({ name, about, no, fileId }) => ({
      name,
      about: printed(about),
      no: printed(no),
      content: new Uint8Array(contents.get(fileId) ?? Buffer.alloc(0)),
    })),
  }
  const answer = await put(task, { account: viewer.accountId }).catch((error: unknown): PrintAnswer => {
    if (error instanceof ThreadFailure) return { refused: '这些单据合并不起来，请少选几份，或单独打开打印' }
    throw error
  })
  if ('refused' in answer) throw conflict(answer.refused, { reason: 'PRINT_REFUSED' })
  return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
}
