import type { FastifyRequest } from 'fastify'
import { STATEMENT_FILE_BYTES_MAX } from '#contract/constants.ts'
import type { ChannelBill } from '#domain/channel-bills.ts'
import { plainName, readUpload, wrongFile } from '../../../platform/one-upload.ts'
import { readerThreads, UnreadableFile } from '../../goods/import/public.ts'
import type { StatementFile, StatementKind } from './read-file.ts'

const readInThread = readerThreads<StatementKind, StatementFile>(new URL('./file-worker.ts', import.meta.url), 1)

const TOO_LARGE = `文件不能超过 ${STATEMENT_FILE_BYTES_MAX / 1024 / 1024} MB，请按日期分成几份`

/** A bill that a service gave out itself. Throws UnreadableFile where it is none. */
export async function readBill(name: string, content: Buffer, warn: (failure: unknown) => void): Promise<ChannelBill> {
  const file = await readInThread({ name, bytes: content, account: null }, 'channel', warn)
  return file as Extract<StatementFile, { kind: 'channel' }>
}

/** What a request uploads, read where it holds up nobody. */
export async function readStatement<Kind extends StatementKind>(
  request: FastifyRequest,
  account: number,
  kind: Kind,
): Promise<{ name: string; file: Extract<StatementFile, { kind: Kind }> }> {
  const upload = await readUpload(request, TOO_LARGE)
  try {
    const file = await readInThread({ ...upload, account }, kind, (failure) =>
      request.log.warn({ err: failure }, 'a statement could not be read'),
    )
    // The worker answers the kind that it was asked for.
    return { name: plainName(upload.name), file: file as Extract<StatementFile, { kind: Kind }> }
  } catch (error) {
    if (error instanceof UnreadableFile) throw wrongFile(error.message)
    throw error
  }
}
