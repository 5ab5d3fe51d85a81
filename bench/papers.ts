import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askShipmentPapers } from '../apps/server/src/modules/buying/shipments/papers.ts'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import { transact } from '../apps/server/src/platform/transact.ts'
import { type Buyer, makeBuyers } from './buyers.ts'
import { makeCertificate } from './certificate.ts'
import { say, tell } from './figure.ts'
import { byMembers, pages } from './finding.ts'
import { ask, percentile } from './http.ts'
import { load } from './load.ts'
import type { Ticked } from './paper-clock.ts'
import { measurePaperLists } from './paper-lists.ts'
import { startShop } from './servers.ts'
import { completeGoods, linesOf, makeShipments, type Shipped } from './shipments.ts'
import { storePapers } from './stored-papers.ts'

/** Papers made by the shop's own jobs in its drawing thread, alone and beside buyers who read lists; then 10,000 of them in lists. */

const COMPANIES = 100
const IN_A_ROW = 100
const PAPER_MS = 200
const SHARE = 0.9
const CLIENTS = 16
const SECONDS = 8
const ROUNDS = 5
/** 4,000 orders a day, ten times as many at the busiest: an order leaves the house every two seconds, each with three papers. */
const PACE_MS = 2_000
const LONG_LINES = 300
const SUPPLIER = '示例医药有限公司'

interface Made {
  no: string
  wall: number
  processor: number
}

/** A paper's drawing and its signing, together. */
function papersOf(ticks: readonly Ticked[]): Made[] {
  const papers = Map.groupBy(ticks, (tick) => tick.no)
  const sum = (own: readonly Ticked[], of: 'wall' | 'processor') => own.reduce((all, tick) => all + tick[of], 0)
  return [...papers]
    .filter(([, own]) => own.length === 2)
    .map(([no, own]) => ({ no, wall: sum(own, 'wall'), processor: sum(own, 'processor') }))
}
const isNote = ({ no }: Made) => no.startsWith('SH')

const spread = (values: readonly number[]): string =>
  `p50 ${percentile(values, 0.5).toFixed(0)} ms, p99 ${percentile(values, 0.99).toFixed(0)} ms, longest ${Math.max(...values).toFixed(0)} ms`

