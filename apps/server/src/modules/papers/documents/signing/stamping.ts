import { createHash } from 'node:crypto'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { contentOf } from '../../../who/files/public.ts'
import { checkStamp } from '../checking.ts'
import { insertStamp, unstampedPapers } from './stamp-store.ts'
import { timeAuthority } from './time-authority.ts'

const AT_ONCE = 50

/**
 * Papers that were signed while the time-stamp authority did not answer are stamped after all: over the whole file, and beside it,
 * for the file of a paper never changes. The first refusal ends the run: an authority that is down is not asked fifty times.
 */
export async function stampLate({ db }: DatabaseHandle, timestampUrl: string, now: Date): Promise<void> {
  if (timestampUrl === '') return
  const authority = timeAuthority(timestampUrl)
  for (const { id, fileId } of await unstampedPapers(db, AT_ONCE)) {
    const [file] = await contentOf(db, [fileId])
    if (!file) continue
    const { content } = file
    const token = await authority.timestamp(createHash('sha256').update(content).digest(), 'SHA-256')
    const { fits, at, authority: name } = await checkStamp(token, content, [])
    if (!fits) throw new Error(`the time stamp of document ${id} is not of its file`)
    await insertStamp(db, { documentId: id, token: Buffer.from(token), authority: name, at }, now)
  }
}
