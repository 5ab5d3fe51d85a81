import { describe, expect, it } from 'vitest'
import { sumOf, widthsOf } from '../../parts/shares.ts'
import { sameBatches, sharesOfFlow, sharesOfRecall, unsettledText } from './recall-rules.ts'

describe('召回的一条进度', () => {
  it('六段加起来等于售出，宽度加起来恰好占满，没有的不画', () => {
    const shares = sharesOfRecall({ returned: 393, on_way: 211, kept: 235, used: 431, unsent: 0, unanswered: 318 })
    expect(sumOf(shares)).toBe(1588)
    const widths = widthsOf(shares)
    expect(widths.map(({ share }) => share.key)).not.toContain('unsent')
    expect(widths.reduce((sum, { width }) => sum + width, 0)).toBe(10_000)
    expect(
      widthsOf(sharesOfRecall({ returned: 1, on_way: 1, kept: 1, used: 0, unsent: 0, unanswered: 0 })).map(({ width }) => width),
    ).toEqual([3333, 3334, 3333])
  })

  it('一件未售的批号没有进度可画', () => {
    expect(widthsOf(sharesOfRecall({ returned: 0, on_way: 0, kept: 0, used: 0, unsent: 0, unanswered: 0 }))).toEqual([])
  })

  it('启动前只知道退回、未发出和在客户处，三者等于订单所得', () => {
    expect(sharesOfFlow({ number: 45, returned: 20, open: 5 }).map(({ number }) => number)).toEqual([20, 5, 20])
  })

  it('结束时说出尚存、途中与未答复共多少未了', () => {
    expect(unsettledText({ kept: 235, unanswered: 318, on_way: 211 }, '盒')).toBe('还有 764 盒未了')
    expect(unsettledText({ kept: 0, unanswered: 0, on_way: 0 }, '盒')).toBe('')
  })
})

it('同一商品同一批号在几个仓库、写法大小写不同：一行，数量相加；别的商品的同号不并入', () => {
  const row = (id: number, goods_id: number, batch_no: string, warehouse: string, available: number, reserved = 0) => ({
    id,
    goods_id,
    batch_no,
    warehouse,
    available,
    reserved,
  })
  const found = sameBatches([row(1, 7, 'AB 12', '一仓', 5, 1), row(2, 7, 'ab12', '二仓', 4), row(3, 8, 'AB12', '一仓', 9)])
  expect(found.map(({ id, warehouses, units }) => ({ id, warehouses, units }))).toEqual([
    { id: 1, warehouses: ['一仓', '二仓'], units: 10 },
    { id: 3, warehouses: ['一仓'], units: 9 },
  ])
})
