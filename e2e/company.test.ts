import { expect, type Page } from '@playwright/test'
import { creditCode } from '../apps/server/demo/credit-code.ts'
import { inYears } from './days.ts'
import { test } from './journey.ts'
import { fillCompany, fillPaper, PHARMACY_KINDS, PICTURE, signContract } from './paper-forms.ts'
import { type House, houseOf } from './staff.ts'
import { dataOf, emptyCart, expectAccessible, firstGoods, login, watchFailures } from './support.ts'

async function register(page: Page, phone: string): Promise<void> {
  await page.goto('/register/step1')
  await page.getByLabel('联系人姓名').fill('桥小雨')
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByRole('button', { name: /验证码$/ }).click()
  await expect(page.getByRole('status').getByText(/验证码/)).toBeVisible()
  const inbox = await (await page.request.get(`/demo/sms?phone=${phone}`)).text()
  await page.getByLabel('短信验证码').fill(/\b(\d{6})\b/.exec(inbox.replace(phone, ''))?.[1] ?? '')
  await page.getByRole('textbox', { name: '登录密码' }).fill('Qiao-2026-yaofang')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: /下一步/ }).click()
  await expect(page).toHaveURL(/\/register\/step2$/, { timeout: 120_000 })
}

interface Paper {
  kind: string
  open: { id: number; status: number; submitted_at: string } | null
}

interface Seen {
  papers: Paper[]
  submitted_at: string
}

/** The wholesaler's staff by their calls: every waiting paper, but for those to reject; then the company. */
async function review(staff: House, companyId: number, reject: Record<string, string>, decision: 'pass' | 'reject'): Promise<void> {
  const { papers, submitted_at } = (await dataOf(await staff.request.get(`/api/staff/company/${companyId}`))) as Seen
  for (const { kind, open } of papers) {
    if (open?.status !== 1) continue
    const reason = reject[kind]
    const form = { submitted_at: open.submitted_at, ...(reason ? { decision: 'reject', reason } : { decision: 'pass' }) }
    await dataOf(await staff.request.post(`/api/staff/certificate/${open.id}`, { form }))
  }
  await dataOf(
    await staff.request.post(`/api/staff/company/${companyId}/decide`, {
      form: { decision, submitted_at, rank: 'C', manager_name: '周敏' },
    }),
  )
}

test('新药店：注册、填资料传证照、被驳回一张、改好再交、审核通过、签合同、第一次采购', async ({ page, browser }) => {
  test.setTimeout(300_000)
  const failures = watchFailures(page)
  await page.addInitScript(() => window.sessionStorage.setItem('draw_closed', '1'))
  const tail = String(Date.now()).slice(-8)
  const code = creditCode('520103', Number(tail.slice(-4)))
  await register(page, `137${tail}`)

  await page.getByLabel('企业名称').fill('桥边大药房')
  await page.getByLabel('统一社会信用代码').fill(`${code.slice(0, 17)}${code[17] === '0' ? '1' : '0'}`)
  await page.getByLabel('法定代表人').fill('桥小雨')
  await expect(page.getByText('校验不符')).toBeVisible()
  await fillCompany(page, code)
  const submit = page.getByRole('button', { name: '提交审核' })
  await expect(submit).toBeDisabled()

  for (const kind of PHARMACY_KINDS.slice(0, 3)) await fillPaper(page, kind, code)
  // Whoever leaves finds everything again.
  await page.reload()
  await expect(page.getByLabel('企业名称')).toHaveValue('桥边大药房')
  await expect(page.locator('#paper-business_licence').getByText('已填写')).toBeVisible()
  for (const kind of PHARMACY_KINDS.slice(3)) await fillPaper(page, kind, code)
  await expectAccessible(page)
  await submit.click()
  await expect(page).toHaveURL(/\/register\/step3$/)

  const staff = houseOf(browser)
  const { company_id: companyId } = await dataOf(await page.request.get('/api/user/base'))
  await review(staff, companyId, { quality_agreement: '缺少公章，请盖章后重新上传' }, 'reject')

  // The page says so by itself.
  await expect(page.getByRole('heading', { name: '有资料需要修改' })).toBeVisible()
  await page.getByRole('link', { name: '查看原因并修改' }).click()
  const card = page.locator('#paper-quality_agreement')
  await expect(card.getByText('未通过：缺少公章，请盖章后重新上传')).toBeVisible()
  await fillPaper(page, 'quality_agreement', code)
  await page.getByRole('button', { name: '重新提交审核' }).click()
  await expect(page.getByText('资质审核中')).toBeVisible()
  await review(staff, companyId, {}, 'pass')

  await expect(page.getByText('资质齐全有效')).toBeVisible()
  await signContract(page)
  const goods = await firstGoods(page, 'amxl')
  expect(goods.is_buy).toBe(1)
  await page.goto(`/list/info/${goods.id}`)
  await page.waitForLoadState('networkidle')
  const added = page.waitForResponse((answer) => answer.url().endsWith('/api/cart') && answer.request().method() === 'POST')
  await page.getByRole('button', { name: '加入购物车' }).first().click()
  // Whoever leaves earlier may take the goods' request along.
  expect((await added).status()).toBe(200)
  await page.goto('/cart')
  await page
    .getByRole('button', { name: /去结算|结算/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/cart\/step2/)
  await expect(page.getByText('桥边路 3 号')).toBeVisible()
  await page
    .getByRole('button', { name: /提交订单/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/cart\/step3\/\d+/)
  expect(failures).toEqual([])
  await staff.context().close()
})

test('证照将到期的药店提交新证，审核期间照常采购；缺图时光标在上传处，关闭后回到原处', async ({ page }) => {
  const failures = watchFailures(page)
  await login(page, '13900000001')
  await page.goto('/zzzj')
  const card = page.locator('#paper-device_filing')
  await expect(card.getByText(/还有 \d+ 天/)).toBeVisible()
  const renew = card.getByRole('button', { name: '更新' })
  await renew.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('备案编号').press('Enter')
  await expect(dialog.getByText('请上传证照图片或 PDF')).toBeVisible()
  await expect(dialog.locator('input[type=file]')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(renew).toBeFocused()
  await renew.press('Enter')
  await dialog.locator('input[type=file]').setInputFiles(PICTURE)
  await expect(dialog.getByRole('link', { name: /查看 证照/ })).toBeVisible()
  await dialog.getByLabel('签发日期').fill('2026-11-01')
  await dialog.getByLabel('有效期至').fill(inYears(9))
  await dialog.getByRole('button', { name: '提交审核' }).click()
  await expect(card.getByText('新证照审核中')).toBeVisible()
  const goods = await firstGoods(page, 'amxl')
  expect(goods.is_buy).toBe(1)
  await card.getByRole('button', { name: '撤回' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
  await expect(card.getByText('有一份未提交的更新')).toBeVisible()
  await card.getByRole('button', { name: '放弃' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
  await expect(card.getByText('有一份未提交的更新')).toBeHidden()
  await emptyCart(page)
  expect(failures).toEqual([])
})
