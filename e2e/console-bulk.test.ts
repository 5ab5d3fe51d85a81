import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { closeAll, dataOf, expectAccessible, staffIn, watchFailures } from './support.ts'

/** One deed on many goods: weighed, looked at, done, and what came of each in a file. */

test('勾选几种商品改起订量，再把全部筛选结果下架：先试算再照办，停售的办不成、有原因有文件；任务页里找得到', async ({ browser }) => {
  test.slow()
  const worlds = [1, 2, 3].map((at) => makeWorld({ word: `批量办理${at}`, price: '10.00', stock: [5], balances: [] }))
  const goods = (await Promise.all(worlds)).map((world) => world.goods)
  const [stopped] = goods
  if (!stopped) throw new Error('no world')
  const quality = await staffIn(browser, 'zhiguan')
  await dataOf(await quality.request.post(`/api/staff/goods/${stopped.id}/stop`, { data: { reason: '抽检待查' } }))

  const page = await staffIn(browser, 'shangpin', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(page)
  await page.goto('/console/goods/list?keywords=批量办理')
  for (const { name } of goods) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('button', { name: '改起订量…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('起订量').fill('5')
  await dialog.getByLabel('原因（逐条记入操作记录）').fill('按件起批')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^试算 3 个/ }).click()
  await expect(dialog.getByText('可办 3 条。试算时什么也没有改。')).toBeVisible({ timeout: 120_000 })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '照办 3 条' }).click()
  await expect(dialog.getByText('已办 3 条。')).toBeVisible({ timeout: 120_000 })
  await dialog.getByRole('button', { name: 'Close' }).or(dialog.getByLabel('关闭')).first().click()
  const minimum = async (id: number) => (await dataOf(await page.request.get(`/api/staff/goods_record/${id}`))).min_number
  expect(await Promise.all(goods.map(({ id }) => minimum(id)))).toEqual([5, 5, 5])

  const row = page.getByRole('row').filter({ hasText: goods[1]?.name ?? '' })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: '下架…' }).click()
  await dialog.getByLabel(/^全部筛选结果/).check()
  await dialog.getByLabel('原因（逐条记入操作记录）').fill('换季')
  await dialog.getByRole('button', { name: /^试算 3 个/ }).click()
  await expect(dialog.getByText('可办 2 条，不能办 1 条，原因见下。试算时什么也没有改。')).toBeVisible({ timeout: 120_000 })
  await expect(dialog.getByText('商品已停售（抽检待查）')).toBeVisible()
  await dialog.getByRole('button', { name: '照办 2 条' }).click()
  await expect(dialog.getByText('已办 2 条，未办 1 条，原因见下。')).toBeVisible({ timeout: 120_000 })
  const waited = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载未办的' }).click()
  expect((await waited).suggestedFilename()).toMatch(/^批量下架-\d+-未办\.xlsx$/)

  await page.goto('/console/system/tasks?tab=bulk')
  await expect(page.getByRole('row').filter({ hasText: '批量下架' }).first()).toContainText('已办完')
  await expectAccessible(page)
  expect(failures).toEqual([])
  await dataOf(await quality.request.post(`/api/staff/goods/${stopped.id}/resume`, { data: { reason: '抽检合格' } }))
  await closeAll(page.context(), quality.context())
})
