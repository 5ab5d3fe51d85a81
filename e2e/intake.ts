import { expect, type Page } from '@playwright/test'
import { inYears } from './days.ts'

/** 收货验收, by keys. */

export async function makeWarehouse(page: Page, code: string, name: string): Promise<void> {
  await page.goto('/console/warehouse/warehouses')
  await page.getByRole('button', { name: /新建仓库/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('编码').fill(code)
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByLabel('地址').fill('武汉市江汉区发展大道 8 号')
  await dialog.getByRole('button', { name: /建\s*立/ }).click()
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
}

interface Slip {
  warehouse: string
  /** By its whole name; the demo's otherwise. */
  supplier?: string
  paperNo: string
  goods: string
  batchNo: string
  number: string
}

/** The slip with one line: everything after the warehouse by keys alone; Ctrl+S is the caller's. */
export async function typeSlip(
  page: Page,
  { warehouse, supplier = '华岭医药物流有限公司', paperNo, goods, batchNo, number }: Slip,
): Promise<void> {
  await page.goto('/console/warehouse/receive/new/0')
  await page.getByLabel('收货仓').click()
  await page.getByTitle(warehouse).last().click()
  await page.getByLabel('供货单位').fill(supplier)
  await expect(page.getByTitle(supplier).last()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByLabel('随货同行单号').fill(paperNo)
  await page.keyboard.press('Enter')
  await page.keyboard.type(goods)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('批号', { exact: true })).toBeFocused()
  for (const text of [batchNo, '20260901', inYears(4).replaceAll('-', ''), number, 'A-01']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByLabel('扫条码，或输入编码、首字母、名称')).toBeFocused()
}
