import type { DataOf } from '#contract/call.ts'
import type { OwnOrderHeadWire, ownAddresses, ownOrder, ownOrders } from '#contract/open-own.ts'
import { notFound } from '../../../platform/errors.ts'
import type { OpenAsk } from '../../../platform/http.ts'
import { shipmentOf } from '../../buying/shipments/public.ts'
import { addressWire, listAddresses } from '../../who/accounts/public.ts'
import { factsOf, lineOf, type OpenHeadRow, openHeads, openLines, openOrderByNo, placedOf, readOn } from '../outgoing/public.ts'
import { buyerOf } from './buyer.ts'

export async function addressesFor({ database: { db }, integration }: OpenAsk<typeof ownAddresses>): Promise<DataOf<typeof ownAddresses>> {
  const rows = await listAddresses(db, buyerOf(integration).company.id)
  return {
    addresses: rows.map(addressWire).map(({ id, receiver, phone, province, city, district, detail, is_default, review }) => ({
      id,
      receiver,
      phone,
      address: [province, city, district, detail].join(''),
      is_default: is_default === 1,
      reviewed: review === 'licence' || review === 'passed',
    })),
  }
}

/** Without what concerns the house alone: its warehouse, the sheet of its ERP. */
const headOf = (row: OpenHeadRow): OwnOrderHeadWire => ({
  ...factsOf(row),
  payable: row.payable,
  paid: row.paid,
})

export async function ordersFor({ database, integration, query }: OpenAsk<typeof ownOrders>): Promise<DataOf<typeof ownOrders>> {
  const { ids, cursor, more } = await readOn(database, 'order', query, buyerOf(integration).company.id)
  const byId = new Map((await openHeads(database.db, ids)).map((row) => [row.id, row]))
  return { orders: ids.flatMap((id) => byId.get(id) ?? []).map(headOf), cursor, more }
}

export async function orderFor({ database: { db }, integration, params }: OpenAsk<typeof ownOrder>): Promise<DataOf<typeof ownOrder>> {
  const row = await openOrderByNo(db, params.no, buyerOf(integration).company.id)
  if (row === null) throw notFound('订单')
  const [lines, shipment] = [await openLines(db, row.id), await shipmentOf(db, row.id)]
  return {
    ...headOf(row),
    ...placedOf(row),
    shipment: shipment && { carrier: shipment.carrier, waybill: shipment.waybill, shipped_at: shipment.shipped_at },
    lines: lines.map(lineOf).map(({ line_id: _id, reductions: _each, price_source: _source, ...line }) => line),
  }
}
