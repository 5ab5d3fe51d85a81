import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { applyFor, bring, formLines, makePhoto, type Reached, receivedOrder, throughToRefund } from '../../../../test/after-sales.ts'
import { balanceOf, buy, expectLedgerTrue, makeAddress, stockOf } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makePromotion } from '../../../../test/promotions.ts'
import { doTask } from '../../../../test/tasks.ts'
import { jobs } from '../../../platform/jobs.ts'
import { collectTasks } from '../../modules.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const DAY_MS = 86_400_000
let buyer: Buyer
let address: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
const other = await makeCompany(db)
const staff = await makeStaff(db)
afterAll(() => expectLedgerTrue(db))
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '5000.00' })
  address = await makeAddress(db, buyer.companyId)
})

const staffAsk = (id: number, what: string, body: object = {}) =>
  shop.ask('POST', `/api/staff/after_sale/${id}/${what}`, { cookie: staff, body })
const info = async (id: number) => (await shop.ask('GET', `/api/after_sale/info/${id}`, { cookie: buyer.cookie })).data

const received = (number = 5, price = '10.00', to: Reached = 'receive') =>
  receivedOrder(shop, { buyer, address, staff }, { number, price, to })

describe('数量与并发', () => {
  it('同一批次两次申请同时到，最后一盒只受理一次', async () => {
    const { orderId, line } = await received(1)
    const answers = await Promise.all(
      [1, 2, 3].map(() => applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422])
    expect(answers.find((answer) => answer.status === 422)?.message).toContain('已全部申请售后')
  })

  it('一天里申请又撤销三十份，就说明先缓一缓；第二天照常', async () => {
    const { orderId, line } = await received(5)
    const wish = { order_id: orderId, lines: [{ id: line, number: 1 }] }
    for (let count = 0; count < 2; count++) {
      const { data } = await applyFor(shop, buyer.cookie, wish)
      expect((await shop.ask('POST', `/api/after_sale/${data.id}/cancel`, { cookie: buyer.cookie, body: {} })).status).toBe(200)
    }
    await shop.database.pool.query(
      `insert into after_sale overriding system value
       select (jsonb_populate_record(s, jsonb_build_object('id', 8000000 + s.id * 100 + i, 'no', s.no || '-' || i, 'idempotency_key', s.idempotency_key || i))).*
         from after_sale s, generate_series(1, 28) i where s.id = (select max(id) from after_sale where company_id = $1)`,
      [buyer.companyId],
    )
    const refused = await applyFor(shop, buyer.cookie, wish)
    expect([refused.status, refused.message]).toEqual([409, '24 小时内撤销的售后申请已有 30 份，请稍后再申请，急用请联系客户经理'])
    shop.clock.now = new Date(NOW.getTime() + DAY_MS + 1_000)
    const next = await applyFor(shop, buyer.cookie, wish)
    expect(next.status, next.text).toBe(200)
  })

  it('同一个键只有一份申请', async () => {
    const { orderId, line } = await received(5)
    const wish = { order_id: orderId, lines: [{ id: line, number: 1 }], key: `same-key-${orderId}` }
    const answers = await Promise.all([1, 2, 3].map(() => applyFor(shop, buyer.cookie, wish)))
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1)
    expect((await formLines(shop, buyer.cookie, orderId))[0]?.left).toBe(4)
  })

  it('键用过之后换了订单、原因、方式或数量再交：说明已用过，不当作已受理', async () => {
    const [first, second] = [await received(5), await received(5)]
    const key = `reused-key-${first.orderId}`
    const made = await applyFor(shop, buyer.cookie, { order_id: first.orderId, lines: [{ id: first.line, number: 1 }], key })
    expect(made.status, made.text).toBe(200)
    const wish = { order_id: second.orderId, lines: [{ id: second.line, number: 1 }], key }
    const other = await applyFor(shop, buyer.cookie, wish)
    expect([other.status, other.data?.reason]).toEqual([409, 'KEY_USED'])
    const another = await applyFor(shop, buyer.cookie, { ...wish, order_id: first.orderId, reason: 'short', kind: 'refund_only' })
    expect(another.status).toBe(409)
    const more = await applyFor(shop, buyer.cookie, { order_id: first.orderId, lines: [{ id: first.line, number: 2 }], key })
    expect([more.status, more.data?.reason]).toEqual([409, 'KEY_USED'])
    expect((await formLines(shop, buyer.cookie, second.orderId))[0]?.left).toBe(5)
  })

  it('不能超过收到而未退的数量；驳回、撤销、少收的部分可以再申请', async () => {
    const { orderId, line } = await received(5)
    const first = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 3 }] })
    const tooMany = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 3 }] })
    expect(tooMany.data.errors).toMatchObject([{ field: 'lines.0.number' }])
    expect(tooMany.message).toContain('最多可申请 2')
    await shop.ask('POST', `/api/after_sale/${first.data.id}/cancel`, { cookie: buyer.cookie })
    const second = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 5 }] })
    await staffAsk(second.data.id, 'reject', { reason: '照片不清楚' })
    const third = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 5 }] })
    const [applied] = (await info(third.data.id)).lines
    const refused = await throughToRefund(shop, { cookie: buyer.cookie, staff }, third.data.id, {
      lines: [{ id: applied.id, accepted: 4 }],
    })
    expect(refused.data.errors).toMatchObject([{ field: 'note' }])
    const twice = [5, 1].map((accepted) => ({ id: applied.id, accepted }))
    const unclear = await staffAsk(third.data.id, 'refund', { lines: twice, note: '两次填写' })
    expect(unclear.data?.errors).toMatchObject([{ field: 'lines.1.id' }])
    await staffAsk(third.data.id, 'refund', { lines: [{ id: applied.id, accepted: 4 }], note: '一盒外包装已拆' })
    expect((await info(third.data.id)).amount).toBe('40.00')
    expect((await formLines(shop, buyer.cookie, orderId))[0]?.left).toBe(1)
  })

  it('员工同时点两次退款，只退一次；再点不变', async () => {
    const { goods, orderId, line } = await received(5)
    const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 2 }] })
    await staffAsk(applied.data.id, 'approve', { receiver: '退货组', phone: '1', address: '示例' })
    await shop.ask('POST', `/api/after_sale/${applied.data.id}/send`, {
      cookie: buyer.cookie,
      body: { carrier: '示例速运', waybill: 'SY1' },
    })
    const before = await balanceOf(db, buyer.companyId)
    const stock = await stockOf(db, goods)
    const answers = await Promise.all([1, 2, 3].map(() => staffAsk(applied.data.id, 'refund')))
    expect(answers.map((answer) => answer.data.status)).toEqual(['refunded', 'refunded', 'refunded'])
    expect((await balanceOf(db, buyer.companyId)) - before).toBe(2000)
    expect(await stockOf(db, goods)).toEqual({ ...stock, shown: stock.shown + 2, available: stock.available + 2 })
  })

  it('没有寄回的、冷链的不回库存，员工说能卖也不行；少发的由员工说在不在库里；质量问题、破损退回的一律报损，收货的人说还好也不行', async () => {
    const photo = async () => [await makePhoto(db, buyer.companyId)]
    const said = async (wish: { reason: string; kind: string; cold?: boolean; sellable?: number }) => {
      const { goods, orderId, line } = await received(5)
      if (wish.cold) await db.updateTable('goods').set({ cold_chain: true }).where('id', '=', goods).execute()
      const before = await stockOf(db, goods)
      const { reason, kind } = wish
      const applied = await applyFor(shop, buyer.cookie, {
        order_id: orderId,
        lines: [{ id: line, number: 2 }],
        reason,
        kind,
        file_ids: await photo(),
      })
      expect(applied.status, applied.text).toBe(200)
      const { data } = await shop.ask('GET', `/api/after_sale/info/${applied.data.id}`, { cookie: buyer.cookie })
      const lines = [{ id: data.lines[0].id, accepted: 2, ...(wish.sellable !== undefined && { sellable: wish.sellable }) }]
      const answer =
        kind === 'return'
          ? await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id, { lines })
          : await staffAsk(applied.data.id, 'refund', { lines })
      const after = await stockOf(db, goods)
      return answer.status === 200 ? after.available - before.available : answer.message
    }
    expect(await said({ reason: 'damaged', kind: 'refund_only' })).toBe(0)
    expect(await said({ reason: 'damaged', kind: 'refund_only', sellable: 1 })).toContain('没有寄回')
    expect(await said({ reason: 'short', kind: 'refund_only' })).toBe(0)
    expect(await said({ reason: 'short', kind: 'refund_only', sellable: 1 })).toBe(2)
    expect(await said({ reason: 'quality', kind: 'return', cold: true })).toBe(0)
    expect(await said({ reason: 'quality', kind: 'return', cold: true, sellable: 1 })).toContain('冷链')
    expect(await said({ reason: 'quality', kind: 'return' })).toBe(0)
    expect(await said({ reason: 'quality', kind: 'return', sellable: 1 })).toContain('质量问题')
    expect(await said({ reason: 'damaged', kind: 'return', sellable: 1 })).toContain('破损')
    expect(await said({ reason: 'wrong', kind: 'return' })).toBe(2)
  })

  it('不能再卖的退货报损，不回库存', async () => {
    const { goods, orderId, line } = await received(5)
    const stock = await stockOf(db, goods)
    const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 2 }] })
    const [one] = (await info(applied.data.id)).lines
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id, { lines: [{ id: one.id, accepted: 2, sellable: 0 }] })
    expect(await stockOf(db, goods)).toEqual(stock)
    const moves = await db.selectFrom('stock_movement').select(['kind', 'available']).where('after_sale_id', '=', applied.data.id).execute()
    expect(moves).toEqual([{ kind: 'write_off', available: 0 }])
  })
})

