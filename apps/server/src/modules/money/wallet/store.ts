import { sql } from 'kysely'
import { type CompanyAccount, type LedgerAccountName, type Posting, spentBy } from '#domain/ledger.ts'
import { add, type Fen, subtract, ZERO } from '#domain/money.ts'
import { plainName } from '#domain/transfers.ts'
import type { Connection } from '../../../platform/database.ts'

const namesOf = (names: readonly LedgerAccountName[]) =>
  sql`unnest(${names.map((name) => name.companyId)}::bigint[], ${names.map((name) => name.kind)}::text[]) as n(company_id, kind)`

/** A company's account keeps its figure, from zero; an account of the shop keeps none: its figure is the sum of its entries. */
export async function openAccounts(connection: Connection, names: readonly LedgerAccountName[]): Promise<void> {
  await sql`
    insert into ledger_account (company_id, kind, balance)
    select distinct company_id, kind, case when company_id is not null then 0::bigint end from ${namesOf(names)}
     order by company_id, kind
    on conflict do nothing`.execute(connection)
}

export interface PostedRows {
  /** Postings that were new. */
  fresh: string[]
  /** Entries whose account is not open yet: then nothing was written. */
  unopened: number
  /** Purses of companies that would have fallen below zero, or credit below the limit. */
  short: CompanyAccount[]
}

/**
 * Writes postings with their entries and moves the figures of the companies' accounts, in one statement. Accounts are
 * locked in the order of their ids, so that two postings over the same companies cannot wait for each other in a circle.
 * The caller throws, and so rolls back, where an account is short.
 */
export async function writePostings(connection: Connection, postings: readonly Posting[], now: Date): Promise<PostedRows> {
  const heads = postings.map((posting, ord) => {
    const { key, kind, companyId, orderId, memo } = posting
    return { ord, key, kind, companyId, orderId, memo, spent: spentBy(posting) }
  })
  const entries = postings.flatMap((posting, ord) =>
    posting.entries.map(({ account, amount }, n) => ({ ord, n, companyId: account.companyId, kind: account.kind, amount })),
  )
  const { rows } = await sql<PostedRows>`
    with head as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb)
               as h(ord integer, key text, kind text, "companyId" bigint, "orderId" bigint, memo text, spent bigint)
    ), entry as materialized (
      select ord, n, amount,
             case when "companyId" is null then (select id from ledger_account where company_id is null and kind = e.kind)
                  else (select id from ledger_account where company_id = "companyId" and kind = e.kind) end as account_id
        from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(ord integer, n integer, "companyId" bigint, kind text, amount bigint)
    ), fresh as (
      insert into ledger_posting (idempotency_key, kind, company_id, order_id, memo, at, spent)
      select key, kind, "companyId", "orderId", memo, ${now}::timestamptz, spent from head
       where not exists (select from entry where account_id is null) order by ord
      on conflict (idempotency_key) do nothing returning id, idempotency_key
    ), due as materialized (
      select f.id as posting_id, h.kind, e.ord, e.n, e.amount, e.account_id
        from fresh f join head h on h.key = f.idempotency_key join entry e on e.ord = h.ord
    ), locked as materialized (
      select a.id, a.kind, d.amount,
             case a.kind when 'credit' then -(select credit_limit from company c where c.id = a.company_id) else 0 end as lowest
        from (select account_id, sum(amount)::bigint as amount from due group by account_id) d
        join ledger_account a on a.id = d.account_id
       where a.company_id is not null order by a.id for update of a
    ), moved as (
      update ledger_account a set balance = a.balance + l.amount
        from locked l where a.id = l.id and (l.amount >= 0 or a.balance + l.amount >= l.lowest)
      returning a.id, a.balance
    ), written as (
      insert into ledger_entry (posting_id, account_id, amount, kind, at, balance_after)
      select posting_id, account_id, amount, due.kind, ${now}::timestamptz,
             m.balance - coalesce(sum(amount) over (partition by account_id order by ord, n rows between 1 following and unbounded following), 0)
        from due left join moved m on m.id = due.account_id order by ord, n
    )
    select coalesce((select array_agg(idempotency_key) from fresh), '{}') as fresh,
           (select count(*)::integer from entry where account_id is null) as unopened,
           coalesce((select array_agg(kind) from locked where id not in (select id from moved)), '{}') as short`.execute(connection)
  return rows[0] ?? { fresh: [], unopened: 0, short: [] }
}

