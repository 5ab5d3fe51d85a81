import { expect, type Page } from '@playwright/test'

/** A text of the shop in the console's editor. */

/** Marks what the draft leaves open, one blank after another, types the answer over it, and saves. */
export async function fillBlanks(page: Page, answer: string): Promise<void> {
  const text = page.getByRole('textbox', { name: '正文' })
  const markNext = () =>
    text.evaluate((area: HTMLTextAreaElement) => {
      const found = /【请填写：.*?】/.exec(area.value)
      if (found === null) return false
      area.focus()
      area.setSelectionRange(found.index, found.index + found[0].length)
      return true
    })
  let isChanged = false
  while (await markNext()) {
    isChanged = true
    await page.keyboard.insertText(answer)
  }
  if (!isChanged) return
  await page.keyboard.press('Control+S')
  await expect(page.getByText(/处空白/)).toHaveCount(0)
}

export async function publishOpen(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^发布/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /发\s*布/ })
    .click()
  await expect(page.getByText('已发布', { exact: true })).toBeVisible()
}
