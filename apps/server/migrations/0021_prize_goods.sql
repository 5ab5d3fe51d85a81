-- Goods won in a draw travel like goods of the points mall: an order of its own that stands on the record of the draw.
alter table points_order alter column points_goods_id drop not null;
alter table points_order add column draw_record_id bigint unique references draw_record(id);
alter table points_order add constraint points_order_origin check ((points_goods_id is null) = (draw_record_id is not null));
