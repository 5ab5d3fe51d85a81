-- Papers by words within their titles: two letters each, for Chinese is written without gaps. Words that few papers have are found
-- here; those that most have are met among the newest papers anyway.
create function letter_pairs(words text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(words, n, 2) from generate_series(1, length(words) - 1) n)
$$;
-- Not put off to a list that somebody's insert has to clear up.
create index document_title_pairs on document using gin (letter_pairs(title)) with (fastupdate = off);
analyze document;
