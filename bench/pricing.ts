/** How long the pricing engine takes for carts of 5, 50 and 500 lines under 60 live promotions: pure, without database. */
import { type Fen, fen } from '../packages/domain/src/money.ts'
import { price } from '../packages/domain/src/pricing/pricing.ts'
import type { HeldCoupon, PricingContext, PricingLine, Promotion, PromotionKind, Scope } from '../packages/domain/src/pricing/terms.ts'
import { say } from './figure.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const BEFORE = new Date('2026-11-01T00:00:00Z')
const AFTER = new Date('2026-12-01T00:00:00Z')
const TARGET_MS = 5

/** A walk through whole numbers that is the same each time and looks like chance. */
function walk(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

function lineOf(id: number, of: (most: number) => number): PricingLine {
  const base = 200 + of(6000)
  const warehouseId = 1 + of(3)
  const hasOffer = of(100) < 15
  const kind = (['flash', 'daily', 'near_expiry', 'whole_case'] as const)[of(4)] ?? 'daily'
  return {
    id,
    number: 1 + of(40),
    unit: '盒',
    warehouseId,
    warehouseName: `${warehouseId} 号仓`,
    isEphedrine: of(100) < 3,
    shipsFree: of(100) < 5,
    freeFromNumber: of(100) < 10 ? 20 : null,
    fullReductionId: null,
    sale: {
      kind: 'goods',
      goods: { goodsId: id, categoryIds: [1 + of(60), 100 + of(12)], manufacturerId: 1 + of(80), zones: of(10) === 0 ? ['herb'] : [] },
      price: {
        basePrice: fen(base),
        rankPrice: of(3) === 0 ? fen(Math.floor(base * 0.97)) : null,
        companyPrice: of(20) === 0 ? fen(Math.floor(base * 0.9)) : null,
        ladder:
          of(10) < 3
            ? {
                type: 0,
                steps: [
                  { number: 10, price: fen(Math.floor(base * 0.96)) },
                  { number: 50, price: fen(Math.floor(base * 0.92)) },
                ],
              }
            : null,
        offer: hasOffer
          ? {
              id,
              kind,
              price: fen(Math.floor(base * 0.8)),
              percent: null,
              startsAt: BEFORE,
              endsAt: AFTER,
              quotaLeft: 500,
              buyerLeft: null,
            }
          : null,
      },
      offerTerms: null,
    },
  }
}

function scopeOf(of: (most: number) => number): Scope {
  const none = { all: false, goodsIds: [], categoryIds: [], manufacturerIds: [], zones: [], excludedGoodsIds: [3, 17] }
  switch (of(4)) {
    case 0:
      return { ...none, categoryIds: [100 + of(12), 1 + of(60)] }
    case 1:
      return { ...none, manufacturerIds: Array.from({ length: 8 }, () => 1 + of(80)) }
    case 2:
      return { ...none, goodsIds: Array.from({ length: 60 }, () => 1 + of(500)) }
    default:
      return of(3) === 0 ? { ...none, all: true } : { ...none, zones: ['herb'], categoryIds: [100 + of(12)] }
  }
}

const KINDS: readonly PromotionKind[] = [
  'full_reduction',
  'full_reduction',
  'full_reduction',
  'goods_full_reduction',
  'gift',
  'exchange',
  'cashback',
]

function promotionOf(id: number, of: (most: number) => number): Promotion {
  const base = {
    id,
    name: `活动 ${id}`,
    startsAt: BEFORE,
    endsAt: AFTER,
    scope: scopeOf(of),
    audience: { companyTypes: [], provinces: of(5) === 0 ? ['贵州省'] : [], cities: [], ranks: [], companyIds: [] },
  }
  const thresholds = [30_000 + of(50_000), 100_000 + of(200_000)]
  const kind = KINDS[id % KINDS.length] ?? 'full_reduction'
  const measure = 'amount' as const
  const tiers = thresholds.map((threshold, index) => ({ id: id * 100 + index, measure, threshold }))
  switch (kind) {
    case 'full_reduction':
    case 'goods_full_reduction': {
      const off = (threshold: number) =>
        of(3) === 0
          ? { amount: null, percent: 92, repeat: false }
          : { amount: fen(Math.floor(threshold * 0.06)), percent: null, repeat: of(2) === 0 }
      return { kind, ...base, tiers: tiers.map((tier) => ({ ...tier, ...off(tier.threshold), cap: null })) }
    }
    case 'gift':
      return {
        kind,
        ...base,
        tiers: tiers.map((tier) => ({
          ...tier,
          repeat: false,
          choose: 1,
          gifts: [0, 1, 2].map((index) => ({
            id: tier.id * 10 + index,
            goodsId: 1000 + index,
            name: `赠品 ${index}`,
            unit: '盒',
            number: 1,
            left: 40,
          })),
        })),
      }
    case 'exchange':
      return {
        kind,
        ...base,
        tiers: tiers.map((tier) => ({
          ...tier,
          offers: [0, 1].map((index) => ({
            id: tier.id * 10 + index,
            goodsId: 2000 + index,
            name: `换购品 ${index}`,
            unit: '盒',
            price: fen(100),
            limit: 2,
            left: null,
          })),
        })),
      }
    case 'cashback':
      return {
        kind,
        ...base,
        tiers: tiers.map(({ id: tierId, threshold }) => ({ id: tierId, threshold: fen(threshold), amount: fen(2000) })),
      }
  }
}

function couponOf(id: number, of: (most: number) => number): HeldCoupon {
  const isPercent = of(3) === 0
  const amount: Fen | null = isPercent ? null : fen(500 + of(5000))
  return {
    id,
    templateId: id,
    name: `券 ${id}`,
    threshold: fen(10_000 + of(100_000)),
    amount,
    percent: isPercent ? 95 : null,
    cap: isPercent ? fen(10_000) : null,
    scope: scopeOf(of),
    stackable: of(2) === 0,
    validFrom: BEFORE,
    validUntil: AFTER,
  }
}

export function benchCart(lines: number, promotions: number, coupons: number): { lines: PricingLine[]; context: PricingContext } {
  const of = walk(7)
  return {
    lines: Array.from({ length: lines }, (_, index) => lineOf(index + 1, of)),
    context: {
      buyer: { companyId: 1, type: '单体药店', province: '贵州省', city: '贵阳市', rank: 'A' },
      promotions: Array.from({ length: promotions }, (_, index) => promotionOf(index + 1, of)),
      coupons: Array.from({ length: coupons }, (_, index) => couponOf(index + 1, of)),
      shipping: [{ provinces: [], freeFrom: fen(80_000), fee: fen(1200) }],
      shipTo: '贵州省',
      voucher: { held: fen(10_000), wished: fen(5000) },
      balance: { held: fen(10_000), wished: fen(5000) },
      pointsPerYuan: 1,
      choice: { couponIds: null, giftIds: null },
    },
  }
}

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0

export function measurePricing(): void {
  for (const [lines, times] of [
    [5, 3000],
    [50, 1500],
    [500, 400],
  ] as const) {
    const cart = benchCart(lines, 60, 12)
    for (let warm = 0; warm < times / 3; warm += 1) price(cart.lines, cart.context, NOW)
    const taken = Array.from({ length: times }, () => {
      const started = performance.now()
      price(cart.lines, cart.context, NOW)
      return performance.now() - started
    }).sort((a, b) => a - b)
    const value = median(taken)
    say({
      figure: `pricing of ${lines} lines`,
      value,
      unit: 'ms, median, warm',
      note: `60 live promotions, 12 coupons; 95th percentile ${(taken[Math.floor(taken.length * 0.95)] ?? 0).toPrecision(3)} ms`,
      ...(lines === 500 && { target: `≤ ${TARGET_MS}`, ok: value <= TARGET_MS }),
    })
  }
}

if (import.meta.main) measurePricing()
