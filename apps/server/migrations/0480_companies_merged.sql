-- Two that are one: the one that is kept, and whom of the other's people it let in by that (to put out again where it was a mistake).
alter table company_pair drop constraint company_pair_state_check;
alter table company_pair add constraint company_pair_state_check check (state in ('open', 'apart', 'merged'));
alter table company_pair drop constraint company_pair_check1;
alter table company_pair add constraint company_pair_decided check ((state = 'open') = (decided_at is null));
alter table company_pair add kept_id bigint references company(id) on delete cascade,
                         add let_in bigint[] not null default '{}';
alter table company_pair add constraint company_pair_kept check ((state = 'merged') = (kept_id is not null) and (kept_id is null or kept_id in (first_id, second_id)));
