-- What the list of a key asked for, as a hash: the same key with another list is refused, not answered as if that one were in the cart.
-- Null: from before this was kept.
alter table quick_order add column asked text;
