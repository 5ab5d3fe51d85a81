import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { closeAll, dataOf, emptyCart, fillCart, firstGoods, login, PASSED, signedIn, watchFailures } from './support.ts'

/** What stands around every page: side bar, search box, menu, adverts, ways in and out. */

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

const tools = (page: Page) => page.getByRole('complementary', { name: '快捷工具' })
/** How much of the side bar can be seen, in px. */
const seenWidth = (page: Page) => tools(page).evaluate((bar) => Math.round(window.innerWidth - bar.getBoundingClientRect().left))

test('侧栏：收起 40 像素、展开 310 像素，有我的账户；Escape 收起并交回焦点；返回顶部', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const failures = watchFailures(page)
  await open(page, '/list')
  expect(await seenWidth(page)).toBe(40)
  const account = tools(page).getByRole('button', { name: '我的账户' })
  await account.click()
  await expect.poll(() => seenWidth(page)).toBe(310)
  const { company, balance, admin } = await dataOf(await page.request.get('/api/user/base'))
  const panel = tools(page)
  await expect(panel.getByRole('link', { name: company })).toBeVisible()
  await expect(panel).toContainText(Number(balance).toLocaleString('zh-CN', { minimumFractionDigits: 2 }))
  await expect(panel).toContainText(admin.name)
  await expect(panel).toContainText(admin.phone)
  await page.keyboard.press('Escape')
  await expect.poll(() => seenWidth(page)).toBe(40)
  await expect(account).toBeFocused()
  await page.mouse.move(500, 500)
  await page.mouse.wheel(0, 2500)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(2500)
  await tools(page).getByRole('button', { name: '返回顶部' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('购物车抽屉：空时说明，加购后重新读取，删除先问“确定删除这件商品吗?”；购物车页上没有抽屉', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  const goods = await firstGoods(page, 'amxl')
  await open(page, '/search?keywords=amxl')
  const cart = tools(page).getByRole('button', { name: /^购物车/ })
  await cart.click()
  await expect(tools(page)).toContainText('购物车空空如也~')
  await cart.click()
  await page
    .getByRole('button', { name: `把 ${goods.name} 加入购物车` })
    .first()
    .click()
  await expect(cart).toHaveAccessibleName('购物车，1 种商品')
  await cart.click()
  await expect(tools(page)).toContainText(goods.name)
  await tools(page)
    .getByRole('button', { name: `删除 ${goods.name}` })
    .click()
  const question = page.getByRole('dialog', { name: '确定删除这件商品吗?' })
  await question.getByRole('button', { name: '取消' }).click()
  expect((await dataOf(await page.request.get('/api/cart/list'))).list).toHaveLength(1)
  await tools(page)
    .getByRole('button', { name: `删除 ${goods.name}` })
    .click()
  await question.getByRole('button', { name: '删除' }).click()
  await expect(tools(page)).toContainText('购物车空空如也~')
  await fillCart(page, [{ goods_id: goods.id, number: goods.step }])
  await page.goto('/cart')
  await expect(page.getByRole('main')).toContainText(goods.name)
  await expect(tools(page).getByRole('button', { name: /^购物车/ })).toHaveCount(0)
  await emptyCart(page)
  await closeAll(page.context())
})

test('每个页面记住自己滚到哪里：看完详情退回来，列表还在原处', async ({ page }) => {
  await open(page, '/list')
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 1500)
  const left = 1500
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  await page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/list/info/"]')]
    links.find((link) => link.getBoundingClientRect().top > 100)?.click()
  })
  await page.waitForURL(/\/list\/info\//)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await page.waitForURL(/\/list$/)
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - left)).toBeLessThan(50)
})

test('搜索框：提示可用拼音首字母，可在药品与厂家之间切换，换到厂家只找这家的商品', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const { sccj } = (await dataOf(await page.request.get('/api/goods/list', { params: { keywords: 'amxl' } }))).list[0]
  await open(page, '/')
  const box = page.getByRole('combobox', { name: /搜索/ })
  await expect(box).toHaveAttribute('placeholder', /药品.*厂家.*拼音首字母/)
  await expect(page.getByRole('radio', { name: '药品' })).toBeChecked()
  await page.getByText('厂家', { exact: true }).click()
  await box.fill(sccj)
  await box.press('Enter')
  await page.waitForURL(/type=1/)
  const found = await dataOf(await page.request.get('/api/goods/list', { params: { keywords: sccj, type: 1, per_page: 100 } }))
  expect(found.total).toBeGreaterThan(1)
  expect(new Set(found.list.map((one: { sccj: string }) => one.sccj))).toEqual(new Set([sccj]))
  await expect(page.getByRole('main')).toContainText(`${found.total} 个`)
  await closeAll(page.context())
})

