-- Sets of goods that zones are made of, each read whole.
create index goods_selected on goods (id) where is_selected;
create index goods_kind on goods (kind, id) where kind in ('herb', 'device');
-- A few best sellers of every brand of a page.
create index goods_manufacturer_sales on goods (manufacturer_id, sales_30d desc, id) where on_shelf;
