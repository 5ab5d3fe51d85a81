import { sql } from 'kysely'
import type { BodyOf } from '#contract/call.ts'
import type { packAsk } from '#contract/receiving.ts'
import type { Connection } from '../../../platform/database.ts'

type PackState = 'waiting' | 'ready' | 'failed' | 'gone'
export interface PackRow {
  id: number
  companyId: number
  accountId: number | null
  title: string
  wish: BodyOf<typeof packAsk>
  state: PackState
  note: string
  fileId: number | null
  askedAt: Date
}
const COLUMNS = sql`id, company_id as "companyId", account_id as "accountId", title, wish, state, note, file_id as "fileId", asked_at as "askedAt"`

export async function insertPack(
  connection: Connection,
  pack: Pick<PackRow, 'companyId' | 'title' | 'wish'> & { accountId: number },
  now: Date,
): Promise<{ id: number; isNew: boolean }> {
  const wish = JSON.stringify(pack.wish)
  const { rows } = await sql<{ id: number }>`
    insert into paper_pack (company_id, account_id, title, wish, asked_at)
    values (${pack.companyId}, ${pack.accountId}, ${pack.title}, ${wish}::jsonb, ${now})
    on conflict (company_id, wish) where state = 'waiting' do nothing returning id`.execute(connection)
  if (rows[0]) return { id: rows[0].id, isNew: true }
  const { rows: old } = await sql<{ id: number }>`
    select id from paper_pack where company_id = ${pack.companyId} and wish = ${wish}::jsonb order by id desc limit 1`.execute(connection)
  if (!old[0]) throw new Error('a pack is neither new nor there')
  return { id: old[0].id, isNew: false }
}

export async function lockPack(connection: Connection, id: number, locked: boolean): Promise<PackRow | null> {
  const { rows } = await sql<PackRow>`select ${COLUMNS} from paper_pack where id = ${id} ${locked ? sql`for update` : sql``}`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function setPack(
  connection: Connection,
  id: number,
  made: { state: PackState; note: string; fileId: number | null },
  now: Date,
): Promise<void> {
  await sql`update paper_pack set state = ${made.state}, note = ${made.note}, file_id = ${made.fileId}, made_at = ${now} where id = ${id}`.execute(
    connection,
  )
}

/** Counting what a company has asked for goes one by one, to the end of the transaction. */
export async function takePackLock(connection: Connection, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`paper_pack:${companyId}`}, 0))`.execute(connection)
}

export async function countPacks(connection: Connection, companyId: number, since: Date): Promise<{ waiting: number; asked: number }> {
  const { rows } = await sql<{ waiting: number; asked: number }>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where asked_at > ${since})::int as asked
      from paper_pack where company_id = ${companyId} and (state = 'waiting' or asked_at > ${since})`.execute(connection)
  return rows[0] ?? { waiting: 0, asked: 0 }
}

const SHOWN = 5

/** Ready ones that newer ones have pushed off the page. */
export async function packsPushedOff(connection: Connection, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, state, row_number() over (order by id desc) as place from paper_pack where company_id = ${companyId} and state <> 'gone') p
     where p.place > ${SHOWN} and p.state in ('ready', 'failed')`.execute(connection)
  return rows.map((row) => row.id)
}

/** Those that were asked for last and can still be fetched, or are on their way. */
export async function recentPacks(connection: Connection, companyId: number): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`
    select ${COLUMNS} from paper_pack where company_id = ${companyId} and state <> 'gone' order by id desc limit ${SHOWN}`.execute(
    connection,
  )
  return rows
}

export async function packsMadeBefore(connection: Connection, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from paper_pack where state in ('ready', 'failed') and made_at < ${before} order by id`.execute(connection)
  return rows.map((row) => row.id)
}

export async function forgetPack(connection: Connection, id: number): Promise<void> {
  await sql`update paper_pack set state = 'gone', file_id = null where id = ${id}`.execute(connection)
}
