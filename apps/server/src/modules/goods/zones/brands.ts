import type { DataOf } from '#contract/call.ts'
import type { GoodsQueryWire } from '#contract/goods.ts'
import type { BrandWire, brandInfo, brandList } from '#contract/zones.ts'
import { admits } from '#domain/eligibility.ts'
import type { Memory } from '../../../platform/changes.ts'
import { notFound } from '../../../platform/errors.ts'
import { keepReading } from '../../../platform/kept-reading.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { goodsPage, listedCards } from '../catalogue/public.ts'
import { EVERYTHING } from '../search/public.ts'
import { type AvailabilityRule, type BrandRow, readAvailabilities, readBestOfBrands, readBrands } from './brand-store.ts'
import type { Zones } from './deps.ts'
import { answersTo, type NameKeys, nameKeys } from './initials.ts'
import type { PromotionSide } from './promotion-side.ts'

const BEST = 4
const PAGE_SIZE = 20

export interface Brand extends BrandRow {
  keys: NameKeys
}
/** What a process remembers of brands and of the rules that limit goods. */
export interface BrandMemory {
  brands: (now: Date) => Promise<readonly Brand[]>
  rules: (now: Date) => Promise<readonly AvailabilityRule[]>
}

export function openBrands({ database }: Pick<Zones, 'database'>): BrandMemory {
  const feed = (): Memory => followed
  const brands = keepReading<readonly Brand[]>(
    async () => (await readBrands(database)).map((row) => ({ ...row, keys: nameKeys(row.short_name) })),
    feed,
  )
  const rules = keepReading<readonly AvailabilityRule[]>(() => readAvailabilities(database), feed)
  const followed = database.changes.memory({
    name: 'brands',
    // Their names and pictures are among the frame's data; the rules are among the tables that goods stand in.
    on: { content: brands.drop, frame: rules.drop },
    clear() {
      brands.drop()
      rules.drop()
    },
    entries: () => 2,
  })
  return { brands: brands.get, rules: rules.get }
}

export interface BrandQuery {
  page?: number
  per_page?: number
  keywords?: string
  initial?: string
}

const headOf = ({ id, name, short_name, logo, intro }: BrandRow) => ({ id, name: short_name, full_name: name, logo, intro })

/** How many goods of each brand this viewer's lists show; brands without any are not there. */
function countsOf(zones: Zones, brands: readonly Brand[], viewer: Viewer | null, now: Date): Map<number, number> {
  if (brands.length === 0) return new Map()
  const request = { ...EVERYTHING, manufacturers: brands.map((brand) => brand.id), limit: 1, withFacets: true }
  const { facets } = zones.catalogue.search.search(request, viewer, now)
  const values = facets.find((facet) => facet.key === 'manufacturer')?.values ?? []
  return new Map(values.map(({ value, count }) => [Number(value), count]))
}

export async function brandZone(
  zones: Zones,
  memory: BrandMemory,
  query: BrandQuery,
  viewer: Viewer | null,
  now: Date,
): Promise<DataOf<typeof brandList>> {
  const company = viewer?.company ?? null
  const all = await memory.brands(now)
  const counts = countsOf(zones, all, viewer, now)
  const there = all.filter((brand) => (counts.get(brand.id) ?? 0) > 0)
  const typed = there.filter((brand) => answersTo([brand.short_name, brand.name], brand.keys, query.keywords ?? ''))
  const initial = (query.initial ?? '').toUpperCase()
  const found = initial === '' ? typed : typed.filter((brand) => brand.keys.initial === initial)
  const page = query.page ?? 1
  const per_page = query.per_page ?? PAGE_SIZE
  const shown = found.slice((page - 1) * per_page, page * per_page)
  const best = await bestOf(zones, memory, shown, company, now)
  return {
    list: shown.map((brand): BrandWire => ({ ...headOf(brand), count: counts.get(brand.id) ?? 0, goods: best.get(brand.id) ?? [] })),
    initials: [...new Set(typed.map((brand) => brand.keys.initial))].sort(),
    total: found.length,
    page,
    per_page,
  }
}

async function bestOf(zones: Zones, memory: BrandMemory, brands: readonly Brand[], company: ViewerCompany | null, now: Date) {
  const best = new Map<number, BrandWire['goods']>()
  if (brands.length === 0) return best
  const rules = company === null ? [] : (await memory.rules(now)).filter(({ rule }) => admits(rule, company))
  const rows = await readBestOfBrands(
    zones.database,
    brands.map((brand) => brand.id),
    rules.map((rule) => rule.id),
    BEST,
  )
  const keys = rows.map((row) => ({ goodsId: row.goods_id }))
  // Rules may be as old as the feed; the cards' own judgement is not.
  const cards = new Map((await listedCards(zones.catalogue, keys, company, now)).map(({ key, card }) => [key.goodsId, card]))
  for (const { manufacturer_id, goods_id } of rows) {
    const card = cards.get(goods_id)
    if (card) best.set(manufacturer_id, [...(best.get(manufacturer_id) ?? []), card])
  }
  return best
}

/** A brand's goods with the list's own filters, its coupons and its activities. */
export async function brandPage(
  zones: Zones,
  memory: BrandMemory,
  promotions: PromotionSide,
  id: number,
  query: GoodsQueryWire,
  viewer: Viewer | null,
  now: Date,
): Promise<DataOf<typeof brandInfo>> {
  const brand = (await memory.brands(now)).find((one) => one.id === id)
  if (brand === undefined) throw notFound('品牌')
  const [goods, offered] = await Promise.all([
    goodsPage(zones.catalogue, { ...query, manufacturer: String(id) }, viewer, now, { among: null }),
    promotions.ofBrand(id, viewer, now),
  ])
  return {
    brand: headOf(brand),
    // The other brands are no filter of this one's page.
    goods: { ...goods, facets: goods.facets.filter((facet) => facet.key !== 'manufacturer') },
    ...offered,
  }
}
