import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { creditCode } from '../apps/server/demo/credit-code.ts'
import { fillBlanks, publishAgreements, publishOpen } from './article-form.ts'
import { enterFirst, setUpFactor, signInAs } from './entering.ts'
import { makeGoods, shelveGoods } from './first-goods.ts'
import { countHand, type Hand, inWords } from './hand.ts'
import { makeWarehouse, typeSlip } from './intake.ts'
import { acceptLetter, codeIn, inviteNew, letterOf, openLetter } from './letter.ts'
import { fillCompany, fillPaper, PHARMACY_KINDS, signContract } from './paper-forms.ts'
import { picture } from './pictures.ts'
import { openRealShop } from './real-shop.ts'
import { fillBank, fillShipping, fillShop, isReady, isSaved, registerSeal, saveSettings, step } from './settings-form.ts'
import { askForPerson, type Newcomer, takePassword } from './staff-forms.ts'
import { pressShown, watchFailures } from './support.ts'
import { passGoods, passSupplier } from './upstream.ts'

/** From an empty folder to the first order on its way: by the console and the shop alone, each deed by whoever may do it. */

/** A step that takes longer does not come at all. */
const STEP_MS = 30_000
const PASSWORD = 'Kaidian-2026-heng'
const COMPANY = '衡安医药有限公司'
const PHARMACY = { name: '桥边大药房', contact: '桥小雨', phone: '13722220009', code: creditCode('520103', 4711) }
const GOODS = { code: 'HA0001', name: '示范新凉颗粒', initials: 'sfxlkl', batchNo: 'HA261101' }

const SUPPLIER = { name: '示范新药业有限公司', serial: 4712, scopes: ['中成药'] }

/** Their roles decide what others may do: another administrator agrees first. */
const OF_TWO: readonly Newcomer[] = [
  { username: 'zhiliang', name: '沈质', role: '质量' },
  { username: 'zhifu', name: '陆负责', role: '质量负责人' },
  { username: 'caiwu', name: '钱会计', role: '财务' },
]
const OF_ONE: readonly Newcomer[] = [
  { username: 'shangpin', name: '商小品', role: '商品' },
  { username: 'cangku1', name: '仓一', role: '仓储' },
  { username: 'cangku2', name: '仓二', role: '仓储' },
  { username: 'kefu', name: '柳客服', role: '客服' },
]

/** Everybody has a browser of his own; what all of them do is counted together. */
function peopleOf(browser: Browser, baseURL: string, hand: Hand) {
  const failures: string[] = []
  const contexts: BrowserContext[] = []
  return {
    failures,
    async sit(): Promise<Page> {
      const context = await browser.newContext({ baseURL, viewport: { width: 1366, height: 768 } })
      contexts.push(context)
      context.setDefaultTimeout(STEP_MS)
      await countHand(context, hand)
      const page = await context.newPage()
      watchFailures(page, failures)
      return page
    },
    close: () => Promise.all(contexts.map((context) => context.close())),
  }
}

/** A line of what waits for whoever sits there, from wherever he is. */
async function openQueue(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: '运营后台' }).getByRole('link', { name: '工作台' }).click()
  await page.getByRole('main').getByRole('link', { name }).click()
  // The first page lists pieces by name too, and stands until the other one has come.
  await expect(page).not.toHaveTitle(/^工作台/)
}

async function fillSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: '去办理' }).click()
  await step(page, '本企业资料').getByRole('link', { name: '填写' }).click()
  await fillShop(page, { company: COMPANY, code: creditCode('520103', 4321), phone: '0851-88880000' })
  await saveSettings(page)
  await isSaved(page)
  await fillBank(page, COMPANY)
  await fillShipping(page)
  await registerSeal(page, COMPANY)
}

