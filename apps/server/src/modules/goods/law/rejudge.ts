import { setImmediate } from 'node:timers/promises'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import type { AuditActor, StaffActor } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { transact } from '../../../platform/transact.ts'
import { auditJudged } from './audit.ts'
import { judgeGoods } from './judging.ts'
import { lawRules, lawVersionOn } from './running.ts'
import {
  goodsByIds,
  goodsToJudge,
  insertDecision,
  insertJudging,
  type Judged,
  type JudgingCounts,
  type KeptGoods,
  lastJudgedBy,
  lockJudgements,
  writeJudged,
} from './store.ts'

const AT_ONCE = 2_000
/** Judged without a pause: others wait for so many, not for a whole category. */
const IN_ONE_GO = 50

async function judgeAll(kept: readonly KeptGoods[], today: TradeDate): Promise<FoundAnew[]> {
  const judged: FoundAnew[] = []
  for (const [at, goods] of kept.entries()) {
    judged.push({ goods, now: { id: goods.id, ...judgeGoods(goods, goods.decision, goods.coldSaid, today) } })
    if (at % IN_ONE_GO === 0) await setImmediate()
  }
  return judged
}

export interface Judging extends JudgingCounts {
  version: string
}

/**
 * Judges every goods that was never judged, or by other rules than those in force today. What the law bars leaves the shelf
 * at once, batch by batch; what it bars no longer comes back if nothing else kept it off. Null: there was nothing to judge.
 */
export async function rejudge(database: DatabaseHandle, now: Date): Promise<Judging | null> {
  const today = beijingDate(now)
  const version = lawVersionOn(today)
  const counts: JudgingCounts = { judged: 0, takenOff: 0, putBack: 0, barred: 0, doubtful: 0, released: 0 }
  const clock = performance.now()
  for (let after = 0; ; ) {
    const last = await transact(database.db, async (trx) => {
      await lockJudgements(trx)
      const kept = await goodsToJudge(trx, version, after, AT_ONCE)
      const judged = await judgeAll(kept, today)
      await writeJudged(
        trx,
        judged.map((one) => one.now),
      )
      const changes = judged.filter(({ goods, now: found }) => goods.verdict !== found.law_verdict)
      await auditChanges(trx, changes, now)
      return { judged: kept.length, changes, id: kept.at(-1)?.id ?? null }
    })
    // Counted once the batch is written: a transaction may have to begin again.
    counts.judged += last.judged
    for (const { goods, now: found } of last.changes) count(counts, goods, found)
    if (last.id === null) break
    after = last.id
  }
  if (counts.judged === 0) return null
  const finished = new Date(now.getTime() + Math.round(performance.now() - clock))
  await transact(database.db, (trx) => insertJudging(trx, { version, started: now, finished, counts }))
  return { version, ...counts }
}

interface FoundAnew {
  goods: KeptGoods
  now: Judged
}

/** Lawful from the first look on is no event. */
async function auditChanges(trx: Connection, changes: readonly FoundAnew[], now: Date): Promise<void> {
  const events = changes.filter(({ goods, now: found }) => goods.verdict !== 'unjudged' || found.law_verdict !== 'lawful')
  await auditJudged(
    trx,
    events.map(({ goods, now: found }) => ({
      subject: `goods:${goods.id}`,
      before: { verdict: goods.verdict, on_shelf: goods.onShelf },
      after: {
        verdict: found.law_verdict,
        on_shelf: wished(goods) && found.law_verdict === 'lawful',
        class: found.law_class,
        reason: found.law_reason,
        rule: found.law_rule,
        version: found.law_version,
      },
    })),
    now,
  )
}

/**
 * What a goods was held to and by these facts would not be: '' nothing. Of what is doubtful on the way too, or two saves would free what one
 * may not; what waits for quality already goes on waiting.
 */
function freedOf({ goods, now: found }: FoundAnew): string {
  if (found.law_verdict === 'barred' || goods.decision?.decision === 'review' || goods.decision?.decision === 'bar') return ''
  if (goods.verdict === 'barred') return `原来依法禁售（${goods.lawReason}）`
  if (goods.special.some((one) => !found.special_substances.includes(one))) return '原来属于限制经营的商品'
  return goods.coldChain && !found.cold_chain ? '原来是冷链商品' : ''
}

