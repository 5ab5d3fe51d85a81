import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { CLINIC, closeAll, dataOf, emptyCart, expectNoPrice, login, OWNER, PASSED, signedIn, watchFailures } from './support.ts'
import { faultsOfPages } from './walk.ts'

// The last file, and a long one: whichever worker is free takes the next of its journeys, of which none builds on another.
test.describe.configure({ mode: 'parallel' })

const TITLES: readonly [path: string, title: string][] = [
  ['/ppzq', '品牌专区'],
  ['/ppzq/2', '品牌专区'],
  ['/ppzq/info/7', '品牌详情'],
  ['/yjh', '活动专区'],
  ['/yjh/1', '活动专区'],
  ['/Hdzx/all', '活动中心'],
  ['/Hdzx/1,2/2', '活动中心'],
  ['/kxzq', '控销专区'],
  ['/kxzq/new', '控销专区'],
  ['/kxzq/goods/wanghuai', '控销商品'],
  ['/yx', '包邮专区'],
  ['/yx/table', '包邮专区'],
  ['/yx/rule', '优选规则'],
  ['/zyyp', '中药专区'],
  ['/qxzq', '器械专区'],
  ['/jxqzc', '近效期专区'],
  ['/zhzq', '组合专区'],
  ['/hb', '满额返现'],
  ['/welfare', '全场94折'],
  ['/mrtj', '每日特价'],
  ['/lqzx', '领券中心'],
  ['/jfsc', '积分商城'],
  ['/yyh', '优益惠'],
  ['/yyh/list', '优益惠'],
  ['/zqmb?id=clinic', ''],
  ['/hdmb?id=chronic-care', ''],
  ['/noActivity', '活动未开始'],
]
const PATHS = TITLES.map(([path]) => path)

test('访客：每个专区都打得开、标题对，页面与 HTML 里没有一个价格', async ({ page }) => {
  test.setTimeout(300_000)
  const failures = watchFailures(page)
  for (const [path, title] of TITLES) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await expect(page, path).toHaveTitle(title === '' ? '安衡药采' : `${title} - 安衡药采`)
    await page.waitForLoadState('networkidle')
    await expectNoPrice(page, path)
  }
  expect(failures).toEqual([])
})

test('活动入口：开着的活动直接打开，没有的说未开始；不存在的专区页是 404', async ({ page }) => {
  await page.goto('/activity/winter-fair')
  await page.waitForURL(/\/yjh\/1$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('药交会')
  await page.goto('/activity/no-such-thing')
  await page.waitForURL(/\/noActivity$/)
  expect((await page.goto('/zqmb?id=no-such-page'))?.status()).toBe(404)
  expect((await page.goto('/ppzq/info/0'))?.status()).toBe(404)
  await page.goto('/hdmb?id=herb-season')
  await expect(page.getByText('活动暂未开始')).toBeVisible()
})

test('近效期：卡片写明批号、余几天、省百分之几；按月数缩小，折扣优先', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await page.goto('/jxqzc')
  const months = page.getByRole('navigation', { name: '到期时间' })
  await expect(page.getByText(/批号 \S+ · 余 \d+ 天/).first()).toBeVisible()
  const all = await page.getByText(/批号 \S+ · 余 \d+ 天/).count()
  await months.getByRole('link', { name: /^3 个月内到期/ }).click()
  await page.waitForURL(/months=3/)
  await expect.poll(() => page.getByText(/批号 \S+ · 余 \d+ 天/).count()).toBeLessThan(all)
  for (const text of await page.getByText(/批号 \S+ · 余 \d+ 天/).allTextContents())
    expect(Number(/余 (\d+) 天/.exec(text)?.[1])).toBeLessThanOrEqual(93)
  await months.getByRole('link', { name: '折扣优先' }).click()
  await page.waitForURL(/by=discount/)
  await expect(async () => {
    const shares = (await page.getByText(/^省 \d+%$/).allTextContents()).map((text) => Number(/\d+/.exec(text)?.[0]))
    expect(shares).toEqual([...shares].sort((one, other) => other - one))
  }).toPass({ timeout: 5_000 })
  await closeAll(page.context())
})

test('领券：领到的券刷新后还在，我的优惠券里也有；访客先去登录再回来', async ({ browser, page: visitor }) => {
  await visitor.goto('/lqzx')
  await visitor.getByRole('button', { name: '立即领取 大额采购券' }).click()
  await visitor.waitForURL(/\/login\?back=%2Flqzx/)
  const page = await signedIn(browser, OWNER)
  await page.goto('/lqzx')
  await page.getByRole('button', { name: '立即领取 大额采购券' }).click()
  await expect(page.getByRole('link', { name: '去使用 大额采购券' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: '去使用 大额采购券' })).toBeVisible()
  const { list } = await dataOf(await page.request.get('/api/user/coupon'))
  expect(list.map(({ name }: { name: string }) => name)).toContain('大额采购券')
  await closeAll(page.context())
})

