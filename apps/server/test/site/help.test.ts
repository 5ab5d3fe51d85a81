import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSite, type Site } from './site-fixtures.ts'

/** Help and news: each path opens its own article, and the lists hold their own section. */

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.shop.close())

it.each([
  ['/help/xrzn/hyzc', '会员注册', '注册三步'],
  ['/help/xrzn/gwzn', '购物指南', ''],
  ['/help/xrzn/aqgy', '安全购药', ''],
  ['/help/fwbz/wzzz', '网站资质', ''],
  ['/help/fwbz/yhxy', '用户协议', ''],
  ['/help/fwbz/zskf', '专属客服', ''],
  ['/help/serve', '服务保障', '证照齐全'],
  ['/help/us/tsjy', '投诉建议', '投诉热线'],
  ['/help/us/link', '联系我们', '采购与订单'],
  ['/help/pay', '支付配送', ''],
  ['/help/zfps/ddzf', '订单支付', ''],
  ['/help/zfps/hwps', '货物配送', ''],
  ['/help/zfps/ypth', '药品退换', ''],
])('%s 是《%s》自己的正文', async (path, title, word) => {
  const slug = path.split('/').at(-1) ?? ''
  const { title: written, body } = await site.data(`/api/article/detail?code=${slug}`, '')
  const page = await site.open(path, '')
  expect(page.status).toBe(200)
  expect(written).toBe(title)
  expect(page.html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
  const plain = page.main.replaceAll('|', '')
  expect(plain).toContain(word)
  // The first sentence of the article that is plain text, without marks.
  const sentence = String(body)
    .split('\n')
    .find((line) => /^[\u4e00-\u9fff][^*[\]|`#{}]{15,}$/.test(line))
  if (sentence) expect(plain).toContain(sentence.slice(0, 15))
  else expect(word).not.toBe('')
})

it('帮助首页的目录列出每一篇，指到各自的地址', async () => {
  const { html } = await site.open('/help', '')
  for (const path of '/help/xrzn/hyzc /help/xrzn/gwzn /help/xrzn/aqgy /help/fwbz/wzzz /help/fwbz/yhxy /help/fwbz/zskf /help/serve /help/us/tsjy /help/us/link /help/pay /help/zfps/ddzf /help/zfps/hwps /help/zfps/ypth'.split(
    ' ',
  ))
    expect(html).toContain(`href="${path}"`)
})

it('页脚的“会员注册”带着 id=66，打开的就是这一篇', async () => {
  const { html } = await site.open('/', '')
  const foot = /<footer class="Footer_.*?<\/footer>/s.exec(html)?.[0] ?? ''
  expect(foot).toContain('href="/help/xrzn/hyzc?id=66"')
  expect((await site.open('/help/xrzn/hyzc?id=66', '')).html).toMatch(/<h1[^>]*>会员注册<\/h1>/)
})

it.each([
  ['/news/hy', 'hy', '行业资讯'],
  ['/news/company', 'company', '公司新闻'],
])('%s 列出“%s”栏目的文章，新的在前，没有别的栏目的', async (path, code, name) => {
  const rows = await site.rows<{ title: string; code: string }>(
    `select a.title, c.code from article a join article_category c on c.id = a.category_id
      where c.code in ('hy', 'company') and a.published_at <= now() order by a.published_at desc, a.id desc`,
  )
  const { main, html } = await site.open(path, '')
  expect(html).toMatch(new RegExp(`<h1[^>]*>${name}</h1>`))
  const places = rows.filter((row) => row.code === code).map(({ title }) => main.indexOf(`|${title}|`))
  expect(places.length).toBeGreaterThan(2)
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((one, other) => one - other))
  for (const { title } of rows.filter((row) => row.code !== code)) expect(main).not.toContain(`|${title}|`)
})
