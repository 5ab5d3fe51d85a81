import type { Step } from './wholesaler-sizes.ts'

/** What came in, went out and was booked of the orders: payments, the ledger with its days closed, the bank's and the channel's statements. */

const DAY = `interval '1 day'`
const beijing = (at: string) => `((${at}) at time zone 'Asia/Shanghai')::date`
const yuan = (fen: string) => `to_char(${fen} / 100.0, 'FM999999999990.00')`
/** Of three orders in twenty the bank, of one the company's credit, of the others the gateway. */
const CHANNEL = `case when o.id % 20 = 1 then 'credit' when o.id % 10 in (0, 2, 5) then 'bank' else 'gateway' end`
const OLD = `o.paid_at < now() - 60 * ${DAY}`

const payments: Step = ({ orders }) => [
  `insert into payment (id, no, channel, company_id, order_id, subject_id, purpose, amount, status, gateway_no, created_at, paid_at) overriding system value
   select o.id, 'F' || o.id, ${CHANNEL}, o.company_id, o.id, o.id, 'order', 200000, case when o.paid_at is null then 'created' else 'paid' end,
          case when o.paid_at is not null then 'G' || o.id end, o.created_at, o.paid_at
     from orders o where o.status <> 'cancelled' and o.id % 20 <> 1`,
  `insert into recharge (id, no, company_id, account_id, purse, amount, status, created_at, paid_at) overriding system value
   select id, 'C' || id, id, null, 'balance', 50000, 'paid', now() - id % 300 * ${DAY}, now() - id % 300 * ${DAY} from company`,
  `insert into payment (id, no, channel, company_id, subject_id, purpose, amount, status, gateway_no, created_at, paid_at) overriding system value
   select ${orders} + id, 'FC' || id, 'gateway', company_id, id, 'recharge', amount, 'paid', 'GC' || id, paid_at, paid_at from recharge`,
]
const credit: Step = () => [
  `insert into credit_bill (id, company_id, order_id, amount, repaid, due_on, created_at, settled_at) overriding system value
   select o.id, o.company_id, o.id, 200000, case when ${OLD} then 200000 else 0 end, (o.paid_at + 30 * ${DAY})::date, o.paid_at,
          case when ${OLD} then o.paid_at + 40 * ${DAY} end
     from orders o where o.paid_at is not null and o.id % 20 = 1`,
  `insert into credit_repayment (id, no, company_id, amount, bill_ids, created_at, paid_at, status) overriding system value
   select id, 'H' || id, company_id, amount, array[id], settled_at, settled_at, 'paid' from credit_bill where settled_at is not null`,
  `insert into credit_repayment_item (repayment_id, bill_id, amount) select id, id, amount from credit_repayment`,
]
/** Asked for by the buyer, looked at by somebody, sent back. */
const returns: Step = () => [
  `insert into after_sale (id, no, kind, company_id, account_id, order_id, idempotency_key, reason, status, expected_amount, goods_amount, created_at,
                           approved_at, refunded_at) overriding system value
   select o.id, 'S' || o.id, 'return', o.company_id, o.account_id, o.id, 'w' || o.id, 'quality', case when o.status = 'completed' then 'refunded' else 'reviewing' end,
          50000, 50000, o.received_at, o.received_at, case when o.status = 'completed' then o.completed_at + ${DAY} end
     from orders o where o.received_at is not null and o.id % 100 = 3`,
  `insert into after_sale_line (after_sale_id, order_line_id, order_line_batch_id, number)
   select s.id, l.id, b.id, 1 from after_sale s join order_line l on l.order_id = s.id join order_line_batch b on b.order_line_id = l.id`,
  `insert into refund (no, after_sale_id, company_id, order_id, payment_id, channel, amount, status, created_at, done_at)
   select 'T' || id, id, company_id, order_id, order_id, 'gateway', 50000, 'done', refunded_at, refunded_at from after_sale where status = 'refunded'`,
]

/** From which account of whom into which, in the order of time. c: the company's own; s: the shop's. */
const BOOKED = `
  create unlogged table bench_booked as
  select row_number() over (order by at, key) as n, * from (
    select o.paid_at as at, 'order_pay' as kind, 'pay:F' || o.id as key, o.company_id, o.id as order_id, case when ${CHANNEL} = 'credit' then 'c' else 's' end as giver,
           ${CHANNEL} as gives, 's' as taker, 'order_advance' as takes, 200000 as amount from orders o where o.paid_at is not null
    union all select o.completed_at, 'order_complete', 'order_complete:' || o.id, o.company_id, o.id, 's', 'order_advance', 's', 'sales', 200000 from orders o where o.completed_at is not null
    union all select done_at, 'after_sale_refund', 'refund_part:' || no, company_id, order_id, 's', 'sales', 's', 'gateway', amount from refund
    union all select paid_at, 'recharge', 'pay:FC' || id, company_id, null, 's', 'gateway', 'c', 'balance', amount from recharge
    union all select paid_at, 'credit_repay', 'repay:' || no, company_id, null, 's', 'bank', 'c', 'credit', amount from credit_repayment) booked
   where at <= now()`
