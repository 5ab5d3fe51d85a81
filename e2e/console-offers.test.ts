import { type Browser, expect, type Page } from '@playwright/test'
import { expectDeed, handOn } from './deeds.ts'
import { test } from './journey.ts'
import { makeWorld, type World } from './own-world.ts'
import { withDatabase } from './shop-database.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, pressShown, signedIn, staffIn, watchFailures } from './support.ts'

/** An offer from the empty form to the shelf: one person writes it, another approves it, and only those it is for have it. */

const clerkIn = async (browser: Browser, username: string, path: string, width = 1366): Promise<Page> => {
  const page = await staffIn(browser, username, { viewport: { width, height: width === 1366 ? 768 : 1080 } })
  await page.goto(`/console${path}`)
  return page
}

/** A goods that may be given away, and a pharmacy of another city beside the first. */
async function offerWorld(word: string): Promise<World> {
  const world = await makeWorld({ word, price: '10.00', stock: [4000], balances: ['2000.00', '2000.00'] })
  await withDatabase(async ({ db }) => {
    await db.updateTable('goods').set({ drug_class: 'otc_b' }).where('id', '=', world.goods.id).execute()
    const places = ['贵阳市', '遵义市']
    for (const [at, buyer] of world.buyers.entries())
      await db
        .updateTable('company')
        .set({ province: '贵州省', city: places[at] ?? '' })
        .where('id', '=', buyer.companyId)
        .execute()
  })
  return world
}

async function giftsOf(buyer: Page, goods: number, number: number): Promise<number[]> {
  await emptyCart(buyer)
  await fillCart(buyer, [{ goods_id: goods, number }])
  const { activities } = await dataOf(await buyer.request.get('/api/cart/list'))
  return activities.flatMap((one: { gifts: { number: number; selected: number }[] }) =>
    one.gifts.flatMap((gift) => (gift.selected === 1 ? gift.number : [])),
  )
}

test.slow()

test('买 10 赠 1、到周日、只给贵阳的药店：60 秒以内写好送审；另一人批准后贵阳的药店看得到，遵义的看不到', async ({ browser }) => {
  const world = await offerWorld('周末赠')
  const { goods } = world
  const [inCity, elsewhere] = [
    await signedIn(browser, world.buyers[0]?.username ?? ''),
    await signedIn(browser, world.buyers[1]?.username ?? ''),
  ]
  const page = await clerkIn(browser, 'yunying', '/marketing/offers')
  const failures = [watchFailures(page), watchFailures(inCity)]
  await expect(page.getByRole('row', { name: /消毒护理买 10 赠 1/ })).toBeVisible()

  const hand = handOn(page)
  const began = Date.now()
  await hand.press('n')
  await expect(page.getByRole('combobox', { name: '参加的商品' })).toBeFocused()
  await hand.type(goods.code)
  await expect(page.locator('.ant-select-item-option', { hasText: goods.name })).toBeVisible()
  await hand.press('Enter')
  await expect(page.getByRole('list', { name: '已选范围' })).toContainText(goods.name)
  await hand.click(page.getByRole('combobox', { name: '地区' }))
  await hand.type('贵阳')
  await expect(page.locator('.ant-select-item-option', { hasText: '贵阳市' })).toBeVisible()
  await hand.press('Enter', 'Escape')
  await hand.click(page.getByRole('button', { name: '到本周日' }))
  await expect(page.getByText(/周日）24:00 结束/)).toBeVisible()
  await hand.press('Control+Enter')
  await expect(page.getByText(/已送审（/)).toBeVisible()
  expectDeed(test.info(), 'offer', hand, began, goods.code.length + 2)

  await expect(page.getByRole('heading', { name: new RegExp(`^${goods.name} 买 10 赠 1 至`) })).toBeVisible()
  await expectAccessible(page)
  // Nothing is offered before somebody else has agreed.
  expect(await giftsOf(inCity, goods.id, 20)).toEqual([])

  const second = await clerkIn(browser, 'caiwu', '/system/approvals?scope=decide&state=waiting')
  await second.getByRole('row').filter({ hasText: goods.name }).click()
  const pane = second.getByRole('complementary').filter({ hasText: '发布营销活动' })
  await expect(pane.getByText(/贵州省贵阳市/).first()).toBeVisible()
  await pressShown(second, 'a')
  await second.getByRole('dialog').getByRole('button', { name: '批准并办理' }).click()
  await expect(second.getByText('已批准，已经办理').first()).toBeVisible()

  await inCity.goto(`/list/info/${goods.id}`)
  await expect(inCity.getByText(/每满 10 .*赠/).first()).toBeVisible()
  await inCity.screenshot({ path: 'test-results/offer-in-shop.png' })
  expect(await giftsOf(inCity, goods.id, 20)).toEqual([2])
  await elsewhere.goto(`/list/info/${goods.id}`)
  await expect(elsewhere.getByRole('heading', { name: new RegExp(goods.name) }).first()).toBeVisible()
  await expect(elsewhere.getByText(/每满 10 .*赠/)).toHaveCount(0)
  expect(await giftsOf(elsewhere, goods.id, 20)).toEqual([])
  expect(failures.flat()).toEqual([])
  await closeAll(page.context(), second.context(), inCity.context(), elsewhere.context())
})

