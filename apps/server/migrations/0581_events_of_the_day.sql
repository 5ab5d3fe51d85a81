-- What only the hour brings, and what is out of stock: told to whoever asks for the word.
alter table open_event drop constraint open_event_about_check;
alter table open_event add constraint open_event_about_check check (about in
  ('order', 'return', 'shipment', 'payment', 'company', 'goods', 'batch', 'recall', 'invoice', 'credit_bill', 'repayment', 'wanted', 'complaint',
   'certificate', 'receipt', 'document'));

-- Up to which day (of Beijing) it was told what that day brings: a day on which nothing ran is told the next.
create table open_daily (
  only_row      boolean primary key default true check (only_row),
  told_through  date not null
);

create function tell_of_stock() returns trigger language plpgsql as $$
begin
  if not exists (select from goods_stock where goods_id = new.goods_id and available > 0) then
    perform tell_others('stock.out', 'goods', new.goods_id);
  end if;
  return null;
end $$;
create trigger goods_stock_out_told after update of available on goods_stock for each row
  when (old.available > 0 and new.available <= 0) execute function tell_of_stock();

create trigger document_ready_told after update of state on document for each row
  when (old.state <> 'valid' and new.state = 'valid') execute function tell_of_row('document.ready', 'document');
