import type { GoodsDetailWire } from '#contract/goods.ts'
import { yuan } from '#domain/money.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { bundleMoney, bundlesById, isDearer, openBundles } from '../promotions/public.ts'
import { priceOf, seesFigures } from './card.ts'
import { type Catalogue, factsFor, isListed } from './catalogue.ts'

const SHOWN = 4

/** Bundles that hold a goods, that this viewer may see all of and that are not dearer than their parts, with what they save. */
export async function bundlesWith(
  catalogue: Catalogue,
  goodsId: number,
  company: ViewerCompany | null,
  now: Date,
): Promise<GoodsDetailWire['bundles']> {
  const { db } = catalogue.database
  const open = await openBundles(db, goodsId, now)
  if (open.length === 0) return []
  const terms = await bundlesById(
    db,
    company?.id ?? null,
    open.map((one) => one.id),
  )
  const bundles = open.flatMap((one) => terms.get(one.id) ?? [])
  const keys = [...new Set(open.flatMap((one) => one.goodsIds))].map((id) => ({ goodsId: id }))
  const facts = new Map((await factsFor(catalogue, keys, company, now)).map((one) => [one.goodsId, one]))
  return bundles
    .flatMap((bundle) => {
      const parts = bundle.items.flatMap((item) => facts.get(item.goodsId) ?? [])
      if (parts.length < bundle.items.length || !parts.every((one) => isListed(one, company))) return []
      const sees = parts.every((one) => seesFigures(one, company))
      const money = bundleMoney(bundle, (id, number) => {
        const part = facts.get(id)
        return part === undefined ? null : (priceOf(part, number, now)?.price ?? null)
      })
      if (sees && isDearer(money)) return []
      return [{ id: bundle.id, name: bundle.name, saving: sees ? yuan(money.saving) : null }]
    })
    .slice(0, SHOWN)
}
