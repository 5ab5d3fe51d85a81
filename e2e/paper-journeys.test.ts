import { expect, type Page } from '@playwright/test'
import { scanOf } from '../apps/server/test/maker-reports.ts'
import { hasPoppler, pdfSignatures, pdfText } from '../apps/server/test/poppler.ts'
import { test } from './journey.ts'
import { makeWorld, type World } from './own-world.ts'
import { asOperator } from './shop-database.ts'
import { type Asking, type House, houseOf } from './staff.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, signedIn, watchFailures } from './support.ts'

/** The way of goods with all their papers, from one end to the other. Staff's steps are calls: their screens come later. */

const post = async (page: Asking, url: string, data: object = {}) => dataOf(await page.request.post(url, { data }))
const get = async (page: Asking, url: string) => dataOf(await page.request.get(url))
/** Of the demo, below ¥800. */
const FREIGHT = 1200
const yuan = (amount: number): string => (amount / 100).toFixed(2)
/** As people read it: 12,345.67. */
const shown = (amount: number): string => yuan(amount).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
const words = (bytes: Buffer): string => pdfText(bytes).replace(/\s+/g, ' ')

async function bytesAt(page: Asking, url: string | null): Promise<Buffer> {
  const answer = await page.request.get(url ?? '')
  expect(answer.status(), url ?? '').toBe(200)
  const bytes = await answer.body()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  return bytes
}

/** From the cart to the paid order, as a buyer does it. */
async function buyFromBalance(page: Page, { goods }: World, number: number): Promise<{ id: number; no: string; submitted: string }> {
  await emptyCart(page)
  await fillCart(page, [{ goods_id: goods.id, number }])
  await page.goto('/cart')
  await page.getByRole('button', { name: '去结算' }).click()
  await page.waitForURL(/\/cart\/step2/)
  const submit = page.getByRole('button', { name: /^提交订单 ¥/ })
  const submitted = /¥([\d,.]+)/.exec(await submit.innerText())?.[1] ?? ''
  await submit.click()
  await page.waitForURL(/\/cart\/step3\/\d+/)
  const id = Number(/step3\/(\d+)/.exec(page.url())?.[1])
  await page.getByRole('radio', { name: /余额/ }).check()
  await page.getByRole('button', { name: /立即支付/ }).click()
  await page.waitForURL(/\/cart\/step4/)
  const { no } = await get(page, `/api/order/info/${id}`)
  return { id, no, submitted }
}

/** A maker's report of each batch, looked at and released by quality. */
async function releaseReports(quality: House, { goods }: World): Promise<void> {
  for (const { no } of goods.batches) {
    const file = { name: `${goods.code}_${no}.pdf`, mimeType: 'application/pdf', buffer: await scanOf(no) }
    const { list } = await dataOf(await quality.request.post('/api/staff/report/upload', { multipart: { file } }))
    expect(list[0].outcome, list[0].message).toBe('checking')
    await post(quality, '/api/staff/report/release', { ids: [list[0].id] })
  }
}

/** As if all that the company did had been a month ago: a statement is of a month that is over. */
async function aMonthAgo(companyId: number): Promise<string> {
  let month = ''
  await asOperator(async (client) => {
    await client.query('begin')
    // The ledger is never written over; only here, by whoever owns the database.
    await client.query("set local session_replication_role = 'replica'")
    // By the calendar on which statements are made: in the first hours of a month Beijing is a month ahead of UTC.
    await client.query(
      `update ledger_posting set at = (at at time zone 'Asia/Shanghai' - interval '1 month') at time zone 'Asia/Shanghai' where company_id = $1`,
      [companyId],
    )
    await client.query('commit')
    const { rows } = await client.query("select to_char(now() at time zone 'Asia/Shanghai' - interval '1 month', 'YYYY-MM') as month")
    month = rows[0].month
  })
  return month
}

