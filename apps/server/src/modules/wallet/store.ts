import { sql } from 'kysely'
import type { LedgerAccountName, Posting } from '#domain/ledger.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../platform/database.ts'

/** Null: this key has been posted before. */
export async function insertPosting(connection: Connection, posting: Posting, now: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into ledger_posting (idempotency_key, kind, company_id, order_id, memo, at)
    values (${posting.key}, ${posting.kind}, ${posting.companyId}, ${posting.orderId}, ${posting.memo}, ${now})
    on conflict (idempotency_key) do nothing returning id`.execute(connection)
  return rows[0]?.id ?? null
}

export interface AccountRow {
  id: number
  companyId: number | null
  kind: string
}

const namesOf = (names: readonly LedgerAccountName[]) =>
  sql`unnest(${names.map((name) => name.companyId)}::bigint[], ${names.map((name) => name.kind)}::text[]) as n(company_id, kind)`

export async function findAccounts(connection: Connection, names: readonly LedgerAccountName[]): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.company_id as "companyId", a.kind
      from ${namesOf(names)} join ledger_account a on a.kind = n.kind and a.company_id is not distinct from n.company_id`.execute(
    connection,
  )
  return rows
}

/** A company's account keeps its figure, from zero; an account of the shop keeps none: its figure is the sum of its entries. */
export async function openAccounts(connection: Connection, names: readonly LedgerAccountName[]): Promise<void> {
  await sql`
    insert into ledger_account (company_id, kind, balance)
    select distinct company_id, kind, case when company_id is not null then 0::bigint end from ${namesOf(names)}
    on conflict do nothing`.execute(connection)
}

/** Moves a company's figure; null where that would bring it below zero. */
export async function moveBalance(connection: Connection, accountId: number, amount: Fen): Promise<Fen | null> {
  const { rows } = await sql<{ balance: Fen }>`
    update ledger_account set balance = balance + ${amount}
     where id = ${accountId} and (kind = 'credit' or balance + ${amount} >= 0)
    returning balance`.execute(connection)
  return rows[0]?.balance ?? null
}

export interface EntryRow {
  accountId: number
  amount: Fen
  balanceAfter: Fen | null
}

export async function insertEntries(connection: Connection, postingId: number, entries: readonly EntryRow[]): Promise<void> {
  await sql`
    insert into ledger_entry (posting_id, account_id, amount, balance_after)
    select ${postingId}, * from unnest(${entries.map((one) => one.accountId)}::bigint[], ${entries.map((one) => one.amount)}::bigint[],
                                       ${entries.map((one) => one.balanceAfter)}::bigint[])`.execute(connection)
}

export async function readBalance(connection: Connection, companyId: number): Promise<Fen> {
  const { rows } = await sql<{ balance: Fen }>`
    select balance from ledger_account where company_id = ${companyId} and kind = 'balance'`.execute(connection)
  return rows[0]?.balance ?? (0 as Fen)
}
