import { describe, expect, it } from 'vitest'
import { linesText, partsOf, withGoods, withNumber, without } from './entry-lines.ts'

describe('代客下单的行', () => {
  it('同一商品再加就是加数量；改数量、去掉一行', () => {
    const lines = withGoods(
      [{ goods_id: 1, number: 5 }],
      [
        { goods_id: 1, number: 2 },
        { goods_id: 2, number: 3 },
      ],
    )
    expect(linesText(lines)).toBe('1:7,2:3')
    expect(linesText(withNumber(lines, 2, 9))).toBe('1:7,2:9')
    expect(linesText(without(lines, 1))).toBe('2:3')
  })

  it('粘贴的清单分成几次问，一行不丢', () => {
    const text = Array.from({ length: 60 }, (_, at) => `G${at} ${at + 1}`).join('\r\n')
    const parts = partsOf(`${text}\n\n`, 100)
    expect(parts.every((part) => part.length <= 100)).toBe(true)
    expect(parts.join('\n').split('\n')).toHaveLength(60)
    expect(partsOf('', 100)).toEqual([])
  })
})
