import type { DataOf, QueryOf } from '#contract/call.ts'
import type { staffOrderEditForm, staffOrderEditPreview } from '#contract/order-edit.ts'
import { beijingDate } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { pickingRows } from '../../goods/stock/public.ts'
import { editableHead, editableLines, findOrder } from '../orders/public.ts'
import { type EditAsk, editRefusal } from './edit.ts'
import { allItems, deskLines, factsOf, isBundle, netOf, stepsOf } from './edit-items.ts'
import { placesFor } from './edit-place.ts'

/** What of an order can be changed now. */
export async function editFormOf({ db }: DatabaseHandle, id: number, now: Date): Promise<DataOf<typeof staffOrderEditForm>> {
  const order = await findOrder(db, id, null)
  if (order === null) throw notFound('订单')
  const [lines, head, pieces, places, company] = await Promise.all([
    editableLines(db, id),
    editableHead(db, id),
    pickingRows(db, id, beijingDate(now), now),
    placesFor(db, order.companyId),
    loadCompany(db, order.companyId),
  ])
  const items = allItems(deskLines(lines))
  const steps = await stepsOf(db, order, items, now)
  const addressId = Number(head.receiver.address_id ?? 0)
  const { receiver, phone, province, city, district, detail } = head.receiver
  return {
    id,
    no: order.no,
    company_id: order.companyId,
    company: company?.name ?? '',
    status_name: STATUS_NAMES[order.status],
    version: order.edits,
    why: await editRefusal(db, order),
    items: items.map((item) => ({
      ...factsOf(item, steps),
      paid: yuan(netOf(item.lines)),
      batches: isBundle(item)
        ? []
        : pieces
            .filter((piece) => piece.lineId === item.id)
            .map((piece) => ({
              piece_id: piece.id,
              batch_no: piece.batchNo,
              expiry_date: piece.expiryDate,
              number: piece.number,
              others: piece.others.map(({ batch_id, batch_no, expiry_date, available }) => ({
                batch_id,
                batch_no,
                expiry_date,
                available,
              })),
            })),
    })),
    receiver: `${receiver ?? ''} ${phone ?? ''} ${[province, city, district, detail].map((one) => one ?? '').join('')}`.trim(),
    address_id: places.some((place) => place.id === addressId) ? addressId : 0,
    addresses: places.map(({ id: place, text, open, why }) => ({ id: place, text, open, why })),
    remark: head.remark,
  }
}

const numbers = (text: string | undefined): number[][] =>
  text ? text.split(',').map((one) => one.split(':').map((number) => Number(number))) : []
export const pairsIn = (text: string | undefined): { id: number; number: number }[] =>
  numbers(text).map(([id = 0, number = 0]) => ({ id, number }))

/** As the preview's address has it. */
export function askOf(query: QueryOf<typeof staffOrderEditPreview>): EditAsk {
  const { version, cause, lines, batches, address_id, remark } = query
  return {
    version,
    cause,
    lines: pairsIn(lines),
    batches: numbers(batches).map(([piece_id = 0, batch_id = 0, number = 0]) => ({ piece_id, batch_id, number })),
    ...(address_id !== undefined && { address_id }),
    ...(remark !== undefined && { remark }),
  }
}
