import { beijingDate } from '#domain/dates.ts'
import { type Column, makePaper, type Supplier } from '../documents/public.ts'
import type { EphedrineOrderView } from './views.ts'

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
const rowsOf = (order: EphedrineOrderView): string[][] =>
  order.lines.flatMap(({ goods, number, batches }) => {
    const parts = batches.length > 0 ? batches : [{ batch_no: '', expiry_date: '', number }]
    return parts.map((batch) => [
      goods.name ?? '',
      goods.dosage_form ?? '',
      goods.spec ?? '',
      goods.manufacturer ?? '',
      goods.approval_no ?? '',
      batch.batch_no,
      batch.expiry_date,
      goods.unit ?? '',
      String(batch.number),
      '',
    ])
  })

/** The receipt that the buyer prints, fills in, stamps and sends back (trade rules, section 5: verify the buyer, follow the arrival). */
export function receiptPaper(
  order: EphedrineOrderView,
  parties: { supplier: Supplier; buyer: { name: string; creditCode: string; licence: string } },
  now: Date,
  account?: number,
): Promise<Buffer> {
  const { supplier, buyer } = parties
  const { receiver = '', phone = '', province = '', city = '', district = '', detail = '' } = order.receiver
  const number = order.lines.reduce((sum, line) => sum + line.number, 0)
  const footer = `${supplier.name} · 含特殊药品复方制剂收货回执 · 订单 ${order.no}`
  const options = { title: `含麻回执 ${order.no}`, author: supplier.name, footer, landscape: true, madeAt: now }
  return makePaper({ ...options, ...(account !== undefined && { account }) }, (paper) => {
    paper.heading('含特殊药品复方制剂收货回执', `订单编号 ${order.no}`)
    paper.facts([
      ['供货单位', supplier.name],
      ['药品经营许可证', supplier.licence],
      ['购货单位', buyer.name],
      ['统一社会信用代码', buyer.creditCode],
      ['经营使用许可', buyer.licence],
      ['收货人', [receiver, phone].filter(Boolean).join('　')],
      ['收货地址', `${province}${city === province ? '' : city}${district}${detail}`],
      ['发货日期', order.shippedAt === null ? '' : beijingDate(order.shippedAt)],
    ])
    paper.space(4)
    paper.table(COLUMNS, rowsOf(order), [['合计', '', '', '', '', '', '', '', String(number), '']])
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
  })
}
