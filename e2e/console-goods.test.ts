import { type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import sharp from 'sharp'
import { inYears } from './days.ts'
import { test } from './journey.ts'
import { dataOf, PASSED, seriousViolations, signedIn, staffIn, watchFailures } from './support.ts'

/** The merchandiser's desk: what a clerk types is what a pharmacy sees. */

const NAME = '示范新凉颗粒'
const CODE = 'XP261123'

async function inDatabase(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client(process.env.E2E_DATABASE_URL)
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

/** A batch in the first warehouse, as receiving leaves it. */
const receive = (goodsId: number, number: number) =>
  inDatabase(
    `with batch as (insert into stock_batch (warehouse_id, goods_id, batch_no, expiry_date, available)
                    select min(id), $1, 'XP261101', $3, $2 from warehouse returning warehouse_id, id),
          moved as (insert into stock_movement (stock_batch_id, kind, available, reserved) select id, 'import', $2, 0 from batch)
     insert into goods_stock (goods_id, warehouse_id, available, first_expiry, last_expiry)
     select $1, warehouse_id, $2, $3, $3 from batch`,
    [goodsId, number, inYears(3)],
  )

const seenBy = async (buyer: Page, goodsId: number) => dataOf(await buyer.request.get(`/api/goods/detail/${goodsId}`))
const goodsId = async (): Promise<number> => Number((await inDatabase('select id from goods where code = $1', [CODE])).rows[0]?.id)

const clerkIn = async (browser: Browser, path: string): Promise<Page> => {
  const page = await staffIn(browser, 'shangpin', { viewport: { width: 1366, height: 768 } })
  await page.goto(`/console${path}`)
  return page
}

/** Counts what a person does: clicks and keys; a field that is filled counts by its letters. */
function handOf(page: Page) {
  const done = { clicks: 0, keys: 0 }
  return {
    done,
    async click(target: ReturnType<Page['getByRole']>) {
      done.clicks += 1
      await target.click()
    },
    async fill(label: string, text: string) {
      done.clicks += 1
      done.keys += text.length
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    /** Into the field that has the focus. */
    async type(text: string) {
      done.keys += text.length
      await page.keyboard.type(text, { delay: 20 })
    },
    async press(key: string) {
      done.keys += 1
      await page.keyboard.press(key)
    },
  }
}

/** For whoever reads the run: what the deed took. */
const told = (what: string, { clicks, keys }: { clicks: number; keys: number }) =>
  process.stdout.write(`${what}: ${clicks} clicks, ${keys} keys\n`)

test('从无到有：建分类、建商品、传图片、定价，收货上架后药店随即看到它、它的图片和价格', async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await clerkIn(browser, '/goods/categories')
  const failures = watchFailures(page)
  const hand = handOf(page)
  // A branch below 中成药, by keyboard from the chosen one.
  await hand.click(page.locator('.tree-row', { hasText: /^中成药/ }).first())
  await expect(page.getByRole('heading', { name: '中成药', exact: true })).toBeVisible()
  await hand.press('N')
  await expect(page.getByRole('dialog').getByLabel('名称', { exact: true })).toBeFocused()
  await hand.type('示范凉茶')
  await hand.click(page.getByRole('dialog').getByRole('button', { name: /新建|新 建/ }))
  await expect(page.getByRole('heading', { name: '中成药 / 示范凉茶' })).toBeVisible()

  await page.goto('/console/goods/list')
  await expect(page.getByRole('link', { name: /新商品/ })).toBeVisible()
  await hand.press('N')
  await hand.fill('商品编码', CODE)
  await hand.fill('基准价', '12.50')
  await hand.fill('品名', NAME)
  await hand.fill('批准文号', '国药准字Z20261123')
  await hand.fill('生产企业', '示范新药业')
  await hand.fill('规格', '10g*9袋')
  await hand.fill('剂型', '颗粒剂')
  await hand.click(page.getByRole('combobox', { name: '分类' }))
  await hand.fill('分类', '示范凉茶')
  await hand.press('Enter')
  await hand.press('Escape')
  await hand.press('Control+s')
  await expect(page).toHaveURL(/\/goods\/list\/\d+\?tab=pictures/)
  await expect(page.getByText('未上架：新建，尚未上架。还没有首营审批、图片、可售库存')).toBeVisible()

  const buffer = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#2f8f6b' } })
    .png()
    .toBuffer()
  hand.done.clicks += 1
  await page.locator('input[type=file]').setInputFiles({ name: '正面.png', mimeType: 'image/png', buffer })
  await hand.click(page.getByRole('button', { name: '加上这 1 张' }))
  await expect(page.getByAltText(`${NAME} 10g*9袋 第 1 张`).or(page.getByAltText(`${NAME} 第 1 张`))).toBeVisible()

  const id = await goodsId()
  const buyer = await signedIn(browser, PASSED)
  expect((await seenBy(buyer, id)).is_buy).toBe(0)
  await receive(id, 300)
  // Its first trade has a journey of its own.
  await inDatabase(`update goods_first_trade set passed_at = now(), passed_until = '2031-12-31' where goods_id = $1`, [id])
  await page.reload()
  await hand.click(page.getByRole('button', { name: /^上架/ }))
  await hand.click(page.getByRole('dialog').getByText('首次上架'))
  await hand.click(page.getByRole('dialog').getByRole('button', { name: /上\s?架/ }))
  await expect(page.locator('.st', { hasText: '在售' })).toBeVisible()

  await expect.poll(async () => (await seenBy(buyer, id)).is_buy).toBe(1)
  await buyer.goto(`/list/info/${id}`)
  await expect(buyer.getByRole('heading', { name: new RegExp(NAME) })).toBeVisible()
  await expect(buyer.getByText('12.50').first()).toBeVisible()
  await expect(buyer.locator('img[src^="/img/goods/"]').first()).toBeVisible()
  await expect
    .poll(async () => {
      const { list } = await dataOf(await buyer.request.get('/api/goods/list', { params: { keywords: 'sfxlkl' } }))
      return list.map((one: { id: number; goods_image: { url: string }[] }) => [one.id, one.goods_image[0]?.url.endsWith('.webp')])
    })
    .toEqual([[id, true]])
  told('从无到有', hand.done)
  expect(failures).toEqual([])
})

test('列表里改一格价：药店随即按新价；降得太多的等另一人批准，批准前不改', async ({ browser }) => {
  const id = await goodsId()
  const page = await clerkIn(browser, `/goods/list?keywords=${CODE}`)
  const buyer = await signedIn(browser, PASSED)
  const hand = handOf(page)
  const cell = page.getByLabel(`${NAME} 基准价`)
  await hand.fill(`${NAME} 基准价`, '11.80')
  await expect(page.getByText('1 格未保存')).toBeVisible()
  await hand.press('Control+s')
  await hand.click(page.getByRole('dialog').getByText('随行就市'))
  await hand.click(page.getByRole('dialog').getByRole('button', { name: /保\s?存/ }))
  await expect(page.getByText('1 种商品已保存')).toBeVisible()
  await expect.poll(async () => (await seenBy(buyer, id)).price).toBe('11.80')
  told('改一格价', hand.done)
  expect(await seriousViolations(page)).toEqual([])

  await cell.fill('5.00')
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog').getByText('随行就市').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s?存/ })
    .click()
  await expect(page.getByText(/已提交批准/).first()).toBeVisible()
  expect((await seenBy(buyer, id)).price).toBe('11.80')
})

test('两人同时改一个商品：后保存的看到别人改了什么，写下的一个字没丢，合在一起保存', async ({ browser }) => {
  const id = await goodsId()
  const [first, second] = [await clerkIn(browser, `/goods/list/${id}`), await clerkIn(browser, `/goods/list/${id}`)]
  await first.getByLabel('储藏', { exact: true }).fill('置阴凉干燥处')
  await second.getByLabel('产地', { exact: true }).fill('贵州')
  await second.getByLabel('规格', { exact: true }).fill('10g*12袋')
  await first.keyboard.press('Control+s')
  await expect(first.getByText('商品资料已保存')).toBeVisible()
  await second.keyboard.press('Control+s')
  const notice = second.locator('.meanwhile')
  await expect(notice.getByRole('row', { name: /储藏 置阴凉干燥处 未改/ })).toBeVisible()
  await expect(notice.getByRole('row', { name: /规格 10g\*9袋 10g\*12袋/ })).toBeVisible()
  await notice.getByRole('button', { name: '在现在的上面加我的改动' }).click()
  await expect(second.getByLabel('储藏', { exact: true })).toHaveValue('置阴凉干燥处')
  await expect(second.getByLabel('产地', { exact: true })).toHaveValue('贵州')
  await second.keyboard.press('Control+s')
  await expect(second.getByText('商品资料已保存')).toBeVisible()
  const { data } = await (await second.request.get(`/api/staff/goods_record/${id}`)).json()
  expect(data).toMatchObject({ storage: '置阴凉干燥处', origin: '贵州', spec: '10g*12袋' })
  await second.goto(`/console/goods/list/${id}?tab=history`)
  await expect(second.getByRole('cell', { name: /储藏 .*置阴凉干燥处/ })).toBeVisible()
  expect(await seriousViolations(second)).toEqual([])
})

test('禁售的名称建不了档；厂家合并后商品归过去；分类按键移动', async ({ browser }) => {
  const page = await clerkIn(browser, '/goods/list/new')
  await page.getByLabel('商品编码', { exact: true }).fill(`${CODE}B`)
  await page.getByLabel('品名', { exact: true }).fill('盐酸吗啡注射液')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/依法不得在网上销售，不能建档/).first()).toBeVisible()

  await page.goto(`/console/goods/manufacturers?keywords=${encodeURIComponent('示范新药业')}`)
  await page.getByRole('row', { name: /示范新药业/ }).click()
  await expect(page.getByRole('button', { name: /^合并/ })).toBeVisible()
  await page.keyboard.press('m')
  await page.getByRole('dialog').getByLabel('并入').fill('望槐堂药业')
  await page.locator('.ant-select-item-option', { hasText: '望槐堂药业有限公司' }).click()
  await page.getByLabel('理由').fill('同一家公司')
  await page.getByRole('button', { name: /合并，\d+ 种商品归过去/ }).click()
  await expect(page.getByText(/已合并，\d+ 种商品归过去/)).toBeVisible()
  const buyer = await signedIn(browser, PASSED)
  await expect.poll(async () => (await seenBy(buyer, await goodsId())).sccj).toBe('望槐堂药业有限公司')

  const { list } = await dataOf(await page.request.get('/api/staff/category'))
  const moved = list.find((one: { name: string }) => one.name === '示范凉茶')
  await page.goto(`/console/goods/categories?id=${moved.id}`)
  await expect(page.getByRole('heading', { name: '中成药 / 示范凉茶' })).toBeVisible()
  await page.keyboard.press('Alt+ArrowUp')
  await expect
    .poll(async () => {
      const after = (await dataOf(await page.request.get('/api/staff/category'))).list
      const sisters = after.filter((one: { parent_id: number }) => one.parent_id === moved.parent_id)
      return sisters.length - sisters.findIndex((one: { id: number }) => one.id === moved.id)
    })
    .toBe(2)
  expect(await seriousViolations(page)).toEqual([])
})
