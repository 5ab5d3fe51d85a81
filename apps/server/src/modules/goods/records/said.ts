import type { AuditActor } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { isAnotherGoods, tradesUnderWay } from '../../papers/upstream/public.ts'
import { goodsByIds, holdWhatLanded, type KeptGoods, lockJudgements } from '../law/public.ts'
import { easedOf } from './form.ts'
import { type SaidFacts, saidFacts, takeOffShelf } from './store.ts'

/** What another system says of goods that the shop knows: it alone frees nothing that quality held. */

export const ANOTHER = '批准文号、生产企业等已变更，首营品种审批通过后才能上架'

export interface KnownBefore {
  facts: readonly SaidFacts[]
  kept: readonly KeptGoods[]
  /** Ids of those whose first trade somebody decides about: what he reads stays. */
  underWay: ReadonlySet<number>
}

/** To be asked before the rows land; until the transaction ends nobody else changes what it answers. */
export async function knownBefore(trx: Connection, codes: readonly string[]): Promise<KnownBefore> {
  await lockJudgements(trx)
  const facts = await saidFacts(trx, codes)
  const kept = await goodsByIds(
    trx,
    facts.map(({ id }) => id),
  )
  const trading = facts.flatMap(({ id, has_first_trade: has }) => (has ? [id] : []))
  return { facts, kept, underWay: new Set(trading.length === 0 ? [] : await tradesUnderWay(trx, trading)) }
}

/** Once the rows have landed. changed: codes. Answers those of goods that wait for quality because of them, in capitals. */
export async function holdAfter(
  trx: Connection,
  by: AuditActor,
  { facts, kept }: KnownBefore,
  changed: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const former = new Map(facts.map((one) => [one.id, one]))
  const after = (await saidFacts(trx, changed)).filter(({ id }) => former.has(id))
  const eased = new Map<number, string>()
  for (const is of after) {
    const was = former.get(is.id) ?? is
    if (was.has_first_trade && (await isAnotherGoods(trx, is.id, was, is, now))) await takeOffShelf(trx, is.id, ANOTHER, now)
    else if (!was.lacks_first_trade) eased.set(is.id, easedOf(was, is))
  }
  const ids = new Set(after.map(({ id }) => id))
  const held = new Set(
    await holdWhatLanded(
      trx,
      by,
      kept.filter(({ id }) => ids.has(id)),
      (id) => eased.get(id) ?? '',
      now,
    ),
  )
  return new Set(after.flatMap(({ id, code }) => (held.has(id) ? [code.toUpperCase()] : [])))
}
