-- The first that waits, of endpoints that want order: twenty thousand waiting ones were compared with one another each second.
create index webhook_message_waiting on webhook_message (endpoint_id, id) where state = 'waiting';
