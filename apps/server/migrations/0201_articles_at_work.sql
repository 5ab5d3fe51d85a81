-- An article that is shown stays as it is while somebody writes its next state: every saved state is a row of article_version, and the one
-- that is shown stands in the article. version: the last that was saved; shown_version: the one that is shown, or was when it was
-- withdrawn; 0: what a seed wrote.
alter table article
  add column version        integer not null default 0,
  add column shown_version  integer not null default 0;
alter table article_version add column saved_by text not null default '';
create index article_recent on article (updated_at desc, id desc);
