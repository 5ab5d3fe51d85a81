import { CLERKS, type Step } from './wholesaler-sizes.ts'

/** What lies before the wholesaler's people beside orders and money: papers, warehouse, customers, talk, and themselves. */

const DAY = `interval '1 day'`
const people: Step = ({ clerk }) => [
  `insert into account (id, username, name, password_hash, is_staff) overriding system value
   select ${clerk} + n, 'clerk' || n, '员工' || (n + 1), '', true from generate_series(0, ${CLERKS - 1}) n`,
  `insert into staff (account_id, factor_secret, factor_at) select ${clerk} + n, 'unused', now() from generate_series(0, ${CLERKS - 1}) n`,
  `insert into setting_change (key, actor, at, value, reason) select 'company_name', '员工1', now() - n * ${DAY}, '"x"', '更名' from generate_series(1, 2000) n`,
  `insert into export_job (account_id, kind, format, query, words, state, file_name, row_count, asked_at, ended_at)
   select ${clerk} + n % ${CLERKS}, 'orders', 'xlsx', '{}', '{}', 'gone', '订单.xlsx', 1000, now() - n * interval '1 hour', now() - n * interval '1 hour' from generate_series(1, 20000) n`,
  `insert into list_view (account_id, list, name, query, is_shared, created_at, updated_at)
   select ${clerk} + n % ${CLERKS}, 'orders', '视图' || n, 'status=paid', n % 10 = 0, now(), now() from generate_series(1, 600) n`,
  `insert into approval_request (kind, subject, title, params, body, changes, stands, reason, asked_by, asked_at, expires_at, state, decided_by, decided_at)
   select (array['price.base', 'balance.adjust', 'credit.terms', 'batch.release', 'after_sale.refund'])[1 + n % 5], 'goods:' || n, '改价', '{}', '{}', '[]', '', '市场', ${clerk} + n % 20,
          now() - (50000 - n) * interval '10 minutes', now() - (50000 - n) * interval '10 minutes' + 7 * ${DAY}, s.state, case when s.state in ('approved', 'refused') then ${clerk} + 20 + n % 20 end,
          case when s.state <> 'waiting' then now() end
     from generate_series(1, 50000) n cross join lateral (select case when n > 49800 then 'waiting' when n % 10 = 0 then 'refused' when n % 17 = 0 then 'expired' else 'approved' end as state) s`,
]
const shipments: Step = () => [
  `insert into stored_file (id, sha256, mime, name, size, purpose) overriding system value values (1, sha256('x'), 'application/pdf', 'x.pdf', 1, 'bench') on conflict do nothing`,
  `insert into shipment (id, order_id, carrier, waybill, packages, picked_by, checked_by, shipped_at, delivered_at, cold_chain) overriding system value
   select id, id, '自营配送', 'ZY' || id, 1, '张拣货', '李复核', shipped_at, received_at, id % 20 = 0 from orders where shipped_at is not null`,
  `insert into shipment_temperature (shipment_id, at, celsius) select id, shipped_at + interval '1 hour', 5.0 from shipment where cold_chain and id % 3 <> 0`,
  `insert into document (no, check_code, kind, subject, company_id, title, day, snapshot, state, fault, file_id, sha256, pages, asked_at, asked_by, made_at)
   select case k.kind when 'delivery_note' then 'SH' else 'CK' end || s.id, lpad(s.id::text, 12, '0'), k.kind, 'shipment:' || s.id, o.company_id, k.title || ' ' || o.no, s.shipped_at::date, '{}',
          f.state, case f.state when 'failed' then '印章停用' else '' end, case f.state when 'failed' then null else 1 end, case f.state when 'failed' then null else sha256(s.id::text::bytea) end, 1,
          s.shipped_at, '系统', case f.state when 'failed' then null else s.shipped_at end
     from shipment s join orders o on o.id = s.order_id cross join (values ('delivery_note', '随货同行单'), ('outbound', '出库单')) k (kind, title)
     cross join lateral (select case when s.id % 20000 = 0 then 'failed' else 'valid' end as state) f
    where k.kind = 'delivery_note' or s.id % 2 = 0 order by s.id`,
  `insert into receiving (order_id, company_id, account_id, idempotency_key, received_by, inspected_by, arrived_on, summary, differs, created_at)
   select id, company_id, account_id, 'w' || id, '收货甲', '验收乙', received_at::date, '合格 20', id % 500 = 0, received_at from orders where received_at is not null and id % 4 = 0`,
  `insert into order_note (order_id, kind, at, account_id, actor, text)
   select id, case when status in ('paid', 'picking') and id % 30 = 0 then 'short' else 'inside' end, created_at, picked_by, '员工1', '客户催货' from orders where id % 15 = 0`,
  `insert into order_edit (order_id, at, account_id, actor, cause, reason, back, before, after) select id, created_at, picked_by, '员工1', 'buyer', '少要', 0, '{}', '{}' from orders where id % 50 = 7`,
  `insert into ephedrine_receipt (order_id, company_id, state, due_on, submitted_at, reviewed_at, reviewed_by, created_at)
   select id, company_id, s.state, (shipped_at + 7 * ${DAY})::date, case when s.state <> 'awaiting' then shipped_at + 3 * ${DAY} end, case when s.state = 'passed' then shipped_at + 4 * ${DAY} end,
          case when s.state = 'passed' then '质量甲' else '' end, shipped_at
     from orders cross join lateral (select case when status = 'completed' and id % 1000 <> 0 then 'passed' when id % 600 = 0 then 'submitted' else 'awaiting' end as state) s
    where is_ephedrine and shipped_at is not null`,
  `insert into company_batch (company_id, goods_id, batch_no, bought, expiry_date, order_id, bought_at, ready)
   select l.company_id, l.goods_id, p.batch_no, 10, p.expiry_date, l.order_id, now() - l.order_id % 300 * ${DAY}, l.order_id % 3 <> 0
     from order_line l join order_line_batch p on p.order_line_id = l.id where l.order_id % 3 = 0 on conflict do nothing`,
  `insert into trace_code (code, order_line_batch_id, order_id, company_id, goods_id, taken_at, taken_by)
   select lpad(p.id::text, 20, '0'), p.id, l.order_id, l.company_id, l.goods_id, o.shipped_at, '李复核'
     from order_line_batch p join order_line l on l.id = p.order_line_id join orders o on o.id = l.order_id where o.shipped_at is not null and o.id % 5 = 0`,
]
/** Three orders in four were picked in waves of some twenty; a few of these are under way. */
const waves: Step = ({ clerk }) => [
  `create unlogged table bench_waved as
   select id as order_id, warehouse_id, status, created_at, coalesce(gathered_at, shipped_at) as done_at,
          (row_number() over (partition by warehouse_id order by id) - 1) / 20 as slice, 1 + (row_number() over (partition by warehouse_id order by id) - 1) % 20 as tote
     from orders where status not in ('pending_payment', 'cancelled') and id % 4 <> 1 and (status <> 'paid' or id % 8 = 0)`,
  `insert into wave (no, warehouse_id, picker_id, version, made_by, maker, made_at, started_at)
   select 'BC' || warehouse_id || '-' || slice, warehouse_id, case when slice % 3 > 0 then ${clerk} + slice % 20 end, 1, ${clerk} + 1, '仓库1', max(created_at),
          case when bool_or(status <> 'paid') then max(created_at) end
     from bench_waved group by warehouse_id, slice order by max(created_at)`,
  `insert into wave_order (wave_id, order_id, tote)
   select v.id, b.order_id, b.tote from bench_waved b join wave v on v.no = 'BC' || b.warehouse_id || '-' || b.slice`,
  `insert into wave_taken (wave_id, stock_batch_id, number, taken_by, taken_at)
   select x.wave_id, p.stock_batch_id, sum(p.number), ${clerk} + 1, max(b.done_at)
     from wave_order x join bench_waved b on b.order_id = x.order_id join order_line l on l.order_id = x.order_id join order_line_batch p on p.order_line_id = l.id
    where b.done_at is not null group by 1, 2`,
  'drop table bench_waved',
]
const SELLER = `'{"name":"安衡药采","tax_no":"91510000000000000X","address":"","phone":"","bank":"","account":""}'`
const invoices: Step = () => [
  `insert into invoice_request (id, key, kind, order_id, company_id, state, created_at, done_at) overriding system value
   select id, 'issue:' || id, case when id % 400 = 0 and s.state = 'review' then 'change' else 'issue' end, id, company_id, s.state, received_at, case when s.state = 'done' then received_at end
     from orders cross join lateral (select case when id % 400 = 0 and status = 'received' then 'review' else 'done' end as state) s where received_at is not null and id % 4 = 0`,
  `insert into invoice (number, request_id, order_id, company_id, kind, colour, is_test, issued_at, seller, buyer, lines, net, tax, total)
   select lpad(id::text, 20, '0'), id, order_id, company_id, 'normal', 'blue', false, done_at, ${SELLER}, ${SELLER}, '[]', 177000, 23000, 200000 from invoice_request where state = 'done'`,
]
const warehouse: Step = ({ orders, batches, goods, clerk }) => [
  `insert into stock_intake (id, no, warehouse_id, supplier, paper_no, arrived_at, state, received_by, receiver, received_at, decided_by, decider, decided_at) overriding system value
   select n, 'RK' || n, (select min(id) from warehouse) + n % 2, '供应商' || n % 300, 'GY' || n, now() - (60000 - n) * interval '10 minutes', s.state, ${clerk} + n % 20, '仓库' || n % 20,
          now() - (60000 - n) * interval '10 minutes', case when s.state <> 'waiting' then ${clerk} + 21 end, '', case when s.state <> 'waiting' then now() end
     from generate_series(1, 60000) n cross join lateral (select case when n > 59900 then 'waiting' when n % 50 = 0 then 'withdrawn' else 'done' end as state) s`,
  `insert into stock_intake_line (intake_id, goods_id, batch_no, expiry_date, number, accepted, stock_batch_id)
   select i.id, b.goods_id, b.batch_no, b.expiry_date, 500, case when i.state = 'done' then 500 end, b.id
     from stock_intake i cross join generate_series(0, 4) k join stock_batch b on b.id = 1 + (i.id * 5 + k) % ${batches}`,
  `insert into stock_count (id, no, kind, warehouse_id, title, state, started_by, starter, started_at, submitted_by, submitter, submitted_at, decided_by, decider, decided_at) overriding system value
   select n, 'PD' || n, case when n % 4 = 0 then 'adjust' else 'count' end, (select min(id) from warehouse) + n % 2, '盘点' || n, s.state, ${clerk} + 1, '仓库1', now() - (20000 - n) * interval '1 hour',
          ${clerk} + 1, '仓库1', now(), case when s.state = 'approved' then ${clerk} + 2 end, '', case when s.state in ('approved', 'cancelled') then now() end
     from generate_series(1, 20000) n cross join lateral (select case when n > 19980 then 'open' when n > 19950 then 'submitted' when n % 30 = 0 then 'cancelled' else 'approved' end as state) s`,
  `insert into stock_count_line (count_id, stock_batch_id, book, counted, is_open)
   select c.id, 1 + (c.id * 40 + k) % ${batches}, 500, case when k % 3 = 0 and c.state = 'open' then null when k % 20 = 0 then 499 else 500 end, c.state in ('open', 'submitted')
     from stock_count c cross join generate_series(0, 24) k`,
  `insert into stock_move (id, no, from_id, to_id, state, sent_by, sender, sent_at) overriding system value
   select n, 'DB' || n, (select min(id) from warehouse) + n % 2, (select min(id) from warehouse) + 1 - n % 2, case when n > 19950 then 'sent' when n % 40 = 0 then 'cancelled' else 'arrived' end,
          ${clerk} + 1, '仓库1', now() - (20000 - n) * interval '1 hour' from generate_series(1, 20000) n`,
  `insert into stock_move_line (move_id, stock_batch_id, number) select m.id, 1 + (m.id * 7 + k) % ${batches}, 5 from stock_move m cross join generate_series(0, 3) k`,
  `insert into shelf_place (warehouse_id, goods_id, place) select (select min(id) from warehouse), id, 'A-' || id % 400 from bench_sold`,
  `insert into batch_document (id, goods_id, batch_no, kind, file_id, sha256, file_name, signed, report_no, state, way, uploaded_at, uploaded_by, document_id) overriding system value
   select b.id, b.goods_id, b.batch_no, 'report', 1, sha256(b.id::text::bytea), b.batch_no || '.pdf', false, 'R' || b.id, case when b.id % 2000 = 0 then 'checking' else 'released' end, 'upload',
          now() - (b.id % 500) * ${DAY}, '质量甲', b.id from stock_batch b where b.id % 5 = 0`,
  `insert into document_request (goods_id, batch_no, company_id, account_id, state, asked_at, answered_at, answered_by)
   select b.goods_id, b.batch_no, b.company_id, b.company_id, case when b.order_id > ${orders} - 20000 then 'open' else 'answered' end, b.bought_at, null, null
     from (select l.goods_id, p.batch_no, l.company_id, l.order_id, now() as bought_at from order_line_batch p join order_line l on l.id = p.order_line_id where l.id % 40 = 0) b on conflict do nothing`,
  `insert into recall (id, no, goods_id, batch_no, goods, level, initiator, reason, advice, state, started_at, started_by, closed_at) overriding system value
   select n, 'ZH' || n, b.goods_id, b.batch_no, jsonb_build_object('code', g.code, 'name', g.name, 'spec', g.spec, 'unit', g.unit, 'manufacturer', '', 'approval_no', g.approval_no), 2, '持有人', '稳定性', '停止销售',
          case when n > 380 then 'open' else 'closed' end, now() - (400 - n) * ${DAY}, '质量甲', case when n <= 380 then now() end
     from generate_series(1, 400) n join stock_batch b on b.id = n * 97 join bench_sold g on g.id = b.goods_id`,
  `insert into recall_company (recall_id, company_id, told_at, confirmed_at, kept)
   select r.id, 1 + (r.id * 331 + k) % 90000, r.started_at, case when k % 3 <> 0 then r.started_at + ${DAY} end, case when k % 3 <> 0 then k % 5 end from recall r cross join generate_series(1, 300) k`,
  `insert into price_change (goods_id, kind, before, after, reason, changed_by, at) select 1 + n % ${goods}, 'base', 1000, 1100, '市场', '员工1', now() - n % 400 * ${DAY} from generate_series(1, 300000) n`,
]
const customers: Step = ({ companies, goods, before }) => [
  `insert into goods_company_price (company_id, goods_id, price) select n, 1 + (n * 37 + k * 4001) % ${goods}, 9000 from generate_series(1, ${companies}) n cross join generate_series(0, 4) k on conflict do nothing`,
  `insert into address (company_id, receiver, phone, province, city, district, detail, is_default, review)
   select id, contact, phone, province, city, district, '示例路 ' || id, true, case when id % 200 = 0 then 'waiting' when id % 333 = 0 then 'rejected' else 'passed' end from company`,
  `insert into certificate (company_id, kind, number, issued_on, expires_on, status, created_at, submitted_at)
   select c.id, k.kind, 'Z' || c.id, current_date - 400, current_date + (c.id % 1500)::int, case when c.review_state = 1 or c.review_state = 2 and c.id % 400 = 0 then 1 else 2 end, c.created_at, c.submitted_at
     from company c cross join (values ('drug_licence'), ('business_licence')) k (kind)`,
  `insert into company_change (company_id, fields, status, created_at) select id, '{}', case when id % 500 = 0 then 1 else 2 end, now() - id % 300 * ${DAY} from company where id % 10 = 0`,
  `insert into company_invitation (company_id, name, contact, phone, secret_hash, state, created_at, sent_at, expires_at, ended_at)
   select case when n % 2 = 0 then n end, '受邀药店' || n, '老板', '138' || lpad(n::text, 8, '0'), sha256(n::text::bytea), s.state, now() - n % 300 * ${DAY}, now() - n % 300 * ${DAY}, now() + 7 * ${DAY},
          case when s.state in ('used', 'revoked', 'expired') then now() end
     from generate_series(1, least(60000, ${companies})) n cross join lateral (select (array['sent', 'opened', 'used', 'used', 'used', 'revoked', 'expired'])[1 + n % 7] as state) s`,
  `insert into seal (company_id, purpose, name, valid_from, state, created_at, created_by)
   select id, 'contract', name, current_date - 300, case when id % 200 = 0 then 'applied' else 'in_force' end, now() - id % 300 * ${DAY}, '采购' from company where id % 2 = 0`,
  `insert into chat_conversation (id, company_id, state, staff_unread, last_text, last_sender, last_at) overriding system value
   select id, id, case when id % 50 = 0 then 'open' else 'closed' end, case when id % 200 = 0 then 1 else 0 end, '什么时候发货', 'buyer', now() - id % 100000 * interval '5 minutes' from company where id % 2 = 0`,
  `insert into chat_message (conversation_id, sender, name, kind, text, client_key, created_at)
   select c.id, case when k % 2 = 0 then 'buyer' else 'staff' end, '采购', 'text', '什么时候发货', 'w' || k, c.last_at - k * interval '1 minute' from chat_conversation c cross join generate_series(5, 0, -1) k`,
  `insert into feedback (company_id, account_id, kind, topic, text, state, created_at)
   select 1 + n % ${companies}, ${before} + 1 + n % ${companies}, case when n % 3 = 0 then 'complaint' else 'feedback' end, '物流', '送得慢', case when n > 29800 then 'open' else 'answered' end,
          now() - (30000 - n) * interval '10 minutes' from generate_series(1, 30000) n`,
  `insert into wanted_request (company_id, submit_key, name, number, state, created_at, updated_at)
   select 1 + n % ${companies}, 'w' || n, '求购药品' || n, 10, case when n > 99000 then 'open' else 'answered' end, now() - (100000 - n) * interval '5 minutes', now() - (100000 - n) * interval '5 minutes'
     from generate_series(1, 100000) n`,
  `insert into points_order (no, company_id, account_id, points_goods_id, idempotency_key, name, kind, number, points, status, created_at)
   select 'J' || lpad(n::text, 8, '0'), 1 + n % ${companies}, ${before} + 1 + n % ${companies}, 1, 'w' || n, '保温杯', 'goods', 1, 100, case when n > 79500 then 'placed' when n > 79000 then 'shipped' else 'completed' end,
          now() - (80000 - n) * interval '5 minutes' from generate_series(1, 80000) n`,
  `insert into article_category (id, code, name) overriding system value select 900000, 'bench', '公告' on conflict do nothing`,
  `insert into article (category_id, title, body, status, published_at, updated_at)
   select 900000, '公告' || n, '正文', case when n % 20 = 0 then 'draft' else 'published' end, now() - n * interval '1 hour', now() - n * interval '1 hour' from generate_series(1, 10000) n`,
]
const papers: Step = () => [
  `insert into trade_paper (id, series, goods_id, kind, number, expires_on, state, created_at, created_by) overriding system value
   select row_number() over (), row_number() over (), g.id, k.kind, 'Z' || g.id, current_date + (g.id % 1000)::int - 20, 'in_force', now(), '质量甲'
     from bench_sold g cross join (values ('approval'), ('instructions')) k (kind)`,
  `insert into trade_paper_seen (paper_id, company_id, at) select p.id, 1 + (p.id * 13 + k) % 90000, now() from trade_paper p cross join generate_series(1, 8) k on conflict do nothing`,
]
const checkouts: Step = () => [
  `insert into checkout (id, company_id, account_id, idempotency_key) overriding system value select id, company_id, account_id, 'w' || id from orders`,
]

