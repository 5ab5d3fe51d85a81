import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { closeAll, expectAccessible, staffIn, watchFailures } from './support.ts'

test('管理员重算报表；财务从总览走到销售报表，按客户经理看，点进背后的订单，定时发给自己；老板在手机上看今天', async ({ browser }) => {
  const [owner, clerk] = [await staffIn(browser, 'admin'), await staffIn(browser, 'caiwu')]
  const failures = watchFailures(clerk)

  await owner.goto('/console/reports/remake')
  await owner.getByRole('button', { name: '开始重算' }).click()
  await expect(owner.getByText(/已完成：31 \/ 31 天/)).toBeVisible()

  await clerk.goto('/console/reports')
  await expect(clerk.getByText('近 30 天净销售额').first()).toBeVisible()
  await expectAccessible(clerk)
  await clerk.getByRole('link', { name: '销售报表' }).first().click()
  await clerk.locator('.ant-segmented').getByText('近 30 天', { exact: true }).click()
  await expect(clerk).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/)
  await expect(clerk.getByRole('img', { name: /销售报表：图/ })).toBeVisible()
  await clerk.getByRole('combobox', { name: '按' }).click()
  await clerk.getByTitle('按客户经理').click()
  await expect(clerk).toHaveURL(/by=manager/)
  const row = clerk
    .locator('tbody tr[data-row-key]')
    .filter({ has: clerk.getByRole('link') })
    .first()
  await expect(clerk.getByRole('columnheader', { name: '客户经理' })).toBeVisible()
  const shipped = await row.locator('td').nth(2).innerText()
  await expectAccessible(clerk)

  await clerk.getByRole('button', { name: '定时发送' }).click()
  const dialog = clerk.getByRole('dialog', { name: '定时发送销售报表' })
  await dialog.getByRole('combobox', { name: '发给' }).click()
  await clerk.getByTitle(/^许会计/).click()
  await dialog.getByRole('textbox', { name: '名称' }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()

  await row.getByRole('link').click()
  await expect(clerk).toHaveURL(/\/console\/orders\?.*sold_manager=/)
  await expect(clerk.getByRole('button', { name: /^报表明细：/ })).toBeVisible()
  await expect(clerk.getByRole('navigation', { name: '订单状态' }).getByRole('button', { name: /^全部/ })).toContainText(shipped)

  await clerk.goto('/console/reports/schedules')
  await expect(clerk.getByRole('row').filter({ hasText: '许会计' })).toContainText('每周')

  await clerk.setViewportSize({ width: 375, height: 812 })
  await clerk.goto('/console/reports')
  await expect(clerk.getByText('今日净销售额')).toBeVisible()
  await expect(clerk.getByRole('heading', { name: '在等人处理' })).toBeVisible()
  expect(await clerk.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await expectAccessible(clerk)
  expect(failures).toEqual([])
  await closeAll(owner, clerk)
})
