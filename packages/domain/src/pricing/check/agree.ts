import { expect } from 'vitest'
import { type Priced, price } from '../pricing.ts'
import { Chance } from './chance.ts'
import { type CartSize, RANDOM_NOW, type RandomCart, randomCart, SMALL } from './random-cart.ts'
import { type SlowBill, SlowShop } from './slow-price.ts'

/** Two computations that share no code agree on carts of chance: on every fen of the bill, and on which bill is the cheapest. */

const costOf = (priced: Priced): number => {
  const ordinary = priced.lines.filter((line) => line.unit.source !== 'exchange')
  return ordinary.reduce((sum, line) => sum + line.net, 0) + priced.shipping
}

/** Everything of the engine's answer that the slow computation knows too. */
function billOf(priced: Priced): SlowBill {
  return {
    nets: new Map(priced.lines.map((line) => [line.id, line.net])),
    gifts: priced.gifts.map((gift) => `${gift.id}×${gift.number}`),
    coupons: [...priced.usedCouponIds],
    shipping: priced.shipping,
    cost: costOf(priced),
    // In the order in which the slow computation writes them.
    orders: priced.orders.map(({ key, voucher, balance, payable, cashback, points }) => ({
      key,
      voucher,
      balance,
      payable,
      cashback,
      points,
    })),
    total: priced.total,
  }
}

const same = (engine: SlowBill, slow: SlowBill): boolean => {
  const flat = (bill: SlowBill) => JSON.stringify({ ...bill, nets: [...bill.nets].sort((a, b) => a[0] - b[0]) })
  return flat(engine) === flat(slow)
}

function compare(cart: RandomCart, size: CartSize): string | null {
  const priced = price(cart.lines, cart.context, RANDOM_NOW)
  const shop = new SlowShop(cart.lines, cart.context, RANDOM_NOW)
  const assignment = new Map(priced.lines.map((line) => [line.id, line.fullReductionId]))
  const engine = billOf(priced)
  const slow = shop.bill(assignment, priced.usedCouponIds)
  if (!same(engine, slow)) {
    expect(engine).toEqual(slow)
    return 'the bills differ'
  }
  if (size === SMALL) {
    const least = shop.cheapest()
    return engine.cost === least ? null : `the engine asks ${engine.cost}, the cheapest is ${least}`
  }
  const plain = shop.cheapestAt(shop.plainAssignment())
  return engine.cost <= plain ? null : `the engine asks ${engine.cost}, the plain rule ${plain}`
}

export function agree(seed: number, carts: number, size: CartSize): void {
  const chance = new Chance(seed)
  for (let index = 0; index < carts; index += 1) {
    const cart = randomCart(chance, size)
    let difference: unknown
    try {
      difference = compare(cart, size)
    } catch (error) {
      difference = error
    }
    if (difference !== null) throw new Error(`seed ${seed}, cart ${index}: ${difference}\n${JSON.stringify(cart)}`, { cause: difference })
  }
}
