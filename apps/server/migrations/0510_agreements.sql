-- What a company agrees to when it registers (用户协议, 隐私政策 …), in versions. A version is a draft until another person has approved it; from
-- then on nothing of it changes. It is in force from a moment on, until the next one is. The former texts were articles; the page stays one.
create table agreement (
  id          bigint generated always as identity primary key,
  code        text not null unique check (code ~ '^[a-z][a-z0-9_-]{0,39}$'),   -- of the article that is its page
  title       text not null
);
create table agreement_version (
  id              bigint generated always as identity primary key,
  agreement_id    bigint not null references agreement(id),
  number          integer not null check (number > 0),
  body            text not null,
  changes         text not null default '',                 -- what is new in it, in words for buyers
  planned_at      timestamptz,                              -- null: as soon as it is approved
  at_registration boolean not null default true,            -- who registers accepts it
  demanded        boolean not null default false,           -- companies that are here are asked to accept it
  blocks_on       date,                                     -- from that day on they order nothing before; null: they are asked, no more
  version         integer not null default 1,               -- counts the saves
  saved_by        text not null,
  saved_at        timestamptz not null,
  asked_by        text not null default '',
  approved_by     text not null default '',
  approved_at     timestamptz,
  in_force_at     timestamptz,
  sha256          bytea,                                    -- of the body
  withdrawn_by    text not null default '',
  withdrawn_at    timestamptz,                              -- before it was in force
  withdrawn_reason text not null default '',
  unique (agreement_id, number),
  check ((approved_at is null) = (in_force_at is null) and (approved_at is null) = (sha256 is null)),
  check (blocks_on is null or demanded),
  check (withdrawn_at is null or (approved_at is not null and withdrawn_at < in_force_at))
);
create unique index agreement_version_draft on agreement_version (agreement_id) where approved_at is null;

create function agreement_version_is_final() returns trigger language plpgsql as $$
begin
  if old.approved_at is null then return coalesce(new, old); end if;
  if TG_OP = 'DELETE' or old.withdrawn_at is not null
     or to_jsonb(new) - '{withdrawn_at,withdrawn_by,withdrawn_reason}'::text[] <> to_jsonb(old) - '{withdrawn_at,withdrawn_by,withdrawn_reason}'::text[] then
    raise exception 'an approved version of an agreement never changes';
  end if;
  return new;
end $$;
create trigger agreement_version_final before update or delete on agreement_version
  for each row execute function agreement_version_is_final();

create table agreement_acceptance (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references company(id),
  account_id  bigint not null references account(id),
  version_id  bigint not null references agreement_version(id),
  way         text not null check (way in ('registration', 'page')),
  sha256      bytea not null,                               -- of the text that was read
  ip          text not null,
  user_agent  text not null default '',
  accepted_at timestamptz not null,
  unique (company_id, version_id, account_id)
);
create index agreement_acceptance_version on agreement_acceptance (version_id);
create function agreement_acceptance_stays() returns trigger language plpgsql as $$
begin
  raise exception 'an acceptance stays as it was given';
end $$;
create trigger agreement_acceptance_final before update or delete on agreement_acceptance
  for each row execute function agreement_acceptance_stays();

-- What is in force at a moment, one of each.
create function agreements_at(at timestamptz) returns setof agreement_version language sql stable as $$
  select distinct on (agreement_id) * from agreement_version
   where in_force_at <= at and withdrawn_at is null order by agreement_id, in_force_at desc, number desc
$$;
-- Articles as readers see them at a moment: what is published; of an agreement's page the text that is in force.
create function articles_at(at timestamptz) returns table (
  id bigint, category_id bigint, slug text, title text, summary text, body text, author text, cover text, sort integer,
  published_at timestamptz, updated_at timestamptz
) language sql stable as $$
  select a.id, a.category_id, a.slug, coalesce(g.title, a.title), a.summary, coalesce(v.body, a.body), a.author, a.cover, a.sort,
         a.published_at, coalesce(v.in_force_at, a.updated_at)
    from article a left join agreement g on g.code = a.slug left join agreements_at(at) v on v.agreement_id = g.id
   where case when g.id is null then a.status = 'published' and a.published_at <= at else v.id is not null end
$$;

-- What the two texts say today is their first version; nobody who is here is asked about it. What was being written goes on as a draft.
-- A function, for the demo writes articles and adopts them the same way.
create function adopt_agreements() returns void language plpgsql as $$
begin
  insert into agreement (code, title) select slug, title from article where slug in ('yhxy', 'yszc') order by slug;
  insert into agreement_version (agreement_id, number, body, saved_by, saved_at, approved_at, in_force_at, sha256)
  select g.id, 1, a.body, '', a.updated_at,
         case when a.status = 'published' then a.updated_at end, case when a.status = 'published' then a.updated_at end,
         case when a.status = 'published' then sha256(convert_to(a.body, 'UTF8')) end
    from agreement g join article a on a.slug = g.code;
  insert into agreement_version (agreement_id, number, body, saved_by, saved_at)
  select g.id, 2, v.body, v.saved_by, v.saved_at
    from agreement g join article a on a.slug = g.code join article_version v on v.article_id = a.id and v.version = a.version
   where a.status = 'published' and a.version > a.shown_version;
  update article set status = 'published', body = '' where slug in (select code from agreement);
end $$;
select adopt_agreements();

-- Followed: what is in force is remembered with the pages, what a company owes with who is signed in.
create trigger agreement_version_content_told_insert after insert on agreement_version
  referencing new table as fresh for each statement execute function tell_change('content', '', 'id', '');
create trigger agreement_version_content_told_update after update on agreement_version
  referencing new table as fresh old table as former for each statement execute function tell_change('content', '', 'id', 'approved_at, withdrawn_at');
create trigger agreement_version_company_told_update after update on agreement_version
  referencing new table as fresh old table as former for each statement execute function tell_change('company', '', 'id', 'approved_at, withdrawn_at');
create trigger agreement_acceptance_company_told_insert after insert on agreement_acceptance
  referencing new table as fresh for each statement execute function tell_change('company', 'company_id', 'id', '');
