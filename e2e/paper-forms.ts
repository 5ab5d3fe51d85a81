import { expect, type Page } from '@playwright/test'
import { PAPER_FORMS, PAPER_NEEDS, type PaperKind } from '#domain/paper-kinds.ts'
import { inYears } from './days.ts'

/** What a pharmacy fills in on the shop's pages before it may buy. */

/** A picture as small as can be: one white pixel. */
export const PICTURE = {
  name: '证照.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==', 'base64'),
}
const ID_CARD = '11010519491231002X'

/** One of each that a single pharmacy must show. */
export const PHARMACY_KINDS: readonly PaperKind[] = PAPER_NEEDS.单体药店.flatMap((need) => (need.must ? (need.kinds[0] ?? []) : []))

/** Its own data at step 2 of joining; each field is kept as it is left. */
export async function fillCompany(page: Page, code: string): Promise<void> {
  await page.getByLabel('统一社会信用代码').fill(code)
  await page.getByLabel('法定代表人').fill('桥小雨')
  await page.getByLabel('省份').selectOption('贵州省')
  await page.getByLabel('城市').selectOption('贵阳市')
  await page.getByLabel('区县').selectOption('云岩区')
  await page.getByLabel('注册地址').fill('桥边路 3 号')
  await page.getByLabel('联系人', { exact: true }).click()
  await expect(page.getByText('已自动保存')).toBeVisible()
}

/** One paper by its dialog, as a clerk fills it in. */
export async function fillPaper(page: Page, kind: PaperKind, code: string): Promise<void> {
  const form = PAPER_FORMS[kind]
  await page.locator(`#paper-${kind}`).getByRole('button').last().click()
  const dialog = page.getByRole('dialog')
  const pictures = dialog.getByRole('link', { name: /查看 证照/ })
  await expect(dialog.getByLabel(form.issuer)).toBeVisible()
  // A paper that was refused still shows its former picture.
  const before = await pictures.count()
  await dialog.locator('input[type=file]').setInputFiles(PICTURE)
  await expect(pictures).toHaveCount(before + 1)
  const number = form.holder === '姓名' ? ID_CARD : form.number === '统一社会信用代码' ? code : `示${kind}01`
  await dialog.getByLabel(form.number).fill(number)
  await dialog.getByLabel(form.issuer).fill('贵阳市市场监督管理局')
  if (form.holder) await dialog.getByLabel(form.holder).fill('桥小雨')
  await dialog.getByLabel('签发日期').fill('2025-01-02')
  if (form.mayBeEndless) await dialog.getByRole('checkbox', { name: '长期有效' }).check()
  else await dialog.getByLabel('有效期至').fill(inYears(9))
  if (form.scopes.length > 1) {
    await dialog.getByLabel('粘贴证照原文').fill('中成药、化学药制剂、生物制品（除疫苗）、抗生素制剂')
    await expect(dialog.getByRole('checkbox', { name: '化学药', exact: true })).toBeChecked()
  }
  if (kind === 'drug_licence') await dialog.getByRole('checkbox', { name: '处方药', exact: true }).check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
}

/** Reads the contract to its end and signs it, as every buyer does before the first purchase. */
export async function signContract(page: Page): Promise<void> {
  await page.goto('/dzht')
  await page.getByRole('region', { name: '合同正文' }).focus()
  await page.keyboard.press('End')
  await page.getByLabel('职务').fill('企业负责人')
  await page.getByRole('checkbox', { name: /我已阅读全文/ }).check()
  await page.getByRole('button', { name: '确认签署' }).click()
  await expect(page.getByRole('heading', { name: '已签署的合同' })).toBeVisible()
}
