import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { claimFiles, readContent } from '../../who/files/public.ts'

/** Pictures that staff send for adverts and composed pages. They are made to be seen by everybody. */

const SENT = /^\/img\/front\/([1-9]\d{0,14})\.jpg$/
/** Drawn by the shop itself. */
const DRAWN = /^\/img\/banner\/[a-z]+-[a-z]+\.svg$/
/** What was shown once stays: a former version of a page shows it again. */
const SUBJECT = 'front:pictures'

export const imageProblem = (image: string): string | null =>
  image === '' || SENT.test(image) || DRAWN.test(image) ? null : '图片请在这里上传'

/** Makes those that were sent part of the shop; in the caller's transaction. */
export async function claimPictures(connection: Connection, images: readonly string[], field: string): Promise<void> {
  const ids = [...new Set(images.flatMap((image) => SENT.exec(image)?.[1] ?? []).map(Number))]
  await claimFiles(connection, { companyId: null, ids, purpose: 'front', subject: SUBJECT, field })
}

export const pictureOf = ({ db }: DatabaseHandle, id: number) => readContent(db, id, null, 'front')
