import { test as base, expect, type Page } from '@playwright/test'
import { creditCode } from '../apps/server/demo/credit-code.ts'
import { addStaff } from '../apps/server/src/modules/who/accounts/public.ts'
import { openDatabase } from '../apps/server/src/platform/database.ts'
import { writeSettings } from '../apps/server/src/platform/settings.ts'
import { createTestDatabase, dropTestDatabase, testDatabaseUrl } from '../apps/server/test/databases.ts'
import { makeCompany, makeGoods, makeScope } from '../apps/server/test/fixtures.ts'
import { signInAs } from './entering.ts'
import { acceptLetter, codeIn, inviteNew, letterOf, linkOf, openLetter } from './letter.ts'
import { type RunningShop, startShop } from './running-shop.ts'
import { sendPapers } from './sent-papers.ts'
import { dataOf, expectAccessible, PASSWORD, pressShown, watchFailures } from './support.ts'

const GOODS = '望槐片'
const PRICE = '17.35'
/** Came with the import: passed, and nobody can sign in for it. */
const OLD = { name: '百年老槐大药房', phone: '13722220001' }

interface RealShop extends RunningShop {
  companyId: number
}

/** A real shop with nothing that stands in for the outside world: no text messages, no WeChat. Its people, a goods, an imported company. */
const test = base.extend<object, { shop: RealShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture wants
    async ({}, use) => {
      const name = await createTestDatabase()
      const url = testDatabaseUrl(name)
      const database = openDatabase(url, { max: 2 })
      const now = new Date()
      for (const [username, person, role] of [
        ['liu', '柳依依', '客服'],
        ['zhi', '质小宁', '质量'],
      ] as const)
        await addStaff(database, { username, name: person, password: PASSWORD, roles: [role] }, now)
      await writeSettings(database.db, {
        staff_second_factor: false,
        company_name: '望槐医药有限公司',
        hot_line: '400-000-0000',
        service_hours: ['周一至周六 8:30–18:00'],
        supplier: { name: '望槐医药有限公司', address: '贵阳市云岩区示例路 1 号' },
      })
      for (const [code, words] of [
        ['chem', '化学药制剂'],
        ['tcm', '中成药'],
      ] as const)
        await makeScope(database.db, code, words)
      await makeGoods(database.db, { name: GOODS, price: PRICE, stock: 500 })
      const { companyId, accountId } = await makeCompany(database.db, OLD)
      await database.db.deleteFrom('account').where('id', '=', accountId).execute()
      const shop = await startShop(url, { DEMO: '0' })
      await use({ ...shop, companyId })
      await shop.stop()
      await database.close()
      await dropTestDatabase(name)
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.origin),
})

async function enter(page: Page, username: string): Promise<void> {
  await signInAs(page, username, PASSWORD)
  await expect(page.getByRole('link', { name: /企业/ }).first()).toBeVisible()
}

