import { describe, expect, it } from 'vitest'
import type { DealTermsWire } from '#contract/deal-desk.ts'
import { buy, fillCart, makeAddress, stockOf } from '../../../../test/buying.ts'
import { type DealSaid, dealTyped } from '../../../../test/deal-desk.ts'
import { givePoints, makeCouponTemplate } from '../../../../test/draw-points.ts'
import { makeGoods as goodsIn, makeCompany, makeStaffOf, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-24T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const makeGoods = (said: Parameters<typeof goodsIn>[1] = {}) => goodsIn(db, { drug_class: 'otc_b', price: '10.00', stock: 500, ...said })
const marketer = await makeStaffOf(db, 'marketer', '赵运营')
const finance = await makeStaffOf(db, 'finance', '钱财务')
const buyer = await makeCompany(db, { balance: '5000.00' })
const address = await makeAddress(db, buyer.companyId)

const get = async (url: string, cookie = marketer) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = marketer) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
const look = async (terms: DealTermsWire, cookie = marketer) =>
  (await get(`deal_look?terms=${encodeURIComponent(JSON.stringify(terms))}`, cookie)).data
const deal = async (id: number) => (await get(`deal/${id}`)).data
const add = async (said: DealSaid): Promise<number> => {
  const answer = await post('deal', dealTyped(said))
  expect(answer.message, JSON.stringify(answer.data)).toBe('草稿已保存')
  return answer.data.id
}
const approve = async (id: number): Promise<void> => {
  const asked = await post(`deal/${id}/publish`, { version: (await deal(id)).version })
  expect(asked.code, asked.message).toBe(202)
  const done = await post(`approval/${asked.data.request.id}/approve`, {}, finance)
  expect(done.message, done.text).toBe('已批准，已经办理')
}
const publish = async (said: DealSaid): Promise<number> => {
  const id = await add(said)
  await approve(id)
  return id
}
const save = async (id: number, said: DealSaid) => post(`deal/${id}`, { ...dealTyped(said), version: (await deal(id)).version })
const end = async (id: number, command: string, cookie = marketer) =>
  post(`deal/${id}/end/${command}`, { version: (await deal(id)).version, reason: '测试结束' }, cookie)
const faultsOf = async (said: DealSaid): Promise<string[]> => {
  const { code, data } = await post('deal', dealTyped(said))
  expect(code).toBe(422)
  return data.errors.map(({ field, message }: { field: string; message: string }) => `${field} ${message}`)
}
const offersOf = async (plan: number) =>
  (
    await pool.query(
      'select id, kind, goods_id, price, percent, quota, taken, limit_per_buyer, starts_at, ends_at, stock_batch_id from goods_offer where plan_id = $1 order by id',
      [plan],
    )
  ).rows
const priceIn = async (goods: number, goods_price_id = 0) => {
  const [id] = await fillCart(shop, buyer, [{ goods_id: goods, number: 1, ...(goods_price_id > 0 && { goods_price_id }) }])
  const { data } = await shop.ask('GET', '/api/cart/list', { cookie: buyer.cookie })
  await shop.ask('POST', '/api/cart/batch_delete', { cookie: buyer.cookie, body: { ids: [id] } })
  return data.list.find((line: { id: number }) => line.id === id)?.price
}

