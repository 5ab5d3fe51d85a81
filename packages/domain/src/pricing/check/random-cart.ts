import { type Fen, fen } from '../../money.ts'
import type { Offer, OfferKind } from '../../price.ts'
import type {
  GiftTier,
  HeldCoupon,
  Measure,
  PricedGoods,
  PricingContext,
  PricingLine,
  Promotion,
  ReductionTier,
  Sale,
  Scope,
} from '../terms.ts'
import type { Chance } from './chance.ts'

/** Carts of chance, small enough that thresholds are met, missed by a fen, and fought over. */

export const RANDOM_NOW = new Date('2026-11-21T02:00:00Z')
const NOW = RANDOM_NOW
const BEFORE = new Date(NOW.getTime() - 1000)
const AFTER = new Date(NOW.getTime() + 1000)

export interface CartSize {
  lines: number
  reductions: number
  others: number
  coupons: number
  goods: number
}
export const SMALL: CartSize = { lines: 3, reductions: 2, others: 2, coupons: 3, goods: 3 }
export const LARGE: CartSize = { lines: 24, reductions: 8, others: 6, coupons: 5, goods: 12 }

export interface RandomCart {
  lines: PricingLine[]
  context: PricingContext
}

class Maker {
  readonly chance: Chance
  readonly size: CartSize
  private amounts: number[] = []
  private nextId = 1

  constructor(chance: Chance, size: CartSize) {
    this.chance = chance
    this.size = size
  }

  goods(): PricedGoods {
    const goodsId = this.chance.int(1, this.size.goods)
    // What a goods belongs to follows from it, as in a shop.
    return {
      goodsId,
      categoryIds: [goodsId % 2, 10 + (goodsId % 3)],
      manufacturerId: goodsId % 4 === 0 ? null : goodsId % 4,
      zones: goodsId % 3 === 0 ? ['herb'] : [],
    }
  }

  scope(): Scope {
    const { chance } = this
    const scope = {
      all: false,
      goodsIds: [],
      categoryIds: [],
      manufacturerIds: [],
      zones: [],
      excludedGoodsIds: chance.is(0.15) ? [chance.int(1, this.size.goods)] : [],
    }
    switch (chance.int(0, 6)) {
      case 0:
        return { ...scope, goodsIds: chance.some([1, 2, 3, 4, 5, 6]) }
      case 1:
        return { ...scope, categoryIds: [chance.one([0, 1, 10, 11])] }
      case 2:
        return { ...scope, manufacturerIds: [chance.one([1, 2, 3])] }
      case 3:
        return { ...scope, zones: [chance.one(['herb', 'bundle'])] }
      default:
        return { ...scope, all: true }
    }
  }

  price(most = 600): Fen {
    return fen(this.chance.is(0.3) ? this.chance.int(1, 6) * 100 : this.chance.int(1, most))
  }

  offer(): Offer | null {
    const { chance } = this
    if (!chance.is(0.25)) return null
    const kind: OfferKind = chance.one(['flash', 'daily', 'near_expiry', 'whole_case', 'welfare'])
    const isWelfare = kind === 'welfare'
    return {
      id: this.nextId++,
      kind,
      price: isWelfare ? null : this.price(),
      percent: isWelfare ? 94 : null,
      startsAt: chance.is(0.9) ? NOW : AFTER,
      endsAt: chance.is(0.9) ? AFTER : NOW,
      quotaLeft: chance.is(0.2) ? chance.int(0, 10) : null,
      buyerLeft: chance.is(0.2) ? chance.int(0, 10) : null,
    }
  }