/** The first of all has nobody to agree: by a word taken for an hour he makes the second administrator, and gives it back. */
async function addSecond(page: Page): Promise<string> {
  await page.goto('/console/system/opening')
  await step(page, '各岗位的人').getByRole('link', { name: '添加' }).click()
  await askForPerson(page, { username: 'boss2', name: '王二', role: '管理员' })
  const dialog = page.getByRole('dialog', { name: '新增员工' })
  await expect(dialog.getByText(/除您以外没有在岗员工/).first()).toBeVisible()
  await dialog.getByRole('button', { name: '取得应急授权…' }).click()
  const form = page.getByRole('dialog', { name: '取得应急授权' })
  await form.getByLabel('理由').fill('开业，还没有第二位管理员')
  await form.getByRole('button', { name: '取得授权' }).click()
  await expect(page.getByText(/您正在使用“管理员工”/)).toBeVisible()
  await dialog.getByRole('button', { name: '新增并取初始密码' }).click()
  const password = await takePassword(page, false)
  await page.getByRole('button', { name: '立即结束' }).click()
  await expect(page.getByText(/正在使用/)).toHaveCount(0)
  return password
}

async function addPeople(page: Page): Promise<Map<string, string>> {
  const passwords = new Map<string, string>()
  for (const person of [...OF_TWO, ...OF_ONE]) {
    await page.getByRole('button', { name: '新增员工' }).click()
    await askForPerson(page, person)
    passwords.set(person.username, await takePassword(page, OF_TWO.includes(person)))
  }
  return passwords
}

async function agreeToAll(page: Page): Promise<void> {
  await openQueue(page, /待我批准/)
  for (const { name } of OF_TWO) {
    await page.getByRole('row', { name: new RegExp(name) }).click()
    await expect(page.getByRole('complementary').filter({ hasText: name })).toBeVisible()
    await pressShown(page, 'a')
    await page.getByRole('dialog').getByRole('button', { name: '批准并办理' }).click()
    await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
  }
}

async function publishTexts(page: Page): Promise<void> {
  await page.goto('/console/content/articles?state=legal')
  await page.getByRole('button', { name: '按范本起草' }).click()
  const drafts = page.getByRole('row').filter({ hasText: '草稿' })
  await expect(drafts.first()).toBeVisible()
  for (let left = await drafts.count(); left > 0; left--) {
    await drafts.first().click()
    await expect(page.getByRole('textbox', { name: '正文' })).toBeVisible()
    await fillBlanks(page, '贵阳市云岩区人民法院')
    await publishOpen(page)
    await page.goBack()
    await expect(drafts).toHaveCount(left - 1)
  }
}

async function receiveByTwo(clerk: Page, judge: Page): Promise<void> {
  await makeWarehouse(clerk, 'WH1', '贵阳仓')
  await typeSlip(clerk, {
    warehouse: '贵阳仓',
    supplier: SUPPLIER.name,
    paperNo: 'THD0001',
    goods: GOODS.initials,
    batchNo: GOODS.batchNo,
    number: '300',
  })
  await clerk.keyboard.press('Control+s')
  await expect(clerk.getByText('等质量部门的另一人验收')).toBeVisible()
  await openQueue(judge, /待验收/)
  await judge.getByRole('row', { name: /THD0001/ }).click()
  await expect(judge.getByRole('button', { name: /验收入库/ })).toBeVisible()
  await judge.keyboard.press('a')
  await expect(judge.getByText('已验收')).toBeVisible()
}

async function join(clerk: Page, buyer: Page): Promise<void> {
  const letter = codeIn(await inviteNew(clerk, PHARMACY))
  await letterOf(clerk).getByRole('button', { name: '已交出，关闭' }).click()
  await buyer.goto('/register/step1')
  await openLetter(buyer, letter)
  await acceptLetter(buyer, PHARMACY.phone, PASSWORD)
  await buyer.waitForURL('**/register/step2')
  await expect(buyer.getByLabel('企业名称')).toHaveValue(PHARMACY.name)
  await fillCompany(buyer, PHARMACY.code)
  for (const kind of PHARMACY_KINDS) await fillPaper(buyer, kind, PHARMACY.code)
  await buyer.getByRole('button', { name: '提交审核' }).click()
  await expect(buyer.getByRole('heading', { name: '资料已提交，等待审核' })).toBeVisible()
}

