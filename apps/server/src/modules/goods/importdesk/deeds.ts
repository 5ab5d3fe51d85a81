import type { ImportCalls, ImportUndoWire } from '#contract/imports.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Deed } from '../../who/approvals/public.ts'
import type { ImportKind } from './kind.ts'
import { importWork } from './making.ts'
import { fileOf, undoUntil, wireOf } from './service.ts'
import { type ImportFile, moveFile } from './store.ts'
import { STATE_NAMES } from './words.ts'

/** What two people decide about an import: that what was shown lands, and that what landed goes back. */

/** As it was shown, and as what it is about still stands. */
async function shownFile(trx: Connection, kind: ImportKind, id: number, now: Date): Promise<ImportFile> {
  const file = await fileOf(trx, kind, id, now)
  if (file.state !== 'checked') throw conflict(`这次导入${STATE_NAMES[file.state]}，要先预览才能导入`)
  if (file.counts.new + file.counts.changed === 0) throw conflict('没有可以导入的行')
  if ((await kind.stands(trx, id)) !== file.stands) throw conflict(kind.movedOn)
  return file
}

export const runDeed = (kind: ImportKind, queue: Jobs): Deed<ImportCalls['run']> => ({
  call: kind.calls.run,
  kind: kind.approvals.run,
  async weigh({ database: { db }, params: { id }, body, now }) {
    const file = await shownFile(db, kind, id, now)
    return {
      subject: `${kind.subject}:${id}`,
      ...(await kind.weighRun(db, file)),
      stands: file.stands,
      reason: body.reason,
    }
  },
  async run({ database: { db }, doer, params: { id }, body, now }) {
    const file = await shownFile(db, kind, id, now)
    if (!(await moveFile(db, id, ['checked'], 'running', { reason: body.reason.trim() }))) throw conflict('这次导入刚刚变了，请刷新')
    await queue.enqueue(db, importWork, { file_id: id })
    const after = { state: 'running', file: file.fileName, new: file.counts.new, changed: file.counts.changed }
    await writeAudit(db, doer, { action: kind.actions.run, subject: `${kind.subject}:${id}`, before: { state: 'checked' }, after }, now)
    return wireOf(await fileOf(db, kind, id, now))
  },
})

async function landedFile(trx: Connection, kind: ImportKind, id: number, now: Date): Promise<ImportFile> {
  const file = await fileOf(trx, kind, id, now)
  if (file.state !== 'done') throw conflict(`这次导入${STATE_NAMES[file.state]}，不能撤销`)
  const until = undoUntil(file)
  if (until === null || now >= until) throw conflict('导入已满 24 小时，不能整批撤销；请逐个修改')
  if (file.counts.landed === 0) throw conflict(`这次导入没有改动任何${kind.record}`)
  return file
}

export async function undoLook({ db }: DatabaseHandle, kind: ImportKind, id: number, now: Date): Promise<ImportUndoWire> {
  const file = await landedFile(db, kind, id, now)
  const { stands: _, ...look } = await kind.lookAhead(db, id)
  return { ...look, until: undoUntil(file)?.toISOString() ?? '' }
}

export const undoDeed = (kind: ImportKind, queue: Jobs): Deed<ImportCalls['undo']> => ({
  call: kind.calls.undo,
  kind: kind.approvals.undo,
  async weigh({ database: { db }, params: { id }, body, now }) {
    const file = await landedFile(db, kind, id, now)
    const look = await kind.lookAhead(db, id)
    return {
      subject: `${kind.subject}:${id}`,
      ...kind.weighUndo(file.fileName, look),
      stands: look.stands,
      reason: body.reason,
    }
  },
  async run({ database: { db }, doer, params: { id }, body, now }) {
    const file = await landedFile(db, kind, id, now)
    const undo = { accountId: doer.accountId, by: doer.name, reason: body.reason.trim() }
    if (!(await moveFile(db, id, ['done'], 'undoing', { undo }))) throw conflict('这次导入刚刚变了，请刷新')
    await queue.enqueue(db, importWork, { file_id: id })
    const change = { before: { state: 'done' }, after: { state: 'undoing', file: file.fileName } }
    await writeAudit(db, doer, { action: kind.actions.undo, subject: `${kind.subject}:${id}`, ...change }, now)
    return wireOf(await fileOf(db, kind, id, now))
  },
})
