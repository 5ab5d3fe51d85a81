-- What staff's lists over money and companies ask for at a million orders; without them a kind that nobody booked, one company's postings
-- (its monthly statement too) and the lines of one file of the bank were looked for in all there are.
create index ledger_posting_kind on ledger_posting (kind, at, id);
create index ledger_posting_company on ledger_posting (company_id, at, id);
create index bank_line_import on bank_line (import_id, line);
create index recharge_paid on recharge (purse, company_id) include (amount, gift, created_at) where status = 'paid';
create index recharge_created on recharge (id) where status = 'created';

-- The number that a paper's title ends with, of its order mostly: its figures in pairs stand in every other title too.
create index document_title_number on document (split_part(title, ' ', 2) text_pattern_ops) where split_part(title, ' ', 2) <> '';

-- Whether anybody signs in for it as its owner: kept beside the company, where a list of those without one finds the few.
alter table company add column has_owner boolean not null default false;
update company c set has_owner = true where exists (select from account_company o where o.company_id = c.id and o.is_owner);
create index company_without_owner on company (id) where not has_owner;

create function company_keeps_owner() returns trigger language plpgsql as $$
declare
  changed bigint[] := case tg_op when 'INSERT' then array[new.company_id] when 'DELETE' then array[old.company_id]
                                 else array[old.company_id, new.company_id] end;
begin
  -- One after the other: of two owners who leave at once each would see the other one stay.
  perform from company where id = any (changed) order by id for no key update;
  update company c set has_owner = not has_owner
   where c.id = any (changed) and has_owner <> exists (select from account_company o where o.company_id = c.id and o.is_owner);
  return null;
end $$;
create trigger account_company_owner_kept after insert or update or delete on account_company
  for each row execute function company_keeps_owner();
