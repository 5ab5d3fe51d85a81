-- What a shipment's papers say beside its goods, and the trace codes that left the house with it.
alter table shipment add column packages integer check (packages > 0);
alter table shipment add column picked_by text not null default '';
alter table shipment add column checked_by text not null default '';
alter table shipment add column remark text not null default '';
-- Of cold goods: the vehicle or the box, its recorder, and the reading when it left.
alter table shipment add column transport text not null default '';
alter table shipment add column box_no text not null default '';
alter table shipment add column recorder_no text not null default '';
alter table shipment add column start_celsius numeric(4, 1);

-- 追溯码: 20 digits, the first 7 of which name the drug and its pack. A code leaves the house once, until it comes back.
create table trace_code (
  id                   bigint generated always as identity primary key,
  code                 text not null check (code ~ '^[0-9]{20}$'),
  order_line_batch_id  bigint not null references order_line_batch(id),
  order_id             bigint not null references orders(id),
  company_id           bigint not null references company(id),
  goods_id             bigint not null references goods(id),
  taken_at             timestamptz not null,
  taken_by             text not null,
  returned_at          timestamptz
);
create unique index trace_code_out on trace_code (code) where returned_at is null;
create index trace_code_piece on trace_code (order_line_batch_id, id);
create index trace_code_order on trace_code (order_id, id);
create index trace_code_company on trace_code (company_id, code);
create index trace_code_drug on trace_code (left(code, 7), goods_id);
create index trace_code_taken on trace_code (taken_at, id);
