import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, PASSED, PENDING, signedIn, watchFailures } from './support.ts'

test('表格视图只用键盘：输入 7 回车得到 10 并说明原因，下一个照加，F 收藏，徽标随之计数', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const failures = watchFailures(page)
  await emptyCart(page)
  const { list } = await dataOf(await page.request.get('/api/goods/list', { params: { keywords: 'amxl', per_page: '100' } }))
  const buyable = list.filter((goods: { is_buy: number }) => goods.is_buy === 1)
  const [first, second, third] = buyable
  expect(first).toMatchObject({ name: expect.stringContaining('阿莫西林'), step: 5 })
  const rowOf = (goods: { id: number }) => page.getByRole('row').nth(list.findIndex((one: { id: number }) => one.id === goods.id) + 1)

  await page.goto('/search/table?keywords=amxl')
  await expect(rowOf(first).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(rowOf(first)).toContainText('已加购 10')
  await expect(rowOf(first)).toContainText('已调整为 10')
  await expect(rowOf(second).getByRole('textbox')).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await expect(rowOf(third).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(rowOf(second)).toContainText(`已加购 ${second.min_number}`)
  await expect(page.getByRole('banner').getByRole('link', { name: '购物车，2 种商品' })).toBeVisible()
  await expect(page.getByText('本页已加购 2 种')).toBeVisible()

  const heart = rowOf(third).getByRole('button', { name: /^收藏/ })
  const before = await heart.getAttribute('aria-pressed')
  await page.keyboard.press('f')
  await expect(heart).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true')
  const held = await dataOf(await page.request.get('/api/cart/list'))
  expect(held.list.map((line: { goods: { id: number }; number: number }) => [line.goods.id, line.number]).sort()).toEqual(
    [
      [first.id, 10],
      [second.id, second.min_number],
    ].sort(),
  )
  await expectAccessible(page)
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('连按回车一个不丢：十行十次回车，购物车里十种商品', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  await page.goto('/list/table?can_buy=1')
  await expect(page.getByRole('row').nth(1).getByRole('textbox')).toBeFocused()
  for (let at = 0; at < 10; at += 1) await page.keyboard.press('Enter')
  await expect(page.getByText('本页已加购 10 种')).toBeVisible()
  const held = await dataOf(await page.request.get('/api/cart/list'))
  expect(held.list).toHaveLength(10)
  await emptyCart(page)
  await closeAll(page.context())
})

test('最后一行之后是下一页的第一行，↑ 回到上一页的最后一行', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await page.goto('/list/table?can_buy=1')
  await expect(page.getByRole('row').nth(1).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('101')
  await expect(page.getByRole('row').nth(1).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('row').nth(100).getByRole('cell').first()).toHaveText('100')
  await expect(page.getByRole('row').nth(100).getByRole('textbox')).toBeFocused()
  await closeAll(page.context())
})

test('访客的表格没有数量框，也没有价格，有去登录的路', async ({ page }) => {
  await page.goto('/search/table?keywords=amxl')
  await expect(page.getByRole('row').nth(1)).toContainText('登录后可见价格')
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: '去登录' })).toHaveAttribute('href', /\/login\?back=/)
  expect(await page.getByRole('main').textContent()).not.toMatch(/[¥￥]\s*\d/)
  await expectAccessible(page)
})

/** The room that the rows have, without bars beside them; the last two are windows with the wide bars of older systems. */
const SCREENS = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 1332, height: 768 },
  { width: 1646, height: 1050 },
]

for (const size of SCREENS) {
  test(`${size.width} 像素宽：小计和状态两列看得全，原因不被截断在屏幕外，页面到页脚为止`, async ({ browser }) => {
    const page = await signedIn(browser, PASSED, { viewport: size })
    for (const path of ['/list/table', '/search/table?keywords=amxl', '/list/table?page=5']) {
      await page.goto(path)
      const room = await page.getByRole('table').evaluate((table) => {
        const scroller = table.parentElement
        const edge = scroller?.getBoundingClientRect().right ?? 0
        const heads = [...table.querySelectorAll('th')].filter((th) => th.offsetWidth > 0)
        return {
          hidden: (scroller?.scrollWidth ?? 0) - (scroller?.clientWidth ?? 0),
          outside: heads.filter((th) => th.getBoundingClientRect().right > edge + 0.5).map((th) => th.textContent),
          last: heads.slice(-2).map((th) => th.textContent),
          reasons: heads.at(-1)?.offsetWidth ?? 0,
          below:
            document.documentElement.scrollHeight -
            (document.querySelector('body footer:last-of-type')?.getBoundingClientRect().bottom ?? 0) -
            window.scrollY,
        }
      })
      expect(room, path).toMatchObject({ hidden: 0, outside: [], last: ['小计 ¥', '状态'] })
      expect(room.reasons, path).toBeGreaterThanOrEqual(200)
      expect(Math.abs(room.below), path).toBeLessThanOrEqual(1)
    }
    await closeAll(page.context())
  })
}

test('窗口再窄，名称和数量、状态也不随横向滚动离开', async ({ browser }) => {
  const page = await signedIn(browser, PASSED, { viewport: { width: 1024, height: 768 } })
  await page.goto('/list/table')
  const seen = () =>
    page.getByRole('table').evaluate((table) => {
      const box = table.parentElement?.getBoundingClientRect()
      const isInside = (cell: Element | null) => {
        const { left = -1, right = 0 } = cell?.getBoundingClientRect() ?? {}
        return left >= (box?.left ?? 0) - 1 && right <= (box?.right ?? 0) + 1
      }
      const head = [...table.querySelectorAll('th')]
      return ['商品名称', '数量', '小计 ¥', '状态'].filter((name) => isInside(head.find((th) => th.textContent === name) ?? null))
    })
  await expect.poll(seen).toEqual(['商品名称', '数量', '小计 ¥', '状态'])
  await page.getByRole('table').evaluate((table) => table.parentElement?.scrollTo({ left: 999 }))
  expect(await seen()).toEqual(['商品名称', '数量', '小计 ¥', '状态'])
  await closeAll(page.context())
})

test('表格载入和加购时，列不挪动', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const widths = () =>
    page.getByRole('table').evaluate((table) => [...table.querySelectorAll('th')].map((th) => Math.round(th.getBoundingClientRect().left)))
  await page.goto('/list/table?can_buy=1')
  await expect(page.getByRole('row').nth(1).getByRole('textbox')).toBeFocused()
  const before = await widths()
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').nth(1)).toContainText(/已加购|最多|库存|限购|整/)
  await page.goto('/list/table?can_buy=1&page=2')
  await expect(page.getByRole('row').nth(1).getByRole('textbox')).toBeFocused()
  expect(await widths()).toEqual(before)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.002)
  await emptyCart(page)
  await closeAll(page.context())
})

test('访客和待审核企业的表格不留空列', async ({ browser, page }) => {
  const waiting = await signedIn(browser, PENDING)
  for (const viewer of [page, waiting]) {
    await viewer.goto('/list/table')
    await expect(viewer.getByRole('columnheader')).toHaveText(['#', '商品名称', '规格', '生产厂家', '活动', '中包/件', '单价'])
    const empty = await viewer
      .getByRole('table')
      .evaluate(
        (table) =>
          [...table.querySelectorAll('th')].filter((_, at) =>
            [...table.querySelectorAll('tbody tr')].every((row) => row.children[at]?.textContent === ''),
          ).length,
      )
    expect(empty).toBe(0)
  }
  await closeAll(waiting.context())
})
