-- Files write one batch number in small letters or with a space: it is the same batch for locks and recalls, wherever they look for it.
create function plain_batch(batch_no text) returns text language sql immutable parallel safe as $$
  select upper(replace(batch_no, ' ', ''))
$$;
