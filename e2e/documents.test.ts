import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { asOperator } from './shop-database.ts'
import { type House, houseOf } from './staff.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, firstGoods, signedIn, watchFailures } from './support.ts'

/** A pharmacy of its own, as if the first demo pharmacy had a sister: what happens to it disturbs no other journey. */
const SISTER = '13900000071'
const NAME = '溪桥大药房（单据店）'

// One company's story, from its first such order to the contract.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await asOperator(async (client) => {
    const { rows } = await client.query(
      `insert into company (code, name, type, credit_code, province, city, district, address, contact, phone, rank, review_state, contract_signed)
       select 'KH0071', $1, type, credit_code, province, city, district, address, contact, $2, rank, 2, true from company where code = 'KH0001'
       returning id`,
      [NAME, SISTER],
    )
    const { id } = rows[0]
    const first = "(select id from company where code = 'KH0001')"
    await client.query(`insert into company_scope select $1, scope_code from company_scope where company_id = ${first}`, [id])
    await client.query(
      `insert into qualification (company_id, kind, name, number, issuer, issued_on, expires_on, scope_codes, status)
       select $1, kind, name, number, issuer, issued_on, expires_on, scope_codes, status from qualification where company_id = ${first}`,
      [id],
    )
    await client.query(
      `insert into address (company_id, receiver, phone, province, city, district, detail, is_default, is_licence)
       select $1, receiver, phone, province, city, district, detail, is_default, is_licence from address where company_id = ${first} and is_default`,
      [id],
    )
    await client.query(
      `with person as (insert into account (username, phone, name, password_hash)
                       select $2, $2, '陈一', password_hash from account where username = '13900000001' returning id)
       insert into account_company (account_id, company_id) select id, $1 from person`,
      [id, SISTER],
    )
  })
})

const byStaff = async (admin: House, url: string, data: object = {}) => dataOf(await admin.request.post(url, { data }))
/** What a phone takes of a stamped paper. */
const photo = async (page: Page) => ({ name: '盖章回执.png', mimeType: 'image/png', buffer: await page.screenshot() })
/** What a link hands out is a PDF under this name. */
async function expectPdf(page: Page, link: Locator, name: RegExp): Promise<void> {
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  const [, given = ''] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers()['content-disposition'] ?? '') ?? []
  expect(decodeURIComponent(given)).toMatch(name)
}
const ephedrine = (page: Page) => firstGoods(page, '复方盐酸伪麻黄碱缓释胶囊')

async function orderEphedrine(page: Page): Promise<number> {
  await emptyCart(page)
  const goods = await ephedrine(page)
  await fillCart(page, [{ goods_id: goods.id, number: goods.step }])
  await page.goto('/cart')
  await page.getByRole('button', { name: '去结算' }).click()
  await page.waitForURL(/\/cart\/step2/)
  await page.getByRole('button', { name: /^提交订单 ¥/ }).click()
  await page.waitForURL(/\/cart\/hm\?id=\d+/)
  return Number(new URL(page.url()).searchParams.get('id'))
}

async function open(browser: Browser): Promise<{ page: Page; admin: House; failures: string[] }> {
  const page = await signedIn(browser, SISTER)
  return { page, admin: houseOf(browser), failures: watchFailures(page) }
}

