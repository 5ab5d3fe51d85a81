import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { dataOf, PASSED, seriousViolations, signedIn, staffIn, watchFailures } from './support.ts'

/** 搜索实验室: what buyers asked, what the shop finds by it and why, and what staff make of it. */

const BUYER = 'KH0001'
/** No goods and no line of the trade's words is called so. */
const WORD = '咳喘宝儿'

test('运营看到客户搜不到的词，加一行同义词，客户随即找到；试搜说得出为什么；置顶后排第一；取消、删除后复原', async ({ browser }) => {
  test.setTimeout(180_000)
  const buyer = await signedIn(browser, PASSED)
  const found = async (words: string): Promise<string[]> => {
    const answer = await buyer.request.get(`/api/goods/list?keywords=${encodeURIComponent(words)}`)
    return (await dataOf(answer)).list.map(({ id }: { id: number }) => String(id))
  }
  await buyer.goto(`/search?keywords=${encodeURIComponent(WORD)}`)
  await expect(buyer.getByText(`没有找到“${WORD}”`).first()).toBeVisible()

  const page = await staffIn(browser, 'yunying', { viewport: { width: 1440, height: 900 } })
  const failures = watchFailures(page)
  await expect(async () => {
    await page.goto('/console/marketing/searches?result=none')
    await expect(page.getByRole('row', { name: new RegExp(WORD) })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('row', { name: new RegExp(WORD) }).click()
  await expect(page.getByText('没有接着搜别的词')).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: '加入搜索词…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('客户输入的词')).toHaveValue(WORD)
  await dialog.getByLabel('要找的名称').fill('布洛芬')
  expect(await seriousViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: '新增', exact: true }).click()
  await expect(page.getByText('搜索词已加，约一秒后商城即按它搜索').first()).toBeVisible()
  await expect.poll(async () => (await found(WORD)).length).toBeGreaterThan(0)

  await page.goto('/console/marketing/search')
  await page.getByLabel('搜索词').fill(WORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('按原样找到')).toBeVisible()
  await expect(page.getByText(`“${WORD}”即布洛芬`).first()).toBeVisible()
  await page.getByLabel('企业', { exact: true }).fill(BUYER)
  await page.locator('.ant-select-item-option', { hasText: BUYER }).click()
  await expect(page).toHaveURL(/company=\d+/)
  expect(await seriousViolations(page)).toEqual([])

  const rows = page.locator('.lab-hits tbody tr')
  await expect(rows.nth(1)).toBeVisible()
  const [first] = await found(WORD)
  await rows.last().getByRole('button', { name: /^置顶/ }).click()
  await expect(page.getByText('已设置，约一秒后商城即按它排列').first()).toBeVisible()
  await expect.poll(async () => (await found(WORD))[0]).not.toBe(first)

  await page.goto('/console/marketing/search-pins')
  await expect(page.getByRole('row', { name: new RegExp(WORD) })).toContainText('置顶')
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: new RegExp(`取消“${WORD}”`) }).click()
  await expect(page.getByRole('row', { name: new RegExp(WORD) })).toHaveCount(0)
  await expect.poll(async () => (await found(WORD))[0]).toBe(first)

  await page.goto(`/console/marketing/search-words?keywords=${encodeURIComponent(WORD)}`)
  await page.getByRole('row', { name: new RegExp(WORD) }).click()
  await expect(page.getByLabel('要找的名称')).toHaveValue('布洛芬')
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: '删除…' }).click()
  await page.getByLabel('理由').fill('试完了')
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByText('搜索词已删除').first()).toBeVisible()
  await expect.poll(() => found(WORD)).toEqual([])
  expect(failures).toEqual([])
  await page.context().close()
  await buyer.context().close()
})
