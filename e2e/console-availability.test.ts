import { type Browser, expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { dataOf, PASSED, seriousViolations, signedIn, staffIn, watchFailures } from './support.ts'

/** Who may buy what: a clerk's list, the buyer's card and the answer to 'why not' are one rule. */

const RULE = '控销：授权药店与四川区域'
const BUYER = 'KH0001'
const GOODS = '安宫牛黄丸'

const clerkIn = async (browser: Browser, username: string, path: string): Promise<Page> => {
  const page = await staffIn(browser, username, { viewport: { width: 1366, height: 768 } })
  await page.goto(`/console${path}`)
  return page
}
const mayBuy = async (buyer: Page, goods: number): Promise<number> => {
  const answer = await buyer.request.get(`/api/goods/detail/${goods}`)
  return answer.ok() ? (await dataOf(answer)).is_buy : 0
}

test('控销名单里去掉一家，它随即买不到，员工查得到为什么；另一人的旧页面不会把它加回；粘贴编码再授权', async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await clerkIn(browser, 'shangpin', '/goods/availability')
  const failures = watchFailures(page)
  const { list } = await dataOf(await page.request.get(`/api/staff/goods_record?keywords=${encodeURIComponent(GOODS)}`))
  const goods = list[0].id
  const buyer = await signedIn(browser, PASSED)
  expect(await mayBuy(buyer, goods)).toBe(1)

  await page.getByRole('row', { name: new RegExp(RULE) }).click()
  await expect(page.getByRole('heading', { name: RULE })).toBeVisible()
  const late = await clerkIn(browser, 'shangpin', new URL(page.url()).pathname.replace('/console', ''))
  await expect(late.getByRole('list', { name: '卖给' }).getByRole('listitem')).toHaveCount(2)
  const named = page.getByRole('list', { name: '卖给' }).locator('li', { hasText: BUYER })
  await named.getByRole('button').click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('可售范围已保存，客户随即按它购买').first()).toBeVisible()
  await expect.poll(() => mayBuy(buyer, goods)).toBe(0)
  expect(await seriousViolations(page)).toEqual([])

  await page.goto('/console/goods/why')
  await page.getByLabel('企业', { exact: true }).fill(BUYER)
  await page.locator('.ant-select-item-option', { hasText: BUYER }).click()
  await page.getByLabel('商品', { exact: true }).fill(GOODS)
  await page.locator('.ant-select-item-option', { hasText: GOODS }).first().click()
  const reasons = page.getByRole('list', { name: '不能购买的原因' })
  await expect(reasons).toContainText('控销商品，您的企业未获授权')
  await expect(reasons).toContainText(`可售范围“${RULE}”现在卖给：四川省`)
  await expect(page.getByRole('link', { name: RULE })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])

  // Opened before the first one saved.
  await late.getByLabel('名称', { exact: true }).fill(`${RULE}（改名）`)
  await late.keyboard.press('Control+s')
  await expect(late.locator('.meanwhile').getByRole('row', { name: /卖给 四川省 .*KH0001/ })).toBeVisible()
  await late.getByRole('button', { name: '用现在的，放弃我的' }).click()
  await expect(late.getByRole('list', { name: '卖给' }).getByRole('listitem')).toHaveCount(1)
  await late.getByLabel('粘贴客户').fill(`${BUYER}\nKH-NOBODY`)
  await late.keyboard.press('Control+s')
  await expect(late.getByText('第 2 行：没有编码或名称是“KH-NOBODY”的企业').first()).toBeVisible()
  await late.getByLabel('粘贴客户').fill(BUYER)
  await late.keyboard.press('Control+s')
  await expect(late.getByRole('list', { name: '卖给' }).getByRole('listitem')).toHaveCount(2)
  await expect.poll(() => mayBuy(buyer, goods)).toBe(1)
  expect(failures).toEqual([])
})

test('质量改一类企业的特殊复方限购：药店的页面随即写新的数，改回也留理由', async ({ browser }) => {
  const page = await clerkIn(browser, 'zhiguan', `/quality/special-limits?company_type=${encodeURIComponent('单体药店')}`)
  const buyer = await signedIn(browser, PASSED)
  const limit = async (): Promise<number> => (await dataOf(await buyer.request.get('/api/ephedrine/orders'))).limits.per_month
  const before = await limit()
  for (const [wished, reason] of [
    [before - 1, '主管部门要求'],
    [before, '恢复原数'],
  ] as const) {
    await page.getByRole('row', { name: /单体药店 含麻黄碱复方制剂/ }).click()
    await page.getByLabel('每月（北京时间自然月）').fill(String(wished))
    await page.getByLabel('理由').fill(reason)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('限购已保存，下一张订单起按它算').first()).toBeVisible()
    await expect.poll(limit).toBe(wished)
    await expect(page.getByLabel('理由')).toHaveCount(0)
  }
  expect(await seriousViolations(page)).toEqual([])
})