describe('秒杀场次', () => {
  it('一人起草、另一人批准，到点按秒杀价卖；改版接着数已抢的量，撤下随即恢复原价', async () => {
    const goods = await makeGoods({ name: '秒杀颗粒' })
    const id = await add({ lines: [{ goods_id: goods, price: '6', quota: 20, limit: 5 }] })
    expect(await deal(id)).toMatchObject({ state: 'draft', kind_name: '秒杀场次', terms: { lines: [{ price: '6.00' }] }, url: '' })
    expect(await offersOf(id)).toEqual([])
    const asked = await post(`deal/${id}/publish`, { version: 1 })
    expect(asked.data.request.title).toContain('秒杀场次“上午场”：秒杀颗粒')
    expect(await deal(id)).toMatchObject({ state: 'waiting', request: { asked_by: '赵运营', mine: 1 } })
    expect((await post(`deal/${id}`, { ...dealTyped({ name: '改' }), version: 1 })).message).toContain('已由 赵运营 送审')
    expect((await end(id, 'withdraw')).code).toBe(409)
    expect((await post(`approval/${asked.data.request.id}/approve`, {})).code).toBe(403)
    expect((await post(`approval/${asked.data.request.id}/approve`, {}, finance)).message).toBe('已批准，已经办理')

    const [offer] = await offersOf(id)
    expect(await priceIn(goods, offer.id)).toBe('6.00')
    const { data: home } = await shop.ask('GET', '/api/index/spike', { cookie: buyer.cookie })
    expect(JSON.stringify(home)).toContain('秒杀颗粒')
    await buy(shop, buyer, address, [{ goods_id: goods, number: 4, goods_price_id: offer.id }])
    expect((await get(`deal/${id}/result`)).data).toEqual({
      orders: 1,
      companies: 1,
      amount: '24.00',
      rows: [{ name: expect.stringContaining('秒杀颗粒'), taken: 4, quota: 20 }],
    })
    const { data: day } = await get('deal_day?day=2026-11-24')
    expect(day.list).toMatchObject([{ plan_id: id, name: '上午场', state: 'live', goods: 1, taken: 4, quota: 20 }])

    // The same row goes on: less than was taken it cannot be.
    expect((await save(id, { lines: [{ goods_id: goods, price: '7', quota: 2, limit: 2 }] })).code).toBe(200)
    expect(await deal(id)).toMatchObject({ state: 'live', changed: 1 })
    expect((await offersOf(id))[0].price).toBe(600)
    await approve(id)
    expect(await offersOf(id)).toMatchObject([{ id: offer.id, price: 700, quota: 4, taken: 4, limit_per_buyer: 2 }])
    expect((await deal(id)).versions).toMatchObject([{ number: 2, asked_by: '赵运营', approved_by: '钱财务' }, { number: 1 }])
    expect((await post(`deal/${id}/publish`, { version: (await deal(id)).version })).message).toContain('没有新的改动')
    expect((await save(id, { kind: 'daily', lines: [{ goods_id: goods, price: '7' }] })).data.errors[0].message).toContain('不改种类')
    expect((await post(`deal/${id}`, { ...dealTyped({ lines: [{ goods_id: goods, price: '7' }] }), version: 1 })).data).toMatchObject({
      reason: 'CHANGED_MEANWHILE',
    })

    expect((await end(id, 'withdraw')).message).toBe('已撤下，随即停止')
    expect(await deal(id)).toMatchObject({ state: 'withdrawn', withdrawn_reason: '测试结束' })
    expect(await priceIn(goods, offer.id)).toBe('10.00')
    expect((await end(id, 'withdraw')).message).toBe('已经撤下')
    await approve(id)
    expect(await priceIn(goods)).toBe('10.00')
    expect((await offersOf(id))[0].id).toBe(offer.id)
    expect((await end(id, 'stop', finance)).message).toBe('已叫停，随即停止')
  })

  it('还没开始的一场撤下后不留痕迹；改版去掉的商品不再卖', async () => {
    const [one, other] = [await makeGoods(), await makeGoods()]
    const times = { starts_at: '2026-11-25T01:00:00.000Z', ends_at: '2026-11-25T05:00:00.000Z' }
    const id = await publish({
      ...times,
      lines: [
        { goods_id: one, price: '6' },
        { goods_id: other, price: '6' },
      ],
    })
    expect(await deal(id)).toMatchObject({ state: 'coming' })
    await save(id, { ...times, lines: [{ goods_id: other, price: '5' }] })
    await approve(id)
    expect((await offersOf(id)).map((offer) => [offer.goods_id, offer.price])).toEqual([[other, 500]])
    const draft = await add({ ...times, name: '草稿场', lines: [{ goods_id: one, price: '6', quota: 30 }] })
    expect((await get('deal_day?day=2026-11-25')).data.list).toMatchObject([
      { plan_id: id, state: 'coming' },
      { plan_id: draft, name: '草稿场', state: 'draft', goods: 1, quota: 30 },
    ])
    await end(id, 'withdraw')
    expect(await offersOf(id)).toEqual([])
    expect((await get('deal_day?day=2026-11-25')).data.list.map((row: { plan_id: number }) => row.plan_id)).toEqual([draft])
    expect((await get('deal_day?day=2026-13-25')).code).toBe(422)
    expect((await end(draft, 'stop', finance)).message).toContain('还没有发布')
    // Nothing of another person's: who may not approve does not stop it.
    expect((await end(draft, 'stop')).code).toBe(403)
    expect((await get('deal?state=withdrawn&kind=flash&keywords=上午')).data.list.map((row: { id: number }) => row.id)).toContain(id)
    expect((await get('deal?state=waiting')).data.total).toBe(0)
  })

  it('写错的逐项说清：价高于现价、同时段重复、缺商品、缺时间；低于成本的先提醒，批准人看得到', async () => {
    const goods = await makeGoods({ name: '成本商品' })
    await db.insertInto('goods_cost').values({ goods_id: goods, cost: 700, floor: 800, updated_at: NOW, updated_by: '测试' }).execute()
    const special = await makeGoods({ name: '复方麻黄碱', is_ephedrine: true })
    const unpriced = await makeGoods({ price: null as never })
    expect(await faultsOf({ name: ' ', lines: [], ends_at: '' })).toEqual(['name 请填写名称', 'ends_at 请选择结束时间', 'lines 请选择商品'])
    expect(
      await faultsOf({
        ends_at: '2026-11-23T00:00:00.000Z',
        lines: [
          { goods_id: goods, price: 'x' },
          { goods_id: goods, price: '' },
        ],
      }),
    ).toEqual([
      'ends_at 结束要晚于开始',
      'lines[0].price 不是有效的金额',
      'lines[1].goods_id 这个商品已经在前面了',
      'lines[1].price 请填写活动价',
    ])
    expect(
      await faultsOf({
        lines: [
          { goods_id: goods, price: '10' },
          { goods_id: special, price: '5' },
          { goods_id: unpriced, price: '5', quota: 2, limit: 1 },
          { goods_id: 999_999, price: '5' },
        ],
      }),
    ).toEqual([
      'lines[0].price “成本商品”活动价要低于现价 ¥10.00',
      'lines[1].goods_id “复方麻黄碱”是含特殊药品复方制剂，单独下单，不做活动',
      expect.stringContaining('没有基准价'),
      'lines[3].goods_id 商品已不存在',
    ])
    expect(await faultsOf({ lines: [{ goods_id: goods, price: '5', quota: 2, limit: 3 }] })).toEqual([
      'lines[0].limit 每家最多的不能多于总量',
    ])
    await publish({ name: '先来的', lines: [{ goods_id: goods, price: '9' }] })
    expect(await faultsOf({ lines: [{ goods_id: goods, price: '9' }] })).toEqual([
      'lines[0].goods_id 这段时间里已经有同类的活动价（先来的）',
    ])

    const other = { starts_at: '2026-11-24T06:00:00.000Z', ends_at: '2026-11-24T08:00:00.000Z', lines: [{ goods_id: goods, price: '6.5' }] }
    const seen = await look(dealTyped(other), finance)
    expect(seen).toMatchObject({
      goods: [{ id: goods, price: '10.00', stock: 500, on_shelf: 1 }],
      below: [{ after: '6.50', below: 'cost', bound: '7.00' }],
      faults: [],
    })
    expect((await look(dealTyped(other))).below).toMatchObject([{ below: 'floor', bound: '' }])
    expect((await look(dealTyped({ ...other, name: '', starts_at: '' }))).faults).toEqual(['请填写名称', '请选择开始时间'])
    expect((await get('deal_look?terms=%7B%7D')).code).toBe(422)
    expect((await get('deal_look?terms=%7B')).code).toBe(422)
    const id = await add(other)
    const asked = await post(`deal/${id}/publish`, { version: 1 })
    const below = { name: '低于成本或底价', before: '', after: '1 种商品：成本商品 0.25g*24粒' }
    expect(asked.data.request.changes).not.toContainEqual(below)
    const { list } = (await get('approval?per_page=100', finance)).data
    expect(list.find((one: { id: number }) => one.id === asked.data.request.id).changes).toContainEqual(below)
    expect((await get('deal/999999')).code).toBe(404)
    expect((await get('deal/999999/result')).code).toBe(404)
    expect((await post('deal/999999/publish', { version: 1 })).code).toBe(404)
    const past = await add({
      starts_at: '2026-11-01T01:00:00.000Z',
      ends_at: '2026-11-02T01:00:00.000Z',
      lines: [{ goods_id: goods, price: '6' }],
    })
    expect((await post(`deal/${past}/publish`, { version: 1 })).message).toContain('结束时间已经过去')
  })
})