test('没有短信的商城：客服邀请一家新药店，它凭信注册、交证照，质量在后台通过，它登录看到自己的价格', async ({ page, browser }) => {
  test.setTimeout(300_000)
  const failures = watchFailures(page)
  const buyer = await (await browser.newContext()).newPage()
  const buyersFailures = watchFailures(buyer)

  // Who has no letter learns how to get one.
  await buyer.goto('/register/step1')
  await expect(buyer.getByText('本商城凭邀请注册')).toBeVisible()
  await expect(buyer.getByRole('link', { name: '400-000-0000' })).toBeVisible()
  await expect(buyer.getByText('贵阳市云岩区示例路 1 号')).toBeVisible()
  await expectAccessible(buyer)

  await enter(page, 'liu')
  const link = await inviteNew(page, { name: '新枝大药房', contact: '桥小雨', phone: '13722220009' })
  expect(link).toMatch(/\/register\/invited#[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
  // Printed, the letter is alone on its page.
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.letters-paper .letter')).toBeVisible()
  await expect(page.locator('#root')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await letterOf(page).getByRole('button', { name: '已交出，关闭' }).click()
  const row = page.getByRole('row', { name: /新枝大药房/ })
  await expect(row).toContainText('已发出')

  // The letter's code is typed as it stands on the paper.
  await openLetter(buyer, codeIn(link).toLowerCase())
  await expect(buyer.getByText('新枝大药房').first()).toBeVisible()
  await expect(buyer.getByLabel('联系人姓名')).toHaveValue('桥小雨')
  await acceptLetter(buyer, '13722220008', 'Qiao-2026-yaofang')
  await expect(buyer.getByText('与邀请的手机号不符')).toBeVisible()
  await expectAccessible(buyer)
  await buyer.getByLabel('手机号', { exact: true }).fill('13722220009')
  await buyer.getByRole('button', { name: /下一步/ }).click()
  await buyer.waitForURL('**/register/step2')
  await expect(buyer.getByLabel('企业名称')).toHaveValue('新枝大药房')
  const { companyId, kinds } = await sendPapers(buyer, { name: '新枝大药房', phone: '13722220009', code: creditCode('520103', 4711) })
  await buyer.goto('/register/step3')
  await expect(buyer.getByText('资料已提交，等待审核')).toBeVisible()
  await page.reload()
  await expect(row).toContainText('已使用')
  await expect(row).toContainText('桥小雨')

  const quality = await (await browser.newContext()).newPage()
  await enter(quality, 'zhi')
  await quality.goto(`/console/companies/review/${companyId}`)
  for (let at = 0; at < kinds.length; at++) {
    await expect(quality.getByText(`已判 ${at} / ${kinds.length}`)).toBeVisible()
    await quality.keyboard.press('A')
  }
  await quality.getByRole('combobox', { name: '等级' }).fill('C')
  await quality.getByRole('combobox', { name: '客户经理' }).fill('周敏')
  await quality.keyboard.press('Escape')
  await quality.getByRole('button', { name: /通过企业/ }).click()
  await expect(quality.getByText('新枝大药房已通过').first()).toBeVisible()

  await buyer.request.delete('/api/user/logout')
  await buyer.goto('/login')
  await buyer.getByLabel('账号或手机号').fill('13722220009')
  await buyer.getByLabel('密码', { exact: true }).fill('Qiao-2026-yaofang')
  await buyer.getByRole('button', { name: '登录', exact: true }).click()
  await buyer.waitForURL((url) => url.pathname === '/')
  await buyer.goto(`/list?keywords=${encodeURIComponent(GOODS)}`)
  await expect(buyer.getByText(GOODS).first()).toBeVisible()
  await expect(buyer.locator('main')).toContainText(PRICE)
  expect([...failures, ...buyersFailures]).toEqual([])
})

test('导入的老企业：从它的记录发一封信，重新发出后旧信失效；第一次登录就是它的负责人', async ({ page, browser, shop }) => {
  test.setTimeout(300_000)
  const failures = watchFailures(page)
  await enter(page, 'liu')
  await page.goto('/console/companies?tab=no-login')
  await expect(page.getByRole('row', { name: new RegExp(OLD.name) })).toBeVisible()
  await page.goto(`/console/companies/${shop.companyId}`)
  await page.getByRole('button', { name: '邀请登录…' }).click()
  const asked = page.getByRole('dialog', { name: `邀请登录：${OLD.name}` })
  await expect(asked.getByLabel('负责人手机号')).toHaveValue(OLD.phone)
  await asked.getByRole('button', { name: '生成邀请信' }).click()
  const first = await linkOf(page)
  await letterOf(page).getByRole('button', { name: '已交出，关闭' }).click()

  const buyer = await (await browser.newContext({ viewport: { width: 375, height: 780 } })).newPage()
  await buyer.goto(first)
  await expect(buyer.getByText(OLD.name).first()).toBeVisible()
  const width = await buyer.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(375)

  await page.goto('/console/companies/invitations')
  await page.getByRole('row', { name: new RegExp(OLD.name) }).click()
  await expect(page.getByRole('complementary').filter({ hasText: OLD.name })).toBeVisible()
  await pressShown(page, 'R')
  await page.getByRole('button', { name: '生成新的邀请信' }).click()
  await expect(letterOf(page)).toBeVisible()
  const second = await linkOf(page)
  expect(second).not.toBe(first)
  await letterOf(page).getByRole('button', { name: '已交出，关闭' }).click()

  // The form was open with the former letter.
  await buyer.getByLabel('联系人姓名').fill('何望槐')
  await buyer.getByLabel('手机号', { exact: true }).fill(OLD.phone)
  await buyer.getByRole('textbox', { name: '登录密码' }).fill('Qiao-2026-yaofang')
  await buyer.getByRole('checkbox', { name: /代表企业注册/ }).check()
  await buyer.getByRole('button', { name: '开通登录' }).click()
  await expect(buyer.getByText('没有这份邀请：请核对邀请码，或联系客服重新发出')).toBeVisible()
  await buyer.goto(second)
  await buyer.getByLabel('联系人姓名').fill('何望槐')
  await buyer.getByLabel('手机号', { exact: true }).fill(OLD.phone)
  await buyer.getByRole('textbox', { name: '登录密码' }).fill('Qiao-2026-yaofang')
  await buyer.getByRole('checkbox', { name: /代表企业注册/ }).check()
  await buyer.getByRole('button', { name: '开通登录' }).click()
  await buyer.waitForURL((url) => url.pathname === '/')
  expect(await dataOf(await buyer.request.get('/api/user/base'))).toMatchObject({ company: OLD.name, is_passed: 1, username: OLD.phone })

  // Forgotten: the clerk makes sure who it is, and hands out a way back in.
  await page.goto(`/console/companies/${shop.companyId}?tab=people`)
  await page.getByRole('button', { name: '发找回链接…' }).click()
  const recover = page.getByRole('dialog', { name: '发找回链接：何望槐' })
  await recover.getByText('回拨企业登记电话核对').click()
  await recover.getByLabel('理由').fill('老板忘记密码')
  await recover.getByRole('button', { name: '生成找回链接' }).click()
  const shown = page.getByRole('dialog', { name: '找回链接：何望槐' })
  const code = (await shown.locator('code').innerText()).trim()
  await shown.getByRole('button', { name: '已交给本人' }).click()
  await expect(page.getByText(/发出找回链接，有效至/)).toBeVisible()

  const lost = await (await browser.newContext()).newPage()
  await lost.goto('/login')
  await lost.getByRole('link', { name: '忘记密码' }).click()
  await lost.getByLabel('找回码').fill(code)
  await lost.getByRole('button', { name: '下一步' }).click()
  await expect(lost.getByText('为账号 137****0001 设置新密码')).toBeVisible()
  await expectAccessible(lost)
  await lost.getByLabel('新密码', { exact: true }).fill('Autumn-2026')
  await lost.getByLabel('再次输入新密码', { exact: true }).fill('Autumn-2026')
  await lost.getByRole('button', { name: '保存新密码' }).click()
  await lost.waitForURL('**/forget/step3')
  expect((await buyer.request.get('/api/user/base')).status()).toBe(401)
  expect(failures).toEqual([])
})
