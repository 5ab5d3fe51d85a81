import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { asOperator } from './shop-database.ts'
import { closeAll, dataOf, expectAccessible, login, OWNER, PASSED, PASSWORD, watchFailures } from './support.ts'

/** Phones of these journeys; each makes its own accounts and leaves those of the demo as they are. */
let last = 13_877_000_000 + (Date.now() % 900_000)
const freshPhone = () => String(++last)

/** The last code that the demo shop sent to a phone. */
async function lastCode(page: Page, phone: string): Promise<string> {
  const inbox = await page.context().newPage()
  await inbox.goto(`/demo/sms?phone=${phone}`)
  const code = await inbox.locator('li b.code').first().innerText()
  await inbox.close()
  return code
}

/** Presses 获取验证码 and types what arrived. */
async function typeCode(page: Page, phone: string): Promise<void> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByRole('button', { name: /秒后重发/ })).toBeVisible()
  await page.getByLabel('短信验证码').fill(await lastCode(page, phone))
}

/** An account with its company, made by the form; the page stands at step 2. */
async function register(page: Page, phone: string): Promise<void> {
  await page.goto('/register/step1')
  await page.getByLabel('联系人姓名').fill('叶知秋')
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await typeCode(page, phone)
  await page.getByLabel('登录密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '下一步，填写企业资质' }).click()
  await page.waitForURL('**/register/step2')
}

/** The phone's side of a QR code on the page: opens the simulated WeChat and agrees as somebody of that nickname. */
async function scanAs(page: Page, nickname: string): Promise<void> {
  const [phone] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: '演示商店：打开模拟微信' }).click(),
  ])
  await phone.getByLabel('另一个微信', { exact: true }).check()
  await phone.getByLabel('另一个微信的昵称').fill(nickname)
  await phone.getByRole('button', { name: '同意并确认' }).click()
  await expect(phone.getByRole('heading', { name: '已确认' })).toBeVisible()
  await phone.close()
}

test('注册账号：写错的地方说在那一栏，连点两次只有一个账号，随后进入第 2 步', async ({ page }) => {
  const failures = watchFailures(page)
  const phone = freshPhone()
  await page.goto('/register/step1')
  await page.getByRole('button', { name: '下一步，填写企业资质' }).click()
  await expect(page.getByText('请输入联系人姓名')).toBeVisible()
  await expect(page.getByLabel('联系人姓名')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('联系人姓名').fill('叶知秋')
  await page.getByLabel('手机号', { exact: true }).fill('13900000001')
  await page.getByLabel('手机号', { exact: true }).blur()
  await expect(page.getByText('该手机号已注册，请直接登录或找回密码')).toBeVisible()
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await typeCode(page, phone)
  await page.getByLabel('登录密码', { exact: true }).fill('password123')
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '下一步，填写企业资质' }).click()
  await expect(page.getByText('这个密码太常见，请换一个')).toBeVisible()
  await page.getByLabel('登录密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '下一步，填写企业资质' }).dblclick()
  await page.waitForURL('**/register/step2')
  await asOperator(async (client) => {
    const { rows } = await client.query('select count(*)::int as count from account where phone = $1', [phone])
    expect(rows[0].count).toBe(1)
  })
  await page.goto('/register/step3')
  await expect(page.getByRole('heading', { name: '资料还没有提交' })).toBeVisible()
  await expectAccessible(page)
  expect(failures).toEqual([])
})

test('验证码登录回到原来的页面，手机上也可以', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 375, height: 780 } })
  const page = await context.newPage()
  const phone = freshPhone()
  await register(page, phone)
  await page.request.delete('/api/user/logout')
  // Another code within the minute would have to wait; the form says so at its field.
  await page.goto('/login?back=%2Flist%3Fkeywords%3Damxl')
  await page.getByRole('button', { name: '验证码登录' }).click()
  // Exactly: the password's form, which may stand there a moment longer, asks for 账号或手机号.
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/操作过于频繁，请 \d+ 秒后再试/)).toBeVisible()
  await asOperator(async (client) => {
    await client.query(`delete from rate_count where key like 'sms:minute:%'`)
  })
  await typeCode(page, phone)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/list?keywords=amxl')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(375)
  await closeAll(context)
})

test('忘记密码：三步之后旧密码与其他设备都失效，新密码能登录', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const elsewhere = await browser.newContext()
  const phone = freshPhone()
  await register(page, phone)
  await asOperator(async (client) => {
    await client.query(`delete from rate_count where key like 'sms:minute:%'`)
  })
  const other = await elsewhere.newPage()
  await other.request.post('/api/user/login', { form: { username: phone, password: PASSWORD } })
  await page.request.delete('/api/user/logout')

  await page.goto('/login')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await page.waitForURL('**/forget/step1')
  await page.getByLabel('注册手机号').fill(phone)
  await typeCode(page, phone)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.waitForURL('**/forget/step2')
  await expectAccessible(page)
  await page.getByLabel('新密码', { exact: true }).fill('Autumn-2026')
  await page.getByLabel('再次输入新密码', { exact: true }).fill('Autumn-2027')
  await page.getByRole('button', { name: '保存新密码' }).click()
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  await page.getByLabel('再次输入新密码', { exact: true }).fill('Autumn-2026')
  await page.getByRole('button', { name: '保存新密码' }).click()
  await page.waitForURL('**/forget/step3')
  expect((await other.request.get('/api/user/base')).status()).toBe(401)
  await page.getByRole('link', { name: '去登录' }).click()
  await page.getByLabel('账号或手机号').fill(phone)
  await page.getByLabel('密码', { exact: true }).fill('Autumn-2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  // Step 2 by itself leads back to step 1.
  await page.goto('/forget/step2')
  await page.waitForURL('**/forget/step1')
  await closeAll(context, elsewhere)
})

