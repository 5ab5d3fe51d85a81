import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site } from './site-fixtures.ts'

/** What each zone's page lists, read in the page that the server draws and held against the shop's own rows. */

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.shop.close())

const total = (main: string): number => Number(/共\D*([\d,]+)\D*个商品/.exec(main)?.[1]?.replace(',', ''))
const flat = (main: string): string => main.replaceAll('|', '')
/** Price and former price of each card that shows both. */
const reduced = (main: string) =>
  [...flat(main).matchAll(/¥([\d,]+\.\d\d)\/[^¥]{1,3}原价¥([\d,]+\.\d\d)/g)].map((match) =>
    [match[1], match[2]].map((text) => Math.round(Number(text?.replace(',', '')) * 100)),
  )
const codeOf = async (kind: string): Promise<string> =>
  (await site.rows<{ code: string }>('select code from zone_page where kind = $1 order by id limit 1', [kind]))[0]?.code ?? ''

describe('按商品种类分的专区', () => {
  it.each([
    ['/zyyp', '中药专区', `select id from goods where kind = 'herb'`, '产地'],
    ['/qxzq', '器械专区', `select id from goods where kind = 'device'`, '示械'],
    ['/yx', '优选专区', 'select id from goods where is_selected', '优选规则'],
  ])('%s（%s）只列这一类，数目写明，没有一件别的', async (path, name, query, word) => {
    const page = await site.open(path)
    expect(page.status).toBe(200)
    expect(page.main).toContain(name)
    expect(page.main).toContain(word)
    const of = new Set(await site.ids(query))
    expect(page.goods.length).toBe(Math.min(total(page.main), 40))
    expect(page.goods.filter((id) => !of.has(id))).toEqual([])
    expect(of.size).toBeGreaterThan(20)
  })

  it('优选专区的表格列同样的商品，一行一个', async () => {
    const [cards, table] = [await site.open('/yx'), await site.open('/yx/table')]
    expect(cards.goods.length).toBeGreaterThan(10)
    expect(table.goods).toEqual(cards.goods)
    expect(table.html.match(/<tr[^>]*data-index=/g)).toHaveLength(cards.goods.length)
  })

  it('优选规则说明怎样入选、怎样包邮，回到优选专区', async () => {
    const { main, html } = await site.open('/yx/rule', '')
    expect(main).toContain('哪些商品进入优选')
    expect(main).toContain('怎样包邮')
    expect(html).toContain('href="/yx"')
    expect(html).not.toMatch(/<header class="(Login)?Header_|<footer class="Footer_|aria-label="快捷工具"/)
  })
})

describe('近效期专区', () => {
  it('一个批号一张卡，写明批号、余几天，价低于平常价', async () => {
    const { main } = await site.open('/jxqzc')
    const shown = [...main.matchAll(/批号 (\S+) · 余 (\d+) 天/g)]
    expect(shown.length).toBe(total(main))
    const rows = await site.rows<{ batch_no: string }>(
      `select b.batch_no from goods_offer o join stock_batch b on b.id = o.stock_batch_id where o.kind = 'near_expiry'`,
    )
    const known = new Set(rows.map(({ batch_no }) => batch_no))
    expect(shown.filter(([, batch]) => !known.has(batch ?? ''))).toEqual([])
    const prices = reduced(main)
    expect(prices.length).toBeGreaterThan(5)
    for (const [now, before] of prices) expect(now).toBeLessThan(before ?? 0)
  })
})

describe('控销专区', () => {
  const controlled = 'select g.id from goods g join availability a on a.id = g.availability_id where a.controlled'

  it('获授权的药店看到授权给它的控销商品，访客一件也看不到，知道怎样获得授权', async () => {
    const mine = await site.open('/kxzq')
    const of = new Set(await site.ids(controlled))
    expect(mine.goods.length).toBe(total(mine.main))
    expect(mine.goods.filter((id) => !of.has(id))).toEqual([])
    const visitor = await site.open('/kxzq', '')
    expect(visitor.goods).toEqual([])
    expect(visitor.main).toContain('请登录后查看')
    expect(visitor.main).toContain('怎样获得授权')
  })

  it('控销新品是同一批商品，最近上架的在前', async () => {
    const [all, fresh] = [await site.open('/kxzq'), await site.open('/kxzq/new')]
    expect([...fresh.goods].sort()).toEqual([...all.goods].sort())
    const listed = await site.rows<{ id: number; at: Date }>('select id, listed_at as at from goods where id = any($1)', [fresh.goods])
    const at = new Map(listed.map((row) => [Number(row.id), row.at.getTime()]))
    const times = fresh.goods.map((id) => at.get(id) ?? 0)
    expect(times).toEqual([...times].sort((one, other) => other - one))
    expect(times).not.toEqual(all.goods.map((id) => at.get(id) ?? 0))
  })

  it('授权厂家的页面只列这一家，地址里点名的推广随页出现；没有的页面是 404', async () => {
    const [advert] = await site.rows<{ id: number; title: string }>(
      `select id, title from advert where slot = 'kxzq_ad' order by id limit 1`,
    )
    const code = await codeOf('controlled')
    const page = await site.open(`/kxzq/goods/${code}`)
    const makers = await site.rows('select distinct manufacturer_id from goods where id = any($1)', [page.goods])
    expect(page.goods.length).toBeGreaterThan(1)
    expect(makers).toHaveLength(1)
    const withAdvert = await site.open(`/kxzq/goods/${code}/${advert?.id}`)
    expect(withAdvert.main.split(advert?.title ?? '?').length).toBeGreaterThan(page.main.split(advert?.title ?? '?').length)
    expect((await site.open('/kxzq/goods/no-such')).status).toBe(404)
  })
})

