import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/**
 * What the plan of storage checks and the list of goods should say and do not: the rule is SQL (migrations 0287, 0351), since deeds of other
 * modules follow it there.
 */

/** The day that the plan is of; isWhole: that every line is. */
export async function planDay(connection: Connection): Promise<{ day: TradeDate; isWhole: boolean }> {
  const { rows } = await sql<{ day: TradeDate; isWhole: boolean }>`select day, is_whole as "isWhole" from care_plan_day`.execute(connection)
  const [row] = rows
  if (row === undefined) throw new Error('the plan of storage checks is of no day')
  return row
}

export async function setPlanDay(connection: Connection, day: TradeDate, isWhole: boolean): Promise<void> {
  await sql`update care_plan_day set day = ${day}, is_whole = ${isWhole}`.execute(connection)
}

/** The next so many batches after this one, in stock or in the plan. */
export async function batchesAfter(connection: Connection, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    (select b.id from stock_batch b where b.id > ${after} and b.available + b.reserved > 0 order by b.id limit ${limit})
     union (select c.stock_batch_id from care_plan c where c.stock_batch_id > ${after} order by c.stock_batch_id limit ${limit})
     order by id limit ${limit}`.execute(connection)
  return rows.map(({ id }) => id)
}

/** Of these the batches whose line is missing, left over or no longer true. */
export async function batchesAmiss(connection: Connection, ids: readonly number[], today: TradeDate): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.batch_id as id
      from care_planned(${today}) p join stock_batch b on b.id = p.batch_id left join care_plan c on c.stock_batch_id = p.batch_id
     where p.batch_id = any (${ids}::bigint[])
       and (case when b.available + b.reserved = 0 then c.stock_batch_id is not null
                 else (c.stock_batch_id, c.place, c.code, c.expiry_date, c.batch, c.is_key, c.due_on)
                      is distinct from (p.batch_id, p.place, p.code, p.expiry_date, p.batch, p.grounds <> '{}', coalesce(p.due_on, '-infinity')) end)`.execute(
    connection,
  )
  return rows.map(({ id }) => id)
}

/** Orders wait for the moment that it takes: what they empty meanwhile must not stay behind. */
export async function mendPlan(connection: Connection, ids: readonly number[], today: TradeDate): Promise<void> {
  await sql`select from stock_batch where id = any (${ids}::bigint[]) order by id for share`.execute(connection)
  await sql`
    delete from care_plan c using stock_batch b
     where b.id = c.stock_batch_id and c.stock_batch_id = any (${ids}::bigint[]) and b.available + b.reserved = 0`.execute(connection)
  await sql`select care_enter(${ids}::bigint[], ${today}::date)`.execute(connection)
  await sql`select care_replan(${ids}::bigint[], ${today}::date)`.execute(connection)
}

/** The next so many goods after this one. */
export async function goodsAfter(connection: Connection, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from goods where id > ${after} order by id limit ${limit}`.execute(connection)
  return rows.map(({ id }) => id)
}

/** Of these the goods that stand on the list and should not, or the other way round, or in another state. */
export async function goodsAmiss(connection: Connection, ids: readonly number[], today: TradeDate): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.goods_id as id from care_goods_listing(${today}) s left join care_goods_listed l on l.goods_id = s.goods_id
     where s.goods_id = any (${ids}::bigint[]) and s.state is distinct from l.state`.execute(connection)
  return rows.map(({ id }) => id)
}

export async function mendList(connection: Connection, ids: readonly number[]): Promise<void> {
  await sql`select care_list_goods(${ids}::bigint[])`.execute(connection)
}
