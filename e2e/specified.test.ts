import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { asOperator } from './shop-database.ts'
import { CLINIC, closeAll, emptyCart, firstGoods, login, OWNER, PASSED, signedIn } from './support.ts'

/** What the specification says of the pages' behaviour in figures: delays, limits, widths, and what is said when. */

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}
const searchBox = (page: Page) => page.getByRole('combobox', { name: /搜索/ })

test('建议：停下 500 毫秒才问一次，等待时写“搜索中”，没有时写“暂无数据”，5 秒内不再问', async ({ page }) => {
  await open(page, '/')
  const asked: number[] = []
  await page.route(/\/api\/goods\/search/, async (route) => {
    asked.push(Date.now())
    await new Promise((done) => setTimeout(done, 700))
    await route.continue()
  })
  const box = searchBox(page)
  await box.click()
  await box.pressSequentially('amxl', { delay: 10 })
  const rested = Date.now()
  await expect(page.getByText('搜索中…')).toBeVisible()
  await expect(page.getByRole('option').first()).toContainText('阿莫西林')
  expect(asked).toHaveLength(1)
  // The last key is pressed a moment before the browser's own report of it.
  expect((asked[0] ?? 0) - rested).toBeGreaterThan(350)
  await box.fill('zzzzqq')
  await expect(page.getByText('暂无数据').first()).toBeVisible()
  expect(asked).toHaveLength(2)
  await box.fill('')
  await box.fill('zzzzqq')
  await page.waitForTimeout(1_000)
  expect(asked).toHaveLength(2)
  await box.fill('')
  await page.waitForTimeout(5_500)
  await box.fill('zzzzqq')
  await expect.poll(() => asked.length).toBe(3)
})

