import type { DatabaseHandle } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'

/** Articles as readers see them: what is published and whose time has come. Drafts are for the editor only. */

export interface ArticleCategoryRow {
  id: number
  parent_id: number | null
  code: string
  name: string
}

/** The category and its children; all top categories when none is named. */
export async function readArticleCategories({ pool }: DatabaseHandle, id: number | null): Promise<ArticleCategoryRow[]> {
  const { rows } = await pool.query<ArticleCategoryRow>(
    `select id, parent_id, code, name from article_category
      where is_shown and case when $1::bigint is null then parent_id is null else id = $1 or parent_id = $1 end
      order by sort, id limit 100`,
    [id],
  )
  return rows
}

export interface ArticleRow {
  id: number
  category_id: number
  code: string
  title: string
  summary: string
  published_at: Date
}

/** A page of each category's articles: in the editor's order, then the newest first. */
export async function readArticles(
  { pool }: DatabaseHandle,
  categoryIds: readonly number[],
  now: Date,
  offset: number,
  limit: number,
): Promise<{ rows: ArticleRow[]; total: number }> {
  const { rows } = await pool.query<ArticleRow>(
    `select a.id, a.category_id, coalesce(a.slug, '') as code, a.title, a.summary, a.published_at
       from unnest($1::bigint[]) with ordinality as c(id, ord)
       cross join lateral (select * from articles_at($2) where category_id = c.id
                            order by sort, published_at desc, id desc offset $3 limit $4) a
      order by c.ord, a.sort, a.published_at desc, a.id desc`,
    [categoryIds, now, offset, limit],
  )
  const counted = await pool.query<{ total: number }>(
    `select coalesce(max(count), 0) as total from (
       select count(*) as count from articles_at($2) where category_id = any ($1::bigint[]) group by category_id) by_category`,
    [categoryIds, now],
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** The id behind a category's code; null when there is none. */
export async function readArticleCategoryId({ pool }: DatabaseHandle, code: string): Promise<number | null> {
  const { rows } = await pool.query<{ id: number }>('select id from article_category where code = $1 and is_shown', [code])
  return rows[0]?.id ?? null
}

export interface ArticleDetailRow {
  id: number
  code: string
  title: string
  summary: string
  body: string
  author: string
  cover: string
  sort: number
  published_at: Date
  updated_at: Date
  section_id: number
  section_code: string
  section_name: string
}

/** A published article by its id or its own code, or the newest one of a category's code. */
export async function readArticle(
  { pool }: DatabaseHandle,
  by: { id: number } | { code: string },
  now: Date,
): Promise<ArticleDetailRow | null> {
  const [condition, value] = 'id' in by ? ['a.id = $1', by.id] : ['(a.slug = $1 or c.code = $1)', by.code]
  // Who has the code itself comes before those whose category has it.
  const first = 'id' in by ? '' : 'a.slug is not distinct from $1 desc,'
  const { rows } = await pool.query<ArticleDetailRow>(
    `select a.id, coalesce(a.slug, '') as code, a.title, a.summary, a.body, a.author, a.cover, a.sort, a.published_at, a.updated_at,
            c.id as section_id, c.code as section_code, c.name as section_name
       from articles_at($2) a join article_category c on c.id = a.category_id
      where ${condition}
      order by ${first} a.published_at desc, a.id desc limit 1`,
    [value, now],
  )
  return rows[0] ?? null
}

export interface NeighbourRow {
  id: number
  code: string
  title: string
  place: 'prev' | 'next' | 'related'
}

const RELATED = 5

/** What stands before and after an article in its category, and a few others of it. */
export async function readNeighbours({ pool }: DatabaseHandle, article: ArticleDetailRow, now: Date): Promise<NeighbourRow[]> {
  const { section_id, sort, published_at, id } = article
  const { rows } = await pool.query<NeighbourRow>(
    `with open as (select * from articles_at($5) where category_id = $1)
     select id, coalesce(slug, '') as code, title, place from (
       (select *, 'prev' as place from open where sort < $2 or (sort = $2 and (published_at, id) > ($3, $4))
         order by sort desc, published_at, id limit 1)
       union all
       (select *, 'next' as place from open where sort > $2 or (sort = $2 and (published_at, id) < ($3, $4))
         order by sort, published_at desc, id desc limit 1)
       union all
       (select *, 'related' as place from open where id <> $4 order by sort, published_at desc, id desc limit ${RELATED})) found`,
    [section_id, sort, published_at, id, now],
  )
  return rows
}

/** Articles under a category that hold the words, those that hold them in their title first. */
export async function searchArticles(
  { pool }: DatabaseHandle,
  { under, words, now, offset, limit }: { under: string; words: readonly string[]; now: Date; offset: number; limit: number },
): Promise<{ rows: (ArticleRow & { body: string })[]; total: number }> {
  const likes = words.map((word) => `%${plainLike(word)}%`)
  const where = `c.is_shown and (c.code = $3 or c.parent_id = (select id from article_category where code = $3))
      and a.title || ' ' || a.summary || ' ' || a.body ilike all ($1::text[])`
  const from = `from articles_at($2) a join article_category c on c.id = a.category_id where ${where}`
  const { rows } = await pool.query<ArticleRow & { body: string }>(
    `select a.id, a.category_id, coalesce(a.slug, '') as code, a.title, a.summary, a.body, a.published_at ${from}
      order by a.title ilike all ($1::text[]) desc, c.sort, a.sort, a.id offset $4 limit $5`,
    [likes, now, under, offset, limit],
  )
  const counted = await pool.query<{ total: number }>(`select count(*) as total ${from}`, [likes, now, under])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** The last word of an account counts. */
export async function saveVote(
  { pool }: DatabaseHandle,
  articleId: number,
  accountId: number,
  helpful: boolean,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into article_vote (article_id, account_id, helpful, at)
     select id, $2, $3, $4 from articles_at($4) where id = $1
     on conflict (article_id, account_id) do update set helpful = excluded.helpful, at = excluded.at`,
    [articleId, accountId, helpful, now],
  )
  return rowCount === 1
}
