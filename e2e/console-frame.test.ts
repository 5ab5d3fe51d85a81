import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { joinAsPharmacy } from './sent-papers.ts'
import { closeAll, dataOf, PASSED, signedIn, staffIn, watchFailures } from './support.ts'

const SOON_MS = 15_000

/** Counts what a person does on the keyboard. */
const handOf = (page: Page) => {
  const done = { keys: 0 }
  return {
    done,
    async press(key: string) {
      done.keys += 1
      await page.keyboard.press(key)
    },
    async type(text: string) {
      done.keys += text.length
      await page.keyboard.type(text)
    },
  }
}

test('一个人保存并共享的视图，另一个人一点就用上，设为默认后打开就是它', async ({ browser }) => {
  test.slow()
  const [clerk, finance] = [await staffIn(browser, 'kefu'), await staffIn(browser, 'caiwu')]
  const failures = [watchFailures(clerk), watchFailures(finance)]
  await clerk.goto('/console/orders')
  await clerk
    .getByRole('navigation', { name: '订单状态' })
    .getByRole('button', { name: /^已完成/ })
    .click()
  await clerk.getByRole('button', { name: '列', exact: true }).click()
  await clerk.getByRole('checkbox', { name: '发货仓' }).click()
  await clerk.getByRole('button', { name: '金额 左移' }).click()
  await expect(clerk.getByRole('columnheader', { name: '发货仓' })).toHaveCount(0)
  await clerk.keyboard.press('Escape')
  await clerk.getByRole('button', { name: '视图', exact: true }).click()
  await clerk.getByRole('menuitem', { name: '保存为新视图…' }).click()
  await clerk.getByRole('dialog').getByLabel('名称').fill('办完的订单')
  await clerk.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
  const tab = (page: Page) => page.getByRole('navigation', { name: '视图' }).getByRole('button', { name: /^办完的订单/ })
  await expect(tab(clerk)).toHaveAttribute('aria-pressed', 'true')
  await clerk.getByRole('button', { name: '视图', exact: true }).click()
  await clerk.getByRole('menuitem', { name: '共享给所有人' }).click()
  await expect(tab(clerk)).toContainText('共享')

  await finance.goto('/console/orders')
  await tab(finance).click()
  await expect(finance).toHaveURL(/status=completed/)
  await expect(finance.getByRole('columnheader', { name: '发货仓' })).toHaveCount(0)
  await expect(finance.getByRole('columnheader').nth(-2)).toHaveText('金额')
  await finance.getByRole('button', { name: '视图', exact: true }).click()
  await finance.getByRole('menuitem', { name: '默认打开' }).click()
  await finance.goto('/console/orders')
  await expect(finance).toHaveURL(/status=completed/)
  await expect(tab(finance)).toHaveAttribute('aria-pressed', 'true')
  for (const seen of failures) expect(seen).toEqual([])
  await closeAll(clerk.context(), finance.context())
})

test('导出是后台任务：页面照常用，做好了就地下载，在“任务”里也找得到、删得掉', async ({ browser }) => {
  test.slow()
  const clerk = await staffIn(browser, 'kefu')
  const failures = watchFailures(clerk)
  await clerk.goto('/console/orders')
  await clerk.getByRole('button', { name: '导出' }).click()
  await clerk.getByRole('menuitem', { name: 'Excel' }).click()
  const link = clerk.getByRole('status').getByRole('link', { name: /下载 [\d,]+ 行$/ })
  await expect(link).toBeVisible({ timeout: SOON_MS * 2 })
  const [file] = await Promise.all([clerk.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toMatch(/^订单_\d{4}-\d\d-\d\d\.xlsx$/)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 2).toString('latin1')).toBe('PK')
  expect(bytes.length).toBeGreaterThan(2_000)

  await clerk.goto('/console/system/tasks')
  const row = clerk.getByRole('row', { name: /订单/ })
  await expect(row.getByText('可下载')).toBeVisible()
  await row.getByRole('button', { name: '删除文件' }).click()
  await expect(row.getByText('已删除')).toBeVisible()
  expect(failures).toEqual([])
  await closeAll(clerk.context())
})

