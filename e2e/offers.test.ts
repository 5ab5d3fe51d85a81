import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { setActivityOpen } from './shop-database.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, PASSED, signedIn, watchFailures } from './support.ts'

const BRAND_WEEK = '望槐堂品牌周'

interface Found {
  id: number
  name: string
  ypgg: string
  step: number
}
async function goodsNamed(page: Page, name: string, spec: string): Promise<Found> {
  const { list } = await dataOf(await page.request.get('/api/goods/list', { params: { keywords: name, can_buy: '1' } }))
  const found = list.find((goods: Found) => goods.name === name && goods.ypgg === spec)
  if (!found) throw new Error(`no ${name} ${spec} to buy`)
  return found
}

/** 望槐堂 goods for ¥708: over its brand week's first tier, over the gift's, over both coupons' thresholds. */
async function openCart(page: Page, number = 60): Promise<Found> {
  await emptyCart(page)
  const goods = await goodsNamed(page, '板蓝根颗粒', '10g*20袋')
  await fillCart(page, [{ goods_id: goods.id, number }])
  await page.goto('/cart')
  await expect(page.getByRole('region', { name: '金额明细' })).toBeVisible()
  return goods
}

/** Label, reason and amount of each row of a sum, the total last. */
async function rowsOf(sum: Locator): Promise<string[]> {
  const rows = await sum.locator('dl > div').allInnerTexts()
  return rows.map((row) =>
    row
      .replace(/\s+/g, ' ')
      .replace(/^(合计|应付合计) /, '合计 ')
      .trim(),
  )
}
const yuanOf = (text: string): string => /¥\s*([\d,]+\.\s*\d\d)/.exec(text)?.[1]?.replace(/[\s,]/g, '') ?? ''
const totalOf = (rows: readonly string[]): string => yuanOf(rows.at(-1) ?? '')
const submitButton = (page: Page): Locator => page.getByRole('button', { name: /^提交订单 ¥/ })
const ordersCount = async (page: Page): Promise<number> => (await dataOf(await page.request.get('/api/order/list'))).total

async function toStep2(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '去结算' }).click()
  await page.waitForURL(/\/cart\/step2/)
  await expect(submitButton(page)).toBeEnabled()
  return page.getByRole('complementary', { name: '金额明细' })
}

async function submitted(page: Page): Promise<number> {
  await submitButton(page).click()
  await page.waitForURL(/\/cart\/step3\/\d+/)
  return Number(/step3\/(\d+)/.exec(page.url())?.[1])
}

test('换一张券、不用券、回到最省的：金额随之变化，选择留在地址里，带到核对页', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await openCart(page)
  const sum = page.getByRole('region', { name: '金额明细' })
  const couponRow = sum.locator('dl > div').filter({ hasText: '优惠券' })
  const best = await rowsOf(sum)
  const other = page.getByRole('checkbox', { name: /全场满减券/ })
  await other.check()
  await expect(couponRow).toContainText('全场满减券')
  await expect(page.getByRole('checkbox', { name: /望槐堂品牌券/ })).not.toBeChecked()
  expect(Number(totalOf(await rowsOf(sum)))).toBeGreaterThan(Number(totalOf(best)))
  await page.reload()
  await expect(page.getByRole('checkbox', { name: /全场满减券/ })).toBeChecked()

  await page.getByRole('button', { name: '不用优惠券' }).click()
  await expect(couponRow).toHaveCount(0)
  await expect(page).toHaveURL(/coupons=0/)
  const none = await rowsOf(sum)
  const atStep2 = await toStep2(page)
  expect(await rowsOf(atStep2)).toEqual(none)

  await page.getByRole('button', { name: '按最省的选' }).click()
  await expect(atStep2.locator('dl > div').filter({ hasText: '优惠券' })).toHaveCount(1)
  await expect(submitButton(page)).toBeEnabled()
  expect(await rowsOf(atStep2)).toEqual(best)
  await closeAll(page.context())
})

test('核对之后活动停了：不下单，逐条列出变化；接受后按新的金额下单', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await openCart(page)
  const sum = await toStep2(page)
  const shown = totalOf(await rowsOf(sum))
  const before = await ordersCount(page)
  try {
    await setActivityOpen(BRAND_WEEK, false)
    await submitButton(page).click()
    const note = page.getByRole('alert').filter({ hasText: '刚有变化' })
    await expect(note).toBeVisible()
    await expect(note.getByRole('listitem').filter({ hasText: /^满减（.*望槐堂品牌周/ })).toBeVisible()
    await expect(note.getByRole('listitem').filter({ hasText: '应付合计' })).toContainText(`¥${shown}`)
    expect(await ordersCount(page)).toBe(before)
    await expectAccessible(page)
    const now = totalOf(await rowsOf(sum))
    expect(Number(now)).toBeGreaterThan(Number(shown))
    // Nothing goes out before the changes are agreed to.
    await submitButton(page).click({ force: true })
    await expect(note).toBeVisible()
    expect(await ordersCount(page)).toBe(before)
    await note.getByRole('button', { name: new RegExp(`接受变化，按 ¥${now} 继续`) }).click()
    await expect(note).toHaveCount(0)
    await expect(submitButton(page)).toBeFocused()
    const orderId = await submitted(page)
    expect((await dataOf(await page.request.get(`/api/order/info/${orderId}`))).payable).toBe(now)
    // The coupons and the stock go back to whoever comes next.
    await dataOf(await page.request.post(`/api/order/${orderId}/cancel`, { data: {} }))
  } finally {
    await setActivityOpen(BRAND_WEEK, true)
  }
  await closeAll(page.context())
})

