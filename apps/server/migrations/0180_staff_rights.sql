-- The wholesaler's staff: what they may do comes from their roles, and how they get in is theirs alone. An account is a buyer's or
-- a member of staff's, never both.

create table staff (
  account_id    bigint primary key references account,
  state         text not null default 'active' check (state in ('active', 'locked', 'left')),
  -- The password was handed over by somebody else: the first thing its owner does is to set his own.
  handed        boolean not null default false,
  -- Base 32. factor_step: the last time step a code was taken of, so that none is taken twice. factor_next: begun, not confirmed yet.
  factor_secret text,
  factor_at     timestamptz,
  factor_step   bigint not null default 0,
  factor_next   text,
  version       integer not null default 0,
  created_at    timestamptz not null default now(),
  check ((factor_secret is null) = (factor_at is null))
);
create table staff_recovery_code (
  account_id  bigint not null references staff,
  code_hash   bytea not null,
  primary key (account_id, code_hash)
);
-- offered: words that this role was given or could have been given by a release; what was taken away stays away.
create table staff_role (
  id           bigint generated always as identity primary key,
  key          text not null unique,
  name         text not null unique,
  builtin      boolean not null default false,
  permissions  text[] not null default '{}',
  offered      text[] not null default '{}',
  version      integer not null default 0
);
create table staff_grant (
  account_id  bigint not null references staff,
  role_id     bigint not null references staff_role,
  granted_at  timestamptz not null,
  granted_by  bigint references account,
  primary key (account_id, role_id)
);
create index staff_grant_role on staff_grant (role_id);

alter table session add column factor_at timestamptz;
create index session_staff on session (account_id) where company_id is null;

-- What viewers remember follows these too (0110).
do $$
declare
  followed record;
  event text;
begin
  for followed in
    select * from (values ('staff', 'account_id', 'account_id', '', '{insert,update,delete}'::text[]),
                          ('staff_grant', 'account_id', 'account_id, role_id', '', '{insert,update,delete}'),
                          ('staff_role', '', 'id', 'name, permissions', '{update,delete}')) as t (name, ids, key, columns, events)
  loop
    foreach event in array followed.events loop
      execute format('create trigger %I after %s on %I referencing %s for each statement execute function tell_change(%L, %L, %L, %L)',
                     format('%s_account_told_%s', followed.name, event), event, followed.name,
                     case event when 'insert' then 'new table as fresh' when 'delete' then 'old table as former'
                                else 'new table as fresh old table as former' end,
                     'account', followed.ids, followed.key, followed.columns);
    end loop;
    execute format('create trigger %I after truncate on %I for each statement execute function tell_change(%L, %L, %L, %L)',
                   format('%s_account_told_truncate', followed.name), followed.name, 'account', followed.ids, followed.key, followed.columns);
  end loop;
end $$;

-- Whoever worked here goes on: quality in its role, everybody else as 管理员, who gives roles to the others.
insert into staff_role (key, name, builtin) values ('quality', '质量', true), ('administrator', '管理员', true);
insert into staff (account_id) select id from account where is_staff;
insert into staff_grant (account_id, role_id, granted_at)
  select a.id, r.id, now() from account a join staff_role r on r.key = case a.staff_role when '质管' then 'quality' else 'administrator' end
   where a.is_staff;
delete from session s using account a where a.id = s.account_id and a.is_staff;
delete from account_company ac using account a where a.id = ac.account_id and a.is_staff;
alter table account drop column staff_role;
-- What a telephone or WeChat opens, a new password among it, is a buyer's: staff have their entrance and nothing beside it.
update account set phone = null, wechat_openid = null, wechat_name = '', wechat_bound_at = null where is_staff;
delete from password_reset r using account a where a.id = r.account_id and a.is_staff;
alter table account add check (not is_staff or (phone is null and wechat_openid is null));

create function refuse_staff_in_company() returns trigger language plpgsql as $$
begin
  if exists (select from account where id = new.account_id and is_staff) then
    raise exception 'account % is of the staff and belongs to no company', new.account_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger account_company_of_buyers before insert on account_company for each row execute function refuse_staff_in_company();
