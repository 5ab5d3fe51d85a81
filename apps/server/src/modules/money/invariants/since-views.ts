import { type RawBuilder, sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import { ADVANCE, billedOf, differs, GOING_BACK, HELD } from './ledger-views.ts'

/**
 * The rules of the ledger asked of what came since they were last found true, so that a closing does not grow with the years. Everything
 * older is carried: each account's figure by the last closing, each posting by having been looked at. `npm run verify` asks everything.
 */
export interface Carried {
  /** Postings up to this one were looked at, and nothing before it was still on its way. */
  posting: number
  /** The first day that no closing has counted. */
  from: string
  /** The last posting that one can have counted. */
  cut: number
  /** company:balance, shop:bank, as the last closing left them. */
  accounts: ReadonlyMap<string, Fen>
}

type Rule = (carried: Carried) => RawBuilder<unknown>

/** Entries of postings that no closing has counted; from the postings on (offset 0), for an account of the shop has the entries of all years. */
const uncounted = ({ cut, from }: Carried) => sql`
  (select e.account_id, e.amount
     from (select id from ledger_posting where id > ${cut}
           union all select id from ledger_posting where id <= ${cut} and at >= ${from}::date::timestamp at time zone 'Asia/Shanghai') g
    cross join lateral (select account_id, amount from ledger_entry where posting_id = g.id offset 0) e) e`
const ofShop = (kind: string) => sql`(select id from ledger_account where company_id is null and kind = ${kind})`
const holds = (carried: Carried, kind: string) => sql`
  (${carried.accounts.get(`shop:${kind}`) ?? 0}::bigint + coalesce((select sum(e.amount) from ${uncounted(carried)} where e.account_id = ${ofShop(kind)}), 0))`
const heldBy =
  (kind: keyof typeof HELD): Rule =>
  (carried) =>
    differs(kind, holds(carried, kind), sql`coalesce((${HELD[kind]}), 0)`)

/** Of all companies together; points are counted by no closing. */
const KINDS = ['balance', 'credit', 'voucher']
const together = (carried: Carried) => sql`
  select 'company:' || k.kind as id, '账上 ' || k.carried + coalesce(u.amount, 0) || ' 分，应为 ' || coalesce(n.amount, 0) || ' 分' as what
    from unnest(${KINDS}::text[], ${KINDS.map((kind) => carried.accounts.get(`company:${kind}`) ?? 0)}::bigint[]) as k(kind, carried)
    left join (select a.kind, sum(e.amount) as amount from ${uncounted(carried)} join ledger_account a on a.id = e.account_id
                where a.company_id is not null group by 1) u using (kind)
    left join (select kind, sum(balance) as amount from ledger_account where company_id is not null group by 1) n using (kind)
   where k.carried + coalesce(u.amount, 0) <> coalesce(n.amount, 0)`

export const SINCE: Readonly<Record<string, Rule>> = {
  ledger_zero: ({ posting }) => sql`
    select 'ledger' as id, '合计 ' || sum(amount) || ' 分' as what from ledger_entry where posting_id > ${posting} having sum(amount) <> 0`,
  ledger_posting: ({ posting }) => sql`
    select p.id, p.idempotency_key || '：合计 ' || coalesce(sum(e.amount), 0) || ' 分，' || count(e.id) || ' 条' as what
      from ledger_posting p left join ledger_entry e on e.posting_id = p.id
     where p.id > ${posting} group by p.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2`,
  ledger_points_apart: ({ posting }) => sql`
    select e.posting_id as id, '积分与金额混记' as what from ledger_entry e join ledger_account a on a.id = e.account_id where e.posting_id > ${posting}
     group by e.posting_id having bool_or(a.kind in ('points', 'points_issued')) and not bool_and(a.kind in ('points', 'points_issued'))`,
  // An account that nothing was booked on is looked at with all others of its kind.
  ledger_balance: (carried) => sql`
    select a.id::text as id, '企业 ' || a.company_id || ' 的 ' || a.kind || '：余额 ' || a.balance || '，分录 ' || coalesce(b.balance_after, 0) + m.total as what
      from (select account_id, sum(amount) as total, max(id) as last from ledger_entry where posting_id > ${carried.posting} group by 1) m
      join ledger_account a on a.id = m.account_id and a.company_id is not null
      join ledger_entry l on l.id = m.last
      left join lateral (select e.balance_after from ledger_entry e where e.account_id = a.id and e.posting_id <= ${carried.posting}
                          order by e.id desc limit 1) b on true
     where a.balance <> coalesce(b.balance_after, 0) + m.total or a.balance is distinct from l.balance_after
    union all ${together(carried)}`,
  credit_bills: () => sql`
    select company_id as id, '账上欠 ' || coalesce(a.owed, 0) || ' 分，账单未还 ' || coalesce(b.open, 0) || ' 分' as what
      from (select company_id, -balance as owed from ledger_account where company_id is not null and kind = 'credit' and balance <> 0) a
      full join (select company_id, sum(open) as open from credit_bill where settled_at is null group by 1) b using (company_id)
     where coalesce(a.owed, 0) <> coalesce(b.open, 0)`,
  credit_repaid: ({ from }) => sql`
    select b.id, '已还 ' || b.repaid || '，明细 ' || coalesce(i.amount, 0) || '，未还 ' || b.open as what
      from (select * from credit_bill where settled_at is null
            union all select * from credit_bill where settled_at >= (${from}::date - interval '3 days') at time zone 'Asia/Shanghai') b
      left join lateral (select sum(amount) as amount from credit_repayment_item where bill_id = b.id) i on true
     where b.repaid <> coalesce(i.amount, 0) or (b.open = 0) <> (b.settled_at is not null)`,
  credit_bill_orders: ({ posting, from }) =>
    billedOf(sql`o.id in (
    select order_id from credit_bill where settled_at is null
    union select order_id from ledger_posting where id > ${posting} and order_id is not null
    union select unnest(array[order_id, new_order_id]) from order_split where at >= (${from}::date - interval '3 days') at time zone 'Asia/Shanghai')`),
  suspense: heldBy('suspense'),
  refund_due: heldBy('refund_due'),
  surplus: heldBy('surplus'),
  // Those that something was booked on one by one, all that are under way together.
  order_advance: (carried) => sql`
    select o.id::text as id, o.no || '（' || o.status || '）账上 ' || coalesce(s.total, 0) || ' 分，应为 ' || due.amount || ' 分' as what
      from (select distinct order_id from ledger_posting where id > ${carried.posting} and order_id is not null) t
      join orders o on o.id = t.order_id
      left join lateral (select sum(e.amount) as total from ledger_posting p join ledger_entry e on e.posting_id = p.id
                          where p.order_id = o.id and e.account_id = ${ofShop('order_advance')}) s on true
     cross join lateral (select ${ADVANCE} + ${GOING_BACK} as amount) due
     where coalesce(s.total, 0) <> due.amount
    union all ${differs(
      'orders',
      holds(carried, 'order_advance'),
      sql`coalesce((select sum(${ADVANCE}) from orders o where o.status in ('pending_payment', 'paid', 'picking', 'shipped', 'received')), 0)
          + coalesce((select sum(amount - refunded_amount) from payment where order_id is not null and status = 'refunding'), 0)`,
    )}`,
}
