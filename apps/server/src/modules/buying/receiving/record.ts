import { REASON_NAMES } from '#domain/aftersales.ts'
import { beijingMinute, type TradeDate } from '#domain/dates.ts'
import { printed } from '#domain/paper-text.ts'
import { DIFFERENCE_NAMES, DIFFERENCES, REFUSED_FOR_NAMES, reasonOf } from '#domain/receiving.ts'
import type { Connection } from '../../../platform/database.ts'
import { type Drawing, type DrawingFrame, documentsOf } from '../../papers/documents/public.ts'
import type { OrderRow } from '../orders/public.ts'
import type { ApplicationRow, DeliveryRow, ReceivedLine, ReceivingRow, SentBatch } from './store.ts'

export interface Receiver {
  companyId: number
  companyName: string
  accountId: number
  name: string
}
/** The record of receiving and inspecting as the rules want it of a buyer (药品经营质量管理规范 art. 80). */
interface RecordLine {
  name: string
  genericName: string
  dosageForm: string
  spec: string
  manufacturer: string
  holder: string
  approvalNo: string
  batchNo: string
  productionDate: string
  expiryDate: string
  unit: string
  number: number
  claimed: number
  accepted: number
  differences: { name: string; number: number; why: string; measure: string }[]
}
interface RecordSnapshot {
  buyer: string
  orderNo: string
  noteNo: string
  shippedAt: string
  carrier: string
  waybill: string
  arrivedOn: TradeDate
  temperature: string
  receivedBy: string
  inspectedBy: string
  inspectedOn: TradeDate
  remark: string
  summary: string
  lines: RecordLine[]
}

export interface RecordFacts {
  order: OrderRow
  buyer: Receiver
  delivery: DeliveryRow | null
  sent: readonly SentBatch[]
  record: ReceivingRow
  lines: readonly ReceivedLine[]
  applications: readonly ApplicationRow[]
  today: TradeDate
}

/** What the delivery note says of a batch: the buyer counts what went with it, whatever the catalogue says of such goods by now. */
type SentAs = Partial<Record<'name' | 'batchNo' | 'genericName' | 'dosageForm' | 'spec' | 'manufacturer' | 'holder' | 'approvalNo', string>>

export async function recordSnapshot(connection: Connection, facts: RecordFacts): Promise<RecordSnapshot> {
  const { order, buyer, delivery, sent, record, lines, applications, today } = facts
  const notes = delivery === null ? [] : await documentsOf(connection, [`shipment:${delivery.shipmentId}`])
  const note = notes.find((one) => one.kind === 'delivery_note')
  const sentAs = note === undefined || note.state === 'failed' ? [] : (note.snapshot as { lines?: SentAs[] }).lines
  const measureOf = (reason: ApplicationRow['reason']): string => {
    const application = applications.find((one) => one.reason === reason)
    if (!application) return ''
    return `${application.kind === 'return' ? '存放退货区，退回供货单位' : '供货单位核实后退款'}，售后单 ${application.no}`
  }
  return {
    buyer: buyer.companyName,
    orderNo: order.no,
    noteNo: note?.no ?? '',
    shippedAt: delivery === null ? '' : beijingMinute(delivery.shippedAt),
    carrier: delivery?.carrier ?? '',
    waybill: delivery?.waybill ?? '',
    arrivedOn: record.arrivedOn,
    temperature: record.temperature ?? '',
    receivedBy: record.receivedBy,
    inspectedBy: record.inspectedBy,
    inspectedOn: today,
    remark: record.remark,
    summary: record.summary,
    lines: sent.flatMap((batch): RecordLine[] => {
      const line = lines.find((one) => one.id === batch.id)
      if (!line) return []
      const as = sentAs?.find((one) => one.batchNo === batch.batchNo && one.name === batch.goods.name)
      return [
        {
          name: batch.goods.name ?? '',
          genericName: as?.genericName || batch.genericName,
          dosageForm: as?.dosageForm || batch.dosageForm,
          spec: as?.spec || (batch.goods.spec ?? ''),
          manufacturer: as?.manufacturer || (batch.goods.manufacturer ?? ''),
          holder: as?.holder ?? batch.holder,
          approvalNo: as?.approvalNo || (batch.goods.approval_no ?? ''),
          batchNo: batch.batchNo,
          productionDate: batch.productionDate ?? '',
          expiryDate: batch.expiryDate,
          unit: batch.goods.unit ?? '',
          number: batch.number,
          claimed: line.claimed,
          accepted: line.accepted,
          differences: DIFFERENCES.filter((kind) => line[kind] > 0).map((kind) => {
            const reason = reasonOf(kind, line.refusedFor ?? 'quality')
            const refused = kind === 'refused' ? REFUSED_FOR_NAMES[line.refusedFor ?? 'quality'] : REASON_NAMES[reason]
            const why = line.note === '' ? refused : `${refused}：${line.note}`
            return { name: DIFFERENCE_NAMES[kind], number: line[kind], why, measure: measureOf(reason) }
          }),
        },
      ]
    }),
  }
}

