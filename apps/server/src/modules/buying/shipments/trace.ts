import { addDays, beijingDate, beijingMinute } from '#domain/dates.ts'
import { traceCodeFault, traceCodeOf, traceDrugOf } from '#domain/trace-codes.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { rowsOf, workbookBytes } from '../../../platform/workbook.ts'
import { zipOf } from '../../papers/documents/public.ts'
import {
  clearCodes,
  codesOut,
  drugsOfOthers,
  insertCodes,
  releaseReturned,
  type TracedPiece,
  type TracedRow,
  tracedBetween,
  tracedPiece,
} from './trace-store.ts'

export interface TakenCodes {
  pieceId: number
  codes: readonly string[]
  /** Staff have checked that a drug known under another goods is this one. */
  otherGoods: boolean
}

/** Each code in its form, no code twice, and no more of them than boxes. */
function checkedCodes(piece: TracedPiece, given: readonly string[]): string[] {
  const codes = given.map(traceCodeOf)
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const [at, code] of codes.entries()) {
    const message = traceCodeFault(code) || (seen.has(code) ? '这个追溯码扫了两次' : '')
    if (message) errors.push({ field: `codes.${at}`, message })
    seen.add(code)
  }
  if (codes.length > piece.number)
    errors.push({ field: 'codes', message: `批号 ${piece.batchNo} 只有 ${piece.number} ${piece.unit}，却有 ${codes.length} 个追溯码` })
  if (errors.length > 0) throw fieldErrors(errors.slice(0, 20))
  return codes
}

async function refuseOut(connection: Connection, codes: readonly string[], but: number | null = null): Promise<void> {
  const out = await codesOut(connection, codes, but)
  if (out.length > 0)
    throw conflict(`追溯码已随其他订单出库：${out.map(({ code, orderNo }) => `${code}（订单 ${orderNo}）`).join('、')}`, {
      reason: 'TRACE_CODE_OUT',
    })
}

/** Takes the codes of one batch of an order, instead of those taken before. The caller has the order locked. Answers both numbers. */
export async function takeTraceCodes(
  connection: Connection,
  order: { id: number; companyId: number },
  { pieceId, codes: given, otherGoods }: TakenCodes,
  by: string,
  now: Date,
): Promise<{ piece: TracedPiece; before: number; taken: number }> {
  const piece = await tracedPiece(connection, order.id, pieceId)
  if (piece === null) throw notFound('订单批号')
  const codes = checkedCodes(piece, given)
  const before = await clearCodes(connection, pieceId)
  await releaseReturned(connection, codes, now)
  await refuseOut(connection, codes)
  const drugs = otherGoods ? [] : await drugsOfOthers(connection, [...new Set(codes.map(traceDrugOf))], piece.goodsId)
  if (drugs.length > 0)
    throw conflict(
      `追溯码的品种与商品不符：${drugs.map(({ drug, goodsName }) => `${drug} 此前是 ${goodsName}`).join('、')}；核对无误后可确认采集`,
      { reason: 'TRACE_CODE_OTHER_GOODS' },
    )
  const made = { orderId: order.id, companyId: order.companyId, goodsId: piece.goodsId, pieceId, codes, by }
  if ((await insertCodes(connection, made, now)) < codes.length) await refuseOut(connection, codes, order.id)
  return { piece, before, taken: codes.length }
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/** As the code scanners of the trade hand their sales to the platform: an event of outgoing sales, a line a code. */
export function platformXml(rows: readonly TracedRow[]): string {
  const data = rows.map(
    ({ code, orderNo, creditCode, shippedAt, by }) =>
      `        <Data Code="${code}" CorpOrderID="${escaped(orderNo)}" ActDate="${beijingMinute(shippedAt)}:00" ToCorpID="${escaped(creditCode)}" Actor="${escaped(by)}" />`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document Version="3.0">
  <Events>
    <Event Name="SalesWareHouseOut" MainAction="WareHouseOut">
      <DataField>
${data.join('\n')}
      </DataField>
    </Event>
  </Events>
</Document>
`
}

const TITLES = [
  '追溯码',
  '随货同行单号',
  '订单编号',
  '收货单位',
  '统一社会信用代码',
  '商品编码',
  '商品名称',
  '规格',
  '生产企业',
  '批准文号',
  '批号',
  '有效期至',
  '发货时间',
  '采集人',
]
const rowOf = (row: TracedRow): string[] => [
  row.code,
  row.noteNo,
  row.orderNo,
  row.company,
  row.creditCode,
  row.goodsCode,
  row.goodsName,
  row.spec,
  row.manufacturer,
  row.approvalNo,
  row.batchNo,
  row.expiryDate,
  beijingMinute(row.shippedAt),
  row.by,
]

/** More do not fit one file of the platform. */
const CODES_A_FILE = 50_000
const DAYS_AT_ONCE = 31
const startOf = (day: string): Date => new Date(`${day}T00:00:00+08:00`)

/** What left the house between two Beijing days, both of them included; none: today. */
export async function tracePack(
  connection: Connection,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<{ name: string; bytes: Buffer }> {
  const last = to || from || beijingDate(now)
  const first = from || last
  for (const [field, day] of [
    ['from', first],
    ['to', last],
  ] as const)
    if (Number.isNaN(startOf(day).getTime()) || addDays(day, 0) !== day) throw fieldErrors([{ field, message: '日期不存在' }])
  if (last < first) throw fieldErrors([{ field: 'to', message: '结束日期早于开始日期' }])
  if (last > addDays(first, DAYS_AT_ONCE - 1)) throw fieldErrors([{ field: 'to', message: `一次最多 ${DAYS_AT_ONCE} 天` }])
  const rows = await tracedBetween(connection, startOf(first), startOf(addDays(last, 1)), CODES_A_FILE + 1)
  if (rows.length === 0) throw notFound('这些日子出库的追溯码')
  if (rows.length > CODES_A_FILE) throw fieldErrors([{ field: 'to', message: `超过 ${CODES_A_FILE} 个追溯码，请缩短日期` }])
  const sheet = { name: '追溯码', columns: TITLES.map((title) => ({ title, width: 20 })), rows: rowsOf(rows, rowOf) }
  const span = first === last ? first : `${first}_${last}`
  const files = [
    { name: `销售出库_${span}.xml`, content: Buffer.from(platformXml(rows), 'utf8') },
    { name: `追溯码明细_${span}.xlsx`, content: await workbookBytes([sheet]) },
  ]
  return { name: `追溯码_${span}.zip`, bytes: zipOf(files, now) }
}
