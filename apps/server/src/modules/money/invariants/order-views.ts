import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Since an order was split: whose the payment is, its parts say. */
const SHARED = (id: string) => sql`exists (select from payment_part where payment_id = ${sql.ref(id)})`

export const ORDER_CHECKS: readonly Check[] = [
  {
    name: 'order_sums',
    title: '订单金额等于明细之和，应付等于金额减优惠加运费减余额与现金券',
    find: () => sql`
      select o.id, o.no || '：金额 ' || o.goods_amount || '/' || l.amount || '，优惠 ' || o.reduction_amount || '/' || l.reduction
                   || '，应付 ' || o.payable_amount as what
        from orders o
       cross join lateral (select coalesce(sum(amount), 0) as amount, coalesce(sum(reduction), 0) as reduction
                             from order_line where order_id = o.id) l
       where o.goods_amount <> l.amount or o.reduction_amount <> l.reduction
          or o.payable_amount <> o.goods_amount - o.reduction_amount + o.shipping_amount - o.voucher_amount - o.balance_amount`,
  },
  {
    name: 'order_line_sums',
    title: '明细金额等于单价乘数量，优惠等于各项分摊之和，不超过金额',
    find: () => sql`
      select l.id, '订单 ' || l.order_id || '：' || l.unit_price || ' × ' || l.number || ' ≠ ' || l.amount || '，优惠 ' || l.reduction as what
        from order_line l
       where l.amount <> l.unit_price * l.number or l.reduction not between 0 and l.amount
          or (l.shares <> '[]' and l.reduction <> (select coalesce(sum((s ->> 'amount')::bigint), 0) from jsonb_array_elements(l.shares) s))`,
  },
  {
    name: 'order_paid',
    title: '已付款的订单：收到的减去改单退回的等于应付；未付款、已取消的没有留下付款',
    find: () => sql`
      select o.id, o.no || '（' || o.status || '）应付 ' || o.payable_amount || '，记为已付 ' || o.paid_amount || '，到账 ' || p.amount as what
        from orders o
       cross join lateral (select coalesce((select sum(amount) from payment p where p.order_id = o.id and p.status = 'paid' and not ${SHARED('p.id')}), 0)
                                + coalesce((select sum(amount) from payment_part where order_id = o.id), 0) as amount) y
       cross join lateral (select y.amount - coalesce(sum(r.amount) filter (where o.status <> 'cancelled' or ${SHARED('r.payment_id')}), 0) as amount
                             from refund r where r.order_id = o.id and r.after_sale_id is null and r.payment_id is not null) p
       where case when o.status in ('pending_payment', 'cancelled') then p.amount <> 0
                  else p.amount <> o.payable_amount or o.paid_amount <> o.payable_amount end`,
  },
  {
    name: 'payment_parts',
    title: '几张订单分的付款：各张的份额之和等于付款，没有一张退得比它的份额多',
    find: () => sql`
      select p.id, p.no || '：付款 ' || p.amount || '，份额 ' || s.amount || '，状态 ' || p.status as what
        from payment p join (select payment_id, sum(amount) as amount from payment_part group by 1) s on s.payment_id = p.id
       where p.amount <> s.amount or p.status <> 'paid'
       union all
      select p.id, p.no || '：订单 ' || s.order_id || ' 的份额 ' || s.amount || '，已退 ' || r.amount
        from payment_part s join payment p on p.id = s.payment_id
       cross join lateral (select coalesce(sum(amount), 0) as amount from refund where payment_id = s.payment_id and order_id = s.order_id) r
       where r.amount > s.amount`,
  },
  {
    name: 'shipped_cartons',
    title: '按箱发出的订单：每一批装在箱里的数等于发出的数',
    find: () => sql`
      select b.id, o.no || ' 批号 ' || b.batch_no || '：发出 ' || b.number || '，箱里 ' || p.packed as what
        from orders o join order_line l on l.order_id = o.id join order_line_batch b on b.order_line_id = l.id
       cross join lateral (select coalesce(sum(number), 0) as packed from carton_goods where order_line_batch_id = b.id) p
       where o.status in ('shipped', 'received', 'completed') and p.packed <> b.number
         and exists (select from carton c where c.order_id = o.id)`,
  },
  {
    name: 'order_splits',
    title: '拆单：两张订单的每一项金额之和等于原订单',
    find: () => sql`
      select s.id, o.no || ' 的 ' || k.key || '：原 ' || (k.value #>> '{}') || '，留下 ' || (s.kept ->> k.key) || '，拆出 ' || (s.moved ->> k.key) as what
        from order_split s join orders o on o.id = s.order_id cross join lateral jsonb_each(s.before - 'lines') k
       where (k.value #>> '{}')::bigint <> (s.kept ->> k.key)::bigint + (s.moved ->> k.key)::bigint`,
  },
  {
    name: 'payment_refunded',
    title: '支付已退的等于它的退款之和',
    find: () => sql`
      select p.id, p.no || '：已退 ' || p.refunded_amount || '，退款 ' || coalesce(r.amount, 0) as what
        from payment p left join (select payment_id, sum(amount) as amount from refund group by 1) r on r.payment_id = p.id
       where p.refunded_amount <> coalesce(r.amount, 0)`,
  },
  {
    name: 'after_sale_refund',
    title: '售后退款等于商品加运费，减去扣下的赠品等与返现',
    find: () => sql`
      select s.id, s.no || '：商品 ' || s.goods_amount || ' + 运费 ' || s.shipping_amount || ' − 扣 ' || s.benefits_kept || ' − 返现 '
                   || s.cashback_withheld || '，退款 ' || coalesce(r.amount, 0) as what
        from after_sale s left join (select after_sale_id, sum(amount) as amount from refund group by 1) r on r.after_sale_id = s.id
       where coalesce(r.amount, 0) <> s.goods_amount + s.shipping_amount - s.benefits_kept - s.cashback_withheld`,
  },
  {
    name: 'order_edit_refund',
    title: '改单少收的，等于退回的款加上还没付的应付减少',
    find: () => sql`
      select e.id, o.no || ' 改单少收 ' || e.back || '，退回 ' || coalesce(r.amount, 0) || '，应付少 ' || u.amount as what
        from order_edit e join orders o on o.id = e.order_id
        left join (select order_edit_id, sum(amount) as amount from refund where order_edit_id is not null group by 1) r on r.order_edit_id = e.id
       cross join lateral (select case when e.before ->> 'status' = 'pending_payment'
                                       then (e.before ->> 'payable')::bigint - (e.after ->> 'payable')::bigint else 0 end as amount) u
       where e.back <> coalesce(r.amount, 0) + u.amount`,
  },
  {
    name: 'benefits_kept',
    title: '扣下的赠品等：申请上的数等于各订单之和，没有一个订单还得比扣得多',
    find: () => sql`
      select s.id, s.no || '：' || s.benefits_kept || '，各订单 ' || coalesce(k.amount, 0) as what
        from after_sale s left join (select after_sale_id, sum(amount) as amount from benefit_kept group by 1) k on k.after_sale_id = s.id
       where s.benefits_kept <> coalesce(k.amount, 0)
       union all
      select order_id, '订单扣下的合计为 ' || sum(amount) from benefit_kept group by order_id having sum(amount) < 0`,
  },
  {
    name: 'order_returned',
    title: '订单已退等于它的售后之和，不超过当初付的',
    find: () => sql`
      select o.id, o.no || '：已退商品 ' || o.returned_goods || '/' || s.goods || '，已退运费 ' || o.refunded_shipping || '/' || s.shipping as what
        from orders o
       cross join lateral (select coalesce(sum(goods_amount), 0) as goods, coalesce(sum(shipping_amount), 0) as shipping
                             from after_sale where order_id = o.id) s
       where o.returned_goods <> s.goods or o.refunded_shipping <> s.shipping
          or o.returned_goods > o.goods_amount - o.reduction_amount or o.refunded_shipping > o.shipping_amount`,
  },
  {
    name: 'after_sale_units',
    title: '退回的数量不超过买的',
    find: () => sql`
      select b.id, '订单明细 ' || b.order_line_id || ' 批号 ' || b.batch_no || '：买 ' || b.number || '，退 ' || sum(l.accepted) as what
        from order_line_batch b join after_sale_line l on l.order_line_batch_id = b.id
       group by b.id having sum(l.accepted) > b.number`,
  },
  {
    name: 'recharge_paid',
    title: '到账的充值、还款各有且只有一笔支付',
    find: () => sql`
      select r.id, '充值 ' || r.no || '（' || r.status || '）' || p.count || ' 笔到账' as what
        from recharge r
       cross join lateral (select count(*) from payment where purpose = 'recharge' and subject_id = r.id and status = 'paid') p
       where (r.status = 'paid') <> (p.count = 1) or p.count > 1
       union all
      select r.id, '还款 ' || r.no || '（' || r.status || '）' || p.count || ' 笔到账'
        from credit_repayment r
       cross join lateral (select count(*) from payment where purpose = 'repayment' and subject_id = r.id and status = 'paid') p
       where (r.status = 'paid') <> (p.count = 1) or p.count > 1`,
  },
  {
    name: 'invoice_red',
    title: '一张蓝字发票冲红的合计不超过它的金额',
    find: () => sql`
      select b.id, b.number || '：金额 ' || b.total || '，冲红 ' || r.total as what
        from invoice b join (select of_id, sum(total) as total from invoice where colour = 'red' group by 1) r on r.of_id = b.id
       where b.total + r.total < 0`,
  },
]