// Spends its coupon for good, so it comes after those that choose among them.
test('满减、优惠券和自选赠品：购物车、核对页、订单三处逐行相同，付款后订单可见', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const failures = watchFailures(page)
  await openCart(page)
  await expect(
    page
      .getByRole('list', { name: `${BRAND_WEEK} 的档位` })
      .getByRole('listitem')
      .first(),
  ).toContainText('已达到：满 ¥600.00')
  await expect(page.getByRole('checkbox', { name: /望槐堂品牌券/ })).toBeChecked()
  const gift = page.getByRole('checkbox', { name: /酒精消毒湿巾/ })
  await gift.check()
  await expect(page.getByRole('checkbox', { name: /一次性使用医用口罩/ })).not.toBeChecked()
  await expect(page).toHaveURL(/zps=\d+/)
  await page
    .getByRole('button', { name: /^为什么是这个价/ })
    .first()
    .click()
  await expect(page.getByText(/满减“望槐堂品牌周” −¥\d/)).toBeVisible()
  await expectAccessible(page)
  const inCart = await rowsOf(page.getByRole('region', { name: '金额明细' }))
  expect(inCart.map((row) => row.split(' ')[0])).toEqual(['商品金额', '单品满减', '满减', '优惠券', '运费', '合计'])

  const sum = await toStep2(page)
  const atStep2 = await rowsOf(sum)
  expect(atStep2).toEqual(inCart)
  await expect(page.getByRole('checkbox', { name: /酒精消毒湿巾/ })).toBeChecked()
  expect(yuanOf(await submitButton(page).innerText())).toBe(totalOf(inCart))
  await expectAccessible(page)
  const orderId = await submitted(page)
  await page.getByRole('button', { name: /立即支付/ }).click()
  await page.waitForURL(/\/gateway\/pay\//)
  expect((await page.locator('.sum').innerText()).replace(/[¥,]/g, '')).toBe(totalOf(inCart))
  await page.getByRole('button', { name: '支付成功' }).click()
  await page.waitForURL(/\/cart\/step4/)

  const order = await dataOf(await page.request.get(`/api/order/info/${orderId}`))
  expect(order.status).toBe('paid')
  const amounts = (rows: readonly string[]) => rows.map((row) => `${row.split(' ')[0]} ${yuanOf(row)}`)
  const kept = order.rows.map((row: { label: string; amount: string }) => `${row.label} ${row.amount.replace('-', '')}`)
  expect([...kept, `合计 ${order.payable}`]).toEqual(amounts(inCart))
  expect(order.lines.map((line: { tag: string }) => line.tag)).toEqual(['', '赠'])
  await page.goto(`/order/info/${orderId}`)
  await expect(page.getByText('酒精消毒湿巾').first()).toBeVisible()
  await page
    .getByRole('button', { name: /^为什么是这个价/ })
    .first()
    .click()
  await expect(page.getByText(/优惠券“望槐堂品牌券” −¥\d/)).toBeVisible()
  await expectAccessible(page)
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('组合按一行购买：购物车列出它的商品和省下的钱，订单里逐个商品成行', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  await page.goto('/zhzq')
  await page.getByRole('button', { name: '把 血糖监测组合 加入购物车' }).click()
  await expect(page.getByText('已加入购物车')).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('textbox', { name: '血糖监测组合 数量', exact: true })).toHaveValue('1')
  await expect(page.getByRole('list', { name: '血糖监测组合 的商品' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText(/比单买省 ¥\d/)).toBeVisible()
  await toStep2(page)
  const orderId = await submitted(page)
  const order = await dataOf(await page.request.get(`/api/order/info/${orderId}`))
  expect(order.lines.map((line: { tag: string; combination_name: string }) => `${line.tag} ${line.combination_name}`)).toEqual(
    Array.from({ length: 3 }, () => '组合 血糖监测组合'),
  )
  await page.goto(`/order/info/${orderId}`)
  await expect(page.getByText('组合：血糖监测组合')).toHaveCount(3)
  await dataOf(await page.request.post(`/api/order/${orderId}/cancel`, { data: {} }))
  await closeAll(page.context())
})

test('换购：满额后一键加入，减到不够时锁住并说明，不计入合计', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const goods = await openCart(page, 40)
  await page.getByRole('button', { name: /^换购 创口贴/ }).click()
  const line = page.getByRole('checkbox', { name: '选择 创口贴', exact: true })
  await expect(line).toBeChecked()
  await expect(page.getByText('已选 1 / 5 盒')).toBeVisible()
  const quantity = page.getByRole('textbox', { name: `${goods.name} 数量`, exact: true })
  await quantity.fill('10')
  await quantity.press('Enter')
  await expect(line).toBeDisabled()
  await expect(line).not.toBeChecked()
  await expect(page.getByText('不计入')).toBeVisible()
  await expect(
    page
      .getByText(/换购/)
      .filter({ hasText: /满 ¥300|还差|达到条件|再买/ })
      .first(),
  ).toBeVisible()
  await quantity.fill('40')
  await quantity.press('Enter')
  await expect(line).toBeEnabled()
  await emptyCart(page)
  await closeAll(page.context())
})
