import { describe, expect, it } from 'vitest'
import { makeCategory, makeGoods } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { changeRow } from '../../../../../test/rows.ts'
import type { SearchRequest } from '../request.ts'
import { REQUEST, viewerOf } from '../testing.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const ids: number[] = []
const passed = viewerOf({})
const ask = (request: Partial<SearchRequest>) => shop.search.search({ ...REQUEST, ...request }, passed, NOW)

const shop = await testShop({ now: NOW })
const { db } = shop.database
const herbs = await makeCategory(db, '中药')
for (const [at, name] of ['白术', '白芍', '当归', '黄芪'].entries())
  ids.push(
    await makeGoods(db, {
      name,
      scope_code: 'chemical',
      categories: [herbs],
      dosage_form: at < 2 ? '饮片' : '颗粒剂',
      sales_30d: 9 - at,
    }),
  )
await shop.search.refresh()

describe('限定在一组商品之内', () => {
  it('列表、总数与每个分面都只数这一组', () => {
    const among = new Set(ids.slice(1))
    const found = ask({ among })
    expect(found.ids).toEqual(ids.slice(1))
    expect(found.total).toBe(3)
    const forms = found.facets.find((one) => one.key === 'form')?.values
    expect(forms?.map((one) => [one.name, one.count])).toEqual([
      ['颗粒剂', 2],
      ['饮片', 1],
    ])
    expect(ask({ among, keywords: 'bai' }).ids).toEqual([ids[1]])
    expect(ask({ among, forms: ['饮片'] }).total).toBe(1)
  })
  it('与收藏、买过一起取交集；空的一组什么也没有', () => {
    expect(ask({ among: new Set(ids.slice(1)), within: new Set(ids.slice(0, 2)) }).ids).toEqual([ids[1]])
    expect(ask({ among: new Set() })).toMatchObject({ ids: [], total: 0 })
  })
  it('不同的组答案互不相混，商品变化后旧答案不再用', async () => {
    const first = new Set(ids.slice(0, 2))
    expect(ask({ among: first }).total).toBe(2)
    expect(ask({ among: new Set(ids) }).total).toBe(4)
    expect(ask({ among: first }).total).toBe(2)
    expect(ask({}).total).toBe(4)
    await changeRow(db, 'goods', ids[0] ?? 0, { on_shelf: false })
    await shop.search.refresh()
    expect(ask({ among: first }).ids).toEqual([ids[1]])
  })
})