test('含麻订单从购物车到回执：转账凭证经财务确认，收货后上传盖章回执，审核通过', async ({ browser }) => {
  test.slow()
  const { page, admin, failures } = await open(browser)
  const orderId = await orderEphedrine(page)
  await expect(page.getByText('户名', { exact: true })).toBeVisible()

  // Nothing chosen yet: said at its field, nothing sent.
  await page.getByRole('button', { name: '提交转账凭证' }).click()
  await expect(page.getByText('请填写付款账号', { exact: true })).toBeVisible()
  await expect(page.getByText('请上传银行回单或转账截图')).toBeVisible()
  await page.getByLabel('付款账号').fill('0000 0000 0000 4821')
  await page.getByLabel('付款户名').fill('陈一')
  await page.getByLabel(/银行回单或转账截图：选择文件/).setInputFiles(await photo(page))
  await expect(page.getByRole('button', { name: '移除 盖章回执.jpg' })).toBeVisible()
  await page.getByRole('button', { name: '提交转账凭证' }).click()
  await expect(page.getByText(`付款户名应为“${NAME}”`)).toBeVisible()
  await page.getByLabel('付款户名').fill(NAME)
  await page.getByRole('button', { name: '提交转账凭证' }).click()
  await expect(page.getByRole('heading', { name: '已提交，等待财务核对' })).toBeVisible()
  await expectAccessible(page)

  const { list } = await dataOf(await admin.request.get('/api/staff/transfer_proofs'))
  const proof = list.find((one: { order_id: number }) => one.order_id === orderId).proof
  expect(await byStaff(admin, `/api/staff/transfer_proof/${proof.id}/pass`)).toEqual({ state: 'confirmed', outcome: 'paid' })
  for (const command of ['pick', 'ship']) await byStaff(admin, `/api/staff/order/${orderId}/${command}`)
  await dataOf(await page.request.post(`/api/order/${orderId}/receive`))

  await page.goto('/hmdd')
  const card = page
    .getByRole('listitem')
    .filter({ hasText: '待上传' })
    .filter({ has: page.getByRole('button', { name: '上传回执' }) })
  await expect(card.getByText(/还有 7 天/)).toBeVisible()
  // The queue draws the form of what was just shipped.
  const form = card.getByRole('link', { name: '下载回执单' })
  await expect(async () => {
    await page.reload()
    await expect(form).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expectPdf(page, form, /^含麻回执单 订单 \d+_HZ\d+\.pdf$/)
  await card.getByRole('button', { name: '上传回执' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/盖章的回执：选择文件/).setInputFiles(await photo(page))
  await expect(dialog.getByRole('button', { name: '移除 盖章回执.jpg' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '提交审核' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: /待审核/ })).toContainText('1')
  expect(await byStaff(admin, `/api/staff/receipt/${orderId}/pass`)).toEqual({ state: 'passed' })
  await page.reload()
  await expect(page.getByText('通过审核并归档')).toBeVisible()

  // The queue issues what a shipped order owes: its invoice.
  await expect(async () => {
    await page.goto('/dzfp')
    await expect(page.getByText('测试发票', { exact: true }).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expectPdf(page, page.getByRole('link', { name: /^下载发票/ }).first(), /^测试发票-\d{20}\.pdf$/)
  expect(failures).toEqual([])
  await closeAll(page.context(), admin.context())
})

test('回执逾期：含麻商品停购并指向回执页，补交后恢复', async ({ browser }) => {
  const { page } = await open(browser)
  const { list } = await dataOf(await page.request.get('/api/ephedrine/orders'))
  const orderId = list[0].id
  await asOperator(async (client) => {
    await client.query("update ephedrine_receipt set state = 'awaiting', due_on = current_date - 3 where order_id = $1", [orderId])
  })
  const goods = await ephedrine(page)
  await expect(async () => expect((await ephedrine(page)).is_buy).toBe(0)).toPass()
  await page.goto(`/list/info/${goods.id}`)
  await expect(page.getByText('含麻回执已逾期未上传').first()).toBeVisible()
  await page.getByRole('link', { name: '去上传回执' }).first().click()
  await page.waitForURL(/\/hmdd/)
  await expect(page.getByText(/已逾期 \d+ 天/).first()).toBeVisible()
  await page.getByRole('button', { name: '上传回执' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/盖章的回执：选择文件/).setInputFiles(await photo(page))
  await expect(dialog.getByRole('button', { name: /^移除/ })).toBeVisible()
  await dialog.getByRole('button', { name: '提交审核' }).click()
  await expect(page.getByText('含麻回执已逾期未上传')).toHaveCount(0)
  await expect(async () => expect((await ephedrine(page)).is_buy).toBe(1)).toPass()
  await closeAll(page.context())
})

test('合同未签（459）：提示后到电子合同页，读完、签署、下载，随即可以结算', async ({ browser }) => {
  const { page, failures } = await open(browser)
  await emptyCart(page)
  const goods = await firstGoods(page, 'amxl')
  const ids = await fillCart(page, [{ goods_id: goods.id, number: goods.step }])
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: '去结算' })).toBeEnabled()
  await asOperator(async (client) => {
    await client.query('update company set contract_signed = false where name = $1', [NAME])
  })
  await expect(async () => {
    const answer = await page.request.post('/api/cart/checkout', { data: { ids } })
    expect(answer.status()).toBe(459)
  }).toPass()
  await page.goto(`/cart/step2?ids=${ids.join(',')}`)
  const alert = page.getByRole('dialog')
  if (await alert.isVisible().catch(() => false)) await alert.getByRole('button').last().click()
  else await page.goto('/dzht')
  await page.waitForURL(/\/dzht/)
  await expect(page.getByText('签署后即可继续采购').first()).toBeVisible()

  const agree = page.getByRole('checkbox', { name: /我已阅读全文/ })
  await expect(agree).toBeDisabled()
  // By keyboard: the text is reached and read to its end.
  await page.getByRole('region', { name: '合同正文' }).focus()
  await page.keyboard.press('End')
  await expect(agree).toBeEnabled()
  await page.getByLabel('职务').fill('')
  await page.getByRole('button', { name: '确认签署' }).click()
  await expect(page.getByText('请填写签署人职务', { exact: true })).toBeVisible()
  await page.getByLabel('职务').fill('企业负责人')
  await agree.check()
  await expectAccessible(page)
  await page.getByRole('button', { name: '确认签署' }).dblclick()
  await expect(page.getByRole('heading', { name: '已签署的合同' })).toBeVisible()
  // The queue makes the paper a moment later.
  await expect(async () => {
    await page.goto('/dzht')
    await expect(page.getByRole('link', { name: '下载合同' })).toHaveCount(1, { timeout: 2000 })
  }).toPass()
  await expectPdf(page, page.getByRole('link', { name: '下载合同' }), /^年度购销与质量保证协议 HT\d+_XY\d+\.pdf$/)

  await expect(async () => {
    await page.goto(`/cart/step2?ids=${ids.join(',')}`)
    await expect(page.getByRole('button', { name: /^提交订单 ¥/ })).toBeEnabled({ timeout: 2000 })
  }).toPass()
  expect(failures).toEqual([])
  await closeAll(page.context())
})
