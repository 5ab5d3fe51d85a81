-- Customers from before the shop come by import with two papers of the seven that registering asks for. They are marked, show what
-- is missing, and sign like everybody else; the setting old_customers_until (a date) lets them buy meanwhile.
alter table company add column imported_at timestamptz;
update company set imported_at = created_at where code is not null;
alter table company alter column contract_signed set default false;

-- Until when the shop is open to old customers is part of what every process remembers of them.
create function tell_old_customers_changed() returns trigger language plpgsql as $$
begin
  if coalesce(new.key, old.key) = 'old_customers_until' then perform pg_notify('viewer_changed', ''); end if;
  return null;
end $$;
create trigger setting_viewers after insert or update or delete on setting
  for each row execute function tell_old_customers_changed();
