import { setTimeout as sleep } from 'node:timers/promises'
import type { Buyer } from './buyers.ts'
import { say } from './figure.ts'
import { byMembers, pages } from './finding.ts'
import { ask } from './http.ts'
import { load } from './load.ts'
import type { Running } from './servers.ts'

/** A large Excel file is made by the queue beside buyers who read: what it takes of memory, and of them. */

const ROWS = 200_000
const [ORDER_SECONDS, DAY_MS] = [31, 86_400_000]
const [CLIENTS, SECONDS] = [16, 6]
const [SHARE, GROWTH_MB, WAIT_MS] = [0.9, 150, 300_000]

export async function measureExport(
  shop: Running & { megabytes: () => Promise<number> },
  staff: string,
  buyers: readonly Buyer[],
): Promise<void> {
  const read = () => load(shop.origin, byMembers(buyers, pages(50)), { clients: CLIENTS, seconds: SECONDS })
  await read()
  const quiet = [await read()]
  const before = await shop.megabytes()
  const from = new Date(Date.now() - ROWS * ORDER_SECONDS * 1000 - DAY_MS).toISOString().slice(0, 10)
  const asked = await ask(shop.origin, 'POST', '/api/staff/export/orders', staff, { format: 'xlsx', query: { from } })
  if (asked.status !== 200) throw new Error(`no export: ${asked.status} ${asked.message}`)
  const began = performance.now()
  const state = async () => (await ask(shop.origin, 'GET', `/api/staff/export/${asked.data.id}`, staff)).data
  let most = before
  let beside: Awaited<ReturnType<typeof read>>[] = []
  const reading = (async () => {
    while ((await state()).state !== 'running') await sleep(100)
    while ((await state()).state === 'running' && beside.length < 3) beside = [...beside, await read()]
  })()
  let now = await state()
  while ((now.state === 'waiting' || now.state === 'running') && performance.now() - began < WAIT_MS) {
    await sleep(500)
    most = Math.max(most, await shop.megabytes())
    now = await state()
  }
  await reading
  if (now.state !== 'done') throw new Error(`the export is ${now.state}: ${now.note}`)
  quiet.push(await read())
  const mean = (results: typeof quiet) => results.reduce((sum, { perSecond }) => sum + perSecond, 0) / results.length
  const ratio = mean(beside) / mean(quiet)
  say({
    figure: 'console, orders as an Excel file',
    value: (performance.now() - began) / 1000,
    unit: 's',
    note: `${now.rows} rows, ${(now.bytes / 1e6).toFixed(1)} MB, beside ${CLIENTS} clients for a part of it`,
  })
  say({
    figure: 'console, memory that the file takes',
    value: most - before,
    unit: 'MB',
    target: `≤ ${GROWTH_MB} MB, however many rows`,
    ok: most - before <= GROWTH_MB,
    note: `${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
  })
  say({
    figure: 'console, buyers’ lists beside the file',
    value: mean(beside),
    unit: 'answers per second',
    limit: mean(quiet),
    ratio,
    target: `≥ ${SHARE} of what they are without it`,
    ok: ratio >= SHARE,
    note: `p99 ${Math.max(...beside.map(({ p99 }) => p99))} ms`,
  })
}
