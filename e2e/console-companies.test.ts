import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { expectDeed, handOn } from './deeds.ts'
import { signInAs } from './entering.ts'
import { test } from './journey.ts'
import { joinAsPharmacy } from './sent-papers.ts'
import { dataOf, PASSWORD, PENDING, watchFailures } from './support.ts'

async function enter(page: Page, username: string): Promise<void> {
  await signInAs(page, username, PASSWORD)
  await expect(page.getByRole('link', { name: /企业/ }).first()).toBeVisible()
}

const statesOf = async (page: Page, companyId: number): Promise<number[]> => {
  const { papers } = await dataOf(await page.request.get(`/api/staff/company/${companyId}`))
  return papers.map(({ open }: { open: { status: number } | null }) => open?.status ?? -1)
}

/** Questions of the journeys' database that no page asks. */
async function inDatabase(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client(process.env.E2E_DATABASE_URL)
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

test('质量：用键盘审完一家药店的五份证照并通过，60 秒以内；判完之前企业什么也看不到', async ({ page, browser }) => {
  test.setTimeout(300_000)
  const buyer = await (await browser.newContext()).newPage()
  const { companyId, kinds } = await joinAsPharmacy(buyer, '五证大药房')
  const failures = watchFailures(page)
  await enter(page, 'zhiguan')
  // Two of the seven were passed on an earlier day.
  const { papers } = await dataOf(await page.request.get(`/api/staff/company/${companyId}`))
  for (const kind of ['receiver_mandate', 'receiver_id']) {
    const { open } = papers.find((one: { kind: string }) => one.kind === kind)
    await dataOf(
      await page.request.post(`/api/staff/certificate/${open.id}`, { data: { decision: 'pass', submitted_at: open.submitted_at } }),
    )
  }
  await page.goto('/console/companies?tab=new')
  const row = page.getByRole('row', { name: /五证大药房/ })
  await expect(row).toBeVisible()

  const hand = handOn(page)
  const began = Date.now()
  await hand.click(row)
  await expect(page.getByText('已判 0 / 5')).toBeVisible()
  await expect(page.getByRole('region', { name: '证照影像' }).getByRole('img').last()).toBeVisible()
  await hand.press('A')
  await hand.press('R')
  await hand.press('5')
  await expect(page.getByText('已判 2 / 5')).toBeVisible()
  await hand.press('U')
  await expect(page.getByText('已判 1 / 5')).toBeVisible()
  for (const at of [2, 3, 4]) {
    await hand.press('A')
    await expect(page.getByText(`已判 ${at} / 5`)).toBeVisible()
  }
  const before = await statesOf(page, companyId)
  expect(before.filter((status) => status === 1)).toHaveLength(5)
  await hand.press('A')
  await expect(page.getByRole('button', { name: /通过企业|先填等级/ })).toBeVisible()
  await hand.click(page.getByRole('combobox', { name: '等级' }))
  await hand.press('ControlOrMeta+A')
  await hand.type('C')
  await hand.click(page.getByRole('combobox', { name: '客户经理' }))
  await hand.press('ControlOrMeta+A')
  await hand.type('周敏')
  await hand.press('Escape')
  await hand.click(page.getByRole('button', { name: /通过企业/ }))
  await expect(page.getByText('五证大药房已通过').first()).toBeVisible()
  expectDeed(test.info(), 'pass', hand, began)

  const done = await dataOf(await page.request.get(`/api/staff/company/${companyId}`))
  expect(done).toMatchObject({ review_state: 2, rank: 'C', manager: { name: '周敏' } })
  expect(kinds).toHaveLength(7)
  expect(failures).toEqual([])
  await buyer.context().close()
})

test('客服：查一家药店为什么买不了一个商品，15 秒以内，全部原因和怎么办都说出来', async ({ page }) => {
  test.setTimeout(300_000)
  const failures = watchFailures(page)
  // The demo's pharmacy whose licence has lapsed; goods of the licence's own scope.
  const { rows } = await inDatabase(
    `select c.name, g.mnemonic, g.name as goods from company c join account_company ac on ac.company_id = c.id
       join account a on a.id = ac.account_id, lateral (select name, mnemonic from goods where scope_code = 'chem' and on_shelf
        and length(mnemonic) > 3 order by sales_30d desc limit 1) g where a.username = '13900000003' limit 1`,
  )
  const { name, mnemonic, goods } = rows[0]
  await enter(page, 'kefu')
  await page.goto('/console/companies')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()

  const hand = handOn(page)
  const began = Date.now()
  await hand.click(page.getByRole('textbox', { name: /名称、首字母/ }))
  await hand.type(name.slice(0, 3))
  await hand.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(1)
  await hand.click(page.getByRole('row', { name: new RegExp(name) }))
  await expect(page.getByRole('combobox', { name: '商品' })).toBeFocused()
  await hand.type(String(mnemonic).toLowerCase())
  await expect(page.getByRole('option', { name: new RegExp(goods.slice(0, 4)) }).first()).toBeAttached()
  await hand.press('Enter')
  const reasons = page.getByRole('list', { name: '不能购买的原因' })
  await expect(reasons).toContainText('到期')
  await expect(reasons).toContainText('怎么办')
  expectDeed(test.info(), 'why', hand, began, 3 + String(mnemonic).length)
  // What only finance may see is not there.
  await expect(page.getByRole('navigation', { name: '记录的各部分' }).getByText('账期余额')).toHaveCount(0)
  expect(failures).toEqual([])
})

test('质量：驳回一份证照，企业随之驳回，企业看得到每份的理由', async ({ page }) => {
  test.setTimeout(300_000)
  const failures = watchFailures(page)
  const { rows } = await inDatabase(
    `select c.id, c.name, (select count(*)::int from certificate t where t.company_id = c.id and t.status = 1) as waiting
       from company c join account_company ac on ac.company_id = c.id join account a on a.id = ac.account_id where a.username = $1`,
    [PENDING],
  )
  const { id, name, waiting } = rows[0]
  await enter(page, 'zhiguan')
  await page.goto(`/console/companies/review/${id}`)
  await expect(page.getByText(`已判 0 / ${waiting}`)).toBeVisible()
  await page.keyboard.press('R')
  await page.keyboard.press('5')
  for (let at = 2; at <= waiting; at++) {
    await expect(page.getByText(`已判 ${at - 1} / ${waiting}`)).toBeVisible()
    await page.keyboard.press('A')
  }
  await page.getByRole('button', { name: /驳回企业/ }).click()
  const dialog = page.getByRole('dialog', { name: `驳回 ${name}` })
  await dialog.getByText('部分证照未通过，请按各证照的原因修改').click()
  await dialog.getByRole('button', { name: '驳回企业' }).click()
  await expect(page.getByText(`${name}已驳回`).last()).toBeVisible()
  const { review_state, papers } = await dataOf(await page.request.get(`/api/staff/company/${id}`))
  expect(review_state).toBe(3)
  const reasons = papers.flatMap(({ open }: { open: { status: number; reason: string } | null }) =>
    open?.status === 3 ? [open.reason] : [],
  )
  expect(reasons).toEqual(['未加盖公章，请盖章后重新上传'])
  await page.goto('/console/companies?tab=rejected')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  expect(failures).toEqual([])
})

test('客服：从企业档案打开客户看到的商城，头上写明谁在看；价格是客户的，下不了单；结束后回到档案', async ({ page }) => {
  test.setTimeout(90_000)
  const failures = watchFailures(page)
  await enter(page, 'kefu')
  await page.goto('/console/companies?keywords=溪桥')
  await page.getByRole('row', { name: /溪桥大药房/ }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: '以客户身份看' }).click()
  const shop = await opened
  await shop.waitForURL((url) => url.pathname === '/')
  const bar = shop.getByRole('status').filter({ hasText: '身份查看商城' })
  await expect(bar).toContainText('李客服 正以 溪桥大药房（云岩店）')
  await shop.goto('/list')
  // A visitor sees no price, and the clerk has no other cookie here.
  await expect(shop.locator('main').getByText('¥').first()).toBeVisible()
  const refused = shop.waitForResponse((answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname === '/api/cart')
  await shop
    .getByRole('button', { name: /加入购物车$/ })
    .first()
    .click()
  expect((await refused).status()).toBe(403)
  await expect(shop.getByText('您正以客户身份查看商城').first()).toBeVisible()
  await shop.getByRole('button', { name: '知道了' }).click()
  await bar.getByRole('button', { name: '结束查看' }).click()
  await shop.waitForURL(/\/console\/companies\/\d+$/)
  await shop.goto('/')
  await expect(bar).toHaveCount(0)
  const { rows } = await inDatabase("select actor from audit_log where action = 'company.see' order by id desc limit 1")
  expect(rows).toEqual([{ actor: '李客服' }])
  expect(failures).toEqual([])
})
