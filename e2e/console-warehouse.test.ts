import { type Browser, expect, type Page } from '@playwright/test'
import { clicksOn, downTo, enterByKeys, leadTo } from './by-keys.ts'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { paidOrder } from './paid-order.ts'
import { closeAll, dataOf, expectAccessible, signedIn, staffIn, watchFailures } from './support.ts'

/** The warehouse ships by scanner alone: no mouse, no price, and the one who picked does not check himself. */

const nobodyIn = async (browser: Browser): Promise<Page> => (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()

/** A scanner types what stands on the label, and Enter. */
async function scanner(page: Page, label: string): Promise<void> {
  await page.keyboard.type(label)
  await page.keyboard.press('Enter')
}

test('八行的订单只用扫码枪：拣货、另一人复核、发货；扫错变红不计数，拣货人自己不能发，页面上没有价格', async ({ browser }, info) => {
  const world = await makeWorld({ word: '扫码发货', price: '10.00', stock: [2, 2, 2, 2, 2, 2, 2, 2], balances: ['500.00'] })
  const [buyer] = world.buyers
  if (!buyer) throw new Error('no world')
  const [shop, picker, checker] = [await signedIn(browser, buyer.username), await nobodyIn(browser), await nobodyIn(browser)]
  const failures = [watchFailures(picker), watchFailures(checker)]
  const clicks = [await clicksOn(picker), await clicksOn(checker)]
  const order = await paidOrder(shop, world, 16)
  const labels = world.goods.batches.map(({ no }) => no)

  // From the entrance on: the account, the page, the order in its queue.
  await enterByKeys(picker, 'cangku')
  await leadTo(picker, '拣货与复核')
  await downTo(picker, order.no)
  await expect(picker.getByRole('button', { name: /开始拣货/ })).toBeVisible()
  await picker.keyboard.press('Enter')
  await expect(picker.getByLabel('扫描批号、追溯码或商品条码')).toBeFocused()
  await scanner(picker, 'WRONG-1')
  await expect(picker.getByText('不是这张订单的批号，请放回')).toBeVisible()
  await expect(picker.getByText('0 / 8 行')).toBeVisible()
  await expectAccessible(picker)
  for (const label of labels) await scanner(picker, label)
  await expect(picker.getByText('8 / 8 行')).toBeVisible()
  expect(await picker.locator('body').innerText()).not.toMatch(/[¥￥]/)
  await picker.keyboard.press('F9')
  await expect(picker.getByText('这张订单是您拣的货，须由另一人登录复核发货')).toBeVisible()
  const own = await picker.request.post(`/api/staff/order/${order.id}/ship`, { data: {} })
  expect(own.ok()).toBe(false)

  await enterByKeys(checker, 'fuhe')
  await leadTo(checker, '拣货与复核')
  await expect(checker.getByRole('navigation', { name: '拣货阶段' })).toBeVisible()
  await checker.keyboard.press('3')
  await expect(checker).toHaveURL(/stage=check/)
  const began = Date.now()
  await downTo(checker, order.no)
  await expect(checker.getByLabel('扫描批号、追溯码或商品条码')).toBeFocused()
  for (const label of labels) await scanner(checker, label)
  await expect(checker.getByText('8 / 8 行')).toBeVisible()
  await checker.keyboard.press('F9')
  await expect(checker.getByLabel('运单号（扫码即发货）')).toBeFocused()
  await scanner(checker, `YD${order.id}`)
  await expect(checker.getByRole('heading', { name: '已发货' })).toBeVisible()
  const seconds = (Date.now() - began) / 1000
  info.annotations.push({
    type: 'deed',
    description: `re-check and shipping of 8 lines: 9 scans, 1 key, 0 clicks, ${seconds} s of the machine`,
  })
  expect(seconds).toBeLessThan(40)

  const { waybill, status } = await dataOf(await shop.request.get(`/api/order/info/${order.id}`)).then((one) => ({
    waybill: JSON.stringify(one).includes(`YD${order.id}`),
    status: one.status,
  }))
  expect([waybill, status]).toEqual([true, 'shipped'])
  expect(failures).toEqual([[], []])
  expect(await Promise.all(clicks.map((count) => count()))).toEqual([0, 0])
  await closeAll(shop.context(), picker.context(), checker.context())
})

test('客服在订单列表按号找到订单，看明细与金额，记一条内部备注；仓储看同一张订单没有金额', async ({ browser }) => {
  const world = await makeWorld({ word: '订单查看', price: '12.50', stock: [10], balances: ['300.00'] })
  const [buyer] = world.buyers
  if (!buyer) throw new Error('no world')
  const shop = await signedIn(browser, buyer.username)
  const order = await paidOrder(shop, world, 4)
  const clerk = await staffIn(browser, 'kefu', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(clerk)
  await clerk.goto(`/console/orders?no=${order.no}`)
  const row = clerk.getByRole('row').filter({ hasText: order.no })
  await expect(row).toContainText(buyer.name)
  await expectAccessible(clerk)
  await row.getByRole('link', { name: order.no }).click()
  await expect(clerk.getByRole('heading', { name: order.no })).toBeVisible()
  await expect(clerk.getByText('¥50.00').first()).toBeVisible()
  await clerk.getByRole('textbox', { name: /备注/ }).fill('客户要求下午送')
  await clerk.getByRole('button', { name: /^记下/ }).click()
  await expect(clerk.getByText('客户要求下午送').first()).toBeVisible()
  await expectAccessible(clerk)
  const seen = await dataOf(await shop.request.get(`/api/order/info/${order.id}`))
  expect(JSON.stringify(seen)).not.toContain('客户要求下午送')

  const store = await staffIn(browser, 'cangku')
  const { total, lines, payments } = await dataOf(await store.request.get(`/api/staff/order/${order.id}`))
  expect([total, lines[0].price, payments]).toEqual([null, null, []])
  expect(failures).toEqual([])
  await closeAll(shop.context(), clerk.context(), store.context())
})
