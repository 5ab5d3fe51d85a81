import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'

/** SQL of the goods that a company has gathered: favourites, and footprints of what it looked at. Every query names the company. */

export interface NewFavorite {
  goodsId: number
  /** What it costs this company now; null: it sees no price. */
  seenPrice: Fen | null
}

/** What is a favourite already keeps its day and its price. Answers those that are favourites now. */
export async function addFavorites(
  { pool }: DatabaseHandle,
  companyId: number,
  wanted: readonly NewFavorite[],
  now: Date,
): Promise<number[]> {
  const ids = wanted.map((one) => one.goodsId)
  await pool.query(
    `insert into favorite (company_id, goods_id, created_at, seen_price)
     select $1, g.id, $4, w.seen_price
       from unnest($2::bigint[], $3::bigint[]) with ordinality as w(goods_id, seen_price, ord) join goods g on g.id = w.goods_id
      order by w.goods_id
     on conflict do nothing`,
    [companyId, ids, wanted.map((one) => one.seenPrice), now],
  )
  const { rows } = await pool.query<{ goods_id: number }>(
    'select goods_id from favorite where company_id = $1 and goods_id = any($2::bigint[]) order by goods_id',
    [companyId, ids],
  )
  return rows.map((row) => row.goods_id)
}

export async function cancelFavorites({ pool }: DatabaseHandle, companyId: number, goodsIds: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ goods_id: number }>(
    'delete from favorite where company_id = $1 and goods_id = any($2::bigint[]) returning goods_id',
    [companyId, goodsIds],
  )
  return rows.map((row) => row.goods_id)
}

export async function favoriteGoodsIds({ pool }: DatabaseHandle, companyId: number): Promise<Set<number>> {
  const { rows } = await pool.query<{ goods_id: number }>({
    name: 'favorites',
    text: 'select goods_id from favorite where company_id = $1',
    values: [companyId],
  })
  return new Set(rows.map((row) => row.goods_id))
}

export interface FavoriteMark {
  goodsId: number
  addedAt: Date
  seenPrice: Fen | null
}

/** The newest favourites first, so many at most; filters by price and stock look through all of these. */
export async function readFavorites({ pool }: DatabaseHandle, companyId: number, limit: number): Promise<FavoriteMark[]> {
  const { rows } = await pool.query<FavoriteMark>(
    `select goods_id as "goodsId", created_at as "addedAt", seen_price as "seenPrice"
       from favorite where company_id = $1 order by created_at desc, goods_id desc limit $2`,
    [companyId, limit],
  )
  return rows
}

export interface Footprint {
  companyId: number
  goodsId: number
  at: Date
  times: number
}

/** Each pair once. In one order, so that two processes do not wait for each other; a goods that is gone meanwhile leaves none. */
export async function leaveFootprints({ pool }: DatabaseHandle, left: readonly Footprint[]): Promise<void> {
  await pool.query({
    name: 'footprints',
    text: `insert into footprint (company_id, goods_id, visited_at, times)
           select x.company_id, g.id, x.at, x.times
             from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::int[]) as x(company_id, goods_id, at, times)
             join goods g on g.id = x.goods_id order by x.company_id, g.id
           on conflict (company_id, goods_id) do update
              set visited_at = greatest(footprint.visited_at, excluded.visited_at), times = footprint.times + excluded.times`,
    values: [left.map((one) => one.companyId), left.map((one) => one.goodsId), left.map((one) => one.at), left.map((one) => one.times)],
  })
}

export interface FootprintMark {
  goodsId: number
  visitedAt: Date
  times: number
}

/** Found by the name of the goods, its generic name or its maker. */
export async function footprintPage(
  { pool }: DatabaseHandle,
  companyId: number,
  keywords: string,
  offset: number,
  limit: number,
): Promise<{ marks: FootprintMark[]; total: number }> {
  const from = `from footprint f join goods g on g.id = f.goods_id left join manufacturer m on m.id = g.manufacturer_id
                where f.company_id = $1 and ($2 = '' or g.name ilike $3 or g.generic_name ilike $3 or m.name ilike $3)`
  const values = [companyId, keywords, `%${plainLike(keywords)}%`]
  const { rows } = await pool.query<FootprintMark>(
    `select f.goods_id as "goodsId", f.visited_at as "visitedAt", f.times ${from}
      order by f.visited_at desc, f.goods_id desc offset $4 limit $5`,
    [...values, offset, limit],
  )
  const { rows: count } = await pool.query<{ total: number }>(`select count(*) as total ${from}`, values)
  return { marks: rows, total: count[0]?.total ?? 0 }
}

export type FootprintChoice = { goodsIds: readonly number[] } | { day: TradeDate } | 'all'

/** Answers how many there were. */
export async function deleteFootprints({ pool }: DatabaseHandle, companyId: number, choice: FootprintChoice): Promise<number> {
  const goodsIds = choice !== 'all' && 'goodsIds' in choice ? choice.goodsIds : null
  const day = choice !== 'all' && 'day' in choice ? choice.day : null
  const { rowCount } = await pool.query(
    `delete from footprint where company_id = $1 and ($2::bigint[] is null or goods_id = any($2))
        and ($3::date is null or (visited_at >= $3::date::timestamp at time zone 'Asia/Shanghai'
                                  and visited_at < ($3::date + 1)::timestamp at time zone 'Asia/Shanghai'))`,
    [companyId, goodsIds, day],
  )
  return rowCount ?? 0
}
