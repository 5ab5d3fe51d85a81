import type { CouponTemplateWire, PromotionWire } from '#contract/activity.ts'
import type { GoodsCardWire } from '#contract/goods.ts'
import type { ZoneBlockWire } from '#contract/zones.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type GoodsKey, listedCards } from '../catalogue/public.ts'
import { EVERYTHING } from '../search/public.ts'
import { type Block, COUPONS_LIMIT, GOODS_LIMIT, type GoodsBlock } from './blocks.ts'
import type { Zones } from './deps.ts'
import { readCategoryIds, readGoodsIds } from './page-store.ts'
import type { PromotionSide } from './promotion-side.ts'
import { goodsOfZone } from './zone-goods.ts'

/** Goods that are named may be hidden from this viewer or sold out; so many more of a list are looked at than shown. */
const SPARE = 2
const COLUMNS = 5

const empty: Omit<ZoneBlockWire, 'type'> = {
  title: '',
  text: '',
  image: '',
  url: '',
  ends_at: null,
  columns: COLUMNS,
  goods: [],
  coupons: [],
  promotions: [],
}

interface Named {
  goods: ReadonlyMap<string, number>
  categories: ReadonlyMap<string, number>
}

/** Fills a page's blocks for one viewer: a handful of statements, however many blocks there are. */
export async function fillBlocks(
  zones: Zones,
  side: PromotionSide,
  blocks: readonly Block[],
  pageEndsAt: string | null,
  viewer: Viewer | null,
  now: Date,
): Promise<ZoneBlockWire[]> {
  const goodsBlocks = blocks.filter((block) => block.type === 'goods')
  const [keys, promotions, coupons] = await Promise.all([
    keysOfBlocks(zones, side, goodsBlocks, viewer, now),
    promotionsOf(side, blocks, viewer, now),
    couponsOf(side, blocks, viewer, now),
  ])
  const cards = await cardsOfBlocks(zones, goodsBlocks, keys, viewer, now)
  return blocks.map((block) => filled(block, { cards, coupons, promotions, pageEndsAt }))
}

interface Fillings {
  cards: ReadonlyMap<Block, GoodsCardWire[]>
  coupons: ReadonlyMap<Block, CouponTemplateWire[]>
  promotions: ReadonlyMap<number, PromotionWire>
  pageEndsAt: string | null
}

function filled(block: Block, { cards, coupons, promotions, pageEndsAt }: Fillings): ZoneBlockWire {
  const { type, title = '', text = '' } = block
  const common = { ...empty, type, title, text }
  switch (block.type) {
    case 'banner':
      return { ...common, image: block.image ?? '', url: block.url ?? '' }
    case 'text':
      return common
    case 'countdown':
      return { ...common, ends_at: block.ends_at === undefined ? pageEndsAt : new Date(block.ends_at).toISOString() }
    case 'goods':
      return { ...common, url: block.url ?? '', columns: block.columns ?? COLUMNS, goods: cards.get(block) ?? [] }
    case 'coupons':
      return { ...common, url: block.url ?? '', coupons: (coupons.get(block) ?? []).slice(0, block.limit ?? COUPONS_LIMIT) }
    case 'promotion':
      return { ...common, url: block.url ?? '', promotions: block.ids.flatMap((id) => promotions.get(id) ?? []) }
  }
}

/** Goods of every block, in one read of the catalogue; what this viewer may not see drops out. */
async function cardsOfBlocks(
  zones: Zones,
  blocks: readonly GoodsBlock[],
  keys: ReadonlyMap<GoodsBlock, GoodsKey[]>,
  viewer: Viewer | null,
  now: Date,
): Promise<Map<GoodsBlock, GoodsCardWire[]>> {
  const nameOf = (key: GoodsKey) => `${key.goodsId} ${key.offerId ?? ''} ${key.wholeCase ?? false}`
  const all = [...new Map([...keys.values()].flat().map((key) => [nameOf(key), key])).values()]
  const listed = await listedCards(zones.catalogue, all, viewer?.company ?? null, now)
  const byName = new Map(listed.map(({ key, card }) => [nameOf(key), card]))
  return new Map(
    blocks.map((block) => [
      block,
      (keys.get(block) ?? []).flatMap((key) => byName.get(nameOf(key)) ?? []).slice(0, block.limit ?? GOODS_LIMIT),
    ]),
  )
}

