import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { makeWorld } from './own-world.ts'
import { withDatabase } from './shop-database.ts'
import { closeAll, expectAccessible, pressShown, signedIn, staffIn, watchFailures } from './support.ts'

/** A new version of the user agreement from the clerk's draft to the pharmacy that agrees, with the day on which it would have been stopped. */

const LONG = Array.from({ length: 12 }, (_, at) => `${at + 1}. 第 ${at + 1} 条：双方按约定履行，逾期的按日计违约金。`).join('\n')
const DAY_MS = 86_400_000
const beijingDay = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)

/** What no person can: time is let pass, and at the end no other journey of this shop is asked. */
const change = (agreement: number, values: string) =>
  withDatabase(async ({ pool }) => {
    await pool.query('alter table agreement_version disable trigger agreement_version_final')
    await pool.query(`update agreement_version set ${values} where agreement_id = $1`, [agreement])
    await pool.query('alter table agreement_version enable trigger agreement_version_final')
    await pool.query(`select note_change('company', null)`)
  })

test('协议新版本写好送审，另一人批准生效；药店登录看到全文和期限，暂不同意还能逛；过了期限不能下单，同意后能；后台看得到谁同意了', async ({
  browser,
}) => {
  test.slow()
  const world = await makeWorld({ word: '协议', price: '60.00', stock: [50], balances: ['100.00', '100.00'] })
  const [pharmacy, other] = world.buyers
  if (!pharmacy || !other) throw new Error('no buyers')
  const page = await staffIn(browser, 'yunying', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(page)

  await page.goto('/console/content/agreements')
  await expect(page.getByRole('row', { name: /隐私政策/ })).toContainText('第 1 版')
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('名称', { exact: true }).fill('采购平台服务协议')
  await page.getByLabel('地址（英文）').fill('cgfw')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /建\s*立/ })
    .click()
  await expect(page.getByText('起草第 1 版', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: '正文' }).fill(`## 一、约定\n${LONG}\n\n点[这里](https://elsewhere.example/)`)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/链接只能指向本站页面/).first()).toBeVisible()
  await page.getByRole('textbox', { name: '正文' }).fill(`## 一、约定\n${LONG}`)
  await page.getByRole('checkbox', { name: '注册时要同意' }).uncheck()
  await page.getByRole('checkbox', { name: '要求现有企业同意' }).check()
  await page.getByLabel('从哪天起未同意不能下单').fill(beijingDay(7))
  await page.keyboard.press('Enter')
  await expect(page.locator('.ant-picker-dropdown:visible')).toHaveCount(0)
  await expect(page.getByRole('article', { name: '预览' })).toContainText('第 12 条')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('第 1 版草稿', { exact: true })).toBeVisible()
  // Off the button that has moved under it: its colour while it is pointed at is the library's.
  await page.mouse.move(0, 0)
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/agreement-draft-1366.png' })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/已送审，由另一人批准/).first()).toBeVisible()
  const id = Number(/\d+$/.exec(page.url())?.[0])

  const second = await staffIn(browser, 'admin', { viewport: { width: 1366, height: 768 } })
  await second.goto('/console/system/approvals?scope=decide&state=waiting')
  await second.getByRole('row').filter({ hasText: '采购平台服务协议' }).click()
  await expect(second.getByText(`${beijingDay(7)} 起`).first()).toBeVisible()
  await second.screenshot({ path: 'test-results/agreement-approval-1366.png' })
  await pressShown(second, 'a')
  await second.getByRole('dialog').getByRole('button', { name: '批准并办理' }).click()
  await expect(second.getByText('已批准，已经办理').first()).toBeVisible()

  const buyer = await signedIn(browser, pharmacy.username, { viewport: { width: 375, height: 812 } })
  await buyer.goto('/')
  const dialog = buyer.getByRole('dialog', { name: '请阅读《采购平台服务协议》' })
  await expect(dialog).toContainText(`还有 7 天：自 ${beijingDay(7)} 起，没有同意的企业不能下单`)
  await expect(dialog).toContainText('第 12 条')
  await expectAccessible(buyer)
  await buyer.screenshot({ path: 'test-results/agreement-asked-375.png' })
  await dialog.getByRole('button', { name: '暂不同意' }).click()
  await buyer.goto(`/list/info/${world.goods.id}`)
  await expect(buyer.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // The day has come.
  await change(id, `blocks_on = '${beijingDay(-1)}', in_force_at = in_force_at - interval '9 days'`)
  const put = () =>
    buyer.request.post('/api/cart', { data: { list: [{ goods_id: world.goods.id, number: 1 }] } }).then((answer) => answer.json())
  await expect.poll(async () => (await put()).message).toContain('请企业负责人阅读并同意《采购平台服务协议》')
  await buyer.goto('/xieyi')
  await expect(buyer.getByText(/同意后马上可以/).first()).toBeVisible()
  await expectAccessible(buyer)
  await buyer.screenshot({ path: 'test-results/agreement-page-375.png' })
  await buyer.getByRole('button', { name: '同意《采购平台服务协议》' }).click()
  await expect(buyer.getByRole('link', { name: '《采购平台服务协议》第 1 版' })).toBeVisible()
  expect((await put()).code).toBe(200)
  await buyer.getByRole('link', { name: '《采购平台服务协议》第 1 版' }).click()
  await expect(buyer.getByRole('button', { name: '打印' })).toBeVisible()
  await expect(buyer.getByText(/IP 127\.0\.0\.1/).first()).toBeVisible()
  await expectAccessible(buyer)
  await buyer.screenshot({ path: 'test-results/agreement-signed-375.png' })

  await page.goto(`/console/content/agreement_companies?agreement=${id}&keywords=${encodeURIComponent(pharmacy.name)}`)
  await expect(page.getByRole('row').filter({ hasText: pharmacy.name })).toContainText('已同意现行版本')
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/agreement-companies-1366.png' })
  await page.goto(`/console/content/agreement_companies?agreement=${id}&state=none&keywords=${encodeURIComponent(other.name)}`)
  await expect(page.getByRole('row').filter({ hasText: other.name })).toContainText('没有同意过')

  await page.goto(`/console/content/agreements/${id}`)
  await page.getByRole('button', { name: /各版本/ }).click()
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /第 1 版/ })
    .click()
  await expect(page.getByRole('complementary').getByText('赵运营、系统管理员')).toBeVisible()
  await page.screenshot({ path: 'test-results/agreement-version-1366.png' })
  await change(id, 'demanded = false, blocks_on = null')
  expect(failures).toEqual([])
  await closeAll(page.context(), second.context(), buyer.context())
})
