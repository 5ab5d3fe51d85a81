import { describe, expect, it } from 'vitest'
import { beijingDate } from '#domain/dates.ts'
import {
  type Buyer,
  fullPapers,
  makeAvailability,
  makeCompany,
  makeCompanyPrice,
  makeGoods,
  makeOffer,
  makeScope,
  makeStock,
  makeWarehouse,
} from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { goodsFacts, judge, priceOf, quantityRule, toCard } from './public.ts'
import { FIGURES_SQL, SHELF_PARTS_SQL, SHELF_SQL } from './views.ts'

const NOW = new Date('2026-11-21T10:00:00+08:00')
const TODAY = beijingDate(NOW)

const viewerCompany = (from: Buyer, change: Partial<ViewerCompany> = {}): ViewerCompany => ({
  id: from.companyId,
  name: '测试大药房',
  type: '单体药店',
  province: '湖北省',
  city: '武汉市',
  reviewState: 2,
  contractSigned: true,
  scopeCodes: new Set(['chem']),
  qualifications: fullPapers(change.type ?? '单体药店'),
  rank: 'A',
  creditCode: '',
  managerName: '',
  managerPhone: '',
  managerDefault: false,
  district: '',
  address: '',
  storeGroupId: null,
  ...change,
})

async function factsOf(
  goodsId: number,
  key: { warehouseId?: number; offerId?: number; wholeCase?: boolean } = {},
  who: ViewerCompany | null = company,
) {
  const [facts] = await goodsFacts(shop.database, [{ goodsId, ...key }], who, NOW)
  if (!facts) throw new Error('no facts')
  return facts
}

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db)
const company = viewerCompany(buyer)

describe('价格的先后', () => {
  it('活动价先于阶梯价，阶梯价先于企业价，企业价先于等级价，等级价先于基础价', async () => {
    const goods = await makeGoods(db, { price: '10.00' })
    const unit = async (number = 1) => {
      const price = priceOf(await factsOf(goods), number, NOW)
      return [price?.price, price?.source]
    }
    expect(await unit()).toEqual([1000, 'base'])
    await db.insertInto('goods_rank_price').values({ goods_id: goods, rank: 'A', price: 950 }).execute()
    await db.insertInto('goods_rank_price').values({ goods_id: goods, rank: 'B', price: 100 }).execute()
    expect(await unit()).toEqual([950, 'rank'])
    await makeCompanyPrice(db, buyer.companyId, goods, '9.20')
    expect(await unit()).toEqual([920, 'company'])
    await db.insertInto('goods_ladder').values({ goods_id: goods, number: 20, price: 830 }).execute()
    expect(await unit(19)).toEqual([920, 'company'])
    expect(await unit(20)).toEqual([830, 'ladder'])
    await makeOffer(db, goods, { kind: 'daily', price: '8.00' })
    expect(await unit(20)).toEqual([800, 'daily'])
    await makeOffer(db, goods, { kind: 'flash', price: '7.00' })
    expect(await unit(20)).toEqual([700, 'flash'])
  })

  it('别家企业的专属价不影响本企业', async () => {
    const other = await makeCompany(db)
    const goods = await makeGoods(db)
    await makeCompanyPrice(db, other.companyId, goods, '1.00')
    expect(priceOf(await factsOf(goods), 1, NOW)?.price).toBe(1000)
  })

  it('未开始、已结束和已抢完的活动不定价', async () => {
    const goods = await makeGoods(db)
    await makeOffer(db, goods, { kind: 'flash', starts_at: '2026-11-21T12:00:00+08:00' })
    await makeOffer(db, goods, { kind: 'flash', ends_at: '2026-11-21T10:00:00+08:00' })
    await makeOffer(db, goods, { kind: 'flash', quota: 5, taken: 5 })
    expect(priceOf(await factsOf(goods), 1, NOW)?.source).toBe('base')
  })

  it('指名的活动即使未开始也随行给出，但不定价', async () => {
    const goods = await makeGoods(db)
    const coming = await makeOffer(db, goods, { kind: 'flash', starts_at: '2026-11-21T12:00:00+08:00' })
    const facts = await factsOf(goods, { offerId: coming })
    expect(facts.price.offer?.id).toBe(coming)
    expect(toCard(facts, company, NOW)).toMatchObject({ price: '10.00', price_source: 'base', goods_price_id: coming })
  })

  it('别的商品的活动不能套用', async () => {
    const foreign = await makeOffer(db, await makeGoods(db), { price: '0.10' })
    const facts = await factsOf(await makeGoods(db), { offerId: foreign })
    expect(facts.price.offer).toBeNull()
  })

  it('整件价只用于按件购买的行', async () => {
    const goods = await makeGoods(db, { case_pack: 60 })
    await makeOffer(db, goods, { kind: 'whole_case', price: '7.50' })
    expect(priceOf(await factsOf(goods), 1, NOW)?.source).toBe('base')
    const byCase = await factsOf(goods, { wholeCase: true })
    expect(priceOf(byCase, 60, NOW)).toMatchObject({ price: 750, source: 'whole_case' })
    expect(quantityRule(byCase, NOW)).toMatchObject({ wholeCase: true, casePack: 60 })
  })

  it('活动限购按本企业在该活动下的未取消订单计算', async () => {
    const goods = await makeGoods(db)
    const offer = await makeOffer(db, goods, { limit_per_buyer: 10 })
    await makeOrder(db, buyer, [{ goodsId: goods, number: 4, offerId: offer }], { created_at: NOW })
    await makeOrder(db, buyer, [{ goodsId: goods, number: 3, offerId: offer }], { created_at: NOW, status: 'cancelled' })
    await makeOrder(db, await makeCompany(db), [{ goodsId: goods, number: 5, offerId: offer }], { created_at: NOW })
    const facts = await factsOf(goods)
    expect(facts.price.offer?.buyerLeft).toBe(6)
    expect(quantityRule(facts, NOW).limitLeft).toBe(6)
    expect(priceOf(facts, 7, NOW)?.source).toBe('base')
  })
})

