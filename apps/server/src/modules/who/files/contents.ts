import { createHash } from 'node:crypto'
import type { FilePurpose } from '#contract/files.ts'
import { type Connection, storageBeside } from '../../../platform/database.ts'
import { STORAGE_NAME } from '../../../providers/storage/s3.ts'
import { type FileBytes, type Place, placesOf, readHead } from './store.ts'

/**
 * The bytes of files, wherever they lie: in their row, or in an object outside. Nothing that lies outside is read within a transaction;
 * what a transaction needs (pictures of seals) stays in the database.
 */

/** What was asked for is not what was kept: nobody gets it, and the log says so. */
export class ContentWrong extends Error {}

export const sha256Of = (content: Buffer): Buffer => createHash('sha256').update(content).digest()

/** Hash and number: never a word from outside, and no name is used for anything else ever again. */
export function objectName(object: number, sha256: Buffer): string {
  const hash = sha256.toString('hex')
  return `${hash.slice(0, 2)}/${hash}-${object}`
}

/** What lies in an object, checked; null: there is none of this name. */
export async function objectContent(connection: Connection, { id, object, sha256 }: { id: number; object: number; sha256: Buffer }) {
  if (connection.isTransaction) throw new Error(`file ${id} lies in ${STORAGE_NAME} and is asked for within a transaction`)
  const storage = storageBeside(connection)
  if (storage === null) throw new ContentWrong(`file ${id} lies in an object, and CHANNELS_FILE names no storage`)
  const content = await storage.get(objectName(object, sha256))
  if (content !== null && !sha256Of(content).equals(sha256))
    throw new ContentWrong(`file ${id}: object ${objectName(object, sha256)} is not what was kept`)
  return content
}

/** null: the file is gone. */
async function contentAt(connection: Connection, { id, content, object, sha256 }: Place): Promise<Buffer | null> {
  if (object === null) return content
  const found = await objectContent(connection, { id, object, sha256 })
  if (found !== null) return found
  // It may have come back into its row, or have been cleared, since that was read.
  const [now] = await placesOf(connection, [id])
  if (now === undefined || now.content !== null) return now?.content ?? null
  throw new ContentWrong(`file ${id}: there is no object ${objectName(object, sha256)}`)
}

/** So many objects are on their way to one reader. */
const AT_ONCE = 4

/** The bytes of these files, in the order of the ids, for what the shop itself makes of them. */
export async function contentOf(
  connection: Connection,
  ids: readonly number[],
): Promise<{ id: number; name: string; mime: string; content: Buffer }[]> {
  if (ids.length === 0) return []
  const places = (await placesOf(connection, ids)).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  const found: { id: number; name: string; mime: string; content: Buffer }[] = []
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const some = await Promise.all(
      places.slice(from, from + AT_ONCE).map(async (place) => ({ place, content: await contentAt(connection, place) })),
    )
    for (const { place, content } of some) if (content !== null) found.push({ id: place.id, name: place.name, mime: place.mime, content })
  }
  return found
}

/** One file whole; null: there is none. companyId null: whoever asks may read every file, of this purpose and in use where one is named. */
export async function readContent(
  connection: Connection,
  id: number,
  companyId: number | null,
  purpose: FilePurpose | null = null,
): Promise<FileBytes | null> {
  const head = await readHead(connection, id, companyId, purpose)
  const [file] = head === null ? [] : await contentOf(connection, [id])
  return head && file ? { ...head, bytes: file.content } : null
}
