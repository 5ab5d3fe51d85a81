import { expect, it } from 'vitest'
import { soundsLikeMedicine } from '#domain/daily-things.ts'
import { type LaidOut, verifyRecord } from '#domain/draw.ts'
import { judgeGoods } from '../src/modules/goods/law/public.ts'
import { expectLedgerTrue } from '../test/buying.ts'
import { testShop } from '../test/harness.ts'
import { DRAW, PERKS, POINTS_MALL, PRIZES } from './draw-points-text.ts'

const shop = await testShop({ demo: true })
const { db } = shop.database
const cookie = await shop.login('13900000001')

const get = async (path: string, as = cookie) => (await shop.ask('GET', path, { cookie: as })).data

it('公布的概率就是各奖项的权重，合计一万', () => {
  expect(PRIZES.reduce((sum, prize) => sum + prize.weight, 0)).toBe(10_000)
  const chances = [
    '血压计 0.05%',
    '保温杯 0.20%',
    '50 元现金券 0.40%',
    '10 元现金券 2.55%',
    '满减券 9%',
    '88 积分 14.80%',
    '18 积分 33%',
    '谢谢参与 40%',
  ]
  for (const chance of chances) expect(DRAW.rule).toContain(chance)
  const published = [...DRAW.rule.matchAll(/([\d.]+)%/g)].map(([, percent]) => Math.round(Number(percent) * 100))
  expect(published.sort((a, b) => a - b)).toEqual(PRIZES.map((prize) => prize.weight).sort((a, b) => a - b))
})

it('每件器械都指明了目录里的商品，其余都是日用品', () => {
  const things = [...[...POINTS_MALL, ...PERKS].filter((one) => one.kind === undefined), ...PRIZES.filter((one) => one.kind === 'goods')]
  for (const { name, goods } of things) expect(goods !== undefined, name).toBe(soundsLikeMedicine(name))
})

it('奖品与礼品不含药品禁售品种和含麻品种', () => {
  for (const { name } of [...POINTS_MALL, ...PERKS, ...PRIZES]) {
    const goods = { name, generic_name: name, trade_name: '', spec: '', unit: '', dosage_form: '', approval_no: '' }
    const rest = { category: '', special_mark: '', manufacturer: '', storage: '' }
    const { law_verdict: verdict, special_substances: special } = judgeGoods({ ...goods, ...rest }, null, null, '2026-11-22')
    expect({ verdict, special }, name).toEqual({ verdict: 'lawful', special: [] })
  }
})

it('今天还没抽过：弹窗出现；名单里别家只露地方和行业；每条记录都能复算', async () => {
  expect((await get('/api/draw/simple')).draw).toMatchObject({ is_join: 0, name: DRAW.name })
  expect((await get('/api/draw')).draw.prizes).toHaveLength(8)
  const winners: { company: string }[] = (await get('/api/draw/new_record')).list
  expect(winners.length).toBeGreaterThan(15)
  for (const { company } of winners) expect(company).toMatch(/\*\*\*|^溪桥大药房（云岩店）$/)
  const records = await db.selectFrom('draw_record').selectAll().execute()
  for (const record of records) {
    const weights = record.weights as unknown as LaidOut[]
    const { random_range: randomRange, random_value: randomValue, prize_id: prizeId } = record
    expect(verifyRecord({ weights, randomRange, randomValue, prizeId }), `record ${record.id}`).toBe(true)
  }
})

it('商城与优惠惠开门即可用：有的可换、有的兑完、有的未开始；每件都有图', async () => {
  const mall = await get('/api/points/goods')
  expect(mall).toMatchObject({ total: POINTS_MALL.length, points: 12_460 })
  const whys: string[] = mall.list.map((goods: { why: string }) => goods.why)
  expect(whys.filter((why) => why === '').length).toBeGreaterThan(15)
  expect(whys.filter((why) => why === '已兑完')).toHaveLength(1)
  expect(whys.filter((why) => why.startsWith('未开始'))).toHaveLength(1)
  const perks = await get('/api/points/goods?mall=perks')
  expect(perks.list).toHaveLength(8)
  expect(perks.brands).toHaveLength(7)
  for (const { image } of [...mall.list, ...perks.list]) expect((await shop.ask('GET', image)).status).toBe(200)
})

it('积分半年来有增有减，账目相符；积分订单各种状态都有；积分专享券不在领券中心', async () => {
  await expectLedgerTrue(db)
  const { list } = await get('/api/points/order/list')
  expect(new Set(list.map((order: { status: string }) => order.status))).toEqual(new Set(['placed', 'shipped', 'completed', 'cancelled']))
  expect((await shop.ask('GET', '/api/coupon/centre')).text).not.toMatch(/积分专享|抽奖专享/)
})
