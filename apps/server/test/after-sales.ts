import { expect } from 'vitest'
import { voucherGranted } from '#domain/ledger.ts'
import { fen } from '#domain/money.ts'
import { post } from '../src/modules/money/wallet/public.ts'
import type { Database } from '../src/platform/database.ts'
import { transact } from '../src/platform/transact.ts'
import { buy } from './buying.ts'
import { type Buyer, fenOf, makeGoods } from './fixtures.ts'
import type { Shop } from './harness.ts'
import { addRow } from './rows.ts'

/** The way of an order to its buyer, and of its goods back. */

export async function grantVoucher(db: Database, companyId: number, yuan: string, now: Date): Promise<void> {
  const movement = { key: `test_voucher:${companyId}:${yuan}`, companyId, orderId: null, memo: '测试现金券', amount: fen(fenOf(yuan)) }
  await transact(db, (trx) => post(trx, voucherGranted(movement), now))
}

/** Pays at the gateway and hears its callback, through the simulator's own page. */
export async function payAtGateway(shop: Shop, cookie: string, orderId: number): Promise<string> {
  const started = await shop.ask('POST', `/api/pay/order/${orderId}`, { cookie, body: { channel: 'gateway' } })
  expect(started.status, started.text).toBe(200)
  const paid = await shop.ask('POST', started.data.pay_url, { form: 'result=paid' })
  expect(paid.status, paid.text).toBe(303)
  return started.data.payment_no
}

const STEPS = ['pick', 'ship', 'receive', 'complete'] as const
/** Staff bring an order so far. */
export async function bring(shop: Shop, staff: string, orderId: number, to: (typeof STEPS)[number]): Promise<void> {
  for (const step of STEPS.slice(0, STEPS.indexOf(to) + 1)) {
    const answer = await shop.ask('POST', `/api/staff/order/${orderId}/${step}`, { cookie: staff, body: {} })
    expect(answer.status, answer.text).toBe(200)
  }
}

let serial = 0
/** A picture that the company has uploaded and not used yet. */
export async function makePhoto(db: Database, companyId: number): Promise<number> {
  const { id } = await db
    .insertInto('stored_file')
    .values({ company_id: companyId, purpose: 'after_sale', name: '照片.png', mime: 'image/png', size: 3, sha256: Buffer.from([serial++]) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addRow(db, 'stored_file_content', { file_id: id, content: Buffer.from('png') })
  return id
}

export interface FormLine {
  id: number
  name: string
  number: number
  left: number
  tag: string
  batch_no: string
}

export async function formLines(shop: Shop, cookie: string, orderId: number): Promise<FormLine[]> {
  const form = await shop.ask('GET', `/api/after_sale/form?order_id=${orderId}`, { cookie })
  expect(form.status, form.text).toBe(200)
  return form.data.lines
}

export interface AfterSaleWish {
  order_id: number
  lines: { id: number; number: number }[]
  reason?: string
  kind?: string
  file_ids?: number[]
  key?: string
}

export const applyFor = (shop: Shop, cookie: string, wish: AfterSaleWish) =>
  shop.ask('POST', '/api/after_sale', { cookie, body: { reason: 'other', kind: 'return', key: `test-after-sale-${serial++}`, ...wish } })

/** Approved, on its way back, inspected and refunded; answers the last answer. */
export async function throughToRefund(shop: Shop, who: { cookie: string; staff: string }, id: number, inspection: object = {}) {
  const staffAsk = (what: string, body: object) => shop.ask('POST', `/api/staff/after_sale/${id}/${what}`, { cookie: who.staff, body })
  const approved = await staffAsk('approve', { receiver: '退货组', phone: '0851-00000000', address: '贵阳市示例路 1 号' })
  expect(approved.status, approved.text).toBe(200)
  const sent = await shop.ask('POST', `/api/after_sale/${id}/send`, {
    cookie: who.cookie,
    body: { carrier: '示例速运', waybill: `SY${id}` },
  })
  expect(sent.status, sent.text).toBe(200)
  return staffAsk('refund', inspection)
}

/** What has gone back of an order, by the source that it went to. */
export async function refundedBySource(db: Database, orderId: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('refund')
    .where('order_id', '=', orderId)
    .groupBy('channel')
    .select(({ fn }) => ['channel', fn.sum<number>('amount').as('amount')])
    .execute()
  return Object.fromEntries(rows.map((row) => [row.channel, Number(row.amount)]))
}

export type Reached = 'ship' | 'receive' | 'complete'
/** An order of one goods, paid from the balance and brought so far. */
export async function receivedOrder(
  shop: Shop,
  { buyer, address, staff }: { buyer: Buyer; address: number; staff: string },
  { number, price, to }: { number: number; price: string; to: Reached },
) {
  const goods = await makeGoods(shop.database.db, { price })
  const total = (number * Number(price) + 12).toFixed(2)
  const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number }], total)
  if (order?.status !== 'paid') throw new Error('not paid')
  await bring(shop, staff, order.id, to)
  const [line] = await formLines(shop, buyer.cookie, order.id)
  if (!line) throw new Error('no line')
  return { goods, orderId: order.id, line: line.id }
}
