-- Adverts, links and hot words are lists that are saved whole: each has a number that moves on with every save and refuses the second of two.
create table front_list (
  name     text primary key,                                       -- advert:home, links:nav, words
  version  integer not null
);

alter table advert add column is_on boolean not null default true;
alter table hot_word
  add column starts_at timestamptz not null default '-infinity',
  add column ends_at   timestamptz not null default 'infinity';

-- A composed page is kept as articles are: every saved state is a row, and the one that is shown stands in zone_page. due_version: what takes
-- its place at due_at, by itself.
create table zone_page_version (
  page_id    bigint not null references zone_page(id) on delete cascade,
  version    integer not null,
  name       text not null,
  intro      text not null,
  image      text not null,
  accent     text not null,
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  blocks     jsonb not null,
  saved_at   timestamptz not null,
  saved_by   text not null,
  primary key (page_id, version)
);
alter table zone_page
  add column status        text not null default 'published' check (status in ('draft', 'published')),
  add column version       integer not null default 0,
  add column shown_version integer not null default 0,
  add column due_version   integer,
  add column due_at        timestamptz,
  add constraint zone_page_due check ((due_version is null) = (due_at is null));

-- The pages as they are shown at a moment: what was set for a time is there from that time on.
create function zone_pages_at(at timestamptz) returns table (
  id bigint, code text, kind text, name text, intro text, image text, accent text, starts_at timestamptz, ends_at timestamptz, blocks jsonb, sort integer
) language sql stable as $$
  select p.id, p.code, p.kind, coalesce(v.name, p.name), coalesce(v.intro, p.intro), coalesce(v.image, p.image), coalesce(v.accent, p.accent),
         coalesce(v.starts_at, p.starts_at), coalesce(v.ends_at, p.ends_at), coalesce(v.blocks, p.blocks), p.sort
    from zone_page p left join zone_page_version v on v.page_id = p.id and v.version = p.due_version and p.due_at <= at
   where p.status = 'published' or v.page_id is not null
$$;
