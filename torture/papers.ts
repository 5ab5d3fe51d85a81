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
/** A job that was taken in the moment of the kill is given to others after two minutes. */
const MADE_MS = 240_000

interface Warehouse {
  picker: string
  checker: string
}

/** Ships so many of the paid orders; an order counts when the shop has said so, or when the answer was lost and the table says so. */
async function shipSome(origin: string, { picker, checker }: Warehouse, ids: readonly number[]): Promise<number[]> {
  const shipped: number[] = []
  for (const id of ids) {
    const path = `/api/staff/order/${id}`
    const given = { cookie: checker, ...asJson({ carrier: '示例速运', waybill: `SY${id}` }) }
    await send(origin, 'POST', `${path}/pick`, { cookie: picker, ...asJson({}) })
    if ((await send(origin, 'POST', `${path}/ship`, given)).status === 200) shipped.push(id)
  }
  return shipped
}

const waitingPapers = async (database: DatabaseHandle): Promise<number> =>
  (await database.pool.query<{ count: number }>("select count(*)::int as count from document where state = 'waiting'")).rows[0]?.count ?? 0

/** Every process that was seen with a paper in its hands, until it is ended. */
function watchMakers(database: DatabaseHandle): () => Promise<number> {
  const seen = new Set<string>()
  let running = true
  const looking = (async () => {
    while (running) {
      const { rows } = await database.pool.query<{ by: string }>(
        `select distinct j.locked_by as by from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where j.locked_by is not null and t.identifier = 'documents.make'`,
      )
      for (const { by } of rows) seen.add(by)
      await sleep(20)
    }
  })()
  return async () => {
    running = false
    await looking
    return seen.size
  }
}

/** What goes with every shipment of ordinary goods. */
const KINDS = ['delivery_note', 'delivery_form', 'outbound']

/** Each shipped order has each of its papers, once, with the bytes that its digest names. */
async function papersOf(database: DatabaseHandle, shipped: readonly number[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: number; kind: string; papers: number; files: number; right: number }>(
    `select s.order_id as id, k.kind, count(distinct d.id)::int as papers, count(distinct f.id)::int as files,
            count(*) filter (where d.state = 'valid' and d.file_id = f.id and sha256(c.content) = d.sha256)::int as right
       from shipment s cross join unnest($2::text[]) as k(kind)
       left join document d on d.subject = 'shipment:' || s.id and d.kind = k.kind
       left join stored_file f on f.subject = 'document:' || d.id
       left join stored_file_content c on c.file_id = f.id
      where s.order_id = any($1) group by s.order_id, k.kind`,
    [shipped, KINDS],
  )
  const found = new Map(rows.map((row) => [`${row.id} ${row.kind}`, row]))
  return shipped.flatMap((id) =>
    KINDS.flatMap((kind) => {
      const { papers = 0, files = 0, right = 0 } = found.get(`${id} ${kind}`) ?? {}
      if (papers === 1 && files === 1 && right === 1) return []
      return [`order ${id} was shipped and has ${papers} of ${kind}, ${files} files, ${right} right ones`]
    }),
  )
}

/** Of all papers there are, whatever they are of: none failed, none has a second file or signature, no number or deed stands twice. */
export async function papersTwice(database: DatabaseHandle): Promise<string[]> {
  const { rows } = await database.pool.query<{ what: string }>(
    `select 'paper ' || no || ' failed: ' || fault as what from document where state = 'failed'
     union all select 'number ' || no || ' stands ' || count(*) || ' times' from document group by no having count(*) > 1
     union all select kind || ' of ' || subject || ' was made ' || count(*) || ' times' from document
                where state = 'valid' group by kind, subject having count(*) > 1
     union all select 'file of ' || subject || ' was kept ' || count(*) || ' times' from stored_file
                where subject like 'document:%' group by subject having count(*) > 1
     union all select 'paper ' || d.no || ' was sealed ' || count(*) || ' times at one place' from document d join document_seal s on s.document_id = d.id
                group by d.no, s.position having count(*) > 1
     union all select 'paper ' || d.no || ' has no signature' from document d
                where d.state = 'valid' and d.kind = any($1) and not exists (select from document_seal s where s.document_id = d.id)`,
    [KINDS],
  )
  return rows.map((row) => row.what)
}

/** Two processes make papers side by side; now one, now the other is killed while it does, and comes back. */
export async function papers({ database, dataDir }: Tortured, rounds: number): Promise<Part> {
  const part: Part = { name: 'killed while papers are made', figures: { rounds }, problems: [] }
  // At once: of what a first start makes, both must go on with the same.
  const pair = await Promise.all([startTorturedShop({ dataDir }), startTorturedShop({ dataDir })])
  const { done, buying } = await startLoad(database, () => pair.map((one) => one.origin))
  const makers = watchMakers(database)
  const warehouse = { picker: await makeStaff(database.db), checker: await makeStaff(database.db) }
  const shipped: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [victim, other] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    if (!(await morePaid(done, SHIPPED_A_ROUND))) part.problems.push(`round ${round}: no load`)
    const ready = [...done.paid].filter((id) => !shipped.includes(id)).slice(0, SHIPPED_A_ROUND)
    shipped.push(...(await shipSome(pair[other].origin, warehouse, ready)))
    await pair[victim].kill()
    // What the killed process had taken is given to others after two minutes; they are made to pass.
    await database.pool.query(
      "update graphile_worker._private_jobs set locked_at = locked_at - interval '3 minutes' where locked_at is not null",
    )
    pair[victim] = await startTorturedShop({ dataDir })
  }
  await buying.stop()
  const stopped = performance.now()
  const deadline = stopped + MADE_MS
  while ((await waitingPapers(database)) > 0 && performance.now() < deadline) await sleep(200)
  const left = await waitingPapers(database)
  part.figures['all made after ms'] = performance.now() - stopped
  if (left > 0) part.problems.push(`${left} papers are not made four minutes after the last kill`)
  part.figures['orders shipped'] = shipped.length
  part.figures['processes seen making papers'] = await makers()
  if (shipped.length === 0) part.problems.push('nothing was shipped')
  part.problems.push(...(await papersOf(database, shipped)), ...(await papersTwice(database)), ...(await expectAllKept(database, done)))
  for (const one of pair) await endOf(part, one)
  return part
}
