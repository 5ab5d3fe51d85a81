import { setTimeout as sleep } from 'node:timers/promises'
import type { TorturedBuyer } from './actors.ts'
import { asJson, envelopeOf, send } from './http.ts'

/** What the shop answered as done, whichever process answered; it may never be lost. */
export interface Acknowledged {
  orders: Map<number, string>
  paid: Set<number>
  refused: string[]
  /** Answers of 5xx, and requests without an answer: right only while something is broken on purpose. */
  failed: number
}

export const nothingYet = (): Acknowledged => ({ orders: new Map(), paid: new Set(), refused: [], failed: 0 })

export interface Buying {
  done: Acknowledged
  /** Ends the loops and waits for them. */
  stop: () => Promise<void>
}

/** Buyers who buy and pay without a pause until they are stopped, at whichever origins stand at that moment. */
export function startBuying(
  origins: () => readonly string[],
  buyers: readonly TorturedBuyer[],
  goods: readonly number[],
  done: Acknowledged,
): Buying {
  let running = true
  const loops = buyers.map(async (buyer, seed) => {
    for (let turn = 0; running; turn += 1) {
      const list = origins()
      const origin = list[(seed + turn) % Math.max(1, list.length)]
      if (origin === undefined || !(await buyOnce(origin, buyer, goods, seed + turn, done))) await sleep(50)
    }
  })
  return {
    done,
    async stop() {
      running = false
      await Promise.all(loops)
    },
  }
}

/** One purchase to the end, or as far as it goes; false: the shop did not answer as it should. */
async function buyOnce(origin: string, buyer: TorturedBuyer, goods: readonly number[], turn: number, done: Acknowledged): Promise<boolean> {
  const call = async (path: string, body: object) => {
    const answer = await send(origin, 'POST', path, { cookie: buyer.cookie, ...asJson(body) })
    const envelope = envelopeOf(answer)
    if (answer.failure !== null || answer.status >= 500 || envelope === null) {
      done.failed += 1
      return null
    }
    if (answer.status !== 200) {
      done.refused.push(`${path}: ${envelope.message}`)
      return null
    }
    return envelope.data
  }
  const wanted = new Set([0, 1, 2].map((line) => goods[(turn + line * 3) % goods.length]))
  const list = [...wanted].map((goods_id, line) => ({ goods_id, number: 1 + ((turn + line) % 4) }))
  const added = await call('/api/cart', { list })
  if (added === null) return false
  const ids = (added.lines as { id: number }[]).map((line) => line.id)
  const sheet = await call('/api/cart/checkout', { ids })
  if (sheet === null) return false
  const placed = await call('/api/order', {
    checkout_key: sheet.checkout_key,
    ids,
    address_id: buyer.addressId,
    invoice_kind: 'normal',
    total: sheet.total,
  })
  if (placed === null) return false
  for (const order of placed.orders as { id: number; no: string }[]) {
    done.orders.set(order.id, order.no)
    const payment = await call(`/api/pay/order/${order.id}`, { channel: 'gateway' })
    if (payment === null) return false
    const clicked = await send(origin, 'POST', payment.pay_url, { type: 'application/x-www-form-urlencoded', body: 'result=paid' })
    if (clicked.failure !== null || clicked.status >= 500) {
      done.failed += 1
      return false
    }
    const check = await call(`/api/pay/order/${order.id}/check`, {})
    if (check === null) return false
    if (check.paid === true) done.paid.add(order.id)
  }
  return true
}

/** Waits for so many more paid orders; false: they did not come within the time. */
export async function morePaid(done: Acknowledged, count: number, limitMs = 60_000): Promise<boolean> {
  const wanted = done.paid.size + count
  const deadline = performance.now() + limitMs
  while (done.paid.size < wanted) {
    if (performance.now() > deadline) return false
    await sleep(50)
  }
  return true
}
