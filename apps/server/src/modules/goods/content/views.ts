import type { DatabaseHandle } from '../../../platform/database.ts'

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

export async function readHotWords({ pool }: DatabaseHandle, now: Date): Promise<HotWordRow[]> {
  const { rows } = await pool.query<HotWordRow>(
    'select name, url from hot_word where starts_at <= $1 and ends_at > $1 order by sort, id limit 20',
    [now],
  )
  return rows
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
             from advert where slot = $1 and is_on and ends_at > $2 order by sort, id limit 60`,
    values: [slot, now],
  })
  return rows
}

/** Whether there is anything that a buyer could find. */
export async function hasGoodsOnShelf({ pool }: DatabaseHandle): Promise<boolean> {
  const { rows } = await pool.query<{ sells: boolean }>('select exists (select from goods where on_shelf) as sells')
  return rows[0]?.sells === true
}
