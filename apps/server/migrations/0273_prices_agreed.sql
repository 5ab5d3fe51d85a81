-- Which changes of a price, a cost or a floor a second person agreed to: what one lowered alone goes on holding prices up for a while.
alter table price_change add column agreed boolean not null default false;