test('微信：没有账号的微信注册新账号，之后扫码登录；再解绑、重新绑定', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(() => window.sessionStorage.setItem('draw_closed', '1'))
  const phone = freshPhone()
  const nickname = `叶子${phone.slice(-5)}`
  await page.goto('/login?way=wechat')
  await scanAs(page, nickname)
  await page.waitForURL('**/register/wechat?ticket=*')
  await expect(page.getByText(`微信“${nickname}”已确认`)).toBeVisible()
  await page.getByLabel('联系人姓名').fill('叶知秋')
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await typeCode(page, phone)
  await page.getByLabel('登录密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '下一步，填写企业资质' }).click()
  await page.waitForURL('**/register/step2')

  await page.request.delete('/api/user/logout')
  await page.goto('/login?way=wechat&back=%2Fbdwx')
  await scanAs(page, nickname)
  await page.waitForURL('**/bdwx')
  await expect(page.getByRole('heading', { name: `已绑定微信“${nickname}”` })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: '解绑微信' }).click()
  await page.getByLabel('当前登录密码', { exact: true }).fill('wrong-2026')
  await page.getByRole('button', { name: '确认解绑' }).click()
  await expect(page.getByText('密码不正确')).toBeVisible()
  await page.getByLabel('当前登录密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '确认解绑' }).click()
  await expect(page.getByRole('heading', { name: '绑定微信，扫码登录' })).toBeVisible()

  await page.getByRole('button', { name: '绑定微信', exact: true }).click()
  await page.getByLabel('当前登录密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '下一步，显示二维码' }).click()
  await scanAs(page, `新${nickname}`)
  await expect(page.getByRole('heading', { name: `已绑定微信“新${nickname}”` })).toBeVisible()
  expect((await dataOf(await page.request.get('/api/user/base'))).wechat).toBe(1)
  await closeAll(context)
})

test('连错三次密码后要图形验证码，图可以换', async ({ page }) => {
  await page.goto('/login')
  for (let round = 0; round < 3; round++) {
    await page.getByLabel('账号或手机号').fill(freshPhone().replace(/\d{5}$/, '00000'))
    await page.getByLabel('密码', { exact: true }).fill(`wrong-${round}`)
    const answered = page.waitForResponse('**/api/user/login')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await answered
  }
  const picture = page.getByRole('img', { name: '图形验证码，含 4 个字母或数字' })
  await expect(picture).toBeVisible()
  await expectAccessible(page)
  const before = await picture.getAttribute('src')
  await page.getByRole('button', { name: '换一张图形验证码' }).click()
  await expect(picture).not.toHaveAttribute('src', before ?? '')
})

test('老板用自己的账号新增一家门店，回到原来的门店照常采购', async ({ page }) => {
  await login(page, OWNER)
  const before = await dataOf(await page.request.get('/api/user/base'))
  await page.goto('/register/dd/step1')
  await expect(page.getByText(/已有 \d 家门店/)).toBeVisible()
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '下一步，填写门店资质' }).click()
  await page.waitForURL('**/register/dd/step2')
  const after = await dataOf(await page.request.get('/api/user/base'))
  expect(after.review_state).toBe(0)
  expect(after.stores).toHaveLength(before.stores.length + 1)
  await asOperator(async (client) => {
    await client.query('delete from session where company_id = $1', [after.company_id])
    // What was agreed to stays, but for whom it was never real.
    await client.query('alter table agreement_acceptance disable trigger agreement_acceptance_final')
    await client.query('delete from agreement_acceptance where company_id = $1', [after.company_id])
    await client.query('alter table agreement_acceptance enable trigger agreement_acceptance_final')
    await client.query('delete from company where id = $1', [after.company_id])
  })
})

test('登录和注册打开就可以输入：光标在第一格，直接打开、点链接过来都一样', async ({ page }) => {
  for (const [path, field] of [
    ['/login', '账号或手机号'],
    ['/login?way=sms', '手机号'],
    ['/register/step1', '联系人姓名'],
    ['/forget/step1', '注册手机号'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('textbox', { name: field, exact: true }), path).toBeFocused()
  }
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: /登录/ }).first().click()
  const name = page.getByRole('textbox', { name: '账号或手机号' })
  await expect(name).toBeFocused()
  await page.keyboard.type(PASSED)
  await expect(name).toHaveValue(PASSED)
  await page.getByRole('link', { name: '免费注册' }).first().click()
  await expect(page.getByRole('textbox', { name: '联系人姓名' })).toBeFocused()
})
