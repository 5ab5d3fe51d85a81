import { yuan } from '#domain/money.ts'
import type { Column, Drawing, DrawingFrame, Paper } from '../documents/public.ts'
import { handsText, makerOf, nameOf, storageWord, sumOf, sumText, unitsOf } from './note-text.ts'
import type { NoteLine, ShipmentSnapshot } from './snapshot.ts'

/** Shares in points: approval numbers and days stay in one line. */
const COLUMNS: readonly Column[] = [
  { title: '序号', share: 28, align: 'center' },
  { title: '通用名称', share: 82 },
  { title: '剂型', share: 38 },
  { title: '规格', share: 62 },
  { title: '生产企业/持有人', share: 104 },
  { title: '批准文号', share: 92 },
  { title: '批号', share: 60 },
  { title: '生产日期', share: 57, align: 'center' },
  { title: '有效期至', share: 57, align: 'center' },
  { title: '单位', share: 28, align: 'center' },
  { title: '数量', share: 30, align: 'right' },
  { title: '单价', share: 42, align: 'right' },
  { title: '金额', share: 54, align: 'right' },
  { title: '储存', share: 36, align: 'center' },
]

const rowOf = (line: NoteLine, at: number): string[] => [
  String(at + 1),
  nameOf(line),
  line.dosageForm,
  line.spec,
  makerOf(line),
  line.approvalNo,
  line.batchNo,
  line.productionDate ?? '',
  line.expiryDate,
  line.unit,
  String(line.number),
  yuan(line.unitPrice),
  yuan(line.amount),
  storageWord(line.storage),
]

/** Supplier, receiver, receiving place and day of dispatch, with what the trade adds. */
function partiesOn(paper: Paper, note: ShipmentSnapshot, columns: number): void {
  const { supplier, buyer, receiver } = note
  paper.facts(
    [
      ['供货单位', supplier.name],
      ['许可证号', supplier.licence],
      ['供货地址', supplier.address],
      ['收货单位', `${buyer.name}${buyer.code && `（${buyer.code}）`}`],
      ['许可证号', buyer.licence],
      ['收货地址', receiver.address],
      ['收货人', `${receiver.name} ${receiver.phone}`],
      ['发货日期', note.shippedAt],
      ['发货仓库', note.warehouse],
      ['订单编号', note.orderNo],
      ['承运单位', `${note.carrier} ${note.waybill}`],
      ['件数', note.packages === null ? '' : `${note.packages} 件`],
    ],
    columns,
  )
}

/** What one paper has at the foot of each page, beside the seal. */
const footLines = (note: ShipmentSnapshot, more: readonly string[] = []): string[] => [
  sumText(note),
  handsText(note),
  `备注：${note.remark || '—'}`,
  ...more,
]

/** 随货同行单, A4 across: every batch a row (药品经营质量管理规范 art. 73). */
export function deliveryNote(note: ShipmentSnapshot, frame: DrawingFrame): Drawing {
  return {
    options: {
      landscape: true,
      strip: footLines(note, ['请当面核对品名、规格、批号、有效期和数量；冷链商品请查验运输温度记录，超温请拒收。']),
    },
    write: (paper) => {
      paper.heading(`${note.supplier.name}　药品随货同行单`, `单号 ${frame.no}　${frame.change && `更正：${frame.change}`}`)
      partiesOn(paper, note, 3)
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
        '',
        unitsOf(note.lines),
        '',
        yuan(sumOf(note.lines)),
        '',
      ]
      paper.table(COLUMNS, note.lines.map(rowOf), [total])
    },
  }
}
