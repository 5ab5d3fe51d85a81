import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffEntryAgain, staffEntryCompany, staffEntryPlace } from '#contract/order-entry.ts'
import { beijingDate } from '#domain/dates.ts'
import { companyRefusals } from '#domain/eligibility.ts'
import { yuan } from '#domain/money.ts'
import { type OrderStatus, STATUS_NAMES } from '#domain/orders.ts'
import { type StaffActor, writeAudits } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound, ShopError } from '../../../platform/errors.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { type PaymentDeps, startPayment } from '../../money/payments/public.ts'
import { placeOrders } from '../checkout/public.ts'
import { reorderLines, tellOfEntry } from '../orders/public.ts'
import { placesFor } from './edit-place.ts'
import { entryRows } from './entry-sheet.ts'
import { companyCalled, recentOrders } from './entry-views.ts'

/** Staff order in a company's place, as somebody of it asks by phone. */

const RECENT = 6

export async function companyFor(connection: Connection, id: number): Promise<ViewerCompany> {
  const company = await loadCompany(connection, id)
  if (company === null) throw notFound('企业')
  return company
}

export async function entryCompanyOf({ db }: DatabaseHandle, id: number, now: Date): Promise<DataOf<typeof staffEntryCompany>> {
  const [found, company] = await Promise.all([companyCalled(db, id), companyFor(db, id)])
  if (found === null) throw notFound('企业')
  const [places, recent] = await Promise.all([placesFor(db, id), recentOrders(db, id, RECENT)])
  const open = places.filter((place) => place.open)
  return {
    ...found,
    rank: company.rank,
    manager: company.managerName,
    why: companyRefusals(company, beijingDate(now)).map((one) => one.message),
    addresses: open.map(({ id: place, text }, at) => ({ id: place, text, is_default: at === 0 ? 1 : 0 })),
    has_tax_no: company.creditCode === '' ? 0 : 1,
    recent: recent.map(({ at, total, status, ...order }) => ({
      ...order,
      at: at.toISOString(),
      total: yuan(total),
      status_name: STATUS_NAMES[status],
    })),
  }
}

/** What was bought for itself; a bundle or an exchange is an offer of its day. */
export async function againOf({ db }: DatabaseHandle, companyId: number, orderId: number): Promise<DataOf<typeof staffEntryAgain>> {
  const lines = await reorderLines(db, companyId, orderId)
  if (lines === null) throw notFound('订单')
  const numbers = new Map<number, number>()
  for (const { goodsId, bundleId, number } of lines) if (bundleId === null) numbers.set(goodsId, number + (numbers.get(goodsId) ?? 0))
  return {
    lines: [...numbers].map(([goods_id, number]) => ({ goods_id, number })),
    left_out: lines.flatMap((line) => (line.bundleId === null ? [] : [line.name])),
  }
}

interface Deps {
  database: DatabaseHandle
  payments: PaymentDeps
}

/** Placed, and on credit paid, as the company itself would do it; the company is told at once. */
export async function enterOrder(
  { database, payments }: Deps,
  staff: StaffActor,
  companyId: number,
  body: BodyOf<typeof staffEntryPlace>,
  now: Date,
): Promise<DataOf<typeof staffEntryPlace>> {
  const askedBy = body.asked_by.trim()
  if (askedBy === '') throw fieldErrors([{ field: 'asked_by', message: '请写明是谁来电下的单' }])
  const [against] = companyRefusals(await companyFor(database.db, companyId), beijingDate(now))
  if (against) throw conflict(`该企业现在不能下单：${against.message}`)
  const place = (await placesFor(database.db, companyId)).find((one) => one.id === body.address_id)
  if (!place) throw fieldErrors([{ field: 'address_id', message: '该企业没有这个收货地址' }])
  if (!place.open) throw fieldErrors([{ field: 'address_id', message: `不能送到这个地址：${place.why}` }])
  const remark = body.remark?.trim() ?? ''
  let isAgain = false
  const { orders } = await placeOrders(
    database,
    {
      accountId: staff.accountId,
      companyId,
      name: `${staff.name}（代客下单）`,
      entry: {
        by: 'staff',
        lines: body.lines,
        rowsFor: (trx, company) => entryRows(trx, company, body.lines, now),
        done: async (trx, placed, again) => {
          isAgain = again
          if (!again) await noteEntry(trx, staff, companyId, { orders: placed, askedBy, pay: body.pay }, now)
        },
      },
    },
    {
      checkout_key: body.key,
      ids: [],
      ...(body.coupons !== 1 && { coupons: [0] }),
      address_id: body.address_id,
      invoice_kind: body.invoice_kind,
      remark,
      total: body.total,
    },
    now,
  )
  const unpaid: string[] = []
  if (body.pay !== 'later') {
    for (const order of orders.filter((one) => one.status === 'pending_payment')) {
      const buyer = { accountId: staff.accountId, companyId, name: staff.name }
      // On record stands how the first submit of the key was to be paid; a later one is on none.
      const why = isAgain ? '此前已提交过，没有再次付款，请客户付款' : await started(payments, buyer, order.id, body.pay, now)
      if (why !== '') unpaid.push(`${order.no}：${why}`)
      else if (body.pay === 'credit') order.status = 'paid'
    }
  }
  return {
    orders: orders.map(({ id, no, status, payable }) => ({ id, no, status_name: STATUS_NAMES[status as OrderStatus], payable })),
    unpaid: unpaid.join('；'),
  }
}

async function noteEntry(
  trx: Connection,
  staff: StaffActor,
  companyId: number,
  { orders, askedBy, pay }: { orders: readonly { id: number; no: string; payable: string }[]; askedBy: string; pay: string },
  now: Date,
): Promise<void> {
  const entries = orders.map(({ id, no, payable }) => ({
    action: 'order.enter' as const,
    subject: `order:${id}`,
    before: null,
    after: { no, company_id: companyId, payable, pay, asked_by: askedBy },
  }))
  await writeAudits(trx, staff, entries, now)
  for (const { id, no } of orders) await tellOfEntry(trx, { id, no, companyId }, staff.name, askedBy, now)
}

/** The order stands already: where its paying is refused it waits for its money, and the clerk is told why. */
async function started(
  payments: PaymentDeps,
  buyer: { accountId: number; companyId: number; name: string },
  orderId: number,
  channel: string,
  now: Date,
): Promise<string> {
  try {
    await startPayment(payments, buyer, orderId, channel, now)
    return ''
  } catch (error) {
    if (error instanceof ShopError) return error.message
    throw error
  }
}
