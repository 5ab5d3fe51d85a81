-- Which batches each company was sent, a row each: what the page of inspection reports lists and counts. Without it each page adds up
-- everything that the company ever bought. Kept by the database itself, whoever writes orders, batches or reports.
create table company_batch (
  company_id   bigint not null references company(id),
  goods_id     bigint not null references goods(id),
  batch_no     text not null,
  bought       integer not null,
  expiry_date  date not null,
  order_id     bigint not null references orders(id),     -- the latest it was sent with
  bought_at    timestamptz not null,                      -- when the latest was placed
  ready        boolean not null,                          -- its report stands and its paper is made
  primary key (company_id, goods_id, batch_no)
);
create index company_batch_newest on company_batch (company_id, bought_at desc, goods_id, batch_no);
create index company_batch_ready on company_batch (company_id, ready, bought_at desc, goods_id, batch_no);
create index company_batch_batch on company_batch (goods_id, batch_no);

create function report_stands(of_goods bigint, of_batch text) returns boolean language sql stable as $$
  select exists (select from batch_document r join document d on d.id = r.document_id and d.state = 'valid'
                  where r.goods_id = of_goods and r.batch_no = of_batch and r.kind in ('report', 'import_paper') and r.state = 'released')
$$;

-- A batch that is being sent while its report is being released would miss it: each waits for the other's end. So many locks are
-- enough that releases seldom meet a shipment, and few enough for any number of batches at once.
create function company_batch_lock(goods bigint, batch text) returns integer language sql immutable as $$
  select mod(abs(hashtext(goods || ' ' || batch)::bigint), 64)::integer
$$;

-- Adds pieces of orders that have left the house.
create function company_batch_add(pieces bigint[]) returns void language plpgsql as $$
begin
  if cardinality(pieces) = 0 then return; end if;
  perform pg_advisory_xact_lock_shared(120, k) from (
    select distinct company_batch_lock(l.goods_id, b.batch_no) as k
      from order_line_batch b join order_line l on l.id = b.order_line_id where b.id = any(pieces) order by 1) locks;
  insert into company_batch as c (company_id, goods_id, batch_no, bought, expiry_date, order_id, bought_at, ready)
  select s.*, report_stands(s.goods_id, s.batch_no) from (
    select o.company_id, l.goods_id, b.batch_no, sum(b.number)::integer, max(b.expiry_date), max(o.id), max(o.created_at)
      from order_line_batch b join order_line l on l.id = b.order_line_id join orders o on o.id = l.order_id
     where b.id = any(pieces) group by 1, 2, 3 order by 1, 2, 3) s
  on conflict (company_id, goods_id, batch_no) do update
     set bought = c.bought + excluded.bought, expiry_date = greatest(c.expiry_date, excluded.expiry_date),
         order_id = greatest(c.order_id, excluded.order_id), bought_at = greatest(c.bought_at, excluded.bought_at);
end $$;

-- What left the house does not change; should it be mended by hand, its batch is added up anew.
create function company_batch_recount(of_company bigint, of_goods bigint, of_batch text) returns void language plpgsql as $$
declare
  pieces bigint[];
begin
  delete from company_batch where company_id = of_company and goods_id = of_goods and batch_no = of_batch;
  select coalesce(array_agg(b.id), '{}') into pieces
    from order_line l join order_line_batch b on b.order_line_id = l.id join orders o on o.id = l.order_id
   where l.company_id = of_company and l.goods_id = of_goods and b.batch_no = of_batch and o.status in ('shipped', 'received', 'completed');
  perform company_batch_add(pieces);
end $$;

create function orders_sent() returns trigger language plpgsql as $$
begin
  if new.status in ('shipped', 'received', 'completed') then
    perform company_batch_add(array(select b.id from order_line l join order_line_batch b on b.order_line_id = l.id where l.order_id = new.id));
  else
    perform company_batch_recount(new.company_id, k.goods_id, k.batch_no) from (
      select distinct l.goods_id, b.batch_no from order_line l join order_line_batch b on b.order_line_id = l.id where l.order_id = new.id) k;
  end if;
  return null;
end $$;
create trigger orders_sent after update of status on orders for each row
  when ((old.status in ('shipped', 'received', 'completed')) <> (new.status in ('shipped', 'received', 'completed')))
  execute function orders_sent();

create function pieces_sent() returns trigger language plpgsql as $$
begin
  perform company_batch_add(array(
    select n.id from new_pieces n join order_line l on l.id = n.order_line_id join orders o on o.id = l.order_id
     where o.status in ('shipped', 'received', 'completed')));
  return null;
end $$;
create trigger pieces_sent after insert on order_line_batch referencing new table as new_pieces for each statement
  execute function pieces_sent();

create function piece_mended() returns trigger language plpgsql as $$
declare
  line record;
begin
  select o.company_id, l.goods_id, o.status into line from order_line l join orders o on o.id = l.order_id where l.id = old.order_line_id;
  if line.status in ('shipped', 'received', 'completed') then
    perform company_batch_recount(line.company_id, line.goods_id, old.batch_no);
    if tg_op = 'UPDATE' and new.batch_no <> old.batch_no then
      perform company_batch_recount(line.company_id, line.goods_id, new.batch_no);
    end if;
  end if;
  return null;
end $$;
create trigger piece_mended after update or delete on order_line_batch for each row execute function piece_mended();

create function company_batch_settle(of_goods bigint, of_batch text) returns void language plpgsql as $$
declare
  stands boolean;
begin
  perform pg_advisory_xact_lock(120, company_batch_lock(of_goods, of_batch));
  stands := report_stands(of_goods, of_batch);
  update company_batch set ready = stands where goods_id = of_goods and batch_no = of_batch and ready <> stands;
end $$;

create function report_moved() returns trigger language plpgsql as $$
begin
  -- Released is not yet made: its paper's own turn comes later.
  if new.state = 'released' and exists (select from document where id = new.document_id and state = 'valid') then
    perform company_batch_settle(new.goods_id, new.batch_no);
  end if;
  if tg_op = 'UPDATE' and old.state = 'released'
     and (new.state, new.goods_id, new.batch_no, new.document_id) is distinct from (old.state, old.goods_id, old.batch_no, old.document_id) then
    perform company_batch_settle(old.goods_id, old.batch_no);
  end if;
  return null;
end $$;
create trigger report_moved after insert or update on batch_document for each row execute function report_moved();

create function report_paper_moved() returns trigger language plpgsql as $$
begin
  perform company_batch_settle(goods_id, batch_no) from batch_document where document_id = new.id and state = 'released';
  return null;
end $$;
create trigger report_paper_moved after update of state on document for each row
  when ((old.state = 'valid') <> (new.state = 'valid')) execute function report_paper_moved();

-- What was sent before.
insert into company_batch (company_id, goods_id, batch_no, bought, expiry_date, order_id, bought_at, ready)
select s.*, (s.goods_id, s.batch_no) in (
         select r.goods_id, r.batch_no from batch_document r join document d on d.id = r.document_id and d.state = 'valid'
          where r.kind in ('report', 'import_paper') and r.state = 'released' and r.goods_id is not null)
  from (
    select o.company_id, l.goods_id, b.batch_no, sum(b.number)::integer, max(b.expiry_date), max(o.id), max(o.created_at)
      from orders o join order_line l on l.order_id = o.id join order_line_batch b on b.order_line_id = l.id
     where o.status in ('shipped', 'received', 'completed') group by 1, 2, 3) s;
analyze company_batch;
