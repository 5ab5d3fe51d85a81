import { expect } from '@playwright/test'
import { inYears } from './days.ts'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { closeAll, dataOf, expectAccessible, pressShown, staffIn, watchFailures } from './support.ts'

/** 质量记录: what quality says at the door stands in the register, and the register goes onto paper. */

const VIEW = { viewport: { width: 1366, height: 768 } }

test('验收时填的抽样、外观、报告编号就是验收记录；按键筛选、打印盖章；出库复核记录从发货单来', async ({ browser }) => {
  test.setTimeout(300_000)
  const { goods } = await makeWorld({ word: '验收记录', price: '10.00', stock: [0], balances: ['500.00'] })
  const batchNo = `Y${goods.code.replace(/\D/g, '')}`
  const [clerk, judge] = [await staffIn(browser, 'cangku', VIEW), await staffIn(browser, 'zhiguan', VIEW)]
  const failures = [watchFailures(judge)]
  const { list: warehouses } = await dataOf(await clerk.request.get('/api/staff/warehouse'))
  const lines = [{ goods_id: goods.id, batch_no: batchNo, production_date: '2026-01-01', expiry_date: inYears(3), number: 40 }]
  const { list: suppliers } = await dataOf(await clerk.request.get('/api/staff/supplier_choice?keywords=华岭'))
  const slip = {
    warehouse_id: warehouses[0].id,
    supplier_id: suppliers[0].id,
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
  await expect(judge.getByRole('row', { name: new RegExp(batchNo) })).toBeVisible()
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

test('仓储发现不合格：批号随即锁定，质量判定，销毁由质量批准后库存减少，台账写明经过', async ({ browser }) => {
  test.setTimeout(300_000)
  const { goods } = await makeWorld({ word: '不合格', price: '10.00', stock: [20], balances: ['500.00'] })
  const [keeper, judge] = [await staffIn(browser, 'cangku', VIEW), await staffIn(browser, 'zhiguan', VIEW)]
  const failures = [watchFailures(keeper), watchFailures(judge)]

  await keeper.goto(`/console/warehouse/batches?keywords=${goods.code}`)
  await keeper.getByRole('row', { name: new RegExp(goods.code) }).click()
  await pressShown(keeper, 'u')
  const form = keeper.getByRole('dialog', { name: /登记不合格/ })
  await form.getByLabel('不合格数量').fill('4')
  await form.getByLabel('原因').fill('受潮变色')
  await expectAccessible(keeper)
  await form.getByRole('button', { name: '登记并锁定' }).click()
  await expect(keeper.getByText(/已登记 BH\d{8}-\d{5}/)).toBeVisible()
  await expect(keeper.getByRole('row', { name: /已锁定/ })).toHaveCount(1)

  await judge.goto(`/console/quality/unqualified?words=${goods.code}`)
  await judge.getByRole('row', { name: /待判定/ }).click()
  await expectAccessible(judge)
  await pressShown(judge, 'b')
  const verdict = judge.getByRole('dialog', { name: '判为不合格' })
  await verdict.getByRole('textbox').fill('性状不符合规定')
  await verdict.getByRole('button', { name: /^不\s?合\s?格/ }).click()
  await expect(judge.getByRole('row', { name: /不合格，待处置/ })).toBeVisible()

  await keeper.goto(`/console/quality/unqualified?words=${goods.code}`)
  await keeper.getByRole('row', { name: /待处置/ }).click()
  await expect(keeper.getByRole('button', { name: /合格…/ })).toHaveCount(0)
  await pressShown(keeper, 'd')
  const end = keeper.getByRole('dialog', { name: '销毁' })
  await end.getByRole('textbox').fill('送指定单位焚毁')
  await end.getByRole('button', { name: /提交批准|^销\s?毁/ }).click()
  await expect(keeper.getByText('已提交批准')).toBeVisible()

  const { list } = await dataOf(await judge.request.get('/api/staff/approval?scope=decide&state=waiting'))
  const [asked] = list.filter(({ title }: { title: string }) => title.startsWith('销毁 不合格片'))
  await dataOf(await judge.request.post(`/api/staff/approval/${asked.id}/approve`, { data: { reason: '现场监督' } }))
  await judge.goto(`/console/quality/unqualified?words=${goods.code}`)
  await judge.getByRole('row', { name: /已销毁/ }).click()
  await expect(judge.getByText('批准、监督人')).toBeVisible()
  await expectAccessible(judge)
  await judge.getByRole('link', { name: '库存流水' }).click()
  await expect(judge.getByRole('cell', { name: '不合格销毁' })).toBeVisible()
  for (const one of failures) expect(one).toEqual([])
  await closeAll(keeper.context(), judge.context())
})
