import { describe, expect, it } from 'vitest'
import type { CountLineWire } from '#contract/counts.ts'
import { differenceOf, lineMeant } from './count-rules.ts'

const line = (batch_id: number, batch_no: string, counted: number | null, barcode = '69001') =>
  ({ batch_id, batch_no, counted, barcode, code: `G${batch_id}`, book: 10 }) as CountLineWire

describe('盘点表', () => {
  it('差异是实盘减账面，没盘的没有差异', () => {
    expect([differenceOf(line(1, 'A', null)), differenceOf(line(1, 'A', 8)), differenceOf(line(1, 'A', 10))]).toEqual([null, -2, 0])
  })

  it('扫批号到它那一行，大小写空格不论；扫条码到还没盘的那一行', () => {
    const lines = [line(1, 'AB 12', 3), line(2, 'C9', null), line(3, 'D1', null, '69002')]
    expect(lineMeant(lines, 'ab12')?.batch_id).toBe(1)
    expect(lineMeant(lines, '69001')?.batch_id).toBe(2)
    expect(lineMeant(lines, 'g3')?.batch_id).toBe(3)
    expect(lineMeant(lines, 'XX')).toBeUndefined()
    expect(lineMeant(lines, ' ')).toBeUndefined()
  })
})
