-- ── The stop list: what the rules found of each goods, and what the quality department decided ───────────────

alter table goods
  -- 特殊管理 and 类别 as the file had them: evidence, and judged again when the rules change.
  add column special_mark       text not null default '',
  add column category_said      text not null default '',
  add column law_verdict        text not null default 'unjudged' check (law_verdict in ('unjudged', 'lawful', 'doubtful', 'barred')),
  add column law_class          text not null default '',      -- the class that bars or is suspected
  add column law_reason         text not null default '',      -- in words: which column says what, and which list knows it
  add column law_rule           text not null default '',      -- list/name
  add column law_version        text,                          -- of the rules that judged it; null = never judged
  add column law_held           boolean not null default false, -- it would be on the shelf but for the stop list
  -- Compounds under rules of their own (packages/domain/src/special.ts); is_ephedrine says that one of them asks for an own order.
  add column special_substances text[] not null default '{}',
  add column cold_chain_said    boolean;                       -- by the file; null = by the judgement

update goods set special_substances = '{ephedrine}' where is_ephedrine;
-- Nothing is shown that was not judged: the start judges the catalogue and puts back what is lawful.
update goods set on_shelf = false, law_held = true, off_shelf_reason = '待按禁售目录核验' where on_shelf;
alter table goods add constraint goods_on_shelf_is_lawful check (not on_shelf or law_verdict = 'lawful');
create index goods_law_queue on goods (law_verdict, id) where law_verdict <> 'lawful';

-- Whoever puts a goods on the shelf, by whatever way, wishes it; the stop list decides. The wish is kept.
create function goods_shelf_asks_the_law() returns trigger language plpgsql as $$
begin
  new.on_shelf := false;
  new.law_held := true;
  new.off_shelf_reason := case new.law_verdict
    when 'barred' then coalesce(nullif(new.law_class, '') || '，依法不得在网上销售', '依法不得在网上销售')
    when 'doubtful' then '待质量管理部门审核'
    else '待按禁售目录核验' end;
  return new;
end $$;
create trigger goods_shelf_asks_the_law before insert or update of on_shelf, law_verdict on goods
  for each row when (new.on_shelf and new.law_verdict <> 'lawful') execute function goods_shelf_asks_the_law();

-- What the quality department decided on a goods, and on what it rested: name, approval number and finding as they were.
-- The last one of a goods counts, as long as all of that is still so.
create table law_decision (
  id             bigint generated always as identity primary key,
  goods_id       bigint not null references goods(id),
  decision       text not null check (decision in ('release', 'bar')),
  reason         text not null,
  goods_name     text not null,
  approval_no    text not null,
  law_class      text not null,
  law_rule       text not null,
  law_reason     text not null,
  law_version    text not null,
  account_id     bigint not null references account(id),
  decided_by     text not null,
  decided_at     timestamptz not null
);
create index law_decision_goods on law_decision (goods_id, id desc);

create function law_decision_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'decisions of the quality department are append-only';
end $$;
create trigger law_decision_append_only before update or delete on law_decision
  for each row execute function law_decision_is_append_only();

-- Each time the catalogue was judged again, and what came of it.
create table law_judging (
  id           bigint generated always as identity primary key,
  law_version  text not null,
  started_at   timestamptz not null,
  finished_at  timestamptz not null,
  judged       integer not null,
  taken_off    integer not null,      -- left the shelf
  put_back     integer not null,      -- came back to it
  barred       integer not null,      -- newly
  doubtful     integer not null,      -- newly
  released     integer not null       -- were barred or doubtful before
);
