-- Rules of who may buy which goods, as people of the house keep them: each by a name of its own, a save over somebody else's is refused.
alter table availability add column version integer not null default 0;
update availability a set name = a.name || ' ' || a.id where exists (select from availability b where b.name = a.name and b.id < a.id);
create unique index availability_name on availability (name);
delete from availability_entry e where e.company_id is not null and not exists (select from company c where c.id = e.company_id);
alter table availability_entry add foreign key (company_id) references company(id) on delete cascade;
create index availability_entry_company on availability_entry (company_id) where company_id is not null;
