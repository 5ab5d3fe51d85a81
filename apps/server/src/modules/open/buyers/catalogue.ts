import type { DataOf } from '#contract/call.ts'
import type { GoodsCardWire } from '#contract/goods.ts'
import type { ownCatalogue } from '#contract/open-own.ts'
import type { OpenAsk } from '../../../platform/http.ts'
import { type Catalogue, goodsPage } from '../../goods/catalogue/public.ts'
import { buyerOf, fenOf, fenOrNull } from './buyer.ts'
import { codesOfGoods } from './views.ts'

const USUAL = 100

/** A card as the shop's list shows it to this buyer, in the words of the open API. */
const goodsOf = (card: GoodsCardWire, code: string): DataOf<typeof ownCatalogue>['goods'][number] => ({
  code,
  name: card.name,
  spec: card.ypgg,
  unit: card.bzdw,
  manufacturer: card.sccj,
  approval_no: card.approval_no,
  dosage_form: card.dosage_form,
  drug_class: card.drug_class,
  price: fenOrNull(card.price),
  price_source: card.price_source,
  retail: fenOrNull(card.retail_price),
  ladder: card.ladder_price.map(({ number, price, text }) => ({ number, price: fenOf(price), text })),
  available: card.number,
  nearest_expiry: card.expiry_date,
  minimum: card.min_number,
  step: card.step,
  mid_pack: card.mid_pack,
  case_pack: card.case_pack,
  limit: card.qg_number,
  is_ephedrine: card.is_hm === 1,
  tags: card.tags,
  can_buy: card.is_buy === 1,
  reasons: card.reasons.map(({ code: reason, message }) => ({ code: reason, message })),
})

/** The list of the shop itself: what this buyer may see, at its prices, in an order that pages can be read through. */
export async function catalogueFor(
  catalogue: Catalogue,
  { integration, query, now }: OpenAsk<typeof ownCatalogue>,
): Promise<DataOf<typeof ownCatalogue>> {
  const asked = { ...query, per_page: query.per_page ?? USUAL, sort: 'newest' as const }
  const { list, total, page, per_page } = await goodsPage(catalogue, asked, buyerOf(integration), now, { among: null })
  const codes = await codesOfGoods(
    catalogue.database.db,
    list.map(({ id }) => id),
  )
  return { goods: list.map((card) => goodsOf(card, codes.get(card.id) ?? '')), total, page, per_page }
}
