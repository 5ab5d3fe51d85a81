-- The gates hold to the last box: what is given, drawn or taken for points is asked like what is bought, orders wait where the
-- answer has changed, and goods go to places that somebody has looked at.

-- Drugs and devices among the mall's goods and the prizes name the goods of the catalogue that they are; null: a thing of daily use.
alter table points_goods add column goods_id bigint references goods(id);
alter table points_goods add constraint points_goods_catalogue check (goods_id is null or kind = 'goods');
alter table draw_prize add column goods_id bigint references goods(id);
alter table draw_prize add constraint draw_prize_catalogue check (goods_id is null or kind = 'goods');
alter table points_order add column goods_id bigint references goods(id);

-- hold_reasons: [{code, message, goods}], goods '' where the company itself is meant; what it last waited for stays readable.
-- hold_waived: codes of reasons with which staff have let the order go on.
alter table orders
  add column held_at      timestamptz,
  add column hold_reasons jsonb not null default '[]',
  add column hold_waived  text[] not null default '{}';
create index orders_held on orders (held_at, id) where held_at is not null;

-- The licensed premises need no review; every other place is looked at by the quality department before drugs go there.
alter table address
  add column review         text not null default 'waiting' check (review in ('waiting', 'passed', 'rejected')),
  add column review_reason  text not null default '',
  add column reviewed_at    timestamptz,
  add column reviewed_by    text not null default '',
  add column changed_at     timestamptz;
update address set review = 'passed' where is_licence;
create index address_waiting on address (coalesce(changed_at, created_at), id) where review = 'waiting' and not is_licence;
