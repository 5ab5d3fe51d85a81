import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { asOperator } from './shop-database.ts'
import { closeAll, expectAccessible, pressShown, staffIn, watchFailures } from './support.ts'

/** 在库养护: what is due is walked off with the scanner, trouble holds the batch and reaches quality, and all of it stands in registers. */

const VIEW = { viewport: { width: 1366, height: 768 } }

test('养护：扫码登记正常的，发现问题的随即锁定并转质量；记录能打印；品种由质量列为重点', async ({ browser }) => {
  test.setTimeout(300_000)
  const { goods } = await makeWorld({ word: '养护', price: '10.00', stock: [20, 10], balances: [] })
  const [fine, bad] = goods.batches
  if (!fine || !bad) throw new Error('no batches')
  // Nobody knows when they came: that was found out in a night, and they are due.
  await asOperator(async (client) => {
    await client.query(`update care_plan set due_on = '-infinity' where stock_batch_id = any ($1)`, [goods.batches.map(({ id }) => id)])
  })
  const [keeper, judge] = [await staffIn(browser, 'cangku', VIEW), await staffIn(browser, 'zhiguan', VIEW)]
  const failures = [watchFailures(keeper), watchFailures(judge)]

  await keeper.goto(`/console/warehouse/care?words=${goods.code}`)
  await expect(keeper.getByRole('row', { name: new RegExp(goods.code) })).toHaveCount(2)
  await expect(keeper.getByRole('row', { name: /今天/ })).toHaveCount(2)
  await expectAccessible(keeper)
  await pressShown(keeper, 's')
  const table = keeper.getByRole('dialog', { name: '扫码养护' })
  const field = table.getByLabel('扫批号签，或商品条码')
  for (const text of [`BQP${fine.id}`, `BQP${fine.id}`]) {
    await field.fill(text)
    await field.press('Enter')
    await expect(table.getByRole('cell', { name: fine.no, exact: true })).toBeVisible()
  }
  await expect(table.getByText(`批号 ${fine.no} 扫过了`)).toBeVisible()
  await expectAccessible(keeper)
  await table.getByRole('button', { name: '情况正常，登记 1 个批号…' }).click()
  const form = keeper.getByRole('dialog', { name: `养护 ${fine.no}` })
  await form.getByText('除湿', { exact: true }).click()
  await form.getByRole('button', { name: '情况正常，登记' }).click()
  await expect(keeper.getByText('已登记 1 个批号')).toBeVisible()
  await table
    .getByRole('button', { name: 'Close' })
    .or(table.getByRole('button', { name: /取\s?消/ }))
    .last()
    .click()
  await expect(keeper.getByRole('row', { name: new RegExp(goods.code) })).toHaveCount(1)

  await keeper.getByRole('row', { name: new RegExp(bad.no) }).click()
  await pressShown(keeper, 'u')
  const trouble = keeper.getByRole('dialog', { name: `养护发现问题 ${bad.no}` })
  await trouble.getByLabel('可疑数量').fill('2')
  await trouble.getByLabel('问题', { exact: true }).fill('封口开裂')
  await trouble.getByLabel('外观、包装等质量状况').fill('两盒封口开裂')
  await expectAccessible(keeper)
  await trouble.getByRole('button', { name: '登记并锁定' }).click()
  await expect(keeper.getByText(/已登记 BH\d{8}-\d{5}，批号已锁定/)).toBeVisible()
  await expect(keeper.getByText('今天该查的都查过了').or(keeper.getByText('没有符合筛选的批号'))).toBeVisible()

  await judge.goto(`/console/quality/unqualified?words=${goods.code}`)
  await expect(judge.getByRole('row', { name: /待判定/ })).toContainText('养护发现：封口开裂')
  await judge.goto(`/console/quality/care?words=${goods.code}`)
  await expect(judge.getByRole('row', { name: new RegExp(fine.no) })).toContainText('除湿')
  await expect(judge.getByRole('row', { name: new RegExp(bad.no) })).toContainText('可疑 2 盒，已锁定')
  await expectAccessible(judge)
  await judge.locator('.list-foot').click({ position: { x: 2, y: 2 } })
  await judge.keyboard.press('p')
  const print = judge.getByRole('dialog', { name: '打印养护记录' })
  await print.getByRole('button', { name: '制作盖章单据' }).click()
  await expect(print.getByText(/单据 YH\d+ 制作中/)).toBeVisible()

  await judge.goto(`/console/quality/key-goods?state=other&words=${goods.code}`)
  await judge.getByRole('row', { name: new RegExp(goods.code) }).click()
  await pressShown(judge, 'a')
  const confirm = judge.getByRole('dialog', { name: '列为重点养护' })
  await expectAccessible(judge)
  await confirm.getByText('易变质，须每月检查').click()
  await confirm.getByRole('button', { name: /列为重点/ }).click()
  await expect(judge.getByText('已确认 1 个品种')).toBeVisible()
  await keeper.goto(`/console/warehouse/care?state=all&words=${goods.code}`)
  await expect(keeper.getByRole('row', { name: /质量确认/ })).toHaveCount(2)
  for (const one of failures) expect(one).toEqual([])
  await closeAll(keeper.context(), judge.context())
})

test('温湿度：建库房，上下午各记一次，超出范围要写措施，质量在记录里看到', async ({ browser }) => {
  test.setTimeout(300_000)
  const name = `阴凉${Date.now() % 100_000}`
  const [keeper, judge] = [await staffIn(browser, 'cangku', VIEW), await staffIn(browser, 'zhiguan', VIEW)]
  const failures = [watchFailures(keeper), watchFailures(judge)]
  await keeper.goto('/console/warehouse/climate')
  await pressShown(keeper, 'n')
  const form = keeper.getByRole('dialog', { name: '新建库房' })
  await form.getByLabel('名称').fill(name)
  await expectAccessible(keeper)
  await form.getByRole('button', { name: /建\s?立/ }).click()
  const row = keeper.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('待记')
  await row.getByLabel(/温度$/).fill('23.5')
  await row.getByLabel(/湿度$/).fill('60')
  await expect(row.getByText('温度偏高')).toBeVisible()
  await expect(row.getByRole('button', { name: /记\s?下/ })).toBeDisabled()
  await row.getByLabel(/采取的措施$/).fill('开空调降温')
  await expectAccessible(keeper)
  await row.getByLabel(/采取的措施$/).press('Enter')
  await expect(row).toContainText('23.5 ℃')
  await expect(row).not.toContainText('待记')

  await judge.goto(`/console/quality/climate?words=${encodeURIComponent(name)}&out=1`)
  await expect(judge.getByRole('row', { name: new RegExp(name) })).toContainText('开空调降温')
  await expectAccessible(judge)
  for (const one of failures) expect(one).toEqual([])
  await closeAll(keeper.context(), judge.context())
})
