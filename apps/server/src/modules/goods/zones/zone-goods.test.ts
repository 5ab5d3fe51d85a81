import { beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, makeAvailability, makeCategory, makeCompany, makeGoods, makeOffer, makeWarehouse } from '../../../../test/fixtures.ts'
import { type Answer, testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-21T10:00:00+08:00')
const MINUTE = 60_000
const ids: Record<string, number> = {}

const zone = (code: string, query = '', who?: Buyer): Promise<Answer> =>
  shop.ask('GET', `/api/zone/goods/${code}${query}`, who ? { cookie: who.cookie } : {})
const names = (answer: Answer): string[] => answer.data.list.map((card: { name: string }) => card.name)
const facet = (answer: Answer, key: string): Record<string, number> =>
  Object.fromEntries(
    (answer.data.facets.find((one: { key: string }) => one.key === key)?.values ?? []).map((one: { name: string; count: number }) => [
      one.name,
      one.count,
    ]),
  )
/** Every page of a zone, one after the other. */
async function walk(code: string, query: string, who?: Buyer): Promise<{ cards: { id: number; goods_price_id: number }[]; total: number }> {
  const cards: { id: number; goods_price_id: number }[] = []
  for (let page = 1; ; page++) {
    const { data } = await zone(code, `?per_page=3&page=${page}&${query}`, who)
    cards.push(...data.list)
    if (data.list.length === 0) return { cards, total: data.total }
  }
}

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db, { rank: 'A' })
const other = await makeCompany(db, { province: '云南省', city: '昆明市' })
const pending = await makeCompany(db, { review_state: 1 })
const roots = await makeCategory(db, '根茎', { tree: 'herb' })
const add = async (name: string, options: Parameters<typeof makeGoods>[1] = {}) => {
  ids[name] = await makeGoods(db, { name, ...options })
  return ids[name]
}
await add('优选一号', { is_selected: true, sales_30d: 9 })
await add('优选二号', { is_selected: true, sales_30d: 8, stock: 0, dosage_form: '颗粒剂' })
await add('下架优选', { is_selected: true, on_shelf: false })
for (const [at, name] of ['黄芪', '党参', '当归', '三七', '天麻', '白芍', '甘草'].entries())
  await add(name, { kind: 'herb', categories: [roots], sales_30d: 100 - at, price: `${10 + at}.00` })
await add('血压计', { kind: 'device' })
await add('控销给我们', { availability_id: await makeAvailability(db, [{ company_id: buyer.companyId }], true) })
await add('控销给云南', { availability_id: await makeAvailability(db, [{ province: '云南省' }], true) })
await add('控销给待审核', { availability_id: await makeAvailability(db, [{ company_id: pending.companyId }], true) })
await add('限区域销售', { availability_id: await makeAvailability(db, [{ province: '湖北省' }]) })
const whole = await add('整箱板蓝根', { case_pack: 40, mid_pack: 10, price: '10.00' })
await makeOffer(db, whole, { kind: 'whole_case', price: '8.50' })
const soon = await add('整箱将开', { case_pack: 20 })
await makeOffer(db, soon, { kind: 'whole_case', starts_at: new Date(NOW.getTime() + 30_000), ends_at: new Date(NOW.getTime() + MINUTE) })
const used = await add('整箱售罄额度', { case_pack: 20 })
await makeOffer(db, used, { kind: 'whole_case', quota: 5, taken: 5 })
await shop.search.refresh()

