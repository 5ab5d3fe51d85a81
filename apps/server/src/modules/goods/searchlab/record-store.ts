import type { DatabaseHandle } from '../../../platform/database.ts'

export interface SearchDone {
  /** null: a visitor. */
  companyId: number | null
  at: Date
  words: string
  ofMaker: boolean
  hits: number
  understood: 'typed' | 'apart' | 'corrected' | 'none'
}
export interface StepDone {
  kind: 'opened' | 'cart'
  companyId: number
  goodsId: number
  at: Date
}

export async function writeSearches({ pool }: DatabaseHandle, searches: readonly SearchDone[]): Promise<void> {
  await pool.query(
    `insert into search_record (company_id, at, words, of_maker, hits, understood)
     select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::boolean[], $5::int[], $6::text[])`,
    [
      searches.map((one) => one.companyId),
      searches.map((one) => one.at),
      searches.map((one) => one.words),
      searches.map((one) => one.ofMaker),
      searches.map((one) => one.hits),
      searches.map((one) => one.understood),
    ],
  )
}

/** Each follows the last search of its company within half an hour; without one it is nobody's step. */
export async function writeSteps({ pool }: DatabaseHandle, steps: readonly StepDone[]): Promise<void> {
  await pool.query(
    `insert into search_step (search_id, kind, goods_id, at)
     select s.id, x.kind, g.id, x.at
       from unnest($1::text[], $2::bigint[], $3::bigint[], $4::timestamptz[]) as x(kind, company_id, goods_id, at)
       join goods g on g.id = x.goods_id
      cross join lateral (
        select r.id from search_record r
         where r.company_id = x.company_id and r.at <= x.at and r.at > x.at - interval '30 minutes' order by r.at desc, r.id desc limit 1) s
     on conflict do nothing`,
    [steps.map((one) => one.kind), steps.map((one) => one.companyId), steps.map((one) => one.goodsId), steps.map((one) => one.at)],
  )
}

/** What was put in the cart after a search and ordered within three days. Safe to run twice. */
export async function noteOrdered({ pool }: DatabaseHandle, now: Date): Promise<void> {
  await pool.query(
    `insert into search_step (search_id, kind, goods_id, at)
     select s.search_id, 'order', s.goods_id, min(o.created_at)
       from search_step s join search_record r on r.id = s.search_id
       join order_line l on l.company_id = r.company_id and l.goods_id = s.goods_id
       join orders o on o.id = l.order_id and o.created_at >= s.at and o.created_at < s.at + interval '3 days'
      where s.kind = 'cart' and r.at > $1::timestamptz - interval '4 days'
      group by s.search_id, s.goods_id
     on conflict do nothing`,
    [now],
  )
}

/** Forgets searches of before that moment, so many at once; answers how many there were. */
export async function deleteSearches({ pool }: DatabaseHandle, before: Date, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    'delete from search_record where id in (select id from search_record where at < $1 order by at limit $2)',
    [before, limit],
  )
  return rowCount ?? 0
}
