import { type Database, storageBeside } from '../../../platform/database.ts'
import type { ObjectStorage } from '../../../providers/storage/storage.ts'
import { ContentWrong, objectContent, objectName, sha256Of } from './contents.ts'
import {
  askObject,
  forgetObject,
  giveUpObjects,
  leaveInObject,
  misplacedFiles,
  noteFault,
  objectsToClear,
  takeFromObject,
} from './object-store.ts'
import { placesOf } from './store.ts'

/** A turn ends before the clock asks for the next one. */
const TURN_MS = 50_000
const PAGE = 100
const AT_ONCE = 4
const DAY_MS = 24 * 3_600_000

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  let failed = false
  const one = async () => {
    for (let item = waiting.shift(); item !== undefined && !failed; item = waiting.shift())
      await work(item).catch((error: unknown) => {
        failed = true
        throw error
      })
  }
  // All of them end before the failure is told: nothing goes on behind whoever asked.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, one))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** The row says where the object will be, then the object is made, then the content leaves the row: at no moment is it nowhere. */
async function moveOut(db: Database, storage: ObjectStorage, fileId: number, now: Date): Promise<boolean> {
  const [place] = await placesOf(db, [fileId])
  if (!place?.content) return false
  const { content, sha256 } = place
  if (!sha256Of(content).equals(sha256)) {
    await noteFault(db, fileId, '内容与登记的摘要不符', now)
    return false
  }
  const object = await askObject(db, fileId, sha256, now)
  await storage.put(objectName(object, sha256), content, sha256)
  return leaveInObject(db, fileId, object)
}

async function moveBack(db: Database, fileId: number, now: Date): Promise<boolean> {
  const [place] = await placesOf(db, [fileId])
  if (!place || place.object === null) return false
  const { id, object, sha256 } = place
  try {
    const content = await objectContent(db, { id, object, sha256 })
    if (content !== null) return await takeFromObject(db, id, object, content)
    await noteFault(db, id, '对象存储里没有它的内容', now)
  } catch (error) {
    if (!(error instanceof ContentWrong)) throw error
    await noteFault(db, id, '对象存储里的内容与登记的摘要不符', now)
  }
  return false
}

/**
 * Brings contents to where they shall lie, for a while or until all are there; answers how many it moved. Whatever ends it, the next turn
 * goes on: each file lies in one place or in the other, and is read from there. Throws what keeps it from going on.
 */
export async function moveFiles(db: Database, now: Date, turnMs = TURN_MS): Promise<number> {
  const storage = storageBeside(db)
  if (storage === null) return 0
  const end = performance.now() + turnMs
  const retryBefore = new Date(now.getTime() - DAY_MS)
  let moved = 0
  let after = 0
  while (performance.now() < end) {
    const ids = await misplacedFiles(db, { toObjects: storage.isWanted, after, retryBefore }, PAGE)
    await each(ids, async (id) => {
      if (performance.now() > end) return
      if (await (storage.isWanted ? moveOut(db, storage, id, now) : moveBack(db, id, now))) moved += 1
    })
    if (ids.length < PAGE) break
    after = ids.at(-1) ?? after
  }
  return moved
}

/** Nightly: objects in which no file lies are given up, and deleted once no backup that is kept still names them. */
export async function clearObjects(db: Database, now: Date): Promise<void> {
  const storage = storageBeside(db)
  if (storage === null) return
  // A day is longer than any file is on its way.
  await giveUpObjects(db, new Date(now.getTime() - DAY_MS), now)
  const before = new Date(now.getTime() - storage.keepDays * DAY_MS)
  for (;;) {
    const objects = await objectsToClear(db, before, PAGE)
    await each(objects, async ({ id, sha256 }) => {
      await storage.delete(objectName(id, sha256))
      await forgetObject(db, id)
    })
    if (objects.length < PAGE) return
  }
}