describe('专区里有什么', () => {
  it('优选、中药、器械各列各的，下架的不在', async () => {
    expect(names(await zone('selected', '', buyer))).toEqual(['优选一号', '优选二号'])
    expect(names(await zone('herb', '', buyer))).toEqual(['黄芪', '党参', '当归', '三七', '天麻', '白芍', '甘草'])
    const device = await zone('device')
    expect(names(device)).toEqual(['血压计'])
    expect(device.data.zone).toMatchObject({ code: 'device', name: '器械专区', note: '', action: null })
  })

  it('商品列表的筛选、排序与分面都在专区之内起作用', async () => {
    expect(names(await zone('herb', '?keywords=dang', buyer))).toEqual(['党参', '当归'])
    expect(names(await zone('herb', '?sort=price_desc&per_page=2', buyer))).toEqual(['甘草', '白芍'])
    expect(names(await zone('herb', '?price_min=11&price_max=12', buyer))).toEqual(['党参', '当归'])
    expect(facet(await zone('selected', '', buyer), 'form')).toEqual({ 片剂: 1, 颗粒剂: 1 })
    expect(facet(await zone('selected', '', buyer), 'in_stock')).toEqual({ 有货: 1 })
    expect((await zone('selected', '?form=颗粒剂', buyer)).data.total).toBe(1)
    expect(names(await zone('selected', '?in_stock=1', buyer))).toEqual(['优选一号'])
  })

  it('翻页不重不漏，行数等于总数', async () => {
    const { cards, total } = await walk('herb', 'sort=price_asc', buyer)
    expect(cards).toHaveLength(total)
    expect(new Set(cards.map((card) => card.id)).size).toBe(total)
    expect(total).toBe(7)
  })

  it('上架标记变化后专区随之变化', async () => {
    const id = ids.血压计 ?? 0
    await db.updateTable('goods').set({ is_selected: true }).where('id', '=', id).execute()
    await shop.search.refresh()
    shop.clock.now = new Date(NOW.getTime() + 20 * MINUTE)
    expect(names(await zone('selected', '', buyer))).toContain('血压计')
    await db.updateTable('goods').set({ is_selected: false }).where('id', '=', id).execute()
    shop.clock.now = NOW
  })

  it('未知的专区是 422，不会出错', async () => {
    expect((await zone('nothing')).status).toBe(422)
    expect((await zone('herb', '?sort=weight')).status).toBe(422)
    expect((await zone('herb', '?category=abc')).data.errors).toMatchObject([{ field: 'category' }])
  })
})

describe('控销专区', () => {
  it('只列出授权给这家企业的控销商品，限区域的普通商品不算', async () => {
    const own = await zone('controlled', '', buyer)
    expect(names(own)).toEqual(['控销给我们'])
    expect(own.data.list[0].price).toBe('10.00')
    expect(own.data.zone.note).toBe('')
    expect(names(await zone('controlled', '', other))).toEqual(['控销给云南'])
  })

  it('访客与待审核企业得到空列表、原因和出路，回答里没有一个控销商品的名字', async () => {
    const visitor = await zone('controlled')
    expect(visitor.data).toMatchObject({ list: [], total: 0, facets: [] })
    expect(visitor.data.zone).toMatchObject({
      note: '控销商品仅对获得授权的企业开放，请登录后查看',
      action: { text: '去登录', url: '/login' },
    })
    const waiting = await zone('controlled', '', pending)
    expect(waiting.data).toMatchObject({ list: [], total: 0, facets: [] })
    expect(waiting.data.zone).toMatchObject({ note: '控销商品仅对通过审核并获得授权的企业开放', action: { url: '/zzzj' } })
    for (const answer of [visitor, waiting, await zone('controlled', '?keywords=控销给我们')]) expect(answer.text).not.toMatch(/控销给/)
  })

  it('通过审核而没有授权的企业被告知找谁', async () => {
    const alone = await makeCompany(db, { province: '西藏自治区', city: '拉萨市' })
    const { data, text } = await zone('controlled', '', alone)
    expect(data.zone.note).toContain('暂未获得控销商品的授权')
    expect(data.total).toBe(0)
    expect(text).not.toMatch(/控销给/)
  })
})

