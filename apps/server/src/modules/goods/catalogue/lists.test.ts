import { describe, expect, it, vi } from 'vitest'
import type { GoodsCardWire } from '#contract/goods.ts'
import { type Buyer, makeAvailability, makeCategory, makeCompany, makeGoods, makeOffer } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'

const NOW = new Date('2026-11-21T10:00:00+08:00')

let buyer: Buyer
let pending: Buyer
let category: number
let rx: number
let priced: number

const names = (list: GoodsCardWire[]) => list.map((card) => card.name)
const idsOf = (list: GoodsCardWire[]) => list.map((card) => card.id)

const shop = await testShop({
  now: NOW,
  async seed({ db }) {
    buyer = await makeCompany(db)
    pending = await makeCompany(db, { review_state: 1 })
    category = await makeCategory(db, '抗感染')
    priced = await makeGoods(db, {
      name: '板蓝根颗粒',
      price: '43.21',
      retail: '65.43',
      sales_30d: 900,
      categories: [category],
      stock: 7654,
    })
    rx = await makeGoods(db, {
      name: '阿莫西林胶囊',
      drug_class: 'rx',
      price: '12.34',
      sales_30d: 800,
      categories: [category],
      instructions: JSON.stringify([{ title: '用法用量', text: '口服。' }]),
    })
    await makeGoods(db, {
      name: '控销丸',
      price: '99.99',
      availability_id: await makeAvailability(db, [{ province: '广东省' }], true),
    })
    for (let number = 0; number < 45; number++) await makeGoods(db, { name: `普通片${number}`, price: '5.00' })
  },
})

