import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import { makeStaff } from '../apps/server/test/fixtures.ts'
import { morePaid } from './buying.ts'
import { endOf, startLoad, type Tortured } from './faults.ts'
import { asJson, send } from './http.ts'
import { expectAllKept } from './kept.ts'
import type { Part } from './report.ts'
import { startTorturedShop } from './shop.ts'

const SHIPPED_A_ROUND = 8
const MADE_MS = 120_000

/** Ships so many of the paid orders; an order counts when the shop has said so, or when the answer was lost and the table says so. */
async function shipSome(origin: string, staff: string, ids: readonly number[]): Promise<number[]> {
  const shipped: number[] = []
  for (const id of ids) {
    const path = `/api/staff/order/${id}`
    const given = { cookie: staff, ...asJson({ carrier: '示例速运', waybill: `SY${id}` }) }
    await send(origin, 'POST', `${path}/pick`, { cookie: staff, ...asJson({}) })
    if ((await send(origin, 'POST', `${path}/ship`, given)).status === 200) shipped.push(id)
  }
  return shipped
}

const waitingPapers = async (database: DatabaseHandle): Promise<number> =>
  (await database.pool.query<{ count: number }>("select count(*)::int as count from document where state = 'waiting'")).rows[0]?.count ?? 0

/** Each shipped order has its delivery note, once, with the bytes that its digest names. */
async function papersOf(database: DatabaseHandle, shipped: readonly number[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: number; notes: number; files: number; right: number }>(
    `select s.order_id as id, count(d.id)::int as notes, count(distinct f.id)::int as files,
            count(*) filter (where d.state = 'valid' and sha256(c.content) = d.sha256)::int as right
       from shipment s
       left join document d on d.subject = 'shipment:' || s.id and d.kind = 'delivery_note'
       left join stored_file f on f.subject = 'document:' || d.id
       left join stored_file_content c on c.file_id = f.id
      where s.order_id = any($1) group by s.order_id`,
    [shipped],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return shipped.flatMap((id) => {
    const row = found.get(id)
    if (row?.notes === 1 && row.files === 1 && row.right === 1) return []
    return [`order ${id} was shipped and has ${row?.notes ?? 0} delivery notes, ${row?.files ?? 0} files, ${row?.right ?? 0} right ones`]
  })
}

/** Two processes make papers side by side; one is killed while it does, and comes back. */
export async function papers({ database, dataDir }: Tortured, rounds: number): Promise<Part> {
  const part: Part = { name: 'killed while papers are made', figures: { rounds }, problems: [] }
  let first = await startTorturedShop({ dataDir })
  const second = await startTorturedShop({ dataDir })
  const { done, buying } = await startLoad(database, () => [second.origin])
  const staff = await makeStaff(database.db)
  const shipped: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (!(await morePaid(done, SHIPPED_A_ROUND))) part.problems.push(`round ${round}: no load`)
    const ready = [...done.paid].filter((id) => !shipped.includes(id)).slice(0, SHIPPED_A_ROUND)
    shipped.push(...(await shipSome(second.origin, staff, ready)))
    await first.kill()
    // What the killed process had taken is given to others after two minutes; they are made to pass.
    await database.pool.query(
      "update graphile_worker._private_jobs set locked_at = locked_at - interval '3 minutes' where locked_at is not null",
    )
    first = await startTorturedShop({ dataDir })
  }
  await buying.stop()
  const deadline = performance.now() + MADE_MS
  while ((await waitingPapers(database)) > 0 && performance.now() < deadline) await sleep(200)
  const left = await waitingPapers(database)
  if (left > 0) part.problems.push(`${left} papers are not made two minutes after the last kill`)
  part.figures['orders shipped'] = shipped.length
  if (shipped.length === 0) part.problems.push('nothing was shipped')
  part.problems.push(...(await papersOf(database, shipped)), ...(await expectAllKept(database, done)))
  await endOf(part, first)
  await endOf(part, second)
  return part
}
