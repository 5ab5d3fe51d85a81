import { sql } from 'kysely'
import type { PrizeKind } from '#domain/draw.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'

/** Draws that the desk lays out. A prize stays the same row through all versions: what was taken of it goes on counting. */

export interface DrawSet {
  planId: number
  name: string
  remarks: string
  rule: string
  startsAt: Date
  endsAt: Date
  perDay: number
  prizes: readonly {
    key: number
    kind: PrizeKind
    name: string
    amount: number | null
    couponTemplateId: number | null
    goodsId: number | null
    weight: number
    stock: number | null
  }[]
}

export async function putDraw(
  connection: Connection,
  { planId, name, remarks, rule, startsAt, endsAt, perDay, prizes }: DrawSet,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into draw (plan_id, name, remarks, rule, starts_at, ends_at, chances_per_day)
    values (${planId}, ${name}, ${remarks}, ${rule}, ${startsAt}, ${endsAt}, ${perDay})
    on conflict (plan_id) where plan_id is not null
    do update set name = excluded.name, remarks = excluded.remarks, rule = excluded.rule, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
                  chances_per_day = excluded.chances_per_day, is_open = true
    returning id`.execute(connection)
  const [draw] = rows
  if (draw === undefined) throw new Error('a draw that is put is there')
  const { rows: standing } = await sql<{ id: number; key: number; name: string; drawn: boolean }>`
    select p.id, p.plan_key as key, p.name, exists (select from draw_record r where r.prize_id = p.id) as drawn
      from draw_prize p where p.draw_id = ${draw.id} order by p.id for update`.execute(connection)
  for (const [sort, { key, kind, name: called, amount, couponTemplateId, goodsId, weight, stock }] of prizes.entries()) {
    const known = standing.find((one) => one.key === key)
    if (known === undefined)
      await connection
        .insertInto('draw_prize')
        .values({
          draw_id: draw.id,
          plan_key: key,
          kind,
          name: called,
          amount,
          coupon_template_id: couponTemplateId,
          goods_id: goodsId,
          weight,
          stock,
          sort,
        })
        .execute()
    else
      await sql`
        update draw_prize
           set kind = ${kind}, name = ${called}, amount = ${amount}, coupon_template_id = ${couponTemplateId}, goods_id = ${goodsId}, weight = ${weight},
               stock = case when ${stock}::integer is not null then greatest(${stock}::integer, taken) end, sort = ${sort}
         where id = ${known.id}`.execute(connection)
  }
  const left = standing.filter((one) => !prizes.some(({ key }) => key === one.key))
  const drawn = left.find((one) => one.drawn)
  if (drawn !== undefined) throw conflict(`“${drawn.name}”已经有人抽中，不能删去；可以把总数改成已抽出的数`)
  await sql`delete from draw_prize where id = any(${left.map(({ id }) => id)}::bigint[])`.execute(connection)
}

export async function closeDraw(connection: Connection, planId: number): Promise<void> {
  await sql`update draw set is_open = false where plan_id = ${planId}`.execute(connection)
}
