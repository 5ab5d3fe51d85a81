import { utils, write } from '@e965/xlsx'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { closeAll, dataOf, expectAccessible, staffIn, watchFailures } from './support.ts'

/** A file of goods: its columns named, tried out, approved by another, landed, and the whole of it taken back. */

const workbook = (rows: unknown[][]): Buffer =>
  write({ Sheets: { 商品: utils.aoa_to_sheet(rows) }, SheetNames: ['商品'] }, { type: 'buffer', bookType: 'xlsx' })

test('导入商品资料：定列、预览、另一人批准、导入；再整批撤销：改过的改回，没人用过的新商品删除', async ({ browser }) => {
  test.slow()
  const { goods } = await makeWorld({ word: '导入旧品', price: '10.00', stock: [5], balances: [] })
  const page = await staffIn(browser, 'shangpin', { viewport: { width: 1366, height: 768 } })
  const head = await staffIn(browser, 'zhijing', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(page)
  const before = await dataOf(await page.request.get(`/api/staff/goods_record/${goods.id}`))
  await page.goto('/console/goods/imports')
  await expect(page.getByRole('button', { name: /导入文件/ })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: '导入商品资料' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('商品资料文件').setInputFiles({
    name: '十二月新品.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook([
      ['货号', '品名', '码', '助记', '批发价'],
      [before.code, before.name, '', 'DRJP', ''],
      ['DRXP01', '导入新片', '6901028075763', 'DRXP', '18.60'],
      ['', '没有编码的片', '', '', ''],
    ]),
  })
  await expect(page.getByRole('heading', { name: '十二月新品.xlsx' })).toBeVisible()
  await expect(page.getByLabel('商品名称取自').locator('..')).toContainText('品名')
  await page.getByLabel('助记码取自').fill('助记')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('预览完成，什么也没有写：新增 1，改动 1，不导入 1')).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('row').filter({ hasText: 'DRXP01' })).toContainText('新增')
  await expect(page.getByRole('row').filter({ hasText: '没有编码的片' })).toContainText('商品编码：不能为空')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^不导入/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'DRXP01' })).toHaveCount(0)
  const waited = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载不导入的 1 行' }).click()
  expect((await waited).suggestedFilename()).toBe('十二月新品-未导入.xlsx')

  const dialog = page.getByRole('dialog')
  const approve = async (title: string) => {
    await head.goto('/console/system/approvals')
    await head.getByText(title).first().click()
    await head.getByRole('button', { name: /^批准/ }).click()
    await head.getByRole('dialog').getByRole('button', { name: /^批准/ }).click()
    await expect(head.getByText('已批准，已经办理')).toBeVisible()
  }
  await page.getByRole('button', { name: '提交批准…' }).click()
  await dialog.getByText('新品建档').click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^提交批准/ }).click()
  await expect(page.getByText('已提交，等另一人批准；批准后自动导入')).toBeVisible()
  await approve('导入商品资料“十二月新品.xlsx”')
  await expect(page.getByText('已写入 2 行，没有导入 1 行')).toBeVisible({ timeout: 120_000 })
  const found = async () => (await dataOf(await page.request.get('/api/staff/goods_record?keywords=DRXP01'))).list
  expect(await found()).toMatchObject([{ code: 'DRXP01', state: 'off' }])

  await page.getByRole('button', { name: '撤销导入…' }).click()
  await expect(dialog.getByText('1 种没人用过的新商品')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByText('导错了文件').click()
  await dialog.getByRole('button', { name: /^提交批准/ }).click()
  await expect(page.getByText('撤销已提交，等另一人批准')).toBeVisible()
  await approve('撤销导入“十二月新品.xlsx”')
  await expect(page.getByText('已撤销：每一行怎样了见下')).toBeVisible({ timeout: 120_000 })
  await page.getByRole('button', { name: /^全部/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'DRXP01' })).toContainText('已删除')
  await expect(page.getByRole('row').filter({ hasText: before.code })).toContainText('已改回')
  await expectAccessible(page)
  expect(await found()).toEqual([])
  const after = await dataOf(await page.request.get(`/api/staff/goods_record/${goods.id}`))
  expect(after.mnemonic).toBe(before.mnemonic)
  expect(failures).toEqual([])
  await closeAll(page.context(), head.context())
})
