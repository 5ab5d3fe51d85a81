import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { findViolations } from '../src/modules/money/invariants/public.ts'
import type { Database } from '../src/platform/database.ts'
import { buy, type WishedLine } from './buying.ts'
import { type Buyer, makeAddress, makeCompany, makeGoods, makeStaffOf, nameSupplier } from './fixtures.ts'
import { openBankAccount } from './gateway.ts'
import { type Answer, openShop, type Shop } from './harness.ts'
import { keepSetting } from './rows.ts'

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

export const one = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('nothing there')
  return first
}

/** A shop of a test file in which orders are split: who splits, picks and checks, and a buyer of each test's own. */
export class SplitDesk {
  readonly now: Date
  shop!: Shop
  staff = ''
  picker = ''
  checker = ''
  buyer!: Buyer
  address = 0

  /** Its hooks; at the end everything that must always be true is asked. */
  constructor(now: Date) {
    this.now = now
    beforeAll(async () => {
      this.shop = await openShop({ now })
      const { db } = this
      await nameSupplier(db)
      this.staff = await makeStaffOf(db, 'service', '王客服')
      this.picker = await makeStaffOf(db, 'warehouse', '周仓库')
      this.checker = await makeStaffOf(db, 'warehouse', '吴复核')
      await openBankAccount(db)
      await keepSetting(db, 'shipping', { free_from: '100.00', fee: '12.00' })
    })
    afterAll(async () => {
      await this.allTrue()
      await this.shop.close()
    })
    beforeEach(async () => {
      this.buyer = await makeCompany(this.db, { balance: '5000.00' })
      this.address = await makeAddress(this.db, this.buyer.companyId)
    })
  }

  get db(): Database {
    return this.shop.database.db
  }
  allTrue = async (): Promise<void> => expect(await findViolations(this.db, this.now)).toEqual([])
  drug = (name: string, price: string, stock = 500): Promise<number> => makeGoods(this.db, { name, price, stock })
  orderOf = async (id: number) => (await this.shop.ask('GET', `/api/order/info/${id}`, { cookie: this.buyer.cookie })).data
  recordOf = async (id: number) => (await this.shop.ask('GET', `/api/staff/order/${id}`, { cookie: this.staff })).data
  linesOf = async (id: number): Promise<Record<string, number>> =>
    Object.fromEntries((await this.orderOf(id)).lines.map((line: { name: string; number: number }) => [line.name, line.number]))
  cancel = (id: number): Promise<Answer> => this.shop.ask('POST', `/api/order/${id}/cancel`, { cookie: this.buyer.cookie, body: {} })

  /** Paid from the balance at once. */
  async paid(list: readonly WishedLine[]) {
    const order = one(await buy(this.shop, this.buyer, this.address, list, '5000.00'))
    expect(order.status).toBe('paid')
    return order
  }
  /** One picks, another ships. */
  async shipped(id: number): Promise<void> {
    const pick = await this.shop.ask('POST', `/api/staff/order/${id}/pick`, { cookie: this.picker, body: {} })
    expect(pick.status, pick.text).toBe(200)
    const ship = await this.shop.ask('POST', `/api/staff/order/${id}/ship`, { cookie: this.checker, body: {} })
    expect(ship.status, ship.text).toBe(200)
  }
}