  sale(exchangeIds: readonly number[]): Sale {
    const { chance } = this
    if (exchangeIds.length > 0 && chance.is(0.3))
      return { kind: 'exchange', goods: this.goods(), exchangeId: chance.one(exchangeIds), ordinary: fen(900) }
    if (chance.is(0.08)) {
      const parts = Array.from({ length: chance.int(1, 3) }, () => ({
        goods: this.goods(),
        number: chance.int(1, 3),
        price: this.price(300),
      }))
      return { kind: 'bundle', bundleId: chance.int(1, 3), name: '组合', parts, fullReductionOk: chance.is(0.8), couponOk: chance.is(0.8) }
    }
    const ladder = chance.is(0.2)
      ? { type: chance.int(0, 1), steps: [chance.int(2, 4), chance.int(5, 8)].map((number) => ({ number, price: this.price() })) }
      : null
    const orNull = (price: Fen) => (chance.is(0.15) ? price : null)
    const price = {
      basePrice: chance.is(0.98) ? this.price() : null,
      rankPrice: orNull(this.price()),
      companyPrice: orNull(this.price()),
      ladder,
      offer: this.offer(),
    }
    return {
      kind: 'goods',
      goods: this.goods(),
      price,
      offerTerms: chance.is(0.3) ? { fullReductionOk: chance.is(0.5), couponOk: chance.is(0.5) } : null,
    }
  }

  line(exchangeIds: readonly number[]): PricingLine {
    const { chance } = this
    const sale = this.sale(exchangeIds)
    const number = sale.kind === 'exchange' ? chance.int(1, 2) : chance.int(1, 8)
    if (sale.kind === 'goods') this.amounts.push((sale.price.basePrice ?? 0) * number)
    const warehouseId = chance.is(0.8) ? 1 : 2
    return {
      id: this.nextId++,
      number,
      warehouseId,
      warehouseName: `${warehouseId} 号仓`,
      isEphedrine: sale.kind !== 'exchange' && chance.is(0.08),
      shipsFree: chance.is(0.1),
      freeFromNumber: chance.is(0.15) ? chance.int(1, 10) : null,
      fullReductionId: null,
      sale,
    }
  }

  /** Often exactly what some lines come to, or a fen more. */
  threshold(measure: Measure): number {
    const { chance } = this
    if (measure === 'number') return chance.int(1, 12)
    if (this.amounts.length > 0 && chance.is(0.5)) {
      const near = chance.some(this.amounts).reduce((all, one) => all + one, 0) + chance.int(-1, 1)
      if (near > 0) return near
    }
    return chance.int(1, 40) * 100
  }

  tier(id: number): ReductionTier {
    const { chance } = this
    const measure: Measure = chance.is(0.75) ? 'amount' : 'number'
    const isPercent = chance.is(0.3)
    return {
      id,
      measure,
      threshold: this.threshold(measure),
      amount: isPercent ? null : fen(chance.int(1, 500)),
      percent: isPercent ? chance.int(50, 99) : null,
      repeat: chance.is(0.3),
      cap: chance.is(0.2) ? fen(chance.int(1, 400)) : null,
    }
  }

  activity() {
    const { chance } = this
    const nobody = chance.is(0.05)
    return {
      id: this.nextId++,
      name: '活动',
      startsAt: chance.is(0.95) ? NOW : AFTER,
      endsAt: chance.is(0.95) ? AFTER : NOW,
      scope: this.scope(),
      audience: {
        companyTypes: nobody ? ['诊所'] : [],
        provinces: chance.is(0.1) ? ['贵州省'] : [],
        cities: chance.is(0.1) ? [chance.one(['贵州省贵阳市', '四川省成都市'])] : [],
        ranks: [],
        companyIds: [],
      },
    }
  }

  reduction(kind: 'full_reduction' | 'goods_full_reduction'): Promotion {
    return { kind, ...this.activity(), tiers: Array.from({ length: this.chance.int(1, 2) }, () => this.tier(this.nextId++)) }
  }

  exchange(): Extract<Promotion, { kind: 'exchange' }> {
    const { chance } = this
    const measure: Measure = chance.is(0.8) ? 'amount' : 'number'
    const offers = [0, 1].map(() => ({
      id: this.nextId++,
      goodsId: chance.int(1, 9),
      name: '换购品',
      unit: '盒',
      price: this.price(200),
      limit: chance.int(1, 3),
      left: chance.is(0.3) ? chance.int(0, 3) : null,
    }))
    return { kind: 'exchange', ...this.activity(), tiers: [{ id: this.nextId++, measure, threshold: this.threshold(measure), offers }] }
  }

