import { expect, type Page } from '@playwright/test'
import { hasPoppler, pdfSignatures, pdfText } from '../apps/server/test/poppler.ts'
import { test } from './journey.ts'
import { makeWorld, type World } from './own-world.ts'
import { type Asking, type House, houseOf } from './staff.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, signedIn, watchFailures } from './support.ts'

/** A recall from quality's word to the register that says what is still outside. Staff's steps are calls: their screens come later. */

const post = async (page: Asking, url: string, data: object = {}) => dataOf(await page.request.post(url, { data }))
const get = async (page: Asking, url: string) => dataOf(await page.request.get(url))
const words = (bytes: Buffer): string => pdfText(bytes).replace(/\s+/g, ' ')

/** Paid from the balance and received. */
async function receivedOrder(page: Page, admin: House, { goods }: World, number: number): Promise<{ id: number; no: string }> {
  await emptyCart(page)
  const ids = await fillCart(page, [{ goods_id: goods.id, number }])
  const { total: balance } = await post(page, '/api/cart/checkout', { ids })
  const { checkout_key, total } = await post(page, '/api/cart/checkout', { ids, balance })
  const [address] = (await get(page, '/api/user/address')).list
  const { orders } = await post(page, '/api/order', { ids, balance, checkout_key, total, address_id: address.id, invoice_kind: 'normal' })
  for (const command of ['pick', 'ship', 'receive']) await post(admin, `/api/staff/order/${orders[0].id}/${command}`)
  return orders[0]
}

/** Numbers of the row behind a name on a page of the register. */
const figuresBehind = (text: string, name: string): string => new RegExp(`${name}[^\\d]*((?:\\d+ ){5})`).exec(text)?.[1]?.trim() ?? ''

