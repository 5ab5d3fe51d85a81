import { beijingDate, beijingMinute } from '#domain/dates.ts'
import { answerDue, BUYER_STATES, buyerState, outsideOf, RECALL_LEVELS, sumWhere } from '#domain/recalls.ts'
import type { Drawing, DrawingFrame, Drawings } from '../../papers/documents/public.ts'
import type { RecallRow } from './store.ts'
import type { BuyerRow, OrderPart, StockLeft } from './views.ts'

/** What stands on both papers of a recall. */
interface RecallFacts {
  no: string
  name: string
  spec: string
  unit: string
  manufacturer: string
  approvalNo: string
  batchNo: string
  level: string
  initiator: string
  reason: string
  advice: string
  startedAt: string
  startedBy: string
}

/** The generic name, and the trade's beside it where it is another. */
const namedAs = ({ name, generic_name: generic = '' }: RecallRow['goods']): string =>
  generic === '' || generic === name ? name : `${generic}（${name}）`

const factsOf = (recall: RecallRow): RecallFacts => ({
  no: recall.no,
  name: namedAs(recall.goods),
  spec: recall.goods.spec,
  unit: recall.goods.unit,
  manufacturer: recall.goods.manufacturer,
  approvalNo: recall.goods.approval_no,
  batchNo: recall.batchNo,
  level: RECALL_LEVELS[recall.level].name,
  initiator: recall.initiator,
  reason: recall.reason,
  advice: recall.advice,
  startedAt: beijingMinute(recall.startedAt),
  startedBy: recall.startedBy,
})

export interface NoticeSnapshot extends RecallFacts {
  company: string
  due: string
  orders: { no: string; shipped: string; number: number }[]
}

export const noticeSnapshot = (recall: RecallRow, buyer: BuyerRow, orders: readonly OrderPart[]): NoticeSnapshot => ({
  ...factsOf(recall),
  company: buyer.company,
  due: beijingMinute(answerDue(recall.level, buyer.toldAt)),
  orders: orders.map((order) => ({
    no: order.orderNo,
    shipped: order.shippedAt === null ? '未发货' : beijingDate(order.shippedAt),
    number: order.sold,
  })),
})

export interface RegisterSnapshot extends RecallFacts {
  at: string
  closed: string
  stock: StockLeft[]
  buyers: {
    company: string
    contact: string
    sold: number
    unsent: number
    returned: number
    onWay: number
    outside: number
    kept: number | null
    confirmed: string
    state: string
  }[]
  orders: { company: string; no: string; shipped: string; sold: number; unsent: number; returned: number; onWay: number; outside: number }[]
}

export function registerSnapshot(
  recall: RecallRow,
  buyers: readonly BuyerRow[],
  orders: readonly OrderPart[],
  stock: readonly StockLeft[],
  now: Date,
): RegisterSnapshot {
  const names = new Map(buyers.map((buyer) => [buyer.companyId, buyer.company]))
  return {
    ...factsOf(recall),
    at: beijingMinute(now),
    closed: recall.closedAt === null ? '' : `${beijingMinute(recall.closedAt)}　${recall.closedBy ?? ''}：${recall.closeNote}`,
    stock: [...stock],
    buyers: buyers.map((buyer) => ({
      company: buyer.company,
      contact: `${buyer.contact} ${buyer.phone}`.trim(),
      sold: buyer.sold,
      unsent: buyer.unsent,
      returned: buyer.returned,
      onWay: buyer.onWay,
      outside: outsideOf(buyer),
      kept: buyer.kept,
      confirmed: buyer.confirmedAt === null ? '' : `${beijingMinute(buyer.confirmedAt)} ${buyer.confirmedBy}`,
      state: BUYER_STATES[buyerState(buyer, buyer.kept)],
    })),
    orders: orders.map((order) => ({
      company: names.get(order.companyId) ?? '',
      no: order.orderNo,
      shipped: order.shippedAt === null ? '' : beijingDate(order.shippedAt),
      sold: order.sold,
      unsent: order.unsent,
      returned: order.returned,
      onWay: order.onWay,
      outside: outsideOf(order),
    })),
  }
}

const aboutGoods = (recall: RecallFacts): (readonly [string, string])[] => [
  ['通用名称', recall.name],
  ['批号', recall.batchNo],
  ['规格', recall.spec],
  ['批准文号', recall.approvalNo],
  ['生产企业', recall.manufacturer],
  ['召回分级', recall.level],
  ['召回发起', recall.initiator],
  ['启动时间', recall.startedAt],
]

