import { describe, expect, it } from 'vitest'
import { type Buyer, makeAvailability, makeCategory, makeCompany, makeGoods, makeOffer } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { readBlocks } from './blocks.ts'

const NOW = new Date('2026-11-21T10:00:00+08:00')
const START = new Date('2026-11-22T00:00:00+08:00')
const END = new Date('2026-11-23T00:00:00+08:00')
const PRICES = /"(price|raw_price|base_price|retail_price|number|quota)":(?!null)/
const ids: Record<string, number> = {}
const page = (query: string, who?: Buyer) => shop.ask('GET', `/api/zone/page?${query}`, who ? { cookie: who.cookie } : {})
const resolve = async (path: string) => (await shop.ask('GET', `/api/activity/resolve?path=${encodeURIComponent(path)}`)).data
const names = (list: { name: string }[]) => list.map((one) => one.name)

async function write(code: string, values: { kind?: string; blocks?: unknown; starts_at?: Date; ends_at?: Date; sort?: number } = {}) {
  const { kind = 'activity', blocks = [], ...rest } = values
  const made = await db
    .insertInto('zone_page')
    .values({ code, kind, name: `页面${code}`, blocks: JSON.stringify(blocks), ...rest })
    .returning('id')
    .executeTakeFirstOrThrow()
  ids[code] = made.id
  return made.id
}

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db)
const category = await makeCategory(db, '感冒清热')
const categoryCode = (await db.selectFrom('category').where('id', '=', category).select('code').executeTakeFirstOrThrow()).code
const add = async (name: string, options: Parameters<typeof makeGoods>[1] = {}) => {
  ids[name] = await makeGoods(db, { name, code: `P-${name}`, ...options })
  return ids[name]
}
for (let number = 1; number <= 5; number++) await add(`感冒${number}`, { categories: [category], sales_30d: 10 - number })
await add('下架的', { on_shelf: false })
await add('控销的', { availability_id: await makeAvailability(db, [{ company_id: buyer.companyId }], true) })
const whole = await add('整箱的', { case_pack: 20 })
await makeOffer(db, whole, { kind: 'whole_case', price: '9.00' })
const promotion: number = (
  await db
    .insertInto('promotion')
    .values({
      kind: 'full_reduction',
      name: '感冒满减',
      scope: JSON.stringify({ categories: [category], except: [ids.感冒1] }),
      starts_at: NOW,
      ends_at: END,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
).id
await db.insertInto('promotion_tier').values({ promotion_id: promotion, threshold: 50_000, amount: 3_000 }).execute()
const coupon: number = (
  await db
    .insertInto('coupon_template')
    .values({ name: '全场券', amount: 1_000, scope: '{"all":true}', valid_days: 7 })
    .returning('id')
    .executeTakeFirstOrThrow()
).id
await db.insertInto('advert').values({ slot: 'kxzq', title: '控销广告' }).execute()

await write('full', {
  ends_at: END,
  blocks: [
    { type: 'banner', title: '头图', image: '/img/a.svg', url: '/list' },
    { type: 'countdown', title: '距结束' },
    { type: 'countdown', ends_at: '2026-11-22T08:00:00+08:00' },
    { type: 'goods', title: '点名', codes: ['P-感冒2', 'P-控销的', 'P-下架的', 'P-没有', 'P-感冒1'], columns: 4 },
    { type: 'goods', title: '分类', category: categoryCode, limit: 3 },
    { type: 'goods', title: '活动', promotion, limit: 2 },
    { type: 'goods', title: '整箱', zone: 'whole_case' },
    { type: 'goods', title: '控销', zone: 'controlled' },
    { type: 'coupons', title: '领券', ids: [coupon, 999_999] },
    { type: 'coupons', zone: 'herb' },
    { type: 'promotion', ids: [promotion, 999_999] },
    { type: 'text', title: '规则', text: '第一段\n\n第二段' },
  ],
})
await write('wrong', {
  blocks: [
    { type: 'goods', codes: 'P-感冒1' },
    { type: 'goods', codes: ['P-感冒1'], zone: 'herb' },
    { type: 'goods' },
    { type: 'banner', image: 'https://elsewhere.example/a.png' },
    { type: 'banner', url: 'javascript:alert(1)' },
    { type: 'banner', url: '//elsewhere.example' },
    { type: 'countdown', ends_at: '2026-13-45T00:00:00Z' },
    { type: 'promotion', ids: [] },
    { type: 'constructor' },
    { type: 'video' },
    null,
    'text',
    [],
    { type: 'text', text: '还在' },
  ],
})
await write('notalist', { blocks: { type: 'text' } })
await write('timed', {
  starts_at: START,
  ends_at: END,
  blocks: [{ type: 'text', text: '预告' }, { type: 'goods', codes: ['P-感冒1'] }, { type: 'countdown' }],
})
await write('hall-1', { kind: 'fair', sort: 1 })
await write('hall-2', { kind: 'fair', sort: 2 })
await write('hall-over', { kind: 'fair', sort: 3, starts_at: new Date(0), ends_at: NOW })
await write('brand-a', { kind: 'controlled' })
await write('zone-a', { kind: 'zone' })
await write('2026-winter', {})
await shop.search.refresh()

describe('组合页面', () => {
  it('每种区块填好内容：点名、分类、活动、专区的商品，优惠券，活动，倒计时', async () => {
    const { data, status } = await page('code=full', buyer)
    expect(status).toBe(200)
    const [banner, toEnd, toMoment, named, category, joined, whole, controlled, coupons, zoneCoupons, activity, text] = data.blocks
    expect(banner).toMatchObject({
      type: 'banner',
      title: '头图',
      image: '/img/a.svg',
      url: '/list',
      goods: [],
      coupons: [],
      promotions: [],
    })
    expect(toEnd).toMatchObject({ type: 'countdown', title: '距结束', ends_at: END.toISOString() })
    expect(toMoment.ends_at).toBe('2026-11-22T00:00:00.000Z')
    expect(names(named.goods)).toEqual(['感冒2', '控销的', '感冒1'])
    expect(named).toMatchObject({ columns: 4, goods: [{ price: '10.00' }, {}, {}] })
    expect(names(category.goods)).toEqual(['感冒1', '感冒2', '感冒3'])
    expect(names(joined.goods)).toEqual(['感冒2', '感冒3'])
    expect(whole.goods).toMatchObject([{ name: '整箱的', price: '9.00', step: 20 }])
    expect(names(controlled.goods)).toEqual(['控销的'])
    expect(names(coupons.coupons)).toEqual(['全场券'])
    expect(names(zoneCoupons.coupons)).toEqual(['全场券'])
    expect(activity.promotions).toMatchObject([{ id: promotion, name: '感冒满减', state: 'open' }])
    expect(text).toMatchObject({ title: '规则', text: '第一段\n\n第二段' })
  })

  it('访客在区块里也看不到价格，看不到控销商品', async () => {
    const { text, data } = await page('code=full')
    expect(text).not.toMatch(PRICES)
    expect(text).not.toContain('控销的')
    expect(names(data.blocks[3].goods)).toEqual(['感冒2', '感冒1'])
    expect(data.blocks[7].goods).toEqual([])
  })

  it('写错的区块被略过，其余照常，页面不出错', async () => {
    const { data, status } = await page('code=wrong', buyer)
    expect(status).toBe(200)
    expect(data.blocks).toMatchObject([{ type: 'text', text: '还在' }])
    expect((await page('code=notalist')).data.blocks).toEqual([])
    const { rows } = await shop.database.pool.query<{ blocks: unknown }>(`select blocks from zone_page where code = 'wrong'`)
    const read = readBlocks(rows[0]?.blocks)
    expect(read.faults.map((one) => one.at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(read.faults[1]?.fault).toBe('goods by one list exactly')
  })

  it.each([
    [new Date(START.getTime() - 1), 'coming', ['text']],
    [START, 'open', ['text', 'goods', 'countdown']],
    [new Date(END.getTime() - 1), 'open', ['text', 'goods', 'countdown']],
    [END, 'ended', ['text']],
  ])('在 %s 是 %s：未开始和已结束的页面不给商品', async (now, state, types) => {
    shop.clock.now = now
    const { data } = await page('code=timed', buyer)
    expect(data.page.state).toBe(state)
    expect(data.blocks.map((one: { type: string }) => one.type)).toEqual(types)
    shop.clock.now = NOW
  })

  it('没有的页面是 404，没说是哪一页是 422', async () => {
    for (const query of ['code=nothing', 'id=999999', 'code=%27%3B--']) expect((await page(query)).status, query).toBe(404)
    expect((await page('')).status).toBe(422)
    expect((await page('id=abc')).status).toBe(422)
  })

  it('同类的其他页面在旁，已结束的不在', async () => {
    const { data } = await page(`id=${ids['hall-2']}`)
    expect(data.page).toMatchObject({ code: 'hall-2', url: `/yjh/${ids['hall-2']}`, starts_at: null, ends_at: null, state: 'open' })
    expect(data.siblings.map((one: { code: string }) => one.code)).toEqual(['hall-1'])
  })
})

describe('页面列表', () => {
  const pages = async (query: string) => (await shop.ask('GET', `/api/zone/pages?${query}`)).data
  it('按类别列出没有结束的页面，各有自己的地址', async () => {
    expect((await pages('kind=fair')).list.map((one: { code: string }) => one.code)).toEqual(['hall-1', 'hall-2'])
    const controlled = await pages('kind=controlled')
    expect(controlled.list).toMatchObject([{ code: 'brand-a', url: '/kxzq/goods/brand-a' }])
    expect(controlled.adverts).toMatchObject([{ title: '控销广告' }])
    expect((await pages('kind=zone')).list[0].url).toBe('/zqmb?id=zone-a')
    expect((await pages('kind=activity')).list[0].url).toBe('/hdmb?id=full')
  })
  it('点名的页面按点名的顺序，结束的也给出状态', async () => {
    const { list } = await pages(`ids=${ids['hall-over']},${ids['hall-1']},999999`)
    expect(list.map((one: { code: string; state: string }) => [one.code, one.state])).toEqual([
      ['hall-over', 'ended'],
      ['hall-1', 'open'],
    ])
    expect((await shop.ask('GET', '/api/zone/pages?ids=a,b')).status).toBe(422)
    expect((await shop.ask('GET', '/api/zone/pages?kind=other')).status).toBe(422)
  })
})

describe('活动入口', () => {
  it('找到组合页面或活动，没有的、未开始的没有去处', async () => {
    expect(await resolve('/activity/2026/winter')).toEqual({ url: '/hdmb?id=2026-winter', name: '页面2026-winter', is_open: 1 })
    expect(await resolve('2026/winter')).toMatchObject({ is_open: 1 })
    expect(await resolve('any/where/full')).toMatchObject({ url: '/hdmb?id=full' })
    expect(await resolve('timed')).toEqual({ url: '', name: '页面timed', is_open: 0 })
    expect(await resolve(`/activity/${promotion}`)).toEqual({ url: `/Hdzx/${promotion}`, name: '感冒满减', is_open: 1 })
    for (const path of ['nothing', '999999', '', '/', '/activity', 'a/b/c/d/e/f/full', '../../..', '%00']) {
      expect(await resolve(path), path).toEqual({ url: '', name: '', is_open: 0 })
    }
  })
  it('活动结束的那一刻起没有去处', async () => {
    shop.clock.now = END
    expect(await resolve(String(promotion))).toEqual({ url: '', name: '', is_open: 0 })
    expect(await resolve('timed')).toMatchObject({ url: '', is_open: 0 })
    shop.clock.now = START
    expect(await resolve('timed')).toMatchObject({ url: '/hdmb?id=timed', is_open: 1 })
    shop.clock.now = NOW
  })
})
