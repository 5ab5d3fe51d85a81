import type { FastifyRequest } from 'fastify'
import { PRICE_LIST_BYTES_MAX } from '#contract/constants.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { plainName, readUpload } from '../../../platform/one-upload.ts'
import { readerThreads, UnreadableFile } from '../import/public.ts'
import type { SaidRow } from './read-file.ts'

const readInThread = readerThreads<'file' | 'typed', SaidRow[]>(new URL('./file-worker.ts', import.meta.url), 1)

const TOO_LARGE = `文件不能超过 ${PRICE_LIST_BYTES_MAX / 1024 / 1024} MB，请分成几张调价单`

async function read(request: FastifyRequest, account: number, name: string, bytes: Buffer, from: 'file' | 'typed'): Promise<SaidRow[]> {
  try {
    return await readInThread({ name, bytes, account }, from, (failure) =>
      request.log.warn({ err: failure }, 'a list of prices could not be read'),
    )
  } catch (error) {
    if (error instanceof UnreadableFile) throw fieldErrors([{ field: from === 'file' ? 'file' : 'text', message: error.message }])
    throw error
  }
}

/** What a request uploads, read where it holds up nobody. */
export async function readListUpload(request: FastifyRequest, account: number): Promise<{ name: string; rows: SaidRow[] }> {
  const { name, bytes } = await readUpload(request, TOO_LARGE)
  return { name: plainName(name), rows: await read(request, account, name, bytes, 'file') }
}

export const readListText = (request: FastifyRequest, account: number, text: string): Promise<SaidRow[]> =>
  read(request, account, '', Buffer.from(text.toWellFormed()), 'typed')