describe('品牌专区', () => {
  it('逐页列出品牌，两页不重，合起来是全部', async () => {
    const { list, total: all } = await site.data('/api/brand/list?per_page=100')
    const names: string[] = list.map(({ full_name }: { full_name: string }) => full_name)
    const shown = async (path: string) => {
      const { main } = await site.open(path)
      return names.filter((name) => main.includes(`|${name}|`))
    }
    const [first, second] = [await shown('/ppzq'), await shown('/ppzq/2')]
    expect(names).toHaveLength(all)
    expect(first).toHaveLength(12)
    expect([...first, ...second].sort()).toEqual([...names].sort())
  })

  it('品牌详情只列这一家的商品，第二页接着第一页', async () => {
    const [brand] = await site.rows<{ id: number; short_name: string }>(
      `select m.id, m.short_name from manufacturer m join goods g on g.manufacturer_id = m.id
        where m.is_brand and g.on_shelf group by m.id having count(*) > 42 limit 1`,
    )
    const of = new Set(await site.ids('select id from goods where manufacturer_id = $1', [brand?.id]))
    const first = await site.open(`/ppzq/info/${brand?.id}`)
    expect(first.main).toContain(`|${brand?.short_name}|`)
    const second = await site.open(`/ppzq/info/${brand?.id}/2`)
    expect(first.goods).toHaveLength(40)
    expect(second.goods.length).toBeGreaterThan(0)
    for (const id of second.goods) expect(first.goods).not.toContain(id)
    expect([...first.goods, ...second.goods].filter((id) => !of.has(id))).toEqual([])
  })
})

describe('优惠的专区', () => {
  it('满额返现列出每一档返多少，与活动的档位一致', async () => {
    const { main } = await site.open('/hb')
    const { activities } = await site.data('/api/goods/activities?kind=cashback')
    const tiers = activities.flatMap((one: { tiers: { text: string }[] }) => one.tiers.map(({ text }) => text))
    expect(tiers.length).toBeGreaterThan(1)
    for (const text of tiers) expect(main).toContain(text)
    expect(main).toContain('我的返现')
  })

  it('全场 94 折：每张卡的价是原价的 94%，去尾到分', async () => {
    const prices = reduced((await site.open('/welfare')).main)
    expect(prices.length).toBeGreaterThan(30)
    for (const [now, before] of prices) expect(now).toBeLessThanOrEqual(Math.floor(((before ?? 0) * 94) / 100))
    const exact = prices.filter(([now, before]) => now === Math.floor(((before ?? 0) * 94) / 100))
    expect(exact.length).toBeGreaterThan(prices.length / 2)
  })

  it('每日特价列的正是今天的特价商品，价低于原价', async () => {
    const { main, goods } = await site.open('/mrtj')
    const { list } = await site.data('/api/activity/everyday_price')
    expect(goods).toEqual(list.map(({ id }: { id: number }) => id))
    expect(main).toContain(`今日 ${goods.length} 款`)
    const prices = reduced(main)
    expect(prices).toHaveLength(goods.length)
    for (const [now, before] of prices) expect(now).toBeLessThan(before ?? 0)
  })

  it('领券中心列出每一张能领、已领、将开的券和它的门槛', async () => {
    const { main } = await site.open('/lqzx')
    const { list } = await site.data('/api/coupon/centre')
    expect(list.length).toBeGreaterThan(5)
    for (const { name, threshold_text } of list) {
      expect(main).toContain(name)
      expect(main).toContain(threshold_text)
    }
  })

  it('组合专区列出每个组合、组合里的每一样和立省多少', async () => {
    const { main } = await site.open('/zhzq')
    const { list } = await site.data('/api/bundle/list')
    // At some hours a flash sale makes the parts of one or two cheaper than the bundle; those are not offered then.
    expect(list.length).toBeGreaterThan(1)
    for (const bundle of list) {
      expect(main).toContain(bundle.name)
      for (const { goods } of bundle.items) expect(main).toContain(goods.name)
      if (Number(bundle.saving) > 0) expect(flat(main)).toContain(`立省 ¥${bundle.saving}`)
    }
  })
})