test('召回发往三单两家的批号：一家退回一单，登记表写清其余在哪家哪单还有多少，另一家只看得到自己的', async ({ browser }) => {
  test.setTimeout(300_000)
  const world = await makeWorld({ word: '召回流转', price: '20.00', stock: [60], balances: ['2000.00', '2000.00'] })
  const [one, two] = world.buyers
  const [batch] = world.goods.batches
  if (!one || !two || !batch) throw new Error('no world')
  const [first, second, admin, quality] = [
    await signedIn(browser, one.username),
    await signedIn(browser, two.username),
    houseOf(browser),
    houseOf(browser),
  ]
  const failures = [watchFailures(first), watchFailures(second)]
  const back = await receivedOrder(first, admin, world, 20)
  const stays = await receivedOrder(first, admin, world, 15)
  const others = await receivedOrder(second, admin, world, 10)

  const { recall } = await post(quality, '/api/staff/recall', {
    batch_id: batch.id,
    level: 1,
    initiator: '示例制药有限公司',
    reason: '微生物限度不合格',
    advice: '停止销售，封存退回我公司',
  })
  // What is left in the house is held.
  const refused = await first.request.post('/api/cart', { data: { list: [{ goods_id: world.goods.id, number: 1 }] } })
  expect(refused.status(), await refused.text()).not.toBe(200)

  const cardOn = (page: Page) => page.getByRole('listitem', { name: `${world.goods.name} 批号 ${batch.no}` })
  await first.goto('/ypzh')
  const card = cardOn(first)
  for (const order of [back, stays]) await expect(card.getByRole('link', { name: order.no })).toBeVisible()
  await expect(card).not.toContainText(others.no)
  await card.getByRole('button', { name: new RegExp(`^退回订单 ${back.no} 的 20`) }).click()
  const dialog = first.getByRole('dialog')
  await dialog.getByLabel(/^退回数量/).fill('20')
  await dialog.getByRole('button', { name: '申请退回' }).click()
  const row = card.getByRole('row').filter({ hasText: back.no })
  await expect(row.getByRole('link', { name: '售后进度' })).toBeVisible()
  const sums = async () => (await get(quality, `/api/staff/recall/${recall.id}`)).sums
  expect(await sums()).toMatchObject({ sold: 45, returned: 0, on_way: 20, outside: 45, companies: 2, orders: 3 })

  // On its way back, and looked at in the warehouse.
  const { orders: parts } = (await get(first, '/api/recall/list')).list[0]
  const afterSale = parts.find((part: { order_id: number }) => part.order_id === back.id).after_sale_id
  await post(admin, `/api/staff/after_sale/${afterSale}/approve`)
  await post(first, `/api/after_sale/${afterSale}/send`, { carrier: '示例速运', waybill: `ZH${afterSale}` })
  await post(admin, `/api/staff/after_sale/${afterSale}/refund`)
  expect(await sums()).toMatchObject({ sold: 45, returned: 20, on_way: 0, outside: 25 })
  await first.goto('/ypzh')
  expect((await row.getByRole('cell').allInnerTexts()).slice(1, 4)).toEqual(['20', '0', '20'])
  // Called back, and not for sale again.
  const { stock } = await get(quality, `/api/staff/recall/${recall.id}`)
  expect(stock).toMatchObject([{ available: 15 }])

  // The other company: its own order alone.
  await second.goto('/ypzh')
  const theirs = cardOn(second)
  await expect(theirs.getByRole('link', { name: others.no })).toBeVisible()
  expect((await theirs.getByRole('row').filter({ hasText: others.no }).getByRole('cell').allInnerTexts()).slice(1, 4)).toEqual([
    '10',
    '0',
    '0',
  ])
  const seen = await second.getByRole('main').innerText()
  for (const word of [one.name, back.no, stays.no]) expect(seen, word).not.toContain(word)
  const { list } = await get(second, '/api/recall/list')
  expect(list).toMatchObject([{ sold: 10, returned: 0, outside: 10, orders: [{ order_no: others.no }] }])
  expect(JSON.stringify(list)).not.toContain(one.name)
  await expectAccessible(second)
  const link = theirs.getByRole('link', { name: /召回通知书/ })
  await expect(async () => {
    await second.goto('/ypzh')
    await expect(link).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const notice = await second.request.get((await link.getAttribute('href')) ?? '')

  // The register as it stands now.
  await expect
    .poll(async () => (await get(quality, `/api/staff/recall/${recall.id}`)).register?.file_url ?? '', { timeout: 120_000 })
    .not.toBe('')
  await post(quality, `/api/staff/recall/${recall.id}/register`, { reason: '首日进度' })
  let register = { id: 0, version: 0, file_url: '' }
  await expect(async () => {
    register = (await get(quality, `/api/staff/recall/${recall.id}`)).register
    expect(register.version).toBe(2)
    expect(register.file_url).not.toBe('')
  }).toPass()
  const bytes = await (await quality.request.get(register.file_url)).body()
  if (hasPoppler) {
    const text = words(bytes)
    // Sold, not sent, come back, on its way, still outside: by company, by order, in all.
    expect(figuresBehind(text, one.name)).toBe('35 0 20 0 15')
    expect(figuresBehind(text, two.name)).toBe('10 0 0 0 10')
    for (const [order, figures] of [
      [back, '20 0 20 0 0'],
      [stays, '15 0 0 0 15'],
      [others, '10 0 0 0 10'],
    ] as const)
      expect(text, order.no).toMatch(new RegExp(`${order.no} \\S+ \\d{4}-\\d{2}-\\d{2} ${figures}`))
    expect(text).toContain('合计 2 家 45 0 20 0 25')
    expect(text).toContain('合计 3 单 45 0 20 0 25')
    expect(pdfSignatures(bytes)).toContain('Signature is Valid')
    const told = words(await notice.body())
    expect(told).toContain(others.no)
    for (const word of [one.name, back.no, stays.no]) expect(told).not.toContain(word)
  }
  // Of the house alone.
  for (const page of [first, second]) expect((await page.request.get(register.file_url)).status()).toBe(404)
  expect(failures.flat()).toEqual([])
  await closeAll(first.context(), second.context(), admin.context(), quality.context())
})