describe('仓库与库存', () => {
  it('未指定仓库时取本省有货的仓，其次任一有货的仓', async () => {
    const far = await makeWarehouse(db, { code: 'FAR', name: '远仓', province: '广东省', sort: 1 })
    const near = await makeWarehouse(db, { code: 'NEAR', name: '近仓', province: '湖北省', sort: 9 })
    const goods = await makeGoods(db, { stock: 0 })
    await makeStock(db, goods, [{ available: 5, expiry: '2027-01-01' }], near)
    await makeStock(db, goods, [{ available: 50 }], far)
    expect(await factsOf(goods)).toMatchObject({ warehouseId: near, warehouseName: '近仓', available: 5, firstExpiry: '2027-01-01' })
    await db.updateTable('goods_stock').set({ available: 0 }).where('goods_id', '=', goods).where('warehouse_id', '=', near).execute()
    expect(await factsOf(goods)).toMatchObject({ warehouseId: far, available: 50 })
    expect(await factsOf(goods, { warehouseId: near })).toMatchObject({ warehouseId: near, available: 0 })
  })

  it('指定的仓没有此商品时库存为零，不换仓', async () => {
    const empty = await makeWarehouse(db, { code: 'EMPTY', name: '空仓' })
    const goods = await makeGoods(db)
    expect(await factsOf(goods, { warehouseId: empty })).toMatchObject({ warehouseId: empty, warehouseName: '空仓', available: 0 })
  })

  it('近效期活动卖它自己的批次，不指名不自动套用', async () => {
    const goods = await makeGoods(db, { stock: 100 })
    const [batch] = await makeStock(db, goods, [{ available: 7, expiry: '2026-12-20', batchNo: 'NEAR1' }])
    const offer = await makeOffer(db, goods, { kind: 'near_expiry', price: '3.00', stock_batch_id: batch ?? null })
    expect(priceOf(await factsOf(goods), 1, NOW)?.source).toBe('base')
    const facts = await factsOf(goods, { offerId: offer })
    expect(facts).toMatchObject({ available: 7, firstExpiry: '2026-12-20' })
    expect(toCard(facts, company, NOW)).toMatchObject({ price: '3.00', number: 7, near_expiry: 1, offer: { batch_no: 'NEAR1' } })
  })

  it('不足一个起订量的库存不能买，并说明', async () => {
    const goods = await makeGoods(db, { stock: 3, splittable: false, mid_pack: 5 })
    const card = toCard(await factsOf(goods), company, NOW)
    expect(card).toMatchObject({ is_buy: 0, step: 5, min_number: 5, reasons: [{ code: 'NO_STOCK', message: '库存仅余 3，不足起订量 5' }] })
  })
})

