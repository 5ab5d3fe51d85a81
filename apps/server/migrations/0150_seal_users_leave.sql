-- Who no longer belongs to a company is no longer named by its seals: let into the store again, for its purchases, they would sign
-- for it although nobody has named them since.
create function seal_users_leave() returns trigger language plpgsql as $$
begin
  delete from seal_user u using seal s
   where s.id = u.seal_id and s.company_id = old.company_id and u.account_id = old.account_id;
  return null;
end $$;
create trigger account_company_seals after delete on account_company for each row execute function seal_users_leave();

delete from seal_user u using seal s
 where s.id = u.seal_id and s.company_id is not null
   and not exists (select from account_company c where c.company_id = s.company_id and c.account_id = u.account_id);