/** Paper by paper and the company as a whole by one of quality; first trade by the same, and then by its head. */
async function review(quality: Page, head: Page): Promise<void> {
  await openQueue(quality, /待审核企业/)
  for (let at = 0; at < PHARMACY_KINDS.length; at++) {
    await expect(quality.getByText(`已判 ${at} / ${PHARMACY_KINDS.length}`)).toBeVisible()
    await quality.keyboard.press('a')
  }
  await quality.getByRole('combobox', { name: '等级' }).fill('C')
  await quality.getByRole('combobox', { name: '客户经理' }).fill('柳客服')
  await quality.keyboard.press('Escape')
  await quality.getByRole('button', { name: /通过企业/ }).click()
  await expect(quality.getByText(`${PHARMACY.name}已通过`).first()).toBeVisible()

  await quality.goto('/console/companies')
  await quality.getByRole('row', { name: new RegExp(PHARMACY.name) }).click()
  await quality.getByRole('button', { name: '首营审批' }).click()
  await quality.getByRole('button', { name: '审核…' }).click()
  await quality.getByRole('dialog').getByText('资质齐全有效，同意建立业务关系').click()
  await quality.getByRole('dialog').getByRole('button', { name: '审核通过，送审批' }).click()
  await expect(quality.getByText('待质量负责人审批').first()).toBeVisible()
  // Whose step is next finds it on the first page.
  await openQueue(head, /待首营审批/)
  await head.getByRole('row', { name: new RegExp(PHARMACY.name) }).click()
  await head.getByRole('button', { name: '批准…', exact: true }).click()
  await head
    .getByRole('dialog')
    .getByRole('button', { name: /批\s*准/ })
    .click()
  await expect(head.getByText('已批准').first()).toBeVisible()
}

/** Answers the order's address. */
async function buy(buyer: Page): Promise<string> {
  await signContract(buyer)
  await buyer.getByRole('combobox', { name: /搜索/ }).fill(GOODS.initials)
  await buyer.keyboard.press('Enter')
  await buyer.waitForURL(/\/search\?/)
  await buyer.getByRole('button', { name: `把 ${GOODS.name} 加入购物车` }).click()
  await expect(buyer.getByRole('button', { name: '购物车，1 种商品' })).toBeVisible()
  await buyer.goto('/cart')
  const quantity = buyer.getByRole('textbox', { name: `${GOODS.name} 数量`, exact: true })
  await quantity.fill('20')
  await quantity.press('Enter')
  await buyer.getByRole('button', { name: '去结算' }).click()
  await buyer.waitForURL(/\/cart\/step2/)
  await expect(buyer.getByText('桥边路 3 号').first()).toBeVisible()
  await buyer.getByRole('button', { name: /^提交订单 ¥265\.00/ }).click()
  await buyer.waitForURL(/\/cart\/step3\/\d+/)
  await buyer.getByRole('radio', { name: /对公转账/ }).check()
  await buyer.getByRole('link', { name: '去转账并提交凭证' }).click()
  await expect(buyer.getByText('贵阳银行云岩支行')).toBeVisible()
  await buyer.getByLabel('付款账号').fill('6230 0000 1111 2222')
  const file = { name: '回单.png', mimeType: 'image/png', buffer: await picture() }
  await buyer.locator('input[type=file]').setInputFiles(file)
  await expect(buyer.getByRole('button', { name: /^移除/ })).toBeVisible()
  await buyer.getByRole('button', { name: '提交转账凭证' }).click()
  await expect(buyer.getByText('财务核对到账后，订单自动转为已付款')).toBeVisible()
  return `/order/info/${new URL(buyer.url()).searchParams.get('id')}`
}

async function confirmTransfer(clerk: Page): Promise<void> {
  await openQueue(clerk, /待核对的转账凭证/)
  await clerk.getByRole('row', { name: new RegExp(PHARMACY.name) }).click()
  const pane = clerk.getByRole('complementary', { name: '转账凭证' })
  for (const item of ['户名', '金额']) await expect(pane.getByRole('row', { name: new RegExp(item) }).getByLabel('相符')).toBeVisible()
  await clerk.keyboard.press('a')
  await clerk.getByRole('dialog').getByRole('button', { name: '确认到账' }).click()
  await expect(clerk.getByText('没有待核对的凭证')).toBeVisible()
}

