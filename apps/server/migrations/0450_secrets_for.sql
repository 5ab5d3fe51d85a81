-- A secret is taken once for each time that two people agreed to one: whoever asked for it takes it, and nobody else.
alter table open_key add secret_for bigint references account;
update open_key k set secret_for = k.made_by
 where k.stopped_at is null and not exists (select from open_secret s where s.open_key_id = k.id and s.stopped_at is null);
