import { describe, expect, it } from 'vitest'
import { packingFault, type ToPack, wholeCases } from './cartons.ts'

const piece = (more: Partial<ToPack> = {}): ToPack => ({
  id: 1,
  name: '阿莫西林胶囊',
  unit: '盒',
  batchNo: 'P1',
  number: 25,
  packed: 0,
  casePack: 10,
  coldChain: false,
  ...more,
})

describe('整件', () => {
  it('够一件的自成一箱，零头留下；已装的不再算', () => {
    expect(wholeCases([piece()])).toMatchObject([{ cases: 2 }])
    expect(wholeCases([piece({ packed: 10 })])).toMatchObject([{ cases: 1 }])
    expect(wholeCases([piece({ packed: 16 })])).toEqual([])
  })

  it('冷链的、不知道件装数的、一盒一件的不算整件', () => {
    expect(wholeCases([piece({ coldChain: true }), piece({ casePack: 0 }), piece({ casePack: 1 })])).toEqual([])
  })
})

describe('能不能按箱发', () => {
  const goods = [{ name: '阿莫西林胶囊', coldChain: false }]
  it('没装完的、空箱、冷链在常温箱里的，都说得出是哪一箱哪一批', () => {
    const whole = piece({ packed: 25 })
    expect(packingFault([whole], [{ kind: 'normal', goods }])).toBe('')
    expect(packingFault([piece({ packed: 24 })], [{ kind: 'normal', goods }])).toBe('阿莫西林胶囊 批号 P1 还有 1 盒没有装箱')
    expect(packingFault([piece(), piece({ id: 2 })], [])).toContain('，另有 1 行未装完')
    expect(
      packingFault(
        [whole],
        [
          { kind: 'normal', goods },
          { kind: 'cold', goods: [] },
        ],
      ),
    ).toBe('第 2 箱是空的，请撤掉')
    const cold = [{ name: '胰岛素', coldChain: true }]
    expect(packingFault([whole], [{ kind: 'cold', goods: cold }])).toBe('')
    expect(packingFault([whole], [{ kind: 'normal', goods: cold }])).toBe('第 1 箱是常温箱，冷链商品 胰岛素 须装冷藏箱')
  })
})
