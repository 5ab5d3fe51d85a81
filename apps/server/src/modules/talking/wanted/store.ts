import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { WantedState } from '#domain/wanted.ts'
import type { Connection } from '../../../platform/database.ts'

export interface NewWanted {
  name: string
  spec: string
  manufacturer: string
  number: number
  unit: string
  expectedPrice: Fen | null
  note: string
}

/** Requests that came today, to keep a company from flooding the desk. One at a time a company. */
export async function lockAndCount(connection: Connection, companyId: number, since: Date): Promise<number> {
  await sql`select 1 from company where id = ${companyId} for no key update`.execute(connection)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from wanted_request where company_id = ${companyId} and created_at >= ${since}`.execute(connection)
  return rows[0]?.count ?? 0
}

/** The requests of a form that came before, by their place in it. */
export async function wantedOfForm(connection: Connection, companyId: number, key: string): Promise<(NewWanted & { id: number })[]> {
  const { rows } = await sql<NewWanted & { id: number }>`
    select id, name, spec, manufacturer, number, unit, expected_price as "expectedPrice", note from wanted_request
     where company_id = ${companyId} and submit_key = any(select ${key} || ':' || n from generate_series(1, 20) n) order by id`.execute(
    connection,
  )
  return rows
}

export async function insertWanted(
  connection: Connection,
  who: { companyId: number; accountId: number },
  submitKey: string,
  wanted: NewWanted,
  now: Date,
): Promise<number> {
  const { id } = await connection
    .insertInto('wanted_request')
    .values({
      company_id: who.companyId,
      account_id: who.accountId,
      submit_key: submitKey,
      name: wanted.name,
      spec: wanted.spec,
      manufacturer: wanted.manufacturer,
      number: wanted.number,
      unit: wanted.unit,
      expected_price: wanted.expectedPrice,
      note: wanted.note,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface LockedWanted {
  id: number
  companyId: number
  name: string
  state: WantedState
}

/** companyId null: staff may change any. */
export async function lockWanted(connection: Connection, id: number, companyId: number | null): Promise<LockedWanted | null> {
  const { rows } = await sql<LockedWanted>`
    select id, company_id as "companyId", name, state from wanted_request
     where id = ${id} and (${companyId}::bigint is null or company_id = ${companyId}) for update`.execute(connection)
  return rows[0] ?? null
}

export async function setState(
  connection: Connection,
  id: number,
  state: WantedState,
  closeReason: string | null,
  now: Date,
): Promise<void> {
  await sql`
    update wanted_request set state = ${state}, close_reason = coalesce(${closeReason}::text, close_reason), updated_at = ${now}
     where id = ${id}`.execute(connection)
}

/** What the buyer said on a request since then. */
export async function repliesSince(connection: Connection, requestId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from wanted_entry where request_id = ${requestId} and not is_staff and created_at >= ${since}`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}

export async function insertEntry(
  connection: Connection,
  requestId: number,
  entry: { accountId: number; isStaff: boolean; author: string; text: string; goodsIds: readonly number[] },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into wanted_entry (request_id, account_id, is_staff, author, text, goods_ids, created_at)
    values (${requestId}, ${entry.accountId}, ${entry.isStaff}, ${entry.author}, ${entry.text}, ${entry.goodsIds}::bigint[], ${now})
    returning id`.execute(connection)
  return rows[0]?.id ?? 0
}

/** Those of the goods that exist. */
export async function existingGoods(connection: Connection, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from goods where id = any(${ids}::bigint[])`.execute(connection)
  return new Set(rows.map((row) => row.id))
}
