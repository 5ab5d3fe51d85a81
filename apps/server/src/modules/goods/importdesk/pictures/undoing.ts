import { writeAudit } from '../../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { moveOn, readRecord, writeImages } from '../../records/public.ts'
import type { KeptRow, LookAhead, Undoing, Undone } from '../kind.ts'
import { rowsToTakeBack } from '../store.ts'
import { stillThere } from './store.ts'

const CHANGED = '这一张后来换掉或移除了，不动'
const KEPT_SHOWN = 50
const isAdded = ({ before }: KeptRow): boolean => (before?.picture?.is ?? null) === null

/** What taking it back will come to, as things stand. */
export async function lookAhead(connection: Connection, id: number): Promise<LookAhead> {
  const rows = await rowsToTakeBack(connection, id, 100_000)
  const there = new Set((await stillThere(connection, id)).flatMap(({ seq, isThere }) => (isThere ? [seq] : [])))
  const kept = rows.filter(({ seq }) => !there.has(seq))
  const added = rows.filter(isAdded)
  const figures = {
    changed: rows.length - added.length,
    touched: kept.filter((row) => !isAdded(row)).length,
    new: added.length,
    removable: added.filter(({ seq }) => there.has(seq)).length,
  }
  return {
    ...figures,
    kept: kept
      .flatMap(({ recordId, code, name }) => (recordId === null ? [] : [{ record_id: recordId, code, name, why: CHANGED }]))
      .slice(0, KEPT_SHOWN),
    stands: Object.values(figures).join('-'),
  }
}

/** The picture that stood there comes back to where the import's stands now; one that came behind the others goes. */
export async function putBack({ db }: DatabaseHandle, row: KeptRow, { staff, file, now }: Undoing): Promise<Undone> {
  const { seq, recordId, before, after } = row
  const is = recordId === null ? null : await readRecord(db, recordId, true)
  if (is === null) return { seq, undone: 'left', message: '商品已不在' }
  const at = is.images.indexOf(String(after?.picture?.is))
  if (at < 0) return { seq, undone: 'left', message: CHANGED }
  const former = before?.picture?.is
  const images = [...is.images]
  if (typeof former === 'string' && !images.includes(former)) images[at] = former
  else images.splice(at, 1)
  await writeImages(db, is.id, images)
  await moveOn(db, is.id)
  const change = { before: { pictures: is.images }, after: { pictures: images, file } }
  await writeAudit(db, staff, { action: 'goods.pictures', subject: `goods:${is.id}`, ...change }, now)
  return { seq, undone: isAdded(row) ? 'removed' : 'back', message: '' }
}
