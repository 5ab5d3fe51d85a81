import type { OfferKind } from '#domain/price.ts'
import { goodsInScope } from '#domain/pricing/pricing.ts'
import type { PromotionKind } from '#domain/pricing/terms.ts'
import type { Connection } from '../../../platform/database.ts'
import { type Kept, promotionTag, type RunningPromotions, runningAt, runningNow } from './running.ts'
import { buyerOf, isFor, type ScopedFacts, scopeGoods } from './scope.ts'
import { goodsOfScope } from './scope-sets.ts'

/** 满, 换购 and 赠 on cards, in this order. Cashback is said by its own page: it would stand on nearly every card. */
const ON_CARDS: readonly PromotionKind[] = ['goods_full_reduction', 'full_reduction', 'exchange', 'gift']

/** The tags that follow activities, and not what a goods was marked with. */
export const ACTIVITY_TAGS: ReadonlySet<string> = new Set(ON_CARDS.map(promotionTag))

type AskingCompany = Parameters<typeof buyerOf>[0]

/** Tags of a goods under the activities of one moment and one kind of buyer. */
export type TagReader = (goods: ScopedFacts, ruling: { kind: OfferKind; fullReductionOk: boolean } | null) => readonly string[]

const NONE: readonly string[] = []
const NO_TAGS: TagReader = () => NONE

function liveOnCards(running: RunningPromotions, company: AskingCompany | null, now: Date): Kept[] {
  const buyer = company === null ? null : buyerOf(company)
  return running.kept.filter(
    ({ terms }) => terms.startsAt <= now && now < terms.endsAt && ON_CARDS.includes(terms.kind) && isFor(terms.audience, buyer),
  )
}

/** Combinations of activities that are live for some buyer at some moment; a shop has a handful at a time. */
const READERS_MAX = 500
const readers = new WeakMap<RunningPromotions, Map<string, TagReader>>()

/**
 * Buyers who are offered the same activities share what is worked out for a goods, as long as neither the activities nor the
 * goods change. goods must be the remembered object itself, and stay as it is.
 */
export async function tagReader(connection: Connection, version: number, company: AskingCompany | null, now: Date): Promise<TagReader> {
  const running = await runningAt(connection, version, now)
  if (running.kept.length === 0) return NO_TAGS
  const shown = liveOnCards(running, company, now)
  const known = readers.get(running) ?? new Map<string, TagReader>()
  readers.set(running, known)
  const key = shown.map(({ row }) => row.id).join()
  const reader = known.get(key) ?? createReader(shown)
  if (known.size >= READERS_MAX) known.clear()
  known.set(key, reader)
  return reader
}

function createReader(shown: readonly Kept[]): TagReader {
  if (shown.length === 0) return NO_TAGS
  const ordered = ON_CARDS.flatMap((kind) => shown.filter(({ terms }) => terms.kind === kind))
  /** By the kind of offer that rules: it puts goods into zones. */
  const found = new Map<OfferKind | null, WeakMap<ScopedFacts, readonly string[]>>()
  return (goods, ruling) => {
    // A line that does not take part in full reductions takes part in no activity.
    if (ruling !== null && !ruling.fullReductionOk) return NONE
    const kind = ruling?.kind ?? null
    const byGoods = found.get(kind) ?? new WeakMap<ScopedFacts, readonly string[]>()
    found.set(kind, byGoods)
    const known = byGoods.get(goods)
    if (known) return known
    const scoped = scopeGoods(goods, kind)
    const tags = [...new Set(ordered.filter(({ terms }) => goodsInScope(scoped, terms.scope)).map(({ terms }) => promotionTag(terms.kind)))]
    byGoods.set(goods, tags)
    return tags
  }
}

/**
 * Goods that the live activities of some tags hold for this company, for the goods list's filter. Null: one of them holds for
 * every goods.
 */
export async function goodsTagged(
  connection: Connection,
  tags: readonly string[],
  company: AskingCompany | null,
  now: Date,
): Promise<ReadonlySet<number> | null> {
  const live = liveOnCards(await runningNow(connection, now), company, now)
  let found: ReadonlySet<number> = new Set()
  for (const { terms } of live) {
    if (!tags.includes(promotionTag(terms.kind))) continue
    const set = await goodsOfScope(connection, terms.scope, now)
    if (set === null) return null
    found = found.size === 0 ? set : found.union(set)
  }
  return found
}
