import { basename } from 'node:path'
import { SCOPES } from '#domain/scopes.ts'
import { writeAudits } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { noteImported } from '../prices/public.ts'
import { type Absent, absentBatches, emptyAbsent } from './absent-store.ts'
import type { Finding } from './columns.ts'
import type { Ahead } from './landing.ts'
import { hasRequired, type ImportKind, plan } from './plan.ts'
import { ensureScopes, type Landed, prepareSeen } from './store.ts'
import { openTable } from './table-file.ts'
import { type TableRow, UnreadableFile } from './table-row.ts'

/** The first batch is read while the database waits, and the last one lands while nothing is left to read: smaller ones shorten both. */
const BATCH_ROWS = 1_000

export interface ImportOptions {
  kind: ImportKind
  path: string
  dryRun: boolean
  map: ReadonlyMap<string, string>
  encoding?: string
  /** Who brings it, for the audit log. */
  by: string
  /** The worksheet to read; without it the first. */
  sheet?: string
  /** Of stock: the file names all that lies in its warehouses. */
  whole?: boolean
  now: Date
  onFinding: (finding: Finding) => void
  onProgress: (progress: { rows: number; part: number }) => void
}

export interface ImportResult extends Omit<Landed, 'changes'> {
  rows: number
  /** Rows that did not land. */
  refused: number
  notices: number
  /** Goods that the law bars; they are among the refused. */
  barred: number
  /** Goods that landed off the shelf and wait for the quality department. */
  doubtful: number
  /** Of stock: what can be sold of batches in the file's warehouses that it does not name, and whether they were emptied for it. */
  absent: Absent & { emptied: boolean }
  encoding: string
  ignoredColumns: string[]
}

/**
 * Brings a file into the shop. Every batch is one transaction: a break leaves whole batches, and the same file run again
 * goes on where they end, because rows that are there already change nothing.
 */
export async function runImport(database: DatabaseHandle, options: ImportOptions): Promise<ImportResult> {
  const table = await openTable(options.path, {
    encoding: options.encoding,
    sheet: options.sheet,
    isHeader: (cells) => hasRequired(options.kind, cells, options.map),
  })
  const { columns, ahead, land, warehouses } = namingSheets(table.otherSheets, () =>
    plan(options.kind, table.header, options.map, options.now),
  )
  const result: ImportResult = {
    rows: 0,
    inserted: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    notices: 0,
    barred: 0,
    doubtful: 0,
    absent: { batches: 0, number: 0, emptied: false },
    encoding: table.encoding,
    ignoredColumns: columns.ignored,
  }
  // One connection for all of it: its temporary table knows which keys came before.
  await database.db.connection().execute(async (connection) => {
    await prepareSeen(connection)
    const commit = async (inBatch: Connection, batch: readonly TableRow[]) => {
      const wrongLines = new Set<number>()
      const find = (findings: readonly Finding[]) => {
        for (const finding of findings) {
          options.onFinding(finding)
          if (finding.level === 'error') wrongLines.add(finding.line)
          else result.notices += 1
        }
      }
      if (options.kind !== 'stock') await ensureScopes(inBatch, SCOPES)
      const landed = await land(inBatch, batch, find)
      const actor = { accountId: null, name: `导入 ${options.by}` }
      await writeAudits(inBatch, actor, auditOf(options, batch, landed, wrongLines.size), options.now)
      if (options.kind === 'goods')
        await noteImported(inBatch, landed.changes ?? [], actor.name, `导入文件 ${basename(options.path)}`, options.now)
      result.rows += batch.length
      result.inserted += landed.inserted
      result.changed += landed.changed
      result.unchanged += landed.unchanged
      result.refused += wrongLines.size
      result.barred += landed.barred ?? 0
      result.doubtful += landed.doubtful ?? 0
    }
    const settle = async (inAll: Connection) => {
      if (warehouses === undefined) return
      const places = [...warehouses]
      // A row that did not land may be one of those batches.
      const emptied = options.whole === true && result.refused === 0
      result.absent = { ...(await absentBatches(inAll, places)), emptied }
      if (!emptied || result.absent.batches === 0) return
      await emptyAbsent(inAll, places, options.now)
      const subject = `import:${basename(options.path)}`
      const entry = { action: 'import.emptied' as const, subject, before: null, after: { warehouses: places, ...result.absent } }
      await writeAudits(inAll, { accountId: null, name: `导入 ${options.by}` }, [entry], options.now)
    }
    const progress = () => options.onProgress({ rows: result.rows, part: table.bytesRead() / table.totalBytes })
    if (!options.dryRun) {
      await eachBatch(table.rows, ahead, async (batch) => {
        await connection.transaction().execute((trx) => commit(trx, batch))
        progress()
      })
      await connection.transaction().execute(settle)
      return
    }
    // A trial is one transaction that is never kept, so that it sees repeats across batches like the real run.
    const trial = await connection.startTransaction().execute()
    try {
      await eachBatch(table.rows, ahead, async (batch) => {
        await commit(trial, batch)
        progress()
      })
      await settle(trial)
    } finally {
      await trial.rollback().execute()
    }
  })
  return result
}

/** A row for the batch, and one for each figure that it changed. */
function auditOf({ kind, path }: ImportOptions, batch: readonly TableRow[], { changes = [], ...counts }: Landed, refused: number) {
  const file = basename(path)
  const lines = [batch[0]?.line ?? 0, batch.at(-1)?.line ?? 0]
  const whole = { action: 'import.batch' as const, subject: `import:${file}`, before: null, after: { kind, lines, ...counts, refused } }
  return [whole, ...changes.map((change) => ({ ...change, after: { ...change.after, file } }))]
}

/** Data may lie on another sheet than the first: a refusal says which there are. */
function namingSheets<T>(otherSheets: readonly string[], work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof UnreadableFile) || otherSheets.length === 0) throw error
    throw new UnreadableFile(`${error.message}。工作簿还有工作表：${otherSheets.join('、')}，可用 --sheet 名称 指定`)
  }
}

/** The next batch is read while the database works on the one before. */
async function eachBatch(
  rows: AsyncIterable<TableRow>,
  ahead: Ahead | undefined,
  land: (batch: readonly TableRow[]) => Promise<void>,
): Promise<void> {
  let landing: Promise<void> = Promise.resolve()
  let batch: TableRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH_ROWS) continue
    await ahead?.(batch)
    await landing
    landing = land(batch)
    // Seen at the next await; without a listener until then a failure would end the process.
    landing.catch(() => undefined)
    batch = []
  }
  await ahead?.(batch)
  await landing
  if (batch.length > 0) await land(batch)
}
