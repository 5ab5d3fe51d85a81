-- Records found by the beginning of their number.
create index stock_batch_begins on stock_batch (upper(batch_no) text_pattern_ops);
create index goods_mnemonic_small_begins on goods (lower(mnemonic) text_pattern_ops) where mnemonic <> '';
create index goods_barcode_begins on goods (barcode text_pattern_ops) where barcode <> '';
create index payment_no_begins on payment (no text_pattern_ops);
create index refund_no_begins on refund (no text_pattern_ops);
create index invoice_number_begins on invoice (number text_pattern_ops);
create index after_sale_no_begins on after_sale (no text_pattern_ops);

-- A part of a name, and of its first letters: by every two signs that stand side by side. What is found so is looked at once more.
create function pairs_of(words text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(words, n, 2)), '{}') from generate_series(1, length(words) - 1) n
$$;
create index company_name_pairs on company using gin (pairs_of(name));
create index company_initials_pairs on company using gin (pairs_of(initials)) where initials is not null;
create index goods_name_pairs on goods using gin (pairs_of(name));
