import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { paidOrder } from './paid-order.ts'
import { closeAll, dataOf, expectAccessible, signedIn, staffIn, watchFailures } from './support.ts'

/** Orders picked in one walk; and one deed on several orders of the list. */

const SMALL = { viewport: { width: 1366, height: 768 } }

test('三张订单成一波：汇总拣货、移出一张、分拣核对、复核发货，另一位随时看得到进度；打印的单子写明分到哪一格', async ({
  browser,
}, info) => {
  test.slow()
  const world = await makeWorld({ word: '波次拣货', price: '10.00', stock: [6, 40], balances: ['900.00'] })
  const [buyer] = world.buyers
  if (!buyer) throw new Error('no world')
  const [shop, picker, checker] = [
    await signedIn(browser, buyer.username),
    await staffIn(browser, 'cangku', SMALL),
    await staffIn(browser, 'fuhe', SMALL),
  ]
  const failures = [watchFailures(picker), watchFailures(checker)]
  const orders = [await paidOrder(shop, world, 4), await paidOrder(shop, world, 5), await paidOrder(shop, world, 3)]
  const [first, second, third] = orders
  if (!first || !second || !third) throw new Error('no orders')
  const [near = '', far = ''] = world.goods.batches.map(({ no }) => no)

  await picker.goto('/console/warehouse/picking?stage=pick&in_wave=0&place=武汉市&per=100')
  for (const { no } of orders) await picker.getByRole('row').filter({ hasText: no }).getByRole('checkbox').check()
  await expectAccessible(picker)
  const began = Date.now()
  await picker.getByRole('button', { name: '成波…' }).click()
  const dialog = picker.getByRole('dialog', { name: '3 单成一波' })
  await dialog.getByLabel('备注').fill('上午第一趟')
  await expectAccessible(picker)
  await dialog.getByRole('button', { name: '成波' }).click()
  await expect(picker.getByRole('heading', { name: /^BC\d{8}-\d{5}$/ })).toBeVisible()
  await picker.keyboard.press('Enter')
  const field = picker.getByLabel('扫描批号或商品条码')
  await expect(field).toBeFocused()
  await expectAccessible(picker)

  // The other one looks on.
  await checker.goto(new URL(picker.url()).pathname)
  await expect(checker.getByText('0 / 2 行')).toBeVisible()
  await picker.keyboard.type('LC-NOT-HERE')
  await picker.keyboard.press('Enter')
  await expect(picker.getByText('不是这个波次的批号，请放回')).toBeVisible()
  await picker.keyboard.type(near)
  await picker.keyboard.press('Enter')
  await expect(picker.getByText('1 / 2 行')).toBeVisible()
  await expect(checker.getByText('1 / 2 行')).toBeVisible()
  await picker.keyboard.press('F9')
  await expect(picker.getByText('都拣到了，请按格分拣，逐单扫码核对')).toBeVisible()
  info.annotations.push({ type: 'deed', description: `3 单成波并拣完：${Date.now() - began} ms` })
  expect(await picker.locator('body').innerText()).not.toMatch(/[¥￥]/)

  // On paper: what of it goes into which tote.
  await picker.emulateMedia({ media: 'print' })
  const sheet = picker.locator('.sheet')
  await expect(sheet.getByRole('row').filter({ hasText: near })).toContainText('1 格×4　2 格×2')
  await expect(sheet.getByRole('row').filter({ hasText: far })).toContainText('2 格×3　3 格×3')
  await picker.emulateMedia({ media: null })

  await picker.getByRole('button', { name: /^订单/ }).click()
  await picker.getByRole('row').filter({ hasText: third.no }).getByRole('button', { name: '移出…' }).click()
  const reason = picker.getByRole('dialog', { name: `移出 ${third.no}` })
  await reason.getByLabel('理由').fill('客户自提')
  await reason.getByRole('button', { name: /^移出/ }).click()
  await expect(picker.getByRole('row').filter({ hasText: third.no })).toContainText('已移出')
  await expectAccessible(picker)
  await picker.getByRole('button', { name: /^拣货单/ }).click()
  await expect(picker.getByText('多 3 盒，请放回')).toBeVisible()
  await picker.getByRole('button', { name: '已放回' }).click()
  await expect(picker.getByText('多 3 盒，请放回')).toHaveCount(0)

  // Parted into the totes: each order is scanned at the table, as any other.
  const wave = new URL(picker.url()).pathname
  for (const [order, labels] of [
    [first, [near]],
    [second, [near, far]],
  ] as const) {
    await picker.goto(wave)
    await picker.getByRole('button', { name: /^订单/ }).click()
    await picker.getByRole('row').filter({ hasText: order.no }).getByRole('link', { name: '分拣核对' }).click()
    await expect(picker.getByLabel('扫描批号、追溯码或商品条码')).toBeFocused()
    for (const label of labels) {
      await picker.keyboard.type(label)
      await picker.keyboard.press('Enter')
    }
    await picker.keyboard.press('F9')
    await expect(picker.getByText('这张订单是您拣的货，须由另一人登录复核发货')).toBeVisible()
  }
  await picker.getByRole('link', { name: /^波次 BC/ }).click()
  await expect(picker.getByText('已拣完').first()).toBeVisible()
  await picker.goto('/console/warehouse/waves')
  await expect(picker.getByRole('row').filter({ hasText: '上午第一趟' }).first()).toContainText('2 / 2')
  await expectAccessible(picker)

  await checker.goto(`/console/warehouse/picking/${first.id}`)
  await expect(checker.getByLabel('扫描批号、追溯码或商品条码')).toBeFocused()
  await checker.keyboard.type(near)
  await checker.keyboard.press('Enter')
  await checker.keyboard.press('F9')
  await checker.getByLabel('运单号（扫码即发货）').fill(`BCYD${first.id}`)
  await checker.keyboard.press('Enter')
  await expect(checker.getByRole('heading', { name: '已发货' })).toBeVisible()
  expect(failures).toEqual([[], []])
  await closeAll(shop.context(), picker.context(), checker.context())
})

