-- A recharge that is sent again, because its answer was lost or the button was pressed twice, is the same one: vouchers bought with the
-- balance are paid for as they are asked for, and were bought twice.
alter table recharge add column send_key text;
create unique index recharge_send_key on recharge (company_id, send_key) where send_key is not null;