describe('价格', () => {
  it('访客与待审核企业在任何专区都看不到价格和库存', async () => {
    for (const who of [undefined, pending]) {
      for (const code of ['selected', 'herb', 'device', 'near_expiry', 'controlled', 'welfare', 'whole_case']) {
        const { text, data } = await zone(code, '?sort=price_asc&price_min=10', who)
        expect(text, code).not.toMatch(/"(price|raw_price|base_price|retail_price|number|quota)":(?!null)/)
        expect(data.sees_prices).toBe(false)
      }
    }
  })

  it('整箱专区按箱给价，步长是整箱；没有开始与额度用完的不在', async () => {
    const { data } = await zone('whole_case', '', buyer)
    expect(data.list).toHaveLength(1)
    expect(data.list[0]).toMatchObject({
      name: '整箱板蓝根',
      price: '8.50',
      raw_price: '10.00',
      price_source: 'whole_case',
      step: 40,
      min_number: 40,
    })
  })

  it('优惠在开始的那一刻进入专区，在结束的那一刻离开', async () => {
    const at = async (ms: number) => {
      shop.clock.now = new Date(NOW.getTime() + ms)
      return names(await zone('whole_case', '', buyer)).includes('整箱将开')
    }
    expect(await at(29_999)).toBe(false)
    expect(await at(30_000)).toBe(true)
    expect(await at(MINUTE - 1)).toBe(true)
    expect(await at(MINUTE)).toBe(false)
    shop.clock.now = NOW
  })

  it('空的专区说明原因', async () => {
    const { data } = await zone('welfare', '', buyer)
    expect(data).toMatchObject({ list: [], total: 0, zone: { note: '福利商品正在挑选，稍后再来看看', action: { url: '/list' } } })
  })
})

