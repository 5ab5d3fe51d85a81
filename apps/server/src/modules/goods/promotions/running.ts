import type { Fen } from '#domain/money.ts'
import type { ExchangeOffer, ExchangeTier, GiftOffer, GiftTier, Promotion, PromotionKind, ReductionTier } from '#domain/pricing/terms.ts'
import { type Connection, changesOf } from '../../../platform/database.ts'
import { audienceOf, scopeOf } from './scope.ts'
import { type Offered, type OfferedRow, type PromotionRow, readOffered, readPromotions, readVersion, type TierRow } from './views.ts'

/** A promotion as one process keeps it: its terms, and what pages say of it. */
export interface Kept {
  row: PromotionRow
  /** Without its gifts and exchange offers: what is left of them is read afresh. */
  terms: Promotion
}
export interface RunningPromotions {
  version: number
  kept: readonly Kept[]
}

/** Where promotions were read with another clock, what had ended there is missing; so what is remembered serves no earlier moment. */
interface Remembered {
  running: RunningPromotions
  since: number
}

interface RunningMemory {
  current: () => Remembered | null
  keep: (remembered: Remembered) => void
}

/**
 * What this process remembers of promotions. It is believed by its version, which comes with the statement that counts money, and so is
 * exact within it; the feed only lets go of what nobody asks for any more.
 */
function memoryOf(connection: Connection): RunningMemory {
  const changes = changesOf(connection)
  return changes.once('promotions', () => {
    let remembered: Remembered | null = null
    const clear = () => {
      remembered = null
    }
    changes.memory({ name: 'promotions', on: { promotion: clear }, clear, entries: () => remembered?.running.kept.length ?? 0 })
    return {
      current: () => remembered,
      keep: (fresh) => {
        remembered = fresh
      },
    }
  })
}

/**
 * What is alive or coming, as of this version. A transaction that changes promotions itself must not ask: its own version
 * may be given out a second time when it is rolled back.
 */
export async function runningAt(connection: Connection, version: number, now: Date): Promise<RunningPromotions> {
  const memory = memoryOf(connection)
  const known = memory.current()
  if (known && known.running.version === version && known.since <= now.getTime()) return known.running
  const kept = (await readPromotions(connection, now)).map((row): Kept => ({ row, terms: termsOf(row) }))
  const running = { version, kept }
  memory.keep({ running, since: now.getTime() })
  return running
}

/** The version is asked first: rows that changed since carry a higher one, and the next look reads them again. */
export async function runningNow(connection: Connection, now: Date): Promise<RunningPromotions> {
  return runningAt(connection, await readVersion(connection), now)
}

const reductionTier = ({ id, measure, threshold, amount, percent, repeat, cap }: TierRow): ReductionTier => ({
  id,
  measure,
  threshold,
  amount,
  percent,
  repeat,
  cap,
})

export function termsOf(row: PromotionRow): Promotion {
  const head = {
    id: row.id,
    name: row.name,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    scope: scopeOf(row.scope),
    audience: audienceOf(row.audience),
  }
  switch (row.kind) {
    case 'goods_full_reduction':
    case 'full_reduction':
      return { ...head, kind: row.kind, tiers: row.tiers.map(reductionTier) }
    case 'gift':
      return { ...head, kind: 'gift', tiers: row.tiers.map((tier) => giftTier(tier, NOTHING)) }
    case 'exchange':
      return { ...head, kind: 'exchange', tiers: row.tiers.map((tier) => exchangeTier(tier, NOTHING)) }
    case 'cashback':
      return {
        ...head,
        kind: 'cashback',
        tiers: row.tiers.flatMap(({ id, threshold, amount }) => (amount === null ? [] : [{ id, threshold: threshold as Fen, amount }])),
      }
  }
}

const least = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other)

type OfferedById = ReadonlyMap<number, OfferedRow>
const NOTHING: OfferedById = new Map()

