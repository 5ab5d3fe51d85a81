import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { closeAll, dataOf, expectAccessible, PASSED, pressShown, signedIn, staffIn, watchFailures } from './support.ts'

/** Two people: one asks for more credit, another agrees, and only then may the pharmacy owe it. */

async function companyOf(buyer: Page): Promise<string> {
  return (await dataOf(await buyer.request.get('/api/user/base'))).company
}
const limitOf = async (buyer: Page): Promise<string> => (await dataOf(await buyer.request.get('/api/user/user_credit'))).limit

test.slow()

test('账期额度：出纳提交，本人不能批准；会计按 A 批准，客户的额度随即变；退回要写理由', async ({ browser }) => {
  const [buyer, clerk, second] = [await signedIn(browser, PASSED), await staffIn(browser, 'chuna'), await staffIn(browser, 'caiwu')]
  const failures = watchFailures(clerk)
  const company = await companyOf(buyer)
  const before = await limitOf(buyer)
  let made = 0
  const click = async (target: ReturnType<Page['locator']>) => {
    made++
    await target.click()
  }

  await clerk.goto(`/console/finance/credit?scope=all&keywords=${encodeURIComponent(company)}`)
  await click(clerk.getByRole('row').nth(1))
  await click(clerk.getByRole('button', { name: /设置账期/ }))
  const terms = clerk.getByRole('dialog', { name: /设置账期/ })
  await terms.getByLabel('额度（元）').fill('260000.00')
  await terms.getByLabel('理由').fill('旺季备货，年度复核')
  // The button says what will come of it.
  await click(terms.getByRole('button', { name: '提交批准' }))
  await expect(clerk.getByText(/已提交批准/)).toBeVisible()
  expect(await limitOf(buyer)).toBe(before)

  await clerk.goto('/console/system/approvals?scope=mine&state=waiting')
  await clerk.getByRole('row').filter({ hasText: company }).click()
  const own = clerk.getByRole('complementary').filter({ hasText: '提高账期额度' })
  await expect(own.getByText('自己提交的事项由另一人批准。')).toBeVisible()
  await expect(own.getByRole('button', { name: /批准/ })).toHaveCount(0)

  await second.goto('/console')
  await second.getByRole('link', { name: /待我批准/ }).click()
  await expect(second).toHaveTitle(/^批准/)
  await second.getByRole('row').filter({ hasText: company }).click()
  const pane = second.getByRole('complementary').filter({ hasText: '提高账期额度' })
  await expect(pane.getByText('¥260000.00').first()).toBeVisible()
  await expectAccessible(second)
  await second.screenshot({ path: 'test-results/approvals-1366.png' })
  await pressShown(second, 'a')
  await second.getByRole('dialog').getByRole('button', { name: '批准并办理' }).click()
  await expect(second.getByText('已批准，已经办理').first()).toBeVisible()
  await expect.poll(() => limitOf(buyer)).toBe('260000.00')

  // One that is sent back says why.
  await clerk.goto(`/console/finance/credit?scope=all&keywords=${encodeURIComponent(company)}`)
  await clerk.getByRole('row').nth(1).click()
  await clerk.getByRole('button', { name: /调整余额/ }).click()
  const balance = clerk.getByRole('dialog', { name: /调整余额/ })
  await balance.getByLabel('金额（元）').fill('8000.00')
  await balance.getByLabel('理由').fill('补差价')
  await balance.getByRole('button', { name: '提交批准' }).click()
  await expect(balance).toBeHidden()
  await second.goto('/console/system/approvals?scope=decide&state=waiting')
  await second.getByRole('row').filter({ hasText: '8000.00' }).click()
  await expect(second.getByRole('button', { name: /退回/ })).toBeVisible()
  await second.keyboard.press('r')
  const refusing = second.getByRole('dialog')
  await refusing.getByRole('textbox').fill('请附对账依据')
  await refusing.getByRole('button', { name: '退回' }).click()
  await expect(second.getByText('已退回提交人').first()).toBeVisible()
  await clerk.goto('/console/system/approvals?scope=mine&state=refused')
  await clerk.getByRole('row').filter({ hasText: '8000.00' }).click()
  await expect(clerk.getByText('请附对账依据').first()).toBeVisible()
  // Three clicks and two fields to ask; a row, key A and one click to agree.
  expect(made).toBe(3)
  expect(failures).toEqual([])
  await closeAll(buyer.context(), clerk.context(), second.context())
})

test('应急授权：管理员取一项权限，审计当场看到告警，提前结束，告警随即消失；员工的查看范围在员工页上限定', async ({ browser }) => {
  const [boss, auditor] = [await staffIn(browser, 'admin'), await staffIn(browser, 'shenji')]
  await auditor.goto('/console')
  await expect(auditor.getByRole('heading', { name: '工作台' }).first()).toBeVisible()
  await boss.goto('/console/system/approvals')
  await boss.getByRole('button', { name: /应急授权/ }).click()
  const form = boss.getByRole('dialog', { name: '取得应急授权' })
  await form.getByLabel('权限').fill('设置账期额度')
  // What may be chosen is on its way as the form opens.
  await expect(boss.locator('.ant-select-item-option').filter({ hasText: '设置账期额度' })).toBeVisible()
  await boss.keyboard.press('Enter')
  await form.getByLabel('理由').fill('财务都不在，客户急用')
  await form.getByRole('button', { name: '取得授权' }).click()
  await expect(boss.getByText(/您正在使用“设置账期额度”/)).toBeVisible()
  // Told over the line, not by asking again.
  await expect(auditor.getByText(/正在使用“设置账期额度”/)).toBeVisible({ timeout: 15_000 })
  await auditor.screenshot({ path: 'test-results/emergency-1366.png' })
  // The page is loaded anew: what he may is another.
  const anew = boss.waitForEvent('load')
  await boss.getByRole('button', { name: '立即结束' }).click()
  await anew
  await expect(boss.getByText(/正在使用/)).toHaveCount(0)
  await expect(auditor.getByText(/正在使用/)).toHaveCount(0, { timeout: 15_000 })

  await boss.goto('/console/system/staff?keywords=kefu')
  await boss.getByRole('row').nth(1).click()
  await boss.getByRole('combobox', { name: '客户经理' }).click()
  await boss.getByTitle('周敏').click()
  await boss.keyboard.press('Escape')
  await boss.screenshot({ path: 'test-results/view-1366.png' })
  await boss.getByRole('button', { name: '变更范围…' }).click()
  await boss.getByRole('dialog').getByRole('textbox').fill('只管自己的客户')
  await boss.getByRole('dialog').getByRole('button', { name: '变更范围' }).click()
  await expect(boss.getByText('查看范围已变更，随即生效')).toBeVisible()
  const clerk = await staffIn(browser, 'kefu')
  const { list } = await dataOf(await clerk.request.get('/api/staff/companies'))
  expect(new Set(list.map((one: { manager: string }) => one.manager))).toEqual(new Set(['周敏']))
  // 客服 of the journeys that come after sees everything again.
  const found = await dataOf(await boss.request.get('/api/staff/person?keywords=kefu'))
  const narrowed = found.list.find(({ username }: { username: string }) => username === 'kefu')
  await dataOf(await boss.request.post(`/api/staff/person/${narrowed.id}/view`, { data: { reason: '照旧', version: narrowed.version } }))
  await closeAll(boss.context(), auditor.context(), clerk.context())
})