test('起草时看命中、看哪家会付多少；存草稿、两人同改、发布后改版、撤下，各步说得清楚', async ({ browser }) => {
  const world = await offerWorld('试算赠')
  const { goods, buyers } = world
  const page = await clerkIn(browser, 'yunying', '/marketing/offers/new', 1920)
  const failures = watchFailures(page)
  await page.getByRole('combobox', { name: '参加的商品' }).fill(goods.code)
  await page.locator('.ant-select-item-option', { hasText: goods.name }).click()
  await page.getByRole('button', { name: '加一档' }).click()
  await page.getByLabel('第 2 档：件数').fill('30')
  await page.getByLabel('第 2 档：赠几件').fill('4')
  const side = page.getByRole('region', { name: '这样会怎样' })
  await expect(side.getByText(/种商品在售参加/)).toContainText('1 种商品')
  await side.getByRole('combobox', { name: '以哪家企业试算' }).fill(buyers[0]?.name ?? '')
  await page.locator('.ant-select-item-option', { hasText: buyers[0]?.name ?? '' }).click()
  const cart = side.getByRole('table', { name: '试算的购物车' })
  await expect(cart.getByRole('row', { name: new RegExp(goods.name) })).toContainText('¥100.00')
  await cart.getByRole('spinbutton').fill('40')
  await expect(side.getByText(new RegExp(`赠：${goods.name}.* 4 盒`))).toBeVisible()
  await page.screenshot({ path: 'test-results/offer-builder-1920.png', fullPage: true })
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.screenshot({ path: 'test-results/offer-builder-1366.png' })
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('草稿已保存').first()).toBeVisible()
  await expect(page).toHaveURL(/\/marketing\/offers\/\d+$/)
  const id = Number(/\d+$/.exec(page.url())?.[0])

  // Opened before the first one saves again.
  const late = await clerkIn(browser, 'yunying', `/marketing/offers/${id}`)
  await expect(late.getByLabel('名称', { exact: true })).not.toHaveValue('')
  await page.getByLabel('名称', { exact: true }).fill('试算好的活动')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name: '试算好的活动' })).toBeVisible()
  await late.getByLabel('名称', { exact: true }).fill('旧页面上的名称')
  await late.keyboard.press('Control+s')
  await expect(late.locator('.meanwhile').getByRole('row', { name: /名称 试算好的活动 旧页面上的名称/ })).toBeVisible()
  await late.getByRole('button', { name: '用现在的，放弃我的' }).click()
  await expect(late.getByLabel('名称', { exact: true })).toHaveValue('试算好的活动')

  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/已送审（/)).toBeVisible()
  await expect(page.getByLabel('名称', { exact: true })).toBeDisabled()
  await page.getByRole('button', { name: '撤回送审' }).click()
  await expect(page.getByLabel('名称', { exact: true })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/已送审（/)).toBeVisible()

  const second = await staffIn(browser, 'caiwu')
  const { list } = await dataOf(await second.request.get('/api/staff/approval?scope=decide&state=waiting&kind=offer.publish'))
  const asked = list.find(({ subject }: { subject: string }) => subject === `offer:${id}`)
  await dataOf(await second.request.post(`/api/staff/approval/${asked.id}/approve`, { data: {} }))
  await page.reload()
  await expect(page.getByText('进行中').first()).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByRole('row', { name: /赵运营、许会计/ })).toBeVisible()
  await page.keyboard.press('3')
  await expect(page.getByText('0 张')).toBeVisible()

  const buyer = await signedIn(browser, buyers[0]?.username ?? '')
  expect(await giftsOf(buyer, goods.id, 40)).toEqual([4])
  await page.getByRole('button', { name: '撤下…' }).click()
  await page.getByRole('dialog').getByLabel('理由').fill('提前结束')
  await page.getByRole('dialog').getByRole('button', { name: /撤下/ }).click()
  await expect(page.getByText('已撤下：提前结束。改好后可以重新送审')).toBeVisible()
  expect(await giftsOf(buyer, goods.id, 40)).toEqual([])
  expect(failures).toEqual([])
  await page.goto('/console/marketing/offers')
  await expect(page.getByRole('row', { name: /试算好的活动/ })).toContainText('已撤下')
  await page.screenshot({ path: 'test-results/offer-list-1366.png' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.screenshot({ path: 'test-results/offer-list-1920.png' })
  await closeAll(page.context(), late.context(), second.context(), buyer.context())
})
