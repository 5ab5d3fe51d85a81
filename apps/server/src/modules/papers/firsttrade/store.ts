import { sql } from 'kysely'
import type { TradePaperKind } from '#domain/first-trade.ts'
import type { Connection } from '../../../platform/database.ts'

export interface TradePaperRow {
  id: number
  /** Id of its first version. */
  series: number
  goodsId: number | null
  kind: TradePaperKind
  holder: string
  number: string
  issuer: string
  issuedOn: string | null
  expiresOn: string | null
  note: string
  state: 'in_force' | 'replaced' | 'withdrawn'
  reason: string
  createdAt: Date
  createdBy: string
}
export type NewTradePaper = Omit<TradePaperRow, 'id' | 'series' | 'state' | 'reason' | 'createdAt' | 'createdBy'>

const COLUMNS = sql`p.id, p.series, p.goods_id as "goodsId", p.kind, p.holder, p.number, p.issuer, p.issued_on::text as "issuedOn",
  p.expires_on::text as "expiresOn", p.note, p.state, p.reason, p.created_at as "createdAt", p.created_by as "createdBy"`

/** By whom the files of a paper are kept. */
export const fileSubject = (paperId: number): string => `trade_paper:${paperId}`

/** Whether a file is of a paper of the wholesaler's own that is in force. */
export async function isShown(connection: Connection, fileId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from stored_file f join trade_paper p on f.subject = 'trade_paper:' || p.id
     where f.id = ${fileId} and p.state = 'in_force' and p.goods_id is null`.execute(connection)
  return rows.length > 0
}

export async function findPaper(connection: Connection, id: number, lock = false): Promise<TradePaperRow | null> {
  const { rows } =
    await sql<TradePaperRow>`select ${COLUMNS} from trade_paper p where p.id = ${id} ${lock ? sql`for update` : sql``}`.execute(connection)
  return rows[0] ?? null
}

/** Two who file the same kind at once come one after the other. */
export async function lockKind(connection: Connection, { goodsId, kind, holder }: NewTradePaper): Promise<TradePaperRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`trade_paper:${goodsId ?? 0}:${kind}:${holder}`}, 0))`.execute(connection)
  const { rows } = await sql<TradePaperRow>`
    select ${COLUMNS} from trade_paper p
     where coalesce(p.goods_id, 0) = ${goodsId ?? 0} and p.kind = ${kind} and p.holder = ${holder} and p.state = 'in_force' for update`.execute(
    connection,
  )
  return rows[0] ?? null
}

