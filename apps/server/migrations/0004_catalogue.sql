-- The goods of one flash session are read for the home page.
create index goods_offer_session on goods_offer (flash_session_id, id) where flash_session_id is not null;
-- Sessions of a day.
create index flash_session_ends on flash_session (ends_at);
