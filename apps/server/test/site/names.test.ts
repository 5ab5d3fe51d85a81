import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { fillCart } from '../buying.ts'
import { type Buyer, makeCompany, makeCompanyPrice, makeGoods } from '../fixtures.ts'
import { testShop } from '../harness.ts'
import { addRow } from '../rows.ts'
import { ROUTES } from './tables.ts'

/** The pages by the names that the specification gives them, and what pages do with what it says of the user. */

const DIST = fileURLToPath(new URL('../../../../dist/', import.meta.url))

const shop = await testShop({ dist: DIST })
const { db } = shop.database
const buyer = await makeCompany(db)
const pending = await makeCompany(db, { review_state: 1 })
const section = async (code: string) =>
  (await db.insertInto('article_category').values({ code, name: code }).returning('id').executeTakeFirstOrThrow()).id
const article = async (category_id: number, slug: string | null) =>
  (
    await db
      .insertInto('article')
      .values({ category_id, slug, title: '一篇文章', body: '正文', published_at: new Date('2026-01-01') })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const news = await article(await section('hy'), null)
const help = await article(await section('guide'), 'gwzn')
const entry = (name: string, url: string, sort: number) => ({ placement: 'nav', name, url, sort, is_open: true })
await addRow(db, 'site_link', [entry('包邮专区', '/yx', 1), entry('每日特价', '/mrtj', 2)])
await fillCart(shop, buyer, [{ goods_id: await makeGoods(db), number: 1 }])

async function open(url: string, who: Buyer | null = buyer): Promise<{ status: number; to: string; html: string }> {
  const answer = await shop.app.inject({ method: 'GET', url, headers: who ? { cookie: `sid=${who.cookie}` } : {} })
  const { location } = answer.headers
  const to = location === undefined ? '' : new URL(String(location), 'http://shop')
  return { status: answer.statusCode, to: to === '' ? '' : to.pathname + to.search, html: answer.body }
}

describe('写成路径的路由名', () => {
  /** Where the specification's own words lead, beside the table's names. */
  const SAID: Readonly<Record<string, string>> = {
    zhzx_jcxx: '/basic',
    zhzx_wdxx: '/wdxx',
    order_wddd: '/order',
    kxzq_new: '/kxzq/new',
    register_index: '/register/step1',
    zzfw: '/kjcg',
  }
  const named = ROUTES.filter(({ name, path }) => name.includes('_') && !/:\w+(\/|$)/.test(path) && path !== `/${name}`).map(
    ({ name, path }): [string, string] => [name, SAID[name] ?? path.replace(/\/:\w+\?/g, '')],
  )
  const all = [...new Map([...named, ...Object.entries(SAID)])].filter(([name]) => name !== 'eleven_index')

  it('规格写出的名字都在其中', () => {
    const names = all.map(([name]) => name)
    for (const name of 'jcxx_index jcxx_zzzj zhzx_ddgl zhzx_bdwx zhzx_shdz zhzx_wdxx order_wddd order_jfdd order_hmdd kxzq_new dzzl_dzqz dzzl_syzl dzzl_ypjybg dzzl_dzckd dzzl_qyzl dzzl_dzfp register_index_step1 register_index_step2 register_index_step3'.split(
      ' ',
    ))
      expect(names).toContain(name)
  })
  it.each(all)('/%s 转到 %s，查询参数带过去', async (name, path) => {
    expect(await open(`/${name}?id=7`)).toMatchObject({ status: 302, to: `${path}?id=7` })
  })
  it('不存在的名字是 404', async () => {
    expect((await open('/zhzx_nichts')).status).toBe(404)
    expect((await open('/cart_step9')).status).toBe(404)
  })
})

describe('没有说明是哪一单、哪一条的页面', () => {
  it.each([
    ['/cart/step4', '请从我的订单里选择要查看的订单', 'href="/order"', '支付完成 - 安衡药采'],
    ['/cart/hm', '请从我的订单里选择要转账支付的订单', 'href="/order?status=pending_payment"', '支付订单 - 安衡药采'],
    ['/pzqg/info', '请从求购列表里选择要查看的求购', 'href="/pzqg"', '求购详情 - 安衡药采'],
  ])('%s 说明去哪里找', async (path, text, way, title) => {
    const { status, html } = await open(path)
    expect(status).toBe(200)
    expect(html).toContain(text)
    expect(html).toContain(way)
    expect(html).toContain(`<title>${title}</title>`)
    expect((await open(`${path}?id=999999`)).status).toBe(404)
    expect((await open(`${path}?id=x`)).status).toBe(404)
  })
})

describe('资讯的类型', () => {
  it('与文章所在栏目一致时打开，不一致时转到文章自己的地址', async () => {
    expect((await open(`/news/info/${news}/hy`)).status).toBe(200)
    expect(await open(`/news/info/${news}/company?from=1`)).toMatchObject({ status: 302, to: `/news/info/${news}/hy?from=1` })
    expect(await open(`/news/info/${news}/nichts`)).toMatchObject({ status: 302, to: `/news/info/${news}/hy` })
    expect(await open(`/news/info/${help}/hy`)).toMatchObject({ status: 302, to: '/help/xrzn/gwzn' })
    expect((await open('/news/info/999999/hy')).status).toBe(404)
  })
})

describe('页首与步骤条', () => {
  const images = new Set<string>()

  it('登录后链接到订单、电子发票、消息、收藏、电子合同与组合专区；游客只有登录与注册', async () => {
    const strip = async (who: Buyer | null) => /aria-label="账户与快捷链接".*?<\/section>/s.exec((await open('/', who)).html)?.[0] ?? ''
    const signed = await strip(buyer)
    for (const path of ['/order', '/dzfp', '/wdxx', '/star', '/dzht', '/zhzq']) expect(signed).toContain(`href="${path}"`)
    const guest = await strip(null)
    for (const path of ['/order', '/dzfp', '/wdxx', '/star', '/dzht']) expect(guest).not.toContain(`href="${path}"`)
    expect(guest).toContain('请登录')
  })

  it('is_show_youx 为 0 的企业在导航里看不到包邮专区，已通过的企业和游客看得到', async () => {
    const nav = async (who: Buyer | null) => /aria-label="专区导航".*?<\/nav>/s.exec((await open('/', who)).html)?.[0] ?? ''
    for (const who of [buyer, null]) expect(await nav(who)).toContain('href="/yx"')
    expect(await nav(pending)).not.toContain('href="/yx"')
    expect(await nav(pending)).toContain('href="/mrtj"')
  })

  it.each([
    ['/cart', 1],
    ['/cart/hm', 3],
    ['/cart/step4', 4],
  ])('%s 的步骤条是第 %i 步，各有各的图', async (path, step) => {
    const { html } = await open(path)
    const banner = /<img src="([^"]+)"[^>]*><ol[^>]*aria-label="购物步骤">(.*?)<\/ol>/s.exec(html)
    expect(banner?.[2]).toMatch(new RegExp(`^(<li(?! [^>]*aria-current).*?</li>){${step - 1}}<li[^>]*aria-current="step"`))
    const image = await open(banner?.[1] ?? '', null)
    expect(image.status).toBe(200)
    expect(image.html).toContain('<svg')
    images.add(image.html)
    expect(images.size).toBe(step === 1 ? 1 : step - 1)
  })
})

