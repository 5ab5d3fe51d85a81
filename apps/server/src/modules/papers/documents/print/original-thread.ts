import { createThreads, ThreadFailure } from '../../../../platform/threads.ts'
import { PAGES_MAX, type PagesFault } from './original-pages.ts'

const look = createThreads<Uint8Array<ArrayBuffer>, PagesFault | null>({
  module: new URL('./original-worker.ts', import.meta.url),
  threads: 1,
  waiting: 40,
  timeMs: 20_000,
  memoryMb: 512,
})

const SENTENCES: Readonly<Record<PagesFault, string>> = {
  unreadable: 'PDF 文件的页面无法读取，请另存为普通 PDF 后上传',
  many: `PDF 文件超过 ${PAGES_MAX} 页，请拆分后上传`,
  repeated: 'PDF 文件里同一页被重复引用，请另存为普通 PDF 后上传',
  heavy: 'PDF 文件的页面内容解压后过大，请另存为普通 PDF 后上传',
  size: 'PDF 文件里有页面尺寸缺失或不正确的页，请另存为普通 PDF 后上传',
}

/** Why a file's pages cannot be copied, as a sentence; null: they can. signed: it is passed on as it is, at any length. */
export async function pagesRefusal(content: Buffer, signed: boolean): Promise<string | null> {
  const copy = new Uint8Array(content)
  const fault = await look(copy, { account: null, moved: [copy.buffer] }).catch((error: unknown): PagesFault => {
    if (error instanceof ThreadFailure) return 'unreadable'
    throw error
  })
  if (fault === null || (signed && fault !== 'repeated' && fault !== 'size')) return null
  return SENTENCES[fault]
}
