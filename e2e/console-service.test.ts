import { expect, type Page } from '@playwright/test'
import { expectDeed, handOn } from './deeds.ts'
import { test } from './journey.ts'
import { type Asking, houseOf } from './staff.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, firstGoods, PASSED, signedIn, staffIn, watchFailures } from './support.ts'

/** An order paid from the balance, delivered, and two of it applied for. */
async function afterSaleOf(buyer: Page, staff: Asking): Promise<{ sale: number; order: { id: number; no: string } }> {
  await emptyCart(buyer)
  const goods = await firstGoods(buyer, 'amxl')
  const ids = await fillCart(buyer, [{ goods_id: goods.id, number: 5 }])
  const { total } = await dataOf(await buyer.request.post('/api/cart/checkout', { data: { ids } }))
  const sheet = await dataOf(await buyer.request.post('/api/cart/checkout', { data: { ids, balance: total } }))
  const { list } = await dataOf(await buyer.request.get('/api/user/address'))
  const placed = await dataOf(
    await buyer.request.post('/api/order', {
      data: {
        ids,
        balance: total,
        checkout_key: sheet.checkout_key,
        address_id: list[0].id,
        invoice_kind: 'normal',
        total: sheet.total,
      },
    }),
  )
  const [order] = placed.orders
  for (const [step, data] of [
    ['pick', {}],
    ['ship', { carrier: '示例速运', waybill: 'SY20261121' }],
  ] as const)
    await dataOf(await staff.request.post(`/api/staff/order/${order.id}/${step}`, { data }))
  await dataOf(await buyer.request.post(`/api/order/${order.id}/receive`, { data: {} }))
  const { lines } = await dataOf(await buyer.request.get('/api/after_sale/form', { params: { order_id: order.id } }))
  const sale = await dataOf(
    await buyer.request.post('/api/after_sale', {
      data: {
        order_id: order.id,
        kind: 'return',
        reason: 'other',
        lines: [{ id: lines[0].id, number: 2 }],
        description: '多订了两盒',
        key: `console-${order.id}`,
      },
    }),
  )
  return { sale: sale.id, order }
}

test('售后从审核到退款在后台办完；客户问“我的退款到哪了”，按订单号一次查到，十五秒之内', async ({ browser }) => {
  test.slow()
  const [buyer, clerk, store] = [await signedIn(browser, PASSED), await staffIn(browser, 'kefu'), await staffIn(browser, 'cangku')]
  const house = houseOf(browser)
  const failures = watchFailures(clerk)
  const { sale, order } = await afterSaleOf(buyer, house)

  await clerk.goto(`/console/service/after-sales/${sale}`)
  await clerk.getByRole('button', { name: /^通过…/ }).click()
  await clerk.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click()
  await expect(clerk.getByText('等待客户寄回商品')).toBeVisible()
  await expectAccessible(clerk)
  await dataOf(await buyer.request.post(`/api/after_sale/${sale}/send`, { data: { carrier: '顺丰速运', waybill: 'SF123' } }))

  // The deed that is measured: from any page, by keys alone.
  await clerk.goto('/console/')
  await expect(clerk.getByText('等您处理的事')).toBeVisible()
  const began = Date.now()
  const hand = handOn(clerk)
  await hand.press('Control+k')
  await expect(clerk.getByRole('textbox', { name: '页面、操作' })).toBeFocused()
  await hand.type('退款')
  await hand.press('Enter')
  const field = clerk.getByRole('textbox', { name: '订单号、售后单号、企业名称' })
  await expect(field).toBeFocused()
  await hand.type(order.no)
  await hand.press('Enter')
  const found = clerk.getByRole('row').filter({ hasText: order.no })
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('待仓库验收')
  await expect(found).toContainText('预计')
  await expect(found).toContainText('仓库验收后按实收数量退款')
  expectDeed(test.info(), 'refund', hand, began, 2 + order.no.length)
  await expectAccessible(clerk)

  // The warehouse receives, and sees no price doing it.
  await store.goto(`/console/service/after-sales/${sale}`)
  await expect(store.getByRole('button', { name: /验收并退款/ })).toBeVisible()
  expect(await store.locator('.record').innerText()).not.toMatch(/[¥￥]/)
  await store.getByRole('button', { name: /验收并退款/ }).click()
  await store.getByRole('dialog').getByRole('button', { name: '验收并退款' }).click()
  await expect(store.getByText('已退款，办结')).toBeVisible()

  await clerk.reload()
  await expect(clerk.getByRole('row').filter({ hasText: order.no })).toContainText('已退回')
  await expect(clerk.getByRole('row').filter({ hasText: order.no })).toContainText('账户余额')
  expect(failures).toEqual([])
  await closeAll(buyer.context(), clerk.context(), store.context(), house.context())
})

