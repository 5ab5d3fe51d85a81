-- Shipments as the warehouse looks for them: the latest first, by waybill, cold ones whose readings are still to come.
alter table shipment add column version integer not null default 0;
-- Who brought a reading; empty: the carrier's service.
alter table shipment_temperature add column taken_by text not null default '';
create index shipment_time on shipment (shipped_at desc, id desc);
create index shipment_cold on shipment (shipped_at desc, id desc) where cold_chain;
create index shipment_under_way on shipment (shipped_at desc, id desc) where delivered_at is null;
create index shipment_waybill on shipment (waybill text_pattern_ops);
