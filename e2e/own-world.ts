import type { Database } from '../apps/server/src/platform/database.ts'
import { type Buyer, makeAddress, makeCompany, makeGoods, makeStock, next } from '../apps/server/test/fixtures.ts'
import { inYears } from './days.ts'
import { withDatabase } from './shop-database.ts'

/** The demo's and what other journeys name by hand, whenever they run. */
const FIRST_NUMBERS = 10_000

/** Builders number what they make, and with it a person's telephone; the demo, other journeys and earlier runs have the first numbers. */
async function passTakenNumbers(db: Database): Promise<void> {
  const { username } = await db
    .selectFrom('account')
    .where('username', 'like', '139________')
    .select(({ fn }) => fn.max('username').as('username'))
    .executeTakeFirstOrThrow()
  const taken = Math.max(FIRST_NUMBERS, Number(username?.slice(3)))
  while (next() <= taken);
}

export interface OwnGoods {
  id: number
  code: string
  name: string
  price: string
  /** In the order in which they expire, and so in which they are sold. */
  batches: { id: number; no: string }[]
}
export interface OwnBuyer extends Buyer {
  name: string
}
export interface World {
  goods: OwnGoods
  buyers: OwnBuyer[]
}

/** A goods and pharmacies of a journey's own, with money to buy it: whatever happens to them disturbs no other journey. */
export const makeWorld = (wish: { word: string; price: string; stock: readonly number[]; balances: readonly string[] }): Promise<World> =>
  withDatabase(async ({ db }) => {
    await passTakenNumbers(db)
    const number = next()
    const { id: warehouse } = await db.selectFrom('warehouse').select('id').orderBy('sort').orderBy('id').executeTakeFirstOrThrow()
    const { password_hash: passwordHash } = await db
      .selectFrom('account')
      .where('username', '=', '13900000001')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    const [code, name] = [`LC${number}`, `${wish.word}片`]
    const id = await makeGoods(db, { code, name, price: wish.price, stock: 0 })
    const nos = wish.stock.map((_, at) => `${code}${'ABCDEFGH'[at]}`)
    const ids = await makeStock(
      db,
      id,
      nos.map((batchNo, at) => ({ available: wish.stock[at] ?? 0, batchNo, production: '2026-01-10', expiry: inYears(3 + at) })),
      warehouse,
    )
    const buyers: OwnBuyer[] = []
    for (const [at, balance] of wish.balances.entries()) {
      const called = `${wish.word}大药房${at + 1}`
      const buyer = await makeCompany(db, { name: called, balance, passwordHash })
      await makeAddress(db, buyer.companyId, { is_licence: true, review: 'passed' })
      buyers.push({ ...buyer, name: called })
    }
    return { goods: { id, code, name, price: wish.price, batches: nos.map((no, at) => ({ id: ids[at] ?? 0, no })) }, buyers }
  })
