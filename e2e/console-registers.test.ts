import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { closeAll, dataOf, expectAccessible, staffIn, watchFailures } from './support.ts'

/** 质量记录: what quality says at the door stands in the register, and the register goes onto paper. */

const VIEW = { viewport: { width: 1366, height: 768 } }

test('验收时填的抽样、外观、报告编号就是验收记录；按键筛选、打印盖章；出库复核记录从发货单来', async ({ browser }) => {
  test.setTimeout(180_000)
  const { goods } = await makeWorld({ word: '验收记录', price: '10.00', stock: [0], balances: ['500.00'] })
  const batchNo = `Y${goods.code.replace(/\D/g, '')}`
  const [clerk, judge] = [await staffIn(browser, 'cangku', VIEW), await staffIn(browser, 'zhiguan', VIEW)]
  const failures = [watchFailures(judge)]
  const { list: warehouses } = await dataOf(await clerk.request.get('/api/staff/warehouse'))
  const lines = [{ goods_id: goods.id, batch_no: batchNo, production_date: '2026-01-01', expiry_date: '2029-12-31', number: 40 }]
  const slip = {
    warehouse_id: warehouses[0].id,
    supplier: '示范供货有限公司',
    paper_no: `T${batchNo}`,
    celsius: 5,
    transport: '冷藏车',
    lines,
  }
  const { id, no } = await dataOf(await clerk.request.post('/api/staff/intake', { data: slip }))

  await judge.goto(`/console/warehouse/receive/${id}`)
  await expect(judge.getByLabel(/外观质量/)).toHaveValue(/符合规定/)
  await judge.getByLabel(/抽样数/).fill('4')
  await judge.getByLabel(/检验报告编号/).fill(`BG${batchNo}`)
  await expectAccessible(judge)
  await judge.getByRole('heading', { name: /RK/ }).click()
  await judge.keyboard.press('a')
  await expect(judge.getByText('已验收')).toBeVisible()

  await judge.goto('/console/quality/acceptance')
  await judge.getByPlaceholder('收货单、供货单位、批号或商品').fill(batchNo)
  await judge.keyboard.press('Enter')
  const row = judge.getByRole('row', { name: new RegExp(batchNo) })
  await expect(row).toContainText(`BG${batchNo}`)
  await expect(row).toContainText('合格')
  await expect(judge.getByRole('row', { name: /RK/ })).toHaveCount(1)
  await expectAccessible(judge)
  await judge.locator('.list-foot').click({ position: { x: 2, y: 2 } })
  await judge.keyboard.press('p')
  const dialog = judge.getByRole('dialog', { name: '打印验收记录' })
  await dialog.getByRole('button', { name: '制作盖章单据' }).click()
  await expect(dialog.getByText(/单据 YR\d+ 制作中/)).toBeVisible()
  await expectAccessible(judge)
  await dialog.getByRole('link', { name: '看单据' }).click()
  await expect(judge.getByText(/药品验收记录 \d{4}/).first()).toBeVisible()

  await judge.goto(`/console/quality/acceptance?words=${no}`)
  await judge.keyboard.press('j')
  await judge.keyboard.press('Enter')
  await expect(judge).toHaveURL(new RegExp(`/warehouse/receive/${id}$`))

  await judge.goto('/console/quality/recheck')
  await expect(judge.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(judge)
  expect(await judge.locator('body').innerText()).not.toMatch(/[¥￥]/)
  for (const one of failures) expect(one).toEqual([])
  await closeAll(clerk.context(), judge.context())
})
