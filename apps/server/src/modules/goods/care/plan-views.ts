import { type RawBuilder, sql } from 'kysely'
import { nearExpiryLimit, type TradeDate } from '#domain/dates.ts'

/**
 * The plan of storage checks: by the month what quality put on its list, what the rule proposes until quality has decided, and whatever ends
 * soon; by the quarter all the rest. Counted from the last check, before the first one from the day on which the batch came. SQL alone,
 * since a list of all stock asks it of every batch.
 */

/** Forms that melt, ferment, clot or draw water. */
const SPOILING_FORMS = ['糖浆', '栓', '软胶囊', '蜜丸', '煎膏', '泡腾', '酊', '乳膏', '眼膏', '滴眼', '酏', '口服溶液', '口服液'].map(
  (form) => `%${form}%`,
)
const SHORT_LIFE_MONTHS = 12

/** Of goods g: text[]. */
export const goodsGrounds = (today: TradeDate): RawBuilder<string[]> => sql<string[]>`array_remove(array[
  case when exists (select from goods_first_trade f where f.goods_id = g.id and f.passed_at > ${today}::date - interval '1 year') then 'first_year' end,
  case when g.cold_chain then 'cold' end,
  case when g.kind = 'herb' or g.dosage_form like any (${SPOILING_FORMS}::text[]) then 'spoiling' end,
  case when g.shelf_life_months <= ${SHORT_LIFE_MONTHS} then 'short_life' end,
  case when exists (select from unqualified u where u.goods_id = g.id and u.state in ('bad', 'gone')) then 'unqualified' end], null)`

/** What quality decided last of goods g, as d. */
export const DECISION = sql`left join lateral (
  select c.is_key, c.grounds, c.reason, c.decider, c.decided_at from care_goods c where c.goods_id = g.id order by c.id desc limit 1) d on true`

/** r: the grounds of goods g today. Nothing new, and quality has said it needs no more than the rest. */
const SETTLED = sql`coalesce(not d.is_key and r.grounds <@ d.grounds, false)`
export const GOODS_STATE = sql`case when d.is_key then 'key' when ${SETTLED} then 'general' when r.grounds <> '{}' then 'proposed' else 'other' end`

/** Of batches b of goods g: everything that the plan knows of them. */
export function planned(today: TradeDate): RawBuilder<unknown> {
  return sql`
    stock_batch b join goods g on g.id = b.goods_id
    ${DECISION}
    cross join lateral (select ${goodsGrounds(today)} as grounds) r
    cross join lateral (
      select case when d.is_key then array['confirmed'] || r.grounds when ${SETTLED} then '{}' else r.grounds end
             || case when b.expiry_date <= ${nearExpiryLimit(today)}::date then array['near_end'] else '{}' end as grounds) k
    left join lateral (select c.checked_on from care_check c where c.stock_batch_id = b.id order by c.checked_on desc limit 1) l on true
    cross join lateral (
      select coalesce(
        (coalesce(l.checked_on, (select (min(m.at) at time zone 'Asia/Shanghai')::date from stock_movement m where m.stock_batch_id = b.id))
         + case when k.grounds <> '{}' then interval '1 month' else interval '3 months' end)::date,
        ${today}::date) as due_on) p`
}
