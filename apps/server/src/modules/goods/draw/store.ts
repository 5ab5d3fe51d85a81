import { sql } from 'kysely'
import type { DrawTally, LaidOut, PrizeKind, PrizeLot } from '#domain/draw.ts'
import type { Connection } from '../../../platform/database.ts'
import type { AudienceJson } from '../promotions/public.ts'

export interface DrawRow {
  id: number
  name: string
  remarks: string
  rule: string
  image: string
  startsAt: Date
  endsAt: Date
  audience: AudienceJson
  perDay: number
  isOpen: boolean
}

const DRAW = sql`
  id, name, remarks, rule, image, starts_at as "startsAt", ends_at as "endsAt", audience, chances_per_day as "perDay", is_open as "isOpen"`

export async function findDraw(connection: Connection, id: number): Promise<DrawRow | null> {
  const { rows } = await sql<DrawRow>`select ${DRAW} from draw where id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Draws that run by their dates, the one that began last first. */
export async function runningDraws(connection: Connection, now: Date): Promise<DrawRow[]> {
  const { rows } = await sql<DrawRow>`
    select ${DRAW} from draw where is_open and starts_at <= ${now} and ends_at > ${now} order by starts_at desc, id desc limit 20`.execute(
    connection,
  )
  return rows
}

export interface PrizeRow extends PrizeLot {
  drawId: number
  kind: PrizeKind
  name: string
  remarks: string
  image: string
  /** Points, or fen of a voucher. */
  amount: number | null
  couponTemplateId: number | null
  /** The goods of the catalogue that it is. */
  goodsId: number | null
  isCounted: boolean
}

/** Prizes in the order in which they are laid out. A coupon ends with its own quota, too. */
export async function prizesOf(connection: Connection, drawIds: readonly number[]): Promise<PrizeRow[]> {
  const { rows } = await sql<PrizeRow>`
    select p.id, p.draw_id as "drawId", p.kind, p.name, p.remarks, p.image, p.amount, p.coupon_template_id as "couponTemplateId",
           p.goods_id as "goodsId", p.weight,
           least(p.stock - p.taken, t.quota - t.taken) as left, p.stock is not null as "isCounted"
      from draw_prize p left join coupon_template t on t.id = p.coupon_template_id
     where p.draw_id = any(${drawIds}::bigint[]) order by p.draw_id, p.sort, p.id`.execute(connection)
  return rows
}

/** False: the last one has just gone to somebody else. */
export async function takePrize(connection: Connection, prizeId: number): Promise<boolean> {
  const { rows } = await sql`update draw_prize set taken = taken + 1 where id = ${prizeId} and taken < stock returning id`.execute(
    connection,
  )
  return rows.length === 1
}

/** One that was taken in this transaction and could not be handed over. */
export async function givePrizeBack(connection: Connection, prizeId: number): Promise<void> {
  await sql`update draw_prize set taken = taken - 1 where id = ${prizeId}`.execute(connection)
}

/** What a company has drawn of its chances, by the index draw, company, day. */
export async function tallyOf(
  connection: Connection,
  drawId: number,
  companyId: number,
  today: string,
): Promise<Omit<DrawTally, 'perDay'>> {
  const { rows } = await sql<Omit<DrawTally, 'perDay'>>`
    select (select count(*)::integer from draw_record where draw_id = ${drawId} and company_id = ${companyId} and drawn_on = ${today})
             as "drawnToday",
           coalesce(max(granted), 0) as granted, coalesce(max(used), 0) as used
      from draw_chance where draw_id = ${drawId} and company_id = ${companyId}`.execute(connection)
  return rows[0] ?? { drawnToday: 0, granted: 0, used: 0 }
}

export async function spendExtraChance(connection: Connection, drawId: number, companyId: number): Promise<boolean> {
  const { rows } = await sql`
    update draw_chance set used = used + 1 where draw_id = ${drawId} and company_id = ${companyId} and used < granted
    returning used`.execute(connection)
  return rows.length === 1
}

export interface NewRecord {
  drawId: number
  companyId: number
  accountId: number
  key: string
  today: string
  randomValue: number
  randomRange: number
  weights: readonly LaidOut[]
  prize: Pick<PrizeRow, 'id' | 'kind' | 'name' | 'remarks'>
}

export async function insertRecord(connection: Connection, record: NewRecord, now: Date): Promise<number> {
  const { prize } = record
  const row = await connection
    .insertInto('draw_record')
    .values({
      draw_id: record.drawId,
      company_id: record.companyId,
      account_id: record.accountId,
      idempotency_key: record.key,
      drawn_on: record.today,
      at: now,
      random_value: record.randomValue,
      random_range: record.randomRange,
      weights: JSON.stringify(record.weights),
      prize_id: prize.id,
      prize_kind: prize.kind,
      name: prize.name,
      remarks: prize.remarks,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface KeyedRecord {
  id: number
  drawId: number
  prizeId: number | null
  kind: PrizeKind
  name: string
  remarks: string
  image: string
}

export async function findRecord(connection: Connection, companyId: number, key: string): Promise<KeyedRecord | null> {
  const { rows } = await sql<KeyedRecord>`
    select r.id, r.draw_id as "drawId", r.prize_id as "prizeId", r.prize_kind as kind, r.name, r.remarks, coalesce(p.image, '') as image
      from draw_record r left join draw_prize p on p.id = r.prize_id
     where r.company_id = ${companyId} and r.idempotency_key = ${key}`.execute(connection)
  return rows[0] ?? null
}
