import { expect, it } from 'vitest'
import { makeAgreement } from '../../../../test/agreements.ts'
import { makeStaff } from '../../../../test/fixtures.ts'
import { GATES_NOW, makeGround, orderSteps, WAYS } from '../../../../test/gates.ts'
import { testShop } from '../../../../test/harness.ts'

/** A gate that stands before all companies at once: a shop of its own, in which everything is prepared before it is closed. */

const shop = await testShop({ now: GATES_NOW })
const { db } = shop.database
const steps = orderSteps(shop, await makeStaff(db, '质管员'))

const attempts = []
for (const { name, prepare } of WAYS) attempts.push({ name, attempt: await prepare(await makeGround(shop)) })
const placed = await steps.place()
const unpaid = await steps.place()
await makeAgreement(db, { title: '服务协议', demanded: true, blocks_on: '2026-11-20' })
shop.sessions.forget()

it.each(attempts)('新版协议过了期限没有同意，$name：进不去，并说明原因', async ({ attempt }) => {
  const outcome = await attempt()
  expect(outcome.isIn, outcome.text).toBe(false)
  expect(outcome.text).toContain('请企业负责人阅读并同意《服务协议》')
})

it('期限之前下的订单照常付款、拣货', async () => {
  const paid = await steps.pay(placed, 'balance')
  expect(paid.status, paid.text).toBe(200)
  const picked = await steps.command(placed.order, 'pick')
  expect(picked.status, picked.text).toBe(200)
  expect(await steps.row(placed.order)).toMatchObject({ status: 'picking', held_at: null })
})

it('只停下单：已下的订单照常提交转账凭证，买过的照常取报告、要报告，领券、充值、换密钥都不问', async () => {
  const { cookie } = unpaid.buyer
  const form = { amount: '100.00', paid_on: '2026-11-21', payer_name: '云岩大药房', payer_account: '6222000000000001', file_ids: [] }
  const asked = await Promise.all([
    shop.ask('POST', `/api/pay/order/${unpaid.order}/transfer`, { cookie, body: form }),
    shop.ask('GET', '/api/report/1/file', { cookie }),
    shop.ask('GET', '/api/report/zip?ids=1', { cookie }),
    shop.ask('POST', '/api/report/request', { cookie, body: { batch_id: 1 } }),
    shop.ask('POST', '/api/user/open_key/1/renew', { cookie, body: {} }),
    shop.ask('POST', '/api/coupon/take', { cookie, body: { id: 1 } }),
    shop.ask('POST', '/api/cash_coupon/userRecharge', { cookie, body: {} }),
  ])
  expect(asked.map(({ text }) => text).filter((text) => text.includes('服务协议'))).toEqual([])
})
