import { utils, write } from '@e965/xlsx'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { houseOf } from './staff.ts'
import { closeAll, dataOf, emptyCart, expectAccessible, PASSED, signedIn, watchFailures } from './support.ts'

test('粘贴清单只用键盘：识别、按数字选定、改数量、全部加入，刷新不丢，没加上的说明原因', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  const failures = watchFailures(page)
  await emptyCart(page)
  await page.goto('/kjcg?tab=paste')
  await page
    .getByRole('textbox', { name: /粘贴商品清单/ })
    .fill('氯雷他定片 10mg*6片 20\n六味地黄丸 200丸(浓缩丸) 7\n布洛芬 30\n不存在的神奇药丸 5')
  await expect(page.getByText('读到 4 行')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const rows = page.getByRole('region', { name: '识别结果' }).locator('li[data-line]')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0).getByRole('textbox')).toBeFocused()
  await expect(rows.nth(0).getByRole('textbox')).toHaveValue('20')
  await expect(rows.nth(1)).toContainText('已调整为')
  // 一行确认一行：回车、回车，到了要选的一行，按 2。
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(rows.nth(2).getByRole('button').first()).toBeFocused()
  await page.keyboard.press('2')
  await expect(rows.nth(2).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('33')
  await page.keyboard.press('Enter')
  await expect(rows.nth(3).getByRole('textbox')).toBeFocused()

  await page.reload()
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(2)).toContainText('由您选定')
  await expect(page.getByText('已选 3 种')).toBeVisible()
  await expectAccessible(page)

  await rows.nth(0).getByRole('textbox').focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('已将 3 种商品加入购物车')).toBeVisible()
  await expect(rows).toHaveCount(1)
  const held = await dataOf(await page.request.get('/api/cart/list'))
  expect(held.list).toHaveLength(3)
  expect(failures).toEqual([])
  await page.getByRole('button', { name: '移除第 1 行' }).click()
  await emptyCart(page)
  await closeAll(page.context())
})

test('上传 Excel 清单：认得表头和件数，加入购物车；改名成 .xlsx 的文本说明原因', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  await page.goto('/kjcg?tab=file')
  const file = page.getByLabel('选择采购清单文件')
  await file.setInputFiles({ name: '清单.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('<script>alert(1)</script>') })
  await expect(page.getByRole('alert')).toContainText('不是 Excel 工作簿')
  const sheet = utils.aoa_to_sheet([
    ['11 月计划'],
    ['药品名称', '规格', '采购数量'],
    ['氯雷他定片', '10mg*6片', 20],
    ['蒙脱石散', '3g*10袋', '1件'],
  ])
  await file.setInputFiles({
    name: '清单.xlsx',
    mimeType: 'application/octet-stream',
    buffer: write({ Sheets: { 一: sheet }, SheetNames: ['一'] }, { type: 'buffer', bookType: 'xlsx' }),
  })
  const rows = page.getByRole('region', { name: '识别结果' }).locator('li[data-line]')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('1 件为')
  await page.getByRole('button', { name: '全部加入购物车' }).click()
  await expect(page.getByText('已将 2 种商品加入购物车')).toBeVisible()
  await emptyCart(page)
  await closeAll(page.context())
})

test('求购：提交两种，员工答复并推荐商品，买家看到答复、把商品加入购物车', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await emptyCart(page)
  await page.goto('/pzqg/add?name=玻璃酸钠滴眼液&number=60')
  await expect(page.getByLabel('商品名称（必填）')).toHaveValue('玻璃酸钠滴眼液')
  await page.getByRole('button', { name: '再加一种' }).click()
  await page.getByRole('button', { name: '提交 2 条求购' }).click()
  await expect(page.getByText('请填写商品名称，至少 2 个字')).toBeVisible()
  const second = page.getByRole('region', { name: '第 2 种' })
  await second.getByLabel('商品名称（必填）').fill('三七粉')
  await second.getByLabel('数量（必填）').fill('10')
  await expectAccessible(page)
  await page.getByRole('button', { name: '提交 2 条求购' }).click()
  await expect(page).toHaveURL(/\/pzqg$/)
  await expect(page.getByRole('link', { name: '三七粉', exact: true })).toBeVisible()

  const { list } = await dataOf(await page.request.get('/api/user/buy'))
  const wanted = list.find((row: { name: string }) => row.name === '三七粉')
  const { list: found } = await dataOf(await page.request.get('/api/goods/list', { params: { keywords: '氯雷他定', can_buy: '1' } }))
  const staff = houseOf(browser)
  await dataOf(
    await staff.request.post(`/api/staff/wanted/${wanted.id}/answer`, { data: { text: '先推荐这一种', goods_ids: [found[0].id] } }),
  )

  await page.goto(`/pzqg/info?id=${wanted.id}`)
  await expect(page.getByText('先推荐这一种')).toBeVisible()
  await page.getByRole('button', { name: /加入购物车/ }).click()
  await expect(page.getByRole('link', { name: '去购物车' })).toBeVisible()
  await page.getByLabel('追问或补充').fill('多久能到？')
  await page.getByRole('button', { name: '发送' }).click()
  await expect(page.getByText('多久能到？')).toBeVisible()
  await emptyCart(page)
  await closeAll(page.context(), staff.context())
})

test('收藏、足迹、反馈：取消收藏可撤销，删除足迹先问一句，反馈提交后在历史里', async ({ browser }) => {
  const page = await signedIn(browser, PASSED)
  await page.goto('/star')
  const lines = page
    .getByRole('list', { name: '收藏的商品' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') })
  const before = await lines.count()
  await page
    .getByRole('button', { name: /^取消收藏 / })
    .first()
    .click()
  await expect(lines).toHaveCount(before - 1)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(lines).toHaveCount(before)
  await expectAccessible(page)

  await page.goto('/wdzj')
  await page
    .getByRole('button', { name: /^删除这天的足迹/ })
    .last()
    .click()
  await expect(page.getByRole('dialog')).toContainText('确定删除')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expectAccessible(page)

  await page.goto('/yjfk')
  await page.getByRole('button', { name: '提交反馈' }).click()
  await expect(page.getByText('请写得具体一些，至少 10 个字')).toBeVisible()
  await page.getByText('网站功能', { exact: true }).first().click()
  await page.getByLabel('您的意见或建议').fill('希望历史采购能按厂家筛选，找起来更快')
  await page.getByRole('button', { name: '提交反馈' }).click()
  await expect(page.getByRole('region', { name: '我的反馈' })).toContainText('希望历史采购能按厂家筛选')
  await expectAccessible(page)
  await closeAll(page.context())
})
