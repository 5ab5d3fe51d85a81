import { expect } from 'vitest'
import { findViolations } from '../src/modules/money/invariants/public.ts'
import type { Database } from '../src/platform/database.ts'
import { type Buyer, makeAddress, makeCompany } from './fixtures.ts'
import type { Answer, Shop } from './harness.ts'

export { makeAddress }

/** The path of a purchase, for tests that speak of what happens on it or after it. */

export interface WishedLine {
  goods_id: number
  number: number
  goods_price_id?: number
  is_yj?: number
  /** 3: goods_price_id names a bundle; 4: an exchange offer. */
  type?: number
}

/** What a buyer may ask for at step 2 and at the submit; a text alone is the balance. */
export type Asked = string | { balance?: string | undefined; voucher?: string; zps?: readonly number[]; coupons?: readonly number[] }
const fieldsOf = (asked: Asked | undefined) => (typeof asked === 'string' ? { balance: asked } : (asked ?? {}))

/** Puts lines in the cart and answers their ids. */
export async function fillCart(shop: Shop, buyer: Buyer, list: readonly WishedLine[]): Promise<number[]> {
  const answer = await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list } })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.lines.map((line: { id: number }) => line.id)
}

export async function openSheet(shop: Shop, buyer: Buyer, ids: readonly number[], asked?: Asked): Promise<Answer> {
  return shop.ask('POST', '/api/cart/checkout', { cookie: buyer.cookie, body: { ids, ...fieldsOf(asked) } })
}

export async function submit(
  shop: Shop,
  buyer: Buyer,
  addressId: number,
  ids: readonly number[],
  sheet: { checkout_key: string; total: string },
  asked?: Asked,
): Promise<Answer> {
  return shop.ask('POST', '/api/order', {
    cookie: buyer.cookie,
    body: {
      checkout_key: sheet.checkout_key,
      ids,
      address_id: addressId,
      invoice_kind: 'normal',
      total: sheet.total,
      ...fieldsOf(asked),
    },
  })
}

/** Cart, step 2 and submit in one go; answers the orders. */
export async function buy(
  shop: Shop,
  buyer: Buyer,
  addressId: number,
  list: readonly WishedLine[],
  asked?: Asked,
): Promise<{ id: number; no: string; status: string; payable: string }[]> {
  const ids = await fillCart(shop, buyer, list)
  const sheet = await openSheet(shop, buyer, ids, asked)
  expect(sheet.status, sheet.text).toBe(200)
  const placed = await submit(shop, buyer, addressId, ids, sheet.data, asked)
  expect(placed.status, placed.text).toBe(200)
  return placed.data.orders
}

export interface StockFigures {
  shown: number
  available: number
  reserved: number
}

/** A goods' shown figure beside its batches. */
export async function stockOf(db: Database, goodsId: number): Promise<StockFigures> {
  const shown = await db
    .selectFrom('goods_stock')
    .where('goods_id', '=', goodsId)
    .select(({ fn }) => fn.sum<number>('available').as('sum'))
    .executeTakeFirst()
  const batches = await db
    .selectFrom('stock_batch')
    .where('goods_id', '=', goodsId)
    .select(({ fn }) => [fn.sum<number>('available').as('available'), fn.sum<number>('reserved').as('reserved')])
    .executeTakeFirst()
  return { shown: Number(shown?.sum ?? 0), available: Number(batches?.available ?? 0), reserved: Number(batches?.reserved ?? 0) }
}

export async function balanceOf(db: Database, companyId: number): Promise<number> {
  const row = await db
    .selectFrom('ledger_account')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'balance')
    .select('balance')
    .executeTakeFirst()
  return row?.balance ?? 0
}

/** The whole ledger sums to zero, and every kept figure is the sum of its entries. */
export async function expectLedgerTrue(db: Database): Promise<void> {
  const names = ['ledger_zero', 'ledger_posting', 'ledger_points_apart', 'ledger_balance', 'purse_negative', 'suspense', 'ledger_guarded']
  expect(await findViolations(db, new Date(), names)).toEqual([])
}

/** Works through the list with so many at once. */
export async function atOnce<T, R>(list: readonly T[], width: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < list.length; index = next++) {
      const one = list[index]
      if (one !== undefined) results[index] = await work(one)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

export interface Ready {
  buyer: Buyer
  address: number
  ids: number[]
  sheet: Answer
}

/** Buyers at step 2 with the same lines; `then` is added after `list`, as exchange goods must be. */
export async function readyBuyers(
  shop: Shop,
  count: number,
  list: readonly WishedLine[],
  then: readonly WishedLine[] = [],
): Promise<Ready[]> {
  const { db } = shop.database
  return atOnce(
    Array.from({ length: count }, (_, index) => index),
    8,
    async () => {
      const buyer = await makeCompany(db)
      const address = await makeAddress(db, buyer.companyId)
      const ids = await fillCart(shop, buyer, list)
      if (then.length > 0) ids.push(...(await fillCart(shop, buyer, then)))
      return { buyer, address, ids, sheet: await openSheet(shop, buyer, ids) }
    },
  )
}
