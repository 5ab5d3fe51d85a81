import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { closeAll, dataOf, emptyCart, fillCart, PASSED, signedIn } from './support.ts'

const PHONE = { width: 375, height: 780 }
const LEAST = 36

/** What can be pressed and answers to less than 36 px in one direction, as a finger would find it: by what lies around its middle. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const small = new Set<string>()
    const pressed = 'button, a.btn, a.more, .seg a, select, summary, input[type="checkbox"], input[type="radio"], label.check'
    for (const one of document.querySelectorAll<HTMLElement>(pressed)) {
      if (one.matches(':disabled, .said, .said *') || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      one.scrollIntoView({ block: 'center', inline: 'center' })
      const box = one.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const label = one.closest('label')
      const answers = (dx: number, dy: number): boolean => {
        const found = document.elementFromPoint(x + dx, y + dy)
        return found !== null && (one.contains(found) || (label?.contains(found) ?? false))
      }
      // Something else lies over it, such as the bar at the bottom: it is not pressed here.
      if (!answers(0, 0)) continue
      const reach = (dx: number, dy: number): number => {
        let steps = 0
        while (steps < least && answers(dx * (steps + 1), dy * (steps + 1))) steps += 1
        return steps
      }
      const [wide, high] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
      const name = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 16)
      if (wide < least - 1 || high < least - 1) small.add(`${one.tagName.toLowerCase()} “${name}” ${wide}×${high}`)
    }
    return [...small]
  }, LEAST)
}

test('手机上每个可按的地方至少 36 像素：购物车、首页、列表、搜索、表格、商品、组合、领券、会员中心、登录', async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await signedIn(browser, PASSED, { viewport: PHONE })
  await emptyCart(page)
  const { list } = await dataOf(await page.request.get('/api/goods/list', { params: { can_buy: '1', per_page: '8' } }))
  await fillCart(
    page,
    list.map((goods: { id: number; min_number: number }) => ({ goods_id: goods.id, number: goods.min_number })),
  )
  const paths = ['/cart', '/', '/list?per_page=12', '/search?keywords=amxl', '/search/table?keywords=amxl', '/list/info/128']
  const found: Record<string, string[]> = {}
  for (const path of [...paths, '/zhzq', '/lqzx', '/welfare', '/user', '', '/forget/step1', '/login']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const small = await smallTargets(page)
    if (small.length > 0) found[path] = small
  }
  expect(found).toEqual({})
  await emptyCart(page)
  await closeAll(page.context())
})
