import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { proofSent } from './proofs.ts'
import { closeAll, dataOf, expectAccessible, PASSED, signedIn, staffIn, watchFailures } from './support.ts'

test('财务：凭证与订单并排核对，一键确认到账，订单随即已付款；账期、余额带理由改，列表随即是新的数', async ({ browser }) => {
  const [buyer, clerk] = [await signedIn(browser, PASSED), await staffIn(browser, 'caiwu')]
  const failures = watchFailures(clerk)
  const order = await proofSent(buyer)

  await clerk.goto('/console/finance/proofs')
  await clerk.getByRole('row').filter({ hasText: order.no }).click()
  const pane = clerk.getByRole('complementary', { name: '转账凭证' })
  await expect(pane.locator('.paper img, iframe')).toBeVisible()
  await expect(pane.getByRole('row', { name: /户名/ }).getByLabel('相符')).toBeVisible()
  await expect(pane.getByRole('row', { name: /金额/ }).getByLabel('相符')).toBeVisible()
  await expectAccessible(clerk)
  await clerk.keyboard.press('a')
  await clerk.getByRole('dialog').getByRole('button', { name: '确认到账' }).click()
  await expect(clerk.getByRole('row').filter({ hasText: order.no })).toHaveCount(0)
  expect((await dataOf(await buyer.request.get(`/api/order/info/${order.id}`))).status).toBe('paid')

  const { company } = await dataOf(await buyer.request.get('/api/user/base'))
  await clerk.goto(`/console/finance/credit?scope=all&keywords=${encodeURIComponent(company)}`)
  await clerk.getByRole('row').nth(1).click()
  await clerk.getByRole('button', { name: /设置账期/ }).click()
  const terms = clerk.getByRole('dialog', { name: /设置账期/ })
  await terms.getByLabel('额度（元）').fill('12345.00')
  await terms.getByRole('button', { name: '设置账期' }).click()
  await expect(terms.getByText('请写明理由')).toBeVisible()
  await terms.getByLabel('理由').fill('年度复核')
  await terms.getByRole('button', { name: '设置账期' }).click()
  await expect(clerk.getByText('账期已设置')).toBeVisible()
  await expect(clerk.getByRole('complementary').getByText('¥12,345.00')).toBeVisible()
  expect(failures).toEqual([])
  await closeAll(buyer.context(), clerk.context())
})

test('财务各页都打得开、看得懂；单据可以打开；没有权限的岗位看不到', async ({ browser }) => {
  const [clerk, store] = [await staffIn(browser, 'caiwu'), await staffIn(browser, 'cangku')]
  const failures = watchFailures(clerk)
  for (const page of ['transfers', 'suspense?status=all', 'refunds', 'invoices', 'statements', 'sales', 'papers']) {
    await clerk.goto(`/console/finance/${page}`)
    await expect(clerk.getByRole('navigation', { name: '本区页面' })).toBeVisible()
    await expect(clerk.locator('.trouble')).toHaveCount(0)
    await expectAccessible(clerk)
  }
  // Finance opens reports; registers of quality it only sees the heads of.
  await clerk
    .getByRole('row')
    .filter({ hasText: /有效.*检验报告/ })
    .first()
    .click()
  await expect(clerk.getByText(/^打开/).first()).toBeVisible()
  // A browser that cannot show a PDF takes it down instead: what counts is what its new window asked for.
  const asked = clerk.context().waitForEvent('request', (request) => request.isNavigationRequest())
  await clerk.keyboard.press('o')
  const paper = await clerk.request.get((await asked).url())
  expect(paper.headers()['content-type']).toContain('pdf')

  await store.goto('/console/finance/credit')
  await expect(store.getByText('没有“账期与余额”的权限')).toBeVisible()
  expect((await store.request.get('/api/staff/credit')).status()).toBe(403)
  expect(failures).toEqual([])
  await closeAll(clerk.context(), store.context())
})
