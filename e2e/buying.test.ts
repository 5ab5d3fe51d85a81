import { expect, type Page, type Route } from '@playwright/test'
import { test } from './journey.ts'
import { closeAll, dataOf, EXPIRED, emptyCart, fillCart, firstGoods, OWNER, PASSED, signedIn } from './support.ts'

/** From step 2 to the gateway's page: answers the order's id. */
async function submitAtStep2(page: Page, lineIds: readonly number[]): Promise<number> {
  await page.goto(`/cart/step2?ids=${lineIds.join(',')}`)
  await page.getByRole('button', { name: /^提交订单 ¥/ }).click()
  await page.waitForURL(/\/cart\/step[34]/)
  return Number(/step3\/(\d+)/.exec(page.url())?.[1] ?? new URL(page.url()).searchParams.get('id'))
}

test('药店从购物车到付款：7 盒改成 10 盒并说明，网关付款后订单已支付、批次可见', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  const goods = await firstGoods(page, 'amxl')
  expect(goods.name).toContain('阿莫西林')
  expect(goods.step).toBe(5)
  await fillCart(page, [{ goods_id: goods.id, number: 5 }])

  await page.goto('/cart')
  const quantity = page.getByRole('textbox', { name: `${goods.name} 数量`, exact: true })
  await quantity.fill('7')
  await quantity.press('Enter')
  await expect(page.getByText('中包装 5 盒，已调整为 10 盒', { exact: true })).toBeVisible()
  await expect(quantity).toHaveValue('10')

  await page.getByRole('button', { name: '去结算' }).click()
  await page.waitForURL(/\/cart\/step2/)
  const submit = page.getByRole('button', { name: /^提交订单 ¥/ })
  const shown = /¥([\d,.]+)/.exec(await submit.innerText())?.[1]
  await submit.click()
  await page.waitForURL(/\/cart\/step3\/\d+/)
  const orderId = Number(/step3\/(\d+)/.exec(page.url())?.[1])
  await expect(page.getByText(`¥${shown}`).first()).toBeVisible()
  await page.getByRole('button', { name: /立即支付/ }).click()
  await page.waitForURL(/\/gateway\/pay\//)
  await expect(page.locator('.sum')).toHaveText(`¥${shown}`)
  await page.getByRole('button', { name: '支付成功' }).click()
  await page.waitForURL(/\/cart\/step4/)

  const order = await dataOf(await page.request.get(`/api/order/info/${orderId}`))
  expect(order.status).toBe('paid')
  expect(order.lines[0].batches.reduce((sum: number, batch: { number: number }) => sum + batch.number, 0)).toBe(10)
  await page.goto(`/order/info/${orderId}`)
  await expect(page.getByText(order.lines[0].batches[0].batch_no).first()).toBeVisible()
  await expect(page.getByText(order.no).first()).toBeVisible()

  // The back button, and the same address typed again, never order twice.
  const before = (await dataOf(await page.request.get('/api/order/list'))).total
  await page.goBack()
  await page.waitForLoadState()
  expect((await dataOf(await page.request.get('/api/order/list'))).total).toBe(before)
  await closeAll(page.context())
})

test('连点两次、后退再交：只有一张订单', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  const goods = await firstGoods(page, '板蓝根颗粒')
  const ids = await fillCart(page, [{ goods_id: goods.id, number: goods.step }])
  const before = (await dataOf(await page.request.get('/api/order/list'))).total
  await page.goto(`/cart/step2?ids=${ids.join(',')}`)
  await page.getByRole('button', { name: /^提交订单 ¥/ }).dblclick()
  await page.waitForURL(/\/cart\/step[34]/)
  await page.goto(`/cart/step2?ids=${ids.join(',')}`)
  await expect(page.getByRole('button', { name: /^提交订单 ¥/ })).toHaveCount(0)
  expect((await dataOf(await page.request.get('/api/order/list'))).total).toBe(before + 1)
  await closeAll(page.context())
})

test('许可证过期的药店被拦下，并说明是哪张证、哪天到期', async ({ browser }) => {
  const page = await signedIn(browser, EXPIRED)
  const goods = await firstGoods(page, 'amxl')
  expect(goods.is_buy).toBe(0)
  await page.goto(`/list/info/${goods.id}`)
  await expect(page.getByText(/药品经营许可证已于 \d{4}-\d{2}-\d{2} 到期/).first()).toBeVisible()
  const refused = await page.request.post('/api/cart', { data: { list: [{ goods_id: goods.id, number: 5 }] } })
  expect(refused.status()).toBe(409)
  expect((await refused.json()).message).toContain('药品经营许可证')
  await closeAll(page.context())
})

