import { expect, type Page } from '@playwright/test'
import { typedGoods } from '../apps/server/test/goods-desk.ts'
import { makeWarehouse, typeSlip } from './intake.ts'
import { test } from './journey.ts'
import { closeAll, dataOf, expectAccessible, staffIn, watchFailures } from './support.ts'
import { passGoods, passSupplier } from './upstream.ts'

/** Whom the wholesaler buys from, and what is new to it: nothing comes in before three people have done their part. */

const VIEW = { viewport: { width: 1366, height: 768 } }

test('首营企业与首营品种：采购申请、质量审核、负责人审批，之后才收得了货、上得了架；到期的、在审的收不了', async ({ browser }) => {
  test.setTimeout(300_000)
  const [merchant, quality, head, clerk] = [
    await staffIn(browser, 'shangpin', VIEW),
    await staffIn(browser, 'zhiguan', VIEW),
    await staffIn(browser, 'zhijing', VIEW),
    await staffIn(browser, 'cangku', VIEW),
  ]
  const failures = [merchant, quality, head, clerk].map((page) => watchFailures(page))
  const tag = String(Date.now()).slice(-6)
  const supplier = `梧桐${tag}医药有限公司`
  const goods = `首营${tag}胶囊`
  const code = `SY${tag}`
  const data = { ...typedGoods({ name: goods }), code, price: '9.80' }
  const { id } = await dataOf(await merchant.request.post('/api/staff/goods_record', { data }))

  // New, and therefore nowhere.
  await merchant.goto(`/console/goods/list/${id}`)
  await expect(merchant.getByText(/还没有首营审批/)).toBeVisible()
  await expect(merchant.getByRole('button', { name: /^上架/ })).toHaveCount(0)

  const people = { merchant, quality, head }
  await passSupplier(people, { name: supplier, serial: Number(tag.slice(-4)), scopes: ['化学药'] })
  await expectAccessible(head)
  await head.getByRole('button', { name: /^首营审批/ }).click()
  await expect(head.getByText('首营企业审批表', { exact: false }).first()).toBeVisible()
  await nothingOfFewerLetters(merchant, goods)
  await passGoods(people, { goods, supplier })

  // What is over, and what still waits, cannot be chosen at the door.
  await makeWarehouse(clerk, `SY${tag}`, `首营${tag}仓`)
  await clerk.goto('/console/warehouse/receive/new/0')
  await expect(clerk.getByLabel('收货仓')).toBeVisible()
  await expectAccessible(clerk)
  await clerk.getByLabel('供货单位').fill('九衢')
  await expect(clerk.getByTitle(/九衢医药贸易有限公司 的首营资料已于 .* 到期/)).toBeVisible()
  await clerk.getByLabel('供货单位').fill('砚池')
  await expect(clerk.getByTitle(/砚池药业有限公司 尚未通过首营企业审批/)).toBeVisible()
  await typeSlip(clerk, { warehouse: `首营${tag}仓`, supplier, paperNo: `THD${tag}`, goods: code, batchNo: `N${tag}`, number: '50' })
  await clerk.keyboard.press('Control+s')
  await expect(clerk.getByText('等质量部门的另一人验收')).toBeVisible()

  await merchant.goto(`/console/goods/list/${id}`)
  await expect(merchant.getByRole('button', { name: /^上架/ })).toBeVisible()
  await merchant.keyboard.press('s')
  await merchant.getByRole('dialog').getByText('首次上架').click()
  await merchant
    .getByRole('dialog')
    .getByRole('button', { name: /上\s?架/ })
    .click()
  await expect(merchant.locator('.st', { hasText: '在售' })).toBeVisible()

  // The form of the two steps, sealed, in the end.
  await expect
    .poll(async () => (await dataOf(await head.request.get(`/api/staff/first_goods/${id}`))).document?.file_url ?? '', { timeout: 60_000 })
    .not.toBe('')
  expect(failures).toEqual([[], [], [], []])
  await closeAll(merchant.context(), quality.context(), head.context(), clerk.context())
})

/** Enter before the answer is here must not take what was found for fewer letters. */
async function nothingOfFewerLetters(page: Page, goods: string): Promise<void> {
  await page.goto('/console/quality/first-goods')
  await page.getByRole('row', { name: goods }).click()
  const field = page.getByRole('combobox', { name: '供货单位' })
  await field.click()
  await expect(page.getByTitle(/（已通过）$/).first()).toBeVisible()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/staff/supplier?*', async (route) => {
    await released.promise
    await route.continue()
  })
  await field.fill('没有这样的供货单位')
  await page.keyboard.press('Enter')
  released.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await page.keyboard.press('Control+s')
  await expect(page.getByText('首营品种已保存')).toBeVisible()
  await expect(page.getByText('缺供货单位').first()).toBeVisible()
}
