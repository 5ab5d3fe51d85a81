import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldErrors } from './errors.ts'

/** One file in a form, with a few short fields before it. */

export interface Upload {
  name: string
  bytes: Buffer
}

export const wrongFile = (message: string) => fieldErrors([{ field: 'file', message }])

/** In a scope of its own: no other call takes multipart bodies. */
export const takeUploads = async (scope: FastifyInstance, bytesMax: number): Promise<void> => {
  await scope.register(multipart, {
    limits: { files: 1, fileSize: bytesMax, fields: 2, fieldSize: 200, fieldNameSize: 50, parts: 3, headerPairs: 20 },
  })
}

/** What fails while a body is read is the sender's doing: cut off on the way, or no such form at all. */
export async function readUpload(request: FastifyRequest, tooLarge: string): Promise<Upload> {
  if (!request.isMultipart()) throw wrongFile('请选择要上传的文件')
  const broken = (cause: unknown) =>
    cause instanceof Error && 'code' in cause && cause.code === 'FST_REQ_FILE_TOO_LARGE'
      ? wrongFile(tooLarge)
      : wrongFile('文件没有完整上传，请重试')
  try {
    const file = await request.file()
    if (file?.fieldname === 'file') return { name: file.filename, bytes: await file.toBuffer() }
  } catch (error) {
    throw broken(error)
  }
  throw wrongFile('请选择要上传的文件')
}

const NAME_MAX = 120
/** As it may stand on a page and in the record. */
export const plainName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(-NAME_MAX) || '未命名'