test('分类菜单：指到一类就展开它的下级，移开就收起', async ({ page }) => {
  await open(page, '/')
  const menu = page.getByRole('navigation', { name: '商品分类' })
  const first = menu.getByRole('listitem').first().getByRole('link').first()
  await first.hover()
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await page.mouse.move(5, 5)
  await expect(first).toHaveAttribute('aria-expanded', 'false')
})

test('访客看到登录和注册；登录后是企业名称和订单，安全退出后页面重新载入，又是访客', async ({ page }) => {
  await open(page, '/')
  const strip = page.getByRole('region', { name: '账户与快捷链接' })
  await expect(strip.getByRole('link', { name: '请登录' })).toBeVisible()
  await expect(strip.getByRole('link', { name: '免费注册' })).toHaveAttribute('href', '/register/step1')
  await login(page, PASSED)
  await open(page, '/')
  await expect(strip.getByRole('link', { name: '我的订单' })).toHaveAttribute('href', '/order')
  const reloaded = page.waitForEvent('load')
  await strip.getByRole('button', { name: '安全退出' }).click()
  await reloaded
  await expect(strip.getByRole('link', { name: '请登录' })).toBeVisible()
  expect((await page.request.get('/api/user/base')).status()).toBe(401)
})

test('推广各在其位：首页顶上的、专区右上的和优惠导航、稍后的浮动推广，关掉后这次来访不再出现', async ({ page }) => {
  await open(page, '/')
  const adverts = page.getByRole('complementary', { name: '推广' })
  const float = adverts.nth(1)
  await expect(float).toBeVisible()
  await adverts.first().getByRole('button', { name: '关闭推广' }).click()
  await expect(adverts).toHaveCount(1)
  await adverts.getByRole('button', { name: '关闭推广' }).click()
  await expect(adverts).toHaveCount(0)
  const prize = page.getByRole('complementary', { name: '抽奖活动' })
  await expect(prize.getByRole('link', { name: '登录参与' })).toBeVisible()
  await open(page, '/hb')
  await expect(adverts).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: '优惠导航' }).getByRole('link', { name: '满额返现' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.waitForTimeout(2_000)
  await expect(adverts).toHaveCount(1)
})

test('手机版：指到就有二维码', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: '手机版', exact: true }).hover()
  const code = page.getByRole('tooltip').getByRole('img', { name: '本站手机版网址的二维码' })
  await expect(code).toBeVisible()
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('列表页的标题来自目录，不来自地址里写的文字', async ({ page }) => {
  for (const [path, title] of [
    ['/list/other/1', '西药'],
    ['/list/other/1/TEXT', '西药'],
    ['/list?category=1', '西药'],
    ['/list/other/99999/TEXT', '商品列表'],
  ] as const) {
    await page.goto(path)
    await expect(page, path).toHaveTitle(`${title} - 安衡药采`)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title)
    await expect(page.locator('body'), path).not.toContainText('TEXT')
  }
})

test('搜索词留在搜索框和结果页上：直接打开、从框里搜、翻到表格、看过商品再返回都一样', async ({ page }) => {
  const box = page.getByRole('banner').getByRole('combobox')
  await page.goto('/')
  await box.fill('amxl')
  await box.press('Enter')
  const isHere = async () => {
    await expect(box).toHaveValue('amxl')
    await expect(page).toHaveTitle('搜索“amxl” - 安衡药采')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('搜索“amxl”')
  }
  await isHere()
  await page.reload()
  await isHere()
  await page.getByRole('main').locator('a[href^="/list/info/"]').first().click()
  await expect(page).toHaveURL(/\/list\/info\//)
  await page.goBack()
  await isHere()
  await page.getByRole('main').getByRole('link', { name: '表格' }).click()
  await expect(page).toHaveURL(/\/search\/table/)
  await isHere()
})
