-- A business day that finance has closed (docs/decisions/2026-11-23-closing.md): what the ledger held of it at that moment. It covers
-- what was booked for its days up to the posting `cut`, and what came late to days that were closed before. Nothing is ever locked by it.
create table day_closing (
  day          date primary key,        -- the last day that it covers
  from_day     date not null,           -- the first
  cut          bigint not null,
  sheet        jsonb not null,
  note         text not null,
  asked_by     text not null,
  approved_by  text not null,           -- '' only where one person did it by an emergency word
  closed_at    timestamptz not null,
  check (from_day <= day)
);
create function day_closing_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a closed day stays as it was closed';
end $$;
create trigger day_closing_stays before update or delete on day_closing for each row execute function day_closing_stays();
