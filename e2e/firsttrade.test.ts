import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { inYears } from './days.ts'
import { test } from './journey.ts'
import { houseOf } from './staff.ts'
import { closeAll, dataOf, expectAccessible, signedIn, watchFailures } from './support.ts'

const PHARMACY = '13900000001'
const CLINIC = '13900000005'
const PENDING = '13900000002'

test.describe.configure({ mode: 'serial' })

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}
const phone = { width: 375, height: 800 }
const noOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)

test('资料首页与菜单只列已开放的页面，企业资料制作成贵司的资料包并下载', async ({ browser }) => {
  const page = await signedIn(browser, PHARMACY)
  const failures = watchFailures(page)
  await page.goto('/dzzl')
  await expect(page).toHaveTitle(/^电子资料/)
  const menu = page.getByRole('navigation', { name: '会员中心菜单' })
  for (const text of ['资料首页', '首营资料', '企业资料']) await expect(menu.getByRole('link', { name: text, exact: true })).toBeVisible()
  for (const link of await page.getByRole('list', { name: '电子资料分类' }).getByRole('link').all()) {
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(answer.status()).toBe(200)
  }
  await expectAccessible(page)
  await shot(page, 'dzzl')
  await page
    .getByRole('list', { name: '电子资料分类' })
    .getByRole('link', { name: /企业资料/ })
    .click()
  await expect(page.getByRole('row', { name: /药品经营许可证/ })).toContainText('有效')
  await expect(page.getByRole('row', { name: /销售人员授权委托书（王敏）/ })).toContainText('即将到期')
  await expectAccessible(page)
  await shot(page, 'qyzl-before')
  await page.getByRole('button', { name: '制作资料包：首营企业资料包' }).click()
  await expect(page.getByText('制作中', { exact: true })).toBeVisible()
  const take = page.getByRole('button', { name: '下载资料包：首营企业资料包' })
  await expect(take).toBeVisible({ timeout: 120_000 })
  const download = page.waitForEvent('download')
  await take.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^首营企业资料_.+_\d{4}-\d{2}-\d{2}\.zip$/)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.includes(Buffer.from('清单.xlsx'))).toBe(true)
  expect(bytes.includes(Buffer.from('营业执照副本'))).toBe(true)
  await expect(page.getByText(/上次下载/)).toBeVisible()
  await shot(page, 'qyzl')
  await page.setViewportSize(phone)
  await noOverflow(page)
  await shot(page, 'qyzl-phone')
  await page.goto('/dzzl')
  await noOverflow(page)
  await shot(page, 'dzzl-phone')
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('我司证照换新后，已有资料包的买家收到新副本，另一家只看到自己的', async ({ browser }) => {
  const admin = houseOf(browser)
  const page = await signedIn(browser, PHARMACY)
  const picture = await page.screenshot()
  const upload = await admin.request.post('/api/staff/file', {
    multipart: { purpose: 'trade_paper', file: { name: '药品经营许可证.png', mimeType: 'image/png', buffer: picture } },
  })
  const { id } = await dataOf(upload)
  await dataOf(
    await admin.request.post('/api/staff/trade_paper', {
      data: { kind: 'drug_licence', number: '演示AA0000002', issuer: '演示药品监督管理局', expires_on: inYears(9), file_ids: [id] },
    }),
  )
  await page.goto('/qyzl')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('row', { name: /演示AA0000002/ })).toContainText('查看')
    await expect(page.getByRole('button', { name: '下载资料包：首营企业资料包' })).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 120_000 })
  await page.goto('/wdxx')
  await expect(page.getByText('我司药品经营许可证已更新').first()).toBeVisible()
  const clinic = await signedIn(browser, CLINIC)
  await clinic.goto('/qyzl')
  await expect(clinic.getByRole('button', { name: '制作资料包：首营企业资料包' })).toBeVisible()
  await expect(clinic.getByRole('link', { name: /^下载 .*副本/ })).toHaveCount(0)
  await closeAll(admin.context(), page.context(), clinic.context())
})

test('首营资料：批量上传按文件名归类，品种资料可制作，调查表用键盘填完', async ({ browser }) => {
  const page = await signedIn(browser, PHARMACY)
  const failures = watchFailures(page)
  await page.goto('/syzl')
  await expect(page.getByRole('row', { name: /营业执照/ })).toContainText('有效')
  await expectAccessible(page)
  await shot(page, 'syzl')
  await page.getByRole('button', { name: '批量上传' }).click()
  const buffer = await page.screenshot()
  await page
    .getByLabel('照片或扫描件：选择文件')
    .setInputFiles(['食品许可.png', 'IMG_1.png'].map((name) => ({ name, mimeType: 'image/png', buffer })))
  await expect(page.getByLabel('食品许可.jpg 属于')).toHaveValue('food_licence')
  await expect(page.getByRole('button', { name: '还有 1 个文件未选资料' })).toBeDisabled()
  await shot(page, 'syzl-bulk')
  await page.getByLabel('IMG_1.jpg 属于').selectOption('food_licence')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('row', { name: /食品经营许可证/ })).toContainText('待提交的更新 2 页')
  // Other journeys of this pharmacy find its papers as they were.
  await dataOf(await page.request.post('/api/company/certificate/food_licence/withdraw', { data: {} }))
  const own = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载贵司资料包' }).click()
  expect((await own).suggestedFilename()).toMatch(/_企业资料_/)

  await page.getByRole('link', { name: '首营品种资料', exact: true }).click()
  await page
    .getByRole('button', { name: /^制作资料包：/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^下载资料包：/ }).first()).toBeVisible({ timeout: 120_000 })
  await expectAccessible(page)
  await shot(page, 'syzl-goods')

  await page.getByRole('link', { name: '质量体系调查表', exact: true }).click()
  await page.getByRole('button', { name: '提交调查表' }).click()
  await expect(page.getByText('请填写：质量负责人姓名')).toBeVisible()
  await expect(page.getByLabel('质量负责人姓名 *')).toBeFocused()
  await page.keyboard.type('陈溪')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0851-80000000')
  await page.keyboard.press('Tab')
  await page.keyboard.type('李明 1234')
  // Seven questions that are answered by yes or no, each by the space bar.
  for (let at = 0; at < 7; at++) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('group', { name: /近一年是否受到/ }).getByLabel('否', { exact: true })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('陈溪')
  await page.keyboard.press('Tab')
  await page.keyboard.type('质量负责人')
  await shot(page, 'syzl-form')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/提交，正在审核/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  for (const tab of ['own', 'goods', 'form']) {
    await page.goto(`/syzl?tab=${tab}`)
    await noOverflow(page)
    await shot(page, `syzl-${tab}-phone`)
  }
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('访客先登录再回来；待审核的企业看得到资料', async ({ browser }) => {
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/qyzl')
  await expect(visitor).toHaveURL(/\/login/)
  const page = await signedIn(browser, PENDING)
  for (const path of ['/dzzl', '/qyzl', '/syzl', '/syzl?tab=goods', '/syzl?tab=form']) {
    await page.goto(path)
    await expect(page.getByRole('navigation', { name: '会员中心菜单' })).toBeVisible()
  }
  await page.goto('/qyzl')
  await shot(page, 'qyzl-pending')
  await closeAll(visitor.context(), page.context())
})
