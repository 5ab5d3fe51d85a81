-- Keys of buyers: a company's owner makes them for its own systems, with words of their own, so that none is ever a key of the house.
alter table open_key add column company_id bigint references company;
alter table open_key add constraint open_key_words
  check ((company_id is not null) = (scopes <@ array['own.catalogue', 'own.order', 'own.papers']));
create index open_key_company on open_key (company_id, id) where company_id is not null;

-- Companies whose keys the house does not let in, whoever made them and whenever.
create table open_company_block (
  company_id  bigint primary key references company,
  at          timestamptz not null,
  blocked_by  bigint not null references account,
  reason      text not null
);
