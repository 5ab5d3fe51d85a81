import { describe, expect, it } from 'vitest'
import { BUYER_STATES, buyerState, isSettled } from './recalls.ts'

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