test('点进搜索框就列出搜过的词，最近的在前；方向键选，回车搜，Escape 收起；清空记录后不再列出', async ({ page }) => {
  await open(page, '/')
  for (const word of ['阿胶', '板蓝根']) {
    await searchBox(page).fill(word)
    await searchBox(page).press('Enter')
    await page.waitForURL((url) => url.searchParams.get('keywords') === word)
  }
  await open(page, '/list')
  await searchBox(page).click()
  const past = page.getByRole('listbox', { name: '最近搜索' })
  await expect(past.getByRole('option')).toHaveText(['板蓝根', '阿胶'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(past.getByRole('option', { name: '阿胶' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(past.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('keywords') === '阿胶')
  await open(page, '/list')
  await searchBox(page).click()
  await expect(past.getByRole('option')).toHaveText(['阿胶', '板蓝根'])
  await page.getByRole('button', { name: '清空记录' }).click()
  await expect(past.getByRole('option')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('search_history'))).toBeNull()
})

test('搜索条滚到 205 像素还在原处，过了 205 就固定在顶上', async ({ page }) => {
  await open(page, '/list')
  const bar = page
    .locator('header')
    .filter({ has: searchBox(page) })
    .locator('> div')
  const place = async (top: number) => {
    await page.evaluate((to) => window.scrollTo(0, to), top)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top)
    return bar.evaluate(async (element) => {
      // The scroll is told in the next frame, what it changes is drawn in the one after, and the bar slides in.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      await Promise.all(element.getAnimations().map(({ finished }) => finished))
      return `${getComputedStyle(element).position} ${Math.round(element.getBoundingClientRect().top)}`
    })
  }
  expect(await place(205)).not.toMatch(/^fixed/)
  expect(await place(206)).toBe('fixed 0')
  expect(await place(0)).not.toMatch(/^fixed/)
})

test('满额返现、94 折、组合专区右上有推广，每日特价没有', async ({ page }) => {
  const [advert] = (await (await page.request.get('/api/focus/common')).json()).data.list
  for (const path of ['/hb', '/welfare', '/zhzq']) {
    await page.goto(path)
    const link = page.getByRole('complementary', { name: '推广' }).getByRole('link', { name: advert.title })
    await expect(link, path).toBeVisible()
    const box = await link.boundingBox()
    expect(box?.x, path).toBeGreaterThan(900)
    expect(box?.y, path).toBeLessThan(300)
  }
  await open(page, '/mrtj')
  await expect(page.getByRole('complementary', { name: '推广' }).getByRole('link', { name: advert.title })).toHaveCount(0)
})

test('侧栏：消息面板列出最近的消息，微信面板有公众号与手机版两个二维码；展开 200 毫秒后才读内容', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await open(page, '/list')
  const tools = page.getByRole('complementary', { name: '快捷工具' })
  // What is unread, as the panel has it; other journeys of this company bring more meanwhile.
  const { data } = await (await page.request.get('/api/user/message?unread=1')).json()
  await tools.getByRole('button', { name: /^我的消息/ }).click()
  await expect(tools).toContainText(data.list[0].title)
  await page.keyboard.press('Escape')
  await tools.getByRole('button', { name: '微信与手机版' }).click()
  const codes = tools.getByRole('img', { name: /二维码/ })
  await expect(codes).toHaveCount(2)
  for (const code of await codes.all())
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  // From the click to the first of the panel's content, by the page's own clock.
  const after = await page.evaluate(async () => {
    const bar = document.querySelector('aside[aria-label="快捷工具"]') as HTMLElement
    const began = performance.now()
    bar.querySelector<HTMLElement>('button[aria-label="微信与手机版"]')?.click()
    while (!bar.querySelector('figure')) await new Promise(requestAnimationFrame)
    return performance.now() - began
  })
  expect(after).toBeGreaterThanOrEqual(200)
  await closeAll(page.context())
})

test('收藏：说“收藏成功”并可去看收藏；再点说“取消收藏成功”', async ({ browser }) => {
  const page = await signedIn(browser, CLINIC)
  const goods = await firstGoods(page, '天麻')
  await page.request.post('/api/favorite/cancel', { data: { goods_ids: [goods.id] } })
  await open(page, `/search?keywords=${encodeURIComponent('天麻')}`)
  const heart = page.getByRole('button', { name: `收藏 ${goods.name}`, exact: true }).first()
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const said = page.getByRole('status').filter({ hasText: '收藏成功' })
  await expect(said.getByRole('link', { name: '查看收藏' })).toHaveAttribute('href', '/star')
  await heart.click()
  await expect(page.getByText('取消收藏成功')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await closeAll(page.context())
})

test('加购成功显示接口的话；数量被更正时是提示的样子', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  const goods = await firstGoods(page, 'amxl')
  await open(page, '/search?keywords=amxl')
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/cart') && answer.request().method() === 'POST')
  const tones: string[] = []
  const add = page.getByRole('button', { name: `把 ${goods.name} 加入购物车` }).first()
  await add.click()
  const { message } = await (await answered).json()
  const said = page.getByRole('status').getByText(message, { exact: true }).locator('..')
  tones.push((await said.getAttribute('class')) ?? '')
  await page.route(/\/api\/cart$/, async (route) => {
    const answer = await route.fetch()
    const envelope = await answer.json()
    await route.fulfill({ response: answer, json: { ...envelope, message: '部分加入', data: { ...envelope.data, partial: true } } })
  })
  await add.click()
  const partly = page.getByRole('status').getByText('部分加入', { exact: true }).locator('..')
  tones.push((await partly.getAttribute('class')) ?? '')
  expect(tones[0]).toMatch(/success/)
  expect(tones[1]).toMatch(/info/)
  await emptyCart(page)
  await closeAll(page.context())
})

test('没有去处的链接说“活动暂未开始”，不离开这一页', async ({ page }) => {
  await asOperator(
    async (client) =>
      void (await client.query(
        `insert into site_link (placement, parent_id, name, url, sort)
         select 'help', id, '尚未开放的链接', '', 9999 from site_link where placement = 'help' and parent_id is null order by sort, id limit 1`,
      )),
  )
  try {
    const link = page.getByRole('contentinfo').getByRole('button', { name: '尚未开放的链接' })
    await expect(async () => {
      await page.goto('/help')
      await expect(link).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 120_000 })
    await page.waitForLoadState('networkidle')
    await link.click()
    await expect(page.getByText('活动暂未开始')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/help')
  } finally {
    await asOperator(async (client) => void (await client.query(`delete from site_link where name = '尚未开放的链接'`)))
  }
})

test('抽奖弹窗关闭用 1 秒淡出；不能参加的不弹', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await login(page, OWNER, { draws: true })
  await page.route(/\/api\/draw\/simple/, async (route) => {
    const answer = await route.fetch()
    const envelope = await answer.json()
    const draw = envelope.data.draw && { ...envelope.data.draw, is_join: 1 }
    await route.fulfill({ response: answer, json: { ...envelope, data: { ...envelope.data, draw } } })
  })
  const shut = page.getByRole('button', { name: '关闭抽奖' })
  const asked = page.waitForResponse(/\/api\/draw\/simple/)
  await page.goto('/mrtj')
  expect((await (await asked).json()).data.draw.is_join).toBe(1)
  await page.waitForTimeout(2_500)
  await expect(shut).toHaveCount(0)
  await page.unroute(/\/api\/draw\/simple/)
  await page.goto('/welfare')
  await expect(shut).toBeVisible()
  const took = await shut.evaluate(async (button) => {
    const box = button.closest('dialog')
    const began = performance.now()
    ;(button as HTMLElement).click()
    while (box?.isConnected) await new Promise(requestAnimationFrame)
    return performance.now() - began
  })
  expect(took).toBeGreaterThanOrEqual(1_000)
  expect(took).toBeLessThan(3_000)
  await closeAll(context)
})

test('倒计时一秒走一格', async ({ page }) => {
  await open(page, '/mrtj')
  const clock = page.getByRole('main').getByRole('timer').first()
  const seen = await clock.evaluate(async (element) => {
    const times: [at: number, text: string][] = []
    const end = performance.now() + 5_200
    while (performance.now() < end) {
      const text = element.textContent ?? ''
      if (text !== times.at(-1)?.[1]) times.push([performance.now(), text])
      await new Promise(requestAnimationFrame)
    }
    return times
  })
  expect(seen.length).toBeGreaterThanOrEqual(4)
  expect(seen.length).toBeLessThanOrEqual(7)
  const seconds = seen.map(([, text]) => Number(/(\d\d)$/.exec(text.trim())?.[1]))
  for (const [at, second] of seconds.entries()) if (at > 0) expect((60 + (seconds[at - 1] ?? 0) - second) % 60).toBeLessThanOrEqual(2)
})