const COLUMNS = [
  { title: '序号', share: 4.5, align: 'center' },
  { title: '通用名称 / 商品名', share: 14 },
  { title: '剂型', share: 7 },
  { title: '规格', share: 10 },
  { title: '生产厂商 / 上市许可持有人', share: 15 },
  { title: '批准文号', share: 13.6 },
  { title: '批号', share: 9 },
  { title: '生产日期', share: 8.6 },
  { title: '有效期至', share: 8.6 },
  { title: '单位', share: 4.5, align: 'center' },
  { title: '到货数量', share: 7, align: 'right' },
  { title: '合格数量', share: 7, align: 'right' },
  { title: '验收结果', share: 9.5 },
] as const

/** What arrived: what was sent without what never came. */
const arrivedOf = (line: RecordLine): number =>
  line.number - line.claimed - (line.differences.find((one) => one.name === DIFFERENCE_NAMES.short)?.number ?? 0)

const resultOf = (line: RecordLine): string =>
  line.differences.length === 0 ? '合格' : line.differences.map((one) => `${one.name} ${one.number}`).join('\n')

const twoLines = (first: string, second: string): string => (second === '' || second === first ? first : `${first}\n${second}`)

export function drawRecord(snapshot: RecordSnapshot, frame: DrawingFrame): Drawing {
  return {
    options: { landscape: true },
    write: (paper) => {
      paper.heading('药品收货验收记录', `编号 ${frame.no}`)
      paper.facts(
        [
          ['供货单位', frame.supplier.name],
          ['收货单位', snapshot.buyer],
          ['许可证号', frame.supplier.licence || '—'],
          ['订单号', snapshot.orderNo],
          ['随货同行单号', snapshot.noteNo || '—'],
          ['发货时间', snapshot.shippedAt || '—'],
          ['承运与运单', [snapshot.carrier, snapshot.waybill].filter(Boolean).join(' ') || '—'],
          ['到货日期', snapshot.arrivedOn],
          ['到货温度', snapshot.temperature === '' ? '—' : `${snapshot.temperature} ℃`],
        ],
        3,
      )
      paper.table(
        COLUMNS,
        snapshot.lines.map((line, at) => [
          String(at + 1),
          twoLines(line.genericName, line.name),
          line.dosageForm,
          line.spec,
          twoLines(line.manufacturer, line.holder),
          line.approvalNo,
          line.batchNo,
          line.productionDate,
          line.expiryDate,
          line.unit,
          String(arrivedOf(line)),
          String(line.accepted),
          resultOf(line),
        ]),
      )
      const faults = snapshot.lines.flatMap((line) => line.differences.map((one) => ({ line, one })))
      paper.section('不合格事项及处置措施')
      if (faults.length === 0) paper.paragraph('无。')
      else
        paper.table(
          [
            { title: '品名', share: 16 },
            { title: '批号', share: 10 },
            { title: '事项', share: 6, align: 'center' },
            { title: '数量', share: 5, align: 'right' },
            { title: '说明', share: 20 },
            { title: '处置措施', share: 26 },
          ],
          faults.map(({ line, one }) => [line.name, line.batchNo, one.name, `${one.number} ${line.unit}`, printed(one.why), one.measure]),
        )
      if (snapshot.remark !== '') paper.paragraph(`备注：${printed(snapshot.remark)}`)
      paper.facts(
        [
          ['收货人', printed(snapshot.receivedBy)],
          ['验收员', printed(snapshot.inspectedBy)],
          ['验收日期', snapshot.inspectedOn],
        ],
        3,
      )
      paper.blanks(['收货人签字', '验收员签字', '日期'])
      paper.paragraph(
        `本记录由${snapshot.buyer}登记。文件带有${frame.supplier.name}的电子签名，只证明登记后内容未被改动，不代替收货单位的签字盖章。`,
        { size: 8.5, faint: true },
      )
    },
  }
}
