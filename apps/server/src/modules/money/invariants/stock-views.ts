import { sql } from 'kysely'
import { addDays, beijingDate } from '#domain/dates.ts'
import type { Check } from './check.ts'

/** Stock and quotas: what is promised is there, and what was taken is what was ordered. */

const OPEN = sql`('pending_payment', 'paid', 'picking')`
const HOUR_MS = 3_600_000

const heldAt = (at: Date) =>
  sql`exists (select from goods_offer f where f.goods_id = b.goods_id and f.stock_batch_id = b.id and f.kind = 'near_expiry' and f.ends_at > ${at})`

/** Lines of an order that was not cancelled. */
const linesOf = (column: string, number = sql`sum(l.number)`) => sql`
  select ${sql.ref(`l.${column}`)} as id, ${number} as number from order_line l join orders o on o.id = l.order_id
   where ${sql.ref(`l.${column}`)} is not null and o.status <> 'cancelled' group by 1`

/**
 * Never more than the quota. exact: as much as orders hold; else never less: of offers and coupons some may have been given
 * elsewhere.
 */
const quota = (name: string, title: string, table: string, lines: ReturnType<typeof sql>, exact = false, most = 'quota'): Check => ({
  name,
  title,
  find: () => sql`
    select t.id, '已占 ' || t.taken || '，订单 ' || coalesce(l.number, 0) || '，名额 ' || coalesce(${sql.ref(`t.${most}`)}::text, '不限') as what
      from ${sql.table(table)} t left join (${lines}) l on l.id = t.id
     where t.taken > ${sql.ref(`t.${most}`)} or ${exact ? sql`t.taken <> coalesce(l.number, 0)` : sql`t.taken < coalesce(l.number, 0)`}`,
})

