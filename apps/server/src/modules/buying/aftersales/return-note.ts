import { type AfterSaleReason, REASON_NAMES } from '#domain/aftersales.ts'
import { beijingDate, beijingMinute } from '#domain/dates.ts'
import { capitalYuan } from '#domain/invoices.ts'
import { add, type Fen, yuan, ZERO } from '#domain/money.ts'
import { printed } from '#domain/paper-text.ts'
import type { Connection } from '../../../platform/database.ts'
import {
  askDocument,
  type Column,
  type Drawing,
  type DrawingFrame,
  type Drawings,
  readSupplier,
  type Supplier,
} from '../../papers/documents/public.ts'
import { type ReturnHead, type ReturnLine, returnHead, returnLines } from './return-note-store.ts'
import type { AfterSaleRow } from './store.ts'

/** 销售退货单: what came back, in which state, and what is done with it. */
export interface ReturnSnapshot extends Omit<ReturnHead, 'shippedAt'> {
  supplier: Supplier
  shippedOn: string
  receivedAt: string
  inspector: string
  reason: AfterSaleReason
  /** What is refunded for the goods, after what was kept of it. */
  refund: Fen
  lines: ReturnLine[]
}

const COLUMNS: readonly Column[] = [
  { title: '序号', share: 28, align: 'center' },
  { title: '通用名称', share: 84 },
  { title: '剂型', share: 38 },
  { title: '规格', share: 64 },
  { title: '生产企业', share: 104 },
  { title: '批准文号', share: 92 },
  { title: '批号', share: 60 },
  { title: '有效期至', share: 57, align: 'center' },
  { title: '单位', share: 28, align: 'center' },
  { title: '申请', share: 32, align: 'right' },
  { title: '验收', share: 32, align: 'right' },
  { title: '处理', share: 70 },
  { title: '金额', share: 56, align: 'right' },
]

const outcome = ({ accepted, sellable }: ReturnLine): string =>
  accepted === 0 ? '验收不合格' : sellable ? '合格，回库' : '不合格库，待处理'

const rowOf = (line: ReturnLine, at: number): string[] => [
  String(at + 1),
  line.genericName,
  line.dosageForm,
  line.spec,
  line.manufacturer,
  line.approvalNo,
  line.batchNo,
  line.expiryDate,
  line.unit,
  String(line.number),
  String(line.accepted),
  outcome(line),
  yuan(line.worth),
]

function returnNote(note: ReturnSnapshot, frame: DrawingFrame): Drawing {
  const sum = (of: (line: ReturnLine) => number) => String(note.lines.reduce((total, line) => total + of(line), 0))
  const worth = add(ZERO, ...note.lines.map((line) => line.worth))
  return {
    options: {
      landscape: true,
      strip: [
        `退款 ¥${yuan(note.refund)}　大写：${capitalYuan(note.refund)}`,
        `退货收货、验收：${note.inspector}　质量管理：______________　日期：____年__月__日`,
        `验收说明：${printed(note.inspectNote) || '—'}`,
      ],
    },
    write: (paper) => {
      paper.heading(`${frame.supplier.name}　销售退货单`, `单号 ${frame.no}`)
      paper.facts(
        [
          ['退货单位', `${note.buyer.name}${note.buyer.code && `（${note.buyer.code}）`}`],
          ['售后单号', note.no],
          ['验收时间', note.receivedAt],
          ['原订单', note.orderNo],
          ['原随货同行单', note.noteNo],
          ['原发货日期', note.shippedOn],
          ['退货原因', `${REASON_NAMES[note.reason]}${note.description && `：${printed(note.description)}`}`],
          ['退回方式', printed(`${note.carrier} ${note.waybill}`.trim())],
          ['收货仓库', note.warehouse],
        ],
        3,
      )
      const total = [
        '',
        `合计 ${note.lines.length} 行`,
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        sum((one) => one.number),
        sum((one) => one.accepted),
        '',
        yuan(worth),
      ]
      paper.table(COLUMNS, note.lines.map(rowOf), [total])
    },
  }
}

export const returnDrawings = { return_note: returnNote } satisfies Drawings

/** Goods that came back have their note from the transaction in which they were inspected. What never arrived has none. */
export async function askReturnNote(
  connection: Connection,
  row: AfterSaleRow,
  { inspector, refund }: { inspector: string; refund: Fen },
  now: Date,
): Promise<void> {
  if (row.kind !== 'return') return
  const head = await returnHead(connection, row.id)
  if (head === null) throw new Error(`after-sale ${row.no} is gone`)
  const { shippedAt, ...said } = head
  const snapshot: ReturnSnapshot = {
    supplier: await readSupplier(connection),
    ...said,
    shippedOn: shippedAt === null ? '' : beijingDate(shippedAt),
    receivedAt: beijingMinute(now),
    inspector,
    reason: row.reason,
    refund,
    lines: await returnLines(connection, row.id),
  }
  const subject = `after_sale:${row.id}`
  await askDocument(
    connection,
    { kind: 'return_note', subject, companyId: row.companyId, title: `销售退货单 ${row.no}`, snapshot },
    inspector,
    now,
  )
}
