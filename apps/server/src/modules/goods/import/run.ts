import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { beijingDate } from '#domain/dates.ts'
import { SCOPES } from '#domain/scopes.ts'
import { writeAudits } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { noteImported } from '../prices/public.ts'
import { type Absent, absentBatches, emptyAbsent } from './absent-store.ts'
import { type Aliases, type ColumnMap, type Finding, mapColumns, RowReader } from './columns.ts'
import { COMPANY_ALIASES, COMPANY_REQUIRED, type CompanyRecord, readCompany } from './company-rows.ts'
import { landCompanies, otherClassesThanRead, otherThanRead, sharedCodes } from './company-store.ts'
import { judgeRows, type ReadRow, readAndJudge } from './goods-law.ts'
import { GOODS_ALIASES, GOODS_REQUIRED } from './goods-rows.ts'
import { barGoods, landGoods } from './goods-store.ts'
import type { StockRecord } from './stock-rows.ts'
import { readStock, STOCK_ALIASES, STOCK_REQUIRED } from './stock-rows.ts'
import { landStock, shutWarehouses, unknownGoods, warehousesBefore, withKnownBatches, withWarehouses } from './stock-store.ts'
import { ensureScopes, knownCodes, type Landed, prepareSeen, unseen } from './store.ts'
import { openTable } from './table-file.ts'
import { type TableRow, UnreadableFile } from './table-row.ts'

export type ImportKind = 'goods' | 'stock' | 'companies'
/** The first batch is read while the database waits, and the last one lands while nothing is left to read: smaller ones shorten both. */
const BATCH_ROWS = 1_000
/** So many rows are worked at a stretch before the database is listened to again. */
const AHEAD_ROWS = 25

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

/** What can be done with the rows of a batch before the batch before has landed. */
type Ahead = (rows: readonly TableRow[]) => Promise<void>

/** Reads one batch of rows into records that may land; everything wrong is told to `find`. */
type Land = (
  connection: Connection,
  rows: readonly TableRow[],
  find: (findings: readonly Finding[]) => void,
) => Promise<Landed & { barred?: number; doubtful?: number }>

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
      if (options.kind === 'goods') await noteImported(inBatch, landed.changes ?? [], actor.name, basename(options.path), options.now)
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
      const entry = { action: 'import.emptied', subject, before: null, after: { warehouses: places, ...result.absent } }
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
  const whole = { action: 'import.batch', subject: `import:${file}`, before: null, after: { kind, lines, ...counts, refused } }
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

/** Characters of a header that a sentence repeats. */
const HEADER_SHOWN_MAX = 300

interface Shape<Field extends string> {
  aliases: Aliases<Field>
  required: readonly Field[]
}
const GOODS = { aliases: GOODS_ALIASES, required: GOODS_REQUIRED }
const STOCK = { aliases: STOCK_ALIASES, required: STOCK_REQUIRED }
const COMPANIES = { aliases: COMPANY_ALIASES, required: COMPANY_REQUIRED }

function hasRequired(kind: ImportKind, cells: readonly string[], map: ReadonlyMap<string, string>): boolean {
  const missing = <Field extends string>({ aliases, required }: Shape<Field>) => mapColumns(cells, aliases, required, map).missing
  return (kind === 'goods' ? missing(GOODS) : kind === 'stock' ? missing(STOCK) : missing(COMPANIES)).length === 0
}

/** What is wrong with the columns is said before anything is read: a mistyped --map must not pass in silence. */
function columnsOf<Field extends string>(
  header: readonly string[],
  { aliases, required }: Shape<Field>,
  map: ReadonlyMap<string, string>,
): ColumnMap<Field> {
  const columns = mapColumns(header, aliases, required, map)
  const named = header
    .filter((cell) => cell !== '')
    .join('、')
    .slice(0, HEADER_SHOWN_MAX)
  const [unknown] = columns.unknownFields
  if (unknown !== undefined) {
    const fields = (Object.keys(aliases) as Field[]).map((field) => aliases[field][0]).join('、')
    throw new UnreadableFile(`--map 应写成 字段=文件中的列名，没有“${unknown}”这个字段。字段有：${fields}`)
  }
  const [absent] = columns.absentHeaders
  if (absent !== undefined) throw new UnreadableFile(`--map 指定的列“${absent}”不在文件里。表头是：${named}`)
  if (columns.missing.length > 0)
    throw new UnreadableFile(`缺少列：${columns.missing.join('、')}。表头是：${named}。可用 --map ${columns.missing[0]}=文件中的列名 指定`)
  return columns
}

