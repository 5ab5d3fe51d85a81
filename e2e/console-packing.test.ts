import { expect } from '@playwright/test'
import { clicksOn } from './by-keys.ts'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { paidOrder } from './paid-order.ts'
import { withDatabase } from './shop-database.ts'
import { closeAll, dataOf, expectAccessible, signedIn, staffIn, watchFailures } from './support.ts'

/** Packed carton by carton while it is checked, by scanner and keys alone; the buyer reads what lies in which. */

test('复核时按箱装：整件自成一箱，一批分两箱，撤回、补装，装完才能发；客户看到每箱装了什么', async ({ browser }) => {
  test.slow()
  const world = await makeWorld({ word: '装箱', price: '10.00', stock: [20, 20], balances: ['900.00'] })
  const [buyer] = world.buyers
  const [first, second] = world.goods.batches
  if (!buyer || !first || !second) throw new Error('no world')
  await withDatabase(({ db }) => db.updateTable('goods').set({ case_pack: 12 }).where('id', '=', world.goods.id).execute())
  const shop = await signedIn(browser, buyer.username)
  const order = await paidOrder(shop, world, 30)
  const picker = await staffIn(browser, 'cangku')
  for (const deed of ['pick', 'gathered']) await dataOf(await picker.request.post(`/api/staff/order/${order.id}/${deed}`, { data: {} }))
  const page = await staffIn(browser, 'fuhe', { viewport: { width: 1366, height: 768 } })
  const failures = [watchFailures(page), watchFailures(shop)]
  const clicks = await clicksOn(page)
  await page.goto(`/console/warehouse/picking/${order.id}`)
  const field = page.getByLabel('扫描批号、追溯码或商品条码')
  await expect(field).toBeFocused()
  const packing = page.getByRole('complementary', { name: '装箱' })
  const row = (text: string) => packing.getByRole('row').filter({ hasText: text })
  const scan = async (text: string): Promise<void> => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await expect(packing).toContainText('够整件的会自成 1 箱')

  // Begun: the whole case is there, a carton for the rest is open.
  await page.keyboard.press('F2')
  await expect(row('1 整件')).toContainText('12 件')
  await expect(row('2 常温')).toContainText('装箱中')
  await scan(first.no)
  await expect(row('2 常温')).toContainText('8 件')
  await page.keyboard.press('F2')
  await expect(row('3 常温')).toContainText('装箱中')
  await scan(`4*${second.no}`)
  await expect(row('3 常温')).toContainText('4 件')
  await page.keyboard.press('Backspace')
  await expect(row('3 常温')).toContainText('0 件')
  await scan('#2')
  await expect(row('2 常温')).toContainText('装箱中')
  await scan(`6*${second.no}`)
  await expect(row('2 常温')).toContainText('14 件')
  await expect(page.getByText('2 / 2 行')).toBeVisible()
  const leave = page.getByRole('button', { name: /4 件没装箱/ })
  await expect(leave).toBeDisabled()
  await expectAccessible(page)
  await scan('#3')
  await page.keyboard.press('F10')
  await expect(row('3 箱')).toContainText('装完')

  // What is said of the open carton.
  await page.keyboard.press('Alt+b')
  await expect(page.getByLabel('本箱运单号')).toBeFocused()
  await page.keyboard.type(`YD${order.id}-3`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2.5')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.keyboard.press('F9')
  await expect(page.getByLabel('运单号（扫码即发货）')).toBeFocused()
  await expect(page.getByLabel('箱数')).toHaveValue('3')
  await scan(`YD${order.id}`)
  await expect(page.getByRole('heading', { name: '已发货' })).toBeVisible()
  await expect(page.getByText('3/3 常温')).toBeVisible()
  expect(await clicks()).toBe(0)

  await shop.goto(`/order/info/${order.id}`)
  const cartons = shop.getByRole('region', { name: '装箱' })
  await expect(cartons).toContainText('共 3 箱 30 件')
  await expect(cartons.getByRole('listitem').filter({ hasText: '3/3 箱' })).toContainText(second.no)
  await expect(cartons).toContainText(`YD${order.id}-3`)
  await expectAccessible(shop)
  expect(failures).toEqual([[], []])
  await closeAll(shop.context(), picker.context(), page.context())
})
