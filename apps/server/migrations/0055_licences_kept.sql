-- Which papers stood behind an order, and which were in force on any day: the seller shows both for five years
-- (药品经营质量管理规范 art. 42).

-- Every state that a row of qualification has had, from when until when; written by whoever changes the row, people and imports alike.
create table qualification_history (
  id                bigint generated always as identity primary key,
  qualification_id  bigint not null,
  company_id        bigint not null references company(id) on delete cascade,
  kind              text not null,
  name              text not null,
  number            text not null,
  issuer            text not null,
  holder            text not null,
  issued_on         date,
  expires_on        date,
  scope_codes       text[] not null,
  status            smallint not null,
  valid_from        timestamptz not null,
  valid_until       timestamptz,
  check (valid_until is null or valid_until >= valid_from)
);
create index qualification_history_company on qualification_history (company_id, kind, valid_from);
create unique index qualification_history_open on qualification_history (qualification_id) where valid_until is null;

insert into qualification_history (qualification_id, company_id, kind, name, number, issuer, holder, issued_on, expires_on, scope_codes, status, valid_from)
select id, company_id, kind, name, number, issuer, holder, issued_on, expires_on, scope_codes, status, now() from qualification;

-- A former state is closed, never changed. A company that goes takes its history with it.
create function keep_qualification() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update qualification_history set valid_until = greatest(valid_from, clock_timestamp())
     where qualification_id = old.id and valid_until is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into qualification_history (qualification_id, company_id, kind, name, number, issuer, holder, issued_on, expires_on, scope_codes, status, valid_from)
    values (new.id, new.company_id, new.kind, new.name, new.number, new.issuer, new.holder, new.issued_on, new.expires_on, new.scope_codes, new.status, clock_timestamp());
  end if;
  return null;
end $$;
create trigger qualification_kept after insert or delete on qualification
  for each row execute function keep_qualification();
create trigger qualification_kept_changed after update on qualification
  for each row when (old is distinct from new) execute function keep_qualification();

-- The papers in force when an order was placed, as they were then.
create table order_licence (
  order_id    bigint not null references orders(id) on delete cascade,
  kind        text not null,
  name        text not null,
  number      text not null,
  expires_on  date,
  scope       text[] not null,
  at          timestamptz not null,
  primary key (order_id, kind)
);