function drawNotice(notice: NoticeSnapshot, frame: DrawingFrame): Drawing {
  return {
    write: (paper) => {
      paper.heading('药品召回通知书', `编号 ${frame.no}　召回编号 ${notice.no}`)
      paper.paragraph(`${notice.company}：`, { bold: true })
      paper.paragraph('贵单位向我公司购进的下列药品正在召回。请立即停止销售和使用，清点封存，并按本通知办理。')
      paper.facts(aboutGoods(notice), 2)
      paper.section('召回原因')
      paper.paragraph(notice.reason)
      paper.section('处理要求')
      paper.paragraph(notice.advice)
      paper.section('贵单位购进记录')
      paper.table(
        [
          { title: '订单号', share: 40 },
          { title: '发货日期', share: 30 },
          { title: `数量（${notice.unit}）`, share: 30, align: 'right' },
        ],
        notice.orders.map((order) => [order.no, order.shipped, String(order.number)]),
        [['合计', '', String(notice.orders.reduce((sum, order) => sum + order.number, 0))]],
      )
      paper.section('回执')
      paper.paragraph(`请在 ${notice.due} 前登录我公司网站“药品召回”确认收到本通知并填报尚存数量，或填写下列回执盖章后交回。`)
      paper.keep(120)
      paper.blanks(['收到日期', `尚存数量（${notice.unit}）`, '已售出或使用数量', '经办人'], '收货单位盖章')
    },
  }
}

const COUNTS = [
  { title: '售出', share: 6, align: 'right' },
  { title: '未发', share: 6, align: 'right' },
  { title: '已退', share: 6, align: 'right' },
  { title: '退回中', share: 7, align: 'right' },
  { title: '在外', share: 6, align: 'right' },
] as const
const BUYER_COLUMNS = [
  { title: '购货单位', share: 24 },
  { title: '联系人', share: 17 },
  ...COUNTS,
  { title: '自报尚存', share: 9, align: 'right' },
  { title: '确认', share: 18 },
  { title: '状态', share: 10 },
] as const
const ORDER_COLUMNS = [
  { title: '订单号', share: 24 },
  { title: '购货单位', share: 34 },
  { title: '发货日期', share: 14 },
  ...COUNTS,
] as const

const counts = (one: { sold: number; unsent: number; returned: number; onWay: number; outside: number }): string[] =>
  [one.sold, one.unsent, one.returned, one.onWay, one.outside].map(String)

function drawRegister(register: RegisterSnapshot, frame: DrawingFrame): Drawing {
  const { buyers, orders, stock } = register
  const sum = counts({ ...sumWhere(buyers), outside: buyers.reduce((all, one) => all + one.outside, 0) })
  return {
    options: { landscape: true },
    write: (paper) => {
      paper.heading('药品召回登记表', `编号 ${frame.no}　召回编号 ${register.no}　截至 ${register.at}`)
      paper.facts([...aboutGoods(register), ['召回原因', register.reason], ['处理要求', register.advice]], 2)
      if (register.closed !== '') paper.facts([['召回结束', register.closed]])
      paper.section('一、本公司库存')
      paper.table(
        [
          { title: '仓库', share: 40 },
          { title: '库存（已锁定）', share: 30, align: 'right' },
          { title: '订单占用', share: 30, align: 'right' },
        ],
        stock.map((one) => [one.warehouse, String(one.available), String(one.reserved)]),
      )
      paper.section(`二、购货单位（数量单位：${register.unit}）`)
      const kept = String(buyers.reduce((all, one) => all + (one.kept ?? 0), 0))
      paper.table(
        BUYER_COLUMNS,
        buyers.map((buyer) => [
          buyer.company,
          buyer.contact,
          ...counts(buyer),
          buyer.kept === null ? '未报' : String(buyer.kept),
          buyer.confirmed,
          buyer.state,
        ]),
        [[`合计 ${buyers.length} 家`, '', ...sum, kept, '', '']],
      )
      paper.section('三、订单明细')
      paper.table(
        ORDER_COLUMNS,
        orders.map((order) => [order.no, order.company, order.shipped || '未发货', ...counts(order)]),
        [[`合计 ${orders.length} 单`, '', '', ...sum]],
      )
      paper.paragraph(
        '售出：订单分配的数量，已取消的订单不计；未发：尚未出库；已退：仓库验收的退货；退回中：已申请、尚未验收；在外：已出库且未退回。自报尚存由购货单位填报。',
        { faint: true, size: 8 },
      )
    },
  }
}

export const RECALL_DRAWINGS: Drawings = { recall_notice: drawNotice, recall_register: drawRegister }
