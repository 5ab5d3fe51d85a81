import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { closeAll, staffIn, watchFailures } from './support.ts'

/** What the button under the list gives. */
async function fileOf(page: Page): Promise<unknown[][]> {
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /下载 [\d,]+ 行/ }).click()])
  const book = read(readFileSync(await download.path()))
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
}
const shot = (page: Page, name: string) => page.screenshot({ path: `test-results/${name}-1366.png` })

test('财务的充值、客服的反馈、企业的合同：筛选后导出的就是页面上的；库存数有千分位', async ({ browser }) => {
  test.slow()
  const finance = await staffIn(browser, 'caiwu')
  await finance.setViewportSize({ width: 1366, height: 768 })
  const failures = watchFailures(finance)
  await finance.goto('/console/finance/recharges')
  await expect(finance.getByText('已到账').first()).toBeVisible()
  await shot(finance, 'recharges')
  await finance.goto('/console/finance/transfers')
  await expect(finance.getByRole('button', { name: '导出' })).toBeVisible()
  await shot(finance, 'transfers')
  await finance.goto('/console/finance/credit?scope=all')
  await expect(finance.locator('tbody tr.ant-table-row').first()).toBeVisible()
  const shown = await finance.locator('tbody tr.ant-table-row').count()
  expect((await fileOf(finance)).length - 1).toBe(shown)
  await shot(finance, 'credit-exported')

  const service = await staffIn(browser, 'yunying')
  await service.setViewportSize({ width: 1366, height: 768 })
  await service.goto('/console/service/feedback')
  const rows = service.locator('tbody tr.ant-table-row')
  await expect(rows.first()).toBeVisible()
  const all = await rows.count()
  await service.getByPlaceholder('内容、答复、企业、订单号').fill('退热药')
  await service.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  expect(all).toBeGreaterThan(1)
  const [, one, ...others] = await fileOf(service)
  expect([one?.[3], others.length]).toEqual([expect.stringContaining('退热药'), 0])
  await shot(service, 'feedback')

  const keeper = await staffIn(browser, 'cangku')
  await keeper.setViewportSize({ width: 1366, height: 768 })
  await keeper.goto('/console/warehouse/batches')
  await expect(keeper.getByText(/^\d,\d{3}$/).first()).toBeVisible()
  await shot(keeper, 'batches')

  const admin = await staffIn(browser, 'zhiguan')
  await admin.setViewportSize({ width: 1366, height: 768 })
  await admin.goto('/console/companies/contracts')
  await expect(admin.locator('tbody tr.ant-table-row').first()).toBeVisible()
  await admin.locator('tbody tr.ant-table-row').first().click()
  await expect(admin.getByRole('complementary').getByText('需方')).toBeVisible()
  await shot(admin, 'contracts')
  await admin.getByRole('button', { name: '版本' }).click()
  await expect(admin.getByText('第 1 版').first()).toBeVisible()
  await shot(admin, 'contract-versions')
  await admin.goto('/console/quality/papers')
  await expect(admin.getByRole('button', { name: '导出' })).toBeVisible()
  await shot(admin, 'papers')
  expect(failures).toEqual([])
  await closeAll(finance.context(), service.context(), keeper.context(), admin.context())
})
