import { type RawBuilder, sql } from 'kysely'
import { add, type Fen, ZERO } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { ADVANCE, billedOf, differs, GOING_BACK, HELD, IS_WRONG, pursesWrong, strayMoves } from './ledger-views.ts'

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

/** What the accounts hold by what a closing carried and what was booked since, and what everything else says that they hold. */
export interface Books {
  /** company:balance, shop:bank. */
  booked: ReadonlyMap<string, Fen>
  /** What the companies' accounts say, by their kind. */
  said: Readonly<Record<string, Fen>>
  /** What rows say that accounts of the shop hold. */
  due: Readonly<Record<keyof typeof HELD | 'order_advance', Fen>>
  /** Accounts of companies on the wrong side of nothing: negative purses, credit that is more than paid back. */
  wrong: number
}

type Rule = (carried: Carried, books: Books) => RawBuilder<unknown>

interface BooksRow extends Omit<Books, 'booked'> {
  booked: Record<string, Fen>
}

/**
 * Looked through once, for all rules, and in one statement: beside a closing people go on paying, and what two statements see differs. Late
 * postings by their numbers (offset 0), for an account of the shop has the entries of all years.
 */
export async function booksOf(connection: Connection, { accounts, cut, from }: Carried): Promise<Books> {
  const { rows } = await sql<BooksRow>`
    with booked as (
      select case when a.company_id is null then 'shop:' else 'company:' end || a.kind as kind, sum(u.amount) as amount
        from (select e.account_id, sum(e.amount) as amount
                from (select account_id, amount from ledger_entry where posting_id > ${cut}
                      union all
                      select e.account_id, e.amount from ledger_posting g
                       cross join lateral (select account_id, amount from ledger_entry where posting_id = g.id offset 0) e
                       where g.id <= ${cut} and g.at >= ${from}::date::timestamp at time zone 'Asia/Shanghai') e group by 1) u
        join ledger_account a on a.id = u.account_id group by 1
    ), said as materialized (
      select kind, sum(balance) as amount, count(*) filter (where ${IS_WRONG}) as wrong
        from ledger_account where company_id is not null and balance <> 0 group by 1
    )
    select (select coalesce(json_object_agg(kind, amount), '{}') from booked) as booked,
           (select coalesce(json_object_agg(kind, amount), '{}') from said) as said,
           coalesce((select sum(wrong) from said), 0)::integer as wrong,
           json_build_object('suspense', coalesce((${HELD.suspense}), 0), 'refund_due', coalesce((${HELD.refund_due}), 0),
             'surplus', coalesce((${HELD.surplus}), 0),
             'order_advance', coalesce((select sum(${ADVANCE}) from orders o where o.status in ('pending_payment', 'paid', 'picking', 'shipped', 'received')), 0)
                            + coalesce((select sum(amount - refunded_amount) from payment where order_id is not null and status = 'refunding'), 0)) as due`.execute(
    connection,
  )
  const [row] = rows
  if (row === undefined) throw new Error('no books')
  const booked = new Map(accounts)
  for (const [kind, amount] of Object.entries(row.booked)) booked.set(kind, add(booked.get(kind) ?? ZERO, amount))
  return { ...row, booked }
}

const ofShop = (kind: string) => sql`(select id from ledger_account where company_id is null and kind = ${kind})`
const held = ({ booked, due }: Books, kind: keyof Books['due'], name: string = kind) =>
  differs(name, sql`${booked.get(`shop:${kind}`) ?? ZERO}::bigint`, sql`${due[kind]}::bigint`)
const heldBy =
  (kind: keyof typeof HELD): Rule =>
  (_carried, books) =>
    held(books, kind)

