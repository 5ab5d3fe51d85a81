import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

/** The door of the console, as people go through it. */

const codeOf = (secret: string) => new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate()

/** The form alone: what comes after it is the person's own. */
export async function signInAs(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/console')
  await page.getByLabel('账号').fill(username)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: /登录/ }).click()
}

/** The authenticator of the first login, by what stands on the page, and the recovery codes. */
export async function setUpFactor(page: Page): Promise<void> {
  await page.getByLabel('验证器显示的 6 位数字').fill(codeOf(await page.locator('code.secret').innerText()))
  await page.getByRole('button', { name: '确认' }).click()
  await page.getByRole('checkbox', { name: /我已经抄下/ }).click()
  await page.getByRole('button', { name: '继续' }).click()
  await expect(page.getByRole('heading', { name: '工作台' }).first()).toBeVisible()
}

/** A new member of staff comes in for the first time, with what was handed over, and sets a password of his own. */
export async function enterFirst(page: Page, username: string, handed: string, own: string): Promise<void> {
  await signInAs(page, username, handed)
  await page.getByLabel('初始密码').fill(handed)
  await page.getByLabel('新密码', { exact: true }).fill(own)
  await page.getByLabel('再填一次新密码').fill(own)
  await page.getByRole('button', { name: '设为我的密码' }).click()
  await setUpFactor(page)
}
