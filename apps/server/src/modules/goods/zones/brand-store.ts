import type { Availability } from '#domain/eligibility.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'

/** Brands: manufacturers that the shop shows by themselves. */

export interface BrandRow {
  id: number
  name: string
  short_name: string
  logo: string
  intro: string
}

export async function readBrands({ pool }: DatabaseHandle): Promise<BrandRow[]> {
  const { rows } = await pool.query<BrandRow>({
    name: 'zone_brands',
    text: `select id, name, coalesce(nullif(short_name, ''), name) as short_name, logo, brand_intro as intro
             from manufacturer where is_brand order by sort, id`,
  })
  return rows
}

export interface AvailabilityRule {
  id: number
  rule: Availability
}

export async function readAvailabilities({ pool }: DatabaseHandle): Promise<AvailabilityRule[]> {
  const { rows } = await pool.query<AvailabilityRule>({
    name: 'zone_availabilities',
    text: `select a.id, json_build_object('controlled', a.controlled, 'entries', coalesce(json_agg(json_build_object(
                    'province', e.province, 'city', e.city, 'companyType', e.company_type, 'companyId', e.company_id))
                    filter (where e.id is not null), '[]')) as rule
             from availability a left join availability_entry e on e.availability_id = a.id group by a.id`,
  })
  return rows
}

export interface BrandGoods {
  manufacturer_id: number
  goods_id: number
}

/** What sells best of each of these brands, of the goods that everybody sees and those under the admitted rules. */
export async function readBestOfBrands(
  { pool }: DatabaseHandle,
  brandIds: readonly number[],
  admittedIds: readonly number[],
  each: number,
): Promise<BrandGoods[]> {
  const { rows } = await pool.query<BrandGoods>({
    name: 'zone_brand_goods',
    text: `select brand.id as manufacturer_id, best.id as goods_id
             from unnest($1::bigint[]) as brand(id)
             cross join lateral (
               select g.id from goods g
                where g.manufacturer_id = brand.id and g.on_shelf and (g.availability_id is null or g.availability_id = any($2::bigint[]))
                order by g.sales_30d desc, g.id limit $3) best`,
    values: [brandIds, admittedIds, each],
  })
  return rows
}
