-- What the submit of a key asked for, as a hash: the same key with something else is refused, not answered with the first orders.
-- Null: from before this was kept.
alter table checkout add column asked text;