async function keysOfBlocks(
  zones: Zones,
  side: PromotionSide,
  blocks: readonly GoodsBlock[],
  viewer: Viewer | null,
  now: Date,
): Promise<Map<GoodsBlock, GoodsKey[]>> {
  const codes = blocks.flatMap((block) => block.codes ?? [])
  const categories = blocks.flatMap((block) => block.category ?? [])
  const [goods, categoryIds] = await Promise.all([
    codes.length === 0 ? new Map<string, number>() : readGoodsIds(zones.database, codes),
    categories.length === 0 ? new Map<string, number>() : readCategoryIds(zones.database, categories),
  ])
  const named = { goods, categories: categoryIds }
  const pairs = blocks.map(async (block) => [block, await keysOf(zones, side, block, named, viewer, now)] as const)
  return new Map(await Promise.all(pairs))
}

async function keysOf(
  zones: Zones,
  side: PromotionSide,
  block: GoodsBlock,
  named: Named,
  viewer: Viewer | null,
  now: Date,
): Promise<GoodsKey[]> {
  const limit = (block.limit ?? GOODS_LIMIT) * SPARE
  const keysFrom = (ids: readonly number[]) => ids.map((goodsId): GoodsKey => ({ goodsId }))
  const best = (asked: Partial<typeof EVERYTHING>) =>
    keysFrom(zones.catalogue.search.search({ ...EVERYTHING, ...asked, limit }, viewer, now).ids)
  if (block.codes) return keysFrom(block.codes.flatMap((code) => named.goods.get(code) ?? []))
  if (block.ids) return keysFrom(block.ids)
  if (block.category !== undefined) {
    const id = named.categories.get(block.category)
    return id === undefined ? [] : best({ categories: [id] })
  }
  if (block.manufacturer !== undefined) return best({ manufacturers: [block.manufacturer] })
  if (block.promotion !== undefined) return best({ among: await side.goodsOf(block.promotion, viewer, now) })
  if (block.zone === undefined) return []
  const keys = best({ among: await goodsOfZone(zones, block.zone, viewer, now) })
  if (block.zone === 'whole_case') return keys.map((key) => ({ ...key, wholeCase: true }))
  if (block.zone !== 'near_expiry') return keys
  const batches = await zones.sets.batches(now)
  return keys.flatMap(({ goodsId }) =>
    batches.filter((batch) => batch.goods_id === goodsId).map((batch) => ({ goodsId, offerId: batch.offer_id })),
  )
}

async function promotionsOf(
  side: PromotionSide,
  blocks: readonly Block[],
  viewer: Viewer | null,
  now: Date,
): Promise<Map<number, PromotionWire>> {
  const ids = [...new Set(blocks.flatMap((block) => (block.type === 'promotion' ? block.ids : [])))]
  if (ids.length === 0) return new Map()
  return new Map((await side.promotions(ids, viewer, now)).map((one) => [one.id, one]))
}

async function couponsOf(
  side: PromotionSide,
  blocks: readonly Block[],
  viewer: Viewer | null,
  now: Date,
): Promise<Map<Block, CouponTemplateWire[]>> {
  const wanted = blocks.filter((block) => block.type === 'coupons')
  if (wanted.length === 0) return new Map()
  const all = [...new Set(wanted.flatMap((block) => block.ids ?? []))]
  const byId = new Map(all.length === 0 ? [] : (await side.coupons({ ids: all }, viewer, now)).map((one) => [one.id, one]))
  const pairs = wanted.map(async (block) => {
    const found = block.ids ? block.ids.flatMap((id) => byId.get(id) ?? []) : await side.coupons({ zone: block.zone ?? '' }, viewer, now)
    return [block, found] as const
  })
  return new Map(await Promise.all(pairs))
}