/** Of all companies together; points are counted by no closing. */
const KINDS = ['balance', 'credit', 'voucher']
const together = ({ booked, said }: Books) => sql`
  select 'company:' || k.kind as id, '账上 ' || k.booked || ' 分，应为 ' || k.said || ' 分' as what
    from unnest(${KINDS}::text[], ${KINDS.map((kind) => booked.get(`company:${kind}`) ?? ZERO)}::bigint[],
                ${KINDS.map((kind) => said[kind] ?? ZERO)}::bigint[]) as k(kind, booked, said)
   where k.booked <> k.said`

export const SINCE: Readonly<Record<string, Rule>> = {
  ledger_zero: ({ posting }) => sql`
    select 'ledger' as id, '合计 ' || sum(amount) || ' 分' as what from ledger_entry where posting_id > ${posting} having sum(amount) <> 0`,
  ledger_posting: ({ posting }) => sql`
    select p.id, p.idempotency_key || '：合计 ' || coalesce(e.total, 0) || ' 分，' || coalesce(e.count, 0) || ' 条' as what
      from ledger_posting p
      left join (select posting_id, sum(amount) as total, count(*) from ledger_entry where posting_id > ${posting} group by 1) e on e.posting_id = p.id
     where p.id > ${posting} and (coalesce(e.total, 0) <> 0 or coalesce(e.count, 0) < 2)`,
  channel_accounts: ({ posting }) => strayMoves(sql`g.id > ${posting}`),
  ledger_points_apart: ({ posting }) => sql`
    select e.posting_id as id, '积分与金额混记' as what from ledger_entry e join ledger_account a on a.id = e.account_id where e.posting_id > ${posting}
     group by e.posting_id having bool_or(a.kind in ('points', 'points_issued')) and not bool_and(a.kind in ('points', 'points_issued'))`,
  // An account that nothing was booked on is looked at with all others of its kind.
  ledger_balance: (carried, books) => sql`
    select a.id::text as id, '企业 ' || a.company_id || ' 的 ' || a.kind || '：余额 ' || a.balance || '，分录 ' || coalesce(b.balance_after, 0) + m.total as what
      from (select account_id, sum(amount) as total, max(id) as last from ledger_entry where posting_id > ${carried.posting} group by 1) m
      join ledger_account a on a.id = m.account_id and a.company_id is not null
      join ledger_entry l on l.id = m.last
      left join lateral (select e.balance_after from ledger_entry e where e.account_id = a.id and e.posting_id <= ${carried.posting}
                          order by e.id desc limit 1) b on true
     where a.balance <> coalesce(b.balance_after, 0) + m.total or a.balance is distinct from l.balance_after
    union all ${together(books)}`,
  // Which ones, where there are any: else nobody looks through them again.
  purse_negative: (_carried, { wrong }) => pursesWrong(wrong > 0 ? sql`true` : sql`false`),
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
    billedOf(sql`(
    select order_id as id from credit_bill where settled_at is null
    union select order_id from ledger_posting where id > ${posting} and order_id is not null
    union select unnest(array[order_id, new_order_id]) from order_split where at >= (${from}::date - interval '3 days') at time zone 'Asia/Shanghai')`),
  suspense: heldBy('suspense'),
  refund_due: heldBy('refund_due'),
  surplus: heldBy('surplus'),
  // Those that something was booked on one by one, all that are under way together.
  order_advance: (carried, books) => sql`
    select o.id::text as id, o.no || '（' || o.status || '）账上 ' || coalesce(s.total, 0) || ' 分，应为 ' || due.amount || ' 分' as what
      from (select distinct order_id from ledger_posting where id > ${carried.posting} and order_id is not null) t
      join orders o on o.id = t.order_id
      left join lateral (select sum(e.amount) as total from ledger_posting p join ledger_entry e on e.posting_id = p.id
                          where p.order_id = o.id and e.account_id = ${ofShop('order_advance')}) s on true
     cross join lateral (select ${ADVANCE} + ${GOING_BACK} as amount) due
     where coalesce(s.total, 0) <> due.amount
    union all ${held(books, 'order_advance', 'orders')}`,
}
