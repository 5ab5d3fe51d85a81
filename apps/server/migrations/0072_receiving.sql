-- What buyers found when they counted a delivery. Written once, at the deed; what is found later is an after-sale.
create table receiving (
  id               bigint generated always as identity primary key,
  order_id         bigint not null unique references orders(id),
  company_id       bigint not null references company(id),
  account_id       bigint references account(id) on delete set null,
  idempotency_key  text not null,
  received_by      text not null,
  inspected_by     text not null,
  arrived_on       date not null,                         -- Beijing
  temperature      numeric(3, 1),                         -- ℃ on arrival; null: not measured
  remark           text not null default '',
  summary          text not null,                         -- 合格 48，破损 2
  differs          boolean not null,
  created_at       timestamptz not null,
  unique (company_id, idempotency_key)
);
create table receiving_line (
  receiving_id         bigint not null references receiving(id),
  order_line_batch_id  bigint not null references order_line_batch(id),
  number               integer not null check (number > 0),           -- left the house
  claimed              integer not null check (claimed >= 0),         -- applied for before the goods were counted
  accepted             integer not null check (accepted >= 0),
  short                integer not null check (short >= 0),
  damaged              integer not null check (damaged >= 0),
  wrong                integer not null check (wrong >= 0),
  refused              integer not null check (refused >= 0),
  refused_for          text check (refused_for in ('quality', 'near_expiry', 'other')),
  note                 text not null default '',
  primary key (receiving_id, order_line_batch_id),
  check (claimed + accepted + short + damaged + wrong + refused = number),
  check ((refused > 0) = (refused_for is not null))
);
-- The applications that its differences became.
create table receiving_after_sale (
  receiving_id   bigint not null references receiving(id),
  after_sale_id  bigint not null unique references after_sale(id),
  primary key (receiving_id, after_sale_id)
);
create function receiving_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'receiving' then
    -- An account that goes leaves its deeds.
    if to_jsonb(new) - 'account_id' = to_jsonb(old) - 'account_id' then return new; end if;
  end if;
  raise exception 'a receiving record stays as it was written';
end $$;
create trigger receiving_never_changes before update or delete on receiving for each row execute function receiving_stays();
create trigger receiving_line_never_changes before update or delete on receiving_line for each row execute function receiving_stays();

-- Deliveries of a company, the newest first.
create index orders_company_shipped on orders (company_id, shipped_at desc, id desc) where shipped_at is not null;

-- Papers that are packed into one file by a job, for there are too many to wait for.
create table paper_pack (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references company(id) on delete cascade,
  account_id  bigint references account(id) on delete set null,
  title       text not null,
  wish        jsonb not null,                             -- which: of an order, or of deliveries
  state       text not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'gone')),
  note        text not null default '',
  file_id     bigint references stored_file(id) on delete set null,
  asked_at    timestamptz not null,
  made_at     timestamptz
);
create index paper_pack_company on paper_pack (company_id, id desc);
create unique index paper_pack_waiting on paper_pack (company_id, wish) where state = 'waiting';
create index paper_pack_made on paper_pack (made_at) where state in ('ready', 'failed');
