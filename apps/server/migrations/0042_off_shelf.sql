-- Lists of quick purchase may name goods that are sold no longer; they are looked for among the few that are off the shelf.
create index goods_off_shelf on goods (id) where not on_shelf;
