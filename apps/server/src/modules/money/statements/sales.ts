import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import { SALES_RECORD_LINES_MAX, SALES_RECORD_PAPER_MAX, type staffSalesLines, type staffSalesRecordPaper } from '#contract/statements.ts'
import { beijingDate } from '#domain/dates.ts'
import { add, type Fen, yuan, ZERO } from '#domain/money.ts'
import { returnWorth } from '#domain/pricing/returns.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http.ts'
import { periodOf } from '../../../platform/period.ts'
import { transact } from '../../../platform/transact.ts'
import { type Cell, rowsOf as sheetRows, workbookAnswer } from '../../../platform/workbook.ts'
import { type Drawing, type DrawingFrame, documentsOf, documentWire, reviseDocument } from '../../papers/documents/public.ts'
import { type SoldRow, soldPage, soldRows } from './sales-views.ts'
import { partyOf } from './views.ts'

/**
 * The sales record (药品经营质量管理规范 art. 92): what left the house, to whom, of which batch, at which price. Drugs by their generic
 * name, medicinal materials and prepared pieces with their origin.
 */

type Asked = BodyOf<typeof staffSalesRecordPaper>

/** Batches of a line sum to what the line cost. */
const amountOf = (row: SoldRow): Fen => returnWorth({ number: row.lineNumber, net: row.lineNet }, row.before, row.number)

async function rowsOf(connection: Connection, asked: Asked, most: number): Promise<SoldRow[]> {
  const { from, until } = periodOf({ start_time: asked.from, end_time: asked.to })
  if (from === null || until === null || until <= from) throw fieldErrors([{ field: 'to', message: '结束日期不能早于开始日期' }])
  const rows = await soldRows(connection, { from, until }, asked.company_id ?? null, most + 1)
  if (rows.length > most) throw conflict(`超过 ${most} 行，请缩短日期范围`)
  return rows
}

const COLUMNS = (
  [
    ['销售日期', 12, 13],
    ['购货单位', 26, 16],
    ['通用名称', 24, 15],
    ['剂型', 10, 6],
    ['规格', 16, 11],
    ['批号', 14, 13],
    ['有效期至', 12, 13],
    ['生产厂商', 26, 15],
    ['产地', 12, 6],
    ['批准文号', 20, 13],
    ['单位', 6, 4],
    ['数量', 8, 6],
    ['单价', 10, 8],
    ['金额', 12, 10],
    ['订单号', 18, 19],
  ] as const
).map(([title, width, share]) => ({ title, width, share }))
const FIGURES = new Set(['数量', '单价', '金额'])

const named = ({ genericName, name }: SoldRow): string => (name === '' || name === genericName ? genericName : `${genericName}（${name}）`)
const madeBy = ({ manufacturer, holder }: SoldRow): string =>
  holder === '' || holder === manufacturer ? manufacturer : `${manufacturer}（持有人：${holder}）`

const wordsOf = (row: SoldRow): string[] => [
  beijingDate(row.shippedAt),
  row.company,
  named(row),
  row.dosageForm,
  row.spec,
  row.batchNo,
  row.expiryDate,
  madeBy(row),
  row.origin,
  row.approvalNo,
  row.unit,
]

const LINES_A_PAGE = 50

