import type { BodyOf } from '#contract/call.ts'
import { staffBasePrice, staffCompanyPriceSave, staffPricesSave } from '#contract/prices-desk.ts'
import { auditCall } from '../../../platform/audit-call.ts'
import { transact } from '../../../platform/transact.ts'
import type { Deed, Weighed } from '../../who/approvals/public.ts'
import { saveBaseIn, saveCompanyPrice, savePrices } from './service.ts'
import { type PriceWeight, weighBase, weighCompanyPrice, weighPrices } from './weight.ts'

/** Prices that fall below cost or floor, or by more than one person may cut, are set by two (needs-approval.ts). */

const asked = (goodsId: number, weight: PriceWeight | null, reason: string): Weighed | null => {
  if (weight === null) return null
  const { name, why, changes, stands } = weight
  return { subject: `goods:${goodsId}`, title: `${name} 改价：${why.join('；')}`, changes, stands, reason }
}

/** Once it was approved it stands on the prices that were shown, whatever else of the goods was saved meanwhile. */
const stood = <Body extends { version: number }>(body: Body, weight: PriceWeight | null): Body =>
  auditCall()?.approval === undefined || weight === null ? body : { ...body, version: weight.version }

const typedOf = ({ reason: _, version: __, ...typed }: BodyOf<typeof staffPricesSave>) => typed

export const pricesDeed: Deed<typeof staffPricesSave> = {
  call: staffPricesSave,
  kind: 'price.all',
  weigh: async ({ database: { db }, params: { id }, body, now, askedAt = now }) =>
    asked(id, await weighPrices(db, id, typedOf(body), askedAt), body.reason),
  run: async ({ database, doer, params: { id }, body, now }) =>
    savePrices(database, doer, id, stood(body, await weighPrices(database.db, id, typedOf(body), now)), now),
}

export const basePriceDeed: Deed<typeof staffBasePrice> = {
  call: staffBasePrice,
  kind: 'price.base',
  weigh: async ({ database: { db }, params: { id }, body, now, askedAt = now }) =>
    asked(id, await weighBase(db, id, body.price, askedAt), body.reason),
  run: async ({ database: { db }, doer, params: { id }, body, now }) => {
    const wish = stood(body, await weighBase(db, id, body.price, now))
    return transact(db, (trx) => saveBaseIn(trx, doer, id, wish, now))
  },
}

export const companyPriceDeed: Deed<typeof staffCompanyPriceSave> = {
  call: staffCompanyPriceSave,
  kind: 'price.company',
  async weigh({ database: { db }, params: { id }, body, now, askedAt = now }) {
    const weighed = asked(id, await weighCompanyPrice(db, id, body.company_id, body.price, askedAt), body.reason)
    return weighed && { ...weighed, companyId: body.company_id }
  },
  run: async ({ database, doer, params: { id }, body, now }) =>
    saveCompanyPrice(database, doer, id, stood(body, await weighCompanyPrice(database.db, id, body.company_id, body.price, now)), now),
}
