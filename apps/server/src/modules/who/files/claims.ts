import type { FilePurpose, FileWire } from '#contract/files.ts'
import type { Connection } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import type { KeptPicture } from './check-picture.ts'
import { sha256Of } from './contents.ts'
import { cleanName } from './names.ts'
import { assignFiles, filesOfSubjects, insertFile, lockFiles, releaseFiles, type StoredFile } from './store.ts'

export interface Claim {
  /** Whose files they must be; null: uploaded by staff. */
  companyId: number | null
  ids: readonly number[]
  purpose: FilePurpose
  /** What they belong to from now on: 'qualification:12'. */
  subject: string
  /** What they may have belonged to until now, beside nothing. */
  from?: string
  /** The field that a refusal names; 'files'. */
  field?: string
  /** Staff's file is handed to this company, which may then read it. */
  handTo?: number
}

/**
 * Makes uploaded files part of a subject, in the order of ids and in the caller's transaction. Files that it has already
 * stay; those that it had and ids does not name are left to dropFiles. Throws field errors where a file is not there, of
 * another company, of another purpose or used elsewhere: one and the same sentence, which tells nobody what exists.
 */
export async function claimFiles(connection: Connection, claim: Claim): Promise<StoredFile[]> {
  const { companyId, ids, purpose, subject, from, field = 'files', handTo } = claim
  const found = new Map((await lockFiles(connection, companyId, ids)).map((file) => [file.id, file]))
  const files = ids.map((id) => {
    const file = found.get(id)
    if (!file || file.purpose !== purpose || (file.subject !== null && file.subject !== subject && file.subject !== from)) {
      throw fieldErrors([{ field, message: '所选文件不可用，请重新上传' }])
    }
    return file
  })
  if (found.size !== ids.length) throw fieldErrors([{ field, message: '同一文件不能重复提交' }])
  await assignFiles(connection, ids, subject, handTo ?? companyId)
  return files.map((file) => ({ ...file, subject, companyId: handTo ?? companyId }))
}

/** Takes files away from a subject, all but those to keep; they are cleared a day later. */
export async function dropFiles(connection: Connection, subject: string, keep: readonly number[], now: Date): Promise<void> {
  await releaseFiles(connection, subject, keep, now)
}

/** The files of these subjects, each in its order; a subject without files is absent. */
export async function filesOf(connection: Connection, subjects: readonly string[]): Promise<Map<string, StoredFile[]>> {
  return Map.groupBy(await filesOfSubjects(connection, subjects), (file) => file.subject ?? '')
}

export function fileWire(file: StoredFile): FileWire {
  const url = `/api/file/${file.id}`
  return { id: file.id, name: file.name, size: file.size, mime: file.mime, url, preview_url: file.hasPreview ? `${url}/preview` : '' }
}

export interface PackedPicture extends KeptPicture {
  accountId: number
  subject: string
  name: string
}

/** Keeps a picture of goods that came packed with others; answers its id. */
export async function keepPicture(connection: Connection, { content, preview, ...file }: PackedPicture, now: Date): Promise<number> {
  const mime = 'image/jpeg'
  const kept = { ...file, companyId: null, purpose: 'goods', mime, name: cleanName(file.name, mime), content, preview } as const
  return (await insertFile(connection, { ...kept, sha256: sha256Of(content) }, now)).id
}

export interface MadeFile {
  companyId: number | null
  purpose: FilePurpose | 'document'
  subject: string
  name: string
  mime: string
  content: Buffer
}

/** Keeps a paper that the shop itself made (a contract, a statement); answers its id. */
export async function keepMadeFile(connection: Connection, file: MadeFile, now: Date): Promise<number> {
  const sha256 = sha256Of(file.content)
  const name = cleanName(file.name, file.mime)
  const made = await insertFile(connection, { ...file, name, sha256, accountId: null, preview: null }, now)
  return made.id
}
