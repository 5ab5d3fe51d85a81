import { setTimeout as rest } from 'node:timers/promises'
import { Type } from 'typebox'
import type { ImportState } from '#contract/goods-import.ts'
import { Id } from '#contract/shapes.ts'
import { writeAudit } from '../../../platform/audit.ts'
import { duringJob } from '../../../platform/audit-call.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { ShopError } from '../../../platform/errors.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { loadStaff } from '../../../platform/viewer-store.ts'
import { doerOf, tryOut } from '../../who/approvals/public.ts'
import { type Landing, landRows, type RowOutcome } from './landing.ts'
import {
  dropOldFiles,
  type ImportFile,
  type KeptRow,
  lockFile,
  moveFile,
  readFile,
  rowsToLand,
  rowsToTakeBack,
  saveOutcomes,
  saveUndone,
  standsOf,
  unreadRows,
} from './store.ts'
import { putBack, takeAway, type Undoing } from './undoing.ts'

/** What the queue does with a file: tries its rows out, lands them, takes them back; each batch a transaction with the note that it was done. */

export const importWork = defineTask('importdesk.work', Type.Object({ file_id: Id }))
const clearing = defineTask('importdesk.clear', NO_PAYLOAD, { cron: '55 19 * * *' })

/** Judgements of goods wait for a batch: so many take well below a second. */
const BATCH = 100
const REST_MS = 20
const BROKEN = '系统出错，这一行没有导入'
const subjectOf = (file: ImportFile): string => `goods_import:${file.id}`

interface Running {
  database: DatabaseHandle
  file: ImportFile
  viewer: Viewer
  now: Date
  warn: (error: unknown) => void
}
/** False: there is nothing left to do. */
type Step = (running: Running) => Promise<boolean>

const landingOf = ({ file, viewer, now }: Running): Landing => {
  const { accountId, name } = doerOf(viewer)
  const staff = { accountId, name }
  const may: Landing['may'] = (word) => viewer.staff?.permissions.has(word) ?? false
  return { columns: file.columns, file: file.fileName, reason: file.reason || `导入 ${file.fileName}`, staff, may, now }
}

const broken = (row: KeptRow): RowOutcome => ({
  state: 'refused',
  doubtful: false,
  message: BROKEN,
  code: row.code,
  name: row.name,
  goodsId: null,
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

const checkStep: Step = (running) =>
  eachWhole(
    running,
    'checking',
    (connection) => unreadRows(connection, running.file.id, BATCH),
    async (trx, rows) => {
      const seen = await tryOut(trx, () => landRows(trx, rows, landingOf(running)))
      // What came by trying it out is gone again.
      const outcomes = new Map(
        [...seen].map(([seq, one]) => [
          seq,
          { ...one, goodsId: one.foundVersion === null ? null : one.goodsId, version: one.foundVersion },
        ]),
      )
      await saveOutcomes(trx, running.file.id, outcomes, null)
    },
  )

const landStep: Step = (running) =>
  eachWhole(
    running,
    'running',
    (connection) => rowsToLand(connection, running.file.id, BATCH),
    async (trx, rows) => {
      const expected = new Map(rows.map(({ seq, version }) => [seq, version]))
      const outcomes = await landRows(trx, rows, { ...landingOf(running), expected })
      const changed = [...outcomes].filter(([, { after }]) => after !== null)
      const none = [...outcomes].filter(([, { after }]) => after === null)
      await saveOutcomes(trx, running.file.id, new Map(changed), running.now)
      await saveOutcomes(trx, running.file.id, new Map(none), null)
    },
  )

const undoStep: Step = async (running) => {
  const { database, file, viewer, now } = running
  const { accountId, name } = doerOf(viewer)
  const undoing: Undoing = { staff: { accountId, name }, file: file.fileName, reason: file.undoReason, now }
  const rows = await rowsToTakeBack(database.db, file.id, BATCH)
  const [first] = rows
  if (first === undefined) return false
  const fresh = rows.filter(({ before }) => before === null)
  const isOn = async (connection: DatabaseHandle['db']) => (await lockFile(connection, file.id)) === 'undoing'
  if (fresh.length > 0)
    await transact(database.db, async (trx) => {
      if (await isOn(trx)) await saveUndone(trx, file.id, await takeAway(trx, fresh, undoing))
    })
  for (const row of rows.filter(({ before }) => before !== null))
    try {
      await transact(database.db, async (trx) => {
        if (await isOn(trx)) await saveUndone(trx, file.id, [await putBack({ ...database, db: trx }, row, undoing)])
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

async function finish({ database, file, viewer, now }: Running, from: Moving): Promise<void> {
  await transact(database.db, async (trx) => {
    const stands = from === 'checking' ? { stands: await standsOf(trx, file.id) } : {}
    const landed = from === 'running' ? { landedAt: now } : {}
    if (!(await moveFile(trx, file.id, [from], WORK[from].to, { ...stands, ...landed, ...(from === 'checking' ? {} : { endedAt: now }) })))
      return
    const done = await readFile(trx, file.id, now)
    if (from === 'checking' || done === null) return
    const action = from === 'running' ? ('goods_import.done' as const) : ('goods_import.undone' as const)
    await writeAudit(
      trx,
      doerOf(viewer),
      { action, subject: subjectOf(file), before: null, after: { file: file.fileName, ...done.counts } },
      now,
    )
  })
}

async function go(database: DatabaseHandle, id: number, now: Date): Promise<void> {
  const faults: unknown[] = []
  const first = await readFile(database.db, id, now)
  if (first === null || !isMoving(first.state)) return
  const from = first.state
  for (;;) {
    const file = await readFile(database.db, id, now)
    if (file === null || file.state !== from) return
    const viewer = await loadStaff(database, from === 'undoing' ? (file.undoAccountId ?? 0) : file.accountId, now)
    if (viewer === null || !viewer.staff?.permissions.has('goods.import')) {
      await moveFile(database.db, id, [from], 'failed', {
        note: `${viewer?.name ?? file.by}的岗位已没有“导入商品资料”的权限，没有办的不再办`,
        endedAt: now,
      })
      return
    }
    const running: Running = { database, file, viewer, now, warn: (error) => faults.push(error) }
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

export const importTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(importWork, ({ file_id: id }, now) => go(database, id, now)),
  workOf(clearing, (_, now) => dropOldFiles(database.db, now)),
]
