-- The clerks' list of companies: found by letters of their names, by every column it is filtered by, the newest first.

alter table company
  -- wht of 望槐堂; null: not read yet, or the name has changed since. A task reads them (companies.initials).
  add column initials text,
  -- Of price grade and account manager: a save over someone else's is refused.
  add column terms_version integer not null default 0;

create function company_renamed() returns trigger language plpgsql as $$
begin
  new.initials := null;
  return new;
end $$;
create trigger company_renamed before update of name on company for each row
  when (new.name is distinct from old.name) execute function company_renamed();

create index company_initials on company (initials, id);
create index company_state on company (review_state, id desc);
create index company_type on company (type, id desc);
create index company_region on company (province, city, id desc);
create index company_rank on company (rank, id desc);
create index company_manager on company (manager_name, id desc);
create index company_phone on company (phone text_pattern_ops);
create index company_code_begins on company (code text_pattern_ops);
create index company_credit_code_begins on company (credit_code text_pattern_ops);
