import type { SpecialSubstance } from '#domain/law/judgement.ts'
import type { SpecialLimits } from '#domain/special.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'

/** What a company has had of goods and substances that are limited; figures as FIGURES_SQL has them, for all goods at once. */

export interface LimitedRow {
  goods_id: number
  mid_pack: number
  case_pack: number
  splittable: boolean
  min_number: number
  purchase_limit: number
  bought: number
}

export async function boughtOfLimited({ pool }: DatabaseHandle, companyId: number, dayStart: Date): Promise<LimitedRow[]> {
  const { rows } = await pool.query<LimitedRow>({
    name: 'bought_of_limited',
    text: `select g.id as goods_id, g.mid_pack, g.case_pack, g.splittable, g.min_number, g.purchase_limit, sum(ol.number) as bought
             from orders o join order_line ol on ol.order_id = o.id join goods g on g.id = ol.goods_id
            where o.company_id = $1 and o.created_at >= $2 and o.status <> 'cancelled' and ol.gift_id is null
              and g.purchase_limit is not null
            group by g.id`,
    values: [companyId, dayStart],
  })
  return rows
}

export interface SpecialRow {
  substance: SpecialSubstance
  /** Null where the shop has set none for this type of company. */
  limits: SpecialLimits | null
  bought: number
}

export async function boughtOfSpecial(
  { pool }: DatabaseHandle,
  companyId: number,
  substances: readonly SpecialSubstance[],
  monthStart: Date,
): Promise<SpecialRow[]> {
  const { rows } = await pool.query<SpecialRow>({
    name: 'bought_of_special',
    text: `select s.substance,
                  (select json_build_object('perOrder', sl.per_order, 'perMonth', sl.per_month)
                     from company c join special_limit sl on sl.company_type = c.type
                    where c.id = $1 and sl.substance = s.substance) as limits,
                  coalesce((select sum(ol.number)
                     from orders o join order_line ol on ol.order_id = o.id join goods g on g.id = ol.goods_id
                    where o.company_id = $1 and o.is_ephedrine and o.created_at >= $3 and o.status <> 'cancelled'
                      and ol.gift_id is null and s.substance = any(g.special_substances)), 0) as bought
             from unnest($2::text[]) as s(substance)`,
    values: [companyId, substances, monthStart],
  })
  return rows
}