/** Facts that a clerk changed are his word alone: what they would free waits for quality, at night too. */
async function holdFreed(
  trx: Connection,
  by: AuditActor,
  judged: readonly FoundAnew[],
  eased: (id: number) => string,
  now: Date,
): Promise<number[]> {
  const held: number[] = []
  for (const one of judged) {
    const was = freedOf(one) || eased(one.goods.id)
    if (was === '') continue
    const { id, name, approval_no, lawClass, lawRule, lawReason } = one.goods
    const seen = { goodsName: name, approvalNo: approval_no, rule: lawRule, barredClass: lawClass, finding: lawReason }
    const decided = { version: one.now.law_version, accountId: by.accountId, decidedBy: by.name }
    await insertDecision(trx, { goodsId: id, decision: 'review', reason: `${was}，资料改动之后不再是`, ...seen, ...decided }, now)
    held.push(id)
  }
  return held
}

/**
 * Some goods, because what they are judged by was changed by a clerk: their own facts, their maker's name, their class. In the caller's
 * transaction; answers how many of them may no longer be sold. eased: what these were held to besides and are no more; '': nothing.
 */
export async function judgeAgain(trx: Connection, staff: StaffActor, ids: readonly number[], now: Date, eased = ''): Promise<number> {
  if (ids.length === 0) return 0
  await lockJudgements(trx)
  const today = beijingDate(now)
  let barred = 0
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const first = await judgeAll(await goodsByIds(trx, ids.slice(from, from + AT_ONCE)), today)
    const held = await holdFreed(trx, staff, first, () => eased, now)
    const again = new Map((await judgeAll(await goodsByIds(trx, held), today)).map((one) => [one.goods.id, one]))
    const judged = first.map((one) => again.get(one.goods.id) ?? one)
    await writeJudged(
      trx,
      judged.map((one) => one.now),
    )
    const changes = judged.filter(({ goods, now: found }) => goods.verdict !== found.law_verdict)
    await auditChanges(trx, changes, now)
    barred += changes.filter(({ now: found }) => found.law_verdict !== 'lawful').length
  }
  return barred
}

/**
 * Facts that another system changed are as one clerk's: what they freed waits for quality as well. former: what the shop knew before they landed.
 * Answers the ids of what waits because of it.
 */
export async function holdWhatLanded(
  trx: Connection,
  by: AuditActor,
  former: readonly KeptGoods[],
  eased: (id: number) => string,
  now: Date,
): Promise<number[]> {
  const today = beijingDate(now)
  const known = new Map(former.map((goods) => [goods.id, goods]))
  const landed = await judgeAll(await goodsByIds(trx, [...known.keys()]), today)
  const against = landed.map(({ goods, now: found }): FoundAnew => {
    const { verdict, lawClass, lawRule, lawReason, special, coldChain } = known.get(goods.id) ?? goods
    return { goods: { ...goods, verdict, lawClass, lawRule, lawReason, special, coldChain }, now: found }
  })
  const held = await holdFreed(trx, by, against, eased, now)
  const again = await judgeAll(await goodsByIds(trx, held), today)
  await writeJudged(
    trx,
    again.map((one) => one.now),
  )
  await auditChanges(trx, again, now)
  return held
}

const wished = (goods: KeptGoods) => goods.onShelf || goods.held

function count(counts: JudgingCounts, goods: KeptGoods, found: Judged): void {
  const lawful = found.law_verdict === 'lawful'
  if (goods.onShelf && !lawful) counts.takenOff += 1
  if (!goods.onShelf && goods.held && lawful) counts.putBack += 1
  if (found.law_verdict === 'barred') counts.barred += 1
  else if (found.law_verdict === 'doubtful') counts.doubtful += 1
  else if (goods.verdict !== 'unjudged') counts.released += 1
}

/** One line for whoever starts the shop or reads its output. */
export function judgingText(done: Judging): string {
  const number = (value: number) => value.toLocaleString('en')
  return (
    `禁售目录（版本 ${done.version}）：核验 ${number(done.judged)} 种商品，新禁售 ${number(done.barred)}，新待审 ${number(done.doubtful)}，` +
    `下架 ${number(done.takenOff)}，恢复上架 ${number(done.putBack)}`
  )
}

/**
 * Daily, because rows come into force on days. A process that still runs older lists than those the catalogue was judged by
 * leaves it alone: it would take back what the newer ones found.
 */
export async function rejudgeDaily(database: DatabaseHandle, now: Date): Promise<Judging | null> {
  const last = await lastJudgedBy(database.db)
  if (last !== null && !last.startsWith(`${lawRules().version}@`)) return null
  return rejudge(database, now)
}
