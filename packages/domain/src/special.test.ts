import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SPECIAL_SUBSTANCES } from './law/judgement.ts'
import { needsOwnOrder, SPECIAL_RULES, type SpecialUse, specialLimitText, specialRoom, tightest } from './special.ts'

const use = (more: Partial<SpecialUse> = {}): SpecialUse => ({
  substance: 'ephedrine',
  perOrder: 100,
  perMonth: 300,
  boughtThisMonth: 0,
  ...more,
})

describe('含特殊药品复方制剂的限购', () => {
  it.each([
    [use(), 0, 100, '一单最多到单次上限'],
    [use({ boughtThisMonth: 250 }), 0, 50, '本月余量比单次上限小'],
    [use({ boughtThisMonth: 250 }), 30, 20, '同一次结算里已有的要减去'],
    [use(), 60, 40, '另一仓的一单与本单合起来算一次'],
    [use({ boughtThisMonth: 999 }), 0, 0, '超过后不为负'],
  ])('%j，结算中已有 %i → 还可 %i（%s）', (facts, inCheckout, room) => expect(specialRoom(facts, inCheckout)).toBe(room))

  it('含两种物质的商品两条都要守：以余量少的为准', () => {
    const both = [use(), use({ substance: 'codeine', perOrder: 50, perMonth: 150, boughtThisMonth: 140 })]
    expect(tightest(both)?.substance).toBe('codeine')
    expect(tightest(both, (substance) => (substance === 'ephedrine' ? 95 : 0))?.substance).toBe('ephedrine')
    expect(tightest([])).toBeNull()
  })

  it('怎样加购，一次结算与当月合计都不会越限', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.array(fc.nat(200), { maxLength: 30 }), (bought, wishes) => {
        const facts = use({ boughtThisMonth: Math.min(300, bought) })
        let held = 0
        for (const wish of wishes) held += Math.min(wish, specialRoom(facts, held))
        expect(held).toBeLessThanOrEqual(100)
        expect(facts.boughtThisMonth + held).toBeLessThanOrEqual(300)
      }),
    )
  })

  it('每种物质都有自己的名称和上限，都单独成单', () => {
    expect(new Set(SPECIAL_SUBSTANCES.map((one) => SPECIAL_RULES[one].name)).size).toBe(SPECIAL_SUBSTANCES.length)
    expect(SPECIAL_SUBSTANCES.every((one) => needsOwnOrder([one]))).toBe(true)
    expect(needsOwnOrder([])).toBe(false)
    expect(specialLimitText(use({ substance: 'codeine', boughtThisMonth: 3 }), '瓶')).toBe(
      '含可待因复方制剂每单限购 100 瓶、每月限购 300 瓶，本月已购 3 瓶',
    )
  })
})