const SIDES = `(values (b.giver, b.gives, -b.amount), (b.taker, b.takes, b.amount)) v (side, kind, amount)`
/** Closed at eleven each night: what comes in the last hour is counted the next day. The last three days are open. */
const CLOSED = `
  with moved as (
    select ${beijing(`b.at + interval '1 hour'`)} as day, v.side, v.kind, sum(v.amount) filter (where v.amount > 0) as came, -sum(v.amount) filter (where v.amount < 0) as went
      from bench_booked b cross join lateral ${SIDES} group by 1, 2, 3),
  days as (select ${beijing(`at + interval '1 hour'`)} as day, max(n) as cut, count(*) as postings from bench_booked group by 1),
  grown as (
    select d.day, k.side, k.kind, coalesce(m.came, 0) as came, coalesce(m.went, 0) as went,
           sum(coalesce(m.came, 0) - coalesce(m.went, 0)) over (partition by k.side, k.kind order by d.day) as ends
      from days d cross join (select distinct side, kind from moved) k left join moved m on m.day = d.day and m.side = k.side and m.kind = k.kind),
  sheets as (
    select day, sum(came) as came, sum(went) as went,
           jsonb_agg(jsonb_build_object('kind', case side when 'c' then 'company:' else 'shop:' end || kind, 'name', kind, 'opening', ${yuan('(ends - came + went)')},
                                        'in', ${yuan('came')}, 'out', ${yuan('went')}, 'closing', ${yuan('ends')}) order by side, kind) as accounts
      from grown group by day)
  insert into day_closing (day, from_day, cut, sheet, note, asked_by, approved_by, closed_at)
  select d.day, d.day, max(d.cut) over (order by d.day),
         jsonb_build_object('from_day', d.day::text, 'postings', d.postings, 'channels', '[]'::jsonb, 'kinds', '[]'::jsonb, 'accounts', s.accounts,
                            'total', jsonb_build_object('opening', '0.00', 'in', ${yuan('s.came')}, 'out', ${yuan('s.went')}, 'closing', '0.00'),
                            'late', '{"count":0,"amount":"0.00"}'::jsonb, 'suspense', '{"count":0,"amount":"0.00"}'::jsonb, 'problems', '[]'::jsonb),
         '', '财务甲', '财务乙', (d.day + interval '23 hours') at time zone 'Asia/Shanghai'
    from days d join sheets s using (day) where d.day < current_date - 3`

const ledger: Step = () => [
  BOOKED,
  `insert into ledger_account (company_id, kind) select null, unnest(array['gateway', 'bank', 'order_advance', 'sales', 'shipping', 'marketing', 'refund_due', 'suspense', 'surplus'])
   on conflict do nothing`,
  `insert into ledger_account (company_id, kind, balance) select id, k, 0 from company, unnest(array['balance', 'credit', 'points']) k on conflict do nothing`,
  `insert into ledger_posting (id, idempotency_key, kind, company_id, order_id, memo, at, spent) overriding system value
   select n, key, kind, company_id, order_id, '', at, case kind when 'order_pay' then amount else 0 end from bench_booked order by n`,
  `insert into ledger_entry (posting_id, account_id, amount, kind, at)
   select b.n, a.id, v.amount, b.kind, b.at from bench_booked b cross join lateral ${SIDES} join ledger_account a on a.company_id is null and a.kind = v.kind
    where v.side = 's'`,
  `insert into ledger_entry (posting_id, account_id, amount, kind, at, balance_after)
   select b.n, a.id, v.amount, b.kind, b.at, sum(v.amount) over (partition by a.id order by b.n)
     from bench_booked b cross join lateral ${SIDES} join ledger_account a on a.company_id = b.company_id and a.kind = v.kind where v.side = 'c' order by b.n`,
  `update ledger_account a set balance = s.total from (select account_id, sum(amount) as total from ledger_entry where balance_after is not null group by 1) s
    where s.account_id = a.id`,
  CLOSED,
  `insert into day_closing_late (posting_id, day, booked_on)
   select b.n, c.day, ${beijing('b.at')} from bench_booked b join day_closing c on c.day = ${beijing("b.at + interval '1 hour'")} where ${beijing('b.at')} < c.day`,
  'drop table bench_booked',
]