describe('用户信息里的开关', () => {
  const write = (key: string, value: unknown) =>
    db
      .insertInto('setting')
      .values({ key, value: JSON.stringify(value) })
      .onConflict((on) => on.column('key').doUpdateSet({ value: JSON.stringify(value) }))
      .execute()
  const base = async () => (await shop.ask('GET', '/api/user/base', { cookie: buyer.cookie })).data

  it('is_special：有协议价的企业在会员中心看到“享协议价”', async () => {
    expect((await open('/user')).html).not.toContain('享协议价')
    await makeCompanyPrice(db, buyer.companyId, await makeGoods(db), '3.00')
    expect(await base()).toMatchObject({ is_special: 1 })
    expect((await open('/user')).html).toContain('享协议价')
  })

  it('is_AfterSale：暂停受理时售后页说明，并收起申请入口', async () => {
    expect((await open('/order/afterSales')).html).toContain('从订单申请')
    await write('after_sale_open', false)
    const { html } = await open('/order/afterSales')
    expect(html).toContain('暂停受理新的售后申请')
    expect(html).not.toContain('从订单申请')
  })

  it('login_url：照设置，只认本站的地址', async () => {
    expect(await base()).toMatchObject({ login_url: '/login' })
    await write('login_url', '/login?from=group')
    expect(await base()).toMatchObject({ login_url: '/login?from=group' })
    for (const foreign of ['https://evil.example', '//evil.example', '/\\evil.example', 7]) {
      await write('login_url', foreign)
      expect(await base(), String(foreign)).toMatchObject({ login_url: '/login' })
    }
  })
})