export async function salesLines(
  { db }: DatabaseHandle,
  query: NonNullable<QueryOf<typeof staffSalesLines>>,
  now: Date,
): Promise<DataOf<typeof staffSalesLines>> {
  const today = beijingDate(now)
  const to = query.end_time || today
  const from = query.start_time || `${to.slice(0, 7)}-01`
  const period = periodOf({ start_time: from, end_time: to })
  if (period.from === null || period.until === null || period.until <= period.from)
    throw fieldErrors([{ field: 'end_time', message: '结束日期不能早于开始日期' }])
  const limit = query.per_page ?? LINES_A_PAGE
  const filter = { from: period.from, until: period.until, companyId: query.company_id ?? null, words: query.words?.trim() ?? '' }
  const rows = await soldPage(db, filter, query.after ?? null, limit + 1)
  const list = rows.slice(0, limit).map((row) => ({
    id: row.id,
    shipped_at: row.shippedAt.toISOString(),
    order_id: row.orderId,
    order_no: row.orderNo,
    company: row.company,
    name: named(row),
    dosage_form: row.dosageForm,
    spec: row.spec,
    maker: madeBy(row),
    origin: row.origin,
    approval_no: row.approvalNo,
    batch_no: row.batchNo,
    expiry_date: row.expiryDate,
    number: row.number,
    unit: row.unit,
    price: yuan(row.unitPrice),
    amount: yuan(amountOf(row)),
  }))
  return { from, to, list, next: rows.length > limit ? (list.at(-1)?.id ?? null) : null }
}

export async function salesRecordBook({ db }: DatabaseHandle, asked: Asked): Promise<FileAnswer> {
  const rows = await rowsOf(db, asked, SALES_RECORD_LINES_MAX)
  const cells = (row: SoldRow): Cell[] => [
    ...wordsOf(row),
    row.number,
    { yuan: yuan(row.unitPrice) },
    { yuan: yuan(amountOf(row)) },
    row.orderNo,
  ]
  return workbookAnswer(`药品销售记录_${asked.from}_${asked.to}.xlsx`, [
    { name: '药品销售记录', columns: COLUMNS, rows: sheetRows(rows, cells) },
  ])
}

export interface SalesSnapshot {
  from: string
  to: string
  company: string
  rows: string[][]
  total: string
}

/** The same period asked for again is a new version, for what was shipped since. */
export async function salesRecordPaper(
  { db }: DatabaseHandle,
  staff: StaffActor,
  asked: Asked,
  now: Date,
): Promise<DataOf<typeof staffSalesRecordPaper>> {
  const subject = `sales_record:${asked.from}:${asked.to}:${asked.company_id ?? 'all'}`
  return transact(db, async (trx) => {
    const rows = await rowsOf(trx, asked, SALES_RECORD_PAPER_MAX)
    const party = asked.company_id === undefined ? null : await partyOf(trx, asked.company_id)
    if (asked.company_id !== undefined && party === null) throw notFound('企业')
    const snapshot: SalesSnapshot = {
      from: asked.from,
      to: asked.to,
      company: party?.name ?? '',
      rows: rows.map((row) => [...wordsOf(row), String(row.number), yuan(row.unitPrice), yuan(amountOf(row)), row.orderNo]),
      total: yuan(add(ZERO, ...rows.map(amountOf))),
    }
    const title = `药品销售记录 ${asked.from} 至 ${asked.to}`
    await reviseDocument(trx, { kind: 'sales_record', subject, companyId: null, title, snapshot }, '重新打印', staff.name, now)
    await writeAudit(trx, staff, { action: 'sales_record.make', subject, before: null, after: { lines: rows.length } }, now)
    const [paper] = await documentsOf(trx, [subject])
    if (!paper) throw new Error('a sales record was not asked for')
    return { lines: rows.length, document: documentWire(paper) }
  })
}

export function drawSalesRecord(record: SalesSnapshot, frame: DrawingFrame): Drawing {
  return {
    options: { landscape: true },
    write: (paper) => {
      paper.heading('药品销售记录', `编号 ${frame.no}　销售日期 ${record.from} 至 ${record.to}${record.company && `　${record.company}`}`)
      if (record.rows.length === 0) return paper.paragraph('本期没有销售。')
      paper.table(
        COLUMNS.map(({ title, share }) => ({ title, share, align: FIGURES.has(title) ? ('right' as const) : ('left' as const) })),
        record.rows,
        [[`合计 ${record.rows.length} 行`, ...COLUMNS.slice(1, -2).map(() => ''), record.total, '']],
      )
    },
  }
}
