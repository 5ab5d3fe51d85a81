import { sql } from 'kysely'
import type { PrizeKind } from '#domain/draw.ts'
import type { Connection } from '../../../platform/database.ts'

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