describe('近效期专区', () => {
  const today = '2026-11-21'
  let offers: Record<string, number> = {}

  beforeAll(async () => {
    const second = await makeWarehouse(db, { code: 'CK2', name: '测试二仓', sort: 1 })
    const first = await makeWarehouse(db)
    offers = {}
    const add = async (
      name: string,
      list: [key: string, expiry: string, price: string, available: number, values?: object][],
      options = {},
    ) => {
      const id = await makeGoods(db, { name, ...options })
      ids[name] = id
      for (const [key, expiry_date, price, available, values = {}] of list) {
        const batch = await db
          .insertInto('stock_batch')
          .values({ goods_id: id, warehouse_id: key.endsWith('2') ? second : first, batch_no: key, expiry_date, available })
          .returning('id')
          .executeTakeFirstOrThrow()
        offers[key] = await makeOffer(db, id, { kind: 'near_expiry', price, stock_batch_id: batch.id, ...values })
      }
    }
    await add('板蓝根颗粒', [
      ['A1', '2027-01-15', '6.00', 30],
      ['A2', '2027-03-01', '7.00', 20],
    ])
    await add('阿胶口服液', [['B1', '2026-12-21', '50.00', 5]], { price: '100.00', dosage_form: '口服液', rankPrices: { A: '60.00' } })
    await add('布洛芬片', [
      ['C1', today, '3.00', 4],
      ['D1', '2026-11-20', '1.00', 9],
      ['E1', '2027-02-01', '2.00', 0],
      ['F1', '2027-02-01', '2.50', 6, { starts_at: new Date(NOW.getTime() + 60_000) }],
      ['G1', '2027-02-01', '2.50', 6, { ends_at: NOW }],
      ['H1', '2027-02-01', '2.50', 6, { quota: 6, taken: 6 }],
    ])
    await add('控销近效品', [['K1', '2027-01-01', '9.00', 9]], {
      availability_id: await makeAvailability(db, [{ company_id: buyer.companyId }], true),
    })
    await shop.search.refresh()
    // On a busy machine what was read is kept for up to 20 seconds.
    shop.clock.now = new Date(NOW.getTime() + 21_000)
  })
  const batches = (answer: Answer): string[] =>
    answer.data.list.map((card: { offer: { batch_no: string }; goods_price_id: number }) => {
      expect(card.goods_price_id).toBe(offers[card.offer.batch_no])
      return card.offer.batch_no
    })

  it('一个批号一行，卡片带着批号、效期、自己的价格；售罄、过期、未开始、已结束的都不在', async () => {
    const answer = await zone('near_expiry', '', buyer)
    expect(batches(answer)).toEqual(['C1', 'B1', 'K1', 'A1', 'A2'])
    expect(answer.data.total).toBe(5)
    const card = answer.data.list[3]
    expect(card).toMatchObject({
      name: '板蓝根颗粒',
      price: '6.00',
      raw_price: '10.00',
      price_source: 'near_expiry',
      number: 30,
      expiry_date: '2027-01-15',
      ck_name: '测试一仓',
      offer: { kind: 'near_expiry', batch_no: 'A1', expiry_date: '2027-01-15', price: '6.00' },
    })
  })

  it('按效期、价格、折扣排序；折扣按这家企业自己的价格算', async () => {
    expect(batches(await zone('near_expiry', '?sort=price_asc', buyer))).toEqual(['C1', 'A1', 'A2', 'K1', 'B1'])
    expect(batches(await zone('near_expiry', '?sort=price_desc', buyer))).toEqual(['B1', 'K1', 'A2', 'A1', 'C1'])
    // 阿胶 A 级价 60，卖 50：折扣不如按基准价 100 看起来大。
    expect(batches(await zone('near_expiry', '?sort=discount', buyer))).toEqual(['C1', 'A1', 'A2', 'B1', 'K1'])
    expect(batches(await zone('near_expiry', '?sort=discount', other))).toEqual(['C1', 'B1', 'A1', 'A2'])
  })

  it('几个月内到期、仓库、厂家、剂型、价格都能筛，每个数目等于选了它之后的行数', async () => {
    expect(batches(await zone('near_expiry', '?months=1', buyer))).toEqual(['C1', 'B1'])
    expect(batches(await zone('near_expiry', '?months=3&price_min=5&price_max=10', buyer))).toEqual(['K1', 'A1'])
    const all = await zone('near_expiry', '', buyer)
    expect(facet(all, 'warehouse')).toEqual({ 测试一仓: 4, 测试二仓: 1 })
    for (const { key, values } of all.data.facets) {
      for (const { value, count } of values) {
        const chosen = await zone('near_expiry', `?${key}=${encodeURIComponent(value)}`, buyer)
        expect([key, value, chosen.data.total]).toEqual([key, value, count])
      }
    }
    const oral = await zone('near_expiry', '?form=口服液', buyer)
    expect(facet(oral, 'form')).toMatchObject({ 口服液: 1, 片剂: 4 })
    expect(facet(oral, 'warehouse')).toEqual({ 测试一仓: 1 })
    expect(batches(await zone('near_expiry', '?keywords=blg', buyer))).toEqual(['A1', 'A2'])
  })

  it('翻页不重不漏', async () => {
    const { cards, total } = await walk('near_expiry', 'sort=price_asc', buyer)
    expect(cards).toHaveLength(total)
    expect(new Set(cards.map((card) => card.goods_price_id)).size).toBe(total)
  })

  it('访客看得到商品，看不到价格、批号、效期，筛选与排序也不透露；别家的控销品不在', async () => {
    const plain = await zone('near_expiry')
    expect(plain.data.total).toBe(4)
    expect(plain.text).not.toMatch(/控销近效品|20(26|27)-\d\d-\d\d|"batch_no":"/)
    for (const query of ['?sort=price_asc', '?sort=discount', '?sort=expiry', '?months=1', '?price_max=3', '?expiry=near'])
      expect((await zone('near_expiry', query)).data.list, query).toEqual(plain.data.list)
    expect(names(await zone('near_expiry', '', other))).not.toContain('控销近效品')
  })

  it('零点一过，昨天到期的批号就不在了；优惠开始的那一刻就在', async () => {
    shop.clock.now = new Date(NOW.getTime() + 60_000)
    expect(batches(await zone('near_expiry', '', buyer))).toContain('F1')
    shop.clock.now = new Date('2026-11-21T23:59:59.999+08:00')
    expect(batches(await zone('near_expiry', '', buyer))).toContain('C1')
    shop.clock.now = new Date('2026-11-22T00:00:00+08:00')
    expect(batches(await zone('near_expiry', '', buyer))).not.toContain('C1')
    shop.clock.now = NOW
  })
})