describe('积分', () => {
  it('积分商城列出每件礼品要多少积分，并写明自己有多少', async () => {
    const { main } = await site.open('/jfsc')
    const { list, points } = await site.data('/api/points/goods')
    expect(list.length).toBeGreaterThan(10)
    expect(main).toContain(`您有 ${points.toLocaleString('zh-CN')} 积分`)
    for (const { name, points: cost } of list)
      expect(flat(main)).toMatch(new RegExp(`${literally(name)}.*?${cost.toLocaleString('zh-CN')} 积分`))
  })

  it('优益惠按品牌列出权益，全部权益在 /yyh/list，可按品牌看', async () => {
    const { list } = await site.data('/api/points/goods?mall=perks')
    const perks: { name: string }[] = list
    expect(perks.length).toBeGreaterThan(3)
    for (const path of ['/yyh', '/yyh/list']) {
      const { main } = await site.open(path)
      for (const { name } of perks) expect(main, path).toContain(name)
    }
    const { html } = await site.open('/yyh')
    const brand = /href="(\/yyh\/list\?brand_id=\d+)"/.exec(html)?.[1] ?? ''
    const { main } = await site.open(brand)
    const left = perks.filter(({ name }) => main.includes(name))
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(perks.length)
  })
})

describe('活动', () => {
  it('活动专区列出药交会各馆，点进去是这一届的活动与商品', async () => {
    const pages = await site.rows<{ id: number; name: string }>(`select id, name from zone_page where kind = 'fair' order by sort, id`)
    const first = await site.open('/yjh')
    expect([first.status, first.to]).not.toEqual([404, ''])
    for (const { id, name } of pages) {
      const page = await site.open(`/yjh/${id}`)
      expect(page.main).toContain(name)
      for (const other of pages) expect(page.main).toContain(other.name)
    }
    expect((await site.open(`/yjh/${pages[0]?.id}`)).goods.length).toBeGreaterThan(3)
    expect((await site.open('/yjh/999999')).status).toBe(404)
  })

  it('活动中心在点名的几个活动之间切换，只列当前活动的商品与档位', async () => {
    const { activities } = await site.data('/api/goods/activities?kind=full_reduction')
    const [one, other] = activities
    const page = await site.open(`/Hdzx/${one.id},${other.id}/${other.id}`)
    expect(page.html).toMatch(new RegExp(`<h1[^>]*>${other.name}</h1>`))
    expect(page.main).toContain(one.name)
    for (const { text } of other.tiers) expect(page.main).toContain(text)
    for (const { text } of one.tiers) expect(page.main).not.toContain(text)
    const first = await site.open(`/Hdzx/${one.id},${other.id}`)
    expect(first.html).toMatch(new RegExp(`<h1[^>]*>${one.name}</h1>`))
    expect(first.goods).not.toEqual(page.goods)
    const { main } = await site.open('/Hdzx/all')
    for (const { name } of activities) expect(main).toContain(name)
  })

  it('活动入口：开着的直接打开，没有的说未开始', async () => {
    const { id } = (await site.rows<{ id: number }>(`select id from zone_page where code = 'winter-fair'`))[0] ?? { id: 0 }
    const asked = await site.open('/activity/winter-fair')
    expect(asked.to).toMatch(/^\/loading\/activity/)
    expect((await site.open(asked.to)).to).toBe(`/yjh/${id}`)
    const none = await site.open('/activity/no/such/thing')
    expect(none.to).toMatch(/^\/loading\/activity/)
    expect((await site.open(none.to)).to).toBe('/noActivity')
    expect((await site.open('/noActivity')).main).toContain('活动暂未开始')
  })

  it.each([
    ['/zqmb', 'zone'],
    ['/hdmb', 'activity'],
  ])('%s 照运营排的区块显示，没有标题', async (path, kind) => {
    const code = await codeOf(kind)
    const page = await site.open(`${path}?id=${code}`)
    const [row] = await site.rows<{ name: string; blocks: { title?: string }[] }>('select name, blocks from zone_page where code = $1', [
      code,
    ])
    expect(page.title).toBe('安衡药采')
    expect(page.main).toContain(row?.name)
    const titles = (row?.blocks ?? []).flatMap(({ title }) => title ?? [])
    expect(titles.length).toBeGreaterThan(0)
    for (const title of titles) expect(page.main).toContain(title)
    expect(page.goods.length).toBeGreaterThan(5)
  })
})

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
