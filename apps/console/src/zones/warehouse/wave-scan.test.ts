import { describe, expect, it } from 'vitest'
import type { WavePieceWire } from '#contract/waves.ts'
import { isTaken, nextOf, scanWave } from './wave-scan.ts'

const line = (batch_id: number, more: Partial<WavePieceWire> = {}): WavePieceWire => ({
  place: `A-${batch_id}`,
  warehouse: '一号仓',
  goods_id: batch_id,
  code: `C${batch_id}`,
  barcode: `69000000${batch_id}`,
  name: `商品${batch_id}`,
  spec: '24粒',
  unit: '盒',
  maker: '厂家',
  storage: '',
  cold_chain: 0,
  batch_id,
  batch_no: `BN${batch_id}`,
  expiry_date: '2028-01-01',
  locked: 0,
  number: 10,
  taken: 0,
  orders: [],
  ...more,
})
const LIST = [line(1), line(2, { taken: 4 }), line(3, { locked: 1 })]

describe('波次里的扫描', () => {
  it('批号、商品条码记这一行还差的；前面写几就记几', () => {
    expect(scanWave(LIST, 'bn1')).toMatchObject({ kind: 'taken', number: 10, line: { batch_id: 1 } })
    expect(scanWave(LIST, '690000002')).toMatchObject({ kind: 'taken', number: 10, line: { batch_id: 2, taken: 4 } })
    expect(scanWave(LIST, '3*BN2')).toMatchObject({ kind: 'taken', number: 7 })
    expect(scanWave(LIST, 'F9')).toEqual({ kind: 'all' })
  })

  it('不要的、锁定的、够数的、追溯码，都说出为什么不记', () => {
    const why = (text: string, list = LIST) => {
      const answer = scanWave(list, text)
      return answer.kind === 'refused' ? answer.why : ''
    }
    expect(why('BN9')).toBe('不是这个波次的批号，请放回')
    expect(why('BN3')).toContain('已被质量锁定')
    expect(why('BN1', [line(1, { taken: 10 })])).toContain('多扫了')
    expect(why('7*BN2')).toBe('还差 6 盒，不能计 7 盒')
    expect(why('81234567890123456789')).toContain('分拣核对时扫')
    expect(why('F4')).toBe('这里没有这个操作')
  })

  it('下一行是还没够数、没有锁定的第一行；多拿的不算拣齐', () => {
    expect(nextOf(LIST)?.batch_id).toBe(1)
    expect(nextOf([line(1, { taken: 10 }), line(3, { locked: 1 })])).toBeUndefined()
    expect([isTaken(line(1, { taken: 10 })), isTaken(line(1, { taken: 11 }))]).toEqual([true, false])
  })
})
