import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { FavoriteRowWire, favoriteList, goodsVisit, visitDelete } from '#contract/favorites.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { type Fen, subtract, yuan } from '#domain/money.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { type Cell, workbookAnswer } from '../../../platform/workbook.ts'
import { priceOf, seesFigures, toCards } from './card.ts'
import { type Catalogue, factsFor } from './catalogue.ts'
import { type GoodsFacts, smallestLot } from './facts.ts'
import { addFavorites, deleteFootprints, type FavoriteMark, type FootprintChoice, footprintPage, readFavorites } from './gathered-store.ts'

/** Favourites beyond these are kept, but not shown: nobody looks through more. */
const FAVORITES_SHOWN = 2_000

/** What the least of a goods costs a unit now; null where this company sees no price. */
function priceNow(facts: GoodsFacts, company: ViewerCompany, now: Date): Fen | null {
  return seesFigures(facts, company) ? (priceOf(facts, smallestLot(facts), now)?.price ?? null) : null
}

export async function putFavorites(
  catalogue: Catalogue,
  company: ViewerCompany,
  goodsIds: readonly number[],
  now: Date,
): Promise<number[]> {
  const ids = [...new Set(goodsIds)]
  const facts = await factsFor(
    catalogue,
    ids.map((goodsId) => ({ goodsId })),
    company,
    now,
  )
  const wanted = facts.map((one) => ({ goodsId: one.goodsId, seenPrice: priceNow(one, company, now) }))
  return addFavorites(catalogue.database, company.id, wanted, now)
}

interface Favorite {
  mark: FavoriteMark
  facts: GoodsFacts
  price: Fen | null
  /** How much less it costs than when it was added; null: not less. */
  dropped: Fen | null
}

type FavoriteQuery = Omit<QueryOf<typeof favoriteList>, 'page'>

export async function favoritesOf(
  catalogue: Catalogue,
  company: ViewerCompany,
  query: QueryOf<typeof favoriteList>,
  now: Date,
): Promise<DataOf<typeof favoriteList>> {
  const { page = 1 } = query
  const all = await gatherFavorites(catalogue, company, now)
  const shown = sortFavorites(narrowFavorites(all, query), query.sort ?? 'added')
  return {
    list: favoriteRows(shown.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), company, now),
    total: shown.length,
    page,
    per_page: PAGE_SIZE,
    counts: { all: all.length, in_stock: all.filter(isInStock).length, dropped: all.filter(({ dropped }) => dropped !== null).length },
  }
}

async function gatherFavorites(catalogue: Catalogue, company: ViewerCompany, now: Date): Promise<Favorite[]> {
  const marks = await readFavorites(catalogue.database, company.id, FAVORITES_SHOWN)
  const facts = await factsFor(catalogue, marks, company, now)
  const byId = new Map(facts.map((one) => [one.goodsId, one]))
  return marks.flatMap((mark) => {
    const one = byId.get(mark.goodsId)
    if (!one) return []
    const price = priceNow(one, company, now)
    const dropped = price !== null && mark.seenPrice !== null && price < mark.seenPrice ? subtract(mark.seenPrice, price) : null
    return [{ mark, facts: one, price, dropped }]
  })
}

/** Stock is a figure: who sees no price is not told of it. */
const isInStock = ({ facts, price }: Favorite) => price !== null && facts.available >= smallestLot(facts)

function narrowFavorites(all: readonly Favorite[], query: FavoriteQuery): Favorite[] {
  const words = (query.keywords ?? '').trim().toLowerCase()
  return all.filter(
    (one) =>
      (query.in_stock !== 1 || isInStock(one)) &&
      (query.dropped !== 1 || one.dropped !== null) &&
      (words === '' || `${one.facts.name} ${one.facts.spec} ${one.facts.manufacturer}`.toLowerCase().includes(words)),
  )
}

/** Goods without a price come last, whatever the order. */
function sortFavorites(list: readonly Favorite[], sort: NonNullable<FavoriteQuery['sort']>): Favorite[] {
  const byPrice = (sign: 1 | -1) => (a: Favorite, b: Favorite) =>
    a.price === null || b.price === null ? Number(a.price === null) - Number(b.price === null) : sign * (a.price - b.price)
  if (sort === 'price_asc') return list.toSorted(byPrice(1))
  if (sort === 'price_desc') return list.toSorted(byPrice(-1))
  if (sort === 'name') return list.toSorted((a, b) => a.facts.name.localeCompare(b.facts.name, 'zh-CN'))
  if (sort === 'dropped') return list.toSorted((a, b) => (b.dropped ?? 0) - (a.dropped ?? 0))
  return [...list]
}

