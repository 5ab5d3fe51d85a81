-- A clerk looks at the shop as a company sees it: a session of one of its accounts, begun from his own, with which it ends in any case.

alter table session add column seen_from bigint references session (id) on delete cascade;
create index session_seen_from on session (seen_from) where seen_from is not null;
