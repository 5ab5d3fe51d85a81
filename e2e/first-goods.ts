import { expect, type Page } from '@playwright/test'
import { picture } from './pictures.ts'

/** A category, a manufacturer and a goods with its picture and price; there is none of it yet. */
export async function makeGoods(page: Page, goods: { code: string; name: string }): Promise<void> {
  await page.goto('/console/goods/categories')
  await page.getByRole('button', { name: '新建顶级分类' }).click()
  await page.getByRole('dialog').getByLabel('名称', { exact: true }).fill('中成药')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '中成药', exact: true })).toBeVisible()

  await page.goto('/console/goods/manufacturers')
  await page.getByRole('button', { name: /新建/ }).click()
  await page.getByRole('dialog').getByLabel('名称', { exact: true }).fill('示范新药业有限公司')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /新\s*建/ })
    .click()
  await expect(page.getByRole('row', { name: /示范新药业有限公司/ })).toBeVisible()

  await page.goto('/console/goods/list')
  await expect(page.getByRole('link', { name: /新商品/ })).toBeVisible()
  await page.keyboard.press('n')
  for (const [label, text] of [
    ['商品编码', goods.code],
    ['基准价', '12.50'],
    ['品名', goods.name],
    ['批准文号', '国药准字Z20261123'],
    ['生产企业', '示范新药业有限公司'],
    ['规格', '10g*9袋'],
    ['剂型', '颗粒剂'],
    ['单位', '盒'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('combobox', { name: '分类' }).fill('中成药')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/goods\/list\/\d+\?tab=pictures/)
  await page.locator('input[type=file]').setInputFiles({ name: '正面.png', mimeType: 'image/png', buffer: await picture() })
  await page.getByRole('button', { name: '加上这 1 张' }).click()
  await expect(page.getByAltText(`${goods.name} 10g*9袋 第 1 张`).or(page.getByAltText(`${goods.name} 第 1 张`))).toBeVisible()
}

/** From its first trade, which has passed, to its own page and the shelf. */
export async function shelveGoods(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^档案/ }).click()
  await page.getByRole('link', { name: '商品资料' }).click()
  await expect(page.getByRole('button', { name: /^上架/ })).toBeVisible()
  await page.keyboard.press('s')
  await page.getByRole('dialog').getByText('首次上架').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /上\s?架/ })
    .click()
  await expect(page.locator('.st', { hasText: '在售' })).toBeVisible()
}