function favoriteRows(list: readonly Favorite[], company: ViewerCompany, now: Date): FavoriteRowWire[] {
  const cards = toCards(
    list.map(({ facts }) => facts),
    company,
    now,
  )
  return list.flatMap(({ mark, dropped, price }, at) => {
    const card = cards[at]
    if (!card) return []
    return [
      {
        ...card,
        added_at: mark.addedAt.toISOString(),
        added_price: mark.seenPrice === null || price === null ? null : yuan(mark.seenPrice),
        dropped: dropped === null ? null : yuan(dropped),
      },
    ]
  })
}

export async function footprintsOf(
  catalogue: Catalogue,
  company: ViewerCompany,
  query: QueryOf<typeof goodsVisit>,
  now: Date,
): Promise<DataOf<typeof goodsVisit>> {
  const { page = 1 } = query
  const { marks, total } = await footprintPage(
    catalogue.database,
    company.id,
    (query.keywords ?? '').trim(),
    (page - 1) * PAGE_SIZE,
    PAGE_SIZE,
  )
  const cards = new Map(toCards(await factsFor(catalogue, marks, company, now), company, now).map((card) => [card.id, card]))
  const list = marks.flatMap(({ goodsId, visitedAt, times }) => {
    const card = cards.get(goodsId)
    return card ? [{ ...card, visited_at: visitedAt.toISOString(), day: beijingDate(visitedAt), visits: times }] : []
  })
  return { list, total, page, per_page: PAGE_SIZE }
}

/** Exactly one choice must be named: nobody deletes everything by leaving something out. */
export async function forgetFootprints(
  catalogue: Catalogue,
  companyId: number,
  { goods_ids, day, all }: BodyOf<typeof visitDelete>,
): Promise<number> {
  const choices: FootprintChoice[] = []
  if (goods_ids !== undefined) choices.push({ goodsIds: goods_ids })
  if (day !== undefined) {
    if (Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day) throw fieldErrors([{ field: 'day', message: '日期不存在' }])
    choices.push({ day })
  }
  if (all === 1) choices.push('all')
  const [choice] = choices
  if (choice === undefined || choices.length > 1) throw fieldErrors([{ field: 'goods_ids', message: '请选择要删除的足迹' }])
  return deleteFootprints(catalogue.database, companyId, choice)
}

const stateOf = ({ is_buy, reasons }: FavoriteRowWire) => (is_buy === 1 ? '可购买' : reasons.map(({ message }) => message).join('；'))

/** Favourites as a worksheet, which the quick purchase takes back as a list. */
export async function favoritesFile(catalogue: Catalogue, company: ViewerCompany, query: FavoriteQuery, now: Date): Promise<FileAnswer> {
  const all = await gatherFavorites(catalogue, company, now)
  const shown = sortFavorites(narrowFavorites(all, query), query.sort ?? 'added')
  const rows = favoriteRows(shown, company, now).map((row, at): Cell[] => [
    shown[at]?.facts.code ?? '',
    row.name,
    row.ypgg,
    row.sccj,
    row.bzdw,
    row.price === null ? '' : { yuan: row.price },
    row.added_price === null ? '' : { yuan: row.added_price },
    row.number ?? '',
    row.expiry_date ?? '',
    beijingDate(new Date(row.added_at)),
    stateOf(row),
    '',
  ])
  return workbookAnswer(`我的收藏 ${beijingDate(now)}.xlsx`, [{ name: '我的收藏', columns: FILE_COLUMNS, rows }])
}

const FILE_COLUMNS = (
  [
    ['商品编码', 12],
    ['商品名称', 26],
    ['规格', 20],
    ['生产厂家', 28],
    ['单位', 6],
    ['单价', 10],
    ['收藏时单价', 12],
    ['库存', 8],
    ['有效期至', 12],
    ['收藏日期', 12],
    ['状态', 24],
    ['数量', 8],
  ] as const
).map(([title, width]) => ({ title, width }))