async function ship(picker: Page, checker: Page): Promise<void> {
  const scan = async (page: Page, label: string) => {
    await expect(page.getByLabel('扫描批号、追溯码或商品条码')).toBeFocused()
    await page.keyboard.type(label)
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 / 1 行')).toBeVisible()
    await page.keyboard.press('F9')
  }
  await openQueue(picker, /待拣货/)
  await picker.getByRole('row', { name: new RegExp(PHARMACY.name) }).click()
  await expect(picker.getByRole('button', { name: /开始拣货/ })).toBeVisible()
  await picker.keyboard.press('Enter')
  await scan(picker, `20*${GOODS.batchNo}`)
  await expect(picker.getByText('这张订单是您拣的货，须由另一人登录复核发货')).toBeVisible()

  await openQueue(checker, /待复核/)
  await checker.getByRole('row', { name: new RegExp(PHARMACY.name) }).click()
  await scan(checker, `20*${GOODS.batchNo}`)
  await expect(checker.getByLabel('运单号（扫码即发货）')).toBeFocused()
  await checker.keyboard.type('YD0001')
  await checker.keyboard.press('Enter')
  await expect(checker.getByRole('heading', { name: '已发货' })).toBeVisible()
}

test('从空文件夹到第一张发出的订单：只用后台和商城，开业清单全绿，随货同行单可下载', async ({ browser }) => {
  test.setTimeout(720_000)
  const shop = await openRealShop()
  const hand: Hand = { clicks: 0, keys: 0 }
  const people = peopleOf(browser, shop.origin, hand)
  try {
    await shop.addFirst({ username: 'boss', name: '郑管理', password: PASSWORD })
    const began = Date.now()
    const boss = await people.sit()
    await signInAs(boss, 'boss', PASSWORD)
    await setUpFactor(boss)
    await fillSettings(boss)

    const second = await people.sit()
    await enterFirst(second, 'boss2', await addSecond(boss), PASSWORD)
    const passwords = await addPeople(boss)
    await agreeToAll(second)
    const enter = async (username: string): Promise<Page> => {
      const page = await people.sit()
      await enterFirst(page, username, passwords.get(username) ?? '', PASSWORD)
      return page
    }
    // The administrator publishes while the others come in.
    const texts = publishTexts(boss)
    const [clerk, merchant] = [await enter('cangku1'), await enter('shangpin')]
    const [quality, head] = [await enter('zhiliang'), await enter('zhifu')]
    const [service, finance, checker] = [await enter('kefu'), await enter('caiwu'), await enter('cangku2')]
    await texts
    await publishAgreements(boss, second)

    const buyer = await people.sit()
    const stocked = async (): Promise<void> => {
      const people = { merchant, quality, head }
      await passSupplier(people, SUPPLIER)
      await makeGoods(merchant, GOODS)
      await passGoods(people, { goods: GOODS.name, supplier: SUPPLIER.name })
      await shelveGoods(merchant)
      await receiveByTwo(clerk, quality)
    }
    await Promise.all([stocked(), join(service, buyer)])
    await review(quality, head)
    const order = await buy(buyer)
    await confirmTransfer(finance)
    await buyer.goto('/cart/step4?id='.concat(order.split('/').at(-1) ?? ''))
    await expect(buyer.getByRole('heading', { name: '支付成功，我们开始备货' })).toBeVisible()
    await ship(clerk, checker)

    await buyer.goto(order)
    const note = buyer.getByRole('link', { name: /随货同行单/ }).first()
    await expect(note).toBeVisible({ timeout: 120_000 })
    const paper = await buyer.request.get((await note.getAttribute('href')) ?? '')
    expect(paper.headers()['content-type']).toContain('pdf')

    await boss.goto('/console/system/opening')
    await expect(boss.getByText('13 / 13 步就绪：可以营业了')).toBeVisible()
    await isReady(boss, '试走一单')
    await boss.goto('/console')
    await expect(boss.getByText(/开业准备：/)).toHaveCount(0)
    const said = inWords(hand, began)
    test.info().annotations.push({ type: '空文件夹到第一张发出的订单', description: said })
    process.stdout.write(`空文件夹到第一张发出的订单：${said}\n`)
    expect(people.failures).toEqual([])
  } finally {
    await people.close()
    await shop.stop()
  }
})