describe('商品列表', () => {
  it('标签“特”只列出此刻每日特价开着的商品，活动结束即不再列出', async () => {
    const { db } = shop.database
    const special = await makeGoods(db, { name: '特价片', price: '5.00' })
    await makeOffer(db, special, {
      kind: 'daily',
      price: '4.00',
      starts_at: new Date(NOW.getTime() - 1000),
      ends_at: new Date(NOW.getTime() + 60_000),
    })
    await shop.search.refresh()
    const listed = async () => names((await shop.ask('GET', '/api/goods/list?tags=%E7%89%B9', { cookie: buyer.cookie })).data.list)
    expect(await listed()).toEqual(['特价片'])
    shop.clock.now = new Date(NOW.getTime() + 60_000)
    expect(await listed()).toEqual([])
    shop.clock.now = NOW
    await db.updateTable('goods').set({ on_shelf: false }).where('id', '=', special).execute()
    await shop.search.refresh()
  })

  it('每页默认四十条，超出末页为空，总数不变', async () => {
    const first = await shop.ask('GET', '/api/goods/list', { cookie: buyer.cookie })
    expect(first.data).toMatchObject({ total: 47, page: 1, per_page: 40, sees_prices: true })
    expect(first.data.list).toHaveLength(40)
    const second = await shop.ask('GET', '/api/goods/list?page=2', { cookie: buyer.cookie })
    expect(second.data.list).toHaveLength(7)
    expect(new Set([...idsOf(first.data.list), ...idsOf(second.data.list)]).size).toBe(47)
    const beyond = await shop.ask('GET', '/api/goods/list?page=99', { cookie: buyer.cookie })
    expect(beyond.data).toMatchObject({ list: [], total: 47 })
    expect((await shop.ask('GET', '/api/goods/list?per_page=101')).status).toBe(422)
  })

  it('游客和审核中的企业在列表里看不到任何价格与库存', async () => {
    for (const cookie of ['', pending.cookie]) {
      const answer = await shop.ask('GET', '/api/goods/list?sort=sales', { cookie })
      expect(answer.data.sees_prices).toBe(false)
      const said = JSON.stringify(answer.data)
      for (const secret of ['43.21', '65.43', '12.34', '7654', '99.99']) expect(said).not.toContain(secret)
      for (const card of answer.data.list)
        expect(card).toMatchObject({ price: null, number: null, is_buy: 0, ladder_price: [], expiry_date: null })
    }
    const member = await shop.ask('GET', '/api/goods/list?sort=sales', { cookie: buyer.cookie })
    expect(member.data.list[0]).toMatchObject({ name: '板蓝根颗粒', price: '43.21', number: 7654, is_buy: 1 })
  })

  it('按价格排序和筛选不会向看不到价格的人透露高低', async () => {
    const plain = await shop.ask('GET', '/api/goods/list?sort=sales')
    expect(idsOf((await shop.ask('GET', '/api/goods/list?sort=price_desc')).data.list)).toEqual(idsOf(plain.data.list))
    expect((await shop.ask('GET', '/api/goods/list?price_min=20')).data.total).toBe(plain.data.total)
    expect((await shop.ask('GET', '/api/goods/list?price_min=20', { cookie: buyer.cookie })).data.total).toBe(1)
  })

  it('未获授权的限销商品不出现，获授权的企业看得到', async () => {
    expect(names((await shop.ask('GET', '/api/goods/list?page=2', { cookie: buyer.cookie })).data.list)).not.toContain('控销丸')
    const admitted = await makeCompany(shop.database.db, { province: '广东省' })
    const found = await shop.ask('GET', `/api/goods/list?keywords=${encodeURIComponent('控销丸')}`, { cookie: admitted.cookie })
    expect(found.data.list).toMatchObject([{ name: '控销丸', price: '99.99' }])
  })

  it('看不懂的筛选值按字段名拒绝', async () => {
    const answer = await shop.ask('GET', '/api/goods/list?category=abc&price_min=x', { cookie: buyer.cookie })
    expect(answer.status).toBe(422)
    expect(answer.data.errors.map((one: { field: string }) => one.field)).toEqual(['category', 'price_min'])
  })

  it('买过与收藏筛选只认本企业', async () => {
    const { db } = shop.database
    const other = await makeCompany(db)
    await makeOrder(db, buyer, [{ goodsId: priced, number: 1 }])
    await makeOrder(db, other, [{ goodsId: rx, number: 1 }])
    await shop.ask('POST', '/api/favorite', { cookie: other.cookie, body: { goods_ids: [rx] } })
    expect(idsOf((await shop.ask('GET', '/api/goods/list?bought=1', { cookie: buyer.cookie })).data.list)).toEqual([priced])
    expect((await shop.ask('GET', '/api/goods/list?favorite=1', { cookie: buyer.cookie })).data.list).toEqual([])
    expect((await shop.ask('GET', '/api/goods/list?bought=1')).data.list).toEqual([])
  })

  it('改价之后的下一次列表就是新价', async () => {
    const { db } = shop.database
    const goods = await makeGoods(db, { name: '改价冲剂', price: '8.00' })
    await shop.search.refresh()
    const ask = async () =>
      (await shop.ask('GET', `/api/goods/list?keywords=${encodeURIComponent('改价冲剂')}`, { cookie: buyer.cookie })).data.list[0]?.price
    expect(await ask()).toBe('8.00')
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('goods').set({ base_price: 750 }).where('id', '=', goods).execute()
    })
    expect(await ask()).toBe('7.50')
  })

  it('编号在前、提交在后的改动也不会漏掉', async () => {
    const { db, pool } = shop.database
    const [early, late] = [
      await makeGoods(db, { name: '先号冲剂', price: '8.00' }),
      await makeGoods(db, { name: '后号冲剂', price: '8.00' }),
    ]
    await shop.search.refresh()
    const price = async (name: string) =>
      (await shop.ask('GET', `/api/goods/list?keywords=${encodeURIComponent(name)}`, { cookie: buyer.cookie })).data.list[0]?.price
    expect(await price('先号冲剂')).toBe('8.00')
    const slow = await pool.connect()
    await slow.query('begin')
    await slow.query('update goods set base_price = 111 where id = $1', [early])
    await db.updateTable('goods').set({ base_price: 999 }).where('id', '=', late).execute()
    expect(await price('先号冲剂')).toBe('8.00')
    await slow.query('commit')
    slow.release()
    expect(await price('先号冲剂')).toBe('1.11')
  })
})

