import type { BodyOf } from '#contract/call.ts'
import { staffBasePrice, staffCompanyPriceSave, staffPricesSave } from '#contract/prices-desk.ts'
import { auditCall } from '../../../platform/audit-call.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { ShopError } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { type Deed, tryOut, type Weighed } from '../../who/approvals/public.ts'
import { saveBaseIn, saveCompanyPrice, savePrices } from './service.ts'
import { type NewLows, type PriceWeight, weighBase, weighCompanyPrice, weighPrices } from './weight.ts'

/** Prices that fall below cost or floor, or by more than one person may cut, are set by two (needs-approval.ts). */

const asked = (goodsId: number, weight: PriceWeight | null, reason: string): Weighed | null => {
  if (weight === null) return null
  const { name, changes, stands } = weight
  // The same for whatever reason: a title is read by whoever asks.
  return { subject: `goods:${goodsId}`, title: `${name} 改价`, changes, stands, reason }
}

/** Once it was approved it stands on the prices that were shown, whatever else of the goods was saved meanwhile. */
const stood = <Body extends { version: number }>(body: Body, weight: PriceWeight | null): Body =>
  auditCall()?.approval === undefined || weight === null ? body : { ...body, version: weight.version }

const typedOf = ({ reason: _, version: __, ...typed }: BodyOf<typeof staffPricesSave>) => typed

/** Tried, and undone: what offers make of the prices. What cannot be saved at all, the deed says. */
async function lowsBy(
  newLows: NewLows,
  { db }: DatabaseHandle,
  goodsId: number,
  now: Date,
  run: () => Promise<unknown>,
): Promise<string[]> {
  try {
    return await tryOut(db, () => newLows(db, [goodsId], now, run))
  } catch (error) {
    if (error instanceof ShopError) return []
    throw error
  }
}

export const pricesDeed = (newLows: NewLows): Deed<typeof staffPricesSave> => ({
  call: staffPricesSave,
  kind: 'price.all',
  async weigh({ database, doer, params: { id }, body, now, askedAt = now }) {
    const lows = await lowsBy(newLows, database, id, now, () => savePrices(database, doer, id, body, now))
    return asked(id, await weighPrices(database.db, id, typedOf(body), askedAt, lows), body.reason)
  },
  run: async ({ database, doer, params: { id }, body, now }) =>
    savePrices(database, doer, id, stood(body, await weighPrices(database.db, id, typedOf(body), now)), now),
})

export const basePriceDeed = (newLows: NewLows): Deed<typeof staffBasePrice> => ({
  call: staffBasePrice,
  kind: 'price.base',
  async weigh({ database, doer, params: { id }, body, now, askedAt = now }) {
    const lows = await lowsBy(newLows, database, id, now, () => saveBaseIn(database.db, doer, id, body, now))
    return asked(id, await weighBase(database.db, id, body.price, askedAt, lows), body.reason)
  },
  run: async ({ database: { db }, doer, params: { id }, body, now }) => {
    const wish = stood(body, await weighBase(db, id, body.price, now))
    return transact(db, (trx) => saveBaseIn(trx, doer, id, wish, now))
  },
})

export const companyPriceDeed = (newLows: NewLows): Deed<typeof staffCompanyPriceSave> => ({
  call: staffCompanyPriceSave,
  kind: 'price.company',
  async weigh({ database, doer, params: { id }, body, now, askedAt = now }) {
    const lows = await lowsBy(newLows, database, id, now, () => saveCompanyPrice(database, doer, id, body, now))
    const weighed = asked(id, await weighCompanyPrice(database.db, id, body.company_id, body.price, askedAt, lows), body.reason)
    return weighed && { ...weighed, companyId: body.company_id }
  },
  run: async ({ database, doer, params: { id }, body, now }) =>
    saveCompanyPrice(database, doer, id, stood(body, await weighCompanyPrice(database.db, id, body.company_id, body.price, now)), now),
})
