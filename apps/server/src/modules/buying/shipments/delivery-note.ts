import { yuan } from '#domain/money.ts'
import type { Drawing, DrawingFrame, Paper } from '../../papers/documents/public.ts'
import { noteColumns, noteRow, noteSum } from './note-table.ts'
import { handsText, sumOf, sumText, unitsOf } from './note-text.ts'
import type { ShipmentSnapshot } from './snapshot.ts'

/** Shares in points: approval numbers and days stay in one line. */
const COLUMNS = noteColumns({
  number: 28,
  name: 82,
  form: 38,
  spec: 62,
  maker: 104,
  approval: 92,
  batch: 60,
  produced: 57,
  expires: 57,
  unit: 28,
  units: 30,
  price: 42,
  amount: 54,
  storage: 36,
})

/** Supplier, receiver, receiving place and day of dispatch, with what the trade adds. */
function partiesOn(paper: Paper, note: ShipmentSnapshot): void {
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
    3,
  )
}

/** 随货同行单, A4 across: every batch a row (药品经营质量管理规范 art. 73). */
export function deliveryNote(note: ShipmentSnapshot, frame: DrawingFrame): Drawing {
  return {
    options: {
      landscape: true,
      strip: [
        sumText(note),
        handsText(note),
        `备注：${note.remark || '—'}`,
        '请当面核对品名、规格、批号、有效期和数量；冷链商品请查验运输温度记录，超温请拒收。',
      ],
    },
    write: (paper) => {
      paper.heading(`${note.supplier.name}　药品随货同行单`, `单号 ${frame.no}　${frame.change && `更正：${frame.change}`}`)
      partiesOn(paper, note)
      const total = noteSum({ name: `合计 ${note.lines.length} 行`, units: unitsOf(note.lines), amount: yuan(sumOf(note.lines)) })
      paper.table(COLUMNS, note.lines.map(noteRow), [total])
    },
  }
}
