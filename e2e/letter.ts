import { expect, type Locator, type Page } from '@playwright/test'

/** 邀请信: made in the console, typed in the shop. */

export const letterOf = (page: Page): Locator => page.getByRole('dialog', { name: /^邀请信/ })
export const linkOf = async (page: Page): Promise<string> => (await letterOf(page).locator('code').first().innerText()).trim()
export const codeIn = (link: string): string => link.slice(link.indexOf('#') + 1)

/** For a company that is not here yet; its letter stays open. Answers its link. */
export async function inviteNew(page: Page, { name, contact, phone }: { name: string; contact: string; phone: string }): Promise<string> {
  await page.goto('/console/companies/invitations')
  await expect(page.getByText('还没有发出过邀请')).toBeVisible()
  await page.keyboard.press('N')
  const asked = page.getByRole('dialog', { name: '邀请新企业注册' })
  await asked.getByLabel('企业全称').fill(name)
  await asked.getByLabel('联系人').fill(contact)
  await asked.getByLabel('手机号').fill(phone)
  await asked.getByRole('button', { name: '生成邀请信' }).click()
  await expect(letterOf(page)).toContainText(name)
  return linkOf(page)
}

export async function openLetter(buyer: Page, code: string): Promise<void> {
  await buyer.getByLabel('邀请码').fill(code)
  await buyer.getByRole('button', { name: '打开邀请' }).click()
}

/** What the letter's holder says of himself, and the way on. */
export async function acceptLetter(buyer: Page, phone: string, password: string): Promise<void> {
  await buyer.getByLabel('手机号', { exact: true }).fill(phone)
  await buyer.getByRole('textbox', { name: '登录密码' }).fill(password)
  await buyer.getByRole('checkbox', { name: /代表企业注册/ }).check()
  await buyer.getByRole('button', { name: /下一步/ }).click()
}
