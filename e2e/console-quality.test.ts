import { expect, type Page } from '@playwright/test'
import { expectDeed, handOn } from './deeds.ts'
import { test } from './journey.ts'
import { makeWorld, type World } from './own-world.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, PASSWORD, signedIn, watchFailures } from './support.ts'

/** Quality works in the console alone: a batch is called back and followed to its end, by the number on the box. */

const post = async (page: Page, url: string, data: object = {}) => dataOf(await page.request.post(url, { data }))

/** A page of the console, signed in without its form. */
async function staffPage(browser: Parameters<typeof signedIn>[0], username: string, width = 1366): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 768 } })
  const page = await context.newPage()
  const answer = await page.request.post('/api/staff/login', { data: { username, password: PASSWORD } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return page
}

async function paidOrder(page: Page, { goods }: World, number: number): Promise<void> {
  await emptyCart(page)
  const ids = await fillCart(page, [{ goods_id: goods.id, number }])
  const { total: balance } = await post(page, '/api/cart/checkout', { ids })
  const { checkout_key, total } = await post(page, '/api/cart/checkout', { ids, balance })
  const [address] = (await dataOf(await page.request.get('/api/user/address'))).list
  await post(page, '/api/order', { ids, balance, checkout_key, total, address_id: address.id, invoice_kind: 'normal' })
}

test('质量在控制台按批号启动召回：先看卖给谁各多少，启动后两家收到的正是预览的话，一条进度占满，催促，结案', async ({ browser }) => {
  test.setTimeout(300_000)
  const world = await makeWorld({ word: '控制台召回', price: '20.00', stock: [60], balances: ['2000.00', '2000.00'] })
  const [one, two] = world.buyers
  const [batch] = world.goods.batches
  if (!one || !two || !batch) throw new Error('no world')
  const [first, second] = [await signedIn(browser, one.username), await signedIn(browser, two.username)]
  await paidOrder(first, world, 20)
  await paidOrder(second, world, 10)

  const page = await staffPage(browser, 'zhijing')
  const failures = watchFailures(page)
  await page.goto('/console/quality/recalls')
  await expect(page.getByRole('button', { name: /启动召回/ })).toBeVisible()
  await expect(page.locator('.list-foot')).toContainText('共')

  // The deed that is measured: from the list to the recall that stands.
  const hand = handOn(page)
  const began = Date.now()
  await hand.press('n')
  await expect(page.getByLabel('要召回的批号')).toBeFocused()
  await hand.type(batch.no)
  await hand.press('Enter')
  await expect(page.getByText(`${world.goods.name}`).first()).toBeVisible()
  await expect(page.locator('.kpi')).toContainText('30')
  for (const buyer of [one, two]) await expect(page.getByRole('row').filter({ hasText: buyer.name })).toBeVisible()
  await hand.click(page.getByText('一级召回', { exact: true }))
  await hand.click(page.getByText('微生物限度不合格', { exact: true }))
  const preview = page.getByLabel('通知预览').locator('.message-preview')
  await expect(preview).toContainText(`批号 ${batch.no}（一级召回）：微生物限度不合格`)
  const said = (await preview.innerText()).replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, '')
  await hand.press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 家企业')
  await expect(dialog).toContainText('30 件')
  await hand.click(dialog.getByRole('button', { name: '启动并通知 2 家' }))
  await expect(page).toHaveURL(/quality\/recalls\/\d+$/)
  await expect(page.locator('.shares figcaption')).toContainText('合计售出 30')
  // The letter, the number on the box, Enter, Ctrl+Enter; level, reason, the confirmation.
  expectDeed(test.info(), 'recall', hand, began, batch.no.length)

  // What the preview said is what the buyers read.
  const { list } = await dataOf(await first.request.get('/api/user/message?kind=system&page=1'))
  expect(list[0].text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, '')).toBe(said)

  const width = async () => {
    const bar = await page.locator('.shares-bar').boundingBox()
    const pieces = await page
      .locator('.shares-bar > i')
      .evaluateAll((all) => all.reduce((sum, i) => sum + i.getBoundingClientRect().width, 0))
    return Math.abs((bar?.width ?? 0) - pieces)
  }
  // A piece that grew a moment ago is still growing.
  await expect.poll(width).toBeLessThan(8)
  await expectAccessible(page)
  await page.keyboard.press('m')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^催 2 家/ })
    .click()
  await expect(page.getByText(/已催 2 家|今天都已催过/)).toBeVisible()
  // A key acts once no dialog has the focus.
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('f')
  const end = page.getByRole('dialog')
  await end.getByLabel('理由').fill('未发出的已全部停在库内')
  // The former register is made first; until then it says so and keeps what was typed.
  await expect(async () => {
    await end.getByRole('button', { name: '提交批准' }).click()
    await expect(end).toBeHidden({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  // That nothing more comes back is said by two people of quality.
  const agrees = await staffPage(browser, 'zhiguan')
  const asked = await dataOf(await agrees.request.get('/api/staff/approval?scope=decide&state=waiting&kind=recall.close'))
  await post(agrees, `/api/staff/approval/${asked.list[0].id}/approve`)
  await agrees.context().close()
  await page.reload()
  await expect(page.locator('.top').getByText('已结束')).toBeVisible()
  expect(failures).toEqual([])
  await closeAll(first.context(), second.context(), page.context())
})

test('商品员停售一个商品，质量恢复：商品员没有恢复，仓储看不到价格也停不了', async ({ browser }) => {
  const world = await makeWorld({ word: '控制台停售', price: '9.00', stock: [8], balances: ['10.00'] })
  const clerk = await staffPage(browser, 'shangpin')
  await clerk.goto(`/console/goods/sale?keywords=${world.goods.code}`)
  await clerk.getByRole('row').filter({ hasText: world.goods.name }).click()
  await expect(clerk.getByRole('button', { name: /^停售…/ })).toBeVisible()
  await clerk.keyboard.press('s')
  const dialog = clerk.getByRole('dialog')
  await dialog.getByText('药监通知', { exact: true }).click()
  await dialog.getByRole('button', { name: '停售', exact: true }).click()
  await expect(clerk.getByRole('row').filter({ hasText: world.goods.name })).toContainText('已停售')
  await expect(clerk.getByText('恢复销售由质量部门决定。')).toBeVisible()
  await expect(clerk.getByRole('button', { name: /恢复销售/ })).toHaveCount(0)

  const quality = await staffPage(browser, 'zhiguan')
  await quality.goto(`/console/goods/sale?keywords=${world.goods.code}`)
  await quality.getByRole('row').filter({ hasText: world.goods.name }).click()
  await expect(quality.getByRole('button', { name: /^恢复销售/ })).toBeVisible()
  await quality.keyboard.press('r')
  await quality.getByRole('dialog').getByText('质量复查合格', { exact: true }).click()
  await quality.getByRole('dialog').getByRole('button', { name: '恢复销售' }).click()
  await expect(quality.getByRole('row').filter({ hasText: world.goods.name })).toContainText('在售')

  const store = await staffPage(browser, 'cangku')
  expect((await store.request.get('/api/staff/goods')).status()).toBe(403)
  await closeAll(clerk.context(), quality.context(), store.context())
})