/** Asks the shop for the papers of one shipment after the other, as the deed does, and reads of its thread's clock. */
function paperMaker(database: DatabaseHandle, clock: string, shipped: readonly Shipped[]) {
  let next = 0
  let read = 0
  return {
    async ask(count: number): Promise<void> {
      for (let asked = 0; asked < count; asked += 1) {
        const shipment = shipped[next++]
        if (!shipment) throw new Error('too few shipments for the bench')
        await transact(database.db, (trx) => askShipmentPapers(trx, shipment.id, '压测', new Date()))
      }
    },
    async waiting(): Promise<number> {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::integer as count from document where state = 'waiting'`,
      )
      return rows[0]?.count ?? 0
    },
    async made(): Promise<void> {
      while ((await this.waiting()) > 0) await sleep(100)
    },
    /** What was made since the last time. */
    async papers(): Promise<Made[]> {
      const lines = (await readFile(clock, 'utf8')).trim().split('\n')
      const ticks = lines.slice(read).map((line) => JSON.parse(line) as Ticked)
      read = lines.length
      return papersOf(ticks)
    },
  }
}
type PaperMaker = ReturnType<typeof paperMaker>

async function measureAlone(maker: PaperMaker): Promise<void> {
  await maker.ask(1)
  await maker.made()
  const first = await maker.papers()
  say({ figure: 'first paper of a thread', value: Math.max(...first.map(({ wall }) => wall)), unit: 'ms', note: 'reads the fonts' })
  const started = performance.now()
  await maker.ask(IN_A_ROW)
  await maker.made()
  const seconds = (performance.now() - started) / 1000
  const made = await maker.papers()
  for (const [name, own] of [
    ['delivery note', made.filter(isNote)],
    ['form or outbound note', made.filter((paper) => !isNote(paper))],
  ] as const) {
    const walls = own.map(({ wall }) => wall)
    say({
      figure: `${name} in its thread, nobody else asks`,
      value: percentile(walls, 0.5),
      unit: 'ms',
      target: `each ≤ ${PAPER_MS} ms`,
      ok: Math.max(...walls) <= PAPER_MS,
      note: `${own.length} in a row of 5–40 lines, drawn, sealed and signed; ${spread(walls)}; processor ${spread(own.map(({ processor }) => processor))}`,
    })
  }
  say({ figure: 'papers made and kept, nobody else asks', value: made.length / seconds, unit: 'per second' })
}

/** Runs while papers are asked for: as many as the thread can make, or one shipment's at a pace. */
async function whileMaking<T>(maker: PaperMaker, paceMs: number | null, work: () => Promise<T>): Promise<T> {
  const stopped = new AbortController()
  const asking = (async () => {
    while (!stopped.signal.aborted) {
      if (paceMs !== null || (await maker.waiting()) < 9) await maker.ask(paceMs === null ? 3 : 1)
      await sleep(paceMs ?? 200, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  const [result] = await Promise.all([work().finally(() => stopped.abort()), asking])
  return result
}

/** Windows of lists alone and of lists beside papers take turns, so that what else the machine does weighs on both. */
async function measureBeside(shop: string, buyers: readonly Buyer[], maker: PaperMaker): Promise<void> {
  const lists = () => load(shop, byMembers(buyers, pages(50)), { clients: CLIENTS, seconds: SECONDS })
  await lists()
  const ways = [
    { name: 'back to back', pace: null, ratios: [] as number[], p99: [] as number[], made: [] as Made[], perSecond: [] as number[] },
    {
      name: `three papers every ${PACE_MS / 1000} s`,
      pace: PACE_MS,
      ratios: [] as number[],
      p99: [] as number[],
      made: [] as Made[],
      perSecond: [] as number[],
    },
  ]
  let quiet = await lists()
  const quietP99 = [quiet.p99]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of ways) {
      const beside = await whileMaking(maker, way.pace, lists)
      const inWindow = await maker.papers()
      await maker.made()
      way.made.push(...inWindow, ...(await maker.papers()))
      const after = await lists()
      if (beside.errors + after.errors > 0) throw new Error('lists failed')
      way.ratios.push((2 * beside.perSecond) / (quiet.perSecond + after.perSecond))
      way.p99.push(beside.p99)
      way.perSecond.push(inWindow.length / SECONDS)
      tell(
        `${way.name}: ${beside.perSecond.toFixed(0)} beside ${quiet.perSecond.toFixed(0)} and ${after.perSecond.toFixed(0)} answers a second`,
      )
      quiet = after
      quietP99.push(quiet.p99)
    }
  }
  for (const { name, ratios, p99, made, perSecond } of ways) {
    const ratio = percentile(ratios, 0.5)
    const median = (values: readonly number[]) => percentile(values, 0.5).toFixed(1)
    say({
      figure: `list answers while papers are made, ${name}`,
      value: ratio,
      unit: 'of those without papers',
      target: `≥ ${SHARE}`,
      ok: ratio >= SHARE,
      note: `${ROUNDS} windows: ${ratios.map((one) => one.toFixed(2)).join(', ')}; p99 of the lists ${median(p99)} ms, without papers ${median(quietP99)} ms; ${median(perSecond)} papers a second`,
    })
    say({
      figure: `delivery note in its thread while lists are read, ${name}`,
      value: percentile(
        made.filter(isNote).map(({ wall }) => wall),
        0.5,
      ),
      unit: 'ms',
      note: `${made.filter(isNote).length} notes of ${made.length} papers; ${spread(made.filter(isNote).map(({ wall }) => wall))}; processor ${spread(made.filter(isNote).map(({ processor }) => processor))}`,
    })
  }
}

async function measureLong(shop: string, buyer: Buyer, maker: PaperMaker, long: Shipped): Promise<void> {
  await maker.ask(1)
  await maker.made()
  for (const { no, wall, processor } of await maker.papers())
    say({
      figure: `${no.startsWith('SH') ? 'delivery note' : no.startsWith('SL') ? 'form' : 'outbound note'} of ${LONG_LINES} lines in its thread`,
      value: wall,
      unit: 'ms',
      note: `processor ${processor.toFixed(0)} ms`,
    })
  const list = await ask(shop, 'GET', '/api/document?kinds=delivery_note&per_page=1', buyer.cookie)
  for (const [name, path] of [
    ['papers of an order (page)', `/api/order/${long.orderId}/papers`],
    ['its deliveries’ list', '/api/delivery_note/list'],
    ['the note’s PDF', `${list.data.list[0].file_url}?inline=1`],
  ] as const) {
    const times: number[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      const answer = await ask(shop, 'GET', path, buyer.cookie)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.message}`)
      times.push(answer.milliseconds)
    }
    say({
      figure: `note of ${LONG_LINES} lines: ${name}`,
      value: percentile(times, 0.5),
      unit: 'ms',
      note: `p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    })
  }
}

export interface PaperParts {
  making: boolean
  lists: boolean
}

export async function measurePapers(url: string, home: string, database: DatabaseHandle, label: string, parts: PaperParts): Promise<void> {
  const companies = await makeBuyers(database, COMPANIES)
  const [buyer, other] = [companies[1], companies[2]]
  if (!buyer || !other) throw new Error('no buyer')
  await completeGoods(database)
  let stored = 0
  if (parts.lists) {
    const started = performance.now()
    stored = await storePapers(database, companies)
    tell(`${stored} papers stored in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  const count = 1 + IN_A_ROW + ROUNDS * 60
  const shipped = await makeShipments(
    database,
    Array.from({ length: count }, (_, nth) => ({ companyId: companies[1 + (nth % 8)]?.companyId ?? 0, lines: linesOf(nth), daysAgo: 0 })),
  )
  const [long] = await makeShipments(database, [{ companyId: buyer.companyId, lines: LONG_LINES, daysAgo: 0 }])
  if (!long) throw new Error('no long shipment')
  const clock = join(home, 'paper-clock.jsonl')
  const environment = { ...(await makeCertificate(home, SUPPLIER)), PAPER_CLOCK: clock }
  const shop = await startShop(url, home, { environment, before: [new URL('./paper-clock.ts', import.meta.url).href] })
  try {
    if (parts.lists) await measurePaperLists(shop.origin, database, companies, stored)
    if (!parts.making) return
    say({ figure: 'memory of the shop’s process before its first paper', value: await shop.megabytes(), unit: 'MB', note: label })
    const maker = paperMaker(database, clock, shipped)
    await measureAlone(maker)
    say({ figure: 'memory of the shop’s process after 300 papers', value: await shop.megabytes(), unit: 'MB' })
    await measureBeside(shop.origin, companies.slice(0, 8), maker)
    const longMaker = paperMaker(database, clock, [long])
    await longMaker.papers()
    await measureLong(shop.origin, buyer, longMaker, long)
    say({ figure: 'memory of the shop’s process after all papers', value: await shop.megabytes(), unit: 'MB' })
  } finally {
    await shop.stop()
  }
}
