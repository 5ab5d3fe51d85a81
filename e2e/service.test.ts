import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { asOperator } from './shop-database.ts'
import { closeAll, expectAccessible, PASSED, signedIn, staffIn, watchFailures } from './support.ts'

/** A conversation of its own for each journey. */
test.beforeEach(() => asOperator(async (client) => void (await client.query('delete from chat_conversation'))))

const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })

async function openChat(page: Page, path = '/help'): Promise<void> {
  await page.goto(path)
  await page
    .getByRole('button', { name: /联系客服/ })
    .first()
    .click()
  await expect(page.getByLabel('给客服留言')).toBeFocused()
}

async function say(page: Page, field: string, text: string): Promise<void> {
  await page.getByLabel(field).fill(text)
  await page.getByLabel(field).press('Enter')
}

/** The console's chat desk with the buyer's conversation open. */
async function openDesk(browser: Browser): Promise<Page> {
  const desk = await staffIn(browser, 'kefu')
  await desk.goto('/console/service/chat?state=waiting')
  await desk.getByRole('link', { name: /未读/ }).first().click()
  return desk
}

test('客户留言，客服页回复，客户马上看到；收起后来的回复记在未读数上，打开就清', async ({ browser }) => {
  const buyer = await signedIn(browser, PASSED)
  const failures = watchFailures(buyer)
  await openChat(buyer, '/list/info/12')
  await buyer.getByRole('button', { name: '发送正在看的商品' }).click()
  await say(buyer, '给客服留言', '这个下周还有货吗')
  await expect(bubble(buyer, '这个下周还有货吗')).toBeVisible()
  await expect(buyer.getByText('发送中')).toHaveCount(0)
  await expectAccessible(buyer)

  const desk = await openDesk(browser)
  await expect(bubble(desk, '这个下周还有货吗')).toBeVisible()
  await say(desk, '回复客户', '周一到货，已为您登记')
  await expect(bubble(buyer, '周一到货，已为您登记')).toBeVisible()
  await expectAccessible(desk)

  await buyer.keyboard.press('Escape')
  const tool = buyer.getByRole('complementary', { name: '快捷工具' }).getByRole('button', { name: /联系客服/ })
  await expect(tool).toBeFocused()
  await say(desk, '回复客户', '还需要别的吗')
  await expect(tool).toHaveAccessibleName('联系客服，1 条未读')
  await tool.click()
  await expect(bubble(buyer, '还需要别的吗')).toBeVisible()
  await expect(tool).toHaveAccessibleName('联系客服')

  await desk.getByRole('button', { name: '结束会话' }).click()
  await expect(desk.getByText('会话已结束', { exact: false }).first()).toBeVisible()
  expect(failures).toEqual([])
  await closeAll(buyer.context(), desk.context())
})

test('断网时写的留着，网络回来自动发出；断线期间的回复补上，一条不多一条不少', async ({ browser }) => {
  const buyer = await signedIn(browser, PASSED)
  await openChat(buyer)
  await say(buyer, '给客服留言', '第一条')
  await expect(bubble(buyer, '第一条')).toBeVisible()
  const desk = await openDesk(browser)
  await expect(bubble(desk, '第一条')).toBeVisible()

  await buyer.context().setOffline(true)
  await say(buyer, '给客服留言', '断网时写的')
  await expect(buyer.getByText(/未发送/)).toBeVisible()
  await say(desk, '回复客户', '断线时的回复')
  await expect(bubble(desk, '断线时的回复')).toBeVisible()
  await buyer.context().setOffline(false)

  await expect(bubble(buyer, '断线时的回复')).toBeVisible({ timeout: 20_000 })
  await expect(buyer.getByText(/未发送/)).toHaveCount(0)
  await expect(bubble(desk, '断网时写的')).toHaveCount(1)
  for (const text of ['第一条', '断网时写的', '断线时的回复']) await expect(bubble(buyer, text)).toHaveCount(1)
  await closeAll(buyer.context(), desk.context())
})

