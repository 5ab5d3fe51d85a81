import { afterAll, describe, expect, it } from 'vitest'
import { confirmBankTransfer } from '../src/modules/money/payments/public.ts'
import { balanceOf, expectLedgerTrue, fillCart, openSheet, stockOf } from './buying.ts'
import { makeStaff } from './fixtures.ts'
import { GATES, type Gate, type Ground, makeGround, orderSteps, RECEIPT_GATE, WAYS } from './gates.ts'
import { arrive, openBankAccount, paymentDepsOf } from './gateway.ts'
import { testShop } from './harness.ts'

/** Every way into an order, and every step of one, against every gate of law and standing. */

const NOW = new Date('2026-11-21T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db } = shop.database
const steps = orderSteps(shop, await makeStaff(db, '质管员'))
await openBankAccount(db)
afterAll(() => expectLedgerTrue(db))

/** What the test closes in the tables is known to the shop at once, as its triggers make it known between processes. */
async function close(gate: Gate, ground: Ground): Promise<void> {
  await gate.close(ground)
  shop.sessions.forget()
}

describe('进入订单的每一条路，都问每一道闸门', () => {
  it.each(WAYS.filter(({ given }) => !given))('$name：一切齐备时走得通', async ({ prepare }) => {
    const attempt = await prepare(await makeGround(shop))
    const outcome = await attempt()
    expect(outcome.isIn, outcome.text).toBe(true)
  })

  it.each(WAYS.filter(({ given }) => given))('$name：没有批号、票和随货单，药品一律不给', async ({ prepare, silent }) => {
    const outcome = await (await prepare(await makeGround(shop)))()
    expect(outcome.isIn, outcome.text).toBe(false)
    if (!silent) expect(outcome.text).toContain('药品须随订单按批号发货')
  })

  describe.each(WAYS)('$name', ({ prepare, silent }) => {
    it.each(GATES)('$name：进不去，并说明原因', async (gate) => {
      const ground = await makeGround(shop)
      const attempt = await prepare(ground)
      await close(gate, ground)
      const outcome = await attempt()
      expect(outcome.isIn, outcome.text).toBe(false)
      if (!silent || gate.ofCompany) expect(outcome.text).toMatch(gate.says)
    })
  })

  it.each(WAYS.filter(({ name }) => !/赠品|换购|组合/.test(name)))('含麻商品，回执逾期，$name：进不去', async ({ prepare, silent }) => {
    const ground = await makeGround(shop)
    const attempt = await prepare(ground)
    await close(RECEIPT_GATE, ground)
    const outcome = await attempt()
    expect(outcome.isIn, outcome.text).toBe(false)
    if (!silent) expect(outcome.text).toMatch(RECEIPT_GATE.says)
  })
})

const saidOf = async (order: number): Promise<string> => JSON.stringify((await steps.row(order)).hold_reasons)

describe('下单之后闸门关上：付款、拣货、发货都不悄悄放行', () => {
  const gates = [...GATES, RECEIPT_GATE]

  it.each(gates)('$name：余额、账期、支付渠道、对公转账都付不了款，订单暂停并说明', async (gate) => {
    const placed = await steps.place()
    await close(gate, placed)
    for (const channel of ['balance', 'credit', 'gateway', 'bank']) {
      const answer = await steps.pay(placed, channel)
      expect(answer.status, answer.text).toBe(gate.name === '电子合同未签' ? 459 : 409)
      expect(answer.message).toMatch(gate.says)
    }
    const after = await steps.row(placed.order)
    expect(after.status).toBe('pending_payment')
    expect(after.held_at).not.toBeNull()
    expect(JSON.stringify(after.hold_reasons)).toMatch(gate.says)
    expect(await balanceOf(db, placed.buyer.companyId)).toBe(100_000)
  })

  it.each(gates)('$name：渠道回调到账的钱收下，订单暂停', async (gate) => {
    const placed = await steps.place()
    const started = await steps.pay(placed, 'gateway')
    await close(gate, placed)
    const heard = await arrive(shop, started.data.payment_no)
    expect(heard.data.outcome).toBe('paid')
    expect(await steps.row(placed.order)).toMatchObject({ status: 'paid', paid_amount: 2_200 })
    expect((await steps.row(placed.order)).held_at).not.toBeNull()
    expect(await saidOf(placed.order)).toMatch(gate.says)
  })

  it.each(gates)('$name：财务确认到账的转账收下，订单暂停', async (gate) => {
    const placed = await steps.place()
    await steps.pay(placed, 'bank')
    await close(gate, placed)
    const finance = { accountId: placed.buyer.accountId, name: '财务小周' }
    expect(await confirmBankTransfer(paymentDepsOf(shop), placed.order, finance, NOW)).toBe('paid')
    expect(await saidOf(placed.order)).toMatch(gate.says)
    expect((await steps.command(placed.order, 'pick')).status).toBe(409)
  })

  it.each(gates)('$name：已付款的不拣货，已拣货的不发货', async (gate) => {
    for (const [before, what, status] of [
      [['pay'], 'pick', 'paid'],
      [['pay', 'pick'], 'ship', 'picking'],
    ] as const) {
      const placed = await steps.place(before)
      await close(gate, placed)
      const answer = await steps.command(placed.order, what)
      expect(answer.status, answer.text).toBe(409)
      expect(answer.data.reason).toBe('ORDER_HELD')
      expect(answer.message).toMatch(gate.says)
      const after = await steps.row(placed.order)
      expect(after.status).toBe(status)
      expect(after.held_at).not.toBeNull()
      expect(await stockOf(db, placed.goods)).toMatchObject({ reserved: 1 })
    }
  })
})

it('核对页对每道闸门都重新问，不等缓存', async () => {
  const ground = await makeGround(shop)
  const ids = await fillCart(shop, ground.buyer, [{ goods_id: ground.goods, number: 1 }])
  await db.deleteFrom('company_scope').where('company_id', '=', ground.buyer.companyId).where('scope_code', '=', 'chem').execute()
  expect((await openSheet(shop, ground.buyer, ids)).status).toBe(409)
})
