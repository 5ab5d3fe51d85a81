import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { proofSent } from './proofs.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, fillCart, firstGoods, PASSED, signedIn, staffIn, watchFailures } from './support.ts'

const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const csv = (name: string, lines: readonly string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

test('财务的一天：导入银行流水，键盘把来账对到订单；渠道账单的差异写明原因关闭；两个人日结，之后到的款算在下一天', async ({ browser }) => {
  test.slow()
  const [buyer, clerk, second] = [await signedIn(browser, PASSED), await staffIn(browser, 'caiwu'), await staffIn(browser, 'chuna')]
  const failures = watchFailures(clerk)
  await emptyCart(buyer)
  const goods = await firstGoods(buyer, 'amxl')
  const ids = await fillCart(buyer, [{ goods_id: goods.id, number: 7 }])
  const sheet = await dataOf(await buyer.request.post('/api/cart/checkout', { data: { ids } }))
  const { list: addresses } = await dataOf(await buyer.request.get('/api/user/address'))
  const place = { ids, checkout_key: sheet.checkout_key, address_id: addresses[0].id, invoice_kind: 'normal', total: sheet.total }
  const [order] = (await dataOf(await buyer.request.post('/api/order', { data: place }))).orders
  const known = await proofSent(buyer, 9)
  const { company } = await dataOf(await buyer.request.get('/api/user/base'))

  // The bank's file is shown, then taken in; the line is matched by one key.
  await clerk.goto('/console/finance/bank')
  await expect(clerk.getByText('还没有来账', { exact: false })).toBeVisible()
  await clerk.keyboard.press('i')
  const file = csv('流水.csv', [
    '交易时间,借方发生额,贷方发生额,对方户名,对方账号,附言,流水号',
    `${today()} 09:02:11,,${order.payable},${company},6230000011112222,货款 ${order.no},E2E-1`,
    `${today()} 09:05:00,,0.37,示例银行,,活期利息,E2E-2`,
    `${today()} 09:05:30,,${known.payable},${company},6230000011112222,${known.no},E2E-4`,
    `${today()} 09:06:00,,1.234,某药房,,货款,E2E-3`,
  ])
  await clerk.getByLabel('银行流水文件').setInputFiles(file)
  const dialog = clerk.getByRole('dialog', { name: '导入银行流水' })
  await expect(dialog.getByText('第 5 行：金额“1.234”金额最多两位小数')).toBeVisible()
  await dialog.getByRole('button', { name: '收入 3 笔' }).click()
  await expect(clerk.getByText('收入 3 笔来账').first()).toBeVisible()
  const sums = clerk.getByRole('status').filter({ hasText: '待匹配，各天合计' })
  await expect(sums).toContainText('0 / 3 笔')

  // What is beyond doubt needs a tick and one key; the proof stands beside the line.
  await clerk.getByRole('row').filter({ hasText: known.no }).click()
  const pane = clerk.getByRole('complementary', { name: '银行来账' })
  await expect(pane.locator('.paper img')).toBeVisible()
  await clerk.keyboard.press('Escape')
  await clerk.getByRole('row').filter({ hasText: known.no }).getByRole('checkbox').check()
  await clerk.keyboard.press('Shift+Enter')
  await clerk.getByRole('dialog', { name: '确认来账' }).getByRole('button', { name: '确认 1 笔' }).click()
  await expect(clerk.getByText('已对上 1 笔').first()).toBeVisible()
  expect((await dataOf(await buyer.request.get(`/api/order/info/${known.id}`))).status).toBe('paid')
  await expect(sums).toContainText('1 / 3 笔')

  await clerk
    .getByRole('navigation', { name: '状态' })
    .getByRole('button', { name: /^待匹配/ })
    .click()
  await clerk.getByRole('row').filter({ hasText: order.no }).click()
  await expect(pane.getByRole('row', { name: /户名/ }).getByLabel('相符')).toBeVisible()
  await expect(pane.getByRole('button', { name: /确认，看下一笔/ })).toBeEnabled()
  await expectAccessible(clerk)
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByText(`已对到订单 ${order.no}`)).toBeVisible()
  expect((await dataOf(await buyer.request.get(`/api/order/info/${order.id}`))).status).toBe('paid')
  await expect(pane.getByText('活期利息')).toBeVisible()
  await clerk.keyboard.press('n')
  await expect(clerk.getByRole('dialog', { name: '不入账' }).getByLabel('理由')).toBeFocused()
  await clerk.getByRole('dialog', { name: '不入账' }).getByText('活期利息', { exact: true }).click()
  await clerk.getByRole('dialog', { name: '不入账' }).getByRole('button', { name: '不入账' }).click()
  await expect(sums).toContainText('都有去处')

  // The channel says of a payment what the shop has not heard of.
  await clerk.goto('/console/finance/bills?send=1')
  await clerk.getByLabel('账单日期').fill(today())
  await clerk.getByLabel('账单日期').press('Enter')
  const bill = csv('账单.csv', ['交易时间,渠道流水号,商户订单号,订单金额', `${today()} 10:00:00,GE2E,PE2E,18.00`])
  await clerk.getByLabel('渠道账单文件').setInputFiles(bill)
  await clerk.getByRole('link', { name: '去处理' }).click()
  await clerk.getByRole('row').filter({ hasText: 'PE2E' }).click()
  await expect(clerk.getByRole('button', { name: /补入账/ })).toBeVisible()
  await expectAccessible(clerk)
  await clerk.keyboard.press('c')
  await clerk.getByRole('dialog').getByText('测试付款', { exact: true }).click()
  await clerk.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(clerk.getByText('差异已关闭')).toBeVisible()

  // One asks, another agrees; what comes later is the next day's.
  await clerk.goto(`/console/finance/closings/${today()}`)
  await expect(clerk.getByText('每笔凭证借贷相等，至少两条分录')).toBeVisible()
  await expect(clerk.locator('.closing-checks .bad')).toHaveCount(0)
  await expectAccessible(clerk)
  await clerk.keyboard.press('c')
  await clerk.getByRole('dialog').getByLabel('理由').fill('测试付款 18 元属渠道差错，利息 0.37 元不入账')
  await clerk.getByRole('dialog').getByRole('button', { name: '提交批准' }).click()
  await expect(clerk.getByText(/已提交批准/)).toBeVisible()
  await second.goto('/console/system/approvals')
  await second.getByRole('row').filter({ hasText: '日结' }).click()
  await expect(second.getByRole('button', { name: /^批准/ })).toBeVisible()
  await second.keyboard.press('a')
  await expect(second.getByRole('dialog').getByRole('button', { name: '批准并办理' })).toBeFocused()
  await second.keyboard.press('Enter')
  await expect(second.getByText('已批准，已经办理').first()).toBeVisible()
  await clerk.reload()
  await expect(clerk.getByText('已结', { exact: true })).toBeVisible()
  await clerk.emulateMedia({ media: 'print' })
  await expect(clerk.getByText('提交人签字', { exact: false })).toBeVisible()
  await clerk.emulateMedia({ media: 'screen' })
  const csvFile = await clerk.request.get(`/api/staff/closing/${today()}/file`)
  expect(await csvFile.text()).toContain('合计,0.00')

  await dataOf(
    await clerk.request.post(`/api/staff/company/${(await dataOf(await buyer.request.get('/api/user/base'))).company_id}/balance`, {
      data: { amount: '1.00', reason: '结账之后补记', key: 'e2e-closing' },
    }),
  )
  await clerk.reload()
  await clerk.getByRole('button', { name: /^之后补记/ }).click()
  await expect(clerk.getByText('下一个日结', { exact: true })).toBeVisible()
  expect(failures).toEqual([])
  await closeAll(buyer.context(), clerk.context(), second.context())
})
