-- A gateway takes a refund and brings it later, or not at all; the simulated one can be told to do so.
alter table gateway_simulator
  add column refunds_become text not null default 'done' check (refunds_become in ('done', 'processing', 'abnormal'));
alter table gateway_simulator_refund
  add column status text not null default 'done' check (status in ('done', 'processing', 'abnormal'));