describe('能不能买', () => {
  it('每日限购按北京时间当天的未取消订单计算', async () => {
    const goods = await makeGoods(db, { purchase_limit: 10 })
    await makeOrder(db, buyer, [{ goodsId: goods, number: 6 }], { created_at: new Date('2026-11-20T23:59:59+08:00') })
    await makeOrder(db, buyer, [{ goodsId: goods, number: 4 }], { created_at: new Date('2026-11-21T00:00:00+08:00') })
    const facts = await factsOf(goods)
    expect(facts.boughtToday).toBe(4)
    expect(quantityRule(facts, NOW).limitLeft).toBe(6)
    await makeOrder(db, buyer, [{ goodsId: goods, number: 6 }], { created_at: NOW })
    expect(judge(await factsOf(goods), company, TODAY).map((one) => one.code)).toEqual(['LIMIT_REACHED'])
  })

  it('控销商品对未获授权的企业不给价格与库存，并说明原因', async () => {
    const rule = await makeAvailability(db, [{ province: '广东省' }, { company_id: buyer.companyId, company_type: '诊所' }], true)
    const goods = await makeGoods(db, { availability_id: rule, stock: 0 })
    const card = toCard(await factsOf(goods), company, NOW)
    expect(card).toMatchObject({ price: null, number: null, retail_price: null, is_buy: 0, reasons: [{ code: 'NOT_AUTHORISED' }] })
    expect(card.reasons).toHaveLength(1)
    const admitted = viewerCompany(buyer, { type: '诊所' })
    expect(toCard(await factsOf(goods, {}, admitted), admitted, NOW)).toMatchObject({ price: '10.00', number: 0 })
  })

  it('没有条目的限制规则不放行任何人', async () => {
    const goods = await makeGoods(db, { availability_id: await makeAvailability(db, []) })
    expect(judge(await factsOf(goods), company, TODAY).map((one) => one.code)).toEqual(['NOT_IN_REGION'])
  })

  it('游客和未通过审核的企业看不到任何价格、库存，也不能从原因里猜到', async () => {
    const goods = await makeGoods(db, {
      price: '43.21',
      retail: '65.43',
      stock: 0,
      ladder: [{ number: 10, price: '42.10' }],
      rankPrices: { A: '41.23' },
      purchase_limit: 987,
    })
    await makeStock(db, goods, [{ available: 7654, expiry: '2028-08-08' }])
    await makeOffer(db, goods, { price: '39.87', quota: 5432, taken: 2345, limit_per_buyer: 876 })
    for (const who of [null, viewerCompany(buyer, { reviewState: 1 })]) {
      const text = JSON.stringify(toCard(await factsOf(goods, {}, who), who, NOW))
      for (const secret of ['43.21', '65.43', '42.10', '41.23', '39.87', '7654', '5432', '2345', '876', '987', '2028-08-08']) {
        expect(text).not.toContain(secret)
      }
      const empty = await makeGoods(db, { stock: 0, price: null })
      expect(judge(await factsOf(empty, {}, who), who, TODAY).map((one) => one.code)).not.toContain('NO_STOCK')
    }
    expect(toCard(await factsOf(goods), company, NOW)).toMatchObject({ price: '39.87', raw_price: '41.23', number: 7654 })
  })

  it('经营范围不含此类商品时看得到价格但不能买', async () => {
    await makeScope(db, 'bio', '生物制品')
    const card = toCard(await factsOf(await makeGoods(db, { scope_code: 'bio' })), company, NOW)
    expect(card).toMatchObject({
      price: '10.00',
      is_buy: 0,
      reasons: [{ code: 'SCOPE_MISSING', message: '您的经营范围不含“生物制品”，暂不能购买' }],
    })
  })
})

describe('一次读取', () => {
  it('按所给次序回答，重复的键各答一次，没有的商品为空', async () => {
    const [one, two] = [await makeGoods(db), await makeGoods(db)]
    const facts = await goodsFacts(
      shop.database,
      [two, one, 999_999_999, two].map((goodsId) => ({ goodsId })),
      company,
      NOW,
    )
    expect(facts.map((fact) => fact?.goodsId ?? null)).toEqual([two, one, null, two])
  })

  it('在事务里读到事务自己的改动', async () => {
    const goods = await makeGoods(db)
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('goods').set({ base_price: 555 }).where('id', '=', goods).execute()
      const [facts] = await goodsFacts(trx, [{ goodsId: goods }], company, NOW)
      expect(facts?.price.basePrice).toBe(555)
    })
  })

  it('每一部分都走索引，不扫描整表', async () => {
    const { pool } = shop.database
    const client = await pool.connect()
    try {
      await client.query('set enable_seqscan = off')
      const questions = [
        { text: SHELF_SQL, values: [[1, 2]] },
        { text: SHELF_PARTS_SQL, values: [[1, 2], [3], NOW] },
        { text: FIGURES_SQL, values: [1, [1, 2], [1], [3], [3], NOW, TODAY, '700:800:750', NOW, ['ephedrine', 'codeine']] },
      ]
      for (const { text, values } of questions) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on (?!business_scope)/)
      }
    } finally {
      client.release(true)
    }
  })
})
