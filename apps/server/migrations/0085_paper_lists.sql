-- Papers by the beginning of their number, and deliveries by a batch in whatever case it is typed: without these each such
-- question reads the papers, or the batches, of everybody.
create index document_no_begins on document (no text_pattern_ops);
create index order_line_batch_upper on order_line_batch (upper(batch_no));
