import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { asOperator } from './shop-database.ts'
import { CLINIC, closeAll, dataOf, emptyCart, expectAccessible, fillCart, firstGoods, OWNER, signedIn, watchFailures } from './support.ts'

test('三家门店的老板在多店管理里把购物车复制给另两家：各店写明复制了几种、哪一种不能买和为什么', async ({ browser }) => {
  const page = await signedIn(browser, OWNER)
  const failures = watchFailures(page)
  await emptyCart(page)
  const [drug, herb] = [await firstGoods(page, 'amxl'), await firstGoods(page, '天麻')]
  await fillCart(page, [
    { goods_id: drug.id, number: drug.step },
    { goods_id: herb.id, number: herb.step },
  ])
  await page.goto('/ddgl')
  const stores = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  for (const name of ['南明店', '观山湖店', '南岸店']) await expect(stores.filter({ hasText: name })).toHaveCount(1)
  await expect(stores.filter({ hasText: '南岸店' })).toContainText('药品经营许可证')
  await page.getByRole('button', { name: '复制购物车' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '山茶大药房（观山湖店）' }).check()
  await dialog.getByRole('checkbox', { name: '山茶大药房（南岸店）' }).check()
  await dialog.getByRole('button', { name: '复制 2 种商品' }).click()
  const result = dialog.getByRole('listitem').filter({ hasText: '观山湖店' })
  await expect(result).toContainText('已复制 1 种，1 种未复制')
  await expect(result.getByRole('listitem').filter({ hasText: herb.name })).toContainText('经营范围不含')
  await dialog.getByRole('button', { name: '知道了' }).click()
  // The other store's own card tells how many lines it has now.
  await expect(stores.filter({ hasText: '观山湖店' }).getByText('1 种', { exact: true })).toBeVisible()
  await expectAccessible(page)

  // In the other store: its own cart, and back again.
  await stores.filter({ hasText: '观山湖店' }).getByRole('button', { name: '切换到此店' }).click()
  await expect(page.getByText('当前门店', { exact: true })).toBeVisible()
  await expect(stores.filter({ hasText: '观山湖店' })).toContainText('当前门店')
  await emptyCart(page)
  const { stores: all } = await dataOf(await page.request.get('/api/user/store'))
  const first = all.find((store: { name: string }) => store.name.includes('南明店'))
  await dataOf(await page.request.post('/api/user/switch_store', { data: { company_id: first.company_id } }))
  await emptyCart(page)
  expect(failures).toEqual([])
  await closeAll(page.context())
})

test('只用键盘添加、修改、删除收货地址，填错时说明是哪一栏', async ({ browser }) => {
  const page = await signedIn(browser, CLINIC)
  await page.goto('/addr')
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await press('新增地址')
  const form = page.getByRole('form', { name: '新增收货地址' })
  await expect(form).toBeVisible()
  await form.getByLabel('收货人').focus()
  await page.keyboard.type('键盘仓库')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(form.getByText('请填写 11 位手机号，或区号-座机号，如 0851-86010000')).toBeVisible()
  await expect(form.getByLabel('联系电话')).toBeFocused()
  await form.getByLabel('联系电话').fill('0871-65310000')
  // The browser's own select answers to typing; the option is named here, as a screen reader would choose it.
  await form.getByLabel('省份').selectOption('云南省')
  await form.getByLabel('城市').selectOption('昆明市')
  await form.getByLabel('区县').selectOption('五华区')
  await form.getByLabel('街道和门牌号').focus()
  await page.keyboard.type('明善巷 5 号')
  await page.keyboard.press('Enter')
  const card = page.getByRole('listitem').filter({ hasText: '键盘仓库' })
  await expect(card).toContainText('云南省昆明市五华区 明善巷 5 号')

  await press('修改 键盘仓库 明善巷 5 号')
  await page.getByRole('form', { name: '修改收货地址' }).getByLabel('街道和门牌号').fill('明善巷 7 号')
  await page.keyboard.press('Enter')
  await expect(card).toContainText('明善巷 7 号')

  await press('删除 键盘仓库 明善巷 7 号')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).focus()
  await page.keyboard.press('Enter')
  await expect(card).toHaveCount(0)
  // The licensed premises stay: there is nothing to delete them by.
  await expect(page.getByText('许可证地址', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^删除/ })).toHaveCount(0)
  await expectAccessible(page)
  await closeAll(page.context())
})

test('新消息来了徽标自己变，读了变少，删了可以撤销', async ({ browser }) => {
  const page = await signedIn(browser, CLINIC)
  const badge = page.getByRole('navigation', { name: '会员中心菜单' }).getByRole('link', { name: /^我的消息/ })
  // The line to the server opens when the page is at rest.
  const listening = page
    .waitForEvent('websocket')
    .then((line) => line.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"')))
  await page.goto('/user')
  await expect(page.getByRole('heading', { level: 1, name: '明善中医诊所' })).toBeVisible()
  const { message_count: before } = await dataOf(await page.request.get('/api/user/base'))
  await listening
  const tell = `insert into message (company_id, kind, title, url, key)
                select c.id, 'system', '徽标测试消息', '/help', 'e2e:' || gen_random_uuid() from company c where c.name = '明善中医诊所'`
  await asOperator(async (client) => {
    await client.query(tell)
    await client.query(`select pg_notify('live', json_build_object('target', json_build_object('companyId', id), 'event', json_build_object('type', 'messages'))::text)
                   from company where name = '明善中医诊所'`)
  })
  await expect(badge).toContainText(String(before + 1))

  await badge.click()
  const row = page.getByRole('listitem').filter({ hasText: '徽标测试消息' })
  await row.getByRole('button', { name: '把 徽标测试消息 标为已读' }).click()
  if (before > 0) await expect(badge).toContainText(String(before))
  else await expect(badge).toHaveText('我的消息')
  await row.getByRole('button', { name: '删除 徽标测试消息' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: '删除 徽标测试消息' }).click()
  await expect(row).toHaveCount(0)
  await expectAccessible(page)
  await closeAll(page.context())
})
