import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, part, ROUTES_WITH_TITLES, type Site, wordsOf } from './site-fixtures.ts'

/** What stands around every page, the general pages, and the lists of goods. */

let site: Site
beforeAll(async () => {
  // One more than is shown of each: the demo itself has as many as there is place for.
  site = await openSite(async ({ pool }) => {
    await pool.query(`insert into category (code, name, tree, sort) values ('eighth', '第八类', 'drug', 9999)`)
    await pool.query(`insert into site_link (placement, name, url, sort) values ('nav', '第十项', '/list', 9999)`)
    await pool.query(`insert into site_link (placement, name, url, sort) values ('help', '第五组', '/help', 9999)`)
  })
})
afterAll(() => site.shop.close())

const total = (main: string): number => Number(/共\D*([\d,]+)\D*个商品/.exec(main)?.[1]?.replace(',', ''))

describe('页面的部件', () => {
  /** The parts of the frame that a page may have, each by its mark. */
  const PARTS: Readonly<Record<string, RegExp>> = {
    页首: /<header class="Header_/,
    登录页首: /<header class="LoginHeader_/,
    页脚: /<footer class="Footer_/,
    侧栏: /aria-label="快捷工具"/,
    导航: /aria-label="分类与专区"/,
    分类常开: /<nav[^>]*aria-label="商品分类"/,
    全部商品分类: /全部商品分类/,
    优惠导航: /aria-label="优惠导航"/,
  }
  it.each([
    ['/', ['页首', '页脚', '侧栏', '导航', '分类常开', '全部商品分类']],
    ['/list', ['页首', '页脚', '侧栏', '导航', '全部商品分类']],
    ['/hb', ['页首', '页脚', '侧栏', '导航', '全部商品分类', '优惠导航']],
    ['/welfare', ['页首', '页脚', '侧栏', '导航', '全部商品分类', '优惠导航']],
    ['/zhzq', ['页首', '页脚', '侧栏', '导航']],
    ['/cart', ['页首', '页脚', '侧栏']],
    ['/user', ['页首', '页脚', '侧栏']],
    ['/yx/rule', []],
  ])('%s 有 %j，没有别的', async (path, expected) => {
    const { html } = await site.open(path)
    const found = Object.keys(PARTS).filter((name) => PARTS[name]?.test(html))
    expect(found).toEqual(expected)
  })

  it.each(['/login', '/register/step1', '/forget/step1'])('%s 只有登录页首：没有搜索、导航、侧栏和页脚', async (path) => {
    const { html } = await site.open(path, '')
    expect(Object.keys(PARTS).filter((name) => PARTS[name]?.test(html))).toEqual(['登录页首'])
    expect(html).not.toMatch(/role="combobox"/)
  })

  it('首页顶上有推广位，列表页没有', async () => {
    const mark = (await site.rows<{ title: string }>(`select title from advert where slot = 'top' order by id limit 1`))[0]?.title ?? '?'
    expect(wordsOf((await site.open('/', '')).html)).toContain(mark)
    expect(wordsOf((await site.open('/list', '')).html)).not.toContain(mark)
  })

  it('标题是路由的标题加站名；没有标题的路由只有站名', async () => {
    expect(ROUTES_WITH_TITLES.length).toBeGreaterThan(40)
    for (const { path, title } of ROUTES_WITH_TITLES) expect((await site.open(path)).title, path).toBe(`${title} - 安衡药采`)
    for (const kind of ['zone', 'activity']) {
      const [page] = await site.rows<{ code: string }>('select code from zone_page where kind = $1 order by id limit 1', [kind])
      expect((await site.open(`/${kind === 'zone' ? 'zqmb' : 'hdmb'}?id=${page?.code}`)).title).toBe('安衡药采')
    }
  })
})

