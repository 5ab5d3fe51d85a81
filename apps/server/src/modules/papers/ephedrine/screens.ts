import type { DataOf, QueryOf } from '#contract/call.ts'
import { type EphedrineOrderWire, type ephedrineOrders, RECEIPT_STATES, type ReceiptWire, type staffReceipts } from '#contract/documents.ts'
import { beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import { goodsRefusals } from '#domain/eligibility.ts'
import { decideReceipt, monthStart, RECEIPT_STATE_NAMES, shownState } from '#domain/ephedrine.ts'
import { SPECIAL_SUBSTANCES, type SpecialSubstance } from '#domain/law/judgement.ts'
import { yuan } from '#domain/money.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { SPECIAL_RULES } from '#domain/special.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { askReceiptForm } from '../../buying/shipments/public.ts'
import { packageImage, startOfDay } from '../../goods/catalogue/public.ts'
import { filesOf, fileWire, type StoredFile } from '../../who/files/public.ts'
import { openOwnDocument } from '../documents/public.ts'
import { receiptSubject } from './receipts.ts'
import {
  type EphedrineLineView,
  type EphedrineOrderView,
  ephedrineOrder,
  ephedrineOrderPage,
  receiptCounts,
  type SpecialUseRow,
  specialUseOf,
  staffReceiptPage,
} from './views.ts'

const ORDERS_A_PAGE = 10
const WAITING_A_PAGE = 40

type Files = ReadonlyMap<string, StoredFile[]>

export async function ephedrineOrdersOf(
  database: DatabaseHandle,
  company: ViewerCompany,
  { state = 'all', page = 1, per_page: perPage = ORDERS_A_PAGE }: QueryOf<typeof ephedrineOrders>,
  now: Date,
): Promise<DataOf<typeof ephedrineOrders>> {
  const { db } = database
  const today = beijingDate(now)
  const ask = { companyId: company.id, state, today, offset: (page - 1) * perPage, limit: perPage }
  const [orders, counts, uses] = await Promise.all([
    ephedrineOrderPage(db, ask),
    receiptCounts(db, company.id, today),
    specialUseOf(db, company.id, startOfDay(monthStart(today))),
  ])
  // What left the house before forms were papers has none: whoever looks for it here gets it.
  for (const order of orders) if (order.shippedAt !== null && order.formState === null) await askReceiptForm(database, order.id, now)
  const files = await filesOf(
    db,
    orders.map((order) => receiptSubject(order.id)),
  )
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    list: orders.map((order) => orderWire(order, files, today)),
    page,
    per_page: perPage,
    total: state === 'all' ? all : (counts.get(state) ?? 0),
    counts: [
      { state: 'all', name: '全部', count: all },
      ...RECEIPT_STATES.map((one) => ({ state: one, name: RECEIPT_STATE_NAMES[one], count: counts.get(one) ?? 0 })),
    ],
    limits: limitWire(uses, 'ephedrine'),
    special_limits: SPECIAL_SUBSTANCES.map((substance) => ({
      substance,
      name: SPECIAL_RULES[substance].name,
      ...limitWire(uses, substance),
    })),
    // What the viewer is known by may be a moment old: a receipt that was just handed in blocks nothing here.
    blocked: counts.get('overdue') ? blockedWhy(company, today) : '',
  }
}

function limitWire(uses: readonly SpecialUseRow[], substance: SpecialSubstance) {
  const use = uses.find((one) => one.substance === substance)
  const { limits } = SPECIAL_RULES[substance]
  return { per_order: use?.perOrder ?? limits.perOrder, per_month: use?.perMonth ?? limits.perMonth, bought: use?.bought ?? 0 }
}

/** The one rule's own words for goods with ephedrine, as every other page says them. */
function blockedWhy(company: ViewerCompany, today: TradeDate): string {
  const goods = {
    law: 'lawful' as const,
    onShelf: true,
    scopeCode: '',
    scopeName: '',
    hasPrice: true,
    available: 1,
    purchaseLimit: null,
    boughtToday: 0,
    isEphedrine: true,
    availability: null,
  }
  return goodsRefusals(company, goods, today).find((refusal) => refusal.code === 'RECEIPT_OVERDUE')?.message ?? ''
}

