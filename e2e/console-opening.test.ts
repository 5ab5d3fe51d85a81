import { expect, type Page, test } from '@playwright/test'
import { creditCode } from '../apps/server/demo/credit-code.ts'
import { fillBlanks, publishAgreements, publishOpen } from './article-form.ts'
import { setUpFactor, signInAs } from './entering.ts'
import { countHand, inWords } from './hand.ts'
import { openRealShop } from './real-shop.ts'
import { fillBank, fillShipping, fillShop, isReady, isSaved, registerSeal, saveSettings, setting, step } from './settings-form.ts'
import { dataOf, watchFailures } from './support.ts'

/** A real shop from an empty database: its first administrator comes from the command, everything after from the console. */

const PASSWORD = 'Kaidian-2026-heng'
const COMPANY = '衡安医药有限公司'

async function publish(page: Page, id: number): Promise<void> {
  const { article, title, summary, author, body } = await dataOf(await page.request.get(`/api/staff/article/${id}`))
  const filled = body.replace(/【请填写：[^】]*】/g, '三')
  const texts = { section: article.section.code, code: article.code, title, summary, author, body: filled }
  const saved = await dataOf(await page.request.post('/api/staff/article', { data: { id, ...texts, version: article.version } }))
  await dataOf(await page.request.post(`/api/staff/article/${id}/publish`, { data: { version: saved.article.version } }))
}

test('空店开业：命令添加第一位管理员，登录设动态口令，填设置、发布协议、登记印章，清单逐项变绿，商城显示企业名称、证照和协议', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const shop = await openRealShop()
  const context = await browser.newContext({ baseURL: shop.origin, viewport: { width: 1366, height: 768 } })
  const hand = { clicks: 0, keys: 0 }
  await countHand(context, hand)
  const page = await context.newPage()
  const failures = watchFailures(page)
  try {
    // Before anything: the storefront says what it is.
    await page.goto('/')
    await expect(page.getByRole('heading', { name: '商城正在筹备' })).toBeVisible()

    await shop.addFirst({ username: 'boss', name: '郑管理', password: PASSWORD })
    const began = Date.now()
    await signInAs(page, 'boss', PASSWORD)
    await setUpFactor(page)

    // The first thing on the first page is what is to be done.
    await expect(page.getByText(/开业准备：13 步里还有 13 步/)).toBeVisible()
    await page.getByRole('link', { name: '去办理' }).click()
    await expect(step(page, '本企业资料')).toContainText('缺：企业名称、统一社会信用代码、注册地址、服务热线')

    await step(page, '本企业资料').getByRole('link', { name: '填写' }).click()
    await fillShop(page, { company: COMPANY, code: creditCode('520103', 4321), phone: '电话' })
    // What is wrong is said at its field, and nothing is lost.
    await saveSettings(page)
    await expect(setting(page, '服务热线')).toContainText('电话只能是数字')
    await setting(page, '服务热线').getByRole('textbox').fill('0851-88880000')
    await saveSettings(page)

    await isSaved(page)
    await fillBank(page, COMPANY)
    await fillShipping(page)
    await setting(page, '运费').getByRole('button', { name: '历史' }).click()
    await expect(page.getByRole('complementary', { name: '运费' })).toContainText('郑管理')
    await expect(page.getByRole('complementary', { name: '运费' })).toContainText('满多少免运费 ¥1000.00；不满时收 ¥15.00')

    await registerSeal(page, COMPANY)

    await page.goto('/console/content/articles?state=legal')
    await page.getByRole('button', { name: '按范本起草' }).click()
    await page.getByRole('row', { name: /货物配送/ }).click()
    await expect(page.getByText('还有 1 处空白：多少小时')).toBeVisible()
    expect(await page.getByRole('textbox', { name: '正文' }).inputValue()).toContain('授权收货人当场核对')
    await fillBlanks(page, '24 小时')
    await publishOpen(page)
    const { list } = await dataOf(await page.request.get('/api/staff/article?state=legal&per_page=100'))
    for (const { id, state } of list) if (state === 'draft') await publish(page, id)

    const alone = (word: string) =>
      page.request.post('/api/staff/emergency', { data: { word, minutes: 60, reason: '开业，还没有第二位管理员' } })
    const taken = await dataOf(await alone('articles.change'))
    await publishAgreements(page, page)
    await dataOf(await page.request.post(`/api/staff/emergency/${taken.id}/end`, { data: {} }))

    // Nobody is there yet to agree to whom the first administrator gives such roles: he says so, on record, for an hour.
    await dataOf(await alone('staff.manage'))
    for (const [username, roles] of [
      ['zhi1', ['quality']],
      ['zhi2', ['quality_head']],
      ['shang1', ['merchandiser']],
      ['cang1', ['warehouse']],
      ['cang2', ['warehouse']],
      ['cai1', ['finance']],
      ['ke1', ['service']],
    ] as const)
      await dataOf(await page.request.post('/api/staff/person', { data: { username, name: '沈默', roles } }))

    await page.goto('/console/system/opening')
    for (const title of ['本企业资料', '证照公示', '印章与签章', '收款账户', '运费与退货地址', '各岗位的人', '法律文本与帮助', '注册协议'])
      await isReady(page, title)
    await expect(step(page, '首批商品上架')).toContainText('缺：')
    test.info().annotations.push({
      type: '空店到协议发布',
      description: inWords(hand, began),
    })

    // What buyers see of it, at once.
    const buyer = await (await browser.newContext({ baseURL: shop.origin })).newPage()
    await buyer.goto('/')
    await expect(buyer.getByText(`${COMPANY}的网上采购商城即将开业`)).toBeVisible()
    await expect(buyer.getByText(`© ${COMPANY}`)).toBeVisible()
    const licence = buyer.getByRole('link', { name: /药品经营许可证：黔AA8510001/ })
    expect((await buyer.request.get((await licence.getAttribute('href')) ?? '')).headers()['content-type']).toBe('image/jpeg')
    await buyer.getByRole('link', { name: '用户协议' }).click()
    await expect(buyer.getByRole('heading', { name: '用户协议' })).toBeVisible()
    await expect(buyer.getByText('由贵阳市云岩区人民法院管辖')).toBeVisible()
    await buyer.context().close()
    expect(failures).toEqual([])
  } finally {
    await context.close()
    await shop.stop()
  }
})
