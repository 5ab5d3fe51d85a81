import type { HeldCoupon, PricingContext, PricingLine, Promotion, Scope } from '../terms.ts'
import { alive, floored, matches, share, sum, takes, type Unit, unitOf } from './slow-rules.ts'

/**
 * The steps of 'Price' a second time: slow, obvious, and sharing no code with the engine. Given which full reduction each
 * line takes part in and which coupons are used, it writes the bill; given nothing, it tries everything there is.
 */

type Of<Kind extends Promotion['kind']> = Extract<Promotion, { kind: Kind }>

/** A line on its way through the steps. */
interface Row extends Unit {
  line: PricingLine
  left: number
}
const leftOf = (rows: readonly Row[]) => sum(rows.map((row) => row.left))
const unitsOf = (rows: readonly Row[]) => sum(rows.map((row) => row.line.number))
function take(rows: readonly Row[], amount: number): void {
  const parts = share(
    amount,
    rows.map((row) => row.left),
  )
  for (const [index, row] of rows.entries()) row.left -= parts[index] ?? 0
}

export interface SlowBill {
  /** What each line still costs, by its id; lines that cannot be had are missing. */
  nets: Map<number, number>
  gifts: string[]
  coupons: number[]
  shipping: number
  /** Ordinary goods and carriage. */
  cost: number
  orders: { key: string; payable: number; voucher: number; balance: number; cashback: number; points: number }[]
  total: number
}

export class SlowShop {
  readonly lines: PricingLine[]
  readonly context: PricingContext
  readonly now: Date
  readonly promotions: Promotion[]
  private started: Row[] | null = null

  constructor(lines: readonly PricingLine[], context: PricingContext, now: Date) {
    this.lines = lines.toSorted((a, b) => a.id - b.id)
    this.context = context
    this.now = now
    this.promotions = context.promotions.filter((one) => alive(one, context, now)).toSorted((a, b) => a.id - b.id)
  }

  of<Kind extends Promotion['kind']>(kind: Kind): Of<Kind>[] {
    return this.promotions.filter((one): one is Of<Kind> => one.kind === kind)
  }

  /** Lines at what the goods full reductions leave of them: a copy each time. */
  start(): Row[] {
    this.started ??= this.priced()
    return this.started.map((row) => ({ ...row }))
  }

  private priced(): Row[] {
    const rows = this.lines.flatMap((line): Row[] => {
      const unit = unitOf(line, this.now)
      return unit === null ? [] : [{ ...unit, line, left: unit.price * line.number }]
    })
    const keyOf = ({ line: { sale } }: Row) =>
      sale.kind === 'bundle' ? `b${sale.bundleId}` : sale.kind === 'goods' ? sale.goods.goodsId : ''
    for (const key of new Set(rows.map(keyOf))) {
      let best: { rows: Row[]; amount: number } = { rows: [], amount: 0 }
      for (const promotion of this.of('goods_full_reduction')) {
        const own = rows.filter((row) => keyOf(row) === key && row.takesReduction && matches(row.line.sale, promotion.scope))
        const amount = takes(promotion.tiers, leftOf(own), unitsOf(own))
        if (amount > best.amount) best = { rows: own, amount }
      }
      take(best.rows, best.amount)
    }
    return rows
  }

  /** Every way in which the lines may be given to full reductions; 0 = none. */
  assignments(): Map<number, number>[] {
    let all: Map<number, number>[] = [new Map()]
    for (const row of this.start()) {
      const open = this.of('full_reduction').filter((one) => row.takesReduction && matches(row.line.sale, one.scope))
      const wanted = row.line.fullReductionId
      const options = wanted === 0 || open.some((one) => one.id === wanted) ? [wanted ?? 0] : [...open.map((one) => one.id), 0]
      all = all.flatMap((one) => options.map((option) => new Map([...one, [row.line.id, option]])))
    }
    return all
  }

  /** The plain rule of the domain: the reached one with the largest gain first. */
  plainAssignment(): Map<number, number> {
    const rows = this.start()
    const given = new Map<number, number>()
    const open = (row: Row) => this.of('full_reduction').filter((one) => row.takesReduction && matches(row.line.sale, one.scope))
    for (const row of rows) {
      const wanted = row.line.fullReductionId
      if (wanted !== null && (wanted === 0 || open(row).some((one) => one.id === wanted))) given.set(row.line.id, wanted)
    }
    const waiting = new Set(this.of('full_reduction'))
    for (;;) {
      let best: { promotion: Of<'full_reduction'>; rows: Row[]; gain: number } | null = null
      for (const promotion of waiting) {
        const own = rows.filter(
          (row) => given.get(row.line.id) === promotion.id || (!given.has(row.line.id) && open(row).includes(promotion)),
        )
        const gain = takes(promotion.tiers, leftOf(own), unitsOf(own))
        if (gain > (best?.gain ?? 0)) best = { promotion, rows: own, gain }
      }
      if (best === null) return given
      waiting.delete(best.promotion)
      for (const row of best.rows) given.set(row.line.id, best.promotion.id)
    }
  }

