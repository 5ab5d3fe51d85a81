import { type Browser, expect, type Page } from '@playwright/test'
import { leadTo } from './by-keys.ts'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { paidOrder } from './paid-order.ts'
import { closeAll, dataOf, expectAccessible, signedIn, staffIn, watchFailures } from './support.ts'

/** Labels are printed where one stands, and a scan of one leads to its thing. */

const SCREEN = { viewport: { width: 1366, height: 768 } }
const post = async (page: Page, url: string, data: object) => dataOf(await page.request.post(url, { data }))

/** What the button would open beside, fetched: a PDF. */
async function fileIsThere(page: Page, labels: number): Promise<void> {
  const link = page.getByRole('link', { name: `打开 ${labels} 张标签` })
  const href = await link.getAttribute('href')
  const file = await page.request.get(href ?? '')
  expect([file.status(), file.headers()['content-type'], (await file.body()).subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
}

async function ofPicking(browser: Browser) {
  const world = await makeWorld({ word: '标签', price: '10.00', stock: [20, 20], balances: ['900.00'] })
  const [buyer] = world.buyers
  if (!buyer) throw new Error('no world')
  const shop = await signedIn(browser, buyer.username)
  const order = await paidOrder(shop, world, 30)
  const picker = await staffIn(browser, 'cangku')
  await post(picker, `/api/staff/order/${order.id}/pick`, {})
  await post(picker, `/api/staff/order/${order.id}/gathered`, {})
  await closeAll(shop.context(), picker.context())
  return { world, order }
}

test('复核时按 F7 打箱签，发货时箱数已填好；扫批号签计数；扫箱签找到订单；发货后补打一箱有记录', async ({ browser }) => {
  test.slow()
  const { world, order } = await ofPicking(browser)
  const page = await staffIn(browser, 'fuhe', SCREEN)
  const failures = watchFailures(page)
  await page.goto(`/console/warehouse/picking/${order.id}`)
  const field = page.getByLabel('扫描批号、追溯码或商品条码')
  await expect(field).toBeFocused()
  await page.keyboard.press('F7')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('共几箱').fill('3')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('3 张已生成并记录')).toBeVisible()
  await fileIsThere(page, 3)
  await dialog.getByRole('button', { name: '关闭' }).last().click()

  await expect(field).toBeFocused()
  for (const { id } of world.goods.batches) {
    await page.keyboard.type(`BQP${id}`)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('2 / 2 行')).toBeVisible()
  await page.keyboard.press('F9')
  await expect(page.getByText('已打印 3 箱的箱签')).toBeVisible()
  await expect(page.getByLabel('箱数')).toHaveValue('3')
  await page.getByLabel('运单号（扫码即发货）').press('Enter')
  await expect(page.getByRole('heading', { name: '已发货' })).toBeVisible()

  // The label of a carton under any scanner of the console.
  await leadTo(page, `BQX${order.no}-2-3`)
  await expect(page).toHaveURL(new RegExp(`/console/orders/${order.id}$`))

  const { list } = await dataOf(await page.request.get(`/api/staff/shipment?words=${order.no}`))
  await page.goto(`/console/warehouse/shipments/${list[0].id}`)
  await expect(page.getByRole('button', { name: /打印标签/ })).toBeVisible()
  await page.keyboard.press('l')
  await expect(dialog.getByLabel('共几箱')).toBeDisabled()
  await expect(dialog.getByText('箱签 3 箱')).toBeVisible()
  await dialog.getByLabel('只补打第几箱').fill('2')
  await dialog.getByRole('button', { name: '生成 1 张' }).click()
  await expect(dialog.getByText('1 张已生成并记录；其中 1 项打印过，这次是补打')).toBeVisible()
  await fileIsThere(page, 1)
  const { prints } = await dataOf(await page.request.get(`/api/staff/order/${order.id}/cartons`))
  expect(prints.map(({ cartons }: { cartons: string }) => cartons)).toEqual(['第 2 箱，共 3 箱', '3 箱'])
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('仓库页打货位签，批号页打批号签与货架签；扫货位签看到那里的批号', async ({ browser }) => {
  test.slow()
  const world = await makeWorld({ word: '货位标签', price: '10.00', stock: [5], balances: [] })
  const [batch] = world.goods.batches
  if (!batch) throw new Error('no world')
  const page = await staffIn(browser, 'cangku', SCREEN)
  const failures = watchFailures(page)
  const [warehouse] = (await dataOf(await page.request.get('/api/staff/warehouse'))).list
  const place = `E2E-${batch.id}`
  await post(page, '/api/staff/stock/place', { warehouse_id: warehouse.id, goods_id: world.goods.id, place })

  await page.goto('/console/warehouse/warehouses')
  await page.getByRole('button', { name: '货位签…' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('货位，一行一个').fill(`${place}\n冷库1-3`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '生成 2 张' }).click()
  await fileIsThere(page, 2)

  await page.goto('about:blank')
  await page.goto('/console/warehouse/batches')
  const search = page.getByLabel('批号、编码、商品名，或扫标签')
  await search.fill(`BQW${warehouse.id}-${place}`)
  await search.press('Enter')
  const row = page.getByRole('row').filter({ hasText: batch.no })
  await expect(row).toContainText(place)
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: '打印批号签…' }).click()
  await dialog.getByLabel('每项几张').fill('4')
  await dialog.getByRole('button', { name: '生成 4 张' }).click()
  await fileIsThere(page, 4)
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '打印货架签…' }).click()
  await dialog.getByRole('button', { name: '生成 1 张' }).click()
  await fileIsThere(page, 1)
  expect(failures).toEqual([])
  await closeAll(page.context())
})
