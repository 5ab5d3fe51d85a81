-- Customers whose codes differ only by the case of letters are one (as goods, migration 0141): an import looks each code up so.
create index company_code_letters on company (upper(code)) where code is not null;
