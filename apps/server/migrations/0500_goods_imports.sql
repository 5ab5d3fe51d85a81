-- Files that a clerk brings. Their rows are kept as they were read, with what trying them out showed, and what stood in the goods before they
-- landed: a row lands, or goes back, in one transaction with the note that it did, so that whatever kills the process nothing is done twice.
create table import_file (
  id           bigint generated always as identity primary key,
  kind         text not null check (kind in ('goods')),
  file_name    text not null,
  header       text[] not null,
  header_key   text not null,                      -- by which a file of the same columns is known again
  columns      jsonb not null default '{}',        -- field → place in the header
  state        text not null default 'columns'
    check (state in ('columns', 'checking', 'checked', 'running', 'done', 'undoing', 'undone', 'cancelled', 'failed')),
  note         text not null default '',
  account_id   bigint not null references account,
  asked_by     text not null,
  read_at      timestamptz not null,
  stands       text not null default '',           -- how the goods stood that it was tried out upon
  reason       text not null default '',
  landed_at    timestamptz,
  undo_account_id bigint references account,
  undo_by      text not null default '',
  undo_reason  text not null default '',
  ended_at     timestamptz
);
create index import_file_kind on import_file (kind, id desc);
create index import_file_read on import_file (read_at);

create table import_file_row (
  file_id     bigint not null references import_file on delete cascade,
  seq         integer not null,
  line        integer not null,
  cells       text[] not null,
  problems    jsonb not null default '{}',         -- place of a cell → why it holds nothing to go by
  code        text not null default '',
  name        text not null default '',
  state       text not null default 'read' check (state in ('read', 'new', 'changed', 'same', 'refused')),
  doubtful    boolean not null default false,
  message     text not null default '',
  goods_id    bigint,                              -- no reference: what came by the import may go again
  version     integer,                             -- of the goods it was tried out upon, then as it left it
  before      jsonb,
  after       jsonb,
  landed_at   timestamptz,
  undone      text not null default '' check (undone in ('', 'back', 'partly', 'removed', 'shelved', 'left')),
  undone_message text not null default '',
  primary key (file_id, seq)
);
create index import_file_row_state on import_file_row (file_id, state, seq);
create index import_file_row_code on import_file_row (file_id, upper(code));

-- How the columns of such a file were named last.
create table import_columns (
  kind        text not null,
  header_key  text not null,
  columns     jsonb not null,
  account_id  bigint not null references account,
  saved_at    timestamptz not null,
  primary key (kind, header_key)
);

-- Which tables name these goods, by whatever reference there is now or will be, and which offers. What every goods has of its own is left out.
create function goods_named(goods_ids bigint[]) returns table (goods_id bigint, named_in text) language plpgsql stable as $$
declare
  place record;
begin
  for place in
    select c.conrelid::regclass::text as tab, a.attname as col
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid in ('goods'::regclass, 'goods_first_trade'::regclass)
       and c.conrelid::regclass::text not in ('goods_category', 'goods_image', 'goods_letters', 'goods_first_trade', 'goods_cost', 'price_change')
  loop
    return query execute format('select distinct t.%1$I::bigint, %3$L::text from %2$s t where t.%1$I = any($1)', place.col, place.tab, place.tab)
      using goods_ids;
  end loop;
  -- Offers name theirs in their terms.
  return query
    select distinct (named.v #>> '{}')::numeric::bigint, 'offer'
      from (select scope from promotion union all select scope from coupon_template union all select terms from promotion_plan
             union all select terms from coupon_plan union all select terms from deal_plan) offer (terms),
           lateral (select jsonb_path_query(offer.terms, '$.**.goods[*]') union all select jsonb_path_query(offer.terms, '$.**.except[*]')
                     union all select jsonb_path_query(offer.terms, '$.**.goods_id')) named (v)
     where jsonb_typeof(named.v) = 'number' and (named.v #>> '{}')::numeric = any(goods_ids::numeric[]);
end $$;
