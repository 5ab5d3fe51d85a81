import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { closeAll, dataOf, expectAccessible, firstGoods, PASSED, signedIn, staffIn, watchFailures } from './support.ts'

test('药店来电：客服只用键盘代客下单，客户马上看到；拣货前改少，账期分毫不差地退回，客户看得到改了什么', async ({ browser }) => {
  test.slow()
  const [buyer, clerk, finance] = [await signedIn(browser, PASSED), await staffIn(browser, 'kefu'), await staffIn(browser, 'caiwu')]
  const failures = watchFailures(clerk)
  const { company_id, company: named } = await dataOf(await buyer.request.get('/api/user/base'))
  const company = { id: company_id, name: named }
  const goods = await firstGoods(buyer, 'amxl')
  await dataOf(
    await finance.request.post(`/api/staff/company/${company.id}/credit`, { data: { limit: '50000', days: 30, reason: '年度授信' } }),
  )

  await clerk.goto('/console/')
  await expect(clerk.getByText('等您处理的事')).toBeVisible()
  const began = Date.now()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await clerk.keyboard.press(key)
  }
  const type = async (text: string) => {
    keys += text.length
    await clerk.keyboard.type(text)
  }
  await press('Control+k')
  await expect(clerk.getByRole('textbox', { name: '记录、页面、操作' })).toBeFocused()
  await type('dkxd')
  await expect(clerk.getByRole('dialog').getByText('代客下单').first()).toBeVisible()
  await press('Enter')
  await expect(clerk.getByRole('combobox', { name: /^企业/ })).toBeFocused()
  await type(company.name.slice(0, 4))
  await expect(clerk.locator('.ant-select-item-option').first()).toContainText(company.name)
  await press('Enter')
  await expect(clerk.getByRole('combobox', { name: /^商品/ })).toBeFocused()
  await type('amxl 10')
  await expect(clerk.locator('.ant-select-item-option:visible').first()).toBeVisible()
  await press('Enter')
  await expect(clerk.getByRole('spinbutton').first()).toBeVisible()
  await press('F8')
  await type('李店长')
  const submit = clerk.getByRole('button', { name: /^提交订单/ })
  await expect(submit).toBeEnabled()
  await expectAccessible(clerk)
  await press('Control+Enter')
  await expect(clerk.getByText(/^已下单/)).toBeVisible()
  const took = Date.now() - began
  test.info().annotations.push({ type: 'deed', description: `代客下单：${took} ms，0 次点击，${keys} 次按键` })

  // The buyer sees it at once, and pays on the credit that it has been given.
  const { list } = await dataOf(await buyer.request.get('/api/order/list', { params: { per_page: 1 } }))
  const [order] = list
  expect(order).toMatchObject({ status: 'pending_payment' })
  await buyer.goto(`/order/info/${order.id}`)
  await expect(buyer.getByText(/代下单$/)).toBeVisible()
  await dataOf(await buyer.request.post(`/api/pay/order/${order.id}`, { data: { channel: 'credit' } }))
  await clerk.goto(`/console/orders/${order.id}`)
  await expect(clerk.getByText('代客下单', { exact: true })).toBeVisible()
  await clerk.keyboard.press('e')
  const number = clerk.getByRole('spinbutton').first()
  await expect(number).toBeVisible()
  const before = Number(await number.inputValue())
  const left = before - goods.step
  await number.fill(String(left))
  await clerk.getByRole('textbox', { name: '原因' }).fill('客户少要')
  const save = clerk.getByRole('button', { name: /^确认修改，退/ })
  await expect(save).toBeEnabled()
  await expect(clerk.getByText('账期额度')).toBeVisible()
  await expectAccessible(clerk)
  const back = /退 ¥([\d.]+)/.exec((await save.textContent()) ?? '')?.[1] ?? ''
  await clerk.keyboard.press('Control+Enter')
  await expect(clerk.getByText('改过 1 次')).toBeVisible()

  const after = await dataOf(await buyer.request.get(`/api/order/info/${order.id}`))
  expect(Number(order.total) - Number(after.total)).toBeCloseTo(Number(back), 2)
  expect(after.edits).toMatchObject([{ back, reason: '客户少要', lines: [{ before, after: left }] }])
  await buyer.reload()
  await expect(buyer.getByRole('heading', { name: '订单修改' })).toBeVisible()
  expect(failures).toEqual([])
  await closeAll(buyer.context(), clerk.context(), finance.context())
})

test('客服在列表里勾几张订单一起暂停：先看每张会怎样，办完一张一张报告，再恢复；没发货的打印不了', async ({ browser }) => {
  test.slow()
  const clerk = await staffIn(browser, 'kefu', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(clerk)
  const first = async (status: string) =>
    (await dataOf(await clerk.request.get('/api/staff/order', { params: { status, per_page: 1 } }))).list[0] as { id: number; no: string }
  const [paid, completed] = [await first('paid'), await first('completed')]
  await clerk.goto('/console/orders?per=100')
  const row = ({ id }: { id: number }) => clerk.locator(`[data-row-key="${id}"]`)
  for (const one of [paid, completed]) await row(one).getByRole('checkbox').click()
  const bar = clerk.locator('.bar-soft').filter({ hasText: '已选 2 个订单' })
  const dialog = clerk.getByRole('dialog')
  const said = ({ no }: { no: string }) => dialog.getByRole('row').filter({ hasText: no })
  const close = () => dialog.getByRole('button', { name: 'Close' }).or(dialog.getByLabel('关闭')).first().click()
  await bar.getByRole('button', { name: /^暂停/ }).click()
  await dialog.getByLabel('暂停的原因（买家看得到）').fill('客户来电，周三再送')
  await expectAccessible(clerk)
  await dialog.getByRole('button', { name: /^试算 2 个/ }).click()
  await expect(said(paid)).toContainText('可办', { timeout: 120_000 })
  await expect(said(completed)).toContainText('只有在仓库的订单可以暂停')
  await expectAccessible(clerk)
  await dialog.getByRole('button', { name: '照办 1 条' }).click()
  await expect(said(paid)).toContainText('已办', { timeout: 120_000 })
  await close()
  await expect(row(paid)).toContainText('暂停')

  await row(paid).getByRole('checkbox').click()
  await clerk.getByRole('button', { name: '打印随货同行单…' }).click()
  await expect(said(paid)).toContainText('还没有发货')
  await clerk.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await clerk.getByRole('button', { name: '恢复…' }).click()
  await dialog.getByLabel('恢复的原因（买家看得到）').fill('客户说可以送了')
  await dialog.getByRole('button', { name: /^试算 1 个/ }).click()
  await dialog.getByRole('button', { name: '照办 1 条' }).click({ timeout: 120_000 })
  await expect(said(paid)).toContainText('已办', { timeout: 120_000 })
  await close()
  await expect(row(paid)).not.toContainText('暂停')
  expect(failures).toEqual([])
  await closeAll(clerk.context())
})
