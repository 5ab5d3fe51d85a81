import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDraw, makePointsGoods, makePrize } from '../../../../test/draw-points.ts'
import { openShop, type Shop } from '../../../../test/harness.ts'
import { wellFormed } from '../../../../test/well-formed.ts'
import { bag, coat, crate, cup, folded, labels, lamp, pillCase, pump, roll, scale, tissues, umbrella } from './gift-household.ts'
import { type Gift, giftSvg, motifOf } from './gift-svg.ts'
import { clover, coins, present, ticket, voucher } from './gift-tokens.ts'
import { monitor, thermometer } from './others.ts'
import { neutralSvg } from './package-svg.ts'

const gift = (change: Partial<Gift> = {}): Gift => ({ id: 7, kind: 'goods', name: '厨房纸巾', ...change })
const KINDS = ['goods', 'coupon', 'voucher', 'points', 'none', '']

describe('礼品图', () => {
  it.each([
    [{}, roll],
    [{ name: '商用抽纸 24 包' }, tissues],
    [{ name: '电子体温计' }, thermometer],
    [{ name: '上臂式电子血压计' }, monitor],
    [{ name: '七日分药盒' }, pillCase],
    [{ name: '不锈钢保温杯' }, cup],
    [{ name: '全自动晴雨伞' }, umbrella],
    [{ name: '帆布手提袋' }, bag],
    [{ name: '阴凉柜收纳箱' }, crate],
    [{ name: '泡沫洗手液' }, pump],
    [{ name: '电子体重秤' }, scale],
    [{ name: '柜台护眼台灯' }, lamp],
    [{ name: '营业员工作服' }, coat],
    [{ name: '货架价签纸' }, labels],
    [{ name: '纯棉毛巾' }, folded],
    [{ name: '神秘礼物' }, present],
    [{ kind: 'coupon', name: '血压计满减券' }, ticket],
    [{ kind: 'voucher', name: '20 元现金券' }, voucher],
    [{ kind: 'points', name: '88 积分' }, coins],
    [{ kind: 'none', name: '谢谢参与' }, clover],
  ] as const)('%j 画成应有的样子', (change, motif) => {
    expect(motifOf(gift(change))).toBe(motif)
  })

  it('任何名称都是合法的 XML，不超过 4 KB；同一礼品每次画得一样', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...KINDS), fc.string({ unit: 'binary', maxLength: 80 }), (id, kind, name) => {
        const svg = giftSvg({ id, kind, name })
        expect(wellFormed(svg)).toBe(true)
        expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(4096)
        expect(giftSvg({ id, kind, name })).toBe(svg)
      }),
      { numRuns: 200 },
    )
  })
})

describe('GET /img/points/:file', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  it('积分商品与奖品各有各的图，同号不混', async () => {
    const { db } = shop.database
    const goods = await makePointsGoods(db, { name: '保温杯 <500ml>' })
    const prize = await makePrize(db, await makeDraw(db), { kind: 'points', name: '88 积分', amount: 88 })
    const first = await shop.ask('GET', `/img/points/${goods}.svg`)
    expect([first.status, first.text]).toEqual([200, giftSvg({ id: goods, kind: 'goods', name: '保温杯 <500ml>' })])
    expect(first.headers['content-type']).toContain('image/svg+xml')
    const second = await shop.ask('GET', `/img/points/prize-${prize}.svg`)
    expect(second.text).toBe(giftSvg({ id: prize, kind: 'points', name: '88 积分' }))
    const again = await shop.ask('GET', `/img/points/${goods}.svg`, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it.each(['999999.svg', 'prize-999999.svg', 'abc.svg', 'prize-.svg', '1.png'])('没有的 %s 是一张素色的图和 404', async (file) => {
    const answer = await shop.ask('GET', `/img/points/${file}`)
    expect([answer.status, answer.text]).toEqual([404, neutralSvg()])
  })
})