/** series null: it begins one. */
export async function insertPaper(
  connection: Connection,
  paper: NewTradePaper,
  series: number | null,
  by: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with numbered as (select nextval(pg_get_serial_sequence('trade_paper', 'id')) as id)
    insert into trade_paper (id, series, goods_id, kind, holder, number, issuer, issued_on, expires_on, note, created_at, created_by)
    overriding system value
    select id, coalesce(${series}::bigint, id), ${paper.goodsId}, ${paper.kind}, ${paper.holder}, ${paper.number}, ${paper.issuer},
           ${paper.issuedOn}::date, ${paper.expiresOn}::date, ${paper.note}, ${now}, ${by} from numbered
    returning id`.execute(connection)
  return Number(rows[0]?.id)
}

export async function endPaper(
  connection: Connection,
  id: number,
  state: 'replaced' | 'withdrawn',
  reason: string,
  now: Date,
): Promise<void> {
  await sql`update trade_paper set state = ${state}, reason = ${reason}, ended_at = ${now} where id = ${id}`.execute(connection)
}

/** More than a wholesaler, or a goods, ever files. */
const PAPERS_MAX = 300

/** What stands of the wholesaler (goodsId null) or of a goods. */
export async function papersInForce(connection: Connection, goodsId: number | null): Promise<TradePaperRow[]> {
  const { rows } = await sql<TradePaperRow>`
    select ${COLUMNS} from trade_paper p
     where p.goods_id is not distinct from ${goodsId} and p.state = 'in_force' order by p.kind, p.holder, p.id limit ${PAPERS_MAX}`.execute(
    connection,
  )
  return rows
}

export async function papersOfGoods(connection: Connection, goodsIds: readonly number[]): Promise<TradePaperRow[]> {
  if (goodsIds.length === 0) return []
  const { rows } = await sql<TradePaperRow>`
    select ${COLUMNS} from trade_paper p where p.goods_id = any(${goodsIds}::bigint[]) and p.state = 'in_force' order by p.goods_id, p.id`.execute(
    connection,
  )
  return rows
}

/** For staff. goodsId undefined: all, of the wholesaler and of goods. before: a day by which they end. */
export async function papersForStaff(
  connection: Connection,
  filter: { goodsId: number | null | undefined; ended: boolean; before: string | null },
): Promise<TradePaperRow[]> {
  const { rows } = await sql<TradePaperRow>`
    select ${COLUMNS} from trade_paper p
     where (${filter.goodsId === undefined}::boolean or p.goods_id is not distinct from ${filter.goodsId ?? null})
       and (${filter.ended}::boolean or p.state = 'in_force')
       and (${filter.before}::date is null or p.expires_on <= ${filter.before}::date)
     order by p.goods_id nulls first, p.kind, p.holder, p.id desc limit ${PAPERS_MAX}`.execute(connection)
  return rows
}

export async function markSeen(
  connection: Connection,
  companyId: number,
  accountId: number,
  ids: readonly number[],
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into trade_paper_seen (paper_id, company_id, account_id, at)
    select p.id, ${companyId}, ${accountId}, ${now} from trade_paper p where p.id = any(${ids}::bigint[]) and p.state = 'in_force' and p.goods_id is null
    on conflict do nothing`.execute(connection)
  return Number(numAffectedRows ?? 0)
}

export async function seenBy(connection: Connection, companyId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select paper_id as id from trade_paper_seen where company_id = ${companyId}`.execute(
    connection,
  )
  return new Set(rows.map(({ id }) => id))
}

/** One pack is asked for, and told of, by one transaction at a time. */
export async function lockPack(
  connection: Connection,
  { companyId, goodsId }: { companyId: number; goodsId: number | null },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`trade_pack:${companyId}:${goodsId ?? 0}`}, 0))`.execute(connection)
}

/** Papers of a company's packs of goods that are still to be made; the index of what waits is short. */
export async function goodsPapersWaiting(connection: Connection, companyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from document
     where state = 'waiting' and company_id = ${companyId} and kind in ('licence_copy', 'goods_file')`.execute(connection)
  return rows[0]?.count ?? 0
}

/** Lists of a pack that were asked for since then: each comes with a copy of every paper, and none of them ever goes. */
export async function packsAskedSince(connection: Connection, subject: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from document
     where subject = ${subject} and kind = 'first_trade' and asked_at > ${since}`.execute(connection)
  return rows[0]?.count ?? 0
}

export async function putPack(connection: Connection, companyId: number, by: string, now: Date): Promise<void> {
  await sql`
    insert into trade_pack (company_id, asked_at, asked_by) values (${companyId}, ${now}, ${by})
    on conflict (company_id) do update set asked_at = excluded.asked_at, asked_by = excluded.asked_by`.execute(connection)
}

/** Companies with a pack that may still trade, after this one. */
export async function packCompanies(connection: Connection, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.company_id as id from trade_pack t join company c on c.id = t.company_id
     where t.company_id > ${after} and c.review_state in (1, 2) order by t.company_id limit ${limit}`.execute(connection)
  return rows.map(({ id }) => id)
}

export async function passedCompanies(connection: Connection, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from company where id > ${after} and review_state = 2 order by id limit ${limit}`.execute(connection)
  return rows.map(({ id }) => id)
}

export interface Party {
  id: number
  name: string
  reviewState: number
}
export async function partyOf(connection: Connection, companyId: number): Promise<Party | null> {
  const { rows } = await sql<Party>`select id, name, review_state as "reviewState" from company where id = ${companyId}`.execute(connection)
  return rows[0] ?? null
}

export async function sha256OfFiles(connection: Connection, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; hash: string }>`
    select id, encode(sha256, 'hex') as hash from stored_file where id = any(${ids}::bigint[])`.execute(connection)
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}