describe('每日特价、整件、福利、近效期', () => {
  it('每日特价、福利价照各自的办法算；整件优惠长期有效', async () => {
    const [daily, welfare, whole] = [await makeGoods(), await makeGoods(), await makeGoods({ case_pack: 10 })]
    const ids = [
      await publish({ kind: 'daily', name: '今日特价', lines: [{ goods_id: daily, price: '8.50' }] }),
      await publish({ kind: 'welfare', name: '福利', ends_at: '', lines: [{ goods_id: welfare, percent: 94 }] }),
      await publish({ kind: 'whole_case', name: '整件', ends_at: '', lines: [{ goods_id: whole, price: '9.00' }] }),
    ]
    const [a, b, c] = await Promise.all(ids.map(offersOf))
    expect(await priceIn(daily, a?.[0].id)).toBe('8.50')
    expect(await priceIn(welfare, b?.[0].id)).toBe('9.40')
    expect(await deal(ids[2] ?? 0)).toMatchObject({ state: 'live', ends_at: '', kind_name: '整件优惠' })
    expect(c).toMatchObject([{ price: 900, ends_at: Number.POSITIVE_INFINITY }])
    await fillCart(shop, buyer, [{ goods_id: whole, number: 10, goods_price_id: c?.[0].id, is_yj: 1 }])
    expect(await faultsOf({ kind: 'welfare', lines: [{ goods_id: welfare }] })).toContain('lines[0].percent 请填写付百分之几')
  })

  it('近效期特价只卖那个批号，批准时这批从普通库存里拿出来，撤下后放回去，最晚到失效那天', async () => {
    const goods = await goodsIn(db, { name: '近效期商品', price: '10.00', stock: 0 })
    const [near, far] = await makeStock(db, goods, [
      { available: 30, expiry: '2027-01-31', batchNo: 'NEAR' },
      { available: 50, expiry: '2028-01-31', batchNo: 'FAR' },
    ])
    const { data } = await get(`deal_choices?goods_id=${goods}`)
    expect(data.batches.map((one: { batch_no: string; available: number }) => [one.batch_no, one.available])).toEqual([
      ['NEAR', 30],
      ['FAR', 50],
    ])
    const other = await makeGoods()
    expect(await faultsOf({ kind: 'near_expiry', ends_at: '', lines: [{ goods_id: goods, price: '5' }] })).toContain(
      'lines[0].batch_id 请选择批号',
    )
    expect(
      (await faultsOf({ kind: 'near_expiry', ends_at: '', lines: [{ goods_id: other, batch_id: near ?? 0, price: '5' }] })).join(),
    ).toContain('没有这个批号')
    await db
      .updateTable('stock_batch')
      .set({ locked_at: NOW, locked_by: '测试', locked_reason: '测试' })
      .where('id', '=', far ?? 0)
      .execute()
    expect(
      (await faultsOf({ kind: 'near_expiry', ends_at: '', lines: [{ goods_id: goods, batch_id: far ?? 0, price: '5' }] })).join(),
    ).toContain('已锁定')
    await db
      .updateTable('stock_batch')
      .set({ locked_at: null, locked_by: null, locked_reason: null })
      .where('id', '=', far ?? 0)
      .execute()
    const id = await publish({
      kind: 'near_expiry',
      name: '近效期',
      ends_at: '',
      lines: [{ goods_id: goods, batch_id: near ?? 0, price: '5' }],
    })
    expect((await stockOf(db, goods)).shown).toBe(50)
    const [offer] = await offersOf(id)
    expect(offer.ends_at.toISOString()).toBe('2027-01-31T16:00:00.000Z')
    expect((await deal(id)).names.batches).toMatchObject([{ id: near, name: expect.stringContaining('NEAR（2027-01-31 到期') }])
    await buy(shop, buyer, address, [{ goods_id: goods, number: 2, goods_price_id: offer.id }])
    await end(id, 'withdraw')
    expect((await stockOf(db, goods)).shown).toBe(78)
  })
})

