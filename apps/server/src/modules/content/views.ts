import type { DatabaseHandle } from '../../platform/database.ts'

/** What the frame and the editorial blocks show. All of it is small, the same for everybody, and kept a few seconds by cache.ts. */

export interface LinkRow {
  id: number
  parent_id: number | null
  name: string
  url: string
  image: string
  is_open: boolean
  badge: string
}

export async function readLinks({ pool }: DatabaseHandle, placement: string): Promise<LinkRow[]> {
  const { rows } = await pool.query<LinkRow>({
    name: 'site_links',
    text: 'select id, parent_id, name, url, image, is_open, badge from site_link where placement = $1 order by sort, id',
    values: [placement],
  })
  return rows
}

export interface HotWordRow {
  name: string
  url: string
}

export async function readHotWords({ pool }: DatabaseHandle): Promise<HotWordRow[]> {
  return (await pool.query<HotWordRow>('select name, url from hot_word order by sort, id limit 20')).rows
}

export interface CategoryRow {
  id: number
  parent_id: number | null
  tree: string
  name: string
  hint: string
  logo: string
  logo1: string
}

export async function readCategories({ pool }: DatabaseHandle): Promise<CategoryRow[]> {
  return (await pool.query<CategoryRow>('select id, parent_id, tree, name, hint, logo, logo1 from category order by sort, id')).rows
}

export interface BrandRow {
  id: number
  name: string
  logo: string
  count: number
}

/** Goods that not everybody may see are not counted. */
export async function readBrands({ pool }: DatabaseHandle): Promise<BrandRow[]> {
  const { rows } = await pool.query<BrandRow>(
    `select m.id, coalesce(nullif(m.short_name, ''), m.name) as name, m.logo,
            (select count(*) from goods g where g.manufacturer_id = m.id and g.on_shelf and g.availability_id is null) as count
       from manufacturer m where m.is_brand order by m.sort, m.id limit 60`,
  )
  return rows
}

export interface AdvertRow {
  id: number
  title: string
  subtitle: string
  image: string
  url: string
  style: string
  starts_at: Date
  ends_at: Date
}

/** Those that are not over yet; whether one has begun is asked when it is shown. */
export async function readAdverts({ pool }: DatabaseHandle, slot: string, now: Date): Promise<AdvertRow[]> {
  const { rows } = await pool.query<AdvertRow>({
    name: 'adverts',
    text: `select id, title, subtitle, image, url, style, greatest(starts_at, '1970-01-01') as starts_at, least(ends_at, '9999-01-01') as ends_at
             from advert where slot = $1 and ends_at > $2 order by sort, id limit 60`,
    values: [slot, now],
  })
  return rows
}

export async function readSettings({ pool }: DatabaseHandle, keys: readonly string[]): Promise<Map<string, unknown>> {
  const { rows } = await pool.query<{ key: string; value: unknown }>('select key, value from setting where key = any($1)', [keys])
  return new Map(rows.map((row) => [row.key, row.value]))
}

export interface ArticleCategoryRow {
  id: number
  parent_id: number | null
  name: string
}

/** The category and its children; all top categories when none is named. */
export async function readArticleCategories({ pool }: DatabaseHandle, id: number | null): Promise<ArticleCategoryRow[]> {
  const { rows } = await pool.query<ArticleCategoryRow>(
    `select id, parent_id, name from article_category
      where case when $1::bigint is null then parent_id is null else id = $1 or parent_id = $1 end order by sort, id limit 100`,
    [id],
  )
  return rows
}

export interface ArticleRow {
  id: number
  category_id: number
  title: string
  summary: string
  published_at: Date
}

/** The newest articles of each category, a page of each. */
export async function readArticles(
  { pool }: DatabaseHandle,
  categoryIds: readonly number[],
  now: Date,
  offset: number,
  limit: number,
): Promise<ArticleRow[]> {
  const { rows } = await pool.query<ArticleRow>(
    `select a.id, a.category_id, a.title, a.summary, a.published_at
       from unnest($1::bigint[]) with ordinality as c(id, ord)
       cross join lateral (select * from article where category_id = c.id and published_at <= $2
                            order by published_at desc, id desc offset $3 limit $4) a
      order by c.ord, a.published_at desc, a.id desc`,
    [categoryIds, now, offset, limit],
  )
  return rows
}

/** The id behind a category's code; null when there is none. */
export async function readArticleCategoryId({ pool }: DatabaseHandle, code: string): Promise<number | null> {
  const { rows } = await pool.query<{ id: number }>('select id from article_category where code = $1', [code])
  return rows[0]?.id ?? null
}

export interface ArticleDetailRow {
  id: number
  title: string
  body: string
  published_at: Date
  section_id: number
  section_code: string
  section_name: string
}

/** A published article by its id, or the newest one of a category's code. */
export async function readArticle(
  { pool }: DatabaseHandle,
  by: { id: number } | { code: string },
  now: Date,
): Promise<ArticleDetailRow | null> {
  const [condition, value] = 'id' in by ? ['a.id = $1', by.id] : ['c.code = $1', by.code]
  const { rows } = await pool.query<ArticleDetailRow>(
    `select a.id, a.title, a.body, a.published_at, c.id as section_id, c.code as section_code, c.name as section_name
       from article a join article_category c on c.id = a.category_id
      where ${condition} and a.published_at <= $2 order by a.published_at desc, a.id desc limit 1`,
    [value, now],
  )
  return rows[0] ?? null
}
