import { describe, expect, it } from 'vitest'
import { type Fen, fen } from '../money.ts'
import type { Benefit } from './benefits.ts'
import { type EditCause, type EditLine, isEmptied, itemsOf, planEdit } from './edit.ts'

const line = (id: number, number: number, price: number, more: Partial<EditLine> = {}): EditLine => ({
  id,
  name: `商品${id}`,
  unit: '盒',
  number,
  unitPrice: fen(price),
  amount: fen(number * price),
  reduction: fen(0),
  shares: [],
  bundleId: null,
  bundleNumber: null,
  giftId: null,
  exchangeId: null,
  ...more,
})
const earned = (id: number, amount: number, number: number) => ({ lineId: id, goodsId: id, amount: fen(amount), number, freeFrom: null })
const benefit = (more: Partial<Benefit>): Benefit => ({
  kind: 'gift',
  name: '满百送一',
  measure: 'amount',
  threshold: 10_000,
  repeat: true,
  fee: fen(0),
  earnedBy: [],
  given: [],
  ...more,
})
const plan = (lines: EditLine[], left: [number, number][], benefits: Benefit[] = [], cause: EditCause = 'buyer') =>
  planEdit({ lines, benefits, others: new Map(), left: new Map(left), cause })

describe('拣货前改单：少要几件，钱自己跟上', () => {
  it('少几件、去掉一行：商品少收的正是它们的钱', () => {
    const { kept, gone, goods, cut } = plan(
      [line(1, 10, 500), line(2, 3, 1000)],
      [
        [1, 4],
        [2, 0],
      ],
    )
    expect(goods).toBe(6 * 500 + 3000)
    expect(kept.map(({ before, after }) => [before.id, after.number])).toEqual([[1, 4]])
    expect(gone.map(({ id }) => id)).toEqual([2])
    expect([...cut]).toEqual([
      [1, 6],
      [2, 3],
    ])
  })

  it('组合是一行：减的是套数，各商品按套减', () => {
    const parts = [line(1, 4, 500, { bundleId: 7, bundleNumber: 2 }), line(2, 6, 100, { bundleId: 7, bundleNumber: 2 })]
    expect(itemsOf(parts)).toMatchObject([{ id: 1, number: 2 }])
    const { kept } = plan(parts, [[1, 1]])
    expect(kept.map(({ after, bundleNumber }) => [after.number, bundleNumber])).toEqual([
      [2, 1],
      [3, 1],
    ])
  })

  it('不再满足的赠品留下：买满两百送两件，减到一百只送一件，减到不满一百不送', () => {
    const lines = [line(1, 20, 1000), line(9, 2, 0, { giftId: 5 })]
    const gift = benefit({
      earnedBy: [earned(1, 20_000, 20)],
      given: [{ lineId: 9, name: '赠品', unit: '个', each: 1, worth: fen(300) }],
    })
    const half = plan(lines, [[1, 12]], [gift])
    expect(half.lost).toEqual([{ benefit: '满百送一', name: '赠品', unit: '个', number: 1 }])
    expect(half.kept.map(({ after }) => after.number)).toEqual([12, 1])
    expect(half.benefits).toMatchObject([{ earnedBy: [{ amount: 12_000, number: 12 }] }])
    const less = plan(lines, [[1, 9]], [gift])
    expect(less.gone.map(({ id }) => id)).toEqual([9])
    expect(less.benefits).toEqual([])
    expect(less.goods).toBe(11 * 1000)
  })

  it('我方缺货而减的，赠品照送，以后退货也照此算', () => {
    const lines = [line(1, 20, 1000), line(9, 2, 0, { giftId: 5 })]
    const gift = benefit({ earnedBy: [earned(1, 20_000, 20)], given: [{ lineId: 9, name: '赠品', unit: '个', each: 1, worth: null }] })
    const short = plan(lines, [[1, 5]], [gift], 'shop')
    expect(short.lost).toEqual([])
    expect(short.benefits).toMatchObject([{ earnedBy: [{ amount: 20_000 }] }])
  })

  it('不再满足的换购商品一并取消，它的钱也退；因此少了的又可能不够下一档', () => {
    const lines = [line(1, 12, 1000), line(8, 1, 990, { exchangeId: 3 })]
    const exchange = benefit({
      kind: 'exchange',
      repeat: false,
      earnedBy: [earned(1, 12_000, 12)],
      given: [{ lineId: 8, name: '换购品', unit: '盒', each: 0, worth: fen(500) }],
    })
    const { goods, gone, lost } = plan(lines, [[1, 5]], [exchange])
    expect(gone.map(({ id }) => id)).toEqual([8])
    expect(lost).toMatchObject([{ name: '换购品', number: 1 }])
    expect(goods).toBe(7000 + 990)
  })

  it('不再满足包邮：运费从少收的里扣，不超过少收的，扣不完的下次再扣', () => {
    const free = benefit({ kind: 'shipping', name: '一号仓', repeat: false, fee: fen(800), earnedBy: [earned(1, 10_000, 100)] })
    const lines = [line(1, 100, 100)]
    expect(plan(lines, [[1, 90]], [free])).toMatchObject({ goods: 1000, shipping: 800, benefits: [] })
    expect(plan(lines, [[1, 97]], [free])).toMatchObject({ goods: 300, shipping: 300, benefits: [{ fee: 500 }] })
    expect(plan(lines, [[1, 90]], [free], 'shop')).toMatchObject({ shipping: 0 })
  })

  it('同次结算的另一张订单因此不再满足的，说得出来', () => {
    const gift = benefit({ earnedBy: [earned(1, 20_000, 20)], given: [{ lineId: 30, name: '赠品', unit: '个', each: 1, worth: null }] })
    const others = new Map([[30, { sold: 2, back: 0, givenUp: 0 }]])
    const { elsewhere, lost } = planEdit({
      lines: [line(1, 20, 1000)],
      benefits: [gift],
      others,
      left: new Map([[1, 10]]),
      cause: 'buyer',
    })
    expect(lost).toEqual([])
    expect(elsewhere).toMatchObject([{ name: '赠品', number: 1 }])
  })

  it('买的全没了，只剩赠品，就是取消', () => {
    const lines = [line(1, 2, 1000), line(9, 1, 0, { giftId: 5 })]
    expect(isEmptied(plan(lines, [[1, 0]]).kept)).toBe(true)
    expect(isEmptied(plan(lines, [[1, 1]]).kept)).toBe(false)
  })

  it('不能加，不能减半件，组合不能减半套', () => {
    expect(() => plan([line(1, 2, 100)], [[1, 3]])).toThrow(RangeError)
    expect(() => plan([line(1, 2, 100)], [[1, 0.5]])).toThrow(RangeError)
  })

  it('一行一行随意地减：留下的、减去的，分毫不差', () => {
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % (most + 1)
    }
    for (let round = 0; round < 300; round += 1) {
      const lines = [1, 2, 3].map((id) => {
        const [number, price] = [1 + random(20), 1 + random(3000)]
        const off = random(number * price)
        return line(id, number, price, { reduction: fen(off), shares: off > 0 ? [{ amount: fen(off) }] : [] })
      })
      const net = (some: readonly { amount: Fen; reduction: Fen }[]) => some.reduce((sum, one) => sum + one.amount - one.reduction, 0)
      const { goods, kept, gone } = plan(
        lines,
        lines.map(({ id, number }) => [id, random(number)]),
      )
      expect(net(kept.map((one) => one.after)) + goods).toBe(net(lines))
      expect(kept.length + gone.length).toBe(3)
      for (const { after } of kept) expect(after.shares.reduce((sum, one) => sum + one.amount, 0)).toBe(after.reduction)
    }
  })
})
