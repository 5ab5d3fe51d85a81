import { expect, it } from 'vitest'
import { addDays, beijingDate } from '#domain/dates.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { giveCredit } from '../../../../test/wallet.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const DAY_MS = 86_400_000

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db)
const debtor = await makeCompany(db, { balance: '300.00' })
await makeCompany(db, { balance: '5.00' })
await giveCredit(db, debtor.companyId, '1000.00', 30)
const goods = await makeGoods(db, { price: '10.00' })
const [order] = await buy(shop, debtor, await makeAddress(db, debtor.companyId), [{ goods_id: goods, number: 20 }])
const paid = await shop.ask('POST', `/api/pay/order/${order?.id}`, { cookie: debtor.cookie, body: { channel: 'credit' } })
if (paid.status !== 200) throw new Error(paid.text)

const page = async (query: string) => {
  const answer = await shop.ask('GET', `/api/staff/credit?${query}`, { cookie: staff })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const row = async (query: string) => (await page(query)).list.find((one: { company_id: number }) => one.company_id === debtor.companyId)

it('账期与余额：额度、已用、可用、余额、最早到期都在一行；到期一过就列入逾期', async () => {
  const due = addDays(beijingDate(NOW), 30)
  const before = await row('')
  expect(before).toMatchObject({ limit: '1000.00', days: 30, overdue: '0.00', overdue_count: 0, balance: '300.00', next_due: { on: due } })
  expect(Number(before.used) + Number(before.left)).toBe(1000)
  expect(Number(before.used)).toBeGreaterThanOrEqual(200)
  expect(await row('scope=overdue')).toBeUndefined()
  shop.clock.now = new Date(NOW.getTime() + 31 * DAY_MS)
  const late = await row('scope=overdue')
  expect(late).toMatchObject({ overdue: before.used, overdue_count: 1 })
  expect((await page('')).sums.overdue).toBe(before.used)
  shop.clock.now = NOW
})

it('有账期的、逾期的、全部企业三种看法；按名称找的在全部企业里找', async () => {
  const all = await page('scope=all&per_page=100')
  expect(all.total).toBeGreaterThan((await page('')).total)
  const { name } = await db.selectFrom('company').select('name').where('id', '=', debtor.companyId).executeTakeFirstOrThrow()
  expect((await page(`keywords=${encodeURIComponent(name)}`)).list.map((one: { company: string }) => one.company)).toContain(name)
})

it('设置账期、调整余额以后，列表随即是新的数', async () => {
  const terms = await shop.ask('POST', `/api/staff/company/${debtor.companyId}/credit`, {
    cookie: staff,
    body: { limit: '50.00', days: 7, reason: '回款慢' },
  })
  expect(terms.status, terms.text).toBe(200)
  const lowered = await row('')
  // Lowered under what is used already: nothing is left, not less than nothing.
  expect(lowered).toMatchObject({ limit: '50.00', days: 7, left: '0.00' })
  const adjusted = await shop.ask('POST', `/api/staff/company/${debtor.companyId}/balance`, {
    cookie: staff,
    body: { amount: '-100.00', reason: '多退的收回', key: 'test-key-0001' },
  })
  expect(adjusted.status, adjusted.text).toBe(200)
  expect((await row('')).balance).toBe('200.00')
})
