import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import {
  CLINIC,
  closeAll,
  dataOf,
  emptyCart,
  expectNoPrice,
  fillCart,
  firstGoods,
  PASSED,
  PENDING,
  signedIn,
  watchFailures,
} from './support.ts'
import { faultsOfPages } from './walk.ts'

const PRICE = /[¥￥]\s*\d/

/** Waits until the page is alive: what was rendered on the server answers to the browser. */
async function open(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path)
  expect(answer?.status(), path).toBeLessThan(500)
  await page.waitForLoadState('networkidle')
}

test('访客在任何页面、接口和建议里都看不到价格', async ({ page }) => {
  const seen: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return
    const text = await response.text().catch(() => '')
    if (/"(price|raw_price|base_price|retail_price)":"\d/.test(text)) seen.push(response.url())
  })
  const goods = await dataOf(await page.request.get('/api/goods/list?keywords=amxl'))
  for (const path of [
    '/',
    '/list',
    '/list/table',
    '/list/no_image',
    '/search?keywords=amxl',
    '/search/table?keywords=amxl',
    `/list/info/${goods.list[0].id}`,
    '/list?tags=特',
    '/news/hy',
    '/help',
  ]) {
    await open(page, path)
    await expectNoPrice(page, path)
  }
  await open(page, '/')
  const box = page.getByRole('combobox', { name: /搜索/ })
  await box.click()
  await box.pressSequentially('amxl')
  await expect(page.getByRole('option').first()).toContainText('阿莫西林')
  expect(await page.getByRole('listbox').first().textContent()).not.toMatch(PRICE)
  expect(seen).toEqual([])
})

test('待审核的药店登录后也看不到价格，看得到该做什么', async ({ browser }) => {
  const page = await signedIn(browser, PENDING)
  for (const path of ['/', '/list', '/search?keywords=amxl']) {
    await open(page, path)
    expect(await page.locator('main').textContent(), path).not.toMatch(/[¥￥]\s*[1-9]\d*\.\d\d\s*\/(盒|瓶|袋|支)/)
  }
  const list = await dataOf(await page.request.get('/api/goods/list'))
  expect(list.sees_prices).toBe(false)
  await closeAll(page.context())
})

test('搜索框：输入 amxl 半秒后出建议，方向键选中回车打开，Escape 关闭，历史留下并可清空', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const failures = watchFailures(page)
  await open(page, '/')
  const box = page.getByRole('combobox', { name: /搜索/ })
  await box.click()
  await box.pressSequentially('amxl')
  await expect(page.getByRole('option').first()).toContainText('阿莫西林')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await box.press('Enter')
  await page.waitForURL(/\/search\?/)
  await expect(page.getByRole('main')).toContainText('阿莫西林胶囊')
  expect(await page.evaluate(() => Object.values(localStorage).join('|'))).toContain('amxl')
  await box.fill('')
  await box.pressSequentially('bbdw')
  await expect(page.getByText('暂无数据').or(page.getByRole('option')).first()).toBeVisible()
  await box.fill('')
  await box.pressSequentially('ej')
  await expect(page.getByRole('option').first()).toContainText('阿胶')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('阿胶')
  await box.fill('')
  await box.press('Enter')
  expect(await page.evaluate(() => Object.values(localStorage).join('|'))).not.toContain('amxl')
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('后到的部分：没有结果的页和 404 页由服务器画好，脚本到后仍能用；建议的脚本取不到时照样能搜索', async ({ page }) => {
  const failures = watchFailures(page)
  await open(page, '/search?keywords=zzzzqq')
  await page.getByRole('link', { name: /按厂家搜索/ }).click()
  await page.waitForURL(/type=1/)
  await expect(page.getByRole('link', { name: /按药品搜索/ })).toBeVisible()
  await page.goto('/no/such/page')
  await page.getByRole('main').getByRole('link', { name: '浏览全部商品' }).click()
  await page.waitForURL(/\/list$/)
  await expect(page.getByRole('main')).toContainText(/共 [\d,]+ 个商品/)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('button', { name: '筛选' }).click()
  await expect(page.getByRole('dialog', { name: '筛选' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(failures).toEqual([])

  await page.route(/SearchDrop-[^/]*\.js/, (route) => route.abort())
  await open(page, '/')
  const box = page.getByRole('combobox', { name: /搜索/ })
  await box.pressSequentially('amxl')
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(page.getByRole('main')).toContainText('阿莫西林胶囊')
})

test('滚动 205 像素后搜索条固定；未知路径是 404；活动入口未开始', async ({ page }) => {
  await open(page, '/list')
  const box = page.getByRole('combobox', { name: /搜索/ })
  await page.mouse.wheel(0, 1200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(205)
  await expect(box).toBeInViewport()
  const missing = await page.goto('/no/such/page')
  expect(missing?.status()).toBe(404)
  await expect(page).toHaveTitle(/页面不存在/)
  await page.goto('/activity/x/y')
  await page.waitForURL(/\/(noActivity|loading\/activity)/)
})

test('诊所看得到不在经营范围内的商品为什么不能买', async ({ browser }) => {
  const page = await signedIn(browser, CLINIC)
  await open(page, '/search?keywords=amxl')
  await expect(page.getByText(/经营范围不含“化学药”/).first()).toBeVisible()
  await closeAll(page.context())
})

test('1440 与 375 像素：每个页面没有严重的可达性问题，不横向溢出，脚本不出错', async ({ browser }) => {
  test.setTimeout(300_000)
  const visitor = await browser.newContext()
  expect(await faultsOfPages(visitor, ['/', '/login', '/list', '/search?keywords=amxl', '/help'])).toEqual([])
  expect(await faultsOfPages(visitor, ['/no/such'])).toEqual(['/no/such: answered 404'])
  const page = await signedIn(browser, PASSED)
  const buyer = page.context()
  await emptyCart(page)
  const orders = await dataOf(await page.request.get('/api/order/list'))
  expect(await faultsOfPages(buyer, ['/cart', '/search?keywords=zzzzqq'])).toEqual([])
  const goods = await firstGoods(page, 'amxl')
  const ids = await fillCart(page, [{ goods_id: goods.id, number: 10 }])
  const full = [
    '/',
    '/list',
    '/list/table',
    '/list/no_image',
    '/search?keywords=amxl',
    `/list/info/${goods.id}`,
    '/cart',
    `/cart/step2?ids=${ids.join(',')}`,
    '/order',
    `/order/info/${orders.list[0].id}`,
    '/news/hy',
  ]
  expect(await faultsOfPages(buyer, full)).toEqual([])
  await emptyCart(page)
  await closeAll(visitor, buyer)
})