/** What a company has in its purses. */
export interface Purses {
  balance: Fen
  voucher: Fen
  /** Owed for goods bought on credit; positive. */
  creditUsed: Fen
  /** Counted, not money. */
  points: number
}

export async function readPurses(connection: Connection, companyId: number): Promise<Purses> {
  const { rows } = await sql<{ kind: string; balance: Fen }>`
    select kind, balance from ledger_account where company_id = ${companyId}`.execute(connection)
  const of = (kind: CompanyAccount) => rows.find((row) => row.kind === kind)?.balance ?? ZERO
  return { balance: of('balance'), voucher: of('voucher'), creditUsed: subtract(ZERO, of('credit')), points: of('points') }
}

/** What a posting moved on a company's balance. */
export async function postedAmount(connection: Connection, key: string, companyId: number): Promise<Fen> {
  const { rows } = await sql<{ amount: Fen }>`
    select coalesce(sum(e.amount), 0)::bigint as amount
      from ledger_posting p join ledger_entry e on e.posting_id = p.id join ledger_account a on a.id = e.account_id
     where p.idempotency_key = ${key} and a.company_id = ${companyId} and a.kind = 'balance'`.execute(connection)
  return rows[0]?.amount ?? ZERO
}

export async function isPosted(connection: Connection, key: string): Promise<boolean> {
  const row = await connection.selectFrom('ledger_posting').select('id').where('idempotency_key', '=', key).executeTakeFirst()
  return row !== undefined
}

/** What people put on a company's balance is weighed one after the other, to the end of the transaction. */
export async function lockByHand(connection: Connection, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`balance_by_hand:${companyId}`}, 0))`.execute(connection)
}

/**
 * By how much people have moved a company's balance since then: corrections, both ways together, and money out of suspense that named another
 * company, or none, or this one in a file that whoever decided had brought himself, and recharges and repayments that no statement shows but his own file. The caller holds lockByHand, so that of several at once each sees the others.
 */
export async function byHandSince(connection: Connection, companyId: number, since: Date): Promise<Fen> {
  const { rows: adjusted } = await sql<{ amount: Fen }>`
    select coalesce(sum(abs(e.amount)), 0)::bigint as amount
      from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_posting p on p.id = e.posting_id
     where a.company_id = ${companyId} and a.kind = 'balance' and p.kind = 'adjust' and p.at > ${since}`.execute(connection)
  const { rows: matched } = await sql<{ amount: Fen; payer: string; company: string; isOwnFile: boolean }>`
    select s.amount, case when s.channel = 'bank' then s.payment_no else '' end as payer, c.name as company,
           exists (select from bank_line l join bank_import i on i.id = l.import_id
                    where l.suspense_id = s.id and s.decided_by in (i.read_by, i.taken_by)) as "isOwnFile"
      from suspense s join company c on c.id = s.company_id left join payment p on p.id = s.payment_id
     where s.company_id = ${companyId} and s.status = 'matched' and s.decided_at > ${since} and p.company_id is distinct from s.company_id`.execute(
    connection,
  )
  const unnamed = matched.filter(({ payer, company, isOwnFile }) => isOwnFile || plainName(payer) !== plainName(company))
  const { rows: unseen } = await sql<{ amount: Fen }>`
    select coalesce(sum(amount), 0)::bigint as amount from payment
     where company_id = ${companyId} and channel = 'bank' and purpose <> 'order' and status = 'paid' and paid_at > ${since}
       and (gateway_no is null
         or exists (select from bank_line l join bank_import i on i.id = l.import_id
                     where l.payment_id = payment.id and l.decided_by in (i.read_by, i.taken_by)))`.execute(connection)
  return add(...[...adjusted, ...unnamed, ...unseen].map(({ amount }) => amount))
}

/** Null: there is no such company. */
export async function companyName(connection: Connection, companyId: number): Promise<string | null> {
  const row = await connection.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirst()
  return row?.name ?? null
}

export async function companyExists(connection: Connection, companyId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from company where id = ${companyId}`.execute(connection)
  return rows.length > 0
}
