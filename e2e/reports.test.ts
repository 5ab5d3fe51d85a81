import { type Browser, expect, type Page } from '@playwright/test'
import { ASKED_FOR, WITHOUT_REPORT } from '../apps/server/demo/maker-report-text.ts'
import { scanOf, signedReport } from '../apps/server/test/maker-reports.ts'
import { test } from './journey.ts'
import { asOperator } from './shop-database.ts'
import { type House, houseOf } from './staff.ts'
import { closeAll, dataOf, expectAccessible, PASSED, PENDING, signedIn, watchFailures } from './support.ts'

// One batch's story, from asking for its report to taking it.
test.describe.configure({ mode: 'serial' })

interface Batch {
  goodsId: number
  code: string
  batchNo: string
}
let bought: Batch[] = []

test.beforeAll(async () => {
  await asOperator(async (client) => {
    // What the demo pharmacy was sent, has no report yet and did not ask for; of a number that no other goods went out with.
    const { rows } = await client.query(
      `select distinct on (g.id, b.batch_no) g.id as "goodsId", g.code, b.batch_no as "batchNo"
         from orders o join order_line l on l.order_id = o.id join order_line_batch b on b.order_line_id = l.id join goods g on g.id = l.goods_id
         join account_company ac on ac.company_id = o.company_id join account a on a.id = ac.account_id
        where a.username = $1 and o.status in ('shipped', 'received', 'completed')
          and g.name = any($2)
          and not exists (select from order_line ol join order_line_batch ob on ob.order_line_id = ol.id
                           where ol.goods_id <> g.id and ob.batch_no like '%' || b.batch_no || '%')
          and not exists (select from batch_document r where r.goods_id = g.id and r.batch_no = b.batch_no) limit 3`,
      // The queue is still taking in those of other goods.
      [PASSED, WITHOUT_REPORT.filter((name) => name !== ASKED_FOR)],
    )
    bought = rows.map((row) => ({ ...row, goodsId: Number(row.goodsId) }))
  })
  expect(bought.length).toBeGreaterThan(1)
})

const the = (at: number): Batch => {
  const batch = bought[at]
  if (!batch) throw new Error(`the demo pharmacy was not sent ${at + 1} batches`)
  return batch
}
const look = (page: Page, name: string) =>
  process.env.LOOK ? page.screenshot({ path: `${process.env.LOOK}/${name}.png`, fullPage: true }) : undefined

async function takeAndRelease(staff: House, batch: Batch, bytes: Buffer): Promise<void> {
  const name = `${batch.code}_${batch.batchNo}.pdf`
  const answer = await staff.request.post('/api/staff/report/upload', {
    multipart: { file: { name, mimeType: 'application/pdf', buffer: bytes } },
  })
  const { list } = await dataOf(answer)
  expect(list[0].outcome, list[0].message).toBe('checking')
  await dataOf(await staff.request.post('/api/staff/report/release', { data: { ids: [list[0].id] } }))
}

test('没有的报告索取一次，质量放行后收到消息，从消息走到报告', async ({ browser }: { browser: Browser }) => {
  const page = await signedIn(browser, PASSED)
  const staff = houseOf(browser)
  const failures = watchFailures(page)
  await page.goto('/user')
  await page.getByRole('navigation').getByRole('link', { name: '药品检验报告' }).first().click()
  await expect(page.getByRole('heading', { name: '药品检验报告' })).toBeVisible()
  await look(page, 'reports-1440')
  const { batchNo } = the(0)
  await page.getByLabel('商品、厂家、批号、订单号、条形码或追溯码').fill(batchNo)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`keywords=${encodeURIComponent(batchNo)}`))
  const mine = page.getByRole('table', { name: '我采购的批号' })
  await mine.getByRole('button', { name: `索取报告：批号 ${batchNo}` }).focus()
  await page.keyboard.press('Enter')
  await expect(mine.getByText('已索取，到了通知您')).toBeVisible()
  await page.reload()
  await expect(mine.getByText('已索取，到了通知您')).toBeVisible()
  await takeAndRelease(staff, the(0), await scanOf('e2e'))
  await expect(async () => {
    await page.goto('/wdxx')
    await page
      .getByRole('link', { name: /您索取的检验报告到了/ })
      .first()
      .click({ timeout: 1_000 })
  }).toPass({ timeout: 120_000 })
  await expect(page).toHaveURL(/\/ypjybg\?keywords=/)
  await expect(mine.getByRole('link', { name: /^查看 .* 检验报告$/ })).toBeVisible()
  const file = await page.request.get((await mine.getByRole('link', { name: /^下载 .* 检验报告$/ }).getAttribute('href')) ?? '')
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await look(page, 'reports-found-1440')
  await expectAccessible(page)
  expect(failures).toEqual([])
  await closeAll(page.context(), staff.context())
})

test('厂家签名的报告带转递单；勾选打包成一个 ZIP；商品页的批次里也有', async ({ browser }: { browser: Browser }) => {
  const page = await signedIn(browser, PASSED)
  const staff = houseOf(browser)
  const original = await signedReport('e2e')
  await takeAndRelease(staff, the(1), original)
  await expect(async () => {
    await page.goto(`/ypjybg?keywords=${encodeURIComponent(the(1).batchNo)}`)
    await expect(page.getByRole('link', { name: /转递单$/ }).first()).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByText('厂家电子签名').first()).toBeVisible()
  const answer = await page.request.get(
    (await page
      .getByRole('link', { name: /^下载 .* 检验报告$/ })
      .first()
      .getAttribute('href')) ?? '',
  )
  expect((await answer.body()).equals(original)).toBe(true)
  await page.goto('/ypjybg?state=ready')
  await page.getByRole('checkbox', { name: '全选本页的检验报告' }).check()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '打包下载' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^检验报告-\d{4}-\d{2}-\d{2}\.zip$/)
  await look(page, 'reports-ticked-1440')
  await page.goto(`/list/info/${the(1).goodsId}`)
  await page.getByRole('tab', { name: /批次/ }).click()
  await expect(page.getByRole('tabpanel', { name: /批次/ }).getByRole('columnheader', { name: '检验报告' })).toBeVisible()
  await expect(page.getByText('查询中')).toHaveCount(0)
  await look(page, 'goods-1440')
  await expectAccessible(page)
  await closeAll(page.context(), staff.context())
})

test('手机上看得清、点得到；待审核的企业看得到说明；访客先登录', async ({ browser }: { browser: Browser }) => {
  const phone = await signedIn(browser, PASSED, { viewport: { width: 375, height: 760 } })
  await phone.goto('/ypjybg')
  await expect(phone.getByRole('table', { name: '我采购的批号' })).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await look(phone, 'reports-375')
  await expectAccessible(phone)
  await phone.goto('/ypjybg?keywords=没有这样的批号')
  await expect(phone.getByText('您采购的药品里没有符合条件的批号')).toBeVisible()
  await look(phone, 'reports-none-375')
  const waiting = await signedIn(browser, PENDING)
  await waiting.goto('/ypjybg')
  await expect(waiting.getByText('企业审核通过并签署购销合同后')).toBeVisible()
  await look(waiting, 'reports-pending-1440')
  const visitor = await browser.newPage()
  await visitor.goto('/ypjybg')
  await expect(visitor).toHaveURL(/\/login\?back=%2Fypjybg/)
  await closeAll(phone.context(), waiting.context(), visitor.context())
})