test('客服勾选两张订单暂停，再把全部筛选结果恢复：先试算再照办，办不成的写明原因', async ({ browser }) => {
  test.slow()
  const world = await makeWorld({ word: '成批暂停', price: '10.00', stock: [40], balances: ['900.00'] })
  const [buyer] = world.buyers
  if (!buyer) throw new Error('no world')
  const [shop, clerk] = [await signedIn(browser, buyer.username), await staffIn(browser, 'kefu', SMALL)]
  const failures = watchFailures(clerk)
  const orders = [await paidOrder(shop, world, 4), await paidOrder(shop, world, 5), await paidOrder(shop, world, 3)]
  await clerk.goto(`/console/orders?company=${encodeURIComponent(buyer.name)}`)
  for (const { no } of orders.slice(0, 2)) await clerk.getByRole('row').filter({ hasText: no }).getByRole('checkbox').check()
  await clerk.getByRole('button', { name: '暂停…', exact: true }).click()
  const dialog = clerk.getByRole('dialog')
  await dialog.getByLabel('暂停的原因（买家看得到）').fill('客户来电改期')
  await expectAccessible(clerk)
  await dialog.getByRole('button', { name: /^试算 2 个/ }).click()
  await expect(dialog.getByText('可办 2 条。试算时什么也没有改。')).toBeVisible({ timeout: 120_000 })
  await expectAccessible(clerk)
  await dialog.getByRole('button', { name: '照办 2 条' }).click()
  await expect(dialog.getByText('已办 2 条。')).toBeVisible({ timeout: 120_000 })
  await dialog.getByRole('button', { name: 'Close' }).or(dialog.getByLabel('关闭')).first().click()
  const held = async () =>
    Promise.all(orders.map(async ({ id }) => (await dataOf(await clerk.request.get(`/api/staff/order/${id}`))).held_at !== null))
  expect(await held()).toEqual([true, true, false])

  await clerk
    .getByRole('row')
    .filter({ hasText: orders[0]?.no ?? '' })
    .getByRole('checkbox')
    .check()
  await clerk.getByRole('button', { name: '恢复…', exact: true }).click()
  await dialog.getByLabel(/^全部筛选结果/).check()
  await dialog.getByLabel('恢复的原因（买家看得到）').fill('客户确认收货')
  await dialog.getByRole('button', { name: /^试算 3 个/ }).click()
  await expect(dialog.getByText('可办 2 条，不能办 1 条，原因见下。试算时什么也没有改。')).toBeVisible({ timeout: 120_000 })
  await expect(dialog.getByText('订单没有暂停')).toBeVisible()
  await dialog.getByRole('button', { name: '照办 2 条' }).click()
  await expect(dialog.getByText('已办 2 条，未办 1 条，原因见下。')).toBeVisible({ timeout: 120_000 })
  expect(await held()).toEqual([false, false, false])
  expect(failures).toEqual([])
  await closeAll(shop.context(), clerk.context())
})
