import { setTimeout as rest } from 'node:timers/promises'
import { Type } from 'typebox'
import type { ImportState } from '#contract/imports.ts'
import { Id } from '#contract/shapes.ts'
import { writeAudit } from '../../../platform/audit.ts'
import { duringJob } from '../../../platform/audit-call.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { ShopError } from '../../../platform/errors.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { loadStaff } from '../../../platform/viewer-store.ts'
import { embeddedScanner } from '../../../providers/virus-scan/embedded.ts'
import type { VirusScanner } from '../../../providers/virus-scan/scanner.ts'
import { doerOf, tryOut } from '../../who/approvals/public.ts'
import type { ImportKind, KeptRow, Landing, RowOutcome, Undoing } from './kind.ts'
import { kindOf } from './kinds.ts'
import { clearPictures } from './pictures/store.ts'
import {
  dropOldFiles,
  type ImportFile,
  lockFile,
  moveFile,
  readFile,
  rowsToLand,
  rowsToTakeBack,
  saveOutcomes,
  saveUndone,
  unreadRows,
} from './store.ts'

/** What the queue does with a file: tries its rows out, lands them, takes them back; each batch a transaction with the note that it was done. */

export const importWork = defineTask('importdesk.work', Type.Object({ file_id: Id }))
const clearing = defineTask('importdesk.clear', NO_PAYLOAD, { cron: '55 19 * * *' })

/** Rows that are taken back at once. */
const BATCH = 100
const REST_MS = 20
const BROKEN = '系统出错，这一行没有导入'

interface Running {
  database: DatabaseHandle
  scanner: VirusScanner
  kind: ImportKind
  file: ImportFile
  viewer: Viewer
  now: Date
  warn: (error: unknown) => void
}
/** False: there is nothing left to do. */
type Step = (running: Running) => Promise<boolean>

const landingOf = ({ file, viewer, now }: Running, isTrial: boolean): Landing => {
  const { accountId, name } = doerOf(viewer)
  const staff = { accountId, name }
  const may: Landing['may'] = (word) => viewer.staff?.permissions.has(word) ?? false
  const reason = file.reason || `导入 ${file.fileName}`
  return { fileId: file.id, columns: file.columns, file: file.fileName, reason, staff, isTrial, may, now }
}

const broken = (row: KeptRow): RowOutcome => ({
  state: 'refused',
  doubtful: false,
  message: BROKEN,
  code: row.code,
  name: row.name,
  recordId: null,
  version: null,
  foundVersion: null,
  before: null,
  after: null,
})

/** A batch, or what of it can be where one row breaks it. */
async function eachWhole(
  { file, database, warn }: Running,
  during: ImportState,
  next: (connection: DatabaseHandle['db']) => Promise<KeptRow[]>,
  work: (connection: DatabaseHandle['db'], rows: readonly KeptRow[]) => Promise<void>,
): Promise<boolean> {
  const batch = (only?: readonly KeptRow[]) =>
    transact(database.db, async (trx) => {
      if ((await lockFile(trx, file.id)) !== during) return null
      const rows = only ?? (await next(trx))
      if (rows.length > 0) await work(trx, rows)
      return rows
    })
  try {
    const rows = await batch()
    return rows !== null && rows.length > 0
  } catch (error) {
    warn(error)
    const rows = await next(database.db)
    for (const row of rows)
      await batch([row]).catch(async (fault: unknown) => {
        warn(fault)
        await saveOutcomes(database.db, file.id, new Map([[row.seq, broken(row)]]), null)
      })
    return rows.length > 0
  }
}

const checkStep: Step = async (running) => {
  const { database, scanner, kind, file, now } = running
  const next = (connection: DatabaseHandle['db']) => unreadRows(connection, file.id, kind.batch.check)
  const preparing = { database, scanner, fileId: file.id, accountId: file.accountId, now }
  if (kind.prepare) await kind.prepare(preparing, await next(database.db))
  return eachWhole(running, 'checking', next, async (trx, rows) => {
    const seen = await tryOut(trx, () => kind.land(trx, rows, landingOf(running, true)))
    // What came by trying it out is gone again.
    const outcomes = new Map(
      [...seen].map(([seq, one]) => [
        seq,
        { ...one, recordId: one.foundVersion === null ? null : one.recordId, version: one.foundVersion },
      ]),
    )
    await saveOutcomes(trx, file.id, outcomes, null)
  })
}

