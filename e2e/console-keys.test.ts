import { type Browser, expect, type Page } from '@playwright/test'
import { typedGoods } from '../apps/server/test/goods-desk.ts'
import { clicksOn, downTo, enterByKeys, leadTo } from './by-keys.ts'
import { type Hand, handOn } from './deeds.ts'
import { test } from './journey.ts'
import { joinAsPharmacy, sendPaper } from './sent-papers.ts'
import { closeAll, dataOf, staffIn, watchFailures } from './support.ts'

/** Review without a mouse: whole pieces of work, from the entrance to the next that waits. */

const PASS_MS = 60_000
const RENEWED_ON = '2026-03-04'

const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()

const companyOf = (page: Page, id: number) => page.request.get(`/api/staff/company/${id}`).then(dataOf)

/** What the pharmacy's papers were judged to be: 2 passed, 3 rejected. */
async function judgedOf(page: Page, id: number): Promise<string[]> {
  const { papers } = await companyOf(page, id)
  return papers.flatMap(({ open }: { open: { status: number; reason: string } | null }) => (open?.status === 3 ? [open.reason] : []))
}

/** The work list by Ctrl+K, its view by a digit, the row by J, in by Enter. */
async function reach(page: Page, hand: Hand, view: string, name: string): Promise<void> {
  await leadTo(page, '企业')
  const views = page.getByRole('navigation', { name: '企业范围' })
  await expect(views).toBeVisible()
  await hand.press(view)
  await expect(views.locator('button').nth(Number(view) - 1)).toHaveClass('is-on')
  await expect(page.getByRole('columnheader', { name: '等待自' })).toBeVisible()
  hand.keys += 4 + (await downTo(page, name))
}

/** Every paper but the last few is looked at and passed. */
async function passAll(page: Page, hand: Hand, from: number, to: number, all: number): Promise<void> {
  for (let at = from; at <= to; at++) {
    await hand.press('a')
    if (at < all) await expect(page.getByText(`已判 ${at} / ${all}`)).toBeVisible()
  }
}

/** The digit of a record's part, as its row of parts counts them. */
async function digitOf(page: Page, part: string): Promise<string> {
  const parts = await page.getByRole('navigation', { name: '记录的各部分' }).locator('.views button').allInnerTexts()
  return String(parts.findIndex((text) => text.startsWith(part)) + 1)
}

test('质量只用键盘审企业：一家驳回一份证照并写明理由，随即到下一家；另一家全部通过，填等级与客户经理；首营两步两个人', async ({
  browser,
}, info) => {
  test.setTimeout(300_000)
  const [refused, passed] = [await newPage(browser), await newPage(browser)]
  const [no, yes] = ['键盘驳回大药房', '键盘通过大药房']
  const { companyId: refusedId, kinds } = await joinAsPharmacy(refused, no)
  const { companyId: passedId } = await joinAsPharmacy(passed, yes)
  const all = kinds.length
  const [clerk, head] = [await newPage(browser), await newPage(browser)]
  const failures = [watchFailures(clerk), watchFailures(head)]
  const clicks = [await clicksOn(clerk), await clicksOn(head)]

  // One paper is rejected by R and the digit of its reason, the company with it; what its people read is said once, at the end.
  const hand = handOn(clerk)
  await enterByKeys(clerk, 'zhiguan')
  await reach(clerk, hand, '2', no)
  await expect(clerk.getByText(`已判 0 / ${all}`)).toBeVisible()
  await passAll(clerk, hand, 1, all - 1, all)
  await hand.press('r', '5')
  await expect(clerk.getByText(`已判 ${all} / ${all}`)).toBeVisible()
  await hand.press('u')
  await expect(clerk.getByText(`已判 ${all - 1} / ${all}`)).toBeVisible()
  await hand.press('r', '5')
  expect(await judgedOf(clerk, refusedId)).toEqual([])
  await hand.press('Enter')
  await expect(clerk.getByRole('dialog').getByLabel('理由')).toBeFocused()
  await hand.type('部分证照未通过，请按各证照的原因修改')
  await hand.press('Control+Enter')
  await expect(clerk.getByText(`${no}已驳回`).first()).toBeVisible()
  await expect(clerk).not.toHaveURL(new RegExp(`review/${refusedId}`))
  expect(await judgedOf(clerk, refusedId)).toEqual(['未加盖公章，请盖章后重新上传'])
  expect(await companyOf(clerk, refusedId)).toMatchObject({ review_state: 3 })
  const refusing = hand.keys

  // The next: everything passed. Grade, account manager and phone by Tab, sent from the last field.
  await reach(clerk, hand, '2', yes)
  const began = Date.now()
  await expect(clerk.getByText(`已判 0 / ${all}`)).toBeVisible()
  await passAll(clerk, hand, 1, all, all)
  await hand.press('g')
  await expect(clerk.getByRole('combobox', { name: '等级' })).toBeFocused()
  await hand.press('Control+a')
  await hand.type('C')
  await hand.press('Tab')
  await expect(clerk.getByRole('combobox', { name: '客户经理' })).toBeFocused()
  await hand.press('Control+a')
  await hand.type('周敏')
  await hand.press('Tab')
  await expect(clerk.getByRole('textbox', { name: '客户经理电话' })).toBeFocused()
  await hand.press('Shift+Tab', 'Control+Enter')
  await expect(clerk.getByText(`${yes}已通过`).first()).toBeVisible()
  const took = Date.now() - began
  expect(took).toBeLessThan(PASS_MS)
  expect(await companyOf(clerk, passedId)).toMatchObject({ review_state: 2, rank: 'C', manager: { name: '周敏' } })

  // The first step of its first trade: the record by its name, the part by its digit.
  await leadTo(clerk, yes)
  await expect(clerk.getByRole('heading', { name: yes })).toBeVisible()
  await hand.press(`Alt+${await digitOf(clerk, '首营审批')}`)
  await expect(clerk.getByRole('button', { name: '审核…' })).toBeVisible()
  await hand.press('a')
  await expect(clerk.getByRole('dialog').getByLabel('理由')).toBeFocused()
  await hand.type('资质齐全有效')
  await hand.press('Control+Enter')
  await expect(clerk.getByText('待质量负责人审批').first()).toBeVisible()

  // The second by another person.
  const second = handOn(head)
  await enterByKeys(head, 'zhijing')
  await reach(head, second, '5', yes)
  await expect(head.getByRole('button', { name: '批准…', exact: true })).toBeVisible()
  await second.press('a')
  await expect(head.getByRole('dialog').getByRole('button', { name: '批准' })).toBeFocused()
  await second.press('Enter')
  await expect(head.getByText('已批准').first()).toBeVisible()

  info.annotations.push({
    type: 'deed',
    description: `rejecting ${refusing} keys, passing and first trade ${hand.keys - refusing} + ${second.keys}, passing alone ${took} ms, 0 clicks`,
  })
  expect(failures).toEqual([[], []])
  expect(await Promise.all(clicks.map((count) => count()))).toEqual([0, 0])
  await closeAll(refused.context(), passed.context(), clerk.context(), head.context())
})

