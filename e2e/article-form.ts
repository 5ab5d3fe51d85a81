import { expect, type Page } from '@playwright/test'
import { dataOf } from './support.ts'

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

/** The agreements that whoever registers accepts: drafted from the house's texts, filled in, handed in, and agreed to by the second. */
export async function publishAgreements(asker: Page, second: Page): Promise<void> {
  await dataOf(await asker.request.post('/api/staff/agreement/prepare', { data: {} }))
  const { list } = await dataOf(await asker.request.get('/api/staff/agreement'))
  for (const { id } of list) {
    const { draft } = await dataOf(await asker.request.get(`/api/staff/agreement/${id}`))
    const body = draft.body.replace(/【请填写：[^】]*】/g, '贵阳市云岩区人民法院')
    await dataOf(await asker.request.post(`/api/staff/agreement/${id}/draft`, { data: { ...draft, body, version: 1 } }))
    // Done at once by whoever may do it alone, else handed in.
    const { data: asked } = await (await asker.request.post(`/api/staff/agreement/${id}/publish`, { data: { version: 2 } })).json()
    if (asked.request) await dataOf(await second.request.post(`/api/staff/approval/${asked.request.id}/approve`, { data: {} }))
  }
}

export async function publishOpen(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^发布/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /发\s*布/ })
    .click()
  await expect(page.getByText('已发布', { exact: true })).toBeVisible()
}
