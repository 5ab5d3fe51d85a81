import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { givePoints, makeCouponTemplate, makePointsGoods } from '../../../../test/draw-points.ts'
import { type Buyer, makeCompany, makeManufacturer } from '../../../../test/fixtures.ts'
import { type Answer, openShop, type Shop, testShop } from '../../../../test/harness.ts'
import { readPurses } from '../../money/wallet/public.ts'
import { placePrizeOrder, pointsOrderByStaff } from './public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const shop = await testShop({ now: NOW })

const { db } = shop.database
let serial = 0
const freshKey = () => `points-key-${++serial}`

async function makeBuyer(points: number, balance = '0.01'): Promise<Buyer> {
  const buyer = await makeCompany(db, { balance })
  await makeAddress(db, buyer.companyId)
  if (points > 0) await givePoints(db, buyer.companyId, points, NOW)
  return buyer
}

interface Wish {
  number?: number
  key?: string
  address_id?: number
}
const take = (buyer: Buyer, goods: number, { number = 1, key = freshKey(), ...rest }: Wish = {}): Promise<Answer> =>
  shop.ask('POST', '/api/points/order', { cookie: buyer.cookie, body: { points_goods_id: goods, number, key, ...rest } })
const move = (buyer: Buyer, order: number, what: 'cancel' | 'receive') =>
  shop.ask('POST', `/api/points/order/${order}/${what}`, { cookie: buyer.cookie, body: {} })
const pointsOf = async (buyer: Buyer) => (await readPurses(db, buyer.companyId)).points
const takenOf = async (id: number) =>
  (await db.selectFrom('points_goods').select('taken').where('id', '=', id).executeTakeFirstOrThrow()).taken
const outcome = (answer: Answer) => [answer.status, answer.message]

