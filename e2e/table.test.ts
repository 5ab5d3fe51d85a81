import { expect, test } from '@playwright/test'
import { closeAll, dataOf, emptyCart, expectAccessible, PASSED, signedIn, watchFailures } from './support.ts'

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
