import { expect, type Page } from '@playwright/test'
import { PASSWORD } from './support.ts'

/** The console without a mouse. */

/** Counts from now on what is pressed with a pointer, on every page of the tab. */
export async function clicksOn(page: Page): Promise<() => Promise<number>> {
  let clicks = 0
  await page.exposeFunction('countPointer', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    const { countPointer } = window as unknown as { countPointer: () => Promise<void> }
    addEventListener('pointerdown', (event) => event.isTrusted && void countPointer(), { capture: true })
  })
  // A round trip: what was pressed before it has arrived.
  return () => page.evaluate(() => undefined).then(() => clicks)
}

export async function enterByKeys(page: Page, username: string): Promise<void> {
  await page.goto('/console')
  await expect(page.getByLabel('账号')).toBeFocused()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: '运营后台' })).toBeVisible()
}

/** By Ctrl+K to the first that is found. */
export async function leadTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('textbox', { name: '记录、页面、操作' })).toBeFocused()
  await page.keyboard.insertText(words)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Down the open list to the row that says so, and in. Answers how many keys that took. */
export async function downTo(page: Page, text: string): Promise<number> {
  const rows = page.locator('tr.ant-table-row')
  await expect(rows.filter({ hasText: text })).toBeVisible()
  const at = (await rows.allInnerTexts()).findIndex((one) => one.includes(text))
  for (let step = 0; step <= at; step++) {
    await page.keyboard.press('j')
    await expect(rows.nth(step)).toHaveClass(/is-cur/)
  }
  await page.keyboard.press('Enter')
  return at + 2
}
