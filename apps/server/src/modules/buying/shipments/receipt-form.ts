import type { Column, Drawing, DrawingFrame } from '../../papers/documents/public.ts'
import { makerOf, nameOf, unitsOf } from './note-text.ts'
import type { NoteLine, ShipmentSnapshot } from './snapshot.ts'

const COLUMNS: readonly Column[] = [
  { title: '通用名称', share: 24 },
  { title: '剂型', share: 10 },
  { title: '规格', share: 15 },
  { title: '生产企业', share: 21 },
  { title: '批准文号', share: 17 },
  { title: '批号', share: 13 },
  { title: '有效期至', share: 12, align: 'center' },
  { title: '单位', share: 7, align: 'center' },
  { title: '发货数量', share: 10, align: 'right' },
  { title: '实收数量', share: 10 },
]

/** One row a batch, so that what arrived is confirmed by batch. */
const rowOf = (line: NoteLine): string[] => [
  nameOf(line),
  line.dosageForm,
  line.spec,
  makerOf(line),
  line.approvalNo,
  line.batchNo,
  line.expiryDate,
  line.unit,
  String(line.number),
  '',
]

/** Points from the confirmation to the last line. */
const CONFIRMED = 190

/** 含麻回执单: what the buyer prints, fills in, stamps and sends back (trade rules, section 5: verify the buyer, follow the arrival). */
export function receiptForm(note: ShipmentSnapshot, frame: DrawingFrame): Drawing {
  const { supplier, buyer, receiver, lines } = note
  return {
    // Beside the lines to be filled in: a seal under them would need a second page.
    options: { landscape: true, beside: true },
    write: (paper) => {
      paper.heading('含特殊药品复方制剂收货回执', `单号 ${frame.no}　订单 ${note.orderNo}　${frame.change && `更正：${frame.change}`}`)
      paper.facts(
        [
          ['供货单位', supplier.name],
          ['药品经营许可证', supplier.licence],
          ['发货日期', note.shippedOn],
          ['购货单位', buyer.name],
          ['统一社会信用代码', buyer.creditCode],
          ['经营使用许可', buyer.licence],
          ['收货人', `${receiver.name} ${receiver.phone}`],
          ['收货地址', receiver.address],
        ],
        3,
      )
      paper.space(4)
      paper.table(COLUMNS, lines.map(rowOf), [['合计', '', '', '', '', '', '', '', unitsOf(lines), '']])
      // What is confirmed and who confirms it are not parted by a page.
      paper.keep(CONFIRMED)
      paper.paragraph(
        '我单位确认上述药品由我单位采购并已收到，品名、规格、批号、数量与随货同行单一致，质量验收合格；货款由我单位对公账户支付，未使用现金。' +
          '所购含特殊药品复方制剂仅在许可范围内经营使用，销售时查验登记购买人身份并限量销售，不向无资质单位或个人批量销售。',
        { size: 9.5 },
      )
      paper.blanks(['收货人（签字）', '质量负责人（签字）', '实际收货日期', '备注（数量或质量不符时填写）'], '购货单位公章')
      paper.paragraph('请打印后填写实收数量并签字、加盖单位公章，在收货后 7 日内拍照或扫描，于“会员中心 · 含麻回执”上传。', {
        size: 9,
        faint: true,
      })
    },
  }
}
