import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { closeAll, dataOf, PASSED, signedIn } from './support.ts'

/** What of the page would come onto A4. */
async function onPaper(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
}
/** Everything that only a screen can do. */
const controls = (page: Page) =>
  page
    .locator('nav, button, .btn, [role="textbox"], input:not([type="hidden"])')
    .evaluateAll((list) => list.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.textContent))

test('打印订单：纸上只有订单，没有会员菜单和按钮，商品表用满纸宽，进度保留底色', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const { list } = await dataOf(await page.request.get('/api/order/list'))
  const order = list.find(({ status }: { status: string }) => status === 'shipped' || status === 'completed')
  await onPaper(page, `/order/info/${order.id}`)
  await expect(page.getByText(`订单号 ${order.no}`)).toBeVisible()
  expect(await controls(page)).toEqual([])
  const table = page.getByRole('table').first()
  expect((await table.boundingBox())?.width).toBeGreaterThan(650)
  const name = page.getByRole('table').first().locator('tbody a b').first()
  expect((await name.boundingBox())?.height).toBeLessThan(50)
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('main .chip') ?? document.body).printColorAdjust)).toBe('exact')
  await closeAll(page.context())
})

test('打印商品页：没有数量框、加入购物车、领券和同类商品', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await onPaper(page, '/list/info/128')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await controls(page)).toEqual([])
  await expect(page.getByText('同类商品')).toBeHidden()
  await expect(page.getByText('可用优惠券')).toBeHidden()
  await closeAll(page.context())
})