describe('组合套餐', () => {
  it('批准后药店按套餐价买整套；比分开买贵、低于成本都先说清；撤下后不再卖', async () => {
    const warehouse = await makeWarehouse(db)
    const goods = [await goodsIn(db, { price: '10.00', stock: 0 }), await goodsIn(db, { price: '20.00', stock: 0 })]
    for (const one of goods) await makeStock(db, one, [{ available: 100 }], warehouse)
    const [a = 0, b = 0] = goods
    const bundle = {
      kind: 'bundle' as const,
      name: '感冒套餐',
      intro: '两样一起',
      ends_at: '',
      warehouse_id: warehouse,
      quota: 10,
      limit: 3,
    }
    expect(await faultsOf({ ...bundle, warehouse_id: 0, lines: [{ goods_id: a, price: '9' }] })).toEqual([
      'warehouse_id 请选择从哪个仓库发货',
      'lines 套餐至少要有两种商品',
      'lines[0].number 请填写每套几件',
    ])
    const parts = [
      { goods_id: a, number: 2, price: '9' },
      { goods_id: b, number: 1, price: '18' },
    ]
    expect(await faultsOf({ ...bundle, warehouse_id: 999_999, lines: parts })).toEqual(['warehouse_id 没有这个仓库'])
    expect((await look(dealTyped({ ...bundle, lines: parts }))).notes).toEqual(['一套 ¥36.00，分开买 ¥40.00，省 ¥4.00'])
    const dear = [{ goods_id: a, number: 2, price: '12' }, parts[1] ?? {}]
    expect((await look(dealTyped({ ...bundle, lines: dear }))).notes).toEqual(['一套 ¥42.00，比分开买（¥40.00）还贵 ¥2.00'])
    const id = await publish({ ...bundle, lines: parts })
    const row = async () => (await pool.query('select id, taken, quota, ends_at from bundle where plan_id = $1', [id])).rows[0]
    const { id: bundleId } = await row()
    await buy(shop, buyer, address, [{ goods_id: a, number: 2, goods_price_id: bundleId, type: 3 }])
    expect((await get(`deal/${id}/result`)).data).toMatchObject({ orders: 1, amount: '72.00', rows: [{ taken: 2, quota: 10 }] })
    await save(id, { ...bundle, quota: 1, lines: [parts[0] ?? {}, { goods_id: b, number: 2, price: '17' }] })
    await approve(id)
    expect(await row()).toMatchObject({ id: bundleId, quota: 2, taken: 2 })
    await end(id, 'withdraw')
    expect((await row()).ends_at).toEqual(NOW)
  })
})

