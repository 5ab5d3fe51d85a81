import { expect, type Page } from '@playwright/test'

/** 员工 of the console: the administrator makes the people. */

export interface Newcomer {
  username: string
  name: string
  /** By its name. */
  role: string
}

/** Fills the dialog and sends it. */
export async function askForPerson(page: Page, { username, name, role }: Newcomer): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '新增员工' })
  await dialog.getByLabel('姓名').fill(name)
  await dialog.getByLabel('账号').fill(username)
  await dialog.getByRole('combobox', { name: '岗位' }).fill(role)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '新增并取初始密码' }).click()
}

/** The password that is shown once; waits: another administrator has to agree to the role first. */
export async function takePassword(page: Page, waits: boolean): Promise<string> {
  const handed = page.getByRole('dialog', { name: '初始密码' })
  await expect(handed.getByText(/已提交批准/)).toHaveCount(waits ? 1 : 0)
  const password = await handed.locator('code').innerText()
  // Closed while it still grows, it stays.
  await expect(handed).not.toHaveClass(/ant-zoom-enter/)
  await handed.getByRole('button', { name: '已交给本人' }).click()
  await expect(handed).toBeHidden()
  return password
}