const lineWire = ({ goods_id, goods, number, batches }: EphedrineLineView): EphedrineOrderWire['lines'][number] => ({
  goods_id,
  name: goods.name ?? '',
  ypgg: goods.spec ?? '',
  sccj: goods.manufacturer ?? '',
  bzdw: goods.unit ?? '',
  image: goods.image ?? packageImage(goods_id),
  number,
  batches,
})

function orderWire(order: EphedrineOrderView, files: Files, today: TradeDate): EphedrineOrderWire {
  return {
    id: order.id,
    no: order.no,
    status: order.status,
    status_name: STATUS_NAMES[order.status],
    created_at: order.createdAt.toISOString(),
    received_at: order.receivedAt?.toISOString() ?? null,
    total: yuan(order.total),
    number: order.lines.reduce((sum, line) => sum + line.number, 0),
    lines: order.lines.map(lineWire),
    receipt: receiptWire(order, files, today),
    form_url: order.formId === null ? '' : `/api/ephedrine/order/${order.id}/form`,
    form_note: formNote(order),
  }
}

/** Why a form that should be there is not. */
function formNote({ shippedAt, formId, formState }: EphedrineOrderView): string {
  if (shippedAt === null || formId !== null) return ''
  if (formState === 'failed') return '回执单制作未成功，我们正在处理'
  return formState === 'withdrawn' ? '回执单已作废，请联系客服' : '回执单制作中，请稍候'
}

function receiptWire(order: EphedrineOrderView, files: Files, today: TradeDate): ReceiptWire | null {
  const { state, dueOn } = order
  if (state === null || dueOn === null) return null
  const facts = { state, dueOn }
  const shown = shownState(facts, today)
  return {
    state: shown,
    state_name: RECEIPT_STATE_NAMES[shown],
    due_on: dueOn,
    days_left: daysBetween(today, dueOn),
    reason: order.reason,
    submitted_at: order.submittedAt?.toISOString() ?? null,
    reviewed_at: order.reviewedAt?.toISOString() ?? null,
    can_submit: decideReceipt(facts, { type: 'submit' }, today).kind === 'move' ? 1 : 0,
    files: (files.get(receiptSubject(order.id)) ?? []).map(fileWire),
  }
}

export async function receiptOf({ db }: DatabaseHandle, companyId: number, orderId: number, now: Date): Promise<ReceiptWire> {
  const order = await ephedrineOrder(db, companyId, orderId)
  const wire = order && receiptWire(order, await filesOf(db, [receiptSubject(orderId)]), beijingDate(now))
  if (!wire) throw notFound('含麻回执')
  return wire
}

/** The form, as it was made where the goods left the house: the batches are known then. */
export async function receiptFormOf(database: DatabaseHandle, viewer: Viewer & { company: ViewerCompany }, orderId: number, now: Date) {
  const order = await ephedrineOrder(database.db, viewer.company.id, orderId)
  if (order === null || order.shippedAt === null) throw notFound('含麻回执单')
  if (order.formId !== null) return openOwnDocument(database, viewer, order.formId, now)
  await askReceiptForm(database, orderId, now)
  throw conflict(formNote(order), { reason: 'DOCUMENT_WAITING' })
}

export async function receiptsForStaff(
  { db }: DatabaseHandle,
  { state = 'submitted', keywords = '', page = 1, per_page: perPage = WAITING_A_PAGE }: QueryOf<typeof staffReceipts>,
  now: Date,
): Promise<DataOf<typeof staffReceipts>> {
  const today = beijingDate(now)
  const filter = { state, keywords: keywords.trim(), today }
  const { rows, total } = await staffReceiptPage(db, filter, (page - 1) * perPage, perPage)
  const files = await filesOf(
    db,
    rows.map((row) => receiptSubject(row.orderId)),
  )
  const list = rows.map((row) => {
    const shown = shownState(row, today)
    return {
      order_id: row.orderId,
      no: row.no,
      company: row.company,
      state: shown,
      state_name: RECEIPT_STATE_NAMES[shown],
      reason: row.reason,
      due_on: row.dueOn,
      submitted_at: row.submittedAt?.toISOString() ?? null,
      reviewed_at: row.reviewedAt?.toISOString() ?? null,
      lines: row.lines.map(lineWire),
      files: (files.get(receiptSubject(row.orderId)) ?? []).map(fileWire),
    }
  })
  return { list, page, per_page: perPage, total }
}
