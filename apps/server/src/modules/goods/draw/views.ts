import { sql } from 'kysely'
import type { PrizeKind } from '#domain/draw.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'

export interface RecordView {
  id: number
  drawId: number
  drawName: string
  companyId: number
  companyName: string
  city: string
  name: string
  remarks: string
  kind: PrizeKind
  at: Date
}

const COLUMNS = sql`
  r.id, r.draw_id as "drawId", d.name as "drawName", r.company_id as "companyId", c.name as "companyName", c.city, r.name, r.remarks,
  r.prize_kind as kind, r.at`
const JOINS = sql`join draw d on d.id = r.draw_id join company c on c.id = r.company_id`

/** Who won lately, whichever company: the caller hides the names. */
export async function newestWinners(connection: Connection, drawId: number, limit: number): Promise<RecordView[]> {
  const { rows } = await sql<RecordView>`
    select ${COLUMNS} from draw_record r ${JOINS}
     where r.draw_id = ${drawId} and r.prize_kind <> 'none' order by r.id desc limit ${limit}`.execute(connection)
  return rows
}

/** A company's own draws, of one draw or of all. */
export async function ownRecords(
  connection: Connection,
  companyId: number,
  drawId: number | null,
  offset: number,
  limit: number,
): Promise<RecordView[]> {
  const { rows } = await sql<RecordView>`
    select ${COLUMNS} from draw_record r ${JOINS}
     where r.company_id = ${companyId} and (${drawId}::bigint is null or r.draw_id = ${drawId})
     order by r.id desc limit ${limit} offset ${offset}`.execute(connection)
  return rows
}

export async function countOwnRecords(connection: Connection, companyId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from draw_record where company_id = ${companyId}`.execute(connection)
  return rows[0]?.total ?? 0
}

export interface StaffRecord {
  id: number
  at: Date
  draw: string
  company: string
  prize: string
  won: boolean
  value: number
  range: number
}
/** Everybody's, for staff; the newest first. Words: a part of the company's name, or of the prize's. */
export async function staffRecords(
  connection: Connection,
  { keywords, planId, won }: { keywords: string; planId: number | null; won: boolean },
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: StaffRecord[]; total: number }> {
  const like = `%${plainLike(keywords)}%`
  const where = sql`
    ${companySeen('r.company_id')} and (${keywords} = '' or c.name ilike ${like} or r.name ilike ${like})
    and (${planId}::bigint is null or d.plan_id = ${planId}) and (not ${won}::boolean or r.prize_kind <> 'none')`
  const { rows } = await sql<StaffRecord>`
    select r.id, r.at, d.name as draw, c.name as company, r.name as prize, r.prize_kind <> 'none' as won, r.random_value as value,
           r.random_range as range
      from draw_record r ${JOINS} where ${where} order by r.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from draw_record r ${JOINS} where ${where}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}