describe('兑换', () => {
  it('二十个兑换同时到：只成积分够的几笔，积分从不为负', async () => {
    const buyer = await makeBuyer(350)
    const goods = await makePointsGoods(db)
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(buyer, goods)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
    expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.message))).toEqual(
      new Set(['积分不足，还差 50 积分']),
    )
    expect(await pointsOf(buyer)).toBe(50)
    expect(await takenOf(goods)).toBe(3)
    await expectLedgerTrue(db)
  })

  it('连点：同一个键同时来二十次，只兑一次，答案相同', async () => {
    const buyer = await makeBuyer(1_000)
    const goods = await makePointsGoods(db)
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(buyer, goods, { key: 'one-key-for-all' })))
    expect(new Set(answers.map((answer) => answer.data.order.id)).size).toBe(1)
    expect(answers.map((answer) => answer.data.points)).toEqual(answers.map(() => 900))
    expect(await pointsOf(buyer)).toBe(900)
    const other = await makePointsGoods(db)
    expect(outcome(await take(buyer, other, { key: 'one-key-for-all' }))).toEqual([409, '这次提交已用于另一笔兑换，请刷新页面后重试'])
  })

  it('同一个键换了收货地址再交：说明已用过，不当作送到新地址', async () => {
    const buyer = await makeBuyer(1_000)
    const goods = await makePointsGoods(db)
    const elsewhere = await makeAddress(db, buyer.companyId)
    const key = 'one-key-two-addresses'
    expect((await take(buyer, goods, { key })).status).toBe(200)
    const other = await take(buyer, goods, { key, address_id: elsewhere })
    expect([other.status, other.data?.reason]).toEqual([409, 'KEY_USED'])
  })

  it('十五家同时抢库存 4：恰好兑出 4 件，没抢到的积分不动', async () => {
    const goods = await makePointsGoods(db, { stock: 4 })
    const buyers = await Promise.all(Array.from({ length: 15 }, () => makeBuyer(500)))
    const answers = await Promise.all(buyers.map((buyer) => take(buyer, goods)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(4)
    expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.message))).toEqual(new Set(['已兑完']))
    const points = await Promise.all(buyers.map(pointsOf))
    expect(points.filter((one) => one === 400)).toHaveLength(4)
    expect(points.filter((one) => one === 500)).toHaveLength(11)
    expect(await takenOf(goods)).toBe(4)
  })

  it('每家限兑：同时来也不超，取消的不算', async () => {
    const buyer = await makeBuyer(5_000)
    const goods = await makePointsGoods(db, { per_buyer: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(buyer, goods)))
    const placed = answers.filter((answer) => answer.status === 200)
    expect(placed).toHaveLength(3)
    expect(answers.find((answer) => answer.status !== 200)?.message).toBe('已达上限，每家限兑 3 件')
    await move(buyer, placed[0]?.data.order.id, 'cancel')
    expect((await take(buyer, goods)).status).toBe(200)
    expect((await take(buyer, goods)).status).toBe(409)
  })

  it('积分加钱：钱从余额扣，余额不足时积分也不动', async () => {
    const goods = await makePointsGoods(db, { mall: 'perks', points: 200, money: '9.90' })
    const rich = await makeBuyer(1_000, '50.00')
    const { data } = await take(rich, goods, { number: 2 })
    expect(data).toMatchObject({ points: 600, order: { points: 400, money: '19.80', number: 2, status_name: '待发货' } })
    expect(await balanceOf(db, rich.companyId)).toBe(3_020)
    const poor = await makeBuyer(1_000, '9.89')
    expect(outcome(await take(poor, goods))).toEqual([409, '余额不足，请先充值'])
    expect([await pointsOf(poor), await balanceOf(db, poor.companyId)]).toEqual([1_000, 989])
    await expectLedgerTrue(db)
  })

  it('实物寄到所选地址，没选寄默认地址；没有地址或地址是别家的，说明白', async () => {
    const goods = await makePointsGoods(db)
    const buyer = await makeBuyer(1_000)
    const second = await db
      .insertInto('address')
      .values({
        company_id: buyer.companyId,
        receiver: '库房',
        phone: '13900000001',
        province: '贵州省',
        city: '贵阳市',
        district: '云岩区',
        detail: '溪桥路 20 号',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await take(buyer, goods)).data.order.receiver).toContain('测试收货人')
    expect((await take(buyer, goods, { address_id: second.id })).data.order.receiver).toBe(
      '库房 13900000001 贵州省贵阳市云岩区溪桥路 20 号',
    )
    const homeless = await makeCompany(db)
    await givePoints(db, homeless.companyId, 1_000, NOW)
    expect(outcome(await take(homeless, goods))).toEqual([409, '请先添加收货地址，再兑换实物商品'])
    expect(outcome(await take(homeless, goods, { address_id: second.id }))).toEqual([422, '收货地址不存在，请重新选择'])
    expect(await pointsOf(homeless)).toBe(1_000)
  })

  it('优惠券与现金券即时到账，不需要地址，不能取消', async () => {
    const buyer = await makeCompany(db)
    await givePoints(db, buyer.companyId, 1_000, NOW)
    const template = await makeCouponTemplate(db, { quota: 3 })
    const coupon = await makePointsGoods(db, { kind: 'coupon', coupon_template_id: template, points: 50 })
    const voucher = await makePointsGoods(db, { kind: 'voucher', worth: '20.00', points: 200 })
    const taken = await take(buyer, coupon, { number: 2 })
    expect(taken.message).toBe('兑换成功，优惠券已放入您的账户')
    expect(taken.data.order).toMatchObject({ status: 'completed', can_cancel: 0, can_receive: 0, receiver: '' })
    const coupons = await db.selectFrom('coupon').select('source').where('company_id', '=', buyer.companyId).execute()
    expect(coupons).toEqual([{ source: 'points' }, { source: 'points' }])
    const given = await take(buyer, voucher, { number: 2 })
    expect(given.message).toBe('兑换成功，现金券已到账')
    expect(await readPurses(db, buyer.companyId)).toMatchObject({ points: 500, voucher: 4_000 })
    expect(outcome(await move(buyer, given.data.order.id, 'cancel'))).toEqual([409, '现金券兑换后即时到账，不能取消'])
    expect(outcome(await move(buyer, taken.data.order.id, 'cancel'))).toEqual([409, '优惠券兑换后即时到账，不能取消'])
    // One coupon is left of the template's own quota.
    expect(outcome(await take(buyer, coupon, { number: 2 }))).toEqual([409, '库存不足，仅剩 1 件'])
    await expectLedgerTrue(db)
  })

  it('券的配额同时被抢：发出的券不超配额，没发出的一分积分不扣', async () => {
    const template = await makeCouponTemplate(db, { quota: 5 })
    const coupon = await makePointsGoods(db, { kind: 'coupon', coupon_template_id: template, points: 50 })
    const buyers = await Promise.all(Array.from({ length: 12 }, () => makeBuyer(50)))
    const answers = await Promise.all(buyers.map((buyer) => take(buyer, coupon)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
    for (const answer of answers) if (answer.status !== 200) expect(['已兑完', '该优惠券已被领完']).toContain(answer.message)
    const points = await Promise.all(buyers.map(pointsOf))
    expect(points.filter((one) => one === 50)).toHaveLength(7)
    expect(await db.selectFrom('coupon').select('id').where('template_id', '=', template).execute()).toHaveLength(5)
  })

  it('未开始、已结束、不存在、待审核都说明原因', async () => {
    const buyer = await makeBuyer(1_000)
    const early = await makePointsGoods(db, { starts_at: '2026-11-25T02:00:00Z' })
    const late = await makePointsGoods(db, { ends_at: '2026-11-20T02:00:00Z' })
    expect(outcome(await take(buyer, early))).toEqual([409, '未开始，11月25日 10:00 开始'])
    expect(outcome(await take(buyer, late))).toEqual([409, '兑换已结束'])
    expect(outcome(await take(buyer, 987_654))).toEqual([404, '兑换商品不存在或已删除'])
    const waiting = await makeCompany(db, { review_state: 1 })
    expect((await take(waiting, early)).status).toBe(403)
  })
})

