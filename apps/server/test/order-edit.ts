import type { Answer, Shop } from './harness.ts'

/** Staff change an order before it is picked, as the console's page does: the form, the preview, the change. */

export interface EditWish {
  /** By the name of the goods: what stays. */
  lines?: Readonly<Record<string, number>>
  cause?: 'buyer' | 'shop'
  reason?: string
  addressId?: number
  remark?: string
  batches?: readonly { piece_id: number; batch_id: number; number: number }[]
}

export const editForm = (shop: Shop, staff: string, id: number): Promise<Answer> =>
  shop.ask('GET', `/api/staff/order/${id}/edit`, { cookie: staff })

export async function previewedEdit(shop: Shop, staff: string, id: number, wish: EditWish) {
  const form = (await editForm(shop, staff, id)).data
  const items: { id: number; name: string }[] = form.items
  const lines = Object.entries(wish.lines ?? {}).map(([name, number]) => ({ id: items.find((one) => one.name === name)?.id ?? 0, number }))
  const { cause = 'buyer', addressId, remark, batches } = wish
  const query = new URLSearchParams({ version: String(form.version), cause })
  if (lines.length > 0) query.set('lines', lines.map((line) => `${line.id}:${line.number}`).join(','))
  if (batches) query.set('batches', batches.map((one) => `${one.piece_id}:${one.batch_id}:${one.number}`).join(','))
  if (addressId) query.set('address_id', String(addressId))
  if (remark !== undefined) query.set('remark', remark)
  const preview = await shop.ask('GET', `/api/staff/order/${id}/edit/preview?${query}`, { cookie: staff })
  const body = {
    version: form.version,
    stamp: preview.data?.stamp ?? '',
    cause,
    reason: wish.reason ?? '客户来电要求',
    lines,
    ...(batches && { batches }),
    ...(addressId && { address_id: addressId }),
    ...(remark !== undefined && { remark }),
  }
  const save = (over: object = {}): Promise<Answer> =>
    shop.ask('POST', `/api/staff/order/${id}/edit`, { cookie: staff, body: { ...body, ...over } })
  return { form, preview, body, save }
}

export async function edited(shop: Shop, staff: string, id: number, wish: EditWish): Promise<Answer> {
  return (await previewedEdit(shop, staff, id, wish)).save()
}