function plan(
  kind: ImportKind,
  header: readonly string[],
  map: ReadonlyMap<string, string>,
  now: Date,
): { columns: { ignored: string[] }; ahead?: Ahead; land: Land; warehouses?: ReadonlySet<string> } {
  if (kind === 'goods') {
    const columns = columnsOf(header, GOODS, map)
    return { columns, ...goodsLander(columns, now) }
  }
  if (kind === 'stock') {
    const columns = columnsOf(header, STOCK, map)
    return { columns, ...stockLander(columns, now) }
  }
  const columns = columnsOf(header, COMPANIES, map)
  return { columns, land: companyLander(columns) }
}

/** Leaves out rows whose key came before in this file: the first one counts. */
async function withoutRepeats<R extends { line: number }>(
  connection: Connection,
  records: readonly R[],
  keyOf: (record: R) => string,
  column: string,
  find: (findings: readonly Finding[]) => void,
): Promise<R[]> {
  const fresh = await unseen(
    connection,
    records.map((record) => ({ key: keyOf(record), line: record.line })),
  )
  find(
    records
      .filter((record) => !fresh.has(record.line))
      .map((record) => ({
        line: record.line,
        level: 'error',
        column,
        value: keyOf(record),
        reason: '与本文件前面的行重复，以先出现的为准',
      })),
  )
  return records.filter((record) => fresh.has(record.line))
}

/** Rows are read and judged while the database works on the batch before: together that takes as long as the longer of the two. */
function goodsLander(columns: ColumnMap<keyof typeof GOODS_ALIASES>, now: Date): { ahead: Ahead; land: Land } {
  const fields = new Set(Object.keys(columns.index))
  const today = beijingDate(now)
  const known = new WeakMap<TableRow, ReadRow>()
  const read = (row: TableRow): ReadRow =>
    known.get(row) ?? readAndJudge(new RowReader(row.line, row.cells, columns, GOODS_ALIASES, row.problems), today)
  const ahead: Ahead = async (rows) => {
    for (const [at, row] of rows.entries()) {
      known.set(row, read(row))
      if (at % AHEAD_ROWS === 0) await setImmediate()
    }
  }
  const land: Land = async (connection, rows, find) => {
    const all = await withKnownCodes(connection, rows.map(read))
    const { records, barred, doubtful, refused } = await judgeRows(connection, all, fields, today)
    for (const { reader } of all) find(reader.findings)
    const fresh = await withoutRepeats(connection, records, (record) => record.code, '商品编码', find)
    await barGoods(connection, barred, now)
    return { ...(await landGoods(connection, fresh, fields)), barred: refused, doubtful }
  }
  return { ahead, land }
}

/** In other letters than the shop's own: the shop's code, and a word of it where the goods were there before. */
async function withKnownCodes(connection: Connection, all: readonly ReadRow[]): Promise<ReadRow[]> {
  const codes = await knownCodes(
    connection,
    'goods',
    all.map(({ row }) => row.code),
  )
  return all.map((one) => {
    const code = codes.get(one.row.code) ?? one.row.code
    if (code === one.row.code) return one
    one.reader.notice('code', one.row.code, `与商品编码“${code}”只差大小写，按同一件商品处理`)
    return { ...one, row: { ...one.row, code } }
  })
}

/** What the shop has under one name would be sold a second time under another: a new warehouse beside old ones is said, once. */
function newWarehouses(records: readonly StockRecord[], known: ReadonlyMap<string, string>, told: Set<string>): Finding[] {
  if (known.size === 0) return []
  const names = [...known.values()].slice(0, WAREHOUSES_SHOWN).join('、')
  return records.flatMap(({ line, warehouse_code: code, warehouse_name: name }) => {
    if (known.has(code) || told.has(code)) return []
    told.add(code)
    const reason = `商城没有这个仓库，已新建；商城原有 ${names}，若是其中之一请改正名称重新导入，否则同一批货会卖两次`
    return [{ line, level: 'notice' as const, column: '仓库名称', value: name, reason }]
  })
}
const WAREHOUSES_SHOWN = 20

