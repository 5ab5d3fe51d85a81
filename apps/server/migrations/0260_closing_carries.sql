-- What a closing counted of days that were closed before, so that neither it nor its list looks through the ledger of all years.
create table day_closing_late (
  posting_id  bigint primary key references ledger_posting,
  day         date not null references day_closing,   -- of the closing that counted it
  booked_on   date not null                            -- Beijing
);
create index day_closing_late_booked on day_closing_late (booked_on, posting_id);
insert into day_closing_late (posting_id, day, booked_on)
select g.id, c.day, (g.at at time zone 'Asia/Shanghai')::date
  from (select day, from_day, cut, lag(cut) over (order by day) as former from day_closing) c
  join ledger_posting g on g.id > c.former and g.id <= c.cut and g.at < c.from_day::timestamp at time zone 'Asia/Shanghai';

-- An order's money in the ledger; payments on their way back; bills by when they were settled: what the rules ask since the last closing.
create index ledger_posting_order on ledger_posting (order_id) where order_id is not null;
create index payment_going_back on payment (order_id) where status = 'refunding';
create index credit_bill_settled on credit_bill (settled_at) where settled_at is not null;
