import { describe, it } from 'vitest'
import { agree } from './agree.ts'
import { LARGE, SMALL } from './random-cart.ts'

const SEED = 20_261_121

// The other half is in agreement-fresh.test.ts, so that both cores work on it.
describe('引擎与另一种慢而直白的算法一致', () => {
  it('小购物车 50,000 个：每一分钱相同，而且是穷举所有拆法与券里最省的', { timeout: 180_000 }, () => agree(SEED, 50_000, SMALL))
  it('大购物车 1,000 个：按引擎选的拆法每一分钱相同，而且不比“减得最多的先来”更贵', { timeout: 60_000 }, () => agree(SEED, 1000, LARGE))
})
