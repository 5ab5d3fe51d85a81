import type { Column, Drawing, DrawingFrame } from '../../papers/documents/public.ts'
import { handsText, makerOf, nameOf, unitsOf } from './note-text.ts'
import type { NoteLine, ShipmentSnapshot } from './snapshot.ts'

const COLUMNS: readonly Column[] = [
  { title: '序号', share: 2.6, align: 'center' },
  { title: '通用名称', share: 12 },
  { title: '剂型', share: 5 },
  { title: '规格', share: 9 },
  { title: '生产企业/上市许可持有人', share: 15 },
  { title: '批号', share: 8.5 },
  { title: '生产日期', share: 7.6, align: 'center' },
  { title: '有效期至', share: 7.6, align: 'center' },
  { title: '单位', share: 3, align: 'center' },
  { title: '数量', share: 5, align: 'right' },
  { title: '质量状况', share: 6, align: 'center' },
  { title: '储存条件', share: 9 },
]

const rowOf = (line: NoteLine, at: number): string[] => [
  String(at + 1),
  nameOf(line),
  line.dosageForm,
  line.spec,
  makerOf(line),
  line.batchNo,
  line.productionDate ?? '',
  line.expiryDate,
  line.unit,
  String(line.number),
  '合格',
  line.storage,
]

/** 销售出库单, which is the re-check record as well: who picked, who checked, what left (药品经营质量管理规范 art. 96). */
export function outboundNote(note: ShipmentSnapshot, frame: DrawingFrame): Drawing {
  return {
    options: { landscape: true, strip: [handsText(note), `备注：${note.remark || '—'}`] },
    write: (paper) => {
      paper.heading(`${note.supplier.name}　销售出库单`, `单号 ${frame.no}　${frame.change && `更正：${frame.change}`}`)
      paper.facts(
        [
          ['购货单位', `${note.buyer.name}${note.buyer.code && `（${note.buyer.code}）`}`],
          ['订单编号', note.orderNo],
          ['出库时间', note.shippedAt],
          ['出库仓库', note.warehouse],
          ['承运单位', `${note.carrier} ${note.waybill}`],
          ['件数', note.packages === null ? '' : `${note.packages} 件`],
          ['拣货员', note.pickedBy],
          ['复核员', note.checkedBy],
          ['收货地址', note.receiver.address],
        ],
        3,
      )
      const total = ['', `合计 ${note.lines.length} 行`, '', '', '', '', '', '', '', unitsOf(note.lines), '', '']
      paper.table(COLUMNS, note.lines.map(rowOf), [total])
    },
  }
}
