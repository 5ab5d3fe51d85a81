import { Type } from 'typebox'
import { Id } from '#contract/shapes.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { jobs } from '../../../platform/jobs.ts'
import { defineTask } from '../../../platform/tasks.ts'
import { insertRequest, type RequestWish } from './store.ts'

interface InvoicedOrder {
  id: number
  companyId: number
}

export const invoiceWork = defineTask('invoices.work', Type.Object({ request_id: Id }))

/** Has the request worked off, once the caller's transaction commits. */
export async function enqueueRequest(connection: Connection, id: number, now: Date): Promise<void> {
  await jobs.enqueue(connection, invoiceWork, { request_id: id }, { runAt: now, key: `invoice:${id}` })
}

async function ask(
  connection: Connection,
  order: InvoicedOrder,
  what: { key: string; kind: 'issue' | 'red'; reason: string; wish: RequestWish | null },
  now: Date,
): Promise<void> {
  const id = await insertRequest(connection, { ...what, orderId: order.id, companyId: order.companyId, state: 'waiting' }, now)
  if (id !== null) await enqueueRequest(connection, id, now)
}

/** An order went out: its invoice is due (票、账、货、款一致). In the transaction that says so; once an order. */
export function askInvoice(connection: Connection, order: InvoicedOrder, now: Date): Promise<void> {
  return ask(connection, order, { key: `issue:${order.id}`, kind: 'issue', reason: '', wish: null }, now)
}

/**
 * Money of an order goes back: the invoice is taken back by as much (a red invoice). parts: the lines by what is refunded for
 * them, tax included; orderLineId null = shipping. withheld: what of it was not paid out, for a gift that stays; negative: what was
 * withheld before and is paid out now. Without it no more is taken back of a line than is left of it. key names the deed ('after_sale:12'), which takes back once. An order that
 * was never invoiced asks for nothing.
 */
export function askRedInvoice(
  connection: Connection,
  order: InvoicedOrder,
  back: {
    key: string
    reason: string
    parts: readonly { orderLineId: number | null; number: number | null; gross: Fen }[]
    withheld?: Fen
  },
  now: Date,
): Promise<void> {
  const wish = { parts: [...back.parts], ...(back.withheld !== undefined && { withheld: back.withheld }) }
  return ask(connection, order, { key: `red:${back.key}`, kind: 'red', reason: back.reason, wish }, now)
}
