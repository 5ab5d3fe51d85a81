-- What a bundle took off each of its parts, which is theirs while it stays whole.
alter table order_benefit drop constraint order_benefit_kind_check;
alter table order_benefit add constraint order_benefit_kind_check check (kind in ('gift', 'exchange', 'shipping', 'bundle'));