/** What lies there was looked at within the month, one in two hundred was left; half of it the quarter before as well. Rooms are read twice a day. */
const care: Step = ({ clerk }) => [
  `insert into care_check (stock_batch_id, warehouse_id, goods_id, batch_no, expiry_date, place, number, doubted, goods, grounds, appearance, fault, measure,
                           checked_by, checker, checked_at, checked_on)
   select b.id, b.warehouse_id, b.goods_id, b.batch_no, b.expiry_date, '', 500, 0,
          jsonb_build_object('name', g.name, 'generic_name', g.generic_name, 'dosage_form', g.dosage_form, 'spec', g.spec, 'unit', g.unit, 'manufacturer', ''),
          '{}', '外观、包装完好', '', '', ${clerk} + 1 + b.id % 20, '仓库' || b.id % 20, now() - d.ago * ${DAY}, ((now() - d.ago * ${DAY}) at time zone 'Asia/Shanghai')::date
     from stock_batch b join bench_sold g on g.id = b.goods_id
     cross join lateral (select case when b.id % 200 = 0 then 100 else b.id % 27 end + 95 * k as ago from generate_series(0, case when b.id % 2 = 0 then 1 else 0 end) k) d
    where b.available > 0 order by d.ago desc`,
  `insert into care_goods (goods_id, is_key, grounds, reason, goods, decided_by, decider, decided_at)
   select g.id, g.at % 20 = 0, '{}', '遇热易分层', jsonb_build_object('name', g.name), ${clerk} + 21, '质量甲', now() - g.at % 300 * ${DAY} from bench_sold g where g.at % 10 = 0`,
  `insert into store_room (id, warehouse_id, name, kind) overriding system value
   select n, (select min(id) from warehouse) + n % 2, '库房' || n, (array['normal', 'cool', 'cold'])[1 + n % 3] from generate_series(1, 20) n`,
  `insert into climate_reading (room_id, room, kind, celsius, humidity, is_out, measure, taken_by, taker, taken_at)
   select r.n, '库房' || r.n, 'normal', 21, 55, t.n % 100 = 0, case when t.n % 100 = 0 then '开启空调' else '' end, ${clerk} + 1, '仓库1', now() - t.n * interval '12 hours'
     from generate_series(1, 20) r (n) cross join generate_series(2000, 1, -1) t (n)`,
]

export const WORK: readonly Step[] = [shipments, waves, warehouse, care, customers, invoices, people, checkouts, papers]
