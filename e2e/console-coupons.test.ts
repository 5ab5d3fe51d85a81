import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { withDatabase } from './shop-database.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, signedIn, staffIn, watchFailures } from './support.ts'

/** A coupon from the empty form to a pharmacy's cart. */

const MANAGER = '发券经理'

test('优惠券写好送审，另一人批准，发给一个客群；药店收到消息，购物车里用上', async ({ browser }) => {
  test.slow()
  const { goods, buyers } = await makeWorld({ word: '回馈券', price: '60.00', stock: [500], balances: ['2000.00', '2000.00'] })
  const [first] = buyers
  if (first === undefined) throw new Error('no buyer')
  await withDatabase(({ db }) =>
    db
      .updateTable('company')
      .set({ manager_name: MANAGER })
      .where(
        'id',
        'in',
        buyers.map(({ companyId }) => companyId),
      )
      .execute(),
  )
  const page = await staffIn(browser, 'yunying', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(page)

  await page.goto('/console/marketing/segments')
  await expect(page.getByRole('row', { name: /30 天没下单的药店/ })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: '名称' })).toBeFocused()
  await page.keyboard.type('发券经理的沉睡客户')
  await page.getByRole('combobox', { name: '客户经理' }).click()
  await expect(page.locator('.ant-select-item-option').first()).toBeVisible()
  await page.keyboard.type(MANAGER)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('spinbutton', { name: '多少天没有下单' }).fill('30')
  const who = page.getByRole('region', { name: '名单' })
  await expect(who.getByRole('status')).toHaveText(/^2 家/)
  await expect(who.getByRole('row').filter({ hasText: first.name })).toContainText('从未')
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('客群已保存').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '发券经理的沉睡客户' })).toBeVisible()
  await page.screenshot({ path: 'test-results/segment-1366.png' })
  await page.getByRole('link', { name: '看全部、导出 Excel' }).click()
  await expect(page.getByText('共 2 条')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: first.name })).toBeVisible()
  await page.screenshot({ path: 'test-results/segment-list.png' })

  await page.goto('/console/marketing/coupons')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.screenshot({ path: 'test-results/coupons-1366.png' })
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: '满多少元' }).fill('100')
  await page.getByRole('textbox', { name: '减多少元' }).fill('10')
  await page.getByRole('checkbox', { name: '全部商品' }).uncheck()
  await page.getByRole('combobox', { name: '参加的商品' }).fill(goods.code)
  await page.locator('.ant-select-item-option', { hasText: goods.name }).click()
  await page.getByRole('spinbutton', { name: '总量' }).fill('50')
  await page.getByRole('textbox', { name: '名称' }).fill('老客户回馈')
  const side = page.getByRole('region', { name: '这样会怎样' })
  await expect(side.getByText(/种在售商品可用/)).toHaveText(/^1 /)
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/coupon-1366.png' })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/已送审，另一人批准后发布/)).toBeVisible()
  const id = Number(/\d+$/.exec(page.url())?.[0])

  const second = await staffIn(browser, 'caiwu')
  const { list } = await dataOf(await second.request.get('/api/staff/approval?scope=decide&state=waiting&kind=coupon.publish'))
  const asked = list.find(({ subject }: { subject: string }) => subject === `coupon:${id}`)
  await dataOf(await second.request.post(`/api/staff/approval/${asked.id}/approve`, { data: {} }))

  await page.reload()
  await page.getByRole('button', { name: '发放…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '客群' }).fill('发券经理')
  await page.locator('.ant-select-item-option', { hasText: '发券经理的沉睡客户' }).click()
  await expect(dialog.getByText(/现在有/)).toHaveText(/现在有 2 家/)
  await dialog.getByLabel('原因（逐家记入操作记录）').fill('唤回沉睡客户')
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/coupon-grant.png' })
  await dialog.getByRole('button', { name: '试算' }).click()
  await expect(dialog.getByText('可办 2 条。试算时什么也没有改。')).toBeVisible({ timeout: 120_000 })
  await dialog.getByRole('button', { name: '照办 2 条' }).click()
  await expect(dialog.getByText('已办 2 条。')).toBeVisible({ timeout: 120_000 })
  await page.screenshot({ path: 'test-results/coupon-granted.png' })
  await dialog.getByRole('button', { name: 'Close' }).or(dialog.getByLabel('关闭')).first().click()
  await page.getByRole('button', { name: '成效' }).click()
  await expect(page.getByText('我方发放')).toBeVisible()
  await expect(page.getByText('2 张').first()).toBeVisible()
  await page.screenshot({ path: 'test-results/coupon-result.png' })
  await page.setViewportSize({ width: 375, height: 800 })
  await page.screenshot({ path: 'test-results/coupon-375.png' })

  const buyer = await signedIn(browser, first.username)
  const shopFailures = watchFailures(buyer)
  const news = await dataOf(await buyer.request.get('/api/user/message'))
  expect(news.list.map(({ title }: { title: string }) => title)).toContain('收到优惠券“老客户回馈”')
  await emptyCart(buyer)
  await fillCart(buyer, [{ goods_id: goods.id, number: 2 }])
  await buyer.goto('/cart')
  await expect(buyer.getByText('老客户回馈').first()).toBeVisible()
  await expect(buyer.getByText(/¥110\.00/).first()).toBeVisible()
  await buyer.screenshot({ path: 'test-results/coupon-in-cart.png' })
  await emptyCart(buyer)
  expect([...failures, ...shopFailures]).toEqual([])
  await closeAll(page.context(), second.context(), buyer.context())
})
