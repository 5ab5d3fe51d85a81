import { bring } from './after-sales.ts'
import { buy, type WishedLine } from './buying.ts'
import type { Buyer } from './fixtures.ts'
import type { Answer, Shop } from './harness.ts'

/** Deliveries that buyers count. */
export interface DueLine {
  id: number
  name: string
  batch_no: string
  number: number
  due: number
}

export const receivingForm = (shop: Shop, cookie: string, orderId: number): Promise<Answer> =>
  shop.ask('GET', `/api/order/${orderId}/receiving`, { cookie })

let serial = 0
/** Everything arrived as it was sent, unless lines say otherwise. */
export async function receive(shop: Shop, cookie: string, orderId: number, values: object = {}): Promise<Answer> {
  const { data } = await receivingForm(shop, cookie, orderId)
  const lines = (data?.lines ?? []).map((line: DueLine) => ({ id: line.id, accepted: line.due }))
  return shop.ask('POST', `/api/order/${orderId}/receiving`, {
    cookie,
    body: {
      key: `receiving-${++serial}`,
      lines: lines.length > 0 ? lines : [{ id: 1, accepted: 1 }],
      received_by: '王收货',
      inspected_by: '李验收',
      arrived_on: new Date(shop.clock.now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10),
      ...values,
    },
  })
}

/** An order on its way, paid from the balance. */
export async function sentOrder(
  shop: Shop,
  who: { buyer: Buyer; address: number; staff: string },
  lines: readonly WishedLine[],
  total: string,
): Promise<number> {
  const [order] = await buy(shop, who.buyer, who.address, lines, total)
  if (order?.status !== 'paid') throw new Error('not paid')
  await bring(shop, who.staff, order.id, 'ship')
  return order.id
}
