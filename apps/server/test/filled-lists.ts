import type { DatabaseHandle } from '../src/platform/database.ts'

/** Rows for lists of the console that the demo leaves empty: two of a kind that a filter parts, written as they would stand. */
const STATEMENTS: readonly string[] = [
  `insert into coupon_plan (name, terms, created_by, updated_by, updated_at)
   select '草稿里的券', terms, '甲', '甲', now() from coupon_plan order by id limit 1`,
  `insert into sent_message (way, template, receiver, state, service, created_at, due_at)
   values ('sms', 'code', '139****0001', 'sent', 'aliyun', now(), now()), ('mail', 'papers', 'z****@example.com', 'sent', 'mail', now(), now())`,
  `update orders set held_at = now() where id in (select id from orders where status = 'pending_payment' order by id limit 2)`,
  `update stock_batch set expiry_date = current_date + 10 where id in (select id from stock_batch where available > 0 order by id limit 3)`,
  `update stock_batch set expiry_date = current_date + 60 where id in (select id from stock_batch where available > 0 order by id desc limit 3)`,
  `update goods set law_verdict = 'doubtful', on_shelf = false where id in (select id from goods order by id limit 2)`,
  `update goods set law_verdict = 'barred', on_shelf = false where id in (select id from goods order by id desc limit 3)`,
  `update manufacturer set is_brand = false where id = (select min(id) from manufacturer)`,
  `insert into search_record (company_id, at, words, hits, understood)
   select c.id, now(), case n when 1 then '阿莫西林' else '没有的药' end, 2 - n, case n when 1 then 'typed' else 'none' end
     from generate_series(1, 2) n, (select min(id) as id from company) c`,
  `insert into search_pin (words, goods_id, place, made_at, made_by)
   select case n when 1 then '感冒' else '头孢' end, g.id, 'first', now(), '甲' from generate_series(1, 2) n, (select min(id) as id from goods) g`,
  `insert into search_word (kind, words, targets, own) values ('class', '{感冒药}', '{感冒灵}', true), ('alias', '{甲}', '{乙}', true)`,
  `insert into stock_intake (no, warehouse_id, supplier, arrived_at, state, received_by, receiver, received_at, decided_by, decided_at)
   select 'IN' || n, w.id, '供货单位', now(), case n when 1 then 'waiting' else 'done' end, a.first, '甲', now(),
          case n when 1 then null else a.second end, case n when 1 then null else now() end
     from generate_series(1, 2) n, (select min(id) as id from warehouse) w,
          (select min(account_id) as first, max(account_id) as second from staff) a`,
  `insert into stock_count (no, kind, warehouse_id, title, state, started_by, starter, started_at)
   select 'PD' || n, 'count', w.id, '盘点 ' || n, case n when 1 then 'open' else 'cancelled' end, a.id, '甲', now()
     from generate_series(1, 2) n, (select min(id) as id from warehouse) w, (select min(account_id) as id from staff) a`,
  `insert into stock_move (no, from_id, to_id, state, sent_by, sender, sent_at)
   select 'DB' || n, w.first, w.second, case n when 1 then 'sent' else 'arrived' end, a.id, '甲', now()
     from generate_series(1, 2) n, (select min(id) as first, max(id) as second from warehouse) w, (select min(account_id) as id from staff) a`,
  `insert into wave (no, warehouse_id, made_by, maker, made_at, dissolved_at)
   select 'BC' || n, w.id, a.id, '甲', now(), case n when 1 then now() end
     from generate_series(1, 2) n, (select min(id) as id from warehouse) w, (select min(account_id) as id from staff) a`,
  `insert into suspense (no, channel, payment_no, gateway_no, amount, reason, company_id, status, created_at)
   select 'DC' || n, 'bank', 'P' || n, 'G' || n, 1000 * n, 'unknown_payment', c.id, case n when 1 then 'open' else 'returned' end, now()
     from generate_series(1, 2) n, (select min(id) as id from company) c`,
  `insert into recharge (no, company_id, purse, amount, status, created_at, paid_at)
   select 'C' || n, c.id, 'balance', 10000 * n, case n when 1 then 'created' else 'paid' end, now(), case n when 1 then null else now() end
     from generate_series(1, 2) n, (select min(id) as id from company) c`,
  `insert into statement (company_id, month, opening, received, bought, given, other, closing, made_at)
   select c.id, month, 100, 50, 0, 0, 0, 150, now() from company c, unnest(array['2026-09', '2026-10']) month`,
  `insert into day_closing (day, from_day, cut, sheet, note, asked_by, approved_by, closed_at)
   select date '2026-01-01' + n, date '2026-01-01' + n, 0, '{"channels": [{"in": "10.00", "out": "2.50"}], "problems": []}', '说明 ' || n, '甲', '乙', now()
     from generate_series(1, 2) n`,
  `insert into channel_bill (channel, day, file_name, line_count, other_days, matched_count, theirs_in, theirs_out, ours_in, ours_out, sent_by, sent_at)
   select 'alipay', date '2026-01-01' + n, 'bill' || n || '.csv', 3, 0, 3, 1000, 0, 1000, 0, '甲', now() from generate_series(1, 2) n`,
  `with request as (
     insert into invoice_request (key, kind, order_id, company_id, state, created_at)
     select 'list:' || n, 'issue', o.id, o.company_id, 'done', now()
       from generate_series(1, 2) n, (select id, company_id from orders order by id limit 1) o returning id, key, order_id, company_id),
   blue as (
     insert into invoice (number, request_id, order_id, company_id, kind, colour, is_test, issued_at, seller, buyer, lines, net, tax, total)
     select lpad('1', 20, '0'), id, order_id, company_id, 'normal', 'blue', true, now(), '{"name": ""}', '{"name": "", "tax_no": ""}', '[]', 100, 13, 113
       from request where key = 'list:1' returning id)
   insert into invoice (number, request_id, order_id, company_id, kind, colour, of_id, is_test, issued_at, seller, buyer, lines, net, tax, total)
   select lpad('2', 20, '0'), r.id, r.order_id, r.company_id, 'normal', 'red', b.id, true, now(), '{"name": ""}', '{"name": "", "tax_no": ""}', '[]', -100, -13, -113
     from request r, blue b where r.key = 'list:2'`,
  `insert into recall (no, goods_id, batch_no, goods, level, initiator, reason, advice, state, started_at, started_by, closed_at, closed_by)
   select 'ZH' || n, g.id, 'B' || n, jsonb_build_object('code', g.code, 'name', g.name, 'spec', g.spec, 'unit', g.unit, 'manufacturer', '', 'approval_no', ''),
          2, '持有人', '含量', '停用', case n when 1 then 'open' else 'closed' end, now(), '甲',
          case n when 1 then null else now() end, case n when 1 then null else '乙' end
     from generate_series(1, 2) n, (select * from goods order by id limit 1) g`,
  `insert into document_request (goods_id, batch_no, company_id, account_id, asked_at)
   select g.id, 'B' || n, c.id, a.id, now()
     from generate_series(1, 2) n, (select min(id) as id from goods) g, (select min(id) as id from company) c, (select min(id) as id from account) a`,
  `insert into batch_document (goods_id, batch_no, kind, file_id, sha256, file_name, signed, report_no, state, way, uploaded_at, uploaded_by)
   select g.id, 'B' || n, 'report', f.id, decode(lpad(n::text, 64, '0'), 'hex'), n || '.pdf', false, 'JY' || n,
          case n when 1 then 'checking' else 'refused' end, 'upload', now(), '甲'
     from generate_series(1, 2) n, (select min(id) as id from goods) g, (select min(id) as id from stored_file) f`,
  `insert into seal (company_id, purpose, name, number, valid_from, state, created_at, created_by)
   select c.id, 'contract', c.name, 'YZ' || n, current_date, case n when 1 then 'applied' else 'in_force' end, now(), '甲'
     from generate_series(1, 2) n, (select * from company order by id limit 1) c`,
  `insert into address (company_id, receiver, phone, province, city, district, detail, review, changed_at)
   select c.id, '收货人', '13900000001', c.province, c.city, c.district, n || ' 号', case n when 1 then 'waiting' else 'rejected' end, now()
     from generate_series(1, 2) n, (select * from company order by id limit 1) c`,
  `insert into company_invitation (company_id, name, secret_hash, created_at, sent_at, expires_at)
   select case n when 1 then c.id end, '受邀 ' || n, decode(lpad(n::text, 64, '0'), 'hex'), now(), now(), now() + interval '7 days'
     from generate_series(1, 2) n, (select min(id) as id from company) c`,
  `insert into price_list (name, reason, state, created_by, updated_by, updated_at)
   select '调价 ' || n, '调价函', case n when 1 then 'draft' else 'live' end, '甲', '甲', now() from generate_series(1, 2) n`,
  `insert into import_file (kind, file_name, header, header_key, state, account_id, asked_by, read_at)
   select 'goods', '资料 ' || n || '.xlsx', '{编码}', 'k', case n when 1 then 'columns' else 'cancelled' end, (select min(account_id) from staff), '甲', now()
     from generate_series(1, 2) n`,
  `insert into import_file (kind, file_name, header, header_key, state, account_id, asked_by, read_at)
   select 'pictures', '图片 ' || n || '.zip', '{编码}', 'k', case n when 1 then 'checked' else 'cancelled' end, (select min(account_id) from staff), '甲', now()
     from generate_series(1, 2) n`,
  `insert into import_file (kind, file_name, header, header_key, state, account_id, asked_by, read_at)
   select 'companies', '企业 ' || n || '.xlsx', '{编码}', 'k', case n when 1 then 'checked' else 'cancelled' end, (select min(account_id) from staff), '甲', now()
     from generate_series(1, 2) n`,
  `insert into approval_request (kind, subject, company_id, title, params, body, changes, stands, reason, asked_by, asked_at, expires_at, state, decided_by, decided_at)
   select 'balance.adjust', 'company:' || c.id, c.id, '调整余额 ' || n, '{}', '{}', '[]', '', '补偿客户', a.first, now(), now() + interval '1 day',
          case n when 1 then 'waiting' else 'refused' end, case n when 1 then null else a.second end, case n when 1 then null else now() end
     from generate_series(1, 2) n, (select min(id) as id from company) c, (select min(account_id) as first, max(account_id) as second from staff) a`,
  `insert into broadcast (title, text, url, audience, created_by, updated_by, updated_at, ended_at, stopped_by)
   select '通知 ' || n, '放假安排', '', '{"all":true,"segments":[],"companies":[],"codes":""}', '运', '运', now(), case n when 1 then now() end,
          case n when 1 then '运' else '' end from generate_series(1, 2) n`,
  `insert into broadcast_company (broadcast_id, company_id, state, at)
   select b.id, c.id, case when c.id % 2 = 0 then 'sent' else 'often' end, now() from (select min(id) as id from broadcast) b, (select id from company order by id limit 4) c`,
  // The demo has its agreements; some companies accepted one of them.
  `insert into agreement_acceptance (company_id, account_id, version_id, way, sha256, ip, accepted_at)
   select c.id, a.id, v.id, 'page', v.sha256, '203.0.113.7', now()
     from (select id from company where review_state = 2 order by id limit 3) c, (select min(id) as id from account) a,
          (select v.* from agreement_version v where v.approved_at is not null order by v.id limit 1) v
       on conflict do nothing`,
]

export async function fillLists({ pool }: Pick<DatabaseHandle, 'pool'>): Promise<void> {
  for (const statement of STATEMENTS) await pool.query(statement)
}
