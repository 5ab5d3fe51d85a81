import { describe, expect, it } from 'vitest'
import { makeAvailability, makeGoods, makeManufacturer } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { addRow } from '../../../../test/rows.ts'
import { rightSettingsFrom } from '../../../platform/settings.ts'
import { contentCacheOf } from './cache.ts'

const NOW = new Date('2026-11-21T10:00:00+08:00')
let brand: number

const shop = await testShop({
  now: NOW,
  async seed({ db, pool }) {
    const category = async (name: string, tree: string, parent_id: number | null = null) =>
      (
        await db
          .insertInto('category')
          .values({ code: `${tree}-${name}`, name, tree, parent_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const top = await category('西药', 'drug')
    const branch = await category('抗感染', 'drug', top)
    await category('青霉素类', 'drug', branch)
    await category('根茎', 'herb')
    const link = async (placement: string, name: string, parent_id: number | null, sort: number, is_open = true) =>
      (
        await db
          .insertInto('site_link')
          .values({ placement, name, parent_id, sort, is_open, url: is_open ? `/${name}` : '' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    for (let number = 1; number <= 11; number++) await link('nav', `导航${number}`, null, number, number !== 2)
    const help = await link('help', '新手指南', null, 1)
    await link('help', '购物指南', help, 1)
    await addRow(db, 'hot_word', { name: '阿莫西林', url: '/search?keywords=阿莫西林' })
    const advert = (slot: string, title: string, starts_at: string, ends_at: string) =>
      addRow(db, 'advert', { slot, title, image: '/a.svg', url: '/x', starts_at, ends_at })
    await advert('home', '进行中', '2026-11-01', '2026-12-01')
    await advert('home', '将开始', '2026-11-21T10:00:03+08:00', '2026-12-01')
    await advert('home', '已结束', '2026-10-01', '2026-11-01')
    for (const title of ['控销一', '控销二', '控销三']) await advert('kxzq_ad', title, '2026-11-01', '2026-12-01')
    await pool.query(
      `insert into setting (key, value) values ('hot_line', '"400-000-0000"'), ('licences', '[{"name":"药品经营许可证","value":"示AA0001"}]')`,
    )
    const news = await db.insertInto('article_category').values({ code: 'news', name: '资讯' }).returning('id').executeTakeFirstOrThrow()
    for (const [code, name] of [
      ['notice', '平台公告'],
      ['company', '企业动态'],
    ]) {
      const section = await db
        .insertInto('article_category')
        .values({ code: code ?? '', name: name ?? '', parent_id: news.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (let number = 1; number <= 12; number++) {
        await addRow(db, 'article', {
          category_id: section.id,
          title: `${name}${number}`,
          published_at: new Date(NOW.getTime() - number * 86_400_000),
        })
      }
      await addRow(db, 'article', { category_id: section.id, title: '明天发布', published_at: new Date(NOW.getTime() + 86_400_000) })
    }
    brand = await makeManufacturer(db, '松陵本草有限公司', { is_brand: true, short_name: '松陵本草' })
    await makeGoods(db, { manufacturer: '松陵本草有限公司' })
    await makeGoods(db, { manufacturer: '松陵本草有限公司', on_shelf: false })
    await makeGoods(db, { manufacturer: '松陵本草有限公司', availability_id: await makeAvailability(db, [], true) })
    await addRow(db, 'advert', { slot: `brand:${brand}`, title: '品牌日' })
  },
})

describe('页头', () => {
  it('导航至多九项，分类成树，品牌只数人人可见的在售商品', async () => {
    const { data } = await shop.ask('GET', '/api/global/header')
    expect(data.nav).toHaveLength(9)
    expect(data.nav[1]).toMatchObject({ name: '导航2', url: '', is_open: 0 })
    expect(data.category).toMatchObject([{ name: '西药', children: [{ name: '抗感染', children: [{ name: '青霉素类' }] }] }])
    expect(data.category_zy).toMatchObject([{ name: '根茎', children: [] }])
    expect(data.category_qx).toEqual([])
    expect(data.brand).toEqual([{ id: brand, name: '松陵本草', logo: '', count: 1 }])
    expect(data.rnss).toEqual([{ name: '阿莫西林', url: '/search?keywords=阿莫西林', image: '' }])
    expect(data.timestamp).toBe(NOW.getTime())
  })
})

describe('页脚、广告与文章', () => {
  it('页脚给出帮助分组与证照，没有设置的项为空而不是编造', async () => {
    const { data } = await shop.ask('GET', '/api/global/links')
    expect(data).toMatchObject({
      list: [{ name: '新手指南', children: [{ name: '购物指南' }] }],
      hot_line: '400-000-0000',
      licences: [{ name: '药品经营许可证' }],
      qq1: '',
      hours: [],
    })
  })

  it('写错形状的设置按名称报出', () => {
    expect(() => rightSettingsFrom(['licences'], new Map([['licences', [{ name: '缺值' }]]]))).toThrow('setting licences is wrong: /0 ')
    expect(() => rightSettingsFrom(['hot_line'], new Map([['hot_line', 400]]))).toThrow('setting hot_line is wrong')
  })

  it('广告只在它的时间里出现，未知广告位为 404', async () => {
    const titles = async (path: string) => (await shop.ask('GET', path)).data.list.map((one: { title: string }) => one.title)
    expect(await titles('/api/focus')).toEqual(['进行中'])
    shop.clock.now = new Date(NOW.getTime() + 3_000)
    expect(await titles('/api/focus/home')).toEqual(['进行中', '将开始'])
    expect(await titles(`/api/focus/brand/${brand}`)).toEqual(['品牌日'])
    expect(await titles('/api/focus/kxzq_ad?ids=999999')).toEqual([])
    const { list } = (await shop.ask('GET', '/api/focus/kxzq_ad')).data
    expect(list).toHaveLength(3)
    expect(await titles(`/api/focus/kxzq_ad?ids=${list[2].id},x,${list[0].id}`)).toEqual(['控销一', '控销三'])
    expect(await titles('/api/focus/new_kxzq')).toEqual([])
    expect((await shop.ask('GET', '/api/focus/nothing')).status).toBe(404)
  })

  it('栏目按分组给出最新文章，未到发布时间的不出现，可翻页', async () => {
    const { data } = await shop.ask('GET', '/api/article/category?category_id=1')
    expect(data.list.map((one: { name: string; articles: unknown[] }) => [one.name, one.articles.length])).toEqual([
      ['平台公告', 10],
      ['企业动态', 10],
    ])
    expect(data.list[0].articles[0].title).toBe('平台公告1')
    const second = await shop.ask('GET', '/api/article/category?category_id=2&page=2')
    expect(second.data.list[0].articles.map((one: { title: string }) => one.title)).toEqual(['平台公告11', '平台公告12'])
    expect((await shop.ask('GET', '/api/article/category?category_id=999')).status).toBe(404)
  })
})

describe('文章', () => {
  it('按编号或栏目代码给出文章，未发布的与不存在的为 404', async () => {
    const newest = (await shop.ask('GET', '/api/article/detail?code=notice')).data
    expect(newest).toMatchObject({ title: '平台公告1', section: { code: 'notice', name: '平台公告' } })
    expect((await shop.ask('GET', `/api/article/detail?id=${newest.id}`)).data.title).toBe('平台公告1')
    expect((await shop.ask('GET', '/api/article/detail?id=999999')).status).toBe(404)
    expect((await shop.ask('GET', '/api/article/detail?code=nothing')).status).toBe(404)
    expect((await shop.ask('GET', '/api/article/detail')).status).toBe(422)
    const hidden = await shop.database.db.selectFrom('article').where('title', '=', '明天发布').select('id').executeTakeFirstOrThrow()
    expect((await shop.ask('GET', `/api/article/detail?id=${hidden.id}`)).status).toBe(404)
  })

  it('栏目也可以按代码取', async () => {
    const { data } = await shop.ask('GET', '/api/article/category?code=news')
    expect(data.list.map((one: { name: string }) => one.name)).toEqual(['平台公告', '企业动态'])
    expect((await shop.ask('GET', '/api/article/category?code=nothing')).status).toBe(404)
  })
})

describe('内容缓存', () => {
  it('没有改动就只读一次，同时到的请求共用一次读取，失败不留下；改了马上再读', async () => {
    const cache = contentCacheOf(shop.database)
    let reads = 0
    const read = async () => ++reads
    expect(await Promise.all([cache.get('a', NOW, read), cache.get('a', NOW, read)])).toEqual([1, 1])
    expect(await cache.get('a', new Date(NOW.getTime() + 6_000), read)).toBe(2)
    await expect(cache.get('b', NOW, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await cache.get('b', NOW, read)).toBe(3)
    expect(await cache.get('b', NOW, read)).toBe(3)
    await shop.database.pool.query(`insert into hot_word (name) values ('阿胶')`)
    await shop.database.changes.catchUp()
    expect(await cache.get('b', NOW, read)).toBe(4)
  })
})
