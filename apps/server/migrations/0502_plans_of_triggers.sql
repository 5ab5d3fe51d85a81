-- A session keeps the plan of a trigger's first run. Where that run had one row, the two sides were joined row by row for ever after, and
-- ten thousand goods of a price list took minutes (and the statement its limit) on a connection that had changed a single one before.
-- Joined by hash, one row costs nothing more and ten thousand what they should. Not those that look up another table by its key.
alter function tell_goods_changed() set enable_nestloop = off;
alter function tell_offers_changed() set enable_nestloop = off;
alter function tell_bought_changed() set enable_nestloop = off;