/** A line each of what was paid by transfer; of the last ones some wait, some belong to nobody. */
const bank: Step = () => [
  `insert into bank_import (id, file_name, state, lines, faults, fault_count, outgoing, line_count, fresh_count, read_by, read_at, taken_by, taken_at) overriding system value
   select n, '流水' || n || '.csv', 'taken', '[]', '[]', 0, 0, 800, 800, '财务甲', now() - (400 - n) * ${DAY}, '财务甲', now() - (400 - n) * ${DAY} from generate_series(1, 400) n`,
  `insert into bank_line (id, import_id, line, key, day, time, payer_name, payer_account, amount, memo, serial, state, payment_id, suspense_id, note, decided_by, decided_at)
   overriding system value
   select row_number() over (order by p.id), greatest(1, 400 - (current_date - ${beijing('p.paid_at')})), 1, 'K' || p.id, ${beijing('p.paid_at')}, '10:00:00', c.name,
          '6222' || lpad(c.id::text, 12, '0'), p.amount + case s.state when 'matched' then 0 else p.id % 700 end, 'P' || p.id, 'S' || lpad(p.id::text, 10, '0'), s.state,
          case s.state when 'matched' then p.id end, case s.state when 'suspended' then p.id end, '', case when s.state <> 'open' then '财务甲' else '' end,
          case when s.state <> 'open' then p.paid_at end
     from payment p join company c on c.id = p.company_id
     cross join lateral (select case when p.id > (select max(id) from orders) - 12000 and p.id % 4 = 0 then 'open' when p.id % 97 = 0 then 'suspended' when p.id % 89 = 0 then 'aside'
                                     else 'matched' end as state) s
    where p.channel = 'bank' and p.purpose = 'order' and p.status = 'paid'`,
  `insert into suspense (id, no, channel, payment_no, gateway_no, amount, reason, company_id, status, created_at, decided_at, decided_by) overriding system value
   select suspense_id, 'DC' || suspense_id, 'bank', '', key, amount, 'bank_unmatched', null, case when l.id % 20 = 0 then 'open' else 'returned' end, decided_at, decided_at, '财务甲'
     from bank_line l where suspense_id is not null`,
  `insert into transfer_proof (payment_id, company_id, amount, paid_on, payer_name, payer_account, state, reviewed_at, reviewed_by, created_at)
   select p.id, p.company_id, p.amount, ${beijing('p.created_at')}, c.name, '6222', case when p.paid_at is null then 'submitted' else 'confirmed' end, p.paid_at,
          case when p.paid_at is null then '' else '财务甲' end, p.created_at
     from payment p join company c on c.id = p.company_id where p.channel = 'bank' and p.purpose = 'order' and (p.paid_at is null or p.id % 10 = 0)`,
]
/** Twenty differences a bill; those of the last month wait. */
const bills: Step = () => [
  `insert into channel_bill (id, channel, day, file_name, line_count, other_days, matched_count, theirs_in, theirs_out, ours_in, ours_out, sent_by, sent_at) overriding system value
   select n, case when n % 2 = 0 then 'gateway' else 'wechat' end, current_date - (800 - n) / 2, '账单' || n || '.csv', 2000, 0, 1980, 400000000, 50000, 400000000, 50000, '财务甲',
          now() - (800 - n) / 2 * ${DAY} from generate_series(1, 800) n`,
  `insert into channel_difference (bill_id, side, direction, number, gateway_no, at, ours, theirs, state, closed_by, closed_at)
   select b.id, s.side, case when k % 5 = 0 then 'out' else 'in' end, 'F' || b.id * 100 + k, '', b.day || ' 10:00:00', case when s.side <> 'theirs' then 200000 end,
          case when s.side = 'theirs' then 200000 when s.side = 'amount' then 190000 end, case when b.id > 740 then 'open' else 'closed' end,
          case when b.id > 740 then '' else '财务甲' end, case when b.id <= 740 then b.sent_at end
     from channel_bill b cross join generate_series(1, 20) k cross join lateral (select (array['ours', 'theirs', 'amount'])[1 + k % 3] as side) s`,
]
const statements: Step = () => [
  `insert into statement (company_id, month, opening, received, bought, given, other, closing, made_at, answer, answered_at, answered_by)
   select c.id, to_char(current_date - m * interval '1 month', 'YYYY-MM'), 0, 200000, 200000, 0, 0, 0, now() - m * interval '1 month', a.answer,
          case when a.answer <> 'open' then now() - m * interval '1 month' end, case when a.answer <> 'open' then '采购' else '' end
     from generate_series(6, 1, -1) m cross join company c
     cross join lateral (select case when c.id % 100 = m then 'disputed' when c.id % 3 = 0 then 'agreed' else 'open' end as answer) a`,
]

/** Before everything else of money. */
export const paid: Step = (known) => [...payments(known), ...credit(known)]
export const MONEY: readonly Step[] = [(known) => [...returns(known), ...ledger(known)], bank, bills, statements]