test('两个人打开同一家企业的审核：第二个人看到是谁在处理，按 T 接手，第一个人随即看到', async ({ browser }) => {
  test.slow()
  const [first, second] = [await staffIn(browser, 'zhiguan'), await staffIn(browser, 'zhijing')]
  const failures = [watchFailures(first), watchFailures(second)]
  const buyer = await (await browser.newContext()).newPage()
  const { companyId: id } = await joinAsPharmacy(buyer, '两人同看大药房')
  const at = `/console/companies/review/${id}?queue=new`
  const people = await Promise.all(
    [first, second].map(async (page) => (await dataOf(await page.request.get('/api/staff/me'))).name as string),
  )
  await first.goto(at)
  await expect(first.getByText('本次判定')).toBeVisible()
  await expect.poll(async () => (await dataOf(await first.request.get('/api/staff/work/company'))).list.length).toBe(1)
  await second.goto(at)
  await expect(second.getByText(`${people[0]} 在处理`)).toBeVisible({ timeout: SOON_MS })
  await second.keyboard.press('t')
  await expect(second.getByText(`${people[0]} 在处理`)).toHaveCount(0, { timeout: SOON_MS })
  await expect(first.getByText(`${people[1]} 在处理`)).toBeVisible({ timeout: SOON_MS })
  // The list says it, too; whoever leaves the page leaves the piece.
  await first.goto('/console/companies?tab=new')
  await expect(first.getByText(`${people[1]} 在处理`)).toBeVisible({ timeout: SOON_MS })
  await second.goto('/console/companies')
  await expect(first.getByText(`${people[1]} 在处理`)).toHaveCount(0, { timeout: SOON_MS })
  for (const seen of failures) expect(seen).toEqual([])
  await closeAll(buyer.context(), first.context(), second.context())
})

test('Ctrl+K 按单号到订单，按首字母到企业；从记录用 J 和 K 走到列表的前后一条，回到原来的筛选', async ({ browser }) => {
  test.slow()
  const clerk = await staffIn(browser, 'kefu')
  const failures = watchFailures(clerk)
  const { list } = await dataOf(await clerk.request.get('/api/staff/order', { params: { status: 'completed', per_page: 20 } }))
  const [one, next] = list
  await clerk.goto('/console/')
  await expect(clerk.getByText('等您处理的事')).toBeVisible()
  const hand = handOf(clerk)
  await hand.press('Control+k')
  await expect(clerk.getByRole('textbox', { name: '记录、页面、操作' })).toBeFocused()
  await hand.type(one.no)
  await hand.press('Enter')
  await expect(clerk).toHaveURL(new RegExp(`/console/orders/${one.id}$`), { timeout: SOON_MS })
  await expect(clerk.getByRole('heading', { name: one.no })).toBeVisible()
  expect(hand.done.keys).toBe(one.no.length + 2)

  await clerk.goto('/console/orders?status=completed')
  await clerk.getByRole('link', { name: one.no }).click()
  await expect(clerk.getByRole('heading', { name: one.no })).toBeVisible()
  await clerk.keyboard.press('j')
  await expect(clerk.getByRole('heading', { name: next.no })).toBeVisible()
  await clerk.keyboard.press('k')
  await expect(clerk.getByRole('heading', { name: one.no })).toBeVisible()
  await clerk.locator('a.back').click()
  await expect(clerk).toHaveURL(/\/console\/orders\?status=completed/)
  expect(failures).toEqual([])
  await closeAll(clerk.context())
})

test('等着办的数字自己变：客户留下反馈，客服的工作台不刷新就多一件', async ({ browser }) => {
  test.slow()
  const [buyer, clerk] = [await signedIn(browser, PASSED), await staffIn(browser, 'kefu')]
  await clerk.goto('/console/')
  const line = clerk.getByRole('link', { name: /^待答复的反馈与投诉/ })
  await expect(line).toContainText(/\d/)
  const before = Number(/[\d,]+$/.exec((await line.innerText()).trim())?.[0].replaceAll(',', ''))
  await dataOf(await buyer.request.post('/api/user/feedback', { data: { topic: '其他', text: '送货的时间能不能早一点，上午店里人少' } }))
  await expect(line).toContainText(String(before + 1), { timeout: SOON_MS })
  await closeAll(buyer.context(), clerk.context())
})

test('合同：管理员发布新版，看不到谁签了；客服看得到谁签了，不能发布', async ({ browser }) => {
  const [admin, clerk] = [await staffIn(browser, 'admin'), await staffIn(browser, 'kefu')]
  const failures = [watchFailures(admin), watchFailures(clerk)]
  await admin.goto('/console/companies/contracts')
  await expect(admin.getByRole('button', { name: /发\s*布…/ })).toBeVisible()
  await expect(admin.getByRole('table')).toHaveCount(0)
  await clerk.goto('/console/companies/contracts')
  await expect(clerk.getByText(/^现行/)).toBeVisible()
  await expect(clerk.getByRole('button', { name: /发\s*布…/ })).toHaveCount(0)
  for (const one of failures) expect(one).toEqual([])
  await closeAll(admin.context(), clerk.context())
})
