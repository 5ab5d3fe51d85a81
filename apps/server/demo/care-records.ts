import { sql } from 'kysely'
import { addDays, beijingDate } from '#domain/dates.ts'
import { addRoom, careFault, checkBatches, decideGoods, keyGoodsRows, takeReading } from '../src/modules/goods/care/public.ts'
import type { StaffActor } from '../src/platform/audit.ts'
import type { DatabaseHandle } from '../src/platform/database.ts'

/** Storage checks of the last weeks: most of the stock was looked at, some of it waits today; rooms with three days of readings. */

const MANY = 200
/** Every so manyth batch was not looked at for a month: those that need it by the month wait today. */
const LEFT = 9
const CHECKED_DAYS_AGO = [18, 15, 12, 9, 6, 4, 2]
const LEFT_SINCE_DAYS = 32
const ROOMS = [
  { name: '常温库', kind: 'normal', celsius: 21.5, humidity: 58 },
  { name: '阴凉库', kind: 'cool', celsius: 16.8, humidity: 55 },
  { name: '冷库', kind: 'cold', celsius: 4.6, humidity: 62 },
] as const
const READ_DAYS_AGO = [3, 2, 1]

const at = (now: Date, days: number, time: string): Date => new Date(`${addDays(beijingDate(now), -days)}T${time}:00+08:00`)

async function rooms(database: DatabaseHandle, keeper: StaffActor, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from warehouse where is_active order by sort, id`.execute(database.db)
  for (const { id } of rows)
    for (const [nth, { name, kind, celsius, humidity }] of ROOMS.entries()) {
      const room = await addRoom(database, keeper, { warehouse_id: id, name, kind }, at(now, 3, '08:30'))
      for (const days of READ_DAYS_AGO)
        for (const [half, time] of ['09:10', '15:20'].entries()) {
          // One warm afternoon.
          const isWarm = kind === 'cool' && days === 2 && half === 1
          const body = {
            celsius: isWarm ? 21.4 : celsius + half * 0.6 - days * 0.2,
            humidity: humidity + half + nth,
            ...(isWarm && { measure: '开启备用空调，16:00 复测 18.2 ℃' }),
          }
          await takeReading(database, keeper, room.id, body, at(now, days, time))
        }
    }
}

async function keyGoods(database: DatabaseHandle, quality: StaffActor, now: Date): Promise<void> {
  const proposed = await keyGoodsRows(database.db, { words: '' }, 'proposed', {}, MANY)
  const cold = proposed.filter(({ grounds }) => grounds.includes('cold')).map(({ id }) => id)
  if (cold.length > 0)
    await decideGoods(database, quality, { goods_ids: cold, key: 1, reason: '冷藏药品，每月检查并核对冷库温度' }, at(now, 19, '10:00'))
}

async function checks(database: DatabaseHandle, keeper: StaffActor, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from stock_batch where available + reserved > 0 order by id`.execute(database.db)
  const write = (ids: readonly { id: number }[], days: number) =>
    checkBatches(database, keeper, { batches: ids.map(({ id }) => ({ id })), appearance: '外观、包装、标签完好' }, at(now, days, '14:00'))
  await write(rows.filter((_, nth) => nth % LEFT === 0).slice(0, MANY), LEFT_SINCE_DAYS)
  const looked = rows.filter((_, nth) => nth % LEFT > 0)
  for (let from = 0, nth = 0; from < looked.length; from += MANY, nth += 1)
    await write(looked.slice(from, from + MANY), CHECKED_DAYS_AGO[nth % CHECKED_DAYS_AGO.length] ?? 1)
}

/** Of a batch that nobody can buy. */
async function trouble(database: DatabaseHandle, keeper: StaffActor, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; there: number }>`
    select b.id, b.available + b.reserved as there from stock_batch b join goods g on g.id = b.goods_id
     where b.batch_no = 'YS2611B' and not g.on_shelf and b.available > 0`.execute(database.db)
  const [batch] = rows
  if (batch === undefined) return
  const found = { appearance: '一盒封口开裂，其余完好', fault: '小盒封口开裂', measure: '移入待处理区' }
  await careFault(database, keeper, { batch_id: batch.id, number: batch.there, doubted: 1, ...found }, at(now, 1, '15:40'))
}

export async function careRecords(database: DatabaseHandle, keeper: StaffActor, quality: StaffActor, now: Date): Promise<void> {
  const { rows } = await sql<{ here: boolean }>`select exists (select from store_room) as here`.execute(database.db)
  if (rows[0]?.here) return
  await keyGoods(database, quality, now)
  await checks(database, keeper, now)
  await trouble(database, keeper, now)
  await rooms(database, keeper, now)
}
