import { describe, expect, it } from 'vitest'
import { BUYER_STATES, buyerState, isSettled, sharesOf, sumShares } from './recalls.ts'

const where = (sold: number, unsent: number, returned = 0, onWay = 0) => ({ sold, unsent, returned, onWay })

describe('召回时一家企业到了哪一步', () => {
  it.each([
    ['订单已取消或换了批号，这批号一盒也没有发给它', where(0, 0), null, '未发出', true],
    ['还没有发货', where(4, 4), null, '未发出', false],
    ['发出了，没有确认', where(9, 4), null, '未确认', false],
    ['发出的全部退回', where(5, 0, 5), 5, '已全部退回', true],
    ['发出的在退回途中', where(5, 0, 2, 3), 5, '退回中', false],
    ['说已用完', where(5, 0), 0, '已用完', true],
  ] as const)('%s', (_, units, kept, state, settled) => {
    expect(BUYER_STATES[buyerState(units, kept)]).toBe(state)
    expect(isSettled(units, kept)).toBe(settled)
  })
})

describe('一家企业手里的每一盒都说得出在哪里', () => {
  const sum = (shares: ReturnType<typeof sharesOf>) => Object.values(shares).reduce((all, one) => all + one, 0)
  it.each([
    ['没有答复', where(34, 4, 5, 5), null, 0, { returned: 5, onWay: 5, unsent: 4, kept: 0, used: 0, unanswered: 20 }],
    ['说还有 12', where(34, 4, 5, 5), 12, 0, { returned: 5, onWay: 5, unsent: 4, kept: 12, used: 8, unanswered: 0 }],
    ['说还有 20，之后寄回 5', where(34, 0, 0, 5), 20, 5, { returned: 0, onWay: 5, unsent: 0, kept: 15, used: 14, unanswered: 0 }],
    ['寄回的比说的多', where(10, 0, 10, 0), 3, 10, { returned: 10, onWay: 0, unsent: 0, kept: 0, used: 0, unanswered: 0 }],
  ] as const)('%s', (_, units, kept, since, shares) => {
    expect(sharesOf(units, kept, since)).toEqual(shares)
    expect(sum(sharesOf(units, kept, since))).toBe(units.sold)
  })

  it('各家相加仍等于售出', () => {
    const all = [sharesOf(where(34, 4, 5, 5), 12, 0), sharesOf(where(9, 9), null, 0)]
    expect(sum(sumShares(all))).toBe(43)
  })
})
