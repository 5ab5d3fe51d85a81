import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { asOperator } from './shop-database.ts'
import { houseOf } from './staff.ts'
import { closeAll, dataOf, expectAccessible, signedIn, watchFailures } from './support.ts'

/** A pharmacy of its own: what happens to its seals and contract disturbs no other journey. */
const SISTER = '13900000075'
const NAME = '溪桥大药房（签章店）'

// One company's story, from no seal to an agreement with two signatures.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await asOperator(async (client) => {
    const { rows } = await client.query(
      `insert into company (code, name, type, credit_code, province, city, district, address, contact, phone, rank, review_state, contract_signed)
       select 'KH0075', $1, type, credit_code, province, city, district, address, contact, $2, rank, 2, false from company where code = 'KH0001'
       returning id`,
      [NAME, SISTER],
    )
    await client.query(
      `with person as (insert into account (username, phone, name, password_hash)
                       select $2, $2, '陈一', password_hash from account where username = '13900000001' returning id)
       insert into account_company (account_id, company_id) select id, $1 from person`,
      [rows[0].id, SISTER],
    )
  })
})

const scan = async (page: Page) => ({
  name: '法人授权书.png',
  mimeType: 'image/png',
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } }),
})

async function open(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const page = await signedIn(browser, SISTER, options)
  return { page, failures: watchFailures(page) }
}

test('电子签章管理：空的时候说有什么用；看得到供应商印模与证书；申请缺什么说什么，提交后待审核', async ({ browser }) => {
  const { page, failures } = await open(browser)
  await page.goto('/dzqz')
  await expect(page.getByText('还没有电子印章')).toBeVisible()
  for (const seal of ['药品出库专用章', '质量管理专用章', '财务专用章'])
    await expect(page.getByRole('img', { name: new RegExp(`${seal}印模`) })).toBeVisible()
  await expect(page.getByText('演示证书：由演示商店自己签发')).toBeVisible()
  await expectAccessible(page)
  // By keyboard alone.
  await page.getByRole('button', { name: '申请电子印章' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '提交审核' }).click()
  await expect(page.getByText('请填写法定代表人姓名')).toBeVisible()
  await expect(page.getByText('请上传法定代表人授权书')).toBeVisible()
  await page.getByLabel('法定代表人', { exact: false }).first().fill('陈一')
  await page.getByLabel(/法定代表人授权书：选择文件/).setInputFiles(await scan(page))
  await expect(page.getByRole('button', { name: /^移除/ })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: '陈一' })).toBeChecked()
  await page.getByRole('checkbox', { name: /已取得法定代表人授权/ }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: '提交审核' }).click()
  await expect(page.getByRole('listitem', { name: '合同专用章（待审核）' })).toBeVisible()
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('审核通过后签协议：盖双方印章、两个签名；核验页认出原件，认出改过的文件；没有 https 也能算', async ({ browser }) => {
  test.slow()
  const { page, failures } = await open(browser)
  const admin = houseOf(browser)
  const { list } = await dataOf(await admin.request.get('/api/staff/seal?state=applied'))
  const seal = list.find((one: { company: string }) => one.company === NAME)
  expect(await dataOf(await admin.request.post(`/api/staff/seal/${seal.id}/pass`, { data: {} }))).toEqual({ state: 'in_force' })

  await page.goto('/dzht')
  await expect(page.getByText('将使用贵司合同专用章用印')).toBeVisible()
  await page.getByRole('region', { name: '合同正文' }).focus()
  await page.keyboard.press('End')
  await page.getByLabel('职务').fill('企业负责人')
  await page.getByRole('checkbox', { name: /我已阅读全文/ }).check()
  await page.getByRole('button', { name: '确认签署' }).click()
  await expect(page.getByRole('heading', { name: '已签署的合同' })).toBeVisible()
  await expect(async () => {
    await page.goto('/dzht')
    await expect(page.getByRole('link', { name: '下载合同' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  const loading = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载合同' }).click()
  const bytes = readFileSync(await (await loading).path())

  await page.getByRole('link', { name: '核验' }).click()
  await page.waitForURL(/\/verify\/XY\d+-[0-9A-Z]{10}$/)
  await expect(page.getByText('现在有效')).toBeVisible()
  await expect(page.getByRole('heading', { name: '电子签名（2 个）' })).toBeVisible()
  await expect(page.getByRole('main').getByText(NAME, { exact: true })).toBeVisible()
  const file = (buffer: Buffer) => ({ name: '协议.pdf', mimeType: 'application/pdf', buffer })
  const input = page.getByLabel('选择要核对的 PDF 文件')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await input.setInputFiles(file(bytes))
  await expect(page.getByText('完全一致')).toBeVisible()
  const changed = Buffer.from(bytes)
  changed[1000] = (changed[1000] ?? 0) ^ 1
  await input.setInputFiles(file(changed))
  await expect(page.getByText('或已被改动')).toBeVisible()
  // Nothing of the file leaves the browser.
  expect(sent).toEqual([])
  await expectAccessible(page)

  // A stranger on a phone, on a page that came over plain http: no crypto.subtle there.
  const stranger = await (await browser.newContext({ viewport: { width: 375, height: 800 } })).newPage()
  await stranger.addInitScript(() => Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined }))
  await stranger.goto(new URL(page.url()).pathname)
  await expect(stranger.getByText('溪桥******', { exact: false }).first()).toBeVisible()
  await expect(stranger.getByText(NAME)).toHaveCount(0)
  await stranger.getByLabel('选择要核对的 PDF 文件').setInputFiles(file(bytes))
  await expect(stranger.getByText('完全一致')).toBeVisible()
  await expectAccessible(stranger)

  await page.goto('/dzqz')
  await expect(page.getByRole('heading', { name: '用印记录' })).toBeVisible()
  await page.getByRole('button', { name: '立即停用' }).click()
  await page.getByRole('button', { name: '确认停用' }).click()
  await expect(page.getByText('请填写停用原因')).toBeVisible()
  await page.getByRole('dialog').getByLabel('停用原因').fill('印章遗失')
  await page.getByRole('button', { name: '确认停用' }).click()
  await expect(page.getByRole('listitem', { name: '合同专用章（已停用）' })).toBeVisible()
  expect(failures).toEqual([])
  await closeAll(page.context(), admin.context(), stranger.context())
})

test('核验页：没有的编号说没有，可重新输入；格式不对说怎么写；供应商印模表人人可核验', async ({ browser, page }) => {
  await page.goto('/verify/SH20261122000001-AAAAAAAAAA')
  await expect(page.getByText('没有编号与校验码为 SH20261122000001-AAAAAAAAAA 的单据')).toBeVisible()
  await page.getByLabel('编号-校验码').fill('123')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/应形如 SH20261122000123/)).toBeVisible()
  await expectAccessible(page)
  const buyer = await signedIn(browser, SISTER)
  const answer = await buyer.request.get('/api/seal/samples')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const admin = houseOf(browser)
  const { list } = await dataOf(await admin.request.get('/api/staff/document?kinds=seal_samples'))
  await page.getByLabel('编号-校验码').fill(list[0].verify_url.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '印章印模备案表' })).toBeVisible()
  await page
    .getByLabel('选择要核对的 PDF 文件')
    .setInputFiles({ name: '印模.pdf', mimeType: 'application/pdf', buffer: await answer.body() })
  await expect(page.getByText('完全一致')).toBeVisible()
  await closeAll(buyer.context(), admin.context())
})
