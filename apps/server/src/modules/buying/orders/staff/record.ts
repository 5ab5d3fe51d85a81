import type { DataOf } from '#contract/call.ts'
import type { StaffOrderWire, staffOrderInfo } from '#contract/staff-orders.ts'
import { AFTER_SALE_STATUS_NAMES, type AfterSaleStatus, KIND_NAMES } from '#domain/aftersales.ts'
import { lineTag, SOURCE_NAMES } from '#domain/cart.ts'
import { DOCUMENT_KINDS, DOCUMENT_STATE_NAMES } from '#domain/documents.ts'
import { subtract, yuan } from '#domain/money.ts'
import { orderSteps } from '#domain/orders.ts'
import { reviewName } from '#domain/review.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { notFound } from '../../../../platform/errors.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { documentHeads } from '../../../papers/documents/public.ts'
import { shipmentOf } from '../../shipments/public.ts'
import { type OrderLineView, orderEdits, orderLines, orderLog, orderPayments, orderSplits } from '../views.ts'
import { editWire, moneyRows, PAYMENT_STATUS, splitWire } from '../wire.ts'
import { seesPrices } from './list.ts'
import {
  type AfterSaleBrief,
  orderAfterSales,
  orderInvoices,
  orderNotes,
  orderRefunds,
  type StaffOrderRecord,
  shipmentSlip,
  staffOrderRecord,
} from './record-views.ts'
import { headWire, withoutAmounts } from './wire.ts'

const seesPayers = ({ staff }: Viewer): boolean => staff?.permissions.has('money.view') ?? false
const iso = (at: Date | null) => at?.toISOString() ?? null

function lineWire(line: OrderLineView, sees: boolean): StaffOrderWire['lines'][number] {
  const amount = (value: typeof line.amount) => (sees ? yuan(value) : null)
  return {
    id: line.id,
    goods_id: line.goodsId,
    name: line.goods.name ?? '',
    maker: line.goods.manufacturer ?? '',
    spec: line.goods.spec ?? '',
    unit: line.goods.unit ?? '',
    number: line.number,
    price: amount(line.unitPrice),
    amount: amount(line.amount),
    reduction: amount(line.reduction),
    paid: amount(subtract(line.amount, line.reduction)),
    shares: sees ? line.shares.map((share) => ({ name: share.name, amount: yuan(share.amount) })) : [],
    tag: lineTag(line.priceSource),
    bundle: line.goods.bundle ?? '',
    price_source: sees ? line.priceSource : '',
    source_name: sees ? SOURCE_NAMES[line.priceSource] : '',
    explanation: sees ? line.explanation.flatMap(({ text = '' }) => (text === '' ? [] : text)) : [],
    batches: line.batches,
  }
}

async function parcelOf(connection: Connection, orderId: number): Promise<StaffOrderWire['parcel']> {
  const [way, slip] = await Promise.all([shipmentOf(connection, orderId), shipmentSlip(connection, orderId)])
  if (way === null || slip === null) return null
  const papers = await documentHeads(connection, [`shipment:${slip.id}`])
  return {
    ...way,
    packages: slip.packages,
    picked_by: slip.pickedBy,
    checked_by: slip.checkedBy,
    remark: slip.remark,
    transport: slip.transport,
    box_no: slip.boxNo,
    recorder_no: slip.recorderNo,
    papers: papers.map((paper) => ({
      id: paper.id,
      no: paper.no,
      kind_name: DOCUMENT_KINDS[paper.kind].name,
      version: paper.version,
      state: paper.state,
      state_name: DOCUMENT_STATE_NAMES[paper.state],
      change: paper.change,
      ready: paper.fileId === null ? 0 : 1,
    })),
  }
}

const REFUND_STATUS: Readonly<Record<string, string>> = { pending: '退款中', done: '已退回' }

const afterSaleWire = (row: AfterSaleBrief, sees: boolean): StaffOrderWire['after_sales'][number] => ({
  id: row.id,
  no: row.no,
  kind: KIND_NAMES[row.kind as keyof typeof KIND_NAMES] ?? row.kind,
  reason: row.reason,
  status: row.status,
  status_name: AFTER_SALE_STATUS_NAMES[row.status as AfterSaleStatus] ?? row.status,
  created_at: row.createdAt.toISOString(),
  amount: sees ? yuan(row.amount) : null,
})

