import { afterAll, describe, expect, it } from 'vitest'
import type { Promotion } from '#domain/pricing/terms.ts'
import { makeCompany, makeGoods, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { makePromotion } from '../../../../test/promotions.ts'
import { changeRow } from '../../../../test/rows.ts'
import { openDatabase } from '../../../platform/database.ts'
import { exchangesById } from './exchange-views.ts'
import { giveBackQuotas, takeExchanges, takeGifts } from './quota-store.ts'
import { promotionsAlive } from './running.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
/** Pools of their own have a memory of their own, as processes have. */
const other = openDatabase(shop.database.url, { max: 3 })
afterAll(() => other.close())

const find = (list: readonly Promotion[], id: number) => list.find((one) => one.id === id)
const giftsOf = (promotion: Promotion | undefined) => (promotion?.kind === 'gift' ? promotion.tiers.flatMap((tier) => tier.gifts) : [])

describe('活动账本', () => {
  it('别的进程改了活动，下一次计价就用新的条款；没有改动时不再重读', async () => {
    const { id, tiers } = await makePromotion(db, 'full_reduction', { tiers: [{ from: '500.00', amount: '30.00' }] })
    const first = find(await promotionsAlive(other.db, NOW), id)
    expect(first).toMatchObject({
      kind: 'full_reduction',
      tiers: [{ threshold: 50_000, amount: 3_000, percent: null, repeat: false, cap: null }],
    })
    expect(find(await promotionsAlive(other.db, NOW), id)).toBe(first)
    await changeRow(db, 'promotion_tier', tiers[0] ?? 0, { amount: 5_000 })
    expect(find(await promotionsAlive(other.db, NOW), id)).toMatchObject({ tiers: [{ amount: 5_000 }] })
    await changeRow(db, 'promotion', id, { is_open: false })
    expect(find(await promotionsAlive(other.db, NOW), id)).toBeUndefined()
  })

  it('在下单的事务里读到的是事务开始后别人已提交的条款', async () => {
    const { id } = await makePromotion(db, 'cashback', { tiers: [{ from: '1000.00', amount: '20.00' }] })
    await other.db.transaction().execute(async (trx) => {
      expect(find(await promotionsAlive(trx, NOW), id)?.name).toBe('测试活动 cashback')
      await changeRow(db, 'promotion', id, { name: '改名的返现' })
      expect(find(await promotionsAlive(trx, NOW), id)?.name).toBe('改名的返现')
    })
  })

  it('未开始的在账本里，已结束的不在', async () => {
    const hour = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
    const coming = await makePromotion(db, 'full_reduction', { starts_at: hour(1), ends_at: hour(2) })
    const over = await makePromotion(db, 'full_reduction', { starts_at: hour(-2), ends_at: NOW })
    const ids = (await promotionsAlive(other.db, NOW)).map((one) => one.id)
    expect(ids).toContain(coming.id)
    expect(ids).not.toContain(over.id)
    expect((await promotionsAlive(other.db, hour(2))).map((one) => one.id)).not.toContain(coming.id)
  })
})

describe('赠品与换购的余量', () => {
  it('赠品取额度与库存的较小者，每次现读；额度变动不让账本重读', async () => {
    const goods = await makeGoods(db, { drug_class: 'otc_b', stock: 8, name: '创可贴' })
    const gift = await makePromotion(db, 'gift', { tiers: [{ from: '100.00', gifts: [{ goods, number: 2, quota: 5 }] }] })
    const [giftId = 0] = gift.gifts
    const left = async (warehouses: number[] | null = null) =>
      giftsOf(find(await promotionsAlive(other.db, NOW, warehouses), gift.id))[0]?.left
    expect(await left()).toBe(5)
    const version = await db.selectFrom('promotion_version').select('version').executeTakeFirstOrThrow()
    await db.transaction().execute(async (trx) => {
      expect(await takeGifts(trx, new Map([[giftId, 4]]), NOW)).toEqual([giftId])
      expect(await takeGifts(trx, new Map([[giftId, 2]]), NOW)).toEqual([])
    })
    expect(await left()).toBe(1)
    expect(await db.selectFrom('promotion_version').select('version').executeTakeFirstOrThrow()).toEqual(version)
    await changeRow(db, 'promotion_gift', giftId, { quota: null })
    expect(await left()).toBe(8)
    const second = await makeWarehouse(db, { code: 'CK2', name: '测试二仓' })
    expect(await left([second])).toBe(0)
    await makeStock(db, goods, [{ available: 3 }], second)
    expect(await left([second, await makeWarehouse(db)])).toBe(3)
  })

  it('处方药、甲类非处方药不能作赠品，含麻商品既不能赠也不能换购', async () => {
    const goods = {
      rx: await makeGoods(db, { drug_class: 'rx' }),
      otcA: await makeGoods(db, { drug_class: 'otc_a' }),
      otcB: await makeGoods(db, { drug_class: 'otc_b' }),
      ephedrine: await makeGoods(db, { drug_class: 'otc_b', is_ephedrine: true }),
    }
    const gift = await makePromotion(db, 'gift', { tiers: [{ from: '1.00', gifts: Object.values(goods).map((one) => ({ goods: one })) }] })
    const exchange = await makePromotion(db, 'exchange', {
      tiers: [{ from: '1.00', exchanges: Object.values(goods).map((one) => ({ goods: one, price: '1.00' })) }],
    })
    const alive = await promotionsAlive(other.db, NOW)
    expect(giftsOf(find(alive, gift.id)).map((one) => one.goodsId)).toEqual([goods.otcB])
    const offered = find(alive, exchange.id)
    const offers = offered?.kind === 'exchange' ? offered.tiers.flatMap((tier) => tier.offers) : []
    expect(offers.map((one) => one.goodsId)).toEqual([goods.rx, goods.otcA, goods.otcB])
    const terms = await exchangesById(other.db, exchange.exchanges, NOW)
    expect(exchange.exchanges.map((id) => terms.get(id)?.open)).toEqual([true, true, true, false])
  })

  it('活动停了，额度也拿不走；取消订单把赠品与换购的额度各还一次', async () => {
    const goods = await makeGoods(db, { drug_class: 'otc_b' })
    const gift = await makePromotion(db, 'gift', { tiers: [{ from: '1.00', gifts: [{ goods, quota: 10 }] }] })
    const exchange = await makePromotion(db, 'exchange', { tiers: [{ from: '1.00', exchanges: [{ goods, price: '1.00', quota: 10 }] }] })
    const [giftId = 0] = gift.gifts
    const [exchangeId = 0] = exchange.exchanges
    await db.transaction().execute(async (trx) => {
      await takeGifts(trx, new Map([[giftId, 6]]), NOW)
      await takeExchanges(trx, new Map([[exchangeId, 3]]), NOW)
    })
    const order = await makeOrder(db, await makeCompany(db), [
      { goodsId: goods, number: 4 },
      { goodsId: goods, number: 2 },
    ])
    const lines = await db.selectFrom('order_line').where('order_id', '=', order).orderBy('id').select('id').execute()
    await changeRow(db, 'order_line', lines[0]?.id ?? 0, { gift_id: giftId })
    await changeRow(db, 'order_line', lines[1]?.id ?? 0, { exchange_id: exchangeId })
    await db.transaction().execute((trx) => giveBackQuotas(trx, order))
    const taken = async (table: 'promotion_gift' | 'promotion_exchange', id: number) =>
      (await db.selectFrom(table).where('id', '=', id).select('taken').executeTakeFirstOrThrow()).taken
    expect([await taken('promotion_gift', giftId), await taken('promotion_exchange', exchangeId)]).toEqual([2, 1])
    await db.updateTable('promotion').set({ is_open: false }).where('id', 'in', [gift.id, exchange.id]).execute()
    await db.transaction().execute(async (trx) => {
      expect(await takeGifts(trx, new Map([[giftId, 1]]), NOW)).toEqual([])
      expect(await takeExchanges(trx, new Map([[exchangeId, 1]]), NOW)).toEqual([])
    })
  })
})