describe('收藏与足迹', () => {
  it('收藏、取消收藏有提示，各企业互不可见', async () => {
    const other = await makeCompany(shop.database.db)
    const added = await shop.ask('POST', '/api/favorite', { cookie: buyer.cookie, form: `goods_ids[]=${priced}&goods_ids[]=${rx}` })
    expect(added).toMatchObject({ code: 200, message: '收藏成功' })
    expect(idsOf((await shop.ask('GET', '/api/favorite', { cookie: buyer.cookie })).data.list).sort()).toEqual([priced, rx].sort())
    expect((await shop.ask('GET', '/api/favorite', { cookie: other.cookie })).data).toMatchObject({ list: [], total: 0 })
    const theirs = await shop.ask('POST', '/api/favorite/cancel', { cookie: other.cookie, body: { goods_ids: [priced] } })
    expect(theirs.data.goods_ids).toEqual([])
    const card = (await shop.ask('GET', '/api/goods/list?sort=sales', { cookie: buyer.cookie })).data.list[0]
    expect(card).toMatchObject({ id: priced, is_favorite: 1 })
    const cancelled = await shop.ask('POST', '/api/favorite/cancel', { cookie: buyer.cookie, body: { goods_ids: [priced, rx] } })
    expect(cancelled).toMatchObject({ message: '取消收藏成功', data: { goods_ids: [priced, rx] } })
    expect((await shop.ask('GET', '/api/favorite', { cookie: buyer.cookie })).data.total).toBe(0)
  })

  it('没有的商品不能收藏，也不能登记到货提醒', async () => {
    expect((await shop.ask('POST', '/api/favorite', { cookie: buyer.cookie, body: { goods_ids: [99_999_999] } })).status).toBe(404)
    expect((await shop.ask('POST', '/api/goods/99999999/remind', { cookie: buyer.cookie })).status).toBe(404)
    expect((await shop.ask('POST', `/api/goods/${priced}/remind`, { cookie: buyer.cookie })).data).toEqual({ reminded: true })
  })

  it('看过详情留下足迹，可按名称找，别家看不到', async () => {
    const looker = await makeCompany(shop.database.db)
    await shop.ask('GET', `/api/goods/detail/${priced}`, { cookie: looker.cookie })
    await shop.ask('GET', `/api/goods/detail/${rx}`, { cookie: looker.cookie })
    await vi.waitFor(async () => expect((await shop.ask('GET', '/api/goods/visit', { cookie: looker.cookie })).data.total).toBe(2))
    const found = await shop.ask('GET', `/api/goods/visit?keywords=${encodeURIComponent('阿莫')}`, { cookie: looker.cookie })
    expect(idsOf(found.data.list)).toEqual([rx])
    expect((await shop.ask('GET', '/api/goods/visit?keywords=%25', { cookie: looker.cookie })).data.total).toBe(0)
    expect((await shop.ask('GET', '/api/goods/visit', { cookie: pending.cookie })).data.total).toBe(0)
    expect((await shop.ask('GET', '/api/goods/visit')).status).toBe(401)
  })
})

