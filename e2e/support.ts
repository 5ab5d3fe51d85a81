import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { type APIResponse, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'

export const PASSWORD = 'Demo-2026'
export const PASSED = '13900000001'
export const PENDING = '13900000002'
export const EXPIRED = '13900000003'
export const OWNER = '13900000004'
export const CLINIC = '13900000005'

/** A page of its own, signed in without the form: journeys that are not about logging in. */
export async function signedIn(browser: Browser, username: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await login(page, username)
  return page
}

/** A page of its own in the console, signed in without the form. */
export async function staffIn(browser: Browser, username: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const answer = await page.request.post('/api/staff/login', { data: { username, password: PASSWORD } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return page
}

/** draws: the prize draw may come up; journeys that are not about it are not disturbed by it. */
export async function login(page: Page, username: string, { draws = false } = {}): Promise<void> {
  if (!draws) await page.addInitScript(() => window.sessionStorage.setItem('draw_closed', '1'))
  const answer = await page.request.post('/api/user/login', { form: { username, password: PASSWORD } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

// biome-ignore lint/suspicious/noExplicitAny: journeys look into any call's data
export async function dataOf(answer: APIResponse): Promise<any> {
  const envelope = await answer.json()
  expect(envelope.code, JSON.stringify(envelope).slice(0, 400)).toBe(200)
  return envelope.data
}

/** The first goods that a search finds. */
export async function firstGoods(
  page: Page,
  keywords: string,
): Promise<{ id: number; name: string; ck_id: number; step: number; number: number; is_buy: number }> {
  const data = await dataOf(await page.request.get('/api/goods/list', { params: { keywords } }))
  expect(data.list.length, `nothing found for ${keywords}`).toBeGreaterThan(0)
  return data.list[0]
}

export async function emptyCart(page: Page): Promise<void> {
  const { list } = await dataOf(await page.request.get('/api/cart/list'))
  if (list.length > 0)
    await dataOf(await page.request.post('/api/cart/batch_delete', { data: { ids: list.map((line: { id: number }) => line.id) } }))
}

/** Puts goods in the cart and answers the ids of their lines. */
export async function fillCart(page: Page, lines: readonly { goods_id: number; number: number }[]): Promise<number[]> {
  const data = await dataOf(await page.request.post('/api/cart', { data: { list: lines } }))
  return data.lines.map((line: { id: number }) => line.id)
}

/** Collects what the page throws and what its console reports as an error. */
export function watchFailures(page: Page, failures: string[] = []): string[] {
  page.on('pageerror', (error) => failures.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) failures.push(message.text())
  })
  return failures
}

/** axe in its small form: to read its 500 KB costs a page more than to be looked at, and the builder brings 1.3 MB, twice each time. */
const AXE = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8')
const NOTHING = 'undefined'
const SERIOUS: readonly string[] = ['serious', 'critical']

/** Nothing fades or moves any longer: what does has neither its colours nor its place. */
export const stoodStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)))
  })

/** What breaks WCAG 2.2 AA: the rule, and where. */
export async function violations(page: Page, isMeant = (_impact: string) => true): Promise<string[]> {
  await stoodStill(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await new AxeBuilder({ page, axeSource: NOTHING })
    // In the page itself: the shop has no frames, and a blank page to gather their answers costs more than the looking.
    .setLegacyMode(true)
    // Without a list of all that is well, which takes most of the time.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return found.violations
    .filter((one) => isMeant(one.impact ?? ''))
    .map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => node.html.slice(0, 160))
          .join(' | ')}`,
    )
}

/** What breaks it badly. */
export const seriousViolations = (page: Page): Promise<string[]> => violations(page, (impact) => SERIOUS.includes(impact))

export async function expectAccessible(page: Page): Promise<void> {
  expect(await seriousViolations(page)).toEqual([])
}

export async function closeAll(...contexts: readonly Pick<BrowserContext, 'close'>[]): Promise<void> {
  for (const context of contexts) await context.close()
}

/** The terms of coupons and activities (满 ¥300 减 ¥10) are public and no price of a goods; everything else that names an amount is one. */
const PRICE = /[¥￥]\s*\d/
const PRICE_FIELD = /"(price|raw_price|base_price|retail_price|amount|money|worth|saving)\\?":\\?"\d/

/** A visitor's page shows no price and carries none in its HTML. */
export async function expectNoPrice(page: Page, path: string): Promise<void> {
  const text = await page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const terms of copy.querySelectorAll('[data-terms], script')) terms.remove()
    return copy.textContent ?? ''
  })
  expect(text, path).not.toMatch(PRICE)
  const html = await (await page.request.get(path)).text()
  expect(PRICE_FIELD.exec(html)?.[0] ?? '', path).toBe('')
}

/** Presses a key once the page shows it at its button: what the button needs may still be on its way. */
export async function pressShown(page: Page, key: string): Promise<void> {
  await expect(
    page
      .locator('kbd', { hasText: new RegExp(`^${key}$`, 'i') })
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await page.keyboard.press(key)
}