function giftTier({ id, measure, threshold, repeat, choose, gifts }: TierRow, offered: OfferedById): GiftTier {
  const open = gifts.flatMap((gift): GiftOffer[] => {
    const now = offered.get(gift.id)
    if (now === undefined) return []
    const quota = least(now.left, gift.most)
    const left = quota === null ? now.stock : Math.min(quota, now.stock)
    const allowed = { quota, stock: now.stock }
    const each = gift.most_each === null ? {} : { mostEach: gift.most_each }
    return [{ id: gift.id, goodsId: gift.goods_id, name: now.name, unit: now.unit, number: gift.number, left, allowed, ...each }]
  })
  return { id, measure, threshold, repeat, choose, gifts: open }
}

function exchangeTier({ id, measure, threshold, exchanges }: TierRow, offered: OfferedById): ExchangeTier {
  const offers = exchanges.flatMap((one): ExchangeOffer[] => {
    const now = offered.get(one.id)
    if (now === undefined) return []
    return [{ id: one.id, goodsId: one.goods_id, name: now.name, unit: now.unit, price: one.price, limit: one.limit, left: now.left }]
  })
  return { id, measure, threshold, offers }
}

const byId = (rows: readonly OfferedRow[]): OfferedById => new Map(rows.map((row) => [row.id, row]))

export interface Alive {
  promotion: Promotion
  row: PromotionRow
  offered: OfferedById
}

/** What is left of everything that the running promotions offer. */
function leftOf(connection: Connection, { kept }: RunningPromotions, warehouseIds: readonly number[] | null): Promise<Offered> {
  const tiers = kept.flatMap(({ row }) => row.tiers)
  return readOffered(connection, {
    giftIds: tiers.flatMap((tier) => tier.gifts.map((gift) => gift.id)),
    exchangeIds: tiers.flatMap((tier) => tier.exchanges.map((one) => one.id)),
    warehouseIds,
  })
}

/** Everything that has not ended, with what is left of its gifts and exchange offers. One statement while nothing changes. */
export async function aliveWithOffers(connection: Connection, warehouseIds: readonly number[] | null, now: Date): Promise<Alive[]> {
  const known = memoryOf(connection).current()
  let running = known && known.since <= now.getTime() ? known.running : await runningNow(connection, now)
  let offered = await leftOf(connection, running, warehouseIds)
  if (offered.version !== running.version) {
    running = await runningAt(connection, offered.version, now)
    offered = await leftOf(connection, running, warehouseIds)
  }
  const { kept } = running
  const gifts = byId(offered.gifts)
  const exchanges = byId(offered.exchanges)
  return kept
    .filter(({ terms }) => now < terms.endsAt)
    .map(({ row, terms }) => {
      if (terms.kind === 'gift')
        return { row, offered: gifts, promotion: { ...terms, tiers: row.tiers.map((tier) => giftTier(tier, gifts)) } }
      if (terms.kind === 'exchange')
        return { row, offered: exchanges, promotion: { ...terms, tiers: row.tiers.map((tier) => exchangeTier(tier, exchanges)) } }
      return { row, offered: NOTHING, promotion: terms }
    })
}

/**
 * All promotions alive or coming within their period, for the pricing engine. A gift's left is what its quota and the
 * stock leave: of the best stocked warehouse, or, with warehouseIds, what each of these warehouses has.
 */
export async function promotionsAlive(
  connection: Connection,
  now: Date,
  warehouseIds: readonly number[] | null = null,
): Promise<readonly Promotion[]> {
  return (await aliveWithOffers(connection, warehouseIds, now)).map(({ promotion }) => promotion)
}

const TAGS: Readonly<Record<PromotionKind, string>> = {
  goods_full_reduction: '满',
  full_reduction: '满',
  gift: '赠',
  exchange: '换购',
  cashback: '返',
}
export const promotionTag = (kind: PromotionKind): string => TAGS[kind]
