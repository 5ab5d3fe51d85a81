import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface Arrived {
  companyId: number
  goodsId: number
  name: string
  spec: string
  /** When the company asked: the same goods may be asked for again later. */
  askedAt: Date
}

export interface Waiting {
  goodsId: number
  companyId: number
}

/**
 * Who waits for some goods that can be had now, after a former page's last; those of goods that are gone again or off sale go on
 * waiting.
 */
export async function dueReminders(connection: Connection, goodsIds: readonly number[], after: Waiting, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select r.goods_id as "goodsId", r.company_id as "companyId"
      from arrival_reminder r join goods g on g.id = r.goods_id
     where r.goods_id = any(${goodsIds}::bigint[]) and (r.goods_id, r.company_id) > (${after.goodsId}::bigint, ${after.companyId}::bigint)
       and g.on_shelf and exists (select from goods_stock s where s.goods_id = g.id and s.available >= g.min_number)
     order by r.goods_id, r.company_id limit ${limit}`.execute(connection)
  return rows
}

/** Takes reminders away; those that somebody else took are not among the answer. */
export async function takeReminders(connection: Connection, waiting: readonly Waiting[]): Promise<Arrived[]> {
  const { rows } = await sql<Arrived>`
    with due as (
      select r.company_id, r.goods_id
        from arrival_reminder r
        join unnest(${waiting.map((one) => one.goodsId)}::bigint[], ${waiting.map((one) => one.companyId)}::bigint[])
               as w(goods_id, company_id) using (goods_id, company_id)
       order by r.goods_id, r.company_id for update of r skip locked
    ), taken as (
      delete from arrival_reminder r using due where r.company_id = due.company_id and r.goods_id = due.goods_id
      returning r.company_id, r.goods_id, r.created_at
    )
    select t.company_id as "companyId", t.goods_id as "goodsId", g.name, g.spec, t.created_at as "askedAt"
      from taken t join goods g on g.id = t.goods_id`.execute(connection)
  return rows
}
