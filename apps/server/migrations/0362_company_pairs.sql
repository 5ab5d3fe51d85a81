-- Companies that may be one and the same, found by what they have in common (task companies.pairs) and judged by quality. Lower id first.

create table company_pair (
  id          bigint generated always as identity primary key,
  first_id    bigint not null references company(id) on delete cascade,
  second_id   bigint not null references company(id) on delete cascade,
  signs       text[] not null check (signs <> '{}'),            -- credit_code, licence, name, place
  state       text not null default 'open' check (state in ('open', 'apart')),
  found_at    timestamptz not null,
  decided_at  timestamptz,
  decided_by  text not null default '',
  reason      text not null default '',
  check (first_id < second_id),
  check ((state = 'apart') = (decided_at is not null)),
  unique (first_id, second_id)
);
create index company_pair_state on company_pair (state, id);
create index company_pair_second on company_pair (second_id);

create trigger queue_company_pair after insert or delete or update of state on company_pair
  for each statement execute function tell_queues('{3}');