test('质量只用键盘审换新的证照，判完按回车送出，随即到下一家', async ({ browser }, info) => {
  test.setTimeout(300_000)
  const buyer = await newPage(browser)
  const name = '键盘换证大药房'
  const { companyId } = await joinAsPharmacy(buyer, name)
  const before = await staffIn(browser, 'zhiguan')
  const { papers, submitted_at } = await companyOf(before, companyId)
  for (const { open } of papers as { open: { id: number; submitted_at: string } | null }[])
    if (open)
      await dataOf(
        await before.request.post(`/api/staff/certificate/${open.id}`, { data: { decision: 'pass', submitted_at: open.submitted_at } }),
      )
  await dataOf(await before.request.post(`/api/staff/company/${companyId}/decide`, { data: { decision: 'pass', rank: 'C', submitted_at } }))
  await before.context().close()
  await sendPaper(buyer, 'drug_licence', '', { issued_on: RENEWED_ON, submit: 1 })

  const clerk = await newPage(browser)
  const failures = watchFailures(clerk)
  const clicks = await clicksOn(clerk)
  const hand = handOn(clerk)
  await enterByKeys(clerk, 'zhiguan')
  await reach(clerk, hand, '3', name)
  await expect(clerk.getByText('已判 0 / 1')).toBeVisible()
  await hand.press('r', '1')
  await expect(clerk.getByText('已判 1 / 1')).toBeVisible()
  await hand.press('u', 'a')
  await expect(clerk.getByRole('button', { name: /送出 1 份判定/ })).toBeVisible()
  await hand.press('Enter')
  await expect(clerk).not.toHaveURL(new RegExp(`review/${companyId}`))
  const now = await companyOf(clerk, companyId)
  expect(now.papers.find(({ kind }: { kind: string }) => kind === 'drug_licence')).toMatchObject({
    open: null,
    in_force: { issued_on: RENEWED_ON },
  })
  info.annotations.push({ type: 'deed', description: `a renewed licence: ${hand.keys} keys, 0 clicks` })
  expect(failures).toEqual([])
  expect(await clicks()).toBe(0)
  await closeAll(buyer.context(), clerk.context())
})

test('质量只用键盘判首营品种：名称存疑的商品，写明依据放行；依据不够长的送不出去', async ({ browser }, info) => {
  test.setTimeout(300_000)
  const maker = await staffIn(browser, 'shangpin')
  const code = `KEY${String(Date.now()).slice(-8)}`
  // A name that may be one of the stop list's.
  const data = { ...typedGoods({ name: '路泰', manufacturer: '望槐堂药业有限公司' }), code }
  const { id } = await dataOf(await maker.request.post('/api/staff/goods_record', { data }))
  await maker.context().close()

  const clerk = await newPage(browser)
  const failures = watchFailures(clerk)
  const clicks = await clicksOn(clerk)
  const hand = handOn(clerk)
  await enterByKeys(clerk, 'zhiguan')
  await leadTo(clerk, '禁售目录')
  hand.keys += 6 + (await downTo(clerk, code))
  const reason = clerk.getByRole('textbox', { name: '依据' })
  await expect(reason).toBeVisible()
  await hand.press('a')
  await expect(reason).toBeFocused()
  await hand.type('已核对批件')
  await hand.press('Control+Enter')
  await expect(clerk.getByText('还差 5 个字', { exact: true })).toBeVisible()
  await hand.type('，与目录品种无关')
  await hand.press('Control+Enter')
  await expect(clerk.locator('tr.ant-table-row').filter({ hasText: code })).toHaveCount(0)
  const { list } = await dataOf(await clerk.request.get(`/api/staff/goods_record?keywords=${code}`))
  expect(list[0]).toMatchObject({ id, state: 'off' })
  info.annotations.push({ type: 'deed', description: `a goods of a doubted name released: ${hand.keys} keys, 0 clicks` })
  expect(failures).toEqual([])
  expect(await clicks()).toBe(0)
  await clerk.context().close()
})