export const STOCK_CHECKS: readonly Check[] = [
  {
    name: 'stock_negative',
    title: '库存不为负',
    find: () => sql`
      select id, '批号 ' || batch_no || '：可售 ' || available || '，占用 ' || reserved as what from stock_batch where available < 0 or reserved < 0
       union all
      select goods_id, '货架 ' || available from goods_stock where available < 0`,
  },
  {
    name: 'stock_reserved',
    title: '批号占用等于未发货订单所占',
    find: () => sql`
      select b.id, '批号 ' || b.batch_no || '：占用 ' || b.reserved || '，订单 ' || coalesce(h.number, 0) as what
        from stock_batch b
        left join (select ob.stock_batch_id, sum(ob.number) as number
                     from order_line_batch ob join order_line l on l.id = ob.order_line_id join orders o on o.id = l.order_id
                    where o.status in ${OPEN} group by 1) h on h.stock_batch_id = b.id
       where b.reserved <> coalesce(h.number, 0)`,
  },
  {
    name: 'stock_movements',
    title: '库存流水：每个订单占用的，未发货时等于它的批号，之后为零',
    find: () => sql`
      select coalesce(m.order_id, w.order_id) as id,
             '批号 ' || coalesce(m.stock_batch_id, w.stock_batch_id) || '：流水 ' || coalesce(m.number, 0) || '，订单 ' || coalesce(w.number, 0) as what
        from (select order_id, stock_batch_id, sum(reserved) as number from stock_movement where order_id is not null group by 1, 2) m
        full join (select l.order_id, ob.stock_batch_id, sum(ob.number) as number
                     from order_line_batch ob join order_line l on l.id = ob.order_line_id join orders o on o.id = l.order_id
                    where o.status in ${OPEN} group by 1, 2) w on w.order_id = m.order_id and w.stock_batch_id = m.stock_batch_id
       where coalesce(m.number, 0) <> coalesce(w.number, 0)`,
  },
  {
    name: 'waves',
    title: '一张订单只在一个波次，与波次同仓；波次车上的数量不为负',
    find: () => sql`
      select order_id as id, '在 ' || count(*) || ' 个波次' as what from wave_order where left_at is null group by 1 having count(*) > 1
       union all
      select o.id, '发货仓与波次 ' || v.no || ' 不同' from wave_order x join wave v on v.id = x.wave_id join orders o on o.id = x.order_id
       where x.left_at is null and o.warehouse_id <> v.warehouse_id
       union all
      select wave_id, '批号 ' || stock_batch_id || '：' || sum(number) from wave_taken group by wave_id, stock_batch_id having sum(number) < 0`,
  },
  {
    name: 'care_plan',
    title: '养护计划：在库的批号都在，没有库存的不在，该查的日期与规则一致',
    // While the night's job is at it some lines are still of the day before. A batch that nobody looked at yet is counted from the day on which
    // it came, which is written down after it, and may never be: until the night it is as if it had come on the plan's day, and never later.
    find: () => {
      const planned = (day: ReturnType<typeof sql>) => sql`
        select from care_planned(${day}) p
         where p.batch_id = c.stock_batch_id and (p.place, p.code, p.expiry_date, p.batch, p.grounds <> '{}')
               is not distinct from (c.place, c.code, c.expiry_date, c.batch, c.is_key) 
               and case when p.checked_on is null then c.due_on <= ${day} + p.every else c.due_on = p.due_on end`
      return sql`
        select b.id, '批号 ' || b.batch_no || case when c.stock_batch_id is null then ' 在库，不在计划里' else ' 没有库存，还在计划里' end as what
          from stock_batch b left join care_plan c on c.stock_batch_id = b.id
         where (b.available + b.reserved > 0) <> (c.stock_batch_id is not null)
         union all
        select c.stock_batch_id, '批号 ' || c.batch || '：计划 ' || c.due_on || case when c.is_key then '（重点）' else '' end as what
          from care_plan c cross join care_plan_day d
         where not exists (${planned(sql`d.day`)}) and not exists (${planned(sql`d.day - 1`)})`
    },
  },
  {
    name: 'care_goods',
    title: '重点养护品种：在库的和列为重点的都在列，类别与规则一致',
    find: () => {
      const listed = (day: ReturnType<typeof sql>) => sql`
        select from care_goods_listing(${day}) s where s.goods_id = g.id and s.state is not distinct from l.state`
      return sql`
        select g.id, '商品 ' || g.code || '：' || coalesce(l.state, '不在列') as what
          from goods g cross join care_plan_day d left join care_goods_listed l on l.goods_id = g.id
         where not exists (${listed(sql`d.day`)}) and not exists (${listed(sql`d.day - 1`)})`
    },
  },
  {
    name: 'order_batches',
    title: '订单明细的数量等于它各批号之和',
    find: () => sql`
      select l.id, '订单 ' || l.order_id || '：' || l.number || '，批号 ' || coalesce(sum(ob.number), 0) as what
        from order_line l join orders o on o.id = l.order_id left join order_line_batch ob on ob.order_line_id = l.id
       group by l.id having l.number <> coalesce(sum(ob.number), 0)`,
  },
  {
    name: 'goods_stock',
    title: '货架上的数等于可售批号之和',
    // What time alone changes is brought in line after midnight: until then both figures are right.
    find: (now) => {
      const today = beijingDate(now)
      const [late, early] = [new Date(now.getTime() - 25 * HOUR_MS), now]
      const sum = (from: string, at: Date) =>
        sql`coalesce(sum(b.available) filter (where b.locked_at is null and b.expiry_date >= ${from}::date + min_remaining_days(g.kind) and not ${heldAt(at)}), 0)`
      return sql`
        select s.goods_id as id, '仓 ' || s.warehouse_id || '：货架 ' || s.available || '，批号 ' || ${sum(today, early)} as what
          from goods_stock s join goods g on g.id = s.goods_id
          left join stock_batch b on b.goods_id = s.goods_id and b.warehouse_id = s.warehouse_id
         group by s.goods_id, s.warehouse_id
        having s.available < ${sum(today, late)} or s.available > ${sum(addDays(today, -1), early)}`
    },
  },
  quota('offer_quota', '活动价名额：不超名额，不少于订单', 'goods_offer', linesOf('offer_id')),
  quota('gift_quota', '赠品名额：不超名额，等于订单', 'promotion_gift', linesOf('gift_id'), true),
  quota('exchange_quota', '换购名额：不超名额，等于订单', 'promotion_exchange', linesOf('exchange_id'), true),
  quota(
    'bundle_quota',
    '组合名额：不超名额，等于订单',
    'bundle',
    sql`select id, sum(number) as number from (
          select l.bundle_id as id, max(l.bundle_number) as number from order_line l join orders o on o.id = l.order_id
           where l.bundle_id is not null and o.status <> 'cancelled' group by l.bundle_id, l.order_id) per group by id`,
    true,
  ),
  quota(
    'coupon_quota',
    '优惠券名额：不超名额，不少于领出的',
    'coupon_template',
    sql`
    select template_id as id, count(*) as number from coupon group by 1`,
  ),
  quota(
    'points_goods',
    '积分商品：不超库存，不少于兑换的',
    'points_goods',
    sql`select points_goods_id as id, sum(number) as number from points_order where status <> 'cancelled' group by 1`,
    false,
    'stock',
  ),
  quota(
    'draw_prizes',
    '奖品：不超库存，不少于抽出的',
    'draw_prize',
    // Only prizes of which there are so many are counted.
    sql`select r.prize_id as id, count(*) as number from draw_record r join draw_prize p on p.id = r.prize_id
         where p.stock is not null group by 1`,
    false,
    'stock',
  ),
  {
    name: 'coupon_used',
    title: '用掉的优惠券用在自己企业的结算上，那里还有没取消的订单',
    find: () => sql`
      select c.id, '企业 ' || c.company_id || ' 的券用在企业 ' || k.company_id || ' 的结算 ' || k.id as what
        from coupon c join checkout k on k.id = c.checkout_id
       where c.company_id <> k.company_id
          or not exists (select from orders o where o.checkout_id = k.id and o.status <> 'cancelled')`,
  },
]
