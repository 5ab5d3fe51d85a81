import { describe, expect, it } from 'vitest'
import { fillCart, makeAddress, openSheet, submit } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { orderSteps } from '../../../../test/gates.ts'
import { testShop } from '../../../../test/harness.ts'
import { makePromotion } from '../../../../test/promotions.ts'
import { giftOfTwo } from '../../../../test/two-warehouses.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db, '质管员')
const steps = orderSteps(shop, staff)
const far = await makeWarehouse(db, { code: 'CK7', name: '测试七仓' })

const pay = (buyer: Buyer, id: number) => steps.post(buyer.cookie, `/api/pay/order/${id}`, { channel: 'balance' })
const cancel = (buyer: Buyer, id: number) => steps.post(buyer.cookie, `/api/order/${id}/cancel`, { reason: '不要了' })

describe('两仓一次结算得到的赠品', () => {
  async function placed() {
    const buyer = await makeCompany(db, { balance: '9000.00' })
    return { buyer, ...(await giftOfTwo(shop, buyer, await makeAddress(db, buyer.companyId), far)) }
  }

  it('另一仓的订单取消了，带赠品的订单付不了款', async () => {
    const { buyer, own, other } = await placed()
    expect((await cancel(buyer, other)).status).toBe(200)
    const refused = await pay(buyer, own)
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('两仓的赠品')])
    expect((await cancel(buyer, own)).status).toBe(200)
  })

  it('两单都付了再取消另一单，带赠品的订单不拣货，由质管写明原因才放行', async () => {
    const { buyer, own, other } = await placed()
    for (const id of [own, other]) expect((await pay(buyer, id)).status).toBe(200)
    expect((await cancel(buyer, other)).status).toBe(200)
    expect((await steps.command(own, 'pick')).message).toContain('不再满足')
    expect((await steps.release(own)).status).toBe(200)
    expect((await steps.command(own, 'pick')).status).toBe(200)
    expect((await steps.command(own, 'ship')).status).toBe(200)
  })

  it('放行只管放行时说的那件：之后又有另一个活动不再满足，仍然不拣货', async () => {
    const { buyer, own, other } = await placed()
    for (const id of [own, other]) expect((await pay(buyer, id)).status).toBe(200)
    expect((await cancel(buyer, other)).status).toBe(200)
    expect((await steps.command(own, 'pick')).message).toContain('不再满足')
    expect((await steps.release(own)).status).toBe(200)
    const { checkout_id } = await db.selectFrom('orders').where('id', '=', own).select('checkout_id').executeTakeFirstOrThrow()
    await db.updateTable('order_benefit').set({ name: '另一个活动' }).where('checkout_id', '=', checkout_id).execute()
    const held = await steps.command(own, 'pick')
    expect([held.status, held.message]).toEqual([409, expect.stringContaining('另一个活动')])
    expect((await steps.release(own)).status).toBe(200)
    expect((await steps.command(own, 'pick')).status).toBe(200)
  })

  it('取消的是带赠品的订单：另一单照常', async () => {
    const { buyer, own, other } = await placed()
    for (const id of [own, other]) expect((await pay(buyer, id)).status).toBe(200)
    expect((await cancel(buyer, own)).status).toBe(200)
    expect((await steps.command(other, 'pick')).status).toBe(200)
  })

  it('另一单还没付款，带赠品的订单先不拣货、不发货；付了款就自动放行', async () => {
    const { buyer, own, other } = await placed()
    expect((await pay(buyer, own)).status).toBe(200)
    const refused = await steps.command(own, 'pick')
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('尚未付款')])
    expect((await pay(buyer, other)).status).toBe(200)
    expect((await steps.command(own, 'pick')).status).toBe(200)
    expect((await steps.command(own, 'ship')).status).toBe(200)
  })

  it('赠品已经发出，买家不能再取消赚得它的另一单；员工可以', async () => {
    const { buyer, own, other } = await placed()
    for (const id of [own, other]) expect((await pay(buyer, id)).status).toBe(200)
    for (const step of ['pick', 'ship'] as const) expect((await steps.command(own, step)).status).toBe(200)
    const refused = await cancel(buyer, other)
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('两仓的赠品')])
    expect((await steps.post(staff, `/api/staff/order/${other}/cancel`, { reason: '客户经理同意' })).status).toBe(200)
  })

  it('发货与取消同时来：不会既发出赠品又取消赚得它的订单', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { buyer, own, other } = await placed()
      for (const id of [own, other]) expect((await pay(buyer, id)).status).toBe(200)
      expect((await steps.command(own, 'pick')).status).toBe(200)
      const [shipped, cancelled] = await Promise.all([steps.command(own, 'ship'), cancel(buyer, other)])
      expect([shipped.status, cancelled.status].sort()).toEqual([200, 409])
    }
  })
})

