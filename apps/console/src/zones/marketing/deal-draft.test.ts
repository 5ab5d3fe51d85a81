import { describe, expect, it } from 'vitest'
import { addLine, addPrize, dealFieldName, newDeal, oddsSum, withDealKind, withLine, withPrize } from './deal-draft.ts'

const NOW = new Date('2026-11-24T02:00:00Z')

describe('起草中的特价与抽奖', () => {
  it('秒杀、每日特价、抽奖要有结束；其余开始时是长期的', () => {
    expect(newDeal('flash', NOW).terms.ends_at).toBe('2026-11-24T16:00:00.000Z')
    expect(newDeal('whole_case', NOW).terms.ends_at).toBe('')
  })

  it('换种类时商品和名称留着，换成抽奖时不带商品', () => {
    const draft = addLine(newDeal('flash', NOW), 7, '板蓝根颗粒')
    expect(withDealKind(draft, 'daily', NOW)).toMatchObject({ terms: { kind: 'daily', lines: [{ goods_id: 7 }] } })
    expect(withDealKind(draft, 'draw', NOW).terms).toMatchObject({ lines: [], limit: 1, prizes: [{ key: 1 }, { key: 2, odds: 10_000 }] })
    expect(withLine(draft, 0, { price: '6' }).terms.lines).toMatchObject([{ goods_id: 7, price: '6' }])
  })

  it('新加的奖品编号不与留下的重复，中奖率随改随加', () => {
    const draft = addPrize(newDeal('draw', NOW))
    expect(draft.terms.prizes.map(({ key }) => key)).toEqual([1, 2, 3])
    expect(oddsSum(withPrize(draft, 1, { odds: 9_000 }))).toBe(9_000)
  })

  it('错误按行说', () => {
    expect(['lines[1].price', 'prizes[0].odds', 'prizes', 'ends_at', 'kind'].map(dealFieldName)).toEqual([
      '第 2 行',
      '第 1 行',
      '奖品',
      '结束',
      '',
    ])
  })
})
