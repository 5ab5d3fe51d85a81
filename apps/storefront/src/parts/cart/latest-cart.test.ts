import { expect, it, vi } from 'vitest'
import { createCache } from '#api-client/cache.ts'
import type { CartListWire } from '#contract/cart-shapes.ts'
import { AUTOMATIC, type OfferChoice } from '../../parts/offer-choice.ts'
import { cartKey } from './cart-query.ts'
import { createLatestCart } from './latest-cart.ts'

const cartOf = (points: number) => ({ total: { points } }) as unknown as CartListWire
const NONE: OfferChoice = { coupons: [], zps: null }

function setUp(choice: { now: OfferChoice } = { now: AUTOMATIC }) {
  const queries = createCache({ browser: true, mayRetry: () => false })
  queries.setQueryData(cartKey(AUTOMATIC), cartOf(0))
  const read = vi.spyOn(queries, 'invalidateQueries')
  return { queries, read, choice, latest: createLatestCart(queries, () => choice.now) }
}
const shown = (queries: ReturnType<typeof setUp>['queries'], choice = AUTOMATIC) =>
  queries.getQueryData<CartListWire>(cartKey(choice))?.total.points

it('改动的回答里就是购物车：直接显示，不再读一次；按别的优惠选择算的作废', async () => {
  const { queries, read, latest } = setUp()
  queries.setQueryData(cartKey(NONE), cartOf(9))
  await latest.changing(async (query) => {
    expect(query).toEqual({ list: 1 })
    return { data: { cart: cartOf(1) } }
  })
  await latest.show()
  expect(shown(queries)).toBe(1)
  expect(shown(queries, NONE)).toBeUndefined()
  expect(read).not.toHaveBeenCalled()
})

it('两处改动重叠：先回答的已不是最新，后回答的也可能没有算上它，所以另读', async () => {
  const { queries, read, latest } = setUp()
  const { promise, resolve } = Promise.withResolvers<{ data: { cart: CartListWire } }>()
  const first = latest.changing(() => promise)
  await latest.changing(async () => ({ data: { cart: cartOf(2) } }))
  await latest.show()
  resolve({ data: { cart: cartOf(1) } })
  await first
  await latest.show()
  expect(shown(queries)).toBe(0)
  expect(read).toHaveBeenCalledTimes(2)
})

it('回答到时已换了优惠选择，或回答里没有购物车：另读', async () => {
  const { read, latest, choice } = setUp({ now: AUTOMATIC })
  await latest.changing(async () => {
    choice.now = NONE
    return { data: { cart: cartOf(1) } }
  })
  await latest.show()
  await latest.changing(async () => ({ data: {} }))
  await latest.show()
  expect(read).toHaveBeenCalledTimes(2)
})
