import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { dataOf, staffIn, watchFailures } from './support.ts'

test('工作台：等着的事一件一行，等得最久的在前；按类型看，J 到下一件、回车去处理；别人在处理的写着是谁', async ({ browser }) => {
  test.setTimeout(90_000)
  const page = await staffIn(browser, 'kefu')
  const failures = watchFailures(page)
  await page.goto('/console/')
  const pieces = page.getByRole('region', { name: '等您处理的事' })
  const rows = pieces.locator('tbody tr')
  // Other journeys of this shop may have reviewed the companies that it began with.
  const companies = await dataOf(await page.request.get('/api/staff/companies?queue=new&per_page=1'))
  for (const { name } of companies.list) await expect(rows.filter({ hasText: '待审核企业' }).filter({ hasText: name })).toBeVisible()
  const waited = () =>
    rows.locator('td:last-child').evaluateAll((cells) => cells.map((cell) => Date.parse((cell as HTMLElement).dataset.since ?? '')))
  await expect.poll(async () => (await waited()).length).toBeGreaterThan(4)
  const times = await waited()
  expect(times.every((at) => at > 0)).toBe(true)
  expect(times).toEqual([...times].sort((one, other) => one - other))

  const sale = pieces.getByRole('button', { name: /^未办结的售后/ })
  const count = Number(/(\d+)/.exec(await sale.innerText())?.[1])
  await sale.click()
  await expect(rows).toHaveCount(count)

  // Somebody else opens the one that has waited longest.
  const to = await rows.first().getByRole('link').getAttribute('href')
  const other = await staffIn(browser, 'cangku')
  await other.goto(to ?? '')
  await expect(rows.first()).toContainText('在处理')

  await page.keyboard.press('j')
  await expect(rows.first()).toHaveClass(/is-cur/)
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows.first()).toHaveClass(/is-cur/)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === to)
  expect(failures).toEqual([])
  await page.context().close()
  await other.context().close()
})

test('工作台：财务的凭证、开票一件一行，到期与逾期的不挤在数字里，各有去处', async ({ browser }) => {
  test.setTimeout(90_000)
  const page = await staffIn(browser, 'caiwu')
  await page.goto('/console/')
  const pieces = page.getByRole('region', { name: '等您处理的事' })
  const kinds = pieces.getByRole('navigation', { name: '等您处理的事' })
  const proofs = await dataOf(await page.request.get('/api/staff/transfer_proofs?per_page=1'))
  const [proof] = proofs.list
  await kinds.getByRole('button', { name: /^待核对的转账凭证/ }).click()
  const row = pieces.locator('tbody tr').first()
  await expect(row).toContainText(proof.order_no)
  await expect(row).toContainText(proof.company)

  const alarms = page.getByRole('region', { name: '警示' })
  const ending = await dataOf(await page.request.get('/api/staff/companies?expiring=30&per_page=1'))
  await expect(alarms.getByRole('link', { name: `30 天内有证照到期的企业 ${ending.total}` })).toBeVisible()
  await expect(page.locator('.kpi')).not.toContainText('到期')
  await row.getByRole('link').click()
  await expect(page.getByRole('complementary', { name: '转账凭证' })).toContainText(proof.order_no)
  await page.context().close()
})

test('近效期：直接打开先看已过期的，没有过期的才看快到期的', async ({ browser }) => {
  test.setTimeout(60_000)
  const page = await staffIn(browser, 'cangku')
  await page.goto('/console/warehouse/expiry')
  const spans = page.getByRole('navigation', { name: '到期时间' })
  await expect(spans.getByRole('button', { name: /^已过期/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.list-body tr.ant-table-row').first()).toContainText('过期')
  await spans.getByRole('button', { name: /^91–180/ }).click()
  await expect(page).toHaveURL(/days=180/)
  await page.context().close()
})

test('拣货：同一地址还有别的订单，页头就说出来，一点就到那一张', async ({ browser }) => {
  test.setTimeout(60_000)
  const page = await staffIn(browser, 'cangku')
  const { list: waiting } = await dataOf(await page.request.get('/api/staff/picking?stage=pick&per_page=20'))
  const besides = await Promise.all(
    waiting.map(async ({ id }: { id: number }) => ({ id, ...(await dataOf(await page.request.get(`/api/staff/order/${id}/beside`))) })),
  )
  const one = besides.find(({ list }) => list.length > 0)
  await page.goto(`/console/warehouse/picking/${one.id}`)
  const bar = page.getByRole('alert').filter({ hasText: '同一地址还有' })
  await expect(bar).toContainText(one.list[0].no)
  await bar.getByRole('link', { name: one.list[0].no }).click()
  await expect(page.getByRole('heading', { name: one.list[0].no })).toBeVisible()
  await page.context().close()
})
