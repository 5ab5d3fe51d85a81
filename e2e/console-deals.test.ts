import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { withDatabase } from './shop-database.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, pressShown, signedIn, staffIn, watchFailures } from './support.ts'

test.slow()

test('一场秒杀从写到抢：运营写好送审，财务批准，药店在商品页看到秒杀价，按这个价下单；低于成本先提醒', async ({ browser }) => {
  const { goods, buyers } = await makeWorld({ word: '秒杀', price: '10.00', stock: [400], balances: ['2000.00'] })
  await withDatabase(({ db }) =>
    db.insertInto('goods_cost').values({ goods_id: goods.id, cost: 650, floor: 700, updated_at: new Date(), updated_by: '旅程' }).execute(),
  )
  const page = await staffIn(browser, 'yunying', { viewport: { width: 1366, height: 768 } })
  const failures = [watchFailures(page)]
  await page.goto('/console/marketing/deals/new?kind=flash')
  await page.getByLabel('名称', { exact: true }).fill('今日加场')
  await page.getByRole('combobox', { name: '加商品' }).fill(goods.code)
  await page.locator('.ant-select-item-option', { hasText: goods.name }).click()
  const price = page.getByRole('textbox', { name: /：活动价$/ })
  await price.fill('12')
  await expect(page.getByText(/活动价要低于现价 ¥10.00/)).toBeVisible()
  await price.fill('6.00')
  await page.getByRole('spinbutton', { name: /：总量$/ }).fill('50')
  await page.getByRole('spinbutton', { name: /：每家最多$/ }).fill('20')
  await expect(page.getByText(/接近或低于成本价或底价/)).toBeVisible()
  await expect(page.getByRole('list', { name: /的场次$/ })).toContainText('今日加场')
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/deal-flash-1366.png' })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/已送审（/)).toBeVisible()
  await expect(page).toHaveURL(/\/marketing\/deals\/\d+$/)

  const second = await staffIn(browser, 'caiwu')
  await second.goto('/console/system/approvals?scope=decide&state=waiting')
  await second.getByRole('row').filter({ hasText: '今日加场' }).click()
  const pane = second.getByRole('complementary').filter({ hasText: '发布特价、套餐、抽奖' })
  await expect(pane.getByText(/1 种商品：秒杀片/).first()).toBeVisible()
  await pressShown(second, 'a')
  await second.getByRole('dialog').getByRole('button', { name: '批准并办理' }).click()
  await expect(second.getByText('已批准，已经办理').first()).toBeVisible()

  const buyer = await signedIn(browser, buyers[0]?.username ?? '')
  await emptyCart(buyer)
  await buyer.goto(`/list/info/${goods.id}`)
  await expect(buyer.getByText('限时秒杀').first()).toBeVisible()
  const { rows } = await withDatabase(({ pool }) =>
    pool.query("select id from goods_offer where goods_id = $1 and kind = 'flash'", [goods.id]),
  )
  await dataOf(
    await buyer.request.post('/api/cart', { data: { list: [{ goods_id: goods.id, number: 20, goods_price_id: Number(rows[0].id) }] } }),
  )
  await buyer.goto('/cart')
  await buyer.getByRole('button', { name: '去结算' }).click()
  await buyer.waitForURL(/\/cart\/step2/)
  await expect(buyer.getByRole('complementary', { name: '金额明细' })).toContainText('120.00')
  await buyer.getByRole('button', { name: /^提交订单 ¥/ }).click()
  await buyer.waitForURL(/\/cart\/step3\/\d+/)

  await page.reload()
  await page.getByRole('button', { name: /^成效/ }).click()
  await expect(page.getByText('1 张')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`${goods.name}.*20.*50`) })).toBeVisible()
  await page.goto('/console/marketing/flash')
  await expect(page.getByText(/今日加场/)).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/deal-day-1366.png' })

  // Odds that do not come to one are told while they are typed.
  await page.goto('/console/marketing/deals/new?kind=draw')
  await page.getByRole('spinbutton', { name: '奖品 1：中奖率' }).fill('12.34')
  await expect(page.getByRole('status').filter({ hasText: '中奖率合计 112.34%' })).toContainText('多了 12.34%')
  await page.getByRole('button', { name: '其余归没中' }).click()
  await expect(page.getByText('中奖率合计 100%')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/deal-draw-1366.png' })
  await page.goto('/console/marketing/deals?kind=bundle')
  await page.getByRole('row').nth(1).getByText('组合套餐').first().waitFor()
  await page.screenshot({ path: 'test-results/deal-list-1366.png' })
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/console/marketing/deals/new?kind=bundle')
  await expect(page.getByRole('combobox', { name: '发货仓库' })).toBeVisible()
  await page.screenshot({ path: 'test-results/deal-bundle-375.png', fullPage: true })
  expect(failures.flat()).toEqual([])
  await closeAll(page.context(), second.context(), buyer.context())
})