const landStep: Step = (running) =>
  eachWhole(
    running,
    'running',
    (connection) => rowsToLand(connection, running.file.id, running.kind.batch.land),
    async (trx, rows) => {
      const outcomes = await running.kind.land(trx, rows, landingOf(running, false))
      const changed = [...outcomes].filter(([, { after }]) => after !== null)
      const none = [...outcomes].filter(([, { after }]) => after === null)
      await saveOutcomes(trx, running.file.id, new Map(changed), running.now)
      await saveOutcomes(trx, running.file.id, new Map(none), null)
    },
  )

const undoStep: Step = async (running) => {
  const { database, kind, file, viewer, now } = running
  const { accountId, name } = doerOf(viewer)
  const undoing: Undoing = { staff: { accountId, name }, file: file.fileName, reason: file.undoReason, now }
  const rows = await rowsToTakeBack(database.db, file.id, BATCH)
  const [first] = rows
  if (first === undefined) return false
  const { takeAway } = kind
  const fresh = rows.filter(({ before }) => before === null)
  const isOn = async (connection: DatabaseHandle['db']) => (await lockFile(connection, file.id)) === 'undoing'
  if (takeAway && fresh.length > 0)
    await transact(database.db, async (trx) => {
      if (await isOn(trx)) await saveUndone(trx, file.id, await takeAway(trx, fresh, undoing))
    })
  for (const row of rows.filter(({ before }) => before !== null))
    try {
      await transact(database.db, async (trx) => {
        if (await isOn(trx)) await saveUndone(trx, file.id, [await kind.putBack({ ...database, db: trx }, row, undoing)])
      })
    } catch (error) {
      if (!(error instanceof ShopError)) running.warn(error)
      const why = error instanceof ShopError ? error.message : '系统出错'
      await saveUndone(database.db, file.id, [{ seq: row.seq, undone: 'left', message: `不能改回：${why}` }])
    }
  return true
}

const WORK = {
  checking: { step: checkStep, to: 'checked' },
  running: { step: landStep, to: 'done' },
  undoing: { step: undoStep, to: 'undone' },
} as const
type Moving = keyof typeof WORK
const isMoving = (state: ImportState): state is Moving => Object.hasOwn(WORK, state)

async function finish({ database, kind, file, viewer, now }: Running, from: Moving): Promise<void> {
  await transact(database.db, async (trx) => {
    const stands = from === 'checking' ? { stands: await kind.stands(trx, file.id) } : {}
    const landed = from === 'running' ? { landedAt: now } : {}
    if (!(await moveFile(trx, file.id, [from], WORK[from].to, { ...stands, ...landed, ...(from === 'checking' ? {} : { endedAt: now }) })))
      return
    const done = await readFile(trx, file.id, now)
    if (from === 'checking' || done === null) return
    const action = from === 'running' ? kind.actions.done : kind.actions.undone
    const after = { file: file.fileName, ...done.counts }
    await writeAudit(trx, doerOf(viewer), { action, subject: `${kind.subject}:${file.id}`, before: null, after }, now)
  })
}

async function go(database: DatabaseHandle, scanner: VirusScanner, id: number, now: Date): Promise<void> {
  const faults: unknown[] = []
  const first = await readFile(database.db, id, now)
  if (first === null || !isMoving(first.state)) return
  const from = first.state
  const kind = kindOf(first)
  for (;;) {
    const file = await readFile(database.db, id, now)
    if (file === null || file.state !== from) return
    const viewer = await loadStaff(database, from === 'undoing' ? (file.undoAccountId ?? 0) : file.accountId, now)
    if (viewer === null || !viewer.staff?.permissions.has(kind.word)) {
      await moveFile(database.db, id, [from], 'failed', {
        note: `${viewer?.name ?? file.by}的岗位已没有“导入${kind.noun}”的权限，没有办的不再办`,
        endedAt: now,
      })
      return
    }
    const running: Running = { database, scanner, kind, file, viewer, now, warn: (error) => faults.push(error) }
    const reason = from === 'undoing' ? file.undoReason : file.reason
    if (!(await duringJob(viewer, `job ${importWork.name}`, () => WORK[from].step(running), reason))) {
      await duringJob(viewer, `job ${importWork.name}`, () => finish(running, from), reason)
      break
    }
    await rest(REST_MS)
  }
  // The rows say that they were not done; why, stands in the queue and the log.
  if (faults.length > 0) throw new AggregateError(faults, `import ${id}: ${faults.length} rows broke`)
}

export const importTasks = (database: DatabaseHandle, scanner: VirusScanner = embeddedScanner): readonly TaskWork[] => [
  workOf(importWork, ({ file_id: id }, now) => go(database, scanner, id, now)),
  workOf(clearing, async (_, now) => {
    await clearPictures(database.db, now)
    await dropOldFiles(database.db, now)
  }),
]
