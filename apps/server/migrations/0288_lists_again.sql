-- What the lists of the operators' site ask for in a shop with a million orders, again.

-- How many there are of each state under a filter is counted in the index alone: cancelled orders lie one to a page.
drop index orders_status_time;
create index orders_status_time on orders (status, created_at desc, id desc)
  include (company_id, warehouse_id, goods_amount, shipping_amount, reduction_amount);

-- The register of acceptance, by the words on a label or a note and by what was rejected.
create index stock_intake_begins on stock_intake (no text_pattern_ops);
create index stock_intake_line_plain on stock_intake_line (plain_batch(batch_no) text_pattern_ops);
create index stock_intake_line_rejected on stock_intake_line (id) where accepted < number;

-- What came back of a batch that was sold.
create index after_sale_line_batch on after_sale_line (order_line_batch_id);
