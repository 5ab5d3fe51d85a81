import { utils, write } from '@e965/xlsx'
import { expect } from '@playwright/test'
import { creditCode } from '../apps/server/demo/credit-code.ts'
import { test } from './journey.ts'
import { closeAll, dataOf, expectAccessible, staffIn, watchFailures } from './support.ts'

/** A list of old customers: tried out, approved by quality's head, landed, invited, and the whole of it taken back. */

const workbook = (rows: unknown[][]): Buffer =>
  write({ Sheets: { 客户: utils.aoa_to_sheet(rows) }, SheetNames: ['客户'] }, { type: 'buffer', bookType: 'xlsx' })

test('导入企业：定列、预览、质量负责人批准、导入、邀请登录；再整批撤销：企业删去，邀请信失效', async ({ browser }) => {
  test.slow()
  const page = await staffIn(browser, 'kefu', { viewport: { width: 1366, height: 768 } })
  const head = await staffIn(browser, 'zhijing', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(page)
  await page.goto('/console/companies/imports')
  await expect(page.getByRole('button', { name: /导入文件/ })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: '导入企业' })).toBeVisible()
  await expectAccessible(page)
  const header = [
    '客户编码',
    '单位名称',
    '类型',
    '信用代码',
    '省',
    '市',
    '区',
    '地址',
    '采购员',
    '手机',
    '经营范围',
    '许可证号',
    '许可证效期',
    '客户等级',
  ]
  const row = (code: string, name: string, phone: string, number: number) => {
    const place = ['贵州省', '贵阳市', '云岩区', '示例路1号']
    return [code, name, '单体药店', creditCode('522701', number), ...place, '林女士', phone, '中成药', `黔DRQY${number}`, '2030-06-30', 'A']
  }
  await page.getByLabel('企业文件').setInputFiles({
    name: '老客户名册.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook([
      header,
      row('DRQY01', '导入溪桥大药房', '13733330001', 7301),
      row('DRQY02', '导入云岩大药房', '0851-8888888', 7302),
      row('DRQY03', '导入坏号大药房', '12345', 7303),
    ]),
  })
  await expect(page.getByRole('heading', { name: '老客户名册.xlsx' })).toBeVisible()
  await expect(page.getByText('不从文件读：客户等级（等级、账期到企业里设）')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('预览完成，什么也没有写：新增 2，改动 0，不导入 1')).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('row').filter({ hasText: 'DRQY03' })).toContainText('手机：不是手机号，也不是“区号-号码”')
  await expectAccessible(page)
  const waited = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载不导入的 1 行' }).click()
  expect((await waited).suggestedFilename()).toBe('老客户名册-未导入.xlsx')

  const dialog = page.getByRole('dialog')
  const approve = async (title: string) => {
    await head.goto('/console/system/approvals')
    await head.getByText(title).first().click()
    await expect(head.getByRole('link', { name: '导入的逐行预览' })).toBeVisible()
    await head.getByRole('button', { name: /^批准/ }).click()
    await head.getByRole('dialog').getByRole('button', { name: /^批准/ }).click()
    await expect(head.getByText('已批准，已经办理')).toBeVisible()
  }
  await page.getByRole('button', { name: '提交批准…' }).click()
  await dialog.getByText('老客户上线').click()
  await dialog.getByRole('button', { name: /^提交批准/ }).click()
  await approve('导入企业“老客户名册.xlsx”')
  await expect(page.getByText('已写入 2 行，没有导入 1 行')).toBeVisible({ timeout: 120_000 })

  await expect(page.getByText('登录：已有人登录 0 家，已发出邀请 0 家，还没有邀请 2 家')).toBeVisible()
  await page.getByRole('button', { name: '邀请登录…' }).click()
  await expect(dialog.getByText('1 家绑定登记的手机号；1 家没有登记手机号')).toBeVisible()
  await dialog.getByRole('button', { name: '生成 2 封邀请信' }).click()
  const letters = page.getByRole('dialog').filter({ hasText: '邀请信 2 封' })
  await expect(letters.getByRole('button', { name: '打印 2 页' })).toBeVisible()
  // A button under the pointer has another colour.
  await page.mouse.move(2, 2)
  await expectAccessible(page)
  await letters.getByRole('button', { name: '已交出，关闭' }).click()
  await expect(page.getByText('登录：已有人登录 0 家，已发出邀请 2 家，还没有邀请 0 家')).toBeVisible()

  await page.getByRole('button', { name: '撤销导入…' }).click()
  await expect(dialog.getByText('2 家没有来往的新企业')).toBeVisible()
  await dialog.getByText('导错了文件').click()
  await dialog.getByRole('button', { name: /^提交批准/ }).click()
  await approve('撤销导入“老客户名册.xlsx”')
  await expect(page.getByText('已撤销：每一行怎样了见下')).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('row').filter({ hasText: 'DRQY01' })).toContainText('已删除')
  await expectAccessible(page)
  await expect(page.getByText('登录：已有人登录 0 家，已发出邀请 0 家，还没有邀请 0 家')).toBeVisible()
  expect((await dataOf(await page.request.get('/api/staff/companies?keywords=导入溪桥'))).total).toBe(0)
  expect(failures).toEqual([])
  await closeAll(page.context(), head.context())
})
