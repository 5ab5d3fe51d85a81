import { expect, type Page } from '@playwright/test'
import { makeWarehouse, typeSlip } from './intake.ts'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { closeAll, dataOf, expectAccessible, signedIn, staffIn, watchFailures } from './support.ts'

/** Goods come into the house and are counted there: two people at each door, no price, and the pharmacy sees what may be sold. */

const VIEW = { viewport: { width: 1366, height: 768 } }

/** What the shop says to a pharmacy that wants so many. */
const wants = async (buyer: Page, id: number, number: number) =>
  (await buyer.request.post('/api/cart', { data: { list: [{ goods_id: id, number }] } })).text()

test('新仓库从无到有：一人收货，质量另一人验收，盘出差异由另一人批准，商城里马上可买', async ({ browser }, info) => {
  test.setTimeout(300_000)
  const world = await makeWorld({ word: '收货盘点', price: '10.00', stock: [0], balances: ['500.00'] })
  const [owner] = world.buyers
  if (!owner) throw new Error('no world')
  const { goods } = world
  const [clerk, judge, second, buyer] = [
    await staffIn(browser, 'cangku', VIEW),
    await staffIn(browser, 'zhiguan', VIEW),
    await staffIn(browser, 'fuhe', VIEW),
    await signedIn(browser, owner.username),
  ]
  const failures = [watchFailures(clerk), watchFailures(judge), watchFailures(second)]
  const tag = goods.code.replace(/\D/g, '')

  // A warehouse.
  await makeWarehouse(clerk, `HK${tag}`, `汉口${tag}仓`)
  await expectAccessible(clerk)
  const { list: warehouses } = await dataOf(await clerk.request.get('/api/staff/warehouse'))
  expect(warehouses.map(({ name }: { name: string }) => name)).toContain(`汉口${tag}仓`)

  // Receiving, by keys alone from the supplier on.
  await typeSlip(clerk, { warehouse: `汉口${tag}仓`, paperNo: `THD${tag}`, goods: goods.code, batchNo: `N${tag}`, number: '50' })
  await expectAccessible(clerk)
  await clerk.keyboard.press('Control+s')
  await expect(clerk.getByText('等质量部门的另一人验收')).toBeVisible()
  const intake = new URL(clerk.url()).pathname
  expect(await wants(buyer, goods.id, 1)).toContain('库存')

  // Acceptance: one number, one reason, what becomes of it, one key.
  await judge.goto(intake)
  await judge.getByLabel(/合格数/).fill('48')
  await judge.getByLabel(/不合格原因/).fill('外盒压损')
  await judge.getByRole('combobox', { name: /处置措施/ }).click()
  await judge.getByTitle('拒收，退回供货单位').last().click()
  await expectAccessible(judge)
  await judge.getByRole('heading', { name: /RK/ }).click()
  await judge.keyboard.press('a')
  await expect(judge.getByText('已验收')).toBeVisible()
  expect(await judge.locator('body').innerText()).not.toMatch(/[¥￥]/)

  // A count, by scan and Enter; who counted does not approve.
  await clerk.goto('/console/warehouse/counts?new=1')
  const start = clerk.getByRole('dialog')
  await start.getByLabel('仓库').click()
  await clerk.getByTitle(`汉口${tag}仓`).last().click()
  await start.getByRole('button', { name: /开\s*单/ }).click()
  await expect(clerk.getByText('还有 1 行没有盘')).toBeVisible()
  const scan = clerk.getByLabel('扫批号或条码，到它那一行')
  await scan.focus()
  await clerk.keyboard.type(`n${tag}`)
  await clerk.keyboard.press('Enter')
  await clerk.keyboard.type('47')
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByText('盘完了，差异 1 行：多 0，少 1')).toBeVisible()
  await expectAccessible(clerk)
  await clerk.getByRole('button', { name: /提\s*交/ }).click()
  await clerk
    .getByRole('dialog')
    .getByRole('button', { name: /提\s*交/ })
    .click()
  await expect(clerk.getByText('等没有参与的另一人批准')).toBeVisible()
  await expect(clerk.getByRole('button', { name: /批准并过账/ })).toHaveCount(0)
  const count = new URL(clerk.url()).pathname

  await second.goto(count)
  await expect(second.getByRole('button', { name: /批准并过账/ })).toBeVisible()
  await second.keyboard.press('a')
  await second.getByRole('dialog').getByRole('button', { name: '批准并过账' }).click()
  await expect(second.getByText('已批准')).toBeVisible()

  // What it says of it all, and the pharmacy.
  const { list: moved } = await dataOf(await clerk.request.get('/api/staff/stock/movements', { params: { goods_id: goods.id } }))
  expect(moved.map(({ kind, available }: { kind: string; available: number }) => [kind, available])).toEqual([
    ['count', -1],
    ['receive', 48],
  ])
  await clerk.goto(`/console/warehouse/movements?goods_id=${goods.id}`)
  await expect(clerk.getByRole('cell', { name: '收货入库' })).toBeVisible()
  await expectAccessible(clerk)
  const answer = JSON.parse(await wants(buyer, goods.id, 47))
  expect(answer.data?.lines?.length, JSON.stringify(answer)).toBe(1)
  info.annotations.push({
    type: 'deed',
    description:
      'receiving one line: 7 fields by keys, 1 scan, Ctrl+S; accepting it: A; counting a line: scan, number, Enter; approving: A and one click',
  })
  expect(failures).toEqual([[], [], []])
  await closeAll(clerk.context(), judge.context(), second.context(), buyer.context())
})
