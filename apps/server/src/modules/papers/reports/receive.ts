import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { DataOf } from '#contract/call.ts'
import { REPORT_BYTES_MAX, REPORTS_AT_ONCE, type staffReportUpload } from '#contract/reports.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors, ShopError } from '../../../platform/errors.ts'
import { type Intake, takeReport } from './intake.ts'

type Outcome = DataOf<typeof staffReportUpload>['list'][number]

const TOO_LARGE = `文件超过 ${REPORT_BYTES_MAX / 1024 / 1024} MB，请压缩扫描件后再上传`
const SHOWN_NAME = 200

/** null: more than a file may be; what is beyond the limit is not even kept in memory. */
async function bytesOf(part: MultipartFile): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk as Buffer)
  return part.file.truncated ? null : Buffer.concat(chunks)
}

type Taking = Pick<Intake, 'scanner'> & { by: StaffActor }

async function takeParts(database: DatabaseHandle, request: FastifyRequest, taking: Taking, now: Date): Promise<Outcome[]> {
  const list: Outcome[] = []
  for await (const part of request.files({ throwFileSizeLimit: false, preservePath: true })) {
    const name = part.filename
    const bytes = await bytesOf(part)
    const outcome =
      bytes === null
        ? { outcome: 'refused' as const, message: TOO_LARGE, id: null }
        : await takeReport(database, { path: name, bytes }, { way: 'upload', ...taking }, now)
    list.push({ name: name.slice(0, SHOWN_NAME).toWellFormed(), ...outcome })
  }
  return list
}

/** One file after the other, each by itself: a bad one keeps no good one out. */
export async function receiveReports(database: DatabaseHandle, request: FastifyRequest, taking: Taking, now: Date): Promise<Outcome[]> {
  const none = () => fieldErrors([{ field: 'file', message: '请选择要上传的检验报告' }])
  if (!request.isMultipart()) throw none()
  try {
    const list = await takeParts(database, request, taking, now)
    if (list.length === 0) throw none()
    return list
  } catch (error) {
    if (error instanceof ShopError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT')
      throw fieldErrors([
        { field: 'file', message: `一次最多上传 ${REPORTS_AT_ONCE} 份，超出的请分批上传；已显示的前 ${REPORTS_AT_ONCE} 份已收下` },
      ])
    if (error instanceof Error && 'statusCode' in error) throw error
    throw fieldErrors([{ field: 'file', message: '上传的内容不完整，请重新上传' }])
  }
}