function headOf(order: StaffOrderRecord, viewer: Viewer, sees: boolean) {
  const { receiver } = order
  const said = (text: string) => (sees ? text : withoutAmounts(text))
  return {
    ...headWire(order, sees),
    cold_chain: order.coldChain ? 1 : 0,
    company_facts: {
      type: order.companyType,
      rank: sees ? order.rank : '',
      place: order.companyPlace,
      contact: order.contact,
      phone: order.phone,
      manager: order.manager,
      state_name: reviewName(order.reviewState),
    },
    bought_by: order.boughtBy,
    entered_by: order.enteredBy,
    receiver: {
      receiver: receiver.receiver ?? '',
      phone: receiver.phone ?? '',
      address: [receiver.province, receiver.city, receiver.district, receiver.detail].filter(Boolean).join(''),
    },
    invoice_kind: order.invoiceKind,
    cancel_reason: order.cancelReason,
    picker: order.picker,
    picked_by_me: order.hasTaken || order.pickedBy === viewer.accountId || order.gatheredBy === viewer.accountId ? 1 : 0,
    wave: order.wave,
    gathered_at: iso(order.gatheredAt),
    steps: orderSteps(order.status, order).map((step) => ({ ...step, at: iso(step.at) })),
    hold_reasons:
      order.heldAt === null ? [] : order.holdReasons.map((one) => ({ ...one, goods: one.goods ?? '', message: said(one.message) })),
    locked: order.locked,
    payable: sees ? yuan(order.payableAmount) : null,
  }
}

/** Whoever may not see prices is not sent any: neither figures, nor payments, nor sentences that name one. */
export async function staffOrderOf(
  { db }: DatabaseHandle,
  viewer: Viewer,
  id: number,
  channelName: (channel: string) => string,
): Promise<DataOf<typeof staffOrderInfo>> {
  const order = await staffOrderRecord(db, id, viewer.accountId)
  if (order === null) throw notFound('订单')
  const sees = seesPrices(viewer)
  const [lines, log, payments, refunds, invoices, afterSales, notes, parcel, edits, splits] = await Promise.all([
    orderLines(db, [id], null),
    orderLog(db, id),
    sees ? orderPayments(db, id) : [],
    sees ? orderRefunds(db, id) : [],
    sees ? orderInvoices(db, id) : [],
    orderAfterSales(db, id),
    orderNotes(db, id),
    parcelOf(db, id),
    orderEdits(db, id),
    orderSplits(db, id),
  ])
  const said = (text: string) => (sees ? text : withoutAmounts(text))
  return {
    ...headOf(order, viewer, sees),
    lines: lines.map((line) => lineWire(line, sees)),
    money: sees ? moneyRows(order) : [],
    payments: payments.map(({ no, channel, amount, status, payer, at }) => ({
      no,
      channel_name: channelName(channel),
      amount: yuan(amount),
      payer: seesPayers(viewer) ? payer : '',
      status: PAYMENT_STATUS[status] ?? status,
      at: at.toISOString(),
    })),
    refunds: refunds.map(({ no, channel, amount, status, at }) => ({
      no,
      channel_name: channelName(channel),
      amount: yuan(amount),
      status: REFUND_STATUS[status] ?? status,
      at: at.toISOString(),
    })),
    invoices: invoices.map(({ number, colour, total, issuedAt }) => ({
      number,
      colour,
      total: yuan(total),
      issued_at: issuedAt.toISOString(),
    })),
    parcel,
    edits: edits.map(editWire).map((one) => ({ ...one, reason: said(one.reason), back: sees ? one.back : '' })),
    splits: splits.map(splitWire).map((one) => ({ ...one, reason: said(one.reason) })),
    after_sales: afterSales.map((one) => afterSaleWire(one, sees)),
    log: log.map(({ at, actor, text }) => ({ at: at.toISOString(), actor, text: said(text) })),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() })),
  }
}