  gift(): Promotion {
    const { chance } = this
    const measure: Measure = chance.is(0.7) ? 'amount' : 'number'
    const tiers = Array.from({ length: chance.int(1, 2) }, (): GiftTier => {
      const gifts = Array.from({ length: chance.int(1, 3) }, () => ({
        id: this.nextId++,
        goodsId: chance.int(1, 9),
        name: '赠品',
        unit: '盒',
        number: chance.int(1, 2),
        left: chance.is(0.3) ? chance.int(0, 4) : null,
      }))
      return {
        id: this.nextId++,
        measure,
        threshold: this.threshold(measure) + this.nextId * 2,
        repeat: chance.is(0.4),
        choose: chance.is(0.3) ? 1 : null,
        gifts,
      }
    })
    return { kind: 'gift', ...this.activity(), tiers }
  }

  cashback(): Promotion {
    const tiers = [0, 1].map(() => ({ id: this.nextId++, threshold: fen(this.threshold('amount') + this.nextId), amount: this.price(300) }))
    return { kind: 'cashback', ...this.activity(), tiers }
  }

  coupon(): HeldCoupon {
    const { chance } = this
    const isPercent = chance.is(0.35)
    const id = this.nextId++
    return {
      id,
      templateId: id,
      name: '券',
      threshold: fen(chance.is(0.3) ? 0 : this.threshold('amount')),
      amount: isPercent ? null : fen(chance.int(1, 600)),
      percent: isPercent ? chance.int(50, 99) : null,
      cap: isPercent && chance.is(0.4) ? fen(chance.int(1, 300)) : null,
      scope: this.scope(),
      stackable: chance.is(0.5),
      validFrom: chance.is(0.95) ? BEFORE : AFTER,
      validUntil: chance.is(0.95) ? AFTER : NOW,
    }
  }

  cart(): RandomCart {
    const { chance, size } = this
    const times = (most: number) => Array.from({ length: chance.int(0, most) })
    const exchanges = chance.is(0.25) ? [this.exchange()] : []
    const exchangeIds = exchanges.flatMap((one) => one.tiers.flatMap((tier) => tier.offers.map((offer) => offer.id)))
    const plain = Array.from({ length: chance.int(1, size.lines) }, () => this.line(exchangeIds))
    const reductions = times(size.reductions).map(() => this.reduction('full_reduction'))
    const ids = reductions.map((one) => one.id)
    const lines = plain.map((line) => (chance.is(0.15) ? { ...line, fullReductionId: chance.one([0, 999_999, ...ids]) } : line))
    const others = times(size.others).map(() =>
      chance.one([() => this.reduction('goods_full_reduction'), () => this.gift(), () => this.cashback()])(),
    )
    const coupons = times(size.coupons).map(() => this.coupon())
    const giftIds = others.flatMap((one) => (one.kind === 'gift' ? one.tiers.flatMap((tier) => tier.gifts.map((gift) => gift.id)) : []))
    const fee = chance.is(0.6)
    const context: PricingContext = {
      buyer: {
        companyId: 1,
        type: '单体药店',
        province: chance.one(['贵州省', '四川省']),
        city: chance.one(['贵阳市', '遵义市']),
        rank: 'A',
      },
      promotions: chance.shuffled([...reductions, ...others, ...exchanges]),
      coupons: chance.shuffled(coupons),
      shipping: fee
        ? [
            { provinces: ['西藏自治区'], freeFrom: fen(4000), fee: fen(300) },
            { provinces: [], freeFrom: fen(this.threshold('amount')), fee: fen(chance.int(1, 200)) },
          ]
        : [],
      shipTo: chance.one(['贵州省', '西藏自治区']),
      voucher: { held: fen(chance.int(0, 1000)), wished: fen(chance.int(0, 1000)) },
      balance: { held: fen(chance.int(0, 3000)), wished: fen(chance.int(0, 3000)) },
      pointsPerYuan: chance.int(0, 3),
      choice: {
        couponIds: chance.is(0.15) ? chance.some(coupons.map((one) => one.id)) : null,
        giftIds: chance.is(0.15) ? chance.some(giftIds) : null,
      },
    }
    return { lines: chance.shuffled(lines), context }
  }
}

export const randomCart = (chance: Chance, size: CartSize): RandomCart => new Maker(chance, size).cart()
