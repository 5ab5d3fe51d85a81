import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { paidOrder } from './paid-order.ts'
import { closeAll, dataOf, expectAccessible, signedIn, staffIn, watchFailures } from './support.ts'

/** One order becomes two: at the desk because the buyer wishes it, while picking because not all of it is there. */

const WIDE = { viewport: { width: 1366, height: 768 } }

test('客服只用键盘拆单，仓库拣货时先发已有、其余拆出；客户的订单页和列表说清三张订单的来去', async ({ browser }, info) => {
  test.slow()
  const world = await makeWorld({ word: '分批发货', price: '10.00', stock: [6, 20], balances: ['500.00'] })
  const [buyer] = world.buyers
  if (!buyer) throw new Error('no world')
  const [shop, clerk, picker, checker] = [
    await signedIn(browser, buyer.username),
    await staffIn(browser, 'kefu', WIDE),
    await staffIn(browser, 'cangku', WIDE),
    await staffIn(browser, 'fuhe', WIDE),
  ]
  const failures = [watchFailures(shop), watchFailures(clerk), watchFailures(picker), watchFailures(checker)]
  const order = await paidOrder(shop, world, 12)
  const whole = await dataOf(await shop.request.get(`/api/order/info/${order.id}`))

  // At the desk: three go to an order of their own.
  await clerk.goto(`/console/orders/${order.id}`)
  await expect(clerk.getByRole('button', { name: /^拆单/ })).toBeVisible()
  const began = Date.now()
  await clerk.keyboard.press('s')
  const goes = clerk.getByRole('spinbutton', { name: /拆出$/ })
  await expect(goes).toBeVisible()
  await goes.focus()
  await clerk.keyboard.type('3')
  await clerk.keyboard.press('Tab')
  await clerk.getByRole('textbox', { name: '原因' }).focus()
  await clerk.keyboard.type('客户要求周五另送三盒')
  await expect(clerk.getByRole('button', { name: /^确认拆单/ })).toBeEnabled()
  await expect(clerk.getByText('两张合计与原来相同')).toBeVisible()
  await expectAccessible(clerk)
  await clerk.keyboard.press('Control+Enter')
  await expect(clerk.getByText('拆过单')).toBeVisible()
  info.annotations.push({ type: 'deed', description: `拆单：${Date.now() - began} ms，0 次点击` })
  await clerk.getByRole('link', { name: `${order.no}-1` }).click()
  await expect(clerk.getByRole('heading', { name: `${order.no}-1` })).toBeVisible()
  await expect(clerk.getByRole('link', { name: order.no, exact: true })).toBeVisible()
  await expectAccessible(clerk)

  // In the warehouse: of nine, seven are on the shelf.
  const [near, far] = world.goods.batches.map(({ no }) => no)
  await picker.goto(`/console/warehouse/picking/${order.id}`)
  await expect(picker.getByRole('button', { name: /开始拣货/ })).toBeVisible()
  await picker.keyboard.press('Enter')
  await expect(picker.getByLabel('扫描批号、追溯码或商品条码')).toBeFocused()
  await picker.keyboard.type(near ?? '')
  await picker.keyboard.press('Enter')
  await expect(picker.getByText('1 / 2 行')).toBeVisible()
  // Of the other batch one box is there, with its trace code.
  await picker.keyboard.type(`8${String(world.goods.id).padStart(6, '0')}${String(order.id).padStart(13, '0')}`)
  await picker.keyboard.press('Enter')
  await expect(picker.getByText('7 / 9 件')).toBeVisible()
  await picker.keyboard.press('F8')
  const dialog = picker.getByRole('dialog', { name: /^先发已有，其余拆出/ })
  await expect(dialog.getByRole('textbox', { name: '原因' })).toBeFocused()
  await picker.keyboard.insertText('货架上差两盒，明日补货')
  await expect(dialog.getByRole('button', { name: '先发已有，其余拆出' })).toBeEnabled()
  await expectAccessible(picker)
  expect(await picker.locator('body').innerText()).not.toMatch(/[¥￥]/)
  await picker.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(picker.getByText('2 / 2 行')).toBeVisible()
  const pieces = async () => (await dataOf(await picker.request.get(`/api/staff/order/${order.id}/picking`))).list
  await expect
    .poll(async () => (await pieces()).map((one: { number: number; trace_codes: number }) => [one.number, one.trace_codes]))
    .toEqual([
      [6, 0],
      [1, 1],
    ])
  await picker.keyboard.press('F9')
  await checker.goto(`/console/warehouse/picking/${order.id}`)
  await expect(checker.getByLabel('扫描批号、追溯码或商品条码')).toBeFocused()
  for (const label of [near, far]) {
    await checker.keyboard.type(label ?? '')
    await checker.keyboard.press('Enter')
  }
  await checker.keyboard.press('F9')
  await expect(checker.getByLabel('运单号（扫码即发货）')).toBeFocused()
  await checker.keyboard.type(`YD${order.id}`)
  await checker.keyboard.press('Enter')
  await expect(checker.getByRole('heading', { name: '已发货' })).toBeVisible()
  await checker.goto('/console/warehouse/picking')
  await expect(checker.getByRole('row').filter({ hasText: `${order.no}-2` })).toContainText('报缺')

  // The buyer sees three orders, which cost together what the one did, and comes from each to the others.
  await shop.goto(`/order/info/${order.id}`)
  const splits = shop
    .locator('section')
    .filter({ has: shop.getByRole('heading', { name: '订单拆分' }) })
    .last()
  await expect(splits).toContainText('客户要求周五另送三盒')
  await expect(splits).toContainText('部分商品先发，货架上差两盒，明日补货')
  await expectAccessible(shop)
  const { list } = await dataOf(await shop.request.get('/api/order/list', { params: { keywords: order.no } }))
  expect(list.map((one: { no: string; status: string; number: number }) => [one.no, one.status, one.number]).sort()).toEqual([
    [order.no, 'shipped', 7],
    [`${order.no}-1`, 'paid', 3],
    [`${order.no}-2`, 'paid', 2],
  ])
  const total = list.reduce((sum: number, one: { total: string }) => sum + Math.round(Number(one.total) * 100), 0)
  expect(total).toBe(Math.round(Number(whole.total) * 100))
  await splits.getByRole('link', { name: `${order.no}-2` }).click()
  await expect(shop.getByText(`拆自订单 ${order.no}`, { exact: true })).toBeVisible()
  await shop.goto('/order')
  await expect(shop.getByRole('article', { name: `订单 ${order.no}-2` })).toContainText(`拆自 ${order.no}`)
  await shop.setViewportSize({ width: 375, height: 812 })
  expect(await shop.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await shop.goto(`/order/info/${order.id}`)
  await expect(splits).toBeVisible()
  expect(await shop.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  expect(failures).toEqual([[], [], [], []])
  await closeAll(shop.context(), clerk.context(), picker.context(), checker.context())
})
