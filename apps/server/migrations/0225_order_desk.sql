-- Orders that staff change before they are picked, and orders that staff enter for a company.

-- How often it was changed since it was placed: the version that a change is made on.
alter table orders add column edits integer not null default 0;
-- The member of staff who entered it for the company; null: the company ordered by itself.
alter table orders add column entered_by bigint references account;

-- What was changed, as it was before and after; money in fen.
create table order_edit (
  id          bigint generated always as identity primary key,
  order_id    bigint not null references orders,
  at          timestamptz not null,
  account_id  bigint references account,
  actor       text not null,
  cause       text not null check (cause in ('buyer', 'shop')),   -- whose wish or fault it was
  reason      text not null check (reason <> ''),
  back        bigint not null check (back >= 0),                  -- by how much the order costs less
  before      jsonb not null,
  after       jsonb not null
);
create index order_edit_order on order_edit (order_id, id);
create trigger order_edit_never_changes before update or delete on order_edit for each row execute function kept_by_law();
create trigger order_edit_no_truncate before truncate on order_edit for each statement execute function kept_by_law();

-- Money goes back for an after-sale, or for a change before picking.
alter table refund alter column after_sale_id drop not null;
alter table refund add column order_edit_id bigint references order_edit;
alter table refund add constraint refund_of_one check (num_nonnulls(after_sale_id, order_edit_id) = 1);
create index refund_order_edit on refund (order_edit_id) where order_edit_id is not null;
