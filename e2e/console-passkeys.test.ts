import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { closeAll, expectAccessible, PASSWORD, watchFailures } from './support.ts'

/** A computer that knows its owner by the fingerprint, drawn by the browser itself. */
async function deviceOf(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    knowsOwner: (isUserVerified: boolean) => browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    keys: async () => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

async function byPassword(page: Page, username: string): Promise<void> {
  await page.goto('/console')
  await page.getByLabel('账号').fill(username)
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByLabel('密码').press('Enter')
}
const isIn = (page: Page) => expect(page.getByText('等您处理的事')).toBeVisible()

test('员工给自己添加通行密钥，登录第二步按一下就进来；设备不认人时用恢复码；改名、移除，移除后只凭密码', async ({ browser, shop }) => {
  // Browsers know no passkeys at a bare address.
  const context = await browser.newContext({
    baseURL: shop.origin.replace('127.0.0.1', 'localhost'),
    viewport: { width: 1366, height: 768 },
  })
  const page = await context.newPage()
  const failures = watchFailures(page)
  const device = await deviceOf(page)
  await byPassword(page, 'yunying')
  await isIn(page)

  await page.goto('/console/system/me')
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: '通行密钥' }) })
  await section.getByRole('button', { name: '添加通行密钥…' }).click()
  await section.getByLabel('名称').fill('值班电脑')
  await section.getByLabel('登录密码').fill('not-the-password')
  await section.getByRole('button', { name: '添加通行密钥' }).click()
  await expect(section.getByText('现在的密码不正确')).toBeVisible()
  await section.getByLabel('登录密码').fill(PASSWORD)
  await section.getByRole('button', { name: '添加通行密钥' }).click()
  const shown = section.locator('.recovery code')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allInnerTexts()
  await section.getByRole('checkbox', { name: /我已经抄下/ }).click()
  await section.getByRole('button', { name: '继续' }).click()
  const row = (name: string) => section.getByRole('row', { name: new RegExp(name) })
  await expect(row('值班电脑').getByText('还没用过')).toBeVisible()
  expect(await device.keys()).toHaveLength(1)

  // Another day: the password, then one press. No button is drawn as one that the mouse lies on.
  await page.mouse.move(0, 0)
  await context.clearCookies()
  await byPassword(page, 'yunying')
  await expect(page.getByRole('heading', { name: '二次验证' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await isIn(page)

  // The finger is wet: the device does not know its owner, a recovery code does it.
  await context.clearCookies()
  await byPassword(page, 'yunying')
  await device.knowsOwner(false)
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await expect(page.getByText(/没有完成：已取消、超时/)).toBeVisible()
  await page.getByLabel('恢复码').fill(codes[0] ?? '')
  await page.getByRole('button', { name: /进\s?入/ }).click()
  await isIn(page)
  await device.knowsOwner(true)

  await page.goto('/console/system/me')
  await expect(row('值班电脑').getByText('还没用过')).toHaveCount(0)
  await row('值班电脑').getByRole('button', { name: '改名' }).click()
  await section.getByLabel('值班电脑 的新名称').fill('前台电脑')
  await page.keyboard.press('Enter')
  await row('前台电脑').getByRole('button', { name: '移除…' }).click()
  await expect(section.getByText(/这是您唯一的二次验证/)).toBeVisible()
  await section.getByRole('button', { name: '使用通行密钥' }).click()
  await expect(row('前台电脑')).toHaveCount(0)

  await context.clearCookies()
  await byPassword(page, 'yunying')
  await isIn(page)
  expect(failures).toEqual([])
  await closeAll(context)
})
