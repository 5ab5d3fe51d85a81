import { expect, type Locator, type Page } from '@playwright/test'
import { picture } from './pictures.ts'

/** 设置 and 开业准备 of the console. */

export const setting = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
export const step = (page: Page, title: string): Locator =>
  page.getByRole('list', { name: '开业准备的步骤' }).getByRole('listitem').filter({ hasText: title })
export const isReady = (page: Page, title: string): Promise<void> => expect(step(page, title).getByLabel('已就绪'), title).toBeVisible()

export async function saveSettings(page: Page): Promise<void> {
  await page.keyboard.press('Control+S')
  const dialog = page.getByRole('dialog', { name: /^保存 \d+ 项设置$/ })
  await dialog.getByText('开业准备', { exact: true }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
}

export const isSaved = (page: Page): Promise<void> => expect(page.getByText(/项未保存/)).toHaveCount(0)

export async function fillShop(page: Page, { company, code, phone }: { company: string; code: string; phone: string }): Promise<void> {
  await setting(page, '企业名称').getByRole('textbox').fill(company)
  const supplier = setting(page, '供方资料')
  await supplier.getByLabel('统一社会信用代码').fill(code)
  await supplier.getByLabel('注册地址').fill('贵州省贵阳市云岩区中华北路 1 号')
  await setting(page, '服务热线').getByRole('textbox').fill(phone)
  const licences = setting(page, '证照')
  for (const [at, [name, value]] of (
    [
      ['药品经营许可证', '黔AA8510001'],
      ['营业执照', code],
    ] as const
  ).entries()) {
    await licences.getByRole('button', { name: '加一条证照' }).click()
    await licences.getByLabel('证照 *').nth(at).fill(name)
    await page.keyboard.press('Escape')
    await licences.getByLabel('编号 *').nth(at).fill(value)
    const file = { name: `${name}.png`, mimeType: 'image/png', buffer: await picture() }
    await licences.locator('input[type=file]').first().setInputFiles(file)
    await expect(licences.getByAltText('证照影像')).toHaveCount(at + 1)
  }
}

export async function fillBank(page: Page, company: string): Promise<void> {
  await page.getByRole('button', { name: /^收款与开票/ }).click()
  const bank = setting(page, '收款账户')
  await bank.getByLabel('户名 *').fill(company)
  await bank.getByLabel('开户行 *').fill('贵阳银行云岩支行')
  await bank.getByLabel('账号 *').fill('6222 0000 1234 5678')
  await saveSettings(page)
  await isSaved(page)
}

export async function fillShipping(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^配送与退货/ }).click()
  await setting(page, '运费').getByLabel('满多少免运费').first().fill('1000')
  await setting(page, '运费').getByLabel('不满时收').first().fill('15')
  const returns = setting(page, '退货地址')
  await returns.getByLabel('收货人 *').fill('验收组')
  await returns.getByLabel('电话 *').fill('0851-88880001')
  await returns.getByLabel('地址 *').fill('贵州省贵阳市白云区 66 号')
  await saveSettings(page)
  await isSaved(page)
}

export async function registerSeal(page: Page, company: string): Promise<void> {
  await page.goto('/console/system/seals')
  await page.getByRole('button', { name: '登记印章' }).click()
  await page.getByLabel('印文（企业全称）').fill(company)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /登\s*记/ })
    .click()
  await expect(page.getByRole('row', { name: new RegExp(company) })).toBeVisible()
}