test('两个浏览器抢最后一盒：一个买到，另一个得到明白的拒绝', async ({ browser }) => {
  const first = await signedIn(browser, PASSED)
  const second = await signedIn(browser, OWNER)
  const all = []
  for (let at = 1; at <= 8; at += 1)
    all.push(
      ...(await dataOf(await first.request.get('/api/goods/list', { params: { per_page: '100', page: String(at), can_buy: '1' } }))).list,
    )
  const scarce = all.filter(
    (goods: { number: number; is_buy: number; step: number }) => goods.number === 1 && goods.is_buy === 1 && goods.step === 1,
  )
  expect(scarce.length).toBeGreaterThan(0)
  let goods: { id: number; name: string } | undefined
  for (const candidate of scarce) {
    const seen = await dataOf(await second.request.get(`/api/goods/detail/${candidate.id}`))
    if (seen.is_buy === 1) goods = candidate
  }
  if (!goods) throw new Error('no last box that both may buy')
  const pages = [first, second]
  const lines: number[][] = []
  for (const page of pages) {
    await emptyCart(page)
    lines.push(await fillCart(page, [{ goods_id: goods.id, number: 1 }]))
  }
  for (const [index, page] of pages.entries()) {
    await page.goto(`/cart/step2?ids=${lines[index]?.join(',')}`)
    await expect(page.getByRole('button', { name: /^提交订单 ¥/ })).toBeEnabled()
  }
  await Promise.all(pages.map((page) => page.getByRole('button', { name: /^提交订单 ¥/ }).click()))
  const won = async (page: Page) => {
    await Promise.race([
      page.waitForURL(/\/cart\/step[34]/),
      page
        .getByText(/已售完|库存不足|暂无库存/)
        .first()
        .waitFor(),
    ])
    return /\/cart\/step[34]/.test(page.url())
  }
  const results = await Promise.all(pages.map(won))
  expect(results.filter(Boolean)).toHaveLength(1)
  await closeAll(first.context(), second.context())
})

test('余额付款立即到账，步骤四给出订单号', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  const goods = await firstGoods(page, '医用棉签')
  const ids = await fillCart(page, [{ goods_id: goods.id, number: goods.step }])
  const orderId = await submitAtStep2(page, ids)
  const before = Number((await dataOf(await page.request.get('/api/user/base'))).balance)
  const info = await dataOf(await page.request.get(`/api/pay/order/${orderId}`))
  await page.getByRole('radio', { name: /余额/ }).check()
  await page.getByRole('button', { name: /立即支付/ }).click()
  await page.waitForURL(/\/cart\/step4/)
  await expect(page.getByText(info.no).first()).toBeVisible()
  const after = Number((await dataOf(await page.request.get('/api/user/base'))).balance)
  expect(Math.round((before - after) * 100)).toBe(Math.round(Number(info.payable) * 100))
  await closeAll(page.context())
})

test('取消未付款的订单：先确认，库存随即退回', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  const goods = await firstGoods(page, '创口贴')
  const ids = await fillCart(page, [{ goods_id: goods.id, number: goods.step }])
  const orderId = await submitAtStep2(page, ids)
  const during = await firstGoods(page, '创口贴')
  expect(during.number).toBe(goods.number - goods.step)
  await page.goto(`/order/info/${orderId}`)
  await page.getByRole('button', { name: '取消订单' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /取消订单|确定|确认/ })
    .last()
    .click()
  await expect(page.getByText('已取消').first()).toBeVisible()
  expect((await firstGoods(page, '创口贴')).number).toBe(goods.number)
  await closeAll(page.context())
})

test('改数量时“加到 20 盒”不跟着加一遍：答案在路上时没有，回来后还是 20 盒', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  const { list } = await dataOf(await page.request.get('/api/goods/list', { params: { can_buy: '1', per_page: '100' } }))
  const goods = list.find(
    (one: { ladder_price: { number: number }[]; step: number; min_number: number; bzdw: string; goods_price_id: number }) =>
      one.ladder_price[0]?.number === 20 && one.step === 1 && one.min_number === 1 && one.bzdw === '盒' && one.goods_price_id === 0,
  )
  expect(goods).toBeDefined()
  await fillCart(page, [{ goods_id: goods.id, number: 1 }])
  const later = async (route: Route) => {
    await new Promise((done) => setTimeout(done, 700))
    await route.continue()
  }
  await page.route(/\/api\/cart\/(\d+\/edit|next_hint|list)/, later)
  await page.goto('/cart')
  const fill = page.getByRole('button', { name: /^加到/ })
  await expect(fill).toHaveText('加到 20 盒')
  /** Everything that the button ever says. */
  await page.evaluate(() => {
    const said = new Set<string>()
    Object.assign(window, { said })
    setInterval(() => {
      for (const button of document.querySelectorAll('button'))
        if (button.textContent?.startsWith('加到') && button.checkVisibility({ visibilityProperty: true })) said.add(button.textContent)
    }, 20)
  })
  const quantity = page.getByRole('textbox', { name: `${goods.name} 数量`, exact: true })
  await quantity.fill('7')
  await quantity.press('Tab')
  await expect(fill).toHaveCount(0)
  await expect(fill).toHaveText('加到 20 盒')
  await quantity.fill('8')
  await quantity.press('Tab')
  await expect(fill).toHaveCount(0)
  await expect(fill).toHaveText('加到 20 盒')
  expect(await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said])).toEqual(['加到 20 盒'])
  await fill.click()
  await expect(quantity).toHaveValue('20')
  await page.unrouteAll({ behavior: 'wait' })
  await emptyCart(page)
  await closeAll(page.context())
})
