import { transact } from '../../../../platform/transact.ts'
import { drawGoodsPicture, keepPicture } from '../../../who/files/public.ts'
import type { KeptRow, Preparing } from '../kind.ts'
import { isStillPacked, packedRows, setDrawn, waitingIn } from './store.ts'

/** Each picture is drawn anew as one that is uploaded by itself, and kept with the note that it was: whatever kills the process, none is kept twice. */
export async function drawRows({ database, scanner, fileId, accountId, now }: Preparing, rows: readonly KeptRow[]): Promise<void> {
  const paths = new Map(rows.map(({ seq, cells }) => [seq, cells[0] ?? '']))
  for (const { seq, content } of await packedRows(database.db, fileId, [...paths.keys()])) {
    if (content === null) continue
    const drawn = await drawGoodsPicture(scanner, content, accountId)
    await transact(database.db, async (trx) => {
      if (!(await isStillPacked(trx, fileId, seq))) return
      const about = { accountId, subject: waitingIn(fileId), name: paths.get(seq) ?? '' }
      const stored = typeof drawn === 'string' ? null : await keepPicture(trx, { ...drawn, ...about }, now)
      await setDrawn(trx, fileId, seq, stored, typeof drawn === 'string' ? drawn : '')
    })
  }
}