test('换批发出的五十盒：随货同行单与检验报告只认实发的批号，破损两盒退款，当月对账单分毫不差', async ({ browser }) => {
  test.setTimeout(300_000)
  const [price, opening] = [1237, 200_000]
  const world = await makeWorld({ word: '换批流转', price: yuan(price), stock: [60, 60], balances: [yuan(opening)] })
  const [first, shipped] = world.goods.batches
  const [buyer] = world.buyers
  if (!first || !shipped || !buyer) throw new Error('no world')
  const [page, admin, quality] = [await signedIn(browser, buyer.username), houseOf(browser), houseOf(browser)]
  const failures = watchFailures(page)
  await releaseReports(quality, world)

  // The price and the fee of delivery alone say what is owed.
  const total = 50 * price + FREIGHT
  const order = await buyFromBalance(page, world, 50)
  expect(order.submitted).toBe(shown(total))
  expect((await get(page, `/api/order/info/${order.id}`)).lines[0].batches).toMatchObject([{ batch_no: first.no, number: 50 }])

  // The warehouse finds the first batch's boxes spoilt and takes another's.
  await post(admin, `/api/staff/order/${order.id}/pick`)
  const { list: pieces } = await get(admin, `/api/staff/order/${order.id}/picking`)
  expect(pieces).toMatchObject([{ batch_no: first.no, number: 50, others: [{ batch_no: shipped.no }] }])
  await post(admin, `/api/staff/order/${order.id}/batch`, { piece_id: pieces[0].id, batch_id: shipped.id, reason: '外箱浸水，整批换出' })
  await post(admin, `/api/staff/order/${order.id}/ship`, { carrier: '示例速运', waybill: `SY${order.id}`, packages: 2 })

  await page.goto('/user')
  const papers = page.getByRole('region', { name: '本单资料' })
  await expect(async () => {
    await page.goto(`/order/info/${order.id}`)
    await expect(papers.getByRole('link', { name: /随货同行单/ }).first()).toBeVisible({ timeout: 2_000 })
    await expect(papers.getByRole('link', { name: /检验报告/ })).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await expect(papers).toContainText(`批号 ${shipped.no}`)
  await expect(papers).not.toContainText(first.no)
  const note = await bytesAt(
    page,
    await papers
      .getByRole('link', { name: /随货同行单/ })
      .first()
      .getAttribute('href'),
  )
  const report = await bytesAt(page, await papers.getByRole('link', { name: /检验报告/ }).getAttribute('href'))
  if (hasPoppler) {
    const text = words(note)
    for (const word of [order.no, world.goods.name, shipped.no, '12.37', yuan(50 * price), buyer.name]) expect(text, word).toContain(word)
    expect(text).not.toContain(first.no)
    expect(pdfSignatures(note)).toContain('Signature is Valid')
    expect(words(report)).toContain(shipped.no)
    expect(words(report)).not.toContain(`INSPECTION REPORT ${first.no}`)
  }

  // Counted by keyboard: two boxes are broken.
  await papers.getByRole('link', { name: '尚未登记收货，去登记' }).click()
  await page.waitForURL(/\/order\/receiving\/\d+/)
  await page.getByLabel(`${world.goods.name} 批号 ${shipped.no} 短少`).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await page.getByLabel(`${world.goods.name} 批号 ${shipped.no} 说明`).fill('内盒压扁')
  await page.getByLabel(/破损照片：选择文件/).setInputFiles({ name: '破损.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(page.getByRole('button', { name: /^移除 破损/ })).toBeVisible()
  await page.getByLabel('收货人').fill('王收货')
  await page.getByRole('button', { name: '登记收货' }).click()
  await expect(page.getByRole('heading', { name: '合格 48，破损 2' })).toBeVisible()
  await page.getByRole('link', { name: '破损 2' }).click()
  await page.waitForURL(/\/order\/returnInfo\/\d+/)
  const afterSale = Number(/returnInfo\/(\d+)/.exec(page.url())?.[1])
  const refund = 2 * price
  await expect(page.getByText(`¥${yuan(refund)}`).first()).toBeVisible()

  // Sent back, looked at and settled.
  await post(admin, `/api/staff/after_sale/${afterSale}/approve`)
  await page.reload()
  await page.getByRole('button', { name: '填写寄回运单' }).click()
  const dialog = page.getByRole('dialog', { name: '填写寄回运单' })
  await dialog.getByRole('combobox', { name: '承运商' }).fill('顺丰速运')
  await dialog.getByRole('textbox', { name: '运单号' }).fill('SF1234567890')
  await dialog.getByRole('button', { name: '提交运单' }).click()
  await expect(page.getByRole('heading', { name: '已寄回，等待验收' })).toBeVisible()
  await post(admin, `/api/staff/after_sale/${afterSale}/refund`)
  await expect.poll(async () => (await get(page, `/api/after_sale/info/${afterSale}`)).status, { timeout: 20_000 }).toBe('refunded')
  await page.reload()
  await expect(page.getByRole('region', { name: '退款去向' }).getByRole('listitem').filter({ hasText: '账户余额' })).toContainText(
    `¥${yuan(refund)}`,
  )
  await post(admin, `/api/staff/order/${order.id}/complete`)
  const closing = opening - total + refund
  expect((await get(page, '/api/user/base')).balance).toBe(yuan(closing))

  const month = await aMonthAgo(buyer.companyId)
  await post(admin, '/api/staff/statement', { company_id: buyer.companyId, month, reason: '首次出具' })
  await expect(async () => {
    await page.goto('/dzd')
    await expect(page.getByRole('link', { name: `查看 ${month} 对账单（新窗口）` })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const row = page.getByRole('row').filter({ hasText: month })
  const figures = [opening, 0, total - refund, 0, 0, closing].map(shown)
  expect((await row.getByRole('cell').allInnerTexts()).slice(0, figures.length)).toEqual(figures)
  await expectAccessible(page)
  const statement = await bytesAt(page, await page.getByRole('link', { name: `查看 ${month} 对账单（新窗口）` }).getAttribute('href'))
  if (hasPoppler) {
    // The order's own row: what was paid for it, and what of it went back.
    expect(words(statement)).toMatch(new RegExp(`${order.no} \\d{4}-\\d{2}-\\d{2} ${yuan(total)} ${yuan(refund)}`))
    for (const amount of [opening, total, refund, total - refund, closing]) expect(words(statement)).toContain(yuan(amount))
  }
  expect(failures).toEqual([])
  await closeAll(page.context(), admin.context(), quality.context())
})