describe('首页各块', () => {
  it('热销、推荐不向游客展示处方药，通过审核的企业看得到', async () => {
    for (const path of ['/api/goods/hot', '/api/index_wntj/1']) {
      expect(names((await shop.ask('GET', path)).data.list)).not.toContain('阿莫西林胶囊')
      expect(names((await shop.ask('GET', path, { cookie: pending.cookie })).data.list)).not.toContain('阿莫西林胶囊')
      expect(names((await shop.ask('GET', path, { cookie: buyer.cookie })).data.list)).toContain('阿莫西林胶囊')
    }
  })

  it('推荐先给本企业常买的，翻完一轮从头再来', async () => {
    const { db } = shop.database
    const regular = await makeCompany(db)
    const often = await makeGoods(db, { name: '常买丸' })
    for (let times = 0; times < 3; times++) await makeOrder(db, regular, [{ goodsId: often, number: 1 }], { created_at: NOW })
    await makeOrder(db, regular, [{ goodsId: priced, number: 9 }], { created_at: NOW })
    await shop.search.refresh()
    const first = await shop.ask('GET', '/api/index_wntj/1', { cookie: regular.cookie })
    expect(idsOf(first.data.list).slice(0, 2)).toEqual([often, priced])
    expect(first.data.basis).toBe('根据您近 90 天的采购')
    const seen = new Set<number>()
    let batch = 0
    for (let list = idsOf(first.data.list); batch === 0 || list[0] !== often; batch++) {
      for (const id of list) expect(seen.has(id)).toBe(false)
      for (const id of list) seen.add(id)
      list = idsOf((await shop.ask('GET', `/api/index_wntj/1?batch=${batch + 1}`, { cookie: regular.cookie })).data.list)
    }
    expect(seen.size).toBeGreaterThan(40)
    expect((await shop.ask('GET', '/api/index_wntj/1', { cookie: buyer.cookie })).data.basis).not.toBe('')
  })

  it('秒杀给出今天各场的状态和正在进行一场的商品，游客看不到价格和进度', async () => {
    const { db } = shop.database
    const session = async (name: string, from: string, to: string) =>
      (
        await db
          .insertInto('flash_session')
          .values({ name, starts_at: `2026-11-21T${from}:00+08:00`, ends_at: `2026-11-21T${to}:00+08:00` })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const [ended, open, coming] = [
      await session('08:00', '08:00', '09:30'),
      await session('10:00', '10:00', '12:00'),
      await session('14:00', '14:00', '16:00'),
    ]
    await makeOffer(db, priced, { kind: 'flash', flash_session_id: open, price: '31.17', quota: 400, taken: 123 })
    await makeOffer(db, rx, { kind: 'flash', flash_session_id: open, price: '11.19' })
    await makeOffer(db, priced, { kind: 'flash', flash_session_id: coming, price: '30.03' })
    const member = await shop.ask('GET', '/api/index/spike', { cookie: buyer.cookie })
    expect(member.data.sessions.map((one: { state: string }) => one.state)).toEqual(['ended', 'open', 'coming'])
    expect(member.data.session_id).toBe(open)
    expect(member.data.list[0]).toMatchObject({ id: priced, price: '31.17', price_source: 'flash', offer: { quota: 400, taken: 123 } })
    expect(member.data.list[0].tags[0]).toBe('秒')
    const visitor = await shop.ask('GET', '/api/index/spike')
    expect(idsOf(visitor.data.list)).toEqual([priced])
    for (const secret of ['31.17', '11.19', '123', '43.21']) expect(JSON.stringify(visitor.data.list)).not.toContain(secret)
    const next = await shop.ask('GET', `/api/index/spike?session_id=${coming}`, { cookie: buyer.cookie })
    expect(next.data.list[0]).toMatchObject({ id: priced, price_source: 'base', offer: { price: '30.03' } })
    expect((await shop.ask('GET', `/api/index/spike?session_id=${ended}`, { cookie: buyer.cookie })).data.list).toEqual([])
    expect((await shop.ask('GET', '/api/index/spike?session_id=999999')).status).toBe(404)
    await db.deleteFrom('goods_offer').execute()
  })

  it('每日特价只列正在进行的，并给出最近的结束时间', async () => {
    const { db } = shop.database
    await makeOffer(db, priced, { kind: 'daily', price: '40.04', ends_at: '2026-11-22T00:00:00+08:00' })
    await makeOffer(db, rx, { kind: 'daily', price: '10.00', starts_at: '2026-11-22T00:00:00+08:00' })
    const answer = await shop.ask('GET', '/api/activity/everyday_price', { cookie: buyer.cookie })
    expect(answer.data).toMatchObject({ ends_at: '2026-11-21T16:00:00.000Z', list: [{ id: priced, price: '40.04', raw_price: '43.21' }] })
    expect((await shop.ask('GET', '/api/activity/everyday_price')).text).not.toContain('40.04')
    await db.deleteFrom('goods_offer').execute()
  })

  it('楼层由各自的分类树填充，没有商品的楼层不出现', async () => {
    const { db } = shop.database
    const roots = await makeCategory(db, '根茎', { tree: 'herb' })
    const herb = await makeGoods(db, { name: '黄芪片', drug_class: 'herb', kind: 'herb', categories: [roots] })
    await shop.search.refresh()
    const answer = await shop.ask('GET', '/api/index/floors')
    expect(answer.data.floors).toMatchObject([
      { code: 'herb', url: `/list?category=${roots}`, categories: [{ name: '根茎' }], list: [{ id: herb, type: 1, price: null }] },
    ])
  })
})