function stockLander(columns: ColumnMap<keyof typeof STOCK_ALIASES>, now: Date): { land: Land; warehouses: ReadonlySet<string> } {
  const today = beijingDate(now)
  const named = new Set<string>()
  const warehouses = new Set<string>()
  const told = new Set<string>()
  let before: ReadonlyMap<string, string> | null = null
  const land: Land = async (connection, rows, find) => {
    before ??= await warehousesBefore(connection)
    const read = rows.flatMap(({ line, cells, problems }) => {
      const reader = new RowReader(line, cells, columns, STOCK_ALIASES, problems)
      const record = readStock(reader, { today, warehouses: named })
      find(reader.findings)
      return record ? [record] : []
    })
    const codes = await knownCodes(
      connection,
      'goods',
      read.map(({ code }) => code),
    )
    const records = read.map((record) => ({ ...record, code: codes.get(record.code) ?? record.code }))
    const unknown = await unknownGoods(connection, records)
    find(
      records
        .filter((record) => unknown.has(record.line))
        .map((record) => ({ line: record.line, level: 'error', column: '商品编码', value: record.code, reason: '商城没有这个商品' })),
    )
    const placed = await withWarehouses(
      connection,
      records.filter((record) => !unknown.has(record.line)),
    )
    find(newWarehouses(placed, before, told))
    const shut = await shutWarehouses(connection)
    const [open, refused] = [placed.filter((one) => !shut.has(one.warehouse_code)), placed.filter((one) => shut.has(one.warehouse_code))]
    find(
      refused.map(({ line, warehouse_code: value }) => ({ line, level: 'error', column: '仓库', value, reason: '这个仓库已停用，不收货' })),
    )
    const known = await withKnownBatches(connection, open)
    for (const record of known) warehouses.add(record.warehouse_code)
    const fresh = await withoutRepeats(
      connection,
      known,
      (record) => `${record.warehouse_code} / ${record.code} / ${record.batch_no}`,
      '批号',
      find,
    )
    return landStock(connection, fresh, now)
  }
  return { land, warehouses }
}

/** One pharmacy under two writings of its code would have two limits of credit. */
async function withKnownCustomers(
  connection: Connection,
  read: readonly CompanyRecord[],
  find: (findings: readonly Finding[]) => void,
): Promise<CompanyRecord[]> {
  const codes = await knownCodes(
    connection,
    'company',
    read.map(({ code }) => code),
  )
  const records = read.map((record) => ({ ...record, code: codes.get(record.code) ?? record.code }))
  find(
    records.flatMap(({ line, code }, at) => {
      const value = read[at]?.code ?? ''
      const reason = `与客户编码“${code}”只差大小写，按同一家企业处理`
      return value === code ? [] : [{ line, level: 'notice' as const, column: '客户编码', value, reason }]
    }),
  )
  return records
}

function companyLander(columns: ColumnMap<keyof typeof COMPANY_ALIASES>): Land {
  const fields = new Set(Object.keys(columns.index))
  return async (connection, rows, find) => {
    const read = rows.flatMap(({ line, cells, problems }) => {
      const reader = new RowReader(line, cells, columns, COMPANY_ALIASES, problems)
      const record = readCompany(reader)
      find(reader.findings)
      return record ? [record] : []
    })
    const records = await withKnownCustomers(connection, read, find)
    const fresh = await withoutRepeats(connection, records, (record) => record.code, '客户编码', find)
    const landed = await landCompanies(connection, fresh, fields)
    const shared = await sharedCodes(connection, fresh)
    find(
      fresh.flatMap(({ line, credit_code }) => {
        const other = shared.get(line)
        if (other === undefined) return []
        const reason = `与“${other}”的统一社会信用代码相同，请核对是否同一家企业`
        return [{ line, level: 'notice', column: '统一社会信用代码', value: credit_code ?? '', reason }]
      }),
    )
    const papers = await otherThanRead(connection, fresh)
    find(
      fresh.flatMap(({ line, code }) =>
        (papers.get(line) ?? []).map((reason) => ({ line, level: 'notice', column: '许可证号', value: code, reason })),
      ),
    )
    const classes = await otherClassesThanRead(connection, fresh)
    find(
      fresh.flatMap(({ line, code }) => {
        const reason = classes.get(line)
        return reason === undefined ? [] : [{ line, level: 'notice', column: '经营类别', value: code, reason }]
      }),
    )
    return landed
  }
}
