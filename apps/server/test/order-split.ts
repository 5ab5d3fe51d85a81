import { expect } from 'vitest'
import type { Answer, Shop } from './harness.ts'

/** Staff split an order, as the console's pages do: the form, the preview, the split. */

export interface SplitWish {
  /** By the name of the goods: what goes. */
  lines?: Readonly<Record<string, number>>
  /** By the number of the batch: what goes. */
  batches?: Readonly<Record<string, number>>
  stage?: 'desk' | 'picking'
  reason?: string
}

export const splitForm = (shop: Shop, staff: string, id: number, stage = 'desk'): Promise<Answer> =>
  shop.ask('GET', `/api/staff/order/${id}/split/${stage}`, { cookie: staff })

interface FormItem {
  id: number
  name: string
  batches: { piece_id: number; batch_no: string }[]
}

export async function previewedSplit(shop: Shop, staff: string, id: number, wish: SplitWish) {
  const { lines: named = {}, batches = {}, stage = 'desk', reason = '客户要求分开送' } = wish
  const form = (await splitForm(shop, staff, id, stage)).data
  const items: FormItem[] = form.items
  const lines = Object.entries(named).map(([name, number]) => ({ id: items.find((one) => one.name === name)?.id ?? 999_999, number }))
  const held = items.flatMap((item) => item.batches)
  const pieces = Object.entries(batches).map(([no, number]) => ({
    id: held.find((one) => one.batch_no === no)?.piece_id ?? 999_999,
    number,
  }))
  const pairs = (list: readonly { id: number; number: number }[]) => list.map((one) => `${one.id}:${one.number}`).join(',')
  const query = new URLSearchParams({ version: String(form.version), lines: pairs(lines), pieces: pairs(pieces) })
  const preview = await shop.ask('GET', `/api/staff/order/${id}/split/${stage}/preview?${query}`, { cookie: staff })
  const body = { version: form.version, stamp: preview.data?.stamp ?? '', reason, lines, pieces }
  const save = (over: object = {}): Promise<Answer> =>
    shop.ask('POST', `/api/staff/order/${id}/split/${stage}`, { cookie: staff, body: { ...body, ...over } })
  return { form, preview, save }
}

/** Answers the new order. */
export async function split(shop: Shop, staff: string, id: number, wish: SplitWish): Promise<{ id: number; no: string }> {
  const answer = await (await previewedSplit(shop, staff, id, wish)).save()
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
