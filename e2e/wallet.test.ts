import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { asOperator } from './shop-database.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, firstGoods, OWNER, PASSED, signedIn, watchFailures } from './support.ts'

/** Puts a few boxes through the checkout and answers the order, which is at step 3. */
async function orderAtStep3(page: Page): Promise<number> {
  await emptyCart(page)
  const goods = await firstGoods(page, '板蓝根颗粒')
  const ids = await fillCart(page, [{ goods_id: goods.id, number: goods.step * 10 }])
  await page.goto(`/cart/step2?ids=${ids.join(',')}`)
  await page.getByRole('button', { name: /^提交订单 ¥/ }).click()
  await page.waitForURL(/\/cart\/step3\/\d+/)
  return Number(/step3\/(\d+)/.exec(page.url())?.[1])
}

const payOnCredit = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: /账期支付/ }).check()
  await page.getByRole('button', { name: /^立即支付/ }).click()
  await page.waitForURL(/\/cart\/step4/)
}
const payAtGateway = async (page: Page): Promise<void> => {
  await page.waitForURL(/\/gateway\/pay\//)
  await page.getByRole('button', { name: '支付成功' }).click()
}

test('账期下单，逾期后不能再用账期并说明原因，在线还款后立即放开', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const failures = watchFailures(page)
  const first = await orderAtStep3(page)
  await payOnCredit(page)
  await page.goto('/zqgl?type=1')
  const { no } = await dataOf(await page.request.get(`/api/order/info/${first}`))
  const bill = page.getByRole('row').filter({ hasText: no })
  await expect(bill).toContainText('待还款')

  await asOperator(async (client) => {
    await client.query("update credit_bill set due_on = (now() at time zone 'Asia/Shanghai')::date - 3 where order_id = $1", [first])
  })
  const second = await orderAtStep3(page)
  await expect(page.getByRole('radio', { name: /账期支付/ })).toBeDisabled()
  await expect(page.getByText(/您有 1 笔账期已逾期，请先还清 ¥/)).toBeVisible()

  await page.goto('/zqgl')
  await expect(page.getByText(/1 笔账单已逾期，共 ¥/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: `选择订单 ${no} 的账单` }).check()
  await page.getByRole('button', { name: '还所选账单' }).click()
  const dialog = page.getByRole('dialog', { name: '账期还款' })
  await dialog.getByRole('button', { name: '下一步，选择支付方式' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^立即还款 ¥/ }).click()
  await payAtGateway(page)
  await page.waitForURL(/\/zqgl\?repayment=\d+/)
  await expect(page.getByRole('status').filter({ hasText: /还款 ¥[\d.]+ 已到账/ })).toBeVisible()
  await expect(page.getByText(/账单已逾期/)).toBeHidden()
  await page.getByRole('button', { name: '知道了' }).click()
  await page.goto('/zqgl?type=3')
  await expect(page.getByRole('row').filter({ hasText: no })).toContainText('已结清')

  await page.goto(`/cart/step3/${second}`)
  await payOnCredit(page)
  for (const id of [first, second]) await dataOf(await page.request.post(`/api/order/${id}/cancel`, { data: {} }))
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('现金券充值：选一档，在线支付，本金和赠送一起到账，明细里一笔', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const failures = watchFailures(page)
  const held = async () => Number((await dataOf(await page.request.get('/api/moneys/moneyConfig'))).voucher.balance)
  const before = await held()
  await page.goto('/xjq')
  await page.getByRole('radio', { name: /¥1,000 送 ¥10/ }).check()
  await expect(page.getByText(/到账 ¥1,010\.00/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '立即充值 ¥1,000.00' }).click()
  await payAtGateway(page)
  await expect(page.getByRole('status').filter({ hasText: '充值 ¥1000.00 已到账，另赠 ¥10.00' })).toBeVisible()
  expect(await held()).toBe(before + 1010)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: /\+1,010\.00/ })).toHaveCount(1)
  expect(await held()).toBe(before + 1010)
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('集团余额：店主看到名下各门店的余额与合计，手机上也不横向滚动', async ({ browser }) => {
  const page = await signedIn(browser, OWNER, { viewport: { width: 375, height: 780 } })
  const group = await dataOf(await page.request.get('/api/user/user_group_money'))
  for (const path of ['/wdqb', '/yegl?show=group', '/zqgl', '/jfgl', '/yhq', '/xjq']) {
    await page.goto(path)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(375)
  }
  await page.goto('/yegl?show=group')
  for (const store of group.list) await expect(page.getByRole('rowheader', { name: store.name })).toBeVisible()
  const sum = group.list.reduce((all: number, store: { balance: string }) => all + Math.round(Number(store.balance) * 100), 0)
  expect(sum).toBe(Math.round(Number(group.balance) * 100))
  await closeAll(page.context())
})
