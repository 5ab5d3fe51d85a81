-- What an offer brought, by the orders it was part of: gifts and exchange goods by their row, reductions by the activities that shared in a line.
create index order_line_gift on order_line (gift_id, company_id) where gift_id is not null;
create index order_line_exchange on order_line (exchange_id) where exchange_id is not null;
create function promotions_in(shares jsonb) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg((share ->> 'id')::bigint), '{}') from jsonb_array_elements(shares) as share
   where share ->> 'kind' in ('full_reduction', 'goods_full_reduction')
$$;
create index order_line_promotions on order_line using gin (promotions_in(shares)) where shares <> '[]';
create index orders_cashback_promotion on orders (cashback_promotion_id) where cashback_promotion_id is not null;