  reduced(assignment: ReadonlyMap<number, number>): Row[] {
    const rows = this.start()
    for (const promotion of this.of('full_reduction')) {
      const own = rows.filter((row) => assignment.get(row.line.id) === promotion.id)
      take(own, takes(promotion.tiers, leftOf(own), unitsOf(own)))
    }
    return rows
  }

  couponRows(coupon: HeldCoupon, rows: readonly Row[]): Row[] {
    return rows.filter((row) => row.takesCoupon && matches(row.line.sale, coupon.scope))
  }

  /** The sets of coupons that may be used on what full reductions left. */
  couponSets(rows: readonly Row[]): HeldCoupon[][] {
    const { choice, coupons } = this.context
    const usable = coupons
      .filter((one) => this.now >= one.validFrom && this.now < one.validUntil)
      .filter((one) => choice.couponIds === null || choice.couponIds.includes(one.id))
      .filter((one) => {
        const base = leftOf(this.couponRows(one, rows))
        return base > 0 && base >= one.threshold
      })
      .toSorted((a, b) => Number(a.stackable) - Number(b.stackable) || a.id - b.id)
    const first = usable.find((one) => !one.stackable)
    if (choice.couponIds !== null) return [usable.filter((one) => one.stackable || one === first)]
    let subsets: HeldCoupon[][] = [[]]
    for (const one of usable) subsets = subsets.concat(subsets.map((set) => [...set, one]))
    return subsets.filter((set) => set.filter((one) => !one.stackable).length <= 1)
  }

  useCoupons(set: readonly HeldCoupon[], rows: readonly Row[]): number[] {
    const used: number[] = []
    for (const coupon of set) {
      const own = this.couponRows(coupon, rows)
      const base = leftOf(own)
      let off = coupon.percent === null ? (coupon.amount ?? 0) : base - floored(base, coupon.percent, 100)
      off = Math.min(off, coupon.cap ?? off, base)
      if (off > 0) used.push(coupon.id)
      take(own, off)
    }
    return used
  }

  earning(rows: readonly Row[], scope: Scope): Row[] {
    return rows.filter((row) => row.takesReduction && !row.line.isEphedrine && matches(row.line.sale, scope))
  }

  /** Exchange lines whose tier is reached, with their price. */
  exchanged(rows: readonly Row[]): { line: PricingLine; amount: number }[] {
    const used = new Map<number, number>()
    return this.lines.flatMap((line) => {
      const { sale } = line
      if (sale.kind !== 'exchange') return []
      for (const activity of this.of('exchange')) {
        for (const tier of activity.tiers) {
          const offer = tier.offers.find((one) => one.id === sale.exchangeId)
          if (!offer) continue
          const own = this.earning(rows, activity.scope)
          const have = tier.measure === 'amount' ? leftOf(own) : unitsOf(own)
          const number = (used.get(offer.id) ?? 0) + line.number
          if (have < tier.threshold || number > offer.limit || number > (offer.left ?? number)) return []
          used.set(offer.id, number)
          return [{ line, amount: offer.price * line.number }]
        }
      }
      return []
    })
  }

  /** Fee by warehouse. */
  fees(rows: readonly { line: PricingLine; left: number }[]): Map<number, number> {
    const { shipping, shipTo } = this.context
    const rule = shipping.find((one) => one.provinces.includes(shipTo)) ?? shipping.find((one) => one.provinces.length === 0)
    const keyOf = ({ sale }: PricingLine) => (sale.kind === 'bundle' ? `b${sale.bundleId}` : sale.goods.goodsId)
    // Units of a goods count over all its lines of the warehouse, but a line of an exchange purchase stands alone.
    const itself = (line: PricingLine) => {
      if (line.shipsFree || line.freeFromNumber === null) return line.shipsFree
      const same = rows
        .map((row) => row.line)
        .filter((one) => one.warehouseId === line.warehouseId && keyOf(one) === keyOf(line) && one.freeFromNumber !== null)
        .filter((one) => one === line || (one.sale.kind !== 'exchange' && line.sale.kind !== 'exchange'))
      return sum(same.map((one) => one.number)) >= line.freeFromNumber
    }
    return new Map(
      [...new Set(rows.map((row) => row.line.warehouseId))].map((id) => {
        const own = rows.filter((row) => row.line.warehouseId === id)
        const isFree = rule === undefined || sum(own.map((row) => row.left)) >= rule.freeFrom || own.every((row) => itself(row.line))
        return [id, isFree ? 0 : rule.fee]
      }),
    )
  }