describe('两仓一次结算才够的满减', () => {
  /** ¥320 of one warehouse and ¥240 of another, 满500减150: neither reaches it alone. */
  async function placed({ from = '500.00', reduction = '150.00', repeat = false } = {}) {
    const buyer = await makeCompany(db, { balance: '9000.00' })
    const address = await makeAddress(db, buyer.companyId)
    const here = await makeGoods(db, { price: '8.00', stock: 1_000 })
    const there = await makeGoods(db, { price: '6.00', stock: 0 })
    await makeStock(db, there, [{ available: 1_000 }], far)
    await makePromotion(db, 'full_reduction', {
      scope: { goods: [here, there] },
      name: '两仓满减',
      tiers: [{ from, amount: reduction, repeat }],
    })
    const ids = await fillCart(shop, buyer, [
      { goods_id: here, number: 40 },
      { goods_id: there, number: 40 },
    ])
    const sheet = await openSheet(shop, buyer, ids)
    const answer = await submit(shop, buyer, address, ids, sheet.data)
    expect(answer.status, answer.text).toBe(200)
    const [own = 0, other = 0]: number[] = answer.data.orders.map((order: { id: number }) => order.id)
    return { buyer, own, other }
  }

  it('另一单没付款先不拣货；取消了就付不了款、拣不了货；付了照常，发出后买家不能再取消另一单', async () => {
    const unpaid = await placed()
    expect((await pay(unpaid.buyer, unpaid.own)).status).toBe(200)
    const waits = await steps.command(unpaid.own, 'pick')
    expect([waits.status, waits.message]).toEqual([409, expect.stringContaining('“两仓满减”未生效')])
    expect((await cancel(unpaid.buyer, unpaid.other)).status).toBe(200)
    const held = await steps.command(unpaid.own, 'pick')
    expect([held.status, held.message]).toEqual([409, expect.stringContaining('不再满足“两仓满减”')])
    const cancelled = await placed()
    expect((await cancel(cancelled.buyer, cancelled.own)).status).toBe(200)
    expect((await pay(cancelled.buyer, cancelled.other)).status).toBe(409)
    const both = await placed()
    for (const id of [both.own, both.other]) expect((await pay(both.buyer, id)).status).toBe(200)
    for (const step of ['pick', 'ship'] as const) expect((await steps.command(both.own, step)).status).toBe(200)
    const refused = await cancel(both.buyer, both.other)
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('两仓满减')])
    expect((await steps.post(staff, `/api/staff/order/${both.other}/cancel`, { reason: '客户经理同意' })).status).toBe(200)
  })

  it('本单自己就够的满减，另一单怎样都不影响；每满减的按本单自己够几次算', async () => {
    const alone = await placed({ from: '200.00', reduction: '30.00' })
    expect((await pay(alone.buyer, alone.own)).status).toBe(200)
    expect((await steps.command(alone.own, 'pick')).status).toBe(200)
    expect((await cancel(alone.buyer, alone.other)).status).toBe(200)
    const repeated = await placed({ from: '250.00', reduction: '100.00', repeat: true })
    expect((await pay(repeated.buyer, repeated.own)).status).toBe(200)
    expect((await steps.command(repeated.own, 'pick')).message).toContain('未生效')
  })
})
