import { expect, type Page } from '@playwright/test'
import { PAPER_FORMS, type PaperKind } from '#domain/paper-kinds.ts'
import { creditCode } from '../apps/server/demo/credit-code.ts'
import { inYears } from './days.ts'
import { PHARMACY_KINDS } from './paper-forms.ts'
import { picture } from './pictures.ts'
import { dataOf } from './support.ts'

const ID_CARD = '11010519491231002X'

/** One paper, as its form would send it; the same kind again takes the place of the former. */
export async function sendPaper(page: Page, kind: PaperKind, code: string, more: { issued_on?: string; submit?: 1 } = {}): Promise<void> {
  const form = PAPER_FORMS[kind]
  const file = { name: '证照.png', mimeType: 'image/png', buffer: await picture() }
  const { id } = await dataOf(await page.request.post('/api/file', { multipart: { purpose: 'certificate', file } }))
  const paper = {
    number: form.holder === '姓名' ? ID_CARD : form.number === '统一社会信用代码' ? code : `示${kind}01`,
    issuer: '贵阳市市场监督管理局',
    holder: form.holder ? '桥小雨' : '',
    issued_on: '2025-01-02',
    ...(form.mayBeEndless ? { is_endless: 1 } : { expires_on: inYears(9), is_endless: 0 }),
    scope_codes: form.scopes.filter((scope) => ['chem', 'tcm'].includes(scope)),
    ...(kind === 'drug_licence' ? { drug_classes: ['rx', 'otc_a', 'otc_b'] } : {}),
    file_ids: [id],
    ...more,
  }
  await dataOf(await page.request.post(`/api/company/certificate/${kind}`, { data: paper }))
}

/** Whoever is signed in on the page sends its company and every paper that it must show, by its own calls, as its page makes them. */
export async function sendPapers(
  page: Page,
  { name, phone, code }: { name: string; phone: string; code: string },
): Promise<{ companyId: number; kinds: PaperKind[] }> {
  const post = async (url: string, data: object) => dataOf(await page.request.post(url, { data }))
  await post('/api/company', {
    name,
    type: '单体药店',
    credit_code: code,
    province: '贵州省',
    city: '贵阳市',
    district: '云岩区',
    address: '桥边路 3 号',
    legal_person: '桥小雨',
    contact: '桥小雨',
    phone,
  })
  const kinds = [...PHARMACY_KINDS]
  for (const kind of kinds) await sendPaper(page, kind, code)
  await post('/api/company/submit', {})
  const { company_id: companyId } = await dataOf(await page.request.get('/api/user/base'))
  return { companyId, kinds }
}

/** A new pharmacy that has sent everything in, by its own calls, as its page makes them. */
export async function joinAsPharmacy(page: Page, name: string): Promise<{ companyId: number; kinds: PaperKind[] }> {
  const tail = String(Date.now()).slice(-8)
  const code = creditCode('520103', Number(tail.slice(-4)))
  await page.goto('/register/step1')
  await page.getByLabel('联系人姓名').fill('桥小雨')
  await page.getByLabel('手机号', { exact: true }).fill(`137${tail}`)
  await page.getByRole('button', { name: /验证码$/ }).click()
  await expect(page.getByRole('status').getByText(/验证码/)).toBeVisible()
  const inbox = await (await page.request.get(`/demo/sms?phone=137${tail}`)).text()
  await page.getByLabel('短信验证码').fill(/\b(\d{6})\b/.exec(inbox.replace(`137${tail}`, ''))?.[1] ?? '')
  await page.getByRole('textbox', { name: '登录密码' }).fill('Qiao-2026-yaofang')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: /下一步/ }).click()
  await expect(page).toHaveURL(/\/register\/step2$/, { timeout: 30_000 })
  return sendPapers(page, { name, phone: `137${tail}`, code })
}
