import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { asOperator } from './shop-database.ts'
import { houseOf } from './staff.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, firstGoods, PASSED, signedIn, watchFailures } from './support.ts'

const fen = (yuan: string): number => Math.round(Number(yuan) * 100)
const yuan = (amount: number): string => (amount / 100).toFixed(2)

/** ¥3.00 off for everything, into the coupons of the buyer's company. */
async function giveCoupon(username: string): Promise<number> {
  let id = 0
  await asOperator(async (client) => {
    const { rows } = await client.query(
      `with template as (
         insert into coupon_template (name, amount, threshold, scope, audience, valid_days)
         values ('售后测试券', 300, 0, '{"all": true}', '{}', 30) returning id)
       insert into coupon (template_id, company_id, taken_at, valid_from, valid_until)
       select template.id, ac.company_id, now(), now() - interval '1 minute', now() + interval '30 days'
         from template, account a join account_company ac on ac.account_id = a.id where a.username = $1 limit 1
       returning id`,
      [username],
    )
    id = Number(rows[0]?.id)
  })
  return id
}

const place = async (page: Page, body: object) => (await dataOf(await page.request.post('/api/order', { data: body }))).orders[0]

/** Five boxes with a coupon, all but ¥10.00 of it from the balance, the rest at the gateway. */
async function paidOrder(page: Page): Promise<{ id: number; no: string }> {
  const coupon = await giveCoupon(PASSED)
  await emptyCart(page)
  const goods = await firstGoods(page, 'amxl')
  const ids = await fillCart(page, [{ goods_id: goods.id, number: 5 }])
  const asked = { ids, coupons: [coupon] }
  const { total } = await dataOf(await page.request.post('/api/cart/checkout', { data: asked }))
  const balance = yuan(fen(total) - 1000)
  const sheet = await dataOf(await page.request.post('/api/cart/checkout', { data: { ...asked, balance } }))
  const { list } = await dataOf(await page.request.get('/api/user/address'))
  const order = await place(page, {
    ...asked,
    balance,
    checkout_key: sheet.checkout_key,
    address_id: list[0].id,
    invoice_kind: 'normal',
    total: sheet.total,
  })
  expect(order.payable).toBe('10.00')
  await page.goto(`/cart/step3/${order.id}`)
  await page.getByRole('radio', { name: /在线支付/ }).check()
  await page.getByRole('button', { name: /^立即支付/ }).click()
  await page.waitForURL(/\/gateway\/pay\//)
  await page.getByRole('button', { name: '支付成功' }).click()
  await page.waitForURL(/\/cart\/step4/)
  return order
}

test('用券、部分余额付款的订单，按批次退 5 盒中的 2 盒：网关与余额各退其应退，订单与余额明细都看得到', async ({ browser }) => {
  test.slow()
  const page = await signedIn(browser, PASSED)
  const staff = houseOf(browser)
  const failures = watchFailures(page)
  const order = await paidOrder(page)
  const byStaff = async (path: string, data: object = {}) => dataOf(await staff.request.post(`/api/staff/${path}`, { data }))
  await byStaff(`order/${order.id}/pick`)
  await byStaff(`order/${order.id}/ship`, { carrier: '示例速运', waybill: 'SY20261121' })

  await page.goto(`/order/info/${order.id}`)
  await expect(page.getByText('示例速运 SY20261121')).toBeVisible()
  await page.getByRole('button', { name: '确认收货' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认收货' }).click()
  await page.getByRole('button', { name: '申请售后' }).click()
  await page.waitForURL(/\/order\/afterSales\/apply/)

  const { lines } = await dataOf(await page.request.get(`/api/order/info/${order.id}`))
  const worth = Math.floor((fen(lines[0].paid) * 2) / 5)
  expect(worth).toBeGreaterThan(1000)
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('请选择售后原因')).toBeVisible()
  await page.getByRole('radio', { name: /其他/ }).check()
  const count = page.getByRole('textbox', { name: /申请数量/ }).first()
  await count.fill('2')
  await count.press('Enter')
  await expect(page.getByText(`¥${yuan(worth)}`).first()).toBeVisible()
  await page.getByRole('textbox', { name: '问题说明' }).fill('多订了两盒，包装完好')
  await expectAccessible(page)
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.waitForURL(/\/order\/returnInfo\/\d+/)
  const id = Number(/returnInfo\/(\d+)/.exec(page.url())?.[1])
  await expect(page.getByRole('heading', { name: '等待审核' })).toBeVisible()

  await byStaff(`after_sale/${id}/approve`)
  await page.reload()
  await expect(page.getByText('请把商品寄到')).toBeVisible()
  await page.getByRole('button', { name: '填写寄回运单' }).click()
  const dialog = page.getByRole('dialog', { name: '填写寄回运单' })
  await dialog.getByRole('combobox', { name: '承运商' }).fill('顺丰速运')
  await dialog.getByRole('textbox', { name: '运单号' }).fill('SF1234567890')
  await dialog.getByRole('button', { name: '提交运单' }).click()
  await expect(page.getByRole('heading', { name: '已寄回，等待验收' })).toBeVisible()

  await byStaff(`after_sale/${id}/refund`)
  await expect
    .poll(async () => (await dataOf(await page.request.get(`/api/after_sale/info/${id}`))).status, { timeout: 20_000 })
    .toBe('refunded')
  await page.reload()
  await expect(page.getByRole('heading', { name: '退款已完成' })).toBeVisible()
  const ways = page.getByRole('region', { name: '退款去向' })
  await expect(ways.getByRole('listitem').filter({ hasText: '在线支付' })).toContainText('¥10.00')
  await expect(ways.getByRole('listitem').filter({ hasText: '账户余额' })).toContainText(`¥${yuan(worth - 1000)}`)
  await expectAccessible(page)

  await page.goto(`/order/info/${order.id}`)
  await expect(page.getByRole('region', { name: '售后记录' })).toContainText(`¥${yuan(worth)}`)
  expect(failures).toEqual([])
  await closeAll(page.context(), staff.context())
})

test('售后列表按状态看，撤销后可重新申请；订单可导出', async ({ browser }) => {
  const page = await signedIn(browser, PASSED, { viewport: { width: 375, height: 780 } })
  const failures = watchFailures(page)
  await page.goto('/order/afterSales?status=reviewing')
  await expectAccessible(page)
  const waiting = await page.getByRole('article').count()
  await page.getByRole('button', { name: '撤销申请' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销申请' }).click()
  await expect(page.getByText('售后申请已撤销')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(waiting - 1)
  await page.goto('/order')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 Excel' }).click()
  expect((await download).suggestedFilename()).toMatch(/^订单明细_.*\.xlsx$/)
  expect(failures).toEqual([])
  await closeAll(page.context())
})
