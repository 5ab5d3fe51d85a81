import { expect } from '@playwright/test'
import sharp from 'sharp'
import { zipOf } from '../apps/server/test/hostile.ts'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { closeAll, dataOf, expectAccessible, staffIn, watchFailures } from './support.ts'

/** A ZIP of pictures: tried out, approved by another, landed, and the whole of it taken back. */

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 220, channels: 3, background } })
    .png()
    .toBuffer()

test('导入商品图片：压缩包按编码认商品，预览看图、另一人批准、导入；再整批撤销，换回原来的', async ({ browser }) => {
  test.slow()
  const { goods } = await makeWorld({ word: '配图样品', price: '10.00', stock: [5], balances: [] })
  const page = await staffIn(browser, 'shangpin', { viewport: { width: 1366, height: 768 } })
  const head = await staffIn(browser, 'zhijing', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(page)
  const record = async () => dataOf(await page.request.get(`/api/staff/goods_record/${goods.id}`))
  const before = await record()
  await page.goto('/console/goods/imports')
  await page.getByRole('link', { name: '导入图片' }).click()
  // The page before has the same button; its key leads elsewhere.
  await expect(page.getByRole('link', { name: /导入文件/ })).toHaveAttribute('href', '/console/goods/picture-imports/new')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: '导入商品图片' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('图片压缩包').setInputFiles({
    name: '十二月配图.zip',
    mimeType: 'application/zip',
    buffer: zipOf([
      { name: `外盒/${before.code}.png`, content: await picture('#2f74d0') },
      { name: `外盒/${before.code}-2.png`, content: await picture('#cf4a46') },
      { name: '没有的编码.png', content: await picture('#12936a') },
    ]),
  })
  await expect(page.getByRole('heading', { name: '十二月配图.zip' })).toBeVisible()
  await expect(page.getByText('预览完成，什么也没有写：新增 2，替换 0，不导入 1')).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('row').filter({ hasText: '没有编码是“没有的编码”的商品' })).toContainText('没有的编码.png')
  await expect(page.getByRole('row').filter({ hasText: before.code }).first().getByAltText('新图')).toBeVisible()
  await expectAccessible(page)
  const waited = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载不导入的 1 张' }).click()
  expect((await waited).suggestedFilename()).toBe('十二月配图-未导入.xlsx')

  const dialog = page.getByRole('dialog')
  const approve = async (title: string) => {
    await head.goto('/console/system/approvals')
    await head.getByText(title).first().click()
    await expect(head.getByRole('link', { name: '导入的逐张预览' })).toBeVisible()
    await head.getByRole('button', { name: /^批准/ }).click()
    await head.getByRole('dialog').getByRole('button', { name: /^批准/ }).click()
    await expect(head.getByText('已批准，已经办理')).toBeVisible()
  }
  await page.getByRole('button', { name: '提交批准…' }).click()
  await dialog.getByText('新品配图').click()
  await dialog.getByRole('button', { name: /^提交批准/ }).click()
  await approve('导入商品图片“十二月配图.zip”')
  await expect(page.getByText('已写入 2 张，没有导入 1 张')).toBeVisible({ timeout: 120_000 })
  expect((await record()).pictures).toHaveLength(before.pictures.length + 2)

  await page.getByRole('button', { name: '撤销导入…' }).click()
  await expect(dialog.getByText('2 张新增的图片')).toBeVisible()
  await dialog.getByText('导错了文件').click()
  await dialog.getByRole('button', { name: /^提交批准/ }).click()
  await approve('撤销导入“十二月配图.zip”')
  await expect(page.getByText('已撤销：每一行怎样了见下')).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('row').filter({ hasText: `${before.code}-2.png` })).toContainText('已移除')
  await expectAccessible(page)
  expect((await record()).pictures).toEqual(before.pictures)
  expect(failures).toEqual([])
  await closeAll(page.context(), head.context())
})
