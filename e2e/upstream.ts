import { expect, type Page } from '@playwright/test'
import { creditCode } from '../apps/server/demo/credit-code.ts'
import { GOODS_FILES, SUPPLIER_FILES } from '../packages/domain/src/upstream.ts'
import { inYears } from './days.ts'
import { picture } from './pictures.ts'
import { pressShown } from './support.ts'

/** First trade upstream, by the console: purchasing files and applies, the quality department checks, its head approves. */

export interface FirstTradePeople {
  merchant: Page
  quality: Page
  head: Page
}

const ENDS = inYears(5)

async function registerPaper(page: Page, name: string, { named, mayBeEndless }: { named: boolean; mayBeEndless: boolean }): Promise<void> {
  await page.getByRole('button', { name: /登记资料/ }).click()
  const dialog = page.getByRole('dialog', { name: '登记资料' })
  await dialog.getByRole('combobox', { name: '资料' }).fill(name)
  await page.keyboard.press('Enter')
  if (named) await dialog.getByLabel('姓名').fill('程业务')
  await dialog.getByLabel('编号').fill('演示-1')
  if (mayBeEndless) await dialog.getByLabel('长期有效').check()
  else {
    await dialog.getByLabel('有效期至').fill(ENDS)
    await page.keyboard.press('Enter')
  }
  await dialog.locator('input[type=file]').setInputFiles({ name: '扫描件.png', mimeType: 'image/png', buffer: await picture() })
  await expect(dialog.getByRole('link', { name: /扫描件/ })).toBeVisible()
  await dialog.getByRole('button', { name: /登\s?记$/ }).click()
  await expect(dialog).toBeHidden()
}

async function registerAll(page: Page, kinds: typeof SUPPLIER_FILES | typeof GOODS_FILES): Promise<void> {
  for (const one of Object.values(kinds)) if (one.must) await registerPaper(page, one.name, one)
}

/** Presses the key, says why, and sends. */
async function say(page: Page, key: string, words: string): Promise<void> {
  await pressShown(page, key)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  if (words) {
    await dialog.getByRole('textbox', { name: '理由' }).fill(words)
    await page.keyboard.press('Control+Enter')
  } else await dialog.getByRole('button', { name: /^批\s?准/ }).click()
  await expect(dialog).toBeHidden()
}

/** Opens the row in the queue of the work desk that waits for this step. */
async function openWaiting(page: Page, queue: string, row: string): Promise<void> {
  await page.goto('/console')
  await page.getByRole('main').getByRole('link', { name: queue }).click()
  // The first page lists pieces by name too, and stands until the other one has come.
  await expect(page).not.toHaveTitle(/^工作台/)
  await page.getByRole('row', { name: row }).click()
  await expect(page.getByRole('heading', { level: 1, name: row })).toBeVisible()
}

export async function makeSupplier(page: Page, supplier: { name: string; serial: number; scopes: readonly string[] }): Promise<void> {
  await page.goto('/console/quality/suppliers')
  await expect(page.getByRole('button', { name: /新建供货单位/ })).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: '新建供货单位' })
  for (const [label, text] of [
    ['名称', supplier.name],
    ['统一社会信用代码', creditCode('520103', supplier.serial)],
    ['质量负责人', '闻质'],
    ['开户银行', '演示银行'],
    ['银行账号', '000011112222'],
    ['联系人', '程联系'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(text)
  for (const scope of supplier.scopes) {
    await dialog.getByRole('combobox', { name: '经营（生产）范围' }).fill(scope)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: /建\s?档/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: supplier.name })).toBeVisible()
}

/** From an empty form to a supplier that delivers. */
export async function passSupplier(
  { merchant, quality, head }: FirstTradePeople,
  supplier: { name: string; serial: number; scopes: readonly string[] },
): Promise<void> {
  await makeSupplier(merchant, supplier)
  await registerAll(merchant, SUPPLIER_FILES)
  await say(merchant, 'a', '客户需要，补充品种')
  await openWaiting(quality, '供货单位首营待审核', supplier.name)
  await say(quality, 'a', '资料齐全有效，同意')
  await openWaiting(head, '供货单位首营待审批', supplier.name)
  await say(head, 'a', '')
  await expect(head.locator('.st', { hasText: '已通过' })).toBeVisible()
}

/** A goods that a clerk entered, from this supplier. */
export async function passGoods(
  { merchant, quality, head }: FirstTradePeople,
  { goods, supplier }: { goods: string; supplier: string },
): Promise<void> {
  await merchant.goto('/console/quality/first-goods')
  await merchant.getByRole('row', { name: goods }).click()
  await merchant.getByRole('combobox', { name: '供货单位' }).fill(supplier)
  await expect(merchant.getByTitle(`${supplier}（已通过）`)).toBeVisible()
  await merchant.keyboard.press('Enter')
  await merchant.getByLabel('质量标准').fill('中国药典 2025 年版一部')
  await merchant.keyboard.press('Control+s')
  await expect(merchant.getByText('首营品种已保存')).toBeVisible()
  await merchant.getByRole('button', { name: /^资料/ }).click()
  await registerAll(merchant, GOODS_FILES)
  await say(merchant, 'a', '客户求购')
  await openWaiting(quality, '首营品种待审核', goods)
  await say(quality, 'a', '资料齐全有效，同意')
  await openWaiting(head, '首营品种待审批', goods)
  await say(head, 'a', '')
  await expect(head.locator('.st', { hasText: '已通过' })).toBeVisible()
}
