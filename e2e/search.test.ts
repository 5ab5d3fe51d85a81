import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { dataOf, emptyCart, PASSED, seriousViolations, signedIn, watchFailures } from './support.ts'

const searched = (keywords: string, view = '') => `/search${view}?keywords=${encodeURIComponent(keywords)}`

test('打错的字说明是按什么找的，卡片和表格里都说', async ({ page }) => {
  for (const view of ['', '/table']) {
    await page.goto(searched('布咯芬缓释胶囊', view))
    await expect(page.getByText('没有找到“布咯芬缓释胶囊”，下面是“布洛芬缓释胶囊”的商品')).toBeVisible()
    await expect(page.getByText('布洛芬缓释胶囊').nth(1)).toBeVisible()
  }
  await page.goto(searched('布洛芬缓释胶囊'))
  await expect(page.getByRole('heading', { level: 3, name: /布洛芬缓释胶囊/ }).first()).toBeVisible()
  await expect(page.getByText('没有找到')).toHaveCount(0)
})

test('连着打的名称和规格找得到；按一类药、按英文名找，卡片上说为什么', async ({ page }) => {
  await page.goto(searched('布洛芬缓释胶囊0.3g'))
  await expect(page.getByRole('heading', { level: 3, name: /布洛芬缓释胶囊/ }).first()).toBeVisible()
  await page.goto(searched('ibuprofen'))
  await expect(page.getByText('“ibuprofen”即布洛芬').first()).toBeVisible()
  await page.goto(searched('退烧药'))
  await expect(page.getByText('属于“退烧药”').first()).toBeVisible()
})

test('什么也没找到：说出认得哪些，给出能找到的说法，求购时字已经填好', async ({ page }) => {
  await page.goto(searched('布洛芬 啊啊啊啊啊'))
  await expect(page.getByText('认得“布洛芬”，没有与“啊啊啊啊啊”相近的商品')).toBeVisible()
  await expect(page.getByRole('link', { name: '求购“布洛芬 啊啊啊啊啊”' })).toHaveAttribute(
    'href',
    `/pzqg/add?name=${encodeURIComponent('布洛芬 啊啊啊啊啊').replaceAll('%20', '+')}`,
  )
  await page.locator('p', { hasText: '您是不是要找' }).getByRole('link', { name: '布洛芬', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('搜索“布洛芬”')
  await expect(page.getByRole('heading', { level: 3, name: /布洛芬/ }).first()).toBeVisible()
})

test('建议里有商品的图、价格、库存，一步加购；有分类和厂家；键盘走得到，Escape 先回到搜索框', async ({ browser }) => {
  for (const width of [1440, 375]) {
    const page = await signedIn(browser, PASSED, { viewport: { width, height: 900 } })
    const failures = watchFailures(page)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    const box = page.getByRole('combobox', { name: /搜索/ })
    await box.click()
    await box.pressSequentially('布洛芬')
    const panel = page.getByRole('region', { name: '商品建议' })
    await expect(panel.getByText(/种商品/)).toBeVisible()
    const goods = panel.getByRole('listitem').first()
    await expect(goods.getByRole('img', { includeHidden: true })).toBeVisible()
    await expect(goods).toContainText('¥')
    await expect(goods).toContainText('库存')
    expect(await seriousViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

    await emptyCart(page)
    await goods.getByRole('button', { name: /加入购物车/ }).click()
    await expect(page.getByText(/已加入购物车/).first()).toBeVisible()
    await expect(panel).toBeVisible()
    expect((await dataOf(await page.request.get('/api/cart/list'))).list).toHaveLength(1)

    // Beyond the button of the field lies the first goods.
    while (!(await goods.getByRole('link').evaluate((link) => link === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(box).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await emptyCart(page)
    expect(failures).toEqual([])
    await page.context().close()
  }
})

test('访客的建议里没有价格，也不能加购', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const box = page.getByRole('combobox', { name: /搜索/ })
  await box.click()
  await box.pressSequentially('布洛芬')
  const panel = page.getByRole('region', { name: '商品建议' })
  await expect(panel.getByText('登录后可见价格').first()).toBeVisible()
  await expect(panel.getByRole('button')).toHaveCount(0)
  await panel
    .getByRole('link', { name: /布洛芬/ })
    .first()
    .click()
  await page.waitForURL(/\/list\/info\/\d+/)
  await expect(panel).toHaveCount(0)
})
