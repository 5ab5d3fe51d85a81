import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { asOperator } from './shop-database.ts'
import { type Asking, houseOf } from './staff.ts'
import { closeAll, dataOf, expectAccessible, signedIn, watchFailures } from './support.ts'

const post = async (page: Asking, url: string, data: object = {}) => dataOf(await page.request.post(url, { data }))

/** A batch that the first demo pharmacy has received, and how much of it. */
async function received(): Promise<{ batch: number; no: string; orderNo: string }> {
  let found: { batch: number; no: string; orderNo: string } | undefined
  await asOperator(async (client) => {
    const { rows } = await client.query(
      `select b.stock_batch_id as batch, b.batch_no as no, o.no as "orderNo"
         from orders o join order_line l on l.order_id = o.id join order_line_batch b on b.order_line_id = l.id
         join company c on c.id = o.company_id
        where c.code = 'KH0001' and o.status in ('received', 'completed')
          and not exists (select from after_sale_line a where a.order_line_batch_id = b.id)
          and not exists (select from recall r where r.batch_no = b.batch_no) order by o.id desc, l.id limit 1`,
    )
    found = rows[0]
  })
  if (!found) throw new Error('the demo has no received order')
  return found
}

test('质管召回一个批号：药店收到通知，确认尚存，退回；手机上一样能用', async ({ browser }) => {
  const page = await signedIn(browser, '13900000001')
  const quality = houseOf(browser)
  const failures = watchFailures(page)

  const { batch, no, orderNo } = await received()
  const body = { batch_id: batch, level: 2, initiator: '示例制药有限公司', reason: '含量测定不合格', advice: '停止销售，封存退回我公司' }
  const { recall } = await post(quality, '/api/staff/recall', body)

  await page.goto('/ypzh')
  const card = page.getByRole('listitem', { name: new RegExp(`批号 ${no}$`) })
  await expect(card).toContainText('含量测定不合格')
  await expect(card.getByRole('link', { name: orderNo })).toBeVisible()
  await expectAccessible(page)

  await card.getByRole('button', { name: '确认并填报尚存' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^尚存数量/).fill('99999')
  await dialog.getByRole('button', { name: '提交回执' }).click()
  await expect(dialog.getByText(/^请填写 0 到/)).toBeVisible()
  await dialog.getByLabel(/^尚存数量/).fill('1')
  await dialog.getByRole('button', { name: '提交回执' }).click()
  await expect(card).toContainText('确认，尚存 1')

  await card.getByRole('button', { name: new RegExp(`^退回订单 ${orderNo}`) }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^退回数量/)
    .fill('1')
  await page.getByRole('dialog').getByRole('button', { name: '申请退回' }).click()
  await expect(card.getByRole('link', { name: '售后进度' }).first()).toBeVisible()

  const { sums } = await dataOf(await quality.request.get(`/api/staff/recall/${recall.id}`))
  expect(sums.on_way).toBe(1)
  await page.screenshot({ path: test.info().outputPath('recall-1440.png'), fullPage: true })
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(card).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await page.screenshot({ path: test.info().outputPath('recall-375.png'), fullPage: true })
  // Its orders are found by the number of the batch.
  await page.goto(`/order?keywords=${encodeURIComponent(no)}`)
  await expect(page.getByText(orderNo).first()).toBeVisible()
  expect(failures).toEqual([])
  await closeAll(page.context(), quality.context())
})

test('对账单：每月一张，打开、确认', async ({ browser }) => {
  const page = await signedIn(browser, '13900000001')
  const admin = houseOf(browser)
  let id = 0
  await asOperator(async (client) => {
    id = Number((await client.query("select id from company where code = 'KH0001'")).rows[0]?.id)
  })
  const last = new Date(Date.now() + 8 * 3_600_000)
  last.setUTCDate(0)
  const month = last.toISOString().slice(0, 7)
  // The first one of the month may still be in the making.
  await expect(async () => {
    await post(admin, '/api/staff/statement', { company_id: id, month, reason: '补充核对' })
  }).toPass()
  await expect(async () => {
    await page.goto('/dzd')
    await expect(page.getByRole('link', { name: `查看 ${month} 对账单（新窗口）` })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectAccessible(page)
  const pdf = await page.request.get((await page.getByRole('link', { name: `查看 ${month} 对账单（新窗口）` }).getAttribute('href')) ?? '')
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await page.screenshot({ path: test.info().outputPath('statements-1440.png'), fullPage: true })
  await page.getByRole('button', { name: `核对 ${month} 对账单` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '核对无误，确认' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`^${month}`) }).getByText('已确认', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await page.screenshot({ path: test.info().outputPath('statements-375.png'), fullPage: true })
  await closeAll(page.context(), admin.context())
})

test('电子发票：访客去登录；查得到、看得到、打包取得走', async ({ browser, page: visitor }) => {
  await visitor.goto('/fp')
  await expect(visitor).toHaveURL(/\/login/)
  const page = await signedIn(browser, '13900000001')
  await page.goto('/fp')
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: /^查看发票/ }).first()).toBeVisible()
  const zip = await page.request.get((await page.getByRole('link', { name: /^打包下载/ }).getAttribute('href')) ?? '')
  expect((await zip.body()).subarray(0, 2).toString()).toBe('PK')
  await page.screenshot({ path: test.info().outputPath('invoices-1440.png'), fullPage: true })
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await page.screenshot({ path: test.info().outputPath('invoices-375.png'), fullPage: true })
  await closeAll(page.context())
})
