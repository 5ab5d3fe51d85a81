import { describe, expect, it } from 'vitest'
import type { CareRowWire } from '#contract/care.ts'
import { dueText, scannedOne } from './care-rules.ts'

const row = (id: number) => ({ id, batch_no: `B${id}` }) as CareRowWire

describe('扫码养护', () => {
  it('扫到一个批号就列上；没有、不只一个、扫过了都说明', () => {
    expect(scannedOne([row(1)], [row(2)], 'BQP1')).toEqual(row(1))
    expect(scannedOne([], [], '690')).toBe('在库没有“690”')
    expect(scannedOne([row(1), row(2)], [], '690')).toBe('“690”不只一个批号，请扫批号签')
    expect(scannedOne([row(1)], [row(1)], 'BQP1')).toBe('批号 B1 扫过了')
  })

  it('该查的日子写成迟几天、还有几天', () => {
    expect([3, 0, -5].map(dueText)).toEqual(['迟 3 天', '今天', '还有 5 天'])
  })
})
