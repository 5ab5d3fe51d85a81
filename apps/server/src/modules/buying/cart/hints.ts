import type { DataOf, QueryOf } from '#contract/call.ts'
import type { cartExchangeOffers, cartNextHint } from '#contract/cart.ts'
import type { GoodsCardWire } from '#contract/goods.ts'
import { nextTier, nextTierText } from '#domain/cart.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { PricingHint, Scope } from '#domain/pricing/pricing.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { listedCards, openCatalogue } from '../../goods/catalogue/public.ts'
import { goodsOfScope } from '../../goods/promotions/public.ts'
import { EVERYTHING, type SearchIndex } from '../../goods/search/public.ts'
import { activitiesWire, fillUrl } from './activities.ts'
import { choiceOf, NO_ASK } from './price.ts'
import { type CartNow, cartAsIf, cartNow } from './read.ts'
import type { CartDeps } from './service.ts'
import { inCartTurn } from './turns.ts'

type NextHint = DataOf<typeof cartNextHint>
type Buyer = Viewer & { company: ViewerCompany }

type AskedLines = QueryOf<typeof cartNextHint>

function askedCart({ database }: CartDeps, company: ViewerCompany, { ids, ...chosen }: AskedLines, now: Date): Promise<CartNow> {
  const ask = { ...NO_ASK, choice: choiceOf(chosen) }
  return inCartTurn(company.id, () =>
    ids === undefined ? cartNow(database, company, now, ask) : cartAsIf(database, company, now, ask, ids),
  )
}

/** Hints beside the ladder's, and goods for each to fill up with. */
const HINTS_SHOWN = 6
const GOODS_PER_HINT = 3

/**
 * What the next tier of each selected line would take and bring, what is missing to the next tier of activities, coupons
 * and free shipping, and the best goods to get there with.
 */
export async function nextHints(deps: CartDeps, viewer: Buyer, asked: AskedLines, now: Date): Promise<NextHint> {
  const cart = await askedCart(deps, viewer.company, asked, now)
  const { hints, freeShippingMissing } = cart.priced
  const shown = hints.filter((hint) => hint.kind !== 'ladder').slice(0, HINTS_SHOWN)
  const activities = await Promise.all(shown.map((hint) => activityHint(deps, cart, hint, viewer, now)))
  return {
    list: ladderHints(cart, now),
    activities,
    free_shipping_missing: freeShippingMissing === 0 ? null : yuan(freeShippingMissing),
  }
}

function ladderHints({ lines }: CartNow, now: Date): NextHint['list'] {
  return lines.flatMap((line) => {
    const { row, facts, price, bounds } = line
    const next = line.counts && line.sale.kind === 'goods' ? nextTier(facts.price, row.number, bounds.step, now) : null
    if (next === null || price === null || next.number > bounds.maximum) return []
    const text = nextTierText(next, price.price, facts.unit)
    return [{ line_id: row.id, text, missing_number: next.missing, price: yuan(next.price), saving: yuan(next.saving) }]
  })
}

async function activityHint(
  deps: CartDeps,
  cart: CartNow,
  hint: PricingHint,
  viewer: Buyer,
  now: Date,
): Promise<NextHint['activities'][number]> {
  const place = placeOf(cart, hint)
  return {
    kind: hint.kind,
    id: hint.id,
    text: hint.text,
    missing: hint.measure === 'amount' ? yuan(hint.missing as Fen) : String(hint.missing),
    gain: yuan(hint.gain),
    fill_url: place.url,
    goods: await goodsToFill(deps, cart, place, viewer, now),
  }
}

interface FillPlace {
  url: string
  scope: Scope | null
  warehouses: readonly number[]
}

/** Where the goods are that count towards what is missing. */
function placeOf({ promotions, coupons }: CartNow, { kind, id }: PricingHint): FillPlace {
  if (kind === 'shipping') return { url: '/list', scope: null, warehouses: [id] }
  if (kind === 'coupon') {
    const coupon = coupons.find((one) => one.id === id)
    return { url: coupon ? `/list?coupon=${coupon.templateId}` : '/list', scope: coupon?.scope ?? null, warehouses: [] }
  }
  return { url: fillUrl(id), scope: promotions.find((one) => one.id === id)?.scope ?? null, warehouses: [] }
}

/** The best sellers that this buyer could buy now and does not have in the cart. */
async function goodsToFill(
  { database, search }: CartDeps,
  cart: CartNow,
  { scope, warehouses }: FillPlace,
  viewer: Buyer,
  now: Date,
): Promise<GoodsCardWire[]> {
  const inCart = new Set(cart.lines.map((line) => line.facts.goodsId))
  const among = scope === null ? null : await goodsOfScope(database.db, scope, now)
  const ids = found(search, { among, warehouses, limit: GOODS_PER_HINT + inCart.size }, viewer, now)
  const keys = ids.filter((goodsId) => !inCart.has(goodsId)).slice(0, GOODS_PER_HINT)
  const listed = await listedCards(
    openCatalogue(database, search),
    keys.map((goodsId) => ({ goodsId })),
    viewer.company,
    now,
  )
  return listed.map(({ card }) => card)
}

function found(
  search: SearchIndex,
  ask: { among: ReadonlySet<number> | null; warehouses: readonly number[]; limit: number },
  viewer: Buyer,
  now: Date,
): number[] {
  return search.search({ ...EVERYTHING, ...ask, inStock: true, canBuy: 'lot' }, viewer, now).ids
}

/** Exchange purchases that the selected lines unlock or nearly unlock. */
export async function exchangeOffers(
  deps: CartDeps,
  company: ViewerCompany,
  asked: AskedLines,
  now: Date,
): Promise<DataOf<typeof cartExchangeOffers>> {
  const cart = await askedCart(deps, company, asked, now)
  const priced = { ...cart.priced, activities: cart.priced.activities.filter((state) => state.kind === 'exchange') }
  return { list: activitiesWire(priced, cart.promotions, cart.shown) }
}
