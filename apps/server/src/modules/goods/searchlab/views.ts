import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import type { WordRow } from '../search/public.ts'

interface Place {
  offset: number
  limit: number
}
export interface Counted<Row> {
  rows: Row[]
  total: number
}

const like = (keywords: string): string => `%${plainLike(keywords)}%`

async function page<Row>(connection: Connection, of: RawBuilder<unknown>, order: RawBuilder<unknown>, at: Place): Promise<Counted<Row>> {
  const { rows } = await sql<Row>`select * from (${of}) l order by ${order} limit ${at.limit} offset ${at.offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from (${of}) l`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

export interface AskedRow {
  words: string
  times: number
  companies: number
  hits: number
  none: number
  corrected: number
  opened: number
  cart: number
  ordered: number
  last_at: Date
}
export interface AskedFilter {
  keywords: string
  result: 'none' | 'corrected' | null
  since: Date
}

/** Words by how often they were asked. */
export const askedPage = (connection: Connection, { keywords, result, since }: AskedFilter, at: Place): Promise<Counted<AskedRow>> =>
  page(
    connection,
    sql`select r.words, count(*)::integer as times, count(distinct r.company_id)::integer as companies,
               (array_agg(r.hits order by r.at desc, r.id desc))[1] as hits,
               count(*) filter (where r.understood = 'none')::integer as none,
               count(*) filter (where r.understood = 'corrected')::integer as corrected,
               count(s.opened)::integer as opened, count(s.cart)::integer as cart, count(s.ordered)::integer as ordered,
               max(r.at) as last_at
          from search_record r left join lateral (
            select max(1) filter (where kind = 'opened') as opened, max(1) filter (where kind = 'cart') as cart,
                   max(1) filter (where kind = 'order') as ordered from search_step where search_id = r.id) s on true
         where r.at > ${since} and (${keywords} = '' or r.words ilike ${like(keywords)})
           and (${result}::text is null or r.understood = ${result})
         group by r.words`,
    sql`times desc, last_at desc, words`,
    at,
  )

const NEXT_MAX = 20

export interface NextSearchRow {
  words: string
  times: number
  hits: number
}
/** What the companies that asked these words asked next, within ten minutes. */
export async function nextSearches(connection: Connection, words: string, since: Date): Promise<NextSearchRow[]> {
  const { rows } = await sql<NextSearchRow>`
    select n.words, count(*)::integer as times, max(n.hits) as hits
      from search_record r cross join lateral (
        select o.words, o.hits from search_record o
         where o.company_id = r.company_id and (o.at, o.id) > (r.at, r.id) and o.at < r.at + interval '10 minutes' and o.words <> r.words
         order by o.at, o.id limit 1) n
     where r.words = ${words} and r.at > ${since}
     group by n.words order by times desc, n.words limit ${NEXT_MAX}`.execute(connection)
  return rows
}

export interface NextGoodsRow {
  goods_id: number
  name: string
  spec: string
  maker: string
  opened: number
  cart: number
  ordered: number
}
/** The goods that they opened, put in the cart and ordered, by this search or one of the half hour after it. */
export async function nextGoods(connection: Connection, words: string, since: Date): Promise<NextGoodsRow[]> {
  const { rows } = await sql<NextGoodsRow>`
    select g.id as goods_id, g.name, g.spec, coalesce(m.name, '') as maker,
           count(distinct s.search_id) filter (where s.kind = 'opened')::integer as opened,
           count(distinct s.search_id) filter (where s.kind = 'cart')::integer as cart,
           count(distinct s.search_id) filter (where s.kind = 'order')::integer as ordered
      from search_record r
      join search_record o on o.company_id = r.company_id and (o.at, o.id) >= (r.at, r.id) and o.at < r.at + interval '30 minutes'
      join search_step s on s.search_id = o.id
      join goods g on g.id = s.goods_id left join manufacturer m on m.id = g.manufacturer_id
     where r.words = ${words} and r.at > ${since}
     group by g.id, m.name order by ordered desc, cart desc, opened desc, g.id limit ${NEXT_MAX}`.execute(connection)
  return rows
}

const WORD = sql`w.id, w.kind, w.words, w.targets, w.parent, w.note, w.active, w.own, w.seed, w.version`

export interface WordFilter {
  keywords: string
  kind: string | null
  own: boolean | null
  active: boolean | null
}
export const wordPage = (connection: Connection, { keywords, kind, own, active }: WordFilter, at: Place): Promise<Counted<WordRow>> =>
  page(
    connection,
    sql`select ${WORD} from search_word w
         where (${keywords} = '' or exists (select from unnest(w.words || w.targets) one where one ilike ${like(keywords)}))
           and (${kind}::text is null or w.kind = ${kind}) and (${own}::boolean is null or w.own = ${own})
           and (${active}::boolean is null or w.active = ${active})`,
    sql`own desc, kind, id`,
    at,
  )

export async function wordById(connection: Connection, id: number): Promise<WordRow | null> {
  const { rows } = await sql<WordRow>`select ${WORD} from search_word w where w.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Lines of the trade's words that say something of one of these terms, in the shape in which words are compared. */
export async function wordsSaying(connection: Connection, terms: readonly string[]): Promise<WordRow[]> {
  const { rows } = await sql<WordRow>`
    select ${WORD} from search_word w
     where w.active and exists (
       select from unnest(w.words) one where lower(regexp_replace(one, '[[:space:][:punct:]]', '', 'g')) = any (${terms}::text[]))
     order by w.kind, w.id limit 50`.execute(connection)
  return rows
}

/** Another line of this kind that begins with this word; null: none. */
export async function lineOf(connection: Connection, kind: string, word: string, besides: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from search_word where kind = ${kind} and lower(${word}) = any (select lower(one) from unnest(words) one) and id <> ${besides}
     limit 1`.execute(connection)
  return rows[0]?.id ?? null
}

export interface FoundRow {
  id: number
  code: string
  name: string
  spec: string
  maker: string
}
export async function goodsNamed(connection: Connection, ids: readonly number[]): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select g.id, g.code, g.name, g.spec, coalesce(m.name, '') as maker
      from goods g left join manufacturer m on m.id = g.manufacturer_id where g.id = any (${ids}::bigint[])`.execute(connection)
  return rows
}

export interface PinListRow {
  id: number
  words: string
  place: 'first' | 'last'
  goods_id: number
  name: string
  spec: string
  maker: string
  on_shelf: boolean
  made_at: Date
  made_by: string
}
export const pinPage = (connection: Connection, keywords: string, at: Place): Promise<Counted<PinListRow>> =>
  page(
    connection,
    sql`select p.id, p.words, p.place, p.goods_id, g.name, g.spec, coalesce(m.name, '') as maker, g.on_shelf, p.made_at, p.made_by
          from search_pin p join goods g on g.id = p.goods_id left join manufacturer m on m.id = g.manufacturer_id
         where ${keywords} = '' or p.words ilike ${like(keywords)} or g.name ilike ${like(keywords)}`,
    sql`words, place, id`,
    at,
  )