describe('页首、导航与页脚', () => {
  it('登录后是企业名称与安全退出；访客是登录与注册', async () => {
    const { company } = await site.data('/api/user/base')
    const mine = part((await site.open('/')).html, 'section', '账户与快捷链接')
    expect(mine).toContain(`>${company}<`)
    expect(mine).toContain('安全退出')
    for (const path of ['/order', '/wdxx']) expect(mine).toContain(`href="${path}"`)
    expect(mine).not.toContain('请登录')
    const guest = part((await site.open('/', '')).html, 'section', '账户与快捷链接')
    expect(guest).toMatch(/href="\/login[^"]*"[^>]*>请登录</)
    expect(guest).toMatch(/href="\/register\/step1"[^>]*>免费注册</)
    expect(guest).not.toContain('安全退出')
  })

  it('热门搜索是设置里的词，各指到自己的地址', async () => {
    const { rnss } = await site.data('/api/global/header', '')
    expect(rnss.length).toBeGreaterThan(3)
    const hot = part((await site.open('/', '')).html, 'nav', '热门搜索')
    expect(wordsOf(hot).split('|').filter(Boolean)).toEqual(rnss.map(({ name }: { name: string }) => name))
    for (const { url } of rnss) expect(hot).toContain(`href="${url}"`)
  })

  it('导航至多九项，分类菜单列前七类，页脚列前四组帮助', async () => {
    const { category } = await site.data('/api/global/header', '')
    const links = await site.rows<{ name: string }>(
      `select name from site_link where placement = 'nav' and parent_id is null order by sort, id`,
    )
    expect([category.length, links.length]).toEqual([8, 10])
    const { html } = await site.open('/', '')
    const words = (text: string) => wordsOf(text).split('|').filter(Boolean)
    expect(words(part(html, 'nav', '专区导航'))).toEqual(links.slice(0, 9).map(({ name }) => name))
    const shown = [...part(html, 'nav', '商品分类').matchAll(/aria-expanded="false" href="\/list\?category=(\d+)"/g)]
    const groups = (await site.data('/api/global/links', '')).list.map(({ name }: { name: string }) => name)
    expect(groups).toHaveLength(5)
    const foot = /<footer class="Footer_.*?<\/footer>/s.exec(html)?.[0] ?? ''
    expect([...foot.matchAll(/<nav aria-label="([^"]+)"/g)].map((match) => match[1])).toEqual(groups.slice(0, 4))
    expect(shown.map((match) => Number(match[1]))).toEqual(category.slice(0, 7).map(({ id }: { id: number }) => id))
  })

  it('页脚写着经营者的每一张证照、投诉热线，声明不发布麻、精、毒、放、戒毒药品信息', async () => {
    const { licences, notice, hot_line: line } = await site.data('/api/global/links', '')
    for (const path of ['/', '/list', '/help']) {
      const foot = wordsOf(/<footer class="Footer_.*?<\/footer>/s.exec((await site.open(path, '')).html)?.[0] ?? '')
      expect(licences.length).toBeGreaterThan(3)
      for (const { name, value } of licences) expect(foot).toContain(`${name}：${value}`)
      expect(foot).toContain(line)
      expect(foot).toContain(notice)
      for (const word of ['麻醉药品', '精神药品', '医疗用毒性药品', '放射性药品', '戒毒药品']) expect(foot).toContain(word)
    }
  })

  it('侧栏有我的账户、购物车、消息与未读数、客服、微信和返回顶部', async () => {
    const { message_count: unread } = await site.data('/api/user/base')
    expect(unread).toBeGreaterThan(0)
    const bar = part((await site.open('/list')).html, 'aside', '快捷工具')
    for (const name of ['我的账户', '购物车', `我的消息，${unread} 条未读`, '联系客服', '微信与手机版', '返回顶部'])
      expect(bar).toMatch(new RegExp(`aria-label="${name}[^"]*"`))
    expect(part((await site.open('/cart')).html, 'aside', '快捷工具')).not.toContain('aria-label="购物车')
  })
})

describe('一般的页面', () => {
  it('不存在的路径与 /404 都是“页面不存在”，状态 404，给出回首页和看商品的路', async () => {
    for (const path of ['/404', '/no/such/page', '/listx', '/order/nothing/here']) {
      const page = await site.open(path)
      expect(page.status, path).toBe(404)
      expect(page.title).toBe('页面不存在 - 安衡药采')
      expect(page.main).toContain('您访问的页面不存在或已下线')
      expect(page.html).toMatch(/<main.*href="\/list".*<\/main>/s)
    }
  })

  it('首页有分类菜单、秒杀、领券、特价和楼层；登录后写着企业、余额与客户经理', async () => {
    const base = await site.data('/api/user/base')
    const { main } = await site.open('/')
    for (const word of ['限时秒杀', '领券中心', '每日特价', base.company, base.admin.name, base.admin.phone]) expect(main).toContain(word)
    const { main: guest } = await site.open('/', '')
    expect(guest).toContain('登录企业账号，查看价格并下单')
    expect(guest).not.toContain(base.company)
  })

  it('登录页有三种登录方式、忘记密码和注册', async () => {
    const page = await site.open('/login', '')
    for (const word of ['密码登录', '验证码登录', '微信登录', '忘记密码', '免费注册']) expect(page.main).toContain(word)
    expect(page.html).toMatch(/<input[^>]*type="password"/)
  })

  it('/loading 说明正在打开；没有活动时到“活动暂未开始”，给出回首页的路', async () => {
    expect((await site.open('/loading', '')).main).toContain('正在为您打开页面')
    expect((await site.open('/loading/activity', '')).to).toBe('/noActivity')
    const none = await site.open('/noActivity', '')
    expect(none.main).toContain('活动暂未开始')
    expect(none.html).toMatch(/<main.*href="\/".*<\/main>/s)
  })

  it('eleven_index 离开本应用去主站首页；/register、/forget 到第 1 步', async () => {
    expect((await site.open('/eleven_index', '')).to).toBe('/')
    expect((await site.open('/register', '')).to).toBe('/register/step1')
    expect((await site.open('/forget', '')).to).toBe('/forget/step1')
  })

  it('注册与找回密码的第 2、3 步不能跳着进', async () => {
    for (const path of ['/register/step2', '/register/dd/step2']) expect((await site.open(path, '')).to).toMatch(/^\/login|^\/register/)
    expect((await site.open('/register/wechat', '')).main).toContain('请用微信“扫一扫”')
    expect((await site.open('/register/dd/step1')).main).toContain('门店')
  })
})

describe('商品列表与搜索', () => {
  it('大图、表格、无图列同样的商品，同样的数目；无图没有图片', async () => {
    const [cards, table, plain] = [await site.open('/list'), await site.open('/list/table'), await site.open('/list/no_image')]
    const { list, total: all } = await site.data('/api/goods/list')
    const ids = list.map(({ id }: { id: number }) => id)
    expect(all).toBeGreaterThan(400)
    expect(cards.goods).toEqual(ids)
    expect(plain.goods.slice(0, ids.length)).toEqual(ids)
    expect(table.goods.length).toBeGreaterThan(20)
    expect(table.goods.slice(0, ids.length)).toEqual(ids.slice(0, table.goods.length))
    expect(total(cards.main)).toBe(all)
    const pictures = (html: string) => (/<main.*<\/main>/s.exec(html)?.[0].match(/\/img\/package\//g) ?? []).length
    expect(pictures(cards.html)).toBe(ids.length)
    expect([pictures(plain.html), pictures(table.html)]).toEqual([0, 0])
    expect(table.html).toMatch(/<table/)
  })

  it('分类的列表只列这一类及其下级，可再按下级走', async () => {
    const [category] = await site.rows<{ id: number; name: string }>(
      `select c.id, c.name from category c where c.parent_id is not null and exists (select from goods_category g where g.category_id = c.id)
        order by c.id limit 1`,
    )
    const of = new Set(
      await site.ids(
        `with recursive tree as (select id from category where id = $1 union all select c.id from category c join tree t on c.parent_id = t.id)
         select goods_id as id from goods_category where category_id in (select id from tree)`,
        [category?.id],
      ),
    )
    const page = await site.open(`/list/other/${category?.id}`)
    expect(page.main).toContain(`|${category?.name}|`)
    expect(page.goods.length).toBe(Math.min(40, total(page.main)))
    expect(page.goods.filter((id) => !of.has(id))).toEqual([])
    expect((await site.open('/list')).goods.some((id) => !of.has(id))).toBe(true)
  })

  it.each(['/search', '/search/table'])('%s 列出搜到的商品；没有的说没有', async (path) => {
    const { list } = await site.data('/api/goods/list?keywords=amxl')
    const page = await site.open(`${path}?keywords=amxl`)
    expect(page.goods).toEqual(list.map(({ id }: { id: number }) => id))
    expect(page.main).toContain('阿莫西林胶囊')
    expect(page.main).toContain('amxl')
    const none = await site.open(`${path}?keywords=zzzzqq`)
    expect(none.goods).toEqual([])
    const makers = await site.open(`${path}?keywords=${encodeURIComponent('望槐堂')}&type=1`)
    const of = new Set(
      await site.ids(`select g.id from goods g join manufacturer m on m.id = g.manufacturer_id where m.name like '望槐堂%'`),
    )
    expect(makers.goods.length).toBeGreaterThan(20)
    expect(makers.goods.filter((id) => !of.has(id))).toEqual([])
  })

  it('商品详情写着名称、规格、厂家、批准文号、价格与能不能买；点名近效期活动时是那个批号的价', async () => {
    const [offer] = await site.rows<{ id: number; goods_id: number; batch_no: string }>(
      `select o.id, o.goods_id, b.batch_no from goods_offer o join stock_batch b on b.id = o.stock_batch_id
        where o.kind = 'near_expiry' and b.available > 0 and b.expiry_date > current_date + 30 order by o.id limit 1`,
    )
    const goods = await site.data(`/api/goods/detail/${offer?.goods_id}`)
    const plain = await site.open(`/list/info/${offer?.goods_id}`)
    for (const word of [goods.name, goods.ypgg, goods.sccj]) expect(plain.main).toContain(word)
    expect(plain.title).toContain(goods.name)
    const flat = plain.main.replaceAll('|', '')
    expect(flat).toContain(`¥${goods.price}/`)
    const near = await site.data(`/api/goods/detail/${offer?.goods_id}?goods_price_id=${offer?.id}&is_jxq=1`)
    const asked = (await site.open(`/list/info/${offer?.goods_id}?goods_price_id=${offer?.id}&is_jxq=1`)).main.replaceAll('|', '')
    expect(near.price).not.toBe(goods.price)
    expect(asked).toContain(`¥${near.price}/`)
    expect(flat).not.toContain(`¥${near.price}/`)
  })
})
