import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { FEW, fewOf } from '../../../platform/few.ts'
import type { Period } from '../../../platform/period.ts'

export interface LedgerFilter extends Period {
  orderNo: string
  companyId: number | null
  kind: string
  /** company:balance, shop:bank … ; '': any. */
  account: string
}

export interface PostingRow {
  id: number
  at: Date
  kind: string
  companyId: number | null
  company: string
  orderId: number | null
  orderNo: string
  memo: string
  key: string
  sides: { account: string; owner: string; amount: Fen; balance: Fen | null }[]
}

/** Points are counted in postings of their own. */
const POINTS = ['points_earn', 'points_spend', 'points_back', 'points_taken']

const named = (account: string) => {
  const [side = '', name = ''] = account.split(':')
  return sql`a.kind = ${name} and (a.company_id is null) = ${side === 'shop'}`
}

/**
 * Asked of each posting of the walk: a limit keeps it from being turned into a join, which would begin with the account's millions. The
 * shop has one account of a kind, which is looked for once.
 */
function isOn(account: string) {
  const [side, name = ''] = account.split(':')
  const [joined, asked] =
    side === 'shop'
      ? [sql``, sql`e.account_id = (select a.id from ledger_account a where a.kind = ${name} and a.company_id is null)`]
      : [sql`join ledger_account a on a.id = e.account_id`, named(account)]
  return sql`coalesce((select true from ledger_entry e ${joined} where e.posting_id = p.id and ${asked} limit 1), false)`
}

/** Among so many of the newest postings a page is met, or they are looked for by their accounts. */
const [WALKED, PAGE] = [5_000, 40]

async function isMetSoon(connection: Connection, account: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from (select p.id from ledger_posting p order by p.at desc, p.id desc limit ${WALKED}) p where ${isOn(account)} limit ${PAGE}) met`.execute(
    connection,
  )
  return (rows[0]?.count ?? 0) === PAGE
}

/**
 * Postings with a side on such an account that few have; null: so many that the walk from the newest meets them soon, as it does what
 * customers pay. Counted account by account in the index alone, for statistics know how many entries an account has on the average, and
 * the shop's have thousands of times that, most companies' none.
 */
async function fewOn(connection: Connection, account: string): Promise<number[] | null> {
  if (account === '' || (await isMetSoon(connection, account))) return null
  const entries = (column: string) => sql`
    select e.${sql.ref(column)} from ledger_account a
     cross join lateral (select * from ledger_entry e where e.account_id = a.id order by e.id desc limit ${FEW + 1}) e
     where ${named(account)}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${entries('at')} limit ${FEW + 1}) f`.execute(connection)
  return (rows[0]?.count ?? 0) > FEW ? null : fewOf(connection, sql`select posting_id as id from (${entries('posting_id')}) e`)
}

function found({ orderNo, companyId, kind, account, from, until }: LedgerFilter, few: readonly number[] | null) {
  return sql.join(
    [
      kind === '' ? sql`p.kind <> all (${POINTS}::text[])` : sql`p.kind = ${kind}`,
      ...(orderNo === '' ? [] : [sql`p.order_id = (select id from orders where no = ${orderNo})`]),
      ...(companyId === null ? [] : [sql`p.company_id = ${companyId}`]),
      ...(from === null ? [] : [sql`p.at >= ${from}`]),
      ...(until === null ? [] : [sql`p.at < ${until}`]),
      ...(few === null ? [] : [sql`p.id = any (${[...few]}::bigint[])`]),
      ...(account === '' || few !== null ? [] : [isOn(account)]),
    ],
    sql` and `,
  )
}

const NEWEST = sql`order by p.at desc, p.id desc`

/**
 * The newest postings on an account of the shop: of each kind there is on it the newest ones, and of these the newest. What it has is as
 * old as it may be (sales, before an order is complete), so a walk of all postings would meet none of them for days. An entry says what its
 * posting is and when.
 */
function newestOfShop({ account, kind, from, until }: LedgerFilter, after: number | null, limit: number) {
  const of = sql`e.account_id = (select id from account) and e.balance_after is null`
  const found = [
    of,
    sql`e.kind = k.kind`,
    ...(from === null ? [] : [sql`e.at >= ${from}`]),
    ...(until === null ? [] : [sql`e.at < ${until}`]),
    ...(after === null ? [] : [sql`(e.at, e.posting_id) < ((select at from ledger_posting where id = ${after}), ${after}::bigint)`]),
  ]
  return sql`
    with recursive account as materialized (select id from ledger_account where company_id is null and kind = ${account.slice('shop:'.length)}),
    kinds(kind) as (
      (select e.kind from ledger_entry e where ${of} order by e.kind limit 1)
      union all
      select (select e.kind from ledger_entry e where ${of} and e.kind > k.kind order by e.kind limit 1) from kinds k where k.kind is not null)
    select p.* from (
      select f.posting_id from kinds k
       cross join lateral (select distinct e.at, e.posting_id from ledger_entry e where ${sql.join(found, sql` and `)}
                            order by e.at desc, e.posting_id desc limit ${limit}) f
       where ${kind === '' ? sql`k.kind <> all (${POINTS}::text[])` : sql`k.kind = ${kind}`}
       order by f.at desc, f.posting_id desc limit ${limit}) n
      join ledger_posting p on p.id = n.posting_id`
}

/** Of one company or order there are few: theirs are walked, whatever account is asked for. */
async function newestOf(connection: Connection, filter: LedgerFilter, after: number | null, limit: number) {
  const isNarrow = filter.companyId !== null || filter.orderNo !== ''
  if (!isNarrow && filter.account.startsWith('shop:')) return newestOfShop(filter, after, limit)
  const few = isNarrow ? null : await fewOn(connection, filter.account)
  const place = after === null ? sql`` : sql`and (p.at, p.id) < ((select at from ledger_posting where id = ${after}), ${after}::bigint)`
  return sql`select * from ledger_posting p where ${found(filter, few)} ${place} ${NEWEST} limit ${limit}`
}

/** The newest first, each with its sides as they were written; after: the last posting of the page before. */
export async function postingPage(
  connection: Connection,
  filter: LedgerFilter,
  after: number | null,
  limit: number,
): Promise<PostingRow[]> {
  const { rows } = await sql<PostingRow>`
    select p.id, p.at, p.kind, p.company_id as "companyId", coalesce(c.name, '') as company, p.order_id as "orderId",
           coalesce(o.no, '') as "orderNo", p.memo, p.idempotency_key as key,
           (select coalesce(json_agg(json_build_object('account', case when a.company_id is null then 'shop:' else 'company:' end || a.kind,
                              'owner', coalesce(owner.name, ''), 'amount', e.amount, 'balance', e.balance_after) order by e.amount desc, e.id), '[]')
              from ledger_entry e join ledger_account a on a.id = e.account_id left join company owner on owner.id = a.company_id
             where e.posting_id = p.id) as sides
      from (${await newestOf(connection, filter, after, limit)}) p
      left join company c on c.id = p.company_id left join orders o on o.id = p.order_id ${NEWEST}`.execute(connection)
  return rows
}
