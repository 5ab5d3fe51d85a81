-- What a checkout was given because it reached something (gifts, goods at their exchange price, free shipping), with the terms
-- of that moment: a return asks whether what is kept still earns it. Money in fen.
create table order_benefit (
  id           bigint generated always as identity primary key,
  checkout_id  bigint not null references checkout(id),
  kind         text not null check (kind in ('gift', 'exchange', 'shipping')),
  name         text not null,
  measure      text not null check (measure in ('amount', 'number')),
  threshold    bigint not null check (threshold > 0),
  repeat       boolean not null default false,
  fee          bigint not null default 0 check (fee >= 0),   -- what shipping would have cost
  earned_by    jsonb not null,                               -- [{lineId, goodsId, amount, number, freeFrom}]
  given        jsonb not null default '[]'                   -- [{lineId, name, unit, each, worth}]
);
create index order_benefit_checkout on order_benefit (checkout_id);

-- What a return kept back for benefits that are no longer earned and did not come back; negative: they came back since.
alter table after_sale add column benefits_kept bigint not null default 0;
alter table after_sale add column benefit_rows jsonb not null default '[]';   -- as the buyer reads them, summing to it
-- Out of which order's refund; of a checkout that was sent as several orders it may be another than the one returned.
create table benefit_kept (
  after_sale_id  bigint not null references after_sale(id),
  order_id       bigint not null references orders(id),
  amount         bigint not null check (amount <> 0),
  primary key (after_sale_id, order_id)
);
create index benefit_kept_order on benefit_kept (order_id);
