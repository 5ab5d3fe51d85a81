import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { paidOrder } from './paid-order.ts'
import { closeAll, dataOf, expectAccessible, PASSWORD, signedIn, staffIn, watchFailures } from './support.ts'

/** A system of the house gets its key, reads an order, takes it over, and is shut out again. */

test('接口密钥：新建、领取、凭它读到订单并接收，停用后立即不能用', async ({ browser }) => {
  const world = await makeWorld({ word: '对接', price: '30.00', stock: [200], balances: ['5000.00'] })
  const [boss, buyer] = [await staffIn(browser, 'admin'), await signedIn(browser, world.buyers[0]?.username ?? '')]
  const failures = watchFailures(boss)
  // The demo has one administrator: nobody beside him could agree.
  const reason = '演示商城只有一位管理员，对接 ERP'
  const emergency = await dataOf(
    await boss.request.post('/api/staff/emergency', { data: { word: 'integration.manage', minutes: 30, reason } }),
  )

  await boss.goto('/console/system/open-keys')
  await expect(boss.getByText('还没有接口密钥')).toBeVisible()
  await boss.keyboard.press('n')
  const form = boss.getByRole('dialog', { name: '新建接口密钥' })
  await form.getByLabel('哪个系统').fill('金蝶 ERP')
  await form.getByLabel(/读取订单的变化/).check()
  await form.getByLabel(/接收订单/).check()
  await form.getByLabel('理由').fill('对接 ERP')
  await expectAccessible(boss)
  await form.getByRole('button', { name: /新\s*建/ }).click()
  await boss.getByRole('row').filter({ hasText: '金蝶 ERP' }).click()
  await boss.getByRole('button', { name: '领取密钥…' }).click()
  await boss
    .getByRole('dialog')
    .getByRole('button', { name: /领\s*取/ })
    .click()
  const once = boss.getByRole('dialog', { name: '接口密钥：金蝶 ERP' })
  const secret = await once.locator('code').innerText()
  expect(secret).toMatch(/^ak_live_\w{49}$/)
  await once.getByRole('button', { name: '已保存到对方系统' }).click()
  await expect(boss.getByText(secret)).toHaveCount(0)
  await expectAccessible(boss)

  const order = await paidOrder(buyer, world, 20)
  await boss.goto('/console/orders/not-taken')
  await expect(boss.getByRole('row').filter({ hasText: order.no })).toBeVisible()
  await expectAccessible(boss)
  const asErp = { headers: { authorization: `Bearer ${secret}` } }
  const changed = await buyer.request.get('/open/v1/orders?limit=500', asErp)
  expect((await changed.json()).orders.map(({ no }: { no: string }) => no)).toContain(order.no)
  const acknowledged = await buyer.request.post(`/open/v1/orders/${order.no}/ack`, { ...asErp, data: { sheet_no: 'XS-1' } })
  expect(acknowledged.status()).toBe(200)
  await boss.reload()
  await expect(boss.getByText('没有等待 ERP 接收的订单')).toBeVisible()

  await boss.goto('/console/system/open-keys')
  await boss.getByRole('row').filter({ hasText: '金蝶 ERP' }).click()
  await boss.getByRole('button', { name: '停用…' }).click()
  const stop = boss.getByRole('dialog').filter({ hasText: '停用接口密钥' })
  await stop.getByLabel('理由').fill('换了系统')
  await boss.keyboard.press('Control+Enter')
  await expect(boss.getByText('已停用').first()).toBeVisible()
  const refused = await buyer.request.get('/open/v1/orders', asErp)
  expect([refused.status(), (await refused.json()).code]).toEqual([401, 'KEY_STOPPED'])

  await boss.goto('/open/v1/docs')
  await expectAccessible(boss)
  await boss.request.post(`/api/staff/emergency/${emergency.id}/end`, { data: {} })
  expect(failures).toEqual([])
  await closeAll(boss.context(), buyer.context())
})

test('采购企业的接口密钥：验证密码后新建、凭它下单；员工停用企业的接口，立即不能用', async ({ browser }) => {
  const world = await makeWorld({ word: '自有系统', price: '30.00', stock: [200], balances: ['100.00'] })
  const [boss, buyer] = [await staffIn(browser, 'admin'), await signedIn(browser, world.buyers[0]?.username ?? '')]
  const failures = watchFailures(buyer)
  await buyer.goto('/jkmy')
  await expect(buyer.getByText('还没有接口密钥')).toBeVisible()
  await buyer.getByRole('button', { name: '新建接口密钥' }).click()
  const form = buyer.getByRole('dialog', { name: '新建接口密钥' })
  await form.getByRole('textbox', { name: '当前登录密码' }).fill(PASSWORD)
  await buyer.keyboard.press('Enter')
  await form.getByLabel('哪个系统用').fill('门店软件')
  await form.getByLabel(/下单、查看订单/).check()
  await expectAccessible(buyer)
  await form.getByRole('button', { name: '新建', exact: true }).click()
  const once = buyer.getByRole('dialog', { name: '接口密钥' })
  const secret = await once.locator('code').innerText()
  expect(secret).toMatch(/^ak_live_\w{49}$/)
  await once.getByRole('button', { name: '已保存到对方系统' }).click()
  await expect(buyer.getByText(secret)).toHaveCount(0)
  await expect(buyer.getByRole('heading', { name: '门店软件' })).toBeVisible()
  await expectAccessible(buyer)

  const key = { authorization: `Bearer ${secret}` }
  const catalogue = await (await buyer.request.get(`/open/v1/own/catalogue?keywords=${world.goods.code}`, { headers: key })).json()
  const [goods] = catalogue.goods
  expect([goods.code, goods.price, goods.can_buy]).toEqual([world.goods.code, 3000, true])
  const [place] = (await (await buyer.request.get('/open/v1/own/addresses', { headers: key })).json()).addresses
  const lines = [{ goods_code: goods.code, number: goods.minimum }]
  const body = { address_id: place.id, invoice_kind: 'normal', pay: 'later', lines }
  const placed = await buyer.request.post('/open/v1/own/orders', { headers: { ...key, 'idempotency-key': 'e2e-1' }, data: body })
  expect(placed.status(), await placed.text()).toBe(200)
  await buyer.goto('/order')
  await expect(buyer.getByText((await placed.json()).orders[0].no).first()).toBeVisible()

  await boss.goto('/console/system/open-keys?of=buyers')
  await boss.getByRole('row').filter({ hasText: '门店软件' }).click()
  await boss.getByRole('button', { name: '停用企业的接口…' }).click()
  const stop = boss.getByRole('dialog').filter({ hasText: '停用企业的接口：' })
  await stop.getByLabel('理由').fill('密钥泄露')
  await boss.keyboard.press('Control+Enter')
  await expect(boss.getByText('已停用：密钥泄露')).toBeVisible()
  expect((await buyer.request.get('/open/v1/own/addresses', { headers: key })).status()).toBe(401)
  expect(failures).toEqual([])
  await closeAll(boss.context(), buyer.context())
})
