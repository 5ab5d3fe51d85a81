-- A part of a company's name, whatever the case of its letters, by the signs that stand side by side: for every list that asks by company.
drop index company_name_pairs;
create index company_name_pairs on company using gin (pairs_of(lower(name)));