describe('规则', () => {
  it('收货超过 7 天只受理质量问题，并要照片；发货前请取消，收货前只能仅退款', async () => {
    const { orderId, line } = await received(5, '10.00', 'complete')
    shop.clock.now = new Date(NOW.getTime() + 8 * DAY_MS)
    const late = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })
    expect(late.data.errors).toMatchObject([{ field: 'reason', message: '已超过收货后 7 天的申请期限' }])
    const wish = { order_id: orderId, lines: [{ id: line, number: 1 }], reason: 'quality' }
    expect((await applyFor(shop, buyer.cookie, wish)).data.errors).toMatchObject([{ field: 'file_ids' }])
    const photo = await makePhoto(db, buyer.companyId)
    const foreign = await makePhoto(db, other.companyId)
    expect((await applyFor(shop, buyer.cookie, { ...wish, file_ids: [foreign] })).status).toBe(422)
    const applied = await applyFor(shop, buyer.cookie, { ...wish, file_ids: [photo] })
    expect(applied.status, applied.text).toBe(200)
    expect((await info(applied.data.id)).photos).toMatchObject([{ id: photo }])
    shop.clock.now = NOW
    const onTheWay = await received(5, '10.00', 'ship')
    expect(
      (await applyFor(shop, buyer.cookie, { order_id: onTheWay.orderId, lines: [{ id: onTheWay.line, number: 1 }] })).data.errors,
    ).toMatchObject([{ field: 'kind' }])
    const short = await applyFor(shop, buyer.cookie, {
      order_id: onTheWay.orderId,
      lines: [{ id: onTheWay.line, number: 1 }],
      reason: 'short',
      kind: 'refund_only',
    })
    expect((await staffAsk(short.data.id, 'approve', { receiver: '退货组', phone: '1', address: '示例' })).status).toBe(409)
    expect((await staffAsk(short.data.id, 'refund')).data.status).toBe('refunded')
  })

  it('冷链商品只受理质量问题，少发可仅退款', async () => {
    const { goods, orderId, line } = await received(5)
    await db.updateTable('goods').set({ cold_chain: true }).where('id', '=', goods).execute()
    const cold = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })
    expect(cold.message).toContain('冷链商品仅受理质量问题')
    const short = { order_id: orderId, lines: [{ id: line, number: 1 }], reason: 'short', kind: 'refund_only' }
    expect((await applyFor(shop, buyer.cookie, short)).status).toBe(200)
  })

  it('没有留下条件的旧订单：退回全部商品时须一并退回赠品，退一部分不必', async () => {
    const [goods, gift] = [await makeGoods(db, { price: '100.00' }), await makeGoods(db, { name: '赠送的创口贴', drug_class: 'otc_b' })]
    const activity = await makePromotion(db, 'gift', { scope: { goods: [goods] }, tiers: [{ from: '100.00', gifts: [{ goods: gift }] }] })
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 2 }], { balance: '212.00', zps: activity.gifts })
    if (!order) throw new Error('nothing placed')
    await db.deleteFrom('order_benefit').execute()
    await bring(shop, staff, order.id, 'receive')
    const lines = await formLines(shop, buyer.cookie, order.id)
    const [bought, given] = [lines.find((line) => line.tag !== '赠')?.id ?? 0, lines.find((line) => line.tag === '赠')?.id ?? 0]
    expect(given).toBeGreaterThan(0)
    const all = await applyFor(shop, buyer.cookie, { order_id: order.id, lines: [{ id: bought, number: 2 }] })
    expect(all.message).toContain('请一并退回赠品：赠送的创口贴 1')
    expect((await applyFor(shop, buyer.cookie, { order_id: order.id, lines: [{ id: bought, number: 1 }] })).status).toBe(200)
    const rest = await applyFor(shop, buyer.cookie, {
      order_id: order.id,
      lines: [
        { id: bought, number: 1 },
        { id: given, number: 1 },
      ],
    })
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, rest.data.id)
    expect((await info(rest.data.id)).amount).toBe('100.00')
  })

  it('别家企业的订单、申请都不存在；采购企业不能替员工处理', async () => {
    const { orderId, line } = await received(5)
    const { data } = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })
    const { cookie } = other
    for (const [method, url, body] of [
      ['GET', `/api/after_sale/form?order_id=${orderId}`, undefined],
      ['GET', `/api/after_sale/info/${data.id}`, undefined],
      ['POST', `/api/after_sale/${data.id}/cancel`, {}],
      ['POST', `/api/after_sale/${data.id}/send`, { carrier: '示例', waybill: '1' }],
      ['POST', '/api/after_sale/quote', { order_id: orderId, kind: 'return', reason: 'other', lines: [{ id: line, number: 1 }] }],
    ] as const)
      expect((await shop.ask(method, url, { cookie, ...(body && { body }) })).status, url).toBe(404)
    expect((await applyFor(shop, cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })).status).toBe(404)
    expect((await shop.ask('GET', '/api/after_sale/list', { cookie })).data.total).toBe(0)
    expect((await shop.ask('POST', `/api/staff/after_sale/${data.id}/refund`, { cookie: buyer.cookie, body: {} })).status).toBe(401)
    const foreign = await received(5)
    const mixed = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: foreign.line, number: 1 }] })
    expect(mixed.message).toBe('订单中没有这个批次')
  })

  it('通过后 7 天未寄回自动撤销；有未结售后的订单不自动完成', async () => {
    const { orderId, line } = await received(5)
    const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 1 }] })
    await staffAsk(applied.data.id, 'approve', { receiver: '退货组', phone: '1', address: '示例' })
    const tasks = collectTasks({ database: shop.database, config: shop.config, jobs })
    const run = async (task: string, days: number) => doTask(tasks, task, {}, new Date(NOW.getTime() + days * DAY_MS))
    await run('orders.advance', 8)
    const status = async () => (await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status
    expect(await status()).toBe('received')
    await run('aftersales.close', 6)
    expect((await info(applied.data.id)).status).toBe('sending')
    await run('aftersales.close', 7)
    await run('aftersales.close', 7)
    expect((await info(applied.data.id)).status).toBe('cancelled')
    await run('orders.advance', 8)
    expect(await status()).toBe('completed')
    const told = await db
      .selectFrom('message')
      .select(['title', 'url'])
      .where('company_id', '=', buyer.companyId)
      .where('key', 'like', 'after_sale:%')
      .orderBy('id')
      .execute()
    expect(told).toEqual([
      { title: '售后申请待寄回', url: `/order/returnInfo/${applied.data.id}` },
      { title: '售后申请已撤销', url: `/order/returnInfo/${applied.data.id}` },
    ])
  })
})