test('数据库一侧断开监听后，页面自己接上，新消息照样到', async ({ browser }) => {
  const buyer = await signedIn(browser, PASSED)
  await openChat(buyer)
  await say(buyer, '给客服留言', '断开之前')
  const desk = await openDesk(browser)
  await expect(bubble(desk, '断开之前')).toBeVisible()
  await asOperator(
    async (client) =>
      void (await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anheng-listen' and datname = current_database()`,
      )),
  )
  await say(buyer, '给客服留言', '断开之后')
  await expect(bubble(desk, '断开之后')).toBeVisible({ timeout: 20_000 })
  await closeAll(buyer.context(), desk.context())
})

test('手机上客服盖住整页，关掉回到原处；没有在线客服时是两个 QQ', async ({ browser }) => {
  const phone = await signedIn(browser, PASSED, { viewport: { width: 375, height: 780 } })
  await phone.goto('/help')
  await phone.getByRole('button', { name: '在线客服' }).click()
  await expect(phone.getByLabel('给客服留言')).toBeVisible()
  await say(phone, '给客服留言', '手机上问')
  await expect(bubble(phone, '手机上问')).toBeVisible()
  await expectAccessible(phone)
  const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await phone.getByRole('button', { name: '收起' }).click()
  await expect(phone.getByRole('button', { name: '在线客服' })).toBeFocused()

  const setChat = (open: boolean) =>
    asOperator(async (client) => void (await client.query(`update setting set value = $1 where key = 'chat_open'`, [JSON.stringify(open)])))
  await setChat(false)
  try {
    await phone.goto('/help')
    await phone.getByRole('button', { name: '联系客服' }).click()
    await expect(phone.getByRole('link', { name: /QQ 客服/ })).toHaveCount(2)
  } finally {
    await setChat(true)
  }
  await closeAll(phone.context())
})

test('帮助能搜、能读、能翻；目录存在本地', async ({ page }) => {
  const failures = watchFailures(page)
  await page.goto('/help/xrzn/hyzc?id=66')
  await expect(page.getByRole('heading', { level: 1, name: '会员注册' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /医疗机构执业许可证或诊所备案凭证/ })).toBeVisible()
  await page.getByRole('link', { name: /下一篇/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '购物指南' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('help_categories'))).toContain('购物指南')
  await page.getByLabel('在帮助中搜索').fill('账期')
  await page.getByLabel('在帮助中搜索').press('Enter')
  await page.getByRole('main').getByRole('listitem').filter({ hasText: '账期说明' }).getByRole('link').last().click()
  await expect(page).toHaveTitle(/账期说明/)
  expect(failures).toEqual([])
})

test.describe('装到桌面', () => {
  test.use({ serviceWorkers: 'allow' })

  const ready = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const kept = (context: BrowserContext) =>
    context.pages()[0]?.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })

  test('断网打开页面看到说明，联网后可以接着用；不留下任何页面和接口的内容', async ({ browser, baseURL }) => {
    const page = await signedIn(browser, PASSED, { serviceWorkers: 'allow', ...(baseURL && { baseURL }) })
    await page.goto('/')
    await ready(page)
    await page.goto('/order')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.context().setOffline(true)
    await page.goto('/cart')
    await expect(page.getByRole('heading', { name: '网络未连接' })).toBeVisible()
    await expectAccessible(page)
    const paths = (await kept(page.context())) ?? []
    expect(paths).toContain('/offline.html')
    expect(paths.filter((path) => !path.startsWith('/assets/') && !['/offline.html', '/favicon.svg'].includes(path))).toEqual([])
    await page.context().setOffline(false)
    await page.getByRole('link', { name: '重新连接' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '购物车' })).toBeVisible()
    await closeAll(page.context())
  })

  test('清单写得齐全，图标打得开；“添加到桌面”在浏览器没有提议时说明怎么装', async ({ page }) => {
    const manifest = await (await page.request.get('/site.webmanifest')).json()
    for (const { src, sizes } of manifest.icons) {
      const icon = await page.request.get(src)
      expect([icon.status(), sizes], src).toEqual([200, expect.stringMatching(/^(any|\d+x\d+)$/)])
    }
    expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' })
    const worker = await page.request.get('/sw.js')
    expect(worker.headers()['cache-control']).toBe('no-cache')
    await page.goto('/help')
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: '添加到桌面' }).click()
    await expect(page.getByRole('dialog', { name: '添加到桌面' })).toContainText('安装')
    await expectAccessible(page)
  })
})
