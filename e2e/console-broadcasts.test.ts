import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { withDatabase } from './shop-database.ts'
import { closeAll, dataOf, expectAccessible, signedIn, staffIn, watchFailures } from './support.ts'

/** A message from the empty form to a pharmacy that opens its link. */

test('群发消息写好送审，另一人看着全文批准；药店收到，点开链接；结果里看得到', async ({ browser }) => {
  test.slow()
  const { buyers } = await makeWorld({ word: '群发', price: '60.00', stock: [5], balances: ['10.00', '10.00'] })
  const codes = buyers.map(({ companyId }) => `QF${companyId}`)
  const [first] = buyers
  if (first === undefined) throw new Error('no buyer')
  await withDatabase(async ({ pool }) => {
    for (const { companyId } of buyers) await pool.query('update company set code = $1 where id = $2', [`QF${companyId}`, companyId])
    // The journey is walked at any hour.
    await pool.query(`insert into setting (key, value) values ('broadcasts', '{"quiet_from":"08:00","quiet_to":"08:00"}')`)
  })
  const page = await staffIn(browser, 'yunying', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(page)

  await page.goto('/console/marketing/broadcasts')
  await expect(page.getByText('还没有群发过消息')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: '标题' })).toBeFocused()
  await page.keyboard.type('元旦放假与发货安排')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12 月 31 日 15:00 前付款的订单当天发出，1 月 1 日至 3 日停发，1 月 4 日起照常。\n急用的品种请提前备货。')
  await page.keyboard.press('Tab')
  await page.keyboard.type('//evil.example')
  await page.getByRole('textbox', { name: '企业编码' }).fill(codes.join('\n'))
  const side = page.getByRole('region', { name: '客户看到的与名单' })
  await expect(side.getByRole('article', { name: '预览' })).toContainText('急用的品种请提前备货')
  await expect(side.getByRole('status')).toHaveText(/^2 家/)
  await expect(side.getByRole('row').filter({ hasText: first.name })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: '链接' }).getByRole('alert')).toHaveText(/链接以 \/ 开头/)
  await page.getByRole('textbox', { name: '链接' }).fill('/yx')
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/broadcast-1366.png' })
  await side.getByText('手机 375').click()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.screenshot({ path: 'test-results/broadcast-1920.png' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/已送审，另一人批准后发出/)).toBeVisible()
  const id = Number(/\d+$/.exec(page.url())?.[0])

  const second = await staffIn(browser, 'caiwu', { viewport: { width: 1366, height: 768 } })
  await second.goto('/console/system/approvals')
  await expect(second.getByText(/群发“元旦放假与发货安排”给 2 家/).first()).toBeVisible()
  await second.screenshot({ path: 'test-results/broadcast-approval.png' })
  const { list } = await dataOf(await second.request.get('/api/staff/approval?scope=decide&state=waiting&kind=broadcast.send'))
  const asked = list.find(({ subject }: { subject: string }) => subject === `broadcast:${id}`)
  await dataOf(await second.request.post(`/api/staff/approval/${asked.id}/approve`, { data: {} }))

  await page.goto(`/console/marketing/broadcasts/${id}`)
  await expect(page.getByText('已发完')).toBeVisible({ timeout: 60_000 })

  const buyer = await signedIn(browser, first.username, { viewport: { width: 375, height: 812 } })
  await buyer.goto('/wdxx')
  await expect(buyer.getByRole('link', { name: /元旦放假与发货安排/ })).toBeVisible()
  await expectAccessible(buyer)
  await buyer.screenshot({ path: 'test-results/broadcast-375.png' })
  await buyer.getByRole('link', { name: /元旦放假与发货安排/ }).click()
  await expect(buyer).toHaveURL(/\/yx/)

  await page.reload()
  // Read, and its link followed.
  await expect(page.getByText('1 家（50%）')).toHaveCount(2)
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/broadcast-result-1366.png' })
  await page.getByRole('link', { name: '逐家看、导出 Excel' }).click()
  await expect(page.getByText('共 2 条')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: first.name })).toContainText('已发')
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/broadcast-results-1366.png' })
  await page.goto('/console/marketing/broadcasts')
  await expect(page.getByRole('row').filter({ hasText: '元旦放假' })).toContainText('2 / 2')
  await page.screenshot({ path: 'test-results/broadcasts-1366.png' })
  expect(failures).toEqual([])
  await closeAll(page.context(), second.context(), buyer.context())
})
