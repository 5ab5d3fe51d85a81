import { describe, expect, it } from 'vitest'
import { type LaidOut, verifyRecord } from '#domain/draw.ts'
import { expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { makeCouponTemplate, makeDraw, makePrize } from '../../../../test/draw-points.ts'
import { type Buyer, makeCompany } from '../../../../test/fixtures.ts'
import { type Answer, openShop, testShop } from '../../../../test/harness.ts'
import { readPurses } from '../../money/wallet/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const shop = await testShop({ now: NOW })

let serial = 0
const freshKey = () => `draw-key-${++serial}`
const tap = (buyer: Buyer, id: number, key = freshKey()): Promise<Answer> =>
  shop.ask('POST', '/api/activity/tap', { cookie: buyer.cookie, body: { id, key } })
const get = (buyer: Buyer, path: string) => shop.ask('GET', path, { cookie: buyer.cookie })
const { db } = shop.database
const takenOf = async (prizeId: number) =>
  (await db.selectFrom('draw_prize').select('taken').where('id', '=', prizeId).executeTakeFirstOrThrow()).taken
const recordsOf = (drawId: number) => db.selectFrom('draw_record').selectAll().where('draw_id', '=', drawId).orderBy('id').execute()

async function expectAllVerified(drawId: number): Promise<void> {
  for (const record of await recordsOf(drawId)) {
    const recorded = {
      weights: record.weights as unknown as LaidOut[],
      randomRange: record.random_range,
      randomValue: record.random_value,
      prizeId: record.prize_id,
    }
    expect(verifyRecord(recorded), `record ${record.id}`).toBe(true)
  }
}

describe('名额', () => {
  it('200 家同时抽库存 5 的大奖：恰好 5 家抽中，其余谢谢参与，每条记录都能复算', async () => {
    const draw = await makeDraw(db)
    const prize = await makePrize(db, draw, { kind: 'points', name: '88 积分', amount: 88, weight: 1_000_000, stock: 5 })
    await makePrize(db, draw, { weight: 1, sort: 1 })
    const buyers = await Promise.all(Array.from({ length: 200 }, () => makeCompany(db)))
    const answers = await Promise.all(buyers.map((buyer) => tap(buyer, draw)))
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    // With such weights one of the first five misses once in 200,000 runs; there are never six.
    expect(answers.filter((answer) => answer.data.won === 1)).toHaveLength(5)
    expect(await takenOf(prize)).toBe(5)
    const points = await Promise.all(buyers.map(async (buyer) => (await readPurses(db, buyer.companyId)).points))
    expect(points.filter((one) => one === 88)).toHaveLength(5)
    expect(points.filter((one) => one === 0)).toHaveLength(195)
    const records = await recordsOf(draw)
    expect(records).toHaveLength(200)
    // Who met the last one in the same moment was drawn for again: the record has the row and the value that counted.
    for (const record of records) if (record.prize_kind === 'none') expect(record.weights).toHaveLength(1)
    // What is gone leaves its share to not winning: the odds of everything else stay as published.
    expect(new Set(records.map((record) => record.random_range))).toEqual(new Set([1_000_001]))
    await expectAllVerified(draw)
    await expectLedgerTrue(db)
  })

  it('只剩有限奖品时，抽完的人得知抽完，不扣机会', async () => {
    const draw = await makeDraw(db)
    await makePrize(db, draw, { kind: 'points', name: '10 积分', amount: 10, stock: 1 })
    const [first, second] = [await makeCompany(db), await makeCompany(db)]
    expect((await tap(first, draw)).data).toMatchObject({ won: 1, chances: 0 })
    const late = await tap(second, draw)
    expect([late.status, late.message]).toEqual([409, '奖品已全部抽完'])
    expect((await get(second, `/api/draw?id=${draw}`)).data.draw).toMatchObject({ is_join: 1, why: '奖品已全部抽完', chances: 1 })
  })

  it('优惠券领完了就不再摆进奖池：同时抽也只发出配额，别的奖品顶上', async () => {
    const draw = await makeDraw(db)
    const template = await makeCouponTemplate(db, { quota: 3 })
    const prize = await makePrize(db, draw, {
      kind: 'coupon',
      name: '满减券',
      coupon_template_id: template,
      weight: 1_000_000,
      stock: 50,
    })
    await makePrize(db, draw, { sort: 1 })
    const buyers = await Promise.all(Array.from({ length: 12 }, () => makeCompany(db)))
    const answers = await Promise.all(buyers.map((buyer) => tap(buyer, draw)))
    expect(answers.filter((answer) => answer.data.won === 1)).toHaveLength(3)
    expect(await takenOf(prize)).toBe(3)
    const coupons = await db.selectFrom('coupon').selectAll().where('template_id', '=', template).execute()
    expect(coupons).toHaveLength(3)
    expect(new Set(coupons.map((coupon) => coupon.source))).toEqual(new Set(['draw']))
    await expectAllVerified(draw)
  })
})

describe('机会', () => {
  it('连点两下：同一个键同时来二十次，只抽一次，答案相同', async () => {
    const draw = await makeDraw(db, { chances_per_day: 20 })
    await makePrize(db, draw, { kind: 'points', name: '5 积分', amount: 5 })
    const buyer = await makeCompany(db)
    const answers = await Promise.all(Array.from({ length: 20 }, () => tap(buyer, draw, 'same-key-for-all')))
    expect(new Set(answers.map((answer) => answer.text.replace(/"request_id":"[^"]*"/, ''))).size).toBe(1)
    expect(await recordsOf(draw)).toHaveLength(1)
    expect((await readPurses(db, buyer.companyId)).points).toBe(5)
    const other = await makeDraw(db)
    const misused = await tap(buyer, other, 'same-key-for-all')
    expect([misused.status, misused.message]).toEqual([409, '这次提交已用于另一次抽奖，请刷新页面后重试'])
  })

  it('不同的键同时来：每天几次就几次，额外机会用完为止', async () => {
    const draw = await makeDraw(db, { chances_per_day: 2 })
    await makePrize(db, draw)
    const buyer = await makeCompany(db)
    await db.insertInto('draw_chance').values({ draw_id: draw, company_id: buyer.companyId, granted: 3 }).execute()
    const answers = await Promise.all(Array.from({ length: 12 }, () => tap(buyer, draw)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(new Set(refused.map((answer) => answer.message))).toEqual(new Set(['今天的抽奖机会已用完，明天再来']))
    const chance = await db.selectFrom('draw_chance').select('used').where('draw_id', '=', draw).executeTakeFirstOrThrow()
    expect(chance.used).toBe(3)
  })

  it('不带键的请求也能抽，各算一次', async () => {
    const draw = await makeDraw(db, { chances_per_day: 2 })
    await makePrize(db, draw)
    const buyer = await makeCompany(db)
    for (const left of [1, 0]) {
      const answer = await shop.ask('POST', '/api/activity/tap', { cookie: buyer.cookie, form: `id=${draw}` })
      expect([answer.status, answer.data.chances]).toEqual([200, left])
    }
  })

  it('机会按北京时间的日子算：零点前一刻用完，零点又有；2 月 29 日也是一天', async () => {
    const draw = await makeDraw(db)
    await makePrize(db, draw)
    const buyer = await makeCompany(db)
    const at = async (iso: string) => {
      shop.clock.now = new Date(iso)
      return tap(buyer, draw)
    }
    try {
      expect((await at('2028-02-28T15:59:59Z')).status).toBe(200)
      expect((await at('2028-02-28T15:59:59.999Z')).status).toBe(409)
      expect((await at('2028-02-28T16:00:00Z')).status).toBe(200)
      expect((await at('2028-02-29T15:59:59Z')).status).toBe(409)
      expect((await at('2028-02-29T16:00:00Z')).status).toBe(200)
      expect((await recordsOf(draw)).map((record) => record.drawn_on)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    } finally {
      shop.clock.now = NOW
    }
  })

  it('未开始、已结束、已暂停、不在邀请之列、待审核都说明原因', async () => {
    const buyer = await makeCompany(db, { rank: 'B', province: '贵州省' })
    const refusal = async (values: Parameters<typeof makeDraw>[1]) => {
      const draw = await makeDraw(db, values)
      await makePrize(db, draw)
      return (await tap(buyer, draw)).message
    }
    expect(await refusal({ starts_at: '2027-01-01' })).toBe('活动未开始')
    expect(await refusal({ ends_at: '2026-01-01' })).toBe('活动已结束')
    expect(await refusal({ is_open: false })).toBe('活动已暂停')
    expect(await refusal({ audience: '{"ranks":["A"]}' })).toBe('本次抽奖面向指定客户')
    expect(await refusal({ audience: '{"ranks":["B"],"provinces":["贵州省"]}' })).toBe('谢谢参与')
    expect(await refusal({ chances_per_day: 0 })).toBe('暂无抽奖机会')
    expect((await tap(buyer, 987_654)).status).toBe(404)

    const draw = await makeDraw(db)
    await makePrize(db, draw)
    const waiting = await makeCompany(db, { review_state: 1 })
    expect((await tap(waiting, draw)).status).toBe(403)
    const { why, is_join } = (await get(waiting, `/api/draw?id=${draw}`)).data.draw
    expect([is_join, why]).toEqual([1, '您的企业资质正在审核，通过后可购买'])
  })
})

describe('奖品在同一事务里发出', () => {
  const win = async (buyer: Buyer, prize: Parameters<typeof makePrize>[2]) => {
    const draw = await makeDraw(db)
    await makePrize(db, draw, prize)
    return tap(buyer, draw)
  }

  it('积分、现金券入账，优惠券入账户，实物成为一笔待发货的积分订单', async () => {
    const buyer = await makeCompany(db)
    await makeAddress(db, buyer.companyId)
    const points = await win(buyer, { kind: 'points', name: '66 积分', amount: 66 })
    expect([points.message, points.data.prize.kind]).toEqual(['恭喜您，抽中了 66 积分', 'points'])
    await win(buyer, { kind: 'voucher', name: '5 元现金券', amount: 500 })
    await win(buyer, { kind: 'coupon', name: '满减券', coupon_template_id: await makeCouponTemplate(db) })
    await win(buyer, { kind: 'goods', name: '七日分药盒', remarks: '软头款' })
    expect(await readPurses(db, buyer.companyId)).toMatchObject({ points: 66, voucher: 500 })
    expect(await db.selectFrom('coupon').select('source').where('company_id', '=', buyer.companyId).execute()).toEqual([{ source: 'draw' }])
    const orders = await get(buyer, '/api/points/order/list')
    expect(orders.data.list).toMatchObject([
      { name: '七日分药盒', kind: 'goods', number: 1, points: 0, money: '0.00', status_name: '待发货', can_cancel: 0 },
    ])
    expect(orders.data.list[0].receiver).toContain('武汉市江岸区示例路 1 号')
    const cancelled = await shop.ask('POST', `/api/points/order/${orders.data.list[0].id}/cancel`, { cookie: buyer.cookie, body: {} })
    expect([cancelled.status, cancelled.message]).toEqual([409, '奖品订单不能取消'])
    await expectLedgerTrue(db)
  })

  it('没有收货地址也能中实物', async () => {
    const buyer = await makeCompany(db)
    expect((await win(buyer, { kind: 'goods', name: '晴雨伞' })).data.won).toBe(1)
    expect((await get(buyer, '/api/points/order/list')).data.list[0]).toMatchObject({ name: '晴雨伞', receiver: '' })
  })

  it('谢谢参与也有记录', async () => {
    const buyer = await makeCompany(db)
    const answer = await win(buyer, {})
    expect([answer.message, answer.data.won]).toEqual(['谢谢参与', 0])
    const { data } = await get(buyer, '/api/draw/record')
    expect(data).toMatchObject({ total: 1, list: [{ id: answer.data.record_id, name: '谢谢参与', kind: 'none' }] })
  })
})

describe('页面看到的', () => {
  it('没有抽奖时弹窗与详情都为空；有时取最近开始、面向本企业的一个', async () => {
    const other = await openShop({ now: NOW })
    const read = async (buyer: Buyer, path: string) => (await other.ask('GET', path, { cookie: buyer.cookie })).data
    try {
      const { db: fresh } = other.database
      const buyer = await makeCompany(fresh, { rank: 'C' })
      expect(await read(buyer, '/api/draw/simple')).toEqual({ draw: null })
      expect(await read(buyer, '/api/draw')).toEqual({ draw: null })
      expect(await read(buyer, '/api/draw/new_record')).toEqual({ list: [] })
      const mine = await makeDraw(fresh, { starts_at: '2026-11-01', name: '周年抽奖', remarks: '天天有礼' })
      await makePrize(fresh, mine)
      await makeDraw(fresh, { starts_at: '2026-11-10', audience: '{"ranks":["A"]}' })
      await makeDraw(fresh, { starts_at: '2026-11-15', is_open: false })
      // What runs is kept for three seconds.
      other.clock.now = new Date(NOW.getTime() + 4_000)
      expect((await read(buyer, '/api/draw/simple')).draw).toEqual({ id: mine, is_join: 0, name: '周年抽奖', remarks: '天天有礼' })
      expect((await read(buyer, '/api/draw')).draw).toMatchObject({ id: mine, is_join: 0, chances: 1, why: '', prizes: [{ kind: 'none' }] })
      await other.ask('POST', '/api/activity/tap', { cookie: buyer.cookie, body: { id: mine, key: 'first-tap' } })
      // What this company has drawn is never kept.
      expect((await read(buyer, '/api/draw/simple')).draw.is_join).toBe(1)
    } finally {
      await other.close()
    }
  })

  it('中奖名单新的在前，不含谢谢参与，藏起别家的名称，只露自己的', async () => {
    const draw = await makeDraw(db, { chances_per_day: 2 })
    const prize = await makePrize(db, draw, { kind: 'points', name: '8 积分', amount: 8 })
    const one = await makeCompany(db, { name: '溪桥大药房（云岩店）', city: '贵阳市' })
    const two = await makeCompany(db, { name: '明善中医诊所', city: '昆明市' })
    await tap(one, draw)
    await tap(two, draw)
    await db.updateTable('draw_prize').set({ kind: 'none', amount: null, name: '谢谢参与' }).where('id', '=', prize).execute()
    await tap(one, draw)
    const names = async (buyer: Buyer) =>
      (await get(buyer, `/api/draw/new_record?id=${draw}`)).data.list.map((record: { company: string; name: string }) => [
        record.company,
        record.name,
      ])
    expect(await names(one)).toEqual([
      ['昆明***中医诊所', '8 积分'],
      ['溪桥大药房（云岩店）', '8 积分'],
    ])
    expect(await names(two)).toEqual([
      ['明善中医诊所', '8 积分'],
      ['贵阳***大药房', '8 积分'],
    ])
    const { data } = await get(one, `/api/draw/${draw}/activity`)
    expect(data.draw.id).toBe(draw)
    expect(data.records.map((record: { name: string }) => record.name)).toEqual(['谢谢参与', '8 积分'])
    expect((await get(two, '/api/draw/record')).data.total).toBe(1)
    expect((await get(two, '/api/draw/987654/activity')).status).toBe(404)
  })

  it('抽奖广告取广告位 prize', async () => {
    await db.insertInto('advert').values({ slot: 'prize', title: '天天抽奖', url: '/draw' }).execute()
    expect((await shop.ask('GET', '/api/draw/ads')).data.list).toMatchObject([{ title: '天天抽奖', url: '/draw' }])
  })
})
