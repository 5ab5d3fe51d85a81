import { describe, expect, it } from 'vitest'
import { readBlocks } from '../src/modules/goods/zones/blocks.ts'
import { testShop } from '../test/harness.ts'
import { renewDemoZones } from './seed.ts'
import { PAGES, ZONE_ADVERTS } from './zones-text.ts'

const NOW = new Date('2026-11-21T10:40:00+08:00')
const DAY_MS = 86_400_000
const page = async (code: string, as = cookie) => (await shop.ask('GET', `/api/zone/page?code=${code}`, { cookie: as })).data
const ofType = (data: { blocks: { type: string }[] }, type: string) => data.blocks.filter((one) => one.type === type)

const shop = await testShop({ now: NOW, demo: NOW })
const { db } = shop.database
const cookie = await shop.login('13900000001')

describe('演示专区', () => {
  it('两馆一总览、三个活动、两个专区、三家控销品牌，每个区块都读得懂', async () => {
    const rows = await db.selectFrom('zone_page').select(['code', 'kind', 'blocks', 'image']).execute()
    const kinds = Object.groupBy(rows, (row) => row.kind)
    expect(Object.fromEntries(Object.entries(kinds).map(([kind, list]) => [kind, list?.length]))).toEqual({
      fair: 3,
      activity: 3,
      zone: 2,
      controlled: 3,
    })
    for (const row of rows) {
      expect(readBlocks(row.blocks).faults, row.code).toEqual([])
      expect((await shop.ask('GET', row.image)).status, row.image).toBe(200)
    }
  })

  it.each(PAGES.filter((one) => one.kind !== 'controlled' && (one.days?.[0] ?? 0) <= 0).map((one) => one.code))(
    '%s 的每个区块都有内容',
    async (code) => {
      const data = await page(code)
      expect(data.page.state).toBe('open')
      for (const block of data.blocks) {
        if (block.type === 'goods') expect(block.goods.length, block.title).toBeGreaterThanOrEqual(3)
        if (block.type === 'coupons') expect(block.coupons.length, code).toBeGreaterThanOrEqual(1)
        if (block.type === 'promotion') expect(block.promotions.length, code).toBeGreaterThanOrEqual(1)
        if (block.type === 'banner') expect((await shop.ask('GET', block.image)).status, block.image).toBe(200)
      }
    },
  )

  it('控销品牌页：获授权的药店看到授权商品，访客看不到', async () => {
    const [own] = ofType(await page('wanghuai'), 'goods') as unknown as { goods: { name: string }[] }[]
    expect(own?.goods.map((one) => one.name)).toEqual(['安宫牛黄丸', '苏黄止咳胶囊'])
    const visitor = await shop.ask('GET', '/api/zone/page?code=wanghuai')
    expect(visitor.text).not.toMatch(/安宫牛黄丸|苏黄止咳/)
    expect(visitor.data.blocks[0].goods).toEqual([])
  })

  it('未开始的开采季只有预告，到那天零点开放', async () => {
    const before = await page('herb-season')
    expect(before.page.state).toBe('coming')
    expect(before.blocks.map((one: { type: string }) => one.type)).toEqual(['text'])
    shop.clock.now = new Date('2026-11-24T00:00:00+08:00')
    const begun = await page('herb-season')
    expect(begun.page.state).toBe('open')
    expect(ofType(begun, 'goods')).toHaveLength(3)
    shop.clock.now = NOW
  })

  it('导航九项都有去处，专区的广告位都有图', async () => {
    const { data } = await shop.ask('GET', '/api/global/header')
    expect(data.nav).toHaveLength(9)
    for (const entry of data.nav) expect(entry, entry.name).toMatchObject({ is_open: 1, url: expect.stringMatching(/^\/[a-z]+$/) })
    for (const slot of new Set(ZONE_ADVERTS.map((one) => one.slot)).difference(new Set(['brand:望槐堂', 'brand:启岫器械']))) {
      const { list } = (await shop.ask('GET', `/api/focus/${slot}`)).data
      expect(
        list.some((one: { image: string }) => one.image !== ''),
        slot,
      ).toBe(true)
      for (const advert of list.filter((one: { image: string }) => one.image !== ''))
        expect((await shop.ask('GET', advert.image)).status, advert.title).toBe(200)
    }
    const brand = await db.selectFrom('manufacturer').where('short_name', '=', '望槐堂').select('id').executeTakeFirstOrThrow()
    expect((await shop.ask('GET', `/api/focus/brand/${brand.id}`)).data.list).toMatchObject([{ title: '望槐堂品牌周' }])
  })

  it('每次启动把将要结束的页面延长，其余不动', async () => {
    await renewDemoZones(shop.database, new Date(NOW.getTime() + 23 * DAY_MS))
    const rows = await db.selectFrom('zone_page').where('kind', '=', 'activity').select(['code', 'ends_at']).execute()
    for (const row of rows) expect(row.ends_at.getTime(), row.code).toBeGreaterThan(NOW.getTime() + 25 * DAY_MS)
  })
})