  /** The dearest question: what do goods and carriage cost at this assignment with the best of these sets of coupons? */
  cheapestAt(assignment: ReadonlyMap<number, number>): number {
    let least = Number.POSITIVE_INFINITY
    const rows = this.reduced(assignment)
    const extra = this.exchanged(rows).map(({ line, amount }) => ({ line, left: amount }))
    for (const set of this.couponSets(rows)) {
      const own = rows.map((row) => ({ ...row }))
      this.useCoupons(set, own)
      least = Math.min(least, leftOf(own) + sum([...this.fees([...own, ...extra]).values()]))
    }
    return least
  }

  cheapest(): number {
    return Math.min(...this.assignments().map((one) => this.cheapestAt(one)))
  }

  bill(assignment: ReadonlyMap<number, number>, couponIds: readonly number[]): SlowBill {
    const rows = this.reduced(assignment)
    const gifts = this.gifts(rows)
    const extra = this.exchanged(rows).map(({ line, amount }) => ({ line, left: amount }))
    const sets = this.couponSets(rows)
    const named = sets.find((one) => one.length === couponIds.length && one.every((each) => couponIds.includes(each.id)))
    const set = (this.context.choice.couponIds === null ? named : sets[0]) ?? []
    const coupons = this.useCoupons(set, rows)
    const all = [...rows, ...extra]
    const fees = this.fees(all)
    const keyOf = (line: PricingLine) => `${line.warehouseId}-${line.isEphedrine ? 'hm' : 'pt'}`
    const rank = (key: string) => Number(key.endsWith('hm')) * 1e6 + Number.parseInt(key, 10)
    const keys = [...new Set(all.map((row) => keyOf(row.line)))].toSorted((a, b) => rank(a) - rank(b))
    const charged = new Set<number>()
    const orders = keys.map((key) => {
      const own = all.filter((row) => keyOf(row.line) === key)
      const warehouse = Number.parseInt(key, 10)
      const fee = charged.has(warehouse) ? 0 : (fees.get(warehouse) ?? 0)
      charged.add(warehouse)
      const paid = sum(own.map((row) => row.left))
      const isEphedrine = key.endsWith('hm')
      return {
        key,
        owed: paid + fee,
        isEphedrine,
        cashback: this.cashback(own),
        points: isEphedrine ? 0 : Math.floor(paid / 100) * this.context.pointsPerYuan,
      }
    })
    const spend = (purse: { held: number; wished: number }, open: readonly number[]) =>
      share(Math.max(0, Math.min(purse.held, purse.wished, sum(open))), open)
    const open = orders.map((order) => (order.isEphedrine ? 0 : order.owed))
    const vouchers = spend(this.context.voucher, open)
    const balances = spend(
      this.context.balance,
      open.map((amount, index) => amount - (vouchers[index] ?? 0)),
    )
    const paid = orders.map(({ key, owed, cashback, points }, index) => {
      const voucher = vouchers[index] ?? 0
      const balance = balances[index] ?? 0
      return { key, voucher, balance, payable: owed - voucher - balance, cashback, points }
    })
    return {
      nets: new Map(all.map((row) => [row.line.id, row.left])),
      gifts,
      coupons,
      shipping: sum([...fees.values()]),
      cost: leftOf(rows) + sum([...fees.values()]),
      orders: paid,
      total: sum(paid.map((order) => order.payable)),
    }
  }

  gifts(rows: readonly Row[]): string[] {
    const { giftIds } = this.context.choice
    return this.of('gift').flatMap((activity) => {
      const own = this.earning(rows, activity.scope)
      const have = (measure: 'amount' | 'number') => (measure === 'amount' ? leftOf(own) : unitsOf(own))
      const reached = activity.tiers.filter((tier) => have(tier.measure) >= tier.threshold)
      const tier = reached.find((one) => one.threshold === Math.max(...reached.map((each) => each.threshold)))
      if (!tier) return []
      const times = tier.repeat ? Math.floor(have(tier.measure) / tier.threshold) : 1
      const open = tier.gifts
        .map((one) => ({ one, number: Math.min(times, Math.floor((one.left ?? 1e9) / one.number)) * one.number }))
        .filter(({ one, number }) => number > 0 && (giftIds === null || giftIds.includes(one.id)))
      return open.slice(0, tier.choose ?? open.length).map(({ one, number }) => `${one.id}×${number}`)
    })
  }

  cashback(rows: readonly { line: PricingLine; left: number }[]): number {
    const amounts = this.of('cashback').map((activity) => {
      const measured = sum(rows.filter((row) => matches(row.line.sale, activity.scope)).map((row) => row.left))
      const reached = activity.tiers.filter((tier) => measured >= tier.threshold)
      const highest = Math.max(...reached.map((tier) => tier.threshold))
      return Math.min(measured, reached.find((tier) => tier.threshold === highest)?.amount ?? 0)
    })
    return Math.max(0, ...amounts)
  }
}
