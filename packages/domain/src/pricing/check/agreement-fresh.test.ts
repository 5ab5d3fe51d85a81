import { describe, it } from 'vitest'
import { agree } from './agree.ts'
import { SMALL } from './random-cart.ts'

const SEED = 19_491_001
/** Another one each time; what it was stands in the name of the test, and PRICING_SEED brings it back. */
const FRESH_SEED = Number(process.env.PRICING_SEED ?? Math.floor(Math.random() * 2 ** 31))

describe('引擎与另一种慢而直白的算法一致：另一半', () => {
  it('小购物车 40,000 个', { timeout: 180_000 }, () => agree(SEED, 40_000, SMALL))
  it(`小购物车 10,000 个，随机种子 ${FRESH_SEED}`, { timeout: 60_000 }, () => agree(FRESH_SEED, 10_000, SMALL))
})
