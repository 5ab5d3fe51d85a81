-- Words of the trade and what they mean: other names, trade names, classes, indications. The shop begins with those of its files
-- (modules/goods/search/lexicon), which a later version may add to; what a person changed is left as it is.
create table search_word (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('alias', 'trade', 'english', 'class', 'indication')),
  words text[] not null check (cardinality(words) > 0),
  targets text[] not null check (cardinality(targets) > 0),
  parent text not null default '',
  note text not null default '',
  active boolean not null default true,
  -- The first of its words as the file has it; null: written here.
  seed text,
  -- A person wrote or changed it: the file no longer does.
  own boolean not null default false,
  version int not null default 1,
  unique (kind, seed)
);
create trigger search_word_frame_told_insert after insert on search_word
  referencing new table as fresh for each statement execute function tell_change('frame', '', 'id', '');
create trigger search_word_frame_told_update after update on search_word
  referencing new table as fresh old table as former for each statement execute function tell_change('frame', '', 'id', '');
create trigger search_word_frame_told_delete after delete on search_word
  referencing old table as former for each statement execute function tell_change('frame', '', 'id', '');
create trigger search_word_frame_told_truncate after truncate on search_word
  for each statement execute function tell_change('frame', '', 'id', '');