test('求购、反馈在后台答复，客户看得到；快捷回复按 Alt 和数字写进会话', async ({ browser }) => {
  const [buyer, clerk] = [await signedIn(browser, PASSED), await staffIn(browser, 'kefu')]
  const goods = await firstGoods(buyer, 'amxl')
  const wish = `求购药 ${Date.now()}`
  const { ids } = await dataOf(await buyer.request.post('/api/user/buy', { data: { list: [{ name: wish, number: 10 }] } }))
  await clerk.goto(`/console/service/wanted?keywords=${encodeURIComponent(wish)}`)
  await clerk.getByRole('cell', { name: wish }).click()
  await clerk.getByRole('textbox', { name: '答复' }).fill('有同类的，请看')
  await clerk.getByRole('combobox', { name: '推荐商品' }).fill(`/list/info/${goods.id}`)
  await clerk.keyboard.press('Enter')
  await clerk.getByRole('complementary').getByRole('button', { name: '答复' }).click()
  await expect(clerk.getByText('已答复，客户可以看到')).toBeVisible()
  const wanted = await dataOf(await buyer.request.get(`/api/user/buy/${ids[0]}`))
  expect(wanted.state).toBe('answered')
  expect(wanted.entries.at(-1).goods.map(({ id }: { id: number }) => id)).toEqual([goods.id])

  await dataOf(await buyer.request.post('/api/chat/message', { data: { client_id: `quick-${Date.now()}`, text: '在吗' } }))
  await clerk.goto('/console/service/chat?state=waiting')
  await expect(clerk.getByRole('link', { name: /未读/ }).first()).toBeVisible()
  const { company } = await dataOf(await buyer.request.get('/api/user/base'))
  await clerk
    .getByRole('link', { name: new RegExp(company) })
    .first()
    .press('Enter')
  await expect(clerk.getByRole('log')).toContainText('在吗')
  await clerk.getByLabel('回复客户').focus()
  await clerk.keyboard.press('Alt+1')
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('log')).toContainText('您好，正在为您查询，请稍候')
  const facts = clerk.getByRole('complementary', { name: '客户' })
  await expect(facts).toContainText('联系人')

  // What is spoken of is shown: one of his orders, a goods found by its first letters.
  const { list: orders } = await dataOf(await buyer.request.get('/api/order/list'))
  await facts.getByRole('button', { name: `把订单 ${orders[0].no} 发给客户` }).click()
  await clerk.keyboard.press('Alt+g')
  await expect(clerk.getByRole('combobox', { name: '商品' })).toBeFocused()
  await clerk.keyboard.type('amxl')
  await clerk.getByRole('option').first().waitFor({ state: 'attached' })
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('combobox', { name: '商品' })).toHaveCount(0)
  const said = async () => (await dataOf(await buyer.request.get('/api/chat'))).list.slice(-2).map(({ kind }: { kind: string }) => kind)
  await expect.poll(said).toEqual(['order', 'goods'])
  await closeAll(buyer.context(), clerk.context())
})

test('会话转交给有名有姓的同事：他在哪一页都立即看到，打开就由他处理，经手的人和原因留在会话里', async ({ browser }) => {
  const [buyer, clerk, admin] = [await signedIn(browser, PASSED), await staffIn(browser, 'kefu'), await staffIn(browser, 'admin')]
  const username = `jieban${Date.now() % 1_000_000}`
  const { password } = await dataOf(
    await admin.request.post('/api/staff/person', { data: { username, name: '接班小何', roles: ['service'] } }),
  )
  const context = await browser.newContext()
  await context.request.post('/api/staff/login', { data: { username, password } })
  await dataOf(await context.request.post('/api/staff/me/password', { data: { current: password, password: 'Jieban-2026-x' } }))
  const colleague = await context.newPage()
  await colleague.goto('/console/')
  await expect(colleague.getByText('等您处理的事').first()).toBeVisible()

  const { conversation } = await dataOf(
    await buyer.request.post('/api/chat/message', { data: { client_id: `hand-${Date.now()}`, text: '冷链温度能发我吗' } }),
  )
  await clerk.goto(`/console/service/chat?id=${conversation}`)
  await expect(clerk.getByRole('log')).toContainText('冷链温度能发我吗')
  await clerk.getByLabel('回复客户').press('Escape')
  await clerk.keyboard.press('h')
  const dialog = clerk.getByRole('dialog')
  await dialog.getByRole('radio', { name: /接班小何.*客服.*在线/ }).check()
  await clerk.keyboard.press('Control+Enter')
  await expect(dialog).toContainText('请写明客户的问题和已经做到哪一步')
  await expectAccessible(clerk)
  await dialog.getByRole('textbox', { name: '说明' }).fill('等仓库把记录发来')
  await clerk.keyboard.press('Control+Enter')
  await expect(clerk.getByRole('log')).toContainText('转交给 接班小何：等仓库把记录发来')
  await expect(clerk.getByText('接班小何 在处理（自')).toBeVisible()

  await expect(colleague.getByText('的会话转交给您')).toBeVisible()
  await colleague.getByRole('button', { name: '打开会话' }).click()
  await expect(colleague.getByRole('log')).toContainText('等仓库把记录发来')
  await expect(colleague.getByRole('link', { name: /转交给您/ })).toBeVisible()
  await expectAccessible(colleague)
  await closeAll(buyer.context(), clerk.context(), admin.context(), context)
})
