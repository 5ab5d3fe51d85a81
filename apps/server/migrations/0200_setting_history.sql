-- What people changed of the shop's settings, in the order in which it took effect: their changes go one at a time. Values as they were and
-- as they became; null: not set, so that the rule's own default holds. What a seed or a command writes stands in setting alone.
create table setting_change (
  id          bigint generated always as identity primary key,
  key         text not null,
  before      jsonb,
  value       jsonb,
  at          timestamptz not null,
  account_id  bigint references account,
  actor       text not null,
  reason      text not null
);
create index setting_change_key on setting_change (key, id desc);
create function setting_change_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what was changed of a setting stays on record';
end $$;
create trigger setting_change_stays before update or delete on setting_change
  for each row execute function setting_change_stays();