describe('积分商品与抽奖', () => {
  it('积分商品：礼品、优惠券、现金券上架后可兑；处方药与没有指明的药品不能上', async () => {
    await givePoints(db, buyer.companyId, 5000, NOW)
    const coupon = await makeCouponTemplate(db)
    const rx = await makeGoods({ name: '处方礼品', drug_class: 'rx' })
    const points = (said: object, more: DealSaid = {}): DealSaid => ({
      kind: 'points',
      name: '保温杯',
      ends_at: '',
      quota: 5,
      limit: 2,
      points: { points: 100, ...said },
      ...more,
    })
    expect(await faultsOf(points({ points: 0 }))).toEqual(['points.points 请填写多少积分'])
    expect(await faultsOf(points({ kind: 'coupon' }))).toEqual(['points.coupon_id 请选择优惠券'])
    expect(await faultsOf(points({ kind: 'voucher' }))).toEqual(['points.worth 请填写现金券面额'])
    expect(await faultsOf(points({ kind: 'coupon', coupon_id: 999_999 }))).toEqual(['points.coupon_id 没有这张优惠券，或已经过期'])
    expect(await faultsOf(points({ goods_id: rx }))).toEqual(['points.goods_id “处方礼品”是处方药，不能赠送'])
    expect(await faultsOf(points({ goods_id: 999_999 }))).toEqual(['points.goods_id 商品已不存在'])
    expect((await faultsOf(points({}, { name: '人血白蛋白' }))).join()).toContain('请从目录里选商品')
    const id = await publish(points({ money: '5', worth: '39' }))
    await publish(points({ kind: 'coupon', coupon_id: coupon }, { name: '积分换券' }))
    await publish(points({ kind: 'voucher', worth: '10' }, { name: '十元现金券' }))
    const { data } = await shop.ask('GET', '/api/points/goods', { cookie: buyer.cookie })
    const cup = data.list.find((one: { name: string }) => one.name === '保温杯')
    expect(cup).toMatchObject({ points: 100, money: '5.00', worth: '39.00', left: 5, per_buyer: 2, can_take: 1 })
    const voucher = data.list.find((one: { name: string }) => one.name === '十元现金券')
    const taken = await shop.ask('POST', '/api/points/order', {
      cookie: buyer.cookie,
      body: { points_goods_id: voucher.id, number: 1, key: 'a-key-of-deals' },
    })
    expect(taken.status, taken.text).toBe(200)
    await save(id, points({ points: 80 }, { quota: 3 }))
    await approve(id)
    const { data: later } = await shop.ask('GET', '/api/points/goods', { cookie: buyer.cookie })
    expect(later.list.find((one: { id: number }) => one.id === cup.id)).toMatchObject({ points: 80, left: 3, money: '0.00' })
    expect((await get(`deal/${id}/result`)).data.rows).toEqual([{ name: '保温杯', taken: 0, quota: 3 }])
    await end(id, 'withdraw')
    const { data: gone } = await shop.ask('GET', '/api/points/goods', { cookie: buyer.cookie })
    expect(gone.list.map((one: { name: string }) => one.name)).not.toContain('保温杯')
  })

  it('抽奖：中奖率要正好 100%，多一份、少一份都不收；抽中过的奖品不能删，已抽的接着数', async () => {
    const prizes = (first: number): NonNullable<DealSaid['prizes']> => [
      { kind: 'points', name: '50 积分', amount: '50', odds: first, stock: 10 },
      { kind: 'voucher', name: '五元券', amount: '5', odds: 3333, stock: 2 },
      { kind: 'none', name: '谢谢参与', odds: 1 },
    ]
    const draw = (first: number, more: DealSaid = {}): DealSaid => ({
      kind: 'draw',
      name: '周年抽奖',
      limit: 3,
      prizes: prizes(first),
      ...more,
    })
    expect(await faultsOf(draw(6665))).toEqual(['prizes 中奖率合计要正好 100%，现在是 99.99%，还差 1 / 10000'])
    expect(await faultsOf(draw(6667))).toEqual(['prizes 中奖率合计要正好 100%，现在是 100.01%，多了 1 / 10000'])
    expect(
      await faultsOf(
        draw(0, {
          prizes: [
            { kind: 'points', name: '', amount: '0', odds: 0 },
            { key: 1, kind: 'goods', name: '电子血压计', odds: 10_000 },
            { key: 1, kind: 'coupon', name: '券', odds: 0, stock: 1 },
          ],
        }),
      ),
    ).toEqual([
      'prizes 两种奖品的编号相同',
      'prizes 请加一种“未中奖”：奖品抽完以后，它的中奖率归这一种',
      'prizes[0].name 请填写奖品名称',
      'prizes[0].odds 请填写中奖率',
      'prizes[0].amount 请填写多少积分',
      'prizes[1].stock 请填写有多少份',
      'prizes[2].odds 请填写中奖率',
      'prizes[2].coupon_id 请选择优惠券',
    ])
    expect(await faultsOf(draw(0, { prizes: [{ kind: 'none', odds: 10_000 }] }))).toEqual(['prizes 请至少写两种结果'])
    const id = await publish(draw(6666))
    const { rows } = await pool.query(
      'select d.id, d.rule, p.id as prize, p.weight, p.amount from draw d join draw_prize p on p.draw_id = d.id where d.plan_id = $1 order by p.sort',
      [id],
    )
    expect(rows.map(({ weight, amount }) => [weight, amount])).toEqual([
      [6666, 50],
      [3333, 500],
      [1, null],
    ])
    expect(rows[0].rule).toBe('50 积分：66.66%；五元券：33.33%；谢谢参与：0.01%。奖品抽完后不再中出，其余奖品的中奖率不变')
    const tapped = await shop.ask('POST', '/api/activity/tap', { cookie: buyer.cookie, body: { id: rows[0].id } })
    expect(tapped.status, tapped.text).toBe(200)
    const {
      rows: [record],
    } = await pool.query('select prize_id from draw_record where draw_id = $1', [rows[0].id])
    const at = rows.findIndex(({ prize }) => prize === record.prize_id)
    const drawn = prizes(6666)[at]?.name
    expect((await get(`deal/${id}/result`)).data.rows.find((row: { name: string }) => row.name === drawn)).toMatchObject({ taken: 1 })

    const { data: records } = await get(`draw_record?plan_id=${id}&keywords=${encodeURIComponent(drawn ?? '')}`)
    expect(records).toMatchObject({ total: 1, list: [{ draw: '周年抽奖', prize: drawn, range: 10_000 }] })
    expect((await get(`draw_record?plan_id=${id}&won=1`)).data.total).toBe(drawn === '谢谢参与' ? 0 : 1)

    const kept = prizes(6666).map((prize, place) => ({ ...prize, key: place + 1 }))
    const without = kept.filter((_, place) => place !== at)
    const sum = without.reduce((total, { odds = 0 }) => total + odds, 0)
    await save(id, draw(0, { prizes: [...without, { key: 9, kind: 'none', name: '再接再厉', odds: 10_000 - sum }] }))
    const refused = await post(`deal/${id}/publish`, { version: (await deal(id)).version })
    expect(refused.message).toContain(`“${drawn}”已经有人抽中，不能删去`)
    const other = kept.find((_, place) => place !== at)
    await save(
      id,
      draw(0, {
        prizes: kept
          .filter((one) => one !== other)
          .map((one, place) => (place === 0 ? { ...one, odds: (one.odds ?? 0) + (other?.odds ?? 0) } : one)),
      }),
    )
    await approve(id)
    const { rows: after } = await pool.query('select id, weight from draw_prize where draw_id = $1 order by id', [rows[0].id])
    expect(after).toHaveLength(2)
    expect(after.map((one) => one.id)).toContain(record.prize_id)
    expect(after.reduce((total, { weight }) => total + weight, 0)).toBe(10_000)
    await end(id, 'withdraw')
    expect((await shop.ask('POST', '/api/activity/tap', { cookie: buyer.cookie, body: { id: rows[0].id } })).code).toBe(409)
  })
})
