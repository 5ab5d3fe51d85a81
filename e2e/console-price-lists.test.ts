import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { closeAll, dataOf, expectAccessible, signedIn, staffIn, watchFailures } from './support.ts'

/** A list of prices from the empty form to what a pharmacy sees, and back. */

test('调价单：读入文件、改对、送审，批准后客户见新价；回滚后恢复', async ({ browser }) => {
  test.slow()
  const { goods, buyers } = await makeWorld({ word: '调价单', price: '20.00', stock: [50], balances: ['100.00'] })
  const page = await staffIn(browser, 'shangpin', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(page)
  const second = await staffIn(browser, 'caiwu')
  const buyer = await signedIn(browser, buyers[0]?.username ?? '')
  const paid = async () => (await dataOf(await buyer.request.get(`/api/goods/detail/${goods.id}`))).price
  const id = () => Number(/price-lists\/(\d+)/.exec(page.url())?.[1])
  const approve = async (kind: string) => {
    const { list } = await dataOf(await second.request.get(`/api/staff/approval?scope=decide&state=waiting&kind=${kind}`))
    const asked = list.find(({ subject }: { subject: string }) => subject === `price_list:${id()}`)
    await dataOf(await second.request.post(`/api/staff/approval/${asked.id}/approve`, { data: {} }))
  }

  await page.goto('/console/goods/price-lists')
  await expect(page.getByRole('button', { name: '新建调价单' })).toBeVisible()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: '名称', exact: true }).fill('年底调价')
  await page.getByRole('radio', { name: '批准后立即' }).check()
  await page.getByRole('textbox', { name: '理由' }).fill('供应商调价函')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('草稿已保存').first()).toBeVisible()

  const text = `商品编码,种类,等级或客户编码,新价\n${goods.code},基准价,,18.00\n${goods.code},基准价,,17.123\nNO-SUCH,,,1\n`
  await page.getByLabel('调价单文件').setInputFiles({ name: '调价.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByRole('row', { name: /NO-SUCH/ })).toContainText('商城没有编码为“NO-SUCH”的商品')
  await expect(page.getByRole('row').filter({ hasText: '↓ 10.0%' })).toContainText('¥18.00')
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/price-list-rows-1366.png' })
  await page.getByRole('button', { name: '删除有误的行' }).click()
  await expect(page.getByText('共 1 条')).toBeVisible()
  await page.getByRole('button', { name: /^调价单/ }).click()
  await expect(page.getByRole('region', { name: '合计' }).or(page.getByText('合计'))).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/price-list-1366.png' })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/已送审.*等待另一人批准/)).toBeVisible()
  expect(await paid()).toBe('20.00')

  await approve('price.list')
  await page.reload()
  await expect(page.getByText('已生效').first()).toBeVisible({ timeout: 20_000 })
  expect(await paid()).toBe('18.00')
  await page.goto(`/console/goods/list/${goods.id}?tab=prices`)
  await expect(page.getByRole('link', { name: /调价单 \d+“年底调价”/ })).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: '回滚…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('函件有误')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/提交了回滚/)).toBeVisible()
  await approve('price.list_back')
  await page.reload()
  await expect(page.getByText('已回滚').first()).toBeVisible({ timeout: 20_000 })
  expect(await paid()).toBe('20.00')
  await expectAccessible(page)
  expect(failures).toEqual([])
  await closeAll(page.context(), second.context(), buyer.context())
})
