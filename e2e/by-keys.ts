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
  const current = page.locator('tr.ant-table-row.is-cur')
  // Rows may go while one walks (others work, too): the walk ends on the row itself, not after a number of steps.
  for (let pressed = 1, from = ''; ; pressed++) {
    await page.keyboard.press('j')
    await expect(current).not.toHaveAttribute('data-row-key', from)
    if ((await current.innerText()).includes(text)) {
      await page.keyboard.press('Enter')
      return pressed + 1
    }
    from = (await current.getAttribute('data-row-key')) ?? ''
  }
}