describe('取消与收货', () => {
  it('同时取消二十次：积分、余额、库存只退一次', async () => {
    const buyer = await makeBuyer(1_000, '30.00')
    const goods = await makePointsGoods(db, { points: 300, money: '5.00', stock: 10 })
    const { id } = (await take(buyer, goods, { number: 2 })).data.order
    expect([await pointsOf(buyer), await balanceOf(db, buyer.companyId), await takenOf(goods)]).toEqual([400, 2_000, 2])
    const answers = await Promise.all(Array.from({ length: 20 }, () => move(buyer, id, 'cancel')))
    expect(answers.map((answer) => [answer.status, answer.data.order.status_name])).toEqual(answers.map(() => [200, '已取消']))
    expect(answers[0]?.message).toBe('已取消，积分与余额已退回')
    expect([await pointsOf(buyer), await balanceOf(db, buyer.companyId), await takenOf(goods)]).toEqual([1_000, 3_000, 0])
    await expectLedgerTrue(db)
  })

  it('发货与取消同时到：只成一个，账与结果一致', async () => {
    const goods = await makePointsGoods(db)
    const staff = { accountId: (await makeCompany(db)).accountId, name: '仓储' }
    for (let round = 0; round < 6; round++) {
      const buyer = await makeBuyer(100)
      const { id } = (await take(buyer, goods)).data.order
      const [cancelled, shipped] = await Promise.allSettled([
        move(buyer, id, 'cancel').then((answer) => answer.status),
        pointsOrderByStaff(shop.database, staff, id, 'ship', NOW),
      ])
      const won = cancelled.status === 'fulfilled' && cancelled.value === 200
      expect(shipped.status).toBe(won ? 'rejected' : 'fulfilled')
      expect(await pointsOf(buyer)).toBe(won ? 100 : 0)
    }
  })

  it('发货后可确认收货一次，之后不能取消；员工的每一步都留痕', async () => {
    const buyer = await makeBuyer(1_000)
    const staff = { accountId: buyer.accountId, name: '仓储 王捷' }
    const goods = await makePointsGoods(db)
    const { id } = (await take(buyer, goods)).data.order
    expect(outcome(await move(buyer, id, 'receive'))).toEqual([409, '订单待发货，不能确认收货'])
    await pointsOrderByStaff(shop.database, staff, id, 'ship', NOW)
    await pointsOrderByStaff(shop.database, staff, id, 'ship', NOW)
    const shipped = (await shop.ask('GET', '/api/points/order/list?status=shipped', { cookie: buyer.cookie })).data
    expect(shipped.list).toMatchObject([{ id, status_name: '待收货', can_cancel: 0, can_receive: 1 }])
    expect(outcome(await move(buyer, id, 'cancel'))).toEqual([409, '订单待收货，不能取消'])
    expect(outcome(await move(buyer, id, 'receive'))).toEqual([200, '已确认收货'])
    expect((await move(buyer, id, 'receive')).data.order).toMatchObject({ status: 'completed', can_receive: 0 })
    await expect(pointsOrderByStaff(shop.database, staff, id, 'cancel', NOW)).rejects.toThrow('订单已完成，不能取消')
    const audit = await db.selectFrom('audit_log').selectAll().where('subject', '=', `points_order:${id}`).execute()
    expect(audit).toMatchObject([
      { action: 'points_order.ship', actor: '仓储 王捷', before: { status: 'placed' }, after: { status: 'shipped' } },
    ])
  })

  it('中奖时没有地址的实物，补了地址才能发货', async () => {
    const buyer = await makeCompany(db)
    const staff = { accountId: buyer.accountId, name: '仓储' }
    const draw = await db
      .insertInto('draw')
      .values({ name: '测试', starts_at: '2020-01-01', ends_at: '2100-01-01' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const record = await db
      .insertInto('draw_record')
      .values({
        draw_id: draw.id,
        company_id: buyer.companyId,
        account_id: buyer.accountId,
        idempotency_key: 'prize-without-address',
        drawn_on: '2026-11-21',
        at: NOW,
        random_value: 0,
        random_range: 1,
        weights: '[]',
        prize_kind: 'goods',
        name: '台灯',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const prize = {
      companyId: buyer.companyId,
      accountId: buyer.accountId,
      drawRecordId: record.id,
      goodsId: null,
      name: '保温杯',
      image: '',
    }
    await db.transaction().execute((trx) => placePrizeOrder(trx, prize, NOW))
    const orders = async () => (await shop.ask('GET', '/api/points/order/list', { cookie: buyer.cookie })).data.list
    const [{ id }] = await orders()
    await expect(pointsOrderByStaff(shop.database, staff, id, 'ship', NOW)).rejects.toThrow('该企业还没有收货地址，不能发货')
    await makeAddress(db, buyer.companyId)
    await pointsOrderByStaff(shop.database, staff, id, 'ship', NOW)
    expect((await orders())[0]).toMatchObject({ status: 'shipped' })
    expect((await orders())[0].receiver).toContain('测试收货人')
    await pointsOrderByStaff(shop.database, staff, id, 'complete', NOW)
    expect((await orders())[0]).toMatchObject({ status: 'completed' })
  })

  it('别家的积分订单不存在', async () => {
    const owner = await makeBuyer(1_000)
    const other = await makeBuyer(1_000)
    const { id } = (await take(owner, await makePointsGoods(db))).data.order
    for (const what of ['cancel', 'receive'] as const) {
      expect(outcome(await move(other, id, what))).toEqual([404, '积分订单不存在或已删除'])
    }
    expect((await shop.ask('GET', '/api/points/order/list', { cookie: other.cookie })).data).toMatchObject({ total: 0, list: [] })
    expect(await pointsOf(owner)).toBe(900)
  })
})

describe('积分商城与优惠惠看到的', () => {
  let other: Shop
  let buyer: Buyer
  const ids: Record<string, number> = {}
  const read = async (query: string, cookie = buyer.cookie) => (await other.ask('GET', `/api/points/goods?${query}`, { cookie })).data
  const names = (data: { list: { name: string }[] }) => data.list.map((goods) => goods.name)

  beforeAll(async () => {
    other = await openShop({ now: NOW })
    const { db: fresh } = other.database
    buyer = await makeCompany(fresh, { balance: '10.00' })
    await givePoints(fresh, buyer.companyId, 500, NOW)
    const brand = await makeManufacturer(fresh, '启岫医疗器械有限公司', { is_brand: true, short_name: '启岫器械' })
    const add = async (name: string, options: Parameters<typeof makePointsGoods>[1]) => {
      ids[name] = await makePointsGoods(fresh, { name, ...options })
    }
    await add('厨房纸巾', { points: 200, sort: 2, worth: '15.00' })
    await add('现金券', { points: 400, sort: 1, kind: 'voucher', worth: '30.00', stock: 3, taken: 3 })
    await add('台灯', { points: 2_000, sort: 3 })
    await add('新品', { points: 100, sort: 4, starts_at: '2026-12-01' })
    await add('旧品', { points: 100, ends_at: '2026-11-01' })
    await add('工作服套装', { mall: 'perks', points: 100, money: '10.01', manufacturer_id: brand })
    await add('湿巾', { mall: 'perks', stock: 9, points: 50, money: '5.00', manufacturer_id: brand })
  })
  afterAll(() => other.close())

  it('按顺序分页；过期的不出现，未开始的出现并说明', async () => {
    const data = await read('')
    expect(names(data)).toEqual(['现金券', '厨房纸巾', '台灯', '新品'])
    expect(data).toMatchObject({ points: 500, total: 4, brands: [] })
    expect(data.list.map((goods: { why: string }) => goods.why)).toEqual([
      '已兑完',
      '',
      '积分不足，还差 1500 积分',
      '未开始，12月1日 08:00 开始',
    ])
    expect(data.list[1]).toMatchObject({ can_take: 1, money: '0.00', worth: '15.00', left: null, image: `/img/points/${ids.厨房纸巾}.svg` })
    expect(names(await read('per_page=2&page=2'))).toEqual(['台灯', '新品'])
  })

  it('按种类、品牌、买得起、积分高低筛选与排序', async () => {
    expect(names(await read('kind=voucher'))).toEqual(['现金券'])
    expect(names(await read('kind=nothing'))).toEqual([])
    expect(names(await read('affordable=1'))).toEqual(['现金券', '厨房纸巾', '新品'])
    expect(names(await read('sort=points_asc'))).toEqual(['新品', '厨房纸巾', '现金券', '台灯'])
    expect(names(await read('sort=points_desc'))).toEqual(['台灯', '现金券', '厨房纸巾', '新品'])
    const perks = await read('mall=perks')
    expect(names(perks)).toEqual(['工作服套装', '湿巾'])
    expect(perks.list.map((goods: { why: string }) => goods.why)).toEqual(['余额不足，请先充值', ''])
    expect(perks.brands).toMatchObject([{ name: '启岫器械', count: 2 }])
    expect(names(await read('mall=perks&affordable=1'))).toEqual(['湿巾'])
    expect(names(await read(`mall=perks&brand_id=${perks.brands[0].id}`))).toEqual(['工作服套装', '湿巾'])
    expect(names(await read('mall=perks&brand_id=987654'))).toEqual([])
  })

  it('访客与待审核企业看得到积分，看不到金额、价值与剩余数量', async () => {
    const waiting = await makeCompany(other.database.db, { review_state: 1 })
    for (const [cookie, why] of [
      ['', '登录后可兑换'],
      [waiting.cookie, '您的企业资质正在审核，通过后可购买'],
    ] as const) {
      for (const goods of (await read('mall=perks', cookie)).list) {
        expect(goods).toMatchObject({ money: null, worth: null, left: null, can_take: 0, why })
        expect(goods.points).toBeGreaterThan(0)
      }
      expect((await read('', cookie)).points).toBe(0)
    }
    expect((await read('affordable=1', '')).list).toEqual([])
  })

  it('我兑过几件', async () => {
    await makeAddress(other.database.db, buyer.companyId)
    const body = { points_goods_id: ids.厨房纸巾, number: 2, key: 'counts-as-taken' }
    await other.ask('POST', '/api/points/order', { cookie: buyer.cookie, body })
    expect((await read('sort=points_desc')).list.find((goods: { id: number }) => goods.id === ids.厨房纸巾).taken_by_me).toBe(2)
  })
})

it('订单列表新的在前，按状态筛选并分页', async () => {
  const buyer = await makeBuyer(1_000)
  const goods = await makePointsGoods(db)
  const placed: number[] = []
  for (let round = 0; round < 3; round++) placed.push((await take(buyer, goods)).data.order.id)
  await move(buyer, placed[1] ?? 0, 'cancel')
  const list = async (query: string) => (await shop.ask('GET', `/api/points/order/list?${query}`, { cookie: buyer.cookie })).data
  const ids = (data: { list: { id: number }[] }) => data.list.map((order) => order.id)
  expect(ids(await list(''))).toEqual([...placed].reverse())
  expect(ids(await list('status=placed'))).toEqual([placed[2], placed[0]])
  expect(ids(await list('status=cancelled'))).toEqual([placed[1]])
  const second = await list('per_page=2&page=2')
  expect([ids(second), second.total]).toEqual([[placed[0]], 3])
  expect((await list('')).list[0].no).toMatch(/^JF20261121\d{6}$/)
})