test('积分商城：兑换后积分减少，订单在积分订单里', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const before = (await dataOf(await page.request.get('/api/points/goods'))).points
  await page.goto('/jfsc?kind=voucher')
  await page.getByRole('button', { name: '立即兑换 10 元现金券' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认兑换' }).click()
  await expect(page.getByText(/兑换成功|剩余 [\d,]+ 积分/).first()).toBeVisible()
  expect((await dataOf(await page.request.get('/api/points/goods'))).points).toBeLessThan(before)
  await page.goto('/jfdd')
  await expect(page.getByRole('listitem').filter({ hasText: '10 元现金券' }).first()).toBeVisible()
  await closeAll(page.context())
})

test('抽奖：结果至少等 2 秒，转动中关闭先确认，抽完淡出，之后不再询问，记录可查', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await login(page, CLINIC, { draws: true })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/draw/simple')) asked.push(request.url())
  })
  await page.goto('/mrtj')
  const shut = page.getByRole('button', { name: '关闭抽奖' })
  await expect(shut).toBeVisible()
  const began = Date.now()
  await page.getByRole('button', { name: /^抽奖 剩/ }).click()
  await shut.click()
  await expect(page.getByText('正在抽奖，关闭后可在个人中心查看抽奖结果。')).toBeVisible()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^(中奖了|未中奖)$/ })).toBeVisible()
  expect(Date.now() - began).toBeGreaterThanOrEqual(2_000)
  await page.getByRole('button', { name: '知道了' }).click()
  await expect(shut).toHaveCount(0)
  expect(asked).toHaveLength(1)
  await page.goto('/lqzx')
  await page.waitForTimeout(3_500)
  await expect(shut).toHaveCount(0)
  expect(asked).toHaveLength(1)
  const { list } = await dataOf(await page.request.get('/api/draw/record'))
  await page.goto('/jfdd?show=draws')
  await expect(page.getByRole('list', { name: '抽奖记录' }).getByRole('listitem').first()).toContainText(list[0].name)
  await closeAll(context)
})

test('抽奖不盖住采购：搜索、列表、商品、购物车上没有；首页问过一次，当天同一账号新开标签页不再问，换账号另算', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await login(page, PASSED, { draws: true })
  const drawing = (at: Page) => at.getByRole('button', { name: '关闭抽奖', exact: true })
  /** Longer than the offers wait for the page, and longer than their question takes. */
  const settle = (at: Page) => at.waitForTimeout(3_500)
  const atWork = ['/search?keywords=amxl', '/list', '/list/info/128', '/cart'].map(async (path) => {
    const work = await context.newPage()
    await work.goto(path)
    await settle(work)
    await expect(drawing(work), path).toHaveCount(0)
    await expect(work.getByRole('complementary', { name: '抽奖活动' }), path).toHaveCount(0)
    await work.close()
  })
  await Promise.all(atWork)
  await page.goto('/')
  await drawing(page).click()
  await expect(drawing(page)).toHaveCount(0)
  // Kept by the account, not by the tab.
  const second = await context.newPage()
  await second.goto('/')
  await settle(second)
  await expect(drawing(second)).toHaveCount(0)
  // Open pages hear who signed in, and would be asked in this one's place.
  await Promise.all([page, second].map((at) => at.goto('about:blank')))
  await login(second, OWNER, { draws: true })
  await second.goto('/')
  await expect(drawing(second)).toBeVisible()
  await closeAll(context)
})

/** Goes on with the Tab key until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < 150; step += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('the Tab key does not lead there')
}

test('只用键盘：领一张券，把一个组合加入购物车', async ({ browser }) => {
  const page = await signedIn(browser, OWNER)
  await emptyCart(page)
  await page.goto('/lqzx')
  await page.waitForLoadState('networkidle')
  await tabTo(page, page.getByRole('button', { name: '立即领取 医疗器械 95 折券' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: '去使用 医疗器械 95 折券' })).toBeVisible()
  await page.goto('/zhzq')
  await page.waitForLoadState('networkidle')
  await tabTo(page, page.getByRole('button', { name: /^把 .+ 加入购物车$/ }).first())
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await dataOf(await page.request.get('/api/cart/list'))).list.length).toBeGreaterThan(0)
  await emptyCart(page)
  await closeAll(page.context())
})

test('搜索结果来得慢时，期间输入的字不会被冲掉', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.route(/\/api\/goods\/list/, async (route) => {
    await new Promise((done) => setTimeout(done, 1_500))
    await route.continue()
  })
  const box = page.getByRole('combobox', { name: /搜索/ })
  await box.fill('amxl')
  await box.press('Enter')
  await box.click()
  await box.fill('阿胶')
  await page.waitForURL(/\/search\?keywords=amxl/)
  await expect(page.getByRole('main')).toContainText('阿莫西林')
  await expect(box).toHaveValue('阿胶')
  await expect(box).toBeFocused()
})

test('1440 与 375 像素：每个专区没有严重的可达性问题，不横向溢出，脚本不出错', async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await signedIn(browser, PASSED)
  const paths = [...PATHS, '/jxqzc?months=3', '/hdmb?id=herb-season', '/jfdd', '/jfdd?show=draws']
  expect(await faultsOfPages(page.context(), paths)).toEqual([])
  await closeAll(page.context())
})
