-- Accounts of the demo shop: their names and passwords are published, so a shop that does real business must not have them.
alter table account add column is_demo boolean not null default false;

-- Demo shops of before: no other shop has all six of these names.
update account set is_demo = true
 where username in ('13900000001', '13900000002', '13900000003', '13900000004', '13900000005', 'admin')
   and 6 = (select count(*) from account
             where username in ('13900000001', '13900000002', '13900000003', '13900000004', '13900000005', 'admin'));
