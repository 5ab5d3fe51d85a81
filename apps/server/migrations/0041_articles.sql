-- An article may have a name in its page's address (help pages), and a place among the others of its category.
alter table article add column slug text unique check (slug ~ '^[a-z][a-z0-9_-]{0,39}$');
drop index article_category_recent;
create index article_category_order on article (category_id, sort, published_at desc, id desc) where status = 'published';
