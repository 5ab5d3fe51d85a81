import { describe, expect, it } from 'vitest'
import { testShop } from '../../../../test/harness.ts'
import { snippet } from './articles.ts'

const NOW = new Date('2026-11-20T10:00:00+08:00')

const shop = await testShop({ now: NOW, demo: NOW })
const { pool } = shop.database

const detail = async (query: string) => (await shop.ask('GET', `/api/article/detail?${query}`)).data
const later = () => {
  // What a process read it keeps for a few seconds.
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
}

describe('帮助中心', () => {
  it('category_id=3 是帮助中心：分组列出全部帮助，每条都能按代号打开', async () => {
    const { data } = await shop.ask('GET', '/api/article/category?category_id=3')
    expect(data.list.map(({ name }: { name: string }) => name)).toEqual(['新手指南', '服务保障', '支付与配送', '专题说明', '联系我们'])
    const articles = data.list.flatMap((section: { articles: object[] }) => section.articles) as { code: string; title: string }[]
    expect(articles.length).toBeGreaterThan(15)
    for (const { code, title } of articles) expect((await detail(`code=${code}`)).title, code).toBe(title)
    expect((await detail('code=help')).title).toBe('帮助中心')
  })

  it('文章里的站内链接都指向帮助里有的文章或站内页面', async () => {
    const { rows } = await pool.query<{ body: string }>('select body from article')
    const links = rows.flatMap(({ body }) => [...body.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? ''))
    expect(links.length).toBeGreaterThan(20)
    for (const link of links) {
      expect(link).toMatch(/^\/[\w/-]*$/)
      if (link.startsWith('/help/')) expect((await detail(`code=${link.split('/').at(-1)}`)).title, link).toBeTruthy()
    }
  })

  it('按目录的次序有上一篇、下一篇，首尾没有', async () => {
    const first = await detail('code=hyzc')
    expect([first.prev, first.next.code]).toEqual([null, 'gwzn'])
    expect(await detail('code=aqgy')).toMatchObject({ prev: { code: 'gwzn' }, next: null })
  })

  it('新闻最新的在前，上一篇更新、下一篇更早，相关的不含自己', async () => {
    const { data } = await shop.ask('GET', '/api/article/category?code=company')
    const ids = data.list[0].articles.map(({ id }: { id: number }) => id)
    expect(data).toMatchObject({ page: 1, total: ids.length })
    const second = await detail(`id=${ids[1]}`)
    expect([second.prev.id, second.next.id]).toEqual([ids[0], ids[2]])
    expect(second.related.map(({ id }: { id: number }) => id)).not.toContain(ids[1])
  })

  it('草稿、未到时间的文章谁也看不到，搜不到，也不算数', async () => {
    const [before] = (await shop.ask('GET', '/api/article/category?code=company')).data.list
    const gone = before.articles[0]
    await pool.query(`update article set status = 'draft', slug = 'hidden' where id = $1`, [gone.id])
    later()
    expect((await shop.ask('GET', `/api/article/detail?id=${gone.id}`)).status).toBe(404)
    expect((await shop.ask('GET', '/api/article/detail?code=hidden')).status).toBe(404)
    expect((await shop.ask('GET', '/api/article/category?code=company')).data.total).toBe(before.articles.length - 1)
    await pool.query(`update article set status = 'published', slug = null, published_at = now() + interval '9 years' where id = $1`, [
      gone.id,
    ])
    later()
    expect((await shop.ask('GET', `/api/article/detail?id=${gone.id}`)).status).toBe(404)
  })

  it('搜索帮助：几个词都要有，标题里有的在前，给出所在的那一句；百分号只是百分号', async () => {
    const search = async (keywords: string) => (await shop.ask('GET', `/api/article/search?keywords=${encodeURIComponent(keywords)}`)).data
    const found = await search('运费')
    expect(found.total).toBeGreaterThan(2)
    expect(found.list[0].summary).toContain('运费')
    expect((await search('账期')).list[0].title).toBe('账期说明')
    expect((await search('冷链 温度')).list.map(({ code }: { code: string }) => code)).toContain('hwps')
    expect((await search('%')).list.every(({ summary }: { summary: string }) => summary.includes('%'))).toBe(true)
    expect((await search('没有这样的词')).total).toBe(0)
    expect((await search('冬季呼吸道')).total).toBe(0)
  })

  it('帮助是否有用：登录后可以说，改了以后一次为准', async () => {
    const { id } = await detail('code=gwzn')
    const cookie = await shop.login('13900000001')
    const vote = (helpful: number) => shop.ask('POST', '/api/article/vote', { cookie, body: { id, helpful } })
    expect((await shop.ask('POST', '/api/article/vote', { body: { id, helpful: 1 } })).status).toBe(401)
    expect((await vote(1)).message).toBe('感谢您的反馈')
    await vote(0)
    const { rows } = await pool.query('select helpful from article_vote where article_id = $1', [id])
    expect(rows).toEqual([{ helpful: false }])
    expect((await shop.ask('POST', '/api/article/vote', { cookie, body: { id: 999_999, helpful: 1 } })).status).toBe(404)
  })
})

it('摘句去掉记号，词在后面时从前一点截起', () => {
  expect(snippet('## 运费\n- 满 800 元免[运费](/help)', '', ['运费'])).toBe('运费：满 800 元免运费')
  expect(snippet(`${'长'.repeat(80)}冷链${'尾'.repeat(80)}`, '', ['冷链'])).toMatch(/^…长{20}冷链尾{38}…$/)
  expect(snippet('没有', '这篇的摘要', ['标题里的词'])).toBe('这篇的摘要')
})

describe('二维码', () => {
  it('服务号与手机版的二维码是按访问的地址画的；没有服务号时没有图', async () => {
    const wechat = await shop.ask('GET', '/img/wechat.svg')
    expect(wechat.headers['content-type']).toBe('image/svg+xml')
    expect((await shop.ask('GET', '/api/global/links')).data.wechat).toContain('演示')
    await pool.query(`delete from setting where key = 'wechat_service'`)
    later()
    expect((await shop.ask('GET', '/img/wechat.svg')).status).toBe(404)
  })
})
