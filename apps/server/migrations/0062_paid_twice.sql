-- A payment that was paid already was paid again, by another number of the gateway: money all the same, and nobody's yet.
alter table suspense drop constraint suspense_reason_check;
alter table suspense add constraint suspense_reason_check check (reason in ('amount_mismatch', 'unknown_payment', 'paid_twice'));
