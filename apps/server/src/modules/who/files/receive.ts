import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { CODES } from '#contract/codes.ts'
import { FILE_BYTES_MAX, FILE_PURPOSES, FILES_PER_HOUR, type FilePurpose } from '#contract/files.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors, forbidden, ShopError } from '../../../platform/errors.ts'
import { ONE_EACH, refusedFor } from '../../../platform/fair-queue.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { createWorkLine } from '../../../platform/work-line.ts'
import type { VirusScanner } from '../../../providers/virus-scan/scanner.ts'
import { type KeptPicture, pictureKind, redrawPicture } from './check-picture.ts'
import { sha256Of } from './contents.ts'
import { cleanName } from './names.ts'
import { pdfFaultInThread } from './pdf-thread.ts'
import { bytesOfCompany, countUpload, insertFile, type StoredFile } from './store.ts'
import { virusRefusal } from './viruses.ts'

/** All that one company may have uploaded: hundreds of times its papers. */
const COMPANY_BYTES_MAX = 1024 * 1024 * 1024
const HOUR_MS = 3_600_000

const wrongFile = (message: string) => fieldErrors([{ field: 'file', message }])
const TOO_LARGE = `文件不能超过 ${FILE_BYTES_MAX / 1024 / 1024} MB`

interface Upload {
  purpose: FilePurpose
  name: string
  bytes: Buffer
}

async function bytesOfPart(part: MultipartFile): Promise<Buffer> {
  try {
    return await part.toBuffer()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') throw wrongFile(TOO_LARGE)
    throw error
  }
}

/** The parser's own complaints about a body that breaks off or is none say nothing to a person. */
async function readUpload(request: FastifyRequest): Promise<Upload> {
  try {
    return await readParts(request)
  } catch (error) {
    if (error instanceof ShopError || (error instanceof Error && 'statusCode' in error)) throw error
    throw wrongFile('上传的内容不完整，请重新上传')
  }
}

/** Reads the parts in whatever order they come; never more than the limits of the route's multipart let through. */
async function readParts(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw wrongFile('请选择要上传的文件')
  let purpose: unknown
  let file: { name: string; bytes: Buffer } | null = null
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await bytesOfPart(part)
      if (part.fieldname !== 'file') throw wrongFile('请选择要上传的文件')
      file = { name: part.filename, bytes }
    } else if (part.fieldname === 'purpose') purpose = part.value
  }
  const known = FILE_PURPOSES.find((one) => one === purpose)
  if (!known) throw fieldErrors([{ field: 'purpose', message: '不支持的文件用途' }])
  if (file === null || file.bytes.length === 0) throw wrongFile('请选择要上传的文件，空文件不能上传')
  return { purpose: known, ...file }
}

interface Kept {
  mime: string
  content: Buffer
  preview: Buffer | null
}

const PDF_FAULTS: Readonly<Record<string, string>> = {
  损坏: 'PDF 文件已损坏，请重新导出后上传',
  加密: 'PDF 文件已加密，请去除密码后上传',
  活动内容: 'PDF 文件含有脚本、附件或自动动作，请另存为普通 PDF 后上传',
  夹带其他内容: 'PDF 文件夹带了其他内容，请另存为普通 PDF 后上传',
}

/** Why these bytes are not taken as a PDF, as a sentence; null: they are. */
export async function pdfRefusal(bytes: Buffer, account: number | null = null): Promise<string | null> {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return '不是 PDF 文件'
  const fault = await pdfFaultInThread(bytes, account)
  return fault === null ? null : (PDF_FAULTS[fault] ?? 'PDF 文件不能使用')
}

/** What pages show as a picture and nothing else. */
const PICTURES_ONLY: ReadonlySet<FilePurpose> = new Set(['face', 'goods', 'front'])

const NO_PICTURE = '图片无法读取或尺寸过大，请换一张图片'
const ONLY_PICTURES = '只支持 JPG、PNG、WebP 图片'

/** By what is in it, not by what it calls itself. */
async function keptForm({ purpose, bytes }: Upload, account: number): Promise<Kept> {
  const picture = pictureKind(bytes)
  if (picture !== null) {
    const drawn = await redrawPicture(bytes, picture)
    if (drawn === null) throw wrongFile(NO_PICTURE)
    return { mime: 'image/jpeg', ...drawn }
  }
  const wantsPicture = PICTURES_ONLY.has(purpose)
  if (!wantsPicture && bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    const refusal = await pdfRefusal(bytes, account)
    if (refusal !== null) throw wrongFile(refusal)
    return { mime: 'application/pdf', content: bytes, preview: null }
  }
  throw wrongFile(wantsPicture ? ONLY_PICTURES : '只支持 JPG、PNG、WebP 图片和 PDF 文件')
}

/**
 * At most two are checked at once in a process: drawing a picture takes a core and its pixels' memory. Each that waits keeps its file
 * in memory.
 */
const checks = createWorkLine({ atOnce: 2, ...ONE_EACH, waiting: 40 }, refusedFor)

/**
 * A picture of goods that came by another way than an upload of its own, held to what holds there: looked at for viruses, drawn anew. A sentence
 * where it is not taken. Throws where nobody could look, or too many wait: then it is asked again.
 */
export async function drawGoodsPicture(scanner: VirusScanner, bytes: Buffer, account: number): Promise<KeptPicture | string> {
  if (bytes.length > FILE_BYTES_MAX) return TOO_LARGE
  return checks({ key: `packed:${account}` }, async () => {
    const refusal = await virusRefusal(scanner, bytes)
    if (refusal !== null) return refusal
    const picture = pictureKind(bytes)
    if (picture === null) return ONLY_PICTURES
    return (await redrawPicture(bytes, picture)) ?? NO_PICTURE
  })
}

/** Takes one file of a signed-in account, checks it from all sides and keeps it, not yet belonging to anything. */
export async function receiveFile(
  { database, scanner }: { database: DatabaseHandle; scanner: VirusScanner },
  request: FastifyRequest,
  viewer: Viewer,
  now: Date,
): Promise<StoredFile> {
  const companyId = viewer.company?.id ?? null
  if (companyId === null && viewer.staff === null) throw forbidden('此功能仅供采购企业使用')
  const uploads = await countUpload(database.db, viewer.accountId, new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS))
  if (uploads > FILES_PER_HOUR) throw new ShopError(CODES.TOO_MANY, '上传过于频繁，请一小时后再试')
  const upload = await readUpload(request)
  if (companyId !== null && (await bytesOfCompany(database.db, companyId)) + upload.bytes.length > COMPANY_BYTES_MAX) {
    throw wrongFile('贵司上传的文件总量已达上限，请联系客户经理')
  }
  return checks({ key: viewer.accountId }, async () => {
    const refusal = await virusRefusal(scanner, upload.bytes)
    if (refusal !== null) throw wrongFile(refusal)
    const kept = await keptForm(upload, viewer.accountId)
    const file = {
      companyId,
      accountId: viewer.accountId,
      purpose: upload.purpose,
      subject: null,
      name: cleanName(upload.name, kept.mime),
      sha256: sha256Of(kept.content),
      ...kept,
    }
    return transact(database.db, async (transaction) => {
      const kept = await insertFile(transaction, file, now)
      const after = { name: kept.name, purpose: kept.purpose, size: kept.size }
      if (viewer.staff)
        await writeAudit(transaction, viewer, { action: 'file.upload', subject: `file:${kept.id}`, before: null, after }, now)
      return kept
    })
  })
}
