import { type Browser, expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { type House, houseOf } from './staff.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, firstGoods, PASSED, PENDING, signedIn, watchFailures } from './support.ts'

const PHONE = { viewport: { width: 375, height: 812 } }

/** Fifty boxes, paid from the balance and sent. */
async function sentOrder(page: Page, admin: House): Promise<{ id: number; no: string }> {
  await emptyCart(page)
  const goods = await firstGoods(page, 'amxl')
  const ids = await fillCart(page, [{ goods_id: goods.id, number: 50 }])
  const { total } = await dataOf(await page.request.post('/api/cart/checkout', { data: { ids } }))
  const sheet = await dataOf(await page.request.post('/api/cart/checkout', { data: { ids, balance: total } }))
  const { list } = await dataOf(await page.request.get('/api/user/address'))
  const { orders } = await dataOf(
    await page.request.post('/api/order', {
      data: { ids, balance: total, checkout_key: sheet.checkout_key, address_id: list[0].id, invoice_kind: 'normal', total: sheet.total },
    }),
  )
  for (const command of ['pick', 'ship'])
    await dataOf(await admin.request.post(`/api/staff/order/${orders[0].id}/${command}`, { data: {} }))
  return orders[0]
}

async function open(browser: Browser, options = {}) {
  const page = await signedIn(browser, PASSED, options)
  return { page, admin: houseOf(browser), failures: watchFailures(page) }
}
const photo = async (page: Page) => ({ name: '破损.png', mimeType: 'image/png', buffer: await page.screenshot() })

test('五十盒收四十八盒、破损两盒：全用键盘登记，售后单与验收记录同时生成', async ({ browser }) => {
  test.slow()
  const { page, admin, failures } = await open(browser)
  const order = await sentOrder(page, admin)
  await page.goto('/dzckd?state=to_receive')
  const row = page.getByRole('row').filter({ hasText: order.no })
  await expectAccessible(page)
  // A number of papers of another order may read the same.
  await row.locator(`a[href="/order/receiving/${order.id}"]`).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/order\/receiving\/\d+/)

  const { lines } = await dataOf(await page.request.get(`/api/order/${order.id}/receiving`))
  const [first] = lines
  await page.getByLabel(`${first.name} 批号 ${first.batch_no} 短少`).focus()
  // From number to number: 破损 is the next one.
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('请至少上传一张照片')).toBeVisible()
  await page.getByLabel(/破损照片：选择文件/).setInputFiles(await photo(page))
  await expect(page.getByRole('button', { name: /^移除 破损/ })).toBeVisible()
  await page.getByLabel('说明').first().fill('外箱压损')
  await page.getByLabel('收货人').fill('')
  await page.getByRole('button', { name: '登记收货' }).click()
  await expect(page.getByText('请填写收货人姓名')).toBeVisible()
  await page.getByLabel('收货人').fill('王收货')
  await expectAccessible(page)
  await page.getByRole('button', { name: '登记收货' }).dblclick()
  await expect(page.getByRole('heading', { name: '合格 48，破损 2' })).toBeVisible()
  await expect(page.getByRole('link', { name: '破损 2' })).toBeVisible()
  await expectAccessible(page)

  // The record is being made: the page hears of it by itself.
  const record = page.getByRole('link', { name: '打印验收记录' })
  await expect(record).toBeVisible({ timeout: 120_000 })
  const answer = await page.request.get((await record.getAttribute('href')) ?? '')
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('link', { name: '破损 2' }).click()
  await page.waitForURL(/\/order\/returnInfo\/\d+/)
  await expect(page.getByText('收货登记：破损；外箱压损')).toBeVisible()
  expect(failures).toEqual([])
  await closeAll(page.context(), admin.context())
})

test('订单页的本单资料：有的能看，缺的写明原因，一键下载带清单', async ({ browser }) => {
  test.slow()
  const { page, admin, failures } = await open(browser)
  const order = await sentOrder(page, admin)
  await dataOf(await page.request.post(`/api/order/${order.id}/receive`))
  await expect(async () => {
    await page.goto(`/order/info/${order.id}`)
    await expect(page.getByRole('link', { name: /测试电子发票/ })).toBeVisible({ timeout: 2000 })
  }).toPass()
  const block = page.getByRole('region', { name: '本单资料' })
  await expect(block.getByRole('link', { name: '尚未登记收货，去登记' })).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), block.getByRole('button', { name: /^一键下载 \d+ 份/ }).click()])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^订单资料_${order.no}_\\d{4}-\\d{2}-\\d{2}\\.zip$`))
  await expectAccessible(page)
  expect(failures).toEqual([])
  await closeAll(page.context(), admin.context())
})

test('电子出库单：按状态、月份和单号查找，导出明细；手机上不横滚；待审核会员看到的是空页', async ({ browser }) => {
  test.slow()
  const { page, admin, failures } = await open(browser, PHONE)
  const order = await sentOrder(page, admin)
  await page.goto('/dzckd')
  await page.getByRole('link', { name: '本月' }).click()
  // The fields follow the address.
  await expect(page.getByLabel('发货日期，从')).toHaveValue(/^\d{4}-\d{2}-01$/)
  await page.getByLabel('单号、批号、追溯码、条形码或品名').fill(order.no)
  await page.getByRole('button', { name: '查找' }).click()
  await expect(page.getByText('共 1 单')).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出明细' }).click()])
  expect(download.suggestedFilename()).toMatch(/^出库明细_.*\.xlsx$/)
  const tick = page.getByRole('checkbox', { name: `选择订单 ${order.no} 的随货单据` })
  await expect(tick).toBeEnabled({ timeout: 120_000 })
  await tick.check()
  const [print] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '合并打印所选 1 份' }).click()])
  expect(print.suggestedFilename()).toMatch(/^合并打印-.*\.pdf$/)
  for (const path of ['/dzckd', `/order/receiving/${order.id}`, `/order/info/${order.id}`]) {
    await page.goto(path)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide, path).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
  expect(failures).toEqual([])
  const pending = await signedIn(browser, PENDING)
  await pending.goto('/dzckd')
  await expect(pending.getByText('还没有出库单')).toBeVisible()
  await closeAll(page.context(), admin.context(), pending.context())
})
