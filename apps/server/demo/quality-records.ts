import { sql } from 'kysely'
import { addDays, beijingDate } from '#domain/dates.ts'
import { acceptIntake, receiveIntake } from '../src/modules/goods/intake/public.ts'
import { reportUnqualified } from '../src/modules/goods/unqualified/public.ts'
import type { StaffActor } from '../src/platform/audit.ts'
import type { DatabaseHandle } from '../src/platform/database.ts'

/**
 * Something to see in quality's registers: a delivery that was accepted but for two boxes, and some of it doubted since. Of goods that are not
 * on the shelf, where there are any: what the demo sells stays as it is.
 */

const PAPER_NO = 'YS-DEMO-001'
const NUMBER = 60

export async function qualityRecords(database: DatabaseHandle, keeper: StaffActor, judge: StaffActor, at: Date): Promise<void> {
  const { rows } = await sql<{ goodsId: number; supplierId: number; warehouseId: number }>`
    select g.id as "goodsId", s.id as "supplierId", (select w.id from warehouse w order by w.sort, w.id limit 1) as "warehouseId"
      from goods g
      cross join (select id from supplier where passed_until >= ${beijingDate(at)} order by cardinality(scopes) desc, id limit 1) s
     where g.law_verdict = 'lawful' and not g.cold_chain and not exists (select from stock_intake i where i.paper_no = ${PAPER_NO})
     order by g.on_shelf, g.code limit 2`.execute(database.db)
  const [first, second] = rows
  if (!first || !second) return
  const day = beijingDate(at)
  const line = { production_date: addDays(day, -60), expiry_date: addDays(day, 670), number: NUMBER }
  const slip = {
    warehouse_id: first.warehouseId,
    supplier_id: first.supplierId,
    paper_no: PAPER_NO,
    transport: '厢式货车',
    lines: [
      { ...line, goods_id: first.goodsId, batch_no: 'YS2611A' },
      { ...line, goods_id: second.goodsId, batch_no: 'YS2611B' },
    ],
  }
  const { id } = await receiveIntake(database, keeper, slip, at)
  const { rows: lines } = await sql<{ id: number }>`select id from stock_intake_line where intake_id = ${id} order by id`.execute(
    database.db,
  )
  const judged = lines.map((one, nth) => ({
    id: one.id,
    accepted: nth === 0 ? NUMBER : NUMBER - 2,
    sampled: 6,
    appearance: '外观、包装、标签、说明书符合规定',
    report_no: `SF-${nth + 1}`,
    ...(nth > 0 && { reject_reason: '外箱挤压，两盒破损', measure: 'hold' as const }),
  }))
  const accepted = new Date(at.getTime() + 3_600_000)
  await acceptIntake(database, judge, id, { lines: judged }, accepted)
  const { rows: batches } = await sql<{ id: number }>`
    select stock_batch_id as id from stock_intake_line where intake_id = ${id} order by id limit 1`.execute(database.db)
  const [batch] = batches
  if (!batch) throw new Error('nothing of the demo was accepted')
  await reportUnqualified(
    database,
    keeper,
    { batch_id: batch.id, number: 3, reason: '货架底层受潮，小盒变形' },
    new Date(at.getTime() + 26 * 3_600_000),
  )
}
