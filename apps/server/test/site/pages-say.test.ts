import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { testShop } from '../harness.ts'

/** What the pages of the specification say, beside that they open: as the calls answer it to the same buyer. */

const DIST = fileURLToPath(new URL('../../../../dist/', import.meta.url))

const shop = await testShop({ dist: DIST, demo: true })
const { pool } = shop.database
const buyer = await shop.login('13900000001')

async function page(url: string, cookie = buyer) {
  const answer = await shop.app.inject({ method: 'GET', url, headers: cookie ? { cookie: `sid=${cookie}` } : {} })
  const html = answer.body
  const main = /<main[^>]*>(.*?)<\/main>/s.exec(html)?.[1] ?? ''
  // As it reads: tags and what keeps signs apart are left out.
  const text = main.replace(/<nav[^>]*aria-label="会员中心菜单".*?<\/nav>/s, '').replace(/<[^>]+>/g, '')
  return { status: answer.statusCode, to: answer.headers.location, html, main, text }
}
const data = async (url: string) => (await shop.ask('GET', url, { cookie: buyer })).data
const money = (yuan: string) => yuan.replace(/\B(?=(\d{3})+\.)/g, ',')
const whole = (number: number) => number.toLocaleString('en')
const goodsLinks = (main: string) => [...new Set([...main.matchAll(/href="\/list\/info\/(\d+)/g)].map(([, id]) => Number(id)))]

describe('目录与搜索', () => {
  it.each([
    ['/list', '/api/goods/list', 'img'],
    ['/list/no_image', '/api/goods/list', 'plain'],
    ['/list/table', '/api/goods/list', 'table'],
    ['/search?keywords=amxl', '/api/goods/list?keywords=amxl', 'img'],
    ['/search/table?keywords=amxl', '/api/goods/list?keywords=amxl', 'table'],
  ])('%s 列出接口给出的商品和件数，以它自己的样子', async (url, call, look) => {
    const [{ main, text }, { list, total }] = [await page(url), await data(call)]
    expect(text).toContain(String(total))
    for (const { name, sccj } of list.slice(0, 10)) {
      expect(text).toContain(name)
      expect(text).toContain(sccj)
    }
    expect(main.includes('<table')).toBe(look === 'table')
    expect(/<img[^>]+\/img\/package\//.test(main)).toBe(look === 'img')
  })

  it('/list/other/{id} 只列出这一分类的商品', async () => {
    const { rows } = await pool.query<{ id: number; name: string }>(`select id, name from category where name = '医疗器械'`)
    const { id } = rows[0] as { id: number }
    const [{ main }, { list }] = [await page(`/list/other/${id}`), await data(`/api/goods/list?category=${id}`)]
    const shown = goodsLinks(main)
    expect(shown.length).toBeGreaterThan(10)
    expect(shown).toEqual(list.slice(0, shown.length).map((card: { id: number }) => card.id))
  })
})

describe('没有去处的地方', () => {
  it.each([
    ['/nichts', 404, '页面不存在', 'href="/"'],
    ['/noActivity', 200, '活动暂未开始', 'href="/"'],
    ['/loading', 200, '正在为您打开页面', ''],
  ])('%s 说明情况', async (url, status, said, way) => {
    const found = await page(url, '')
    expect(found.status).toBe(status)
    expect(found.text).toContain(said)
    expect(found.main).toContain(way)
  })
  it('/activity/** 经 /loading/activity 到开着的活动，没有的活动到 /noActivity', async () => {
    const { rows } = await pool.query<{ code: string }>(`select code from zone_page where kind = 'activity' order by id limit 1`)
    const { to } = await page(`/activity/${rows[0]?.code}`, '')
    expect(String(to)).toMatch(/^\/loading\/activity\?to=/)
    expect(await page(String(to), '')).toMatchObject({ status: 302, to: `/hdmb?id=${rows[0]?.code}` })
    for (const none of ['/loading/activity', '/loading/activity?to=/activity/nichts'])
      expect(await page(none, '')).toMatchObject({ status: 302, to: '/noActivity' })
  })
})

describe('会员中心与钱包', () => {
  it('/user：企业、余额、积分、券数', async () => {
    const [{ text }, user, purse] = [await page('/user'), await data('/api/user/base'), await data('/api/user/user_money')]
    for (const said of [user.company, user.admin.name, `¥${money(purse.balance)}`, whole(purse.points), `${purse.coupons} 张`])
      expect(text).toContain(said)
  })
  it('/wdqb：余额、账期、优惠券、现金券、积分', async () => {
    const [{ text, main }, purse] = [await page('/wdqb'), await data('/api/user/user_money')]
    const said = [
      `¥${money(purse.balance)}`,
      `¥${money(purse.credit.left)}`,
      `¥${money(purse.voucher)}`,
      whole(purse.points),
      `${purse.coupons}张`,
    ]
    for (const one of said) expect(text.replaceAll(' ', '')).toContain(one)
    for (const to of ['/yegl', '/zqgl', '/yhq', '/xjq', '/jfgl']) expect(main).toContain(`href="${to}"`)
  })
  it('/yegl：可用余额与明细', async () => {
    const [{ text }, { list }, purse] = [await page('/yegl'), await data('/api/user/user_money_log'), await data('/api/user/user_money')]
    expect(text).toContain(`可用余额¥${money(purse.balance)}`)
    expect(list.length).toBeGreaterThan(0)
    for (const { memo, balance_after } of list.slice(0, 3)) {
      expect(text).toContain(memo)
      expect(text).toContain(money(balance_after))
    }
  })
  it('/jfgl：可用积分与明细', async () => {
    const [{ text }, purse] = [await page('/jfgl'), await data('/api/user/user_money')]
    expect(text).toContain(`可用积分${whole(purse.points)}`)
    expect(text).toMatch(/获得积分.*\+\d/)
  })
  it('/yhq：未用的每一张券，写明面额、门槛、范围', async () => {
    const [{ text }, { list }, { unused }] = [await page('/yhq'), await data('/api/user/coupon'), await data('/api/user/couponNum')]
    expect(list).toHaveLength(unused)
    for (const { name, threshold_text, scope_text } of list)
      for (const said of [name, threshold_text, scope_text]) expect(text).toContain(said)
  })
  it('/xjq：可用现金券，充值的每一档送多少（moneyConfig）', async () => {
    const [{ text }, { tiers, voucher }] = [await page('/xjq'), await data('/api/moneys/moneyConfig')]
    expect(text).toContain(`可用现金券¥${money(voucher.balance)}`)
    expect(tiers.length).toBeGreaterThan(2)
    for (const { amount, gift } of tiers) expect(text).toContain(`¥${whole(Number(amount))}送 ¥${Number(gift)}`)
  })
})

describe('自助服务与单据', () => {
  it('/star：收藏的每一种，连同收藏日期', async () => {
    const [{ main, text }, { list }] = [await page('/star'), await data('/api/favorite')]
    expect(goodsLinks(main)).toEqual(expect.arrayContaining(list.map((card: { id: number }) => card.id)))
    expect(text).toMatch(/\d{4}-\d{2}-\d{2} ?收藏/)
  })
  it('/wdzj：看过的商品，按天分开，写明看过几次', async () => {
    const [{ main, text }, { list }] = [await page('/wdzj'), await data('/api/goods/visit')]
    expect(goodsLinks(main)).toEqual(expect.arrayContaining(list.slice(0, 5).map((card: { id: number }) => card.id)))
    expect(text).toContain('今天')
    expect(text).toMatch(/看过 ?\d+ ?次/)
  })
  it('/dzfp：换开申请各在哪一步，订单号可点开', async () => {
    const [{ text, main }, { requests }] = [await page('/dzfp'), await data('/api/invoice/list')]
    expect(requests.length).toBeGreaterThan(0)
    for (const { order_id, order_no, state_name } of requests) {
      expect(text).toContain(state_name)
      expect(text).toContain(order_no)
      expect(main).toContain(`href="/order/info/${order_id}"`)
    }
  })
  it('/pzqg/add 与 /yjfk 是填写的表单；反馈页列出提交过的和答复', async () => {
    const [wanted, feedback] = [await page('/pzqg/add'), await page('/yjfk')]
    for (const field of ['商品名称', '规格', '生产厂家', '数量', '备注']) expect(wanted.text).toContain(field)
    expect(wanted.main).toContain('<form')
    expect(feedback.main).toContain('<form')
    const { list } = await data('/api/user/feedback')
    for (const { text } of list.filter((one: { kind: string }) => one.kind !== 'complaint').slice(0, 2))
      expect(feedback.text).toContain(text)
  })
  it('/order/wl/{id} 转到订单详情', async () => {
    const { list } = await data('/api/order/list')
    const moved = await page(`/order/wl/${list[0].id}`)
    expect(moved).toMatchObject({ status: 302, to: `/order/info/${list[0].id}` })
  })
  it.each([
    ['/register', '/register/step1'],
    ['/forget', '/forget/step1'],
  ])('%s 转到第一步，用登录样式的页首', async (from, to) => {
    expect(await page(from, '')).toMatchObject({ status: 302, to })
    const { html, main } = await page(to, '')
    expect(main).toContain('<form')
    expect(html).not.toContain('aria-label="账户与快捷链接"')
    expect(html).not.toContain('role="search"')
  })
})

describe('帮助与资讯', () => {
  const HELP =
    '/help/xrzn/hyzc /help/xrzn/gwzn /help/xrzn/aqgy /help/fwbz/wzzz /help/fwbz/yhxy /help/fwbz/zskf /help/serve /help/us/link /help/pay /help/zfps/ddzf /help/zfps/hwps /help/zfps/ypth'
  it.each(HELP.split(' '))('%s 是运营写的那篇文章', async (path) => {
    const code = path.split('/').at(-1)
    const [{ text, main }, article] = [await page(path, ''), await data(`/api/article/detail?code=${code}`)]
    expect(main).toContain(`<h1>${article.title}</h1>`)
    // The first words of the body, as far as no mark of its writing stands among them.
    const words = article.body.split(/[#[\]()|*\-\n：]/).find((part: string) => part.trim().length > 5)
    expect(text).toContain(words.trim())
  })
  it('/help/us/tsjy 给出投诉热线和表单', async () => {
    const [{ text, main }, user] = [await page('/help/us/tsjy'), await data('/api/user/base')]
    expect(text).toContain(user.common_config.hot_line)
    expect(main).toContain('<form')
  })
  it.each([
    ['/news/hy', 'hy'],
    ['/news/company', 'company'],
  ])('%s 列出这一栏的资讯，新的在前，各有链接', async (path, code) => {
    const { rows } = await pool.query<{ id: number; title: string }>(
      `select a.id, a.title from article a join article_category c on c.id = a.category_id
        where c.code = $1 and a.published_at <= now() order by a.published_at desc, a.id desc limit 5`,
      [code],
    )
    const { main } = await page(path, '')
    const places = rows.map(({ id, title }) => {
      expect(main).toContain(title)
      return main.indexOf(`/news/info/${id}/${code}`)
    })
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })
  it('页脚的会员注册带 id=66，打开的就是会员注册', async () => {
    const { html } = await page('/', '')
    expect(html).toContain('href="/help/xrzn/hyzc?id=66"')
    expect((await page('/help/xrzn/hyzc?id=66', '')).main).toContain('<h1>会员注册</h1>')
  })
})

it('eleven_index 离开本应用，到主站首页', async () => {
  expect(await page('/eleven_index', '')).toMatchObject({ status: 302, to: '/' })
})
