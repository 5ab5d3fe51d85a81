import type { HoldReason } from '#domain/standing.ts'
import type { Connection } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { isReviewedPlace, listAddresses } from '../../who/accounts/public.ts'
import { type OrderRow, whyHeld } from '../orders/public.ts'

/** Where an order goes: another one of the company's own addresses that quality has passed. */

type Receiver = Record<string, string | number | null>

export interface Place {
  id: number
  text: string
}

const WORDS = ['receiver', 'phone', 'province', 'city', 'district', 'detail'] as const
const spoken = (receiver: Receiver): string => {
  const [name, phone, ...where] = WORDS.map((word) => receiver[word] ?? '')
  return `${name} ${phone} ${where.join('')}`.trim()
}

export async function placesFor(
  connection: Connection,
  companyId: number,
): Promise<(Place & { open: boolean; why: string; receiver: Receiver })[]> {
  const addresses = await listAddresses(connection, companyId)
  const places: Awaited<ReturnType<typeof placesFor>> = []
  for (const address of addresses) {
    const { id, receiver, phone, province, city, district, detail } = address
    const kept = { address_id: id, receiver, phone, province, city, district, detail }
    const open = await isReviewedPlace(connection, companyId, kept)
    places.push({ id, text: spoken(kept), open, why: open ? '' : '质量部门还没有审核通过', receiver: kept })
  }
  return places
}

export async function placeChosen(connection: Connection, order: OrderRow, now: Receiver, addressId: number | undefined) {
  const before = { id: Number(now.address_id ?? 0), text: spoken(now) }
  if (addressId === undefined || addressId === before.id) return { before, after: before, receiver: now, isOther: false }
  const chosen = (await placesFor(connection, order.companyId)).find((one) => one.id === addressId)
  if (!chosen) throw fieldErrors([{ field: 'address_id', message: '该企业没有这个收货地址' }])
  if (!chosen.open) throw fieldErrors([{ field: 'address_id', message: `不能送到这个地址：${chosen.why}` }])
  return { before, after: { id: chosen.id, text: chosen.text }, receiver: chosen.receiver, isOther: true }
}

const keyOf = ({ code, message, goods }: HoldReason): string => `${code}|${goods}|${message}`

/** Asks the gates before; answers what asks them after: nothing may stand against the new place that did not stand against the old one. */
export async function refuseWorsePlace(connection: Connection, order: OrderRow, now: Date): Promise<() => Promise<void>> {
  const before = new Set((await whyHeld(connection, order, now)).map(keyOf))
  return async () => {
    const [worse] = (await whyHeld(connection, order, now)).filter((one) => !before.has(keyOf(one)))
    if (worse) throw fieldErrors([{ field: 'address_id', message: `${worse.goods === '' ? '' : `${worse.goods}：`}${worse.message}` }])
  }
}
