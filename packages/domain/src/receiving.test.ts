import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountedBatch, claimsOf, countFaults, countWords, type DeliveredBatch, DIFFERENCES, receivingRefusal } from './receiving.ts'

const batch = (id: number, values: Partial<DeliveredBatch> = {}): DeliveredBatch => ({
  id,
  name: '阿莫西林胶囊',
  unit: '盒',
  batchNo: `B${id}`,
  coldChain: false,
  isGift: false,
  due: 50,
  ...values,
})
const count = (id: number, values: Partial<CountedBatch> = {}): CountedBatch => ({
  id,
  accepted: 0,
  short: 0,
  damaged: 0,
  wrong: 0,
  refused: 0,
  refusedFor: 'quality',
  note: '',
  ...values,
})

describe('收货登记的数量', () => {
  it('合格与差异合计必须等于发货数量，差一盒就写明是哪个批号、应为多少', () => {
    expect(countFaults([batch(1)], [count(1, { accepted: 48, damaged: 2 })])).toEqual([])
    const [fault] = countFaults([batch(1)], [count(1, { accepted: 48, damaged: 1 })])
    expect(fault).toMatchObject({ at: 0, field: 'accepted', message: '阿莫西林胶囊（批号 B1）的合格与差异合计 49 盒，应为 50 盒' })
  })

  it('每个批次登记一次：漏登、重复、别的订单的批次都不受理；已全部申请售后的批次可以不登', () => {
    expect(countFaults([batch(1), batch(2)], [count(1, { accepted: 50 })])[0]?.message).toContain('批号 B2')
    expect(countFaults([batch(1)], [count(1, { accepted: 50 }), count(1, { accepted: 50 })])[0]?.message).toBe('同一批次不能重复填写')
    expect(countFaults([batch(1)], [count(9, { accepted: 50 })])[0]?.message).toBe('订单中没有这个批次')
    expect(countFaults([batch(1), batch(2, { due: 0 })], [count(1, { accepted: 50 })])).toEqual([])
  })

  it('冷链商品没有破损与错货：一律按质量拒收', () => {
    const faults = countFaults([batch(1, { coldChain: true })], [count(1, { accepted: 48, damaged: 1, wrong: 1 })])
    expect(faults.map((one) => one.field)).toEqual(['damaged', 'wrong'])
    expect(countFaults([batch(1, { coldChain: true })], [count(1, { accepted: 48, refused: 2 })])).toEqual([])
  })

  it('以其他原因拒收要写明原因', () => {
    expect(countFaults([batch(1)], [count(1, { accepted: 49, refused: 1, refusedFor: 'other' })])[0]?.field).toBe('note')
    expect(countFaults([batch(1)], [count(1, { accepted: 49, refused: 1, refusedFor: 'other', note: '订错规格' })])).toEqual([])
  })

  it('未发货、已取消、已完成的订单不能登记', () => {
    expect(receivingRefusal('shipped')).toBe('')
    expect(receivingRefusal('received')).toBe('')
    for (const status of ['pending_payment', 'paid', 'picking', 'cancelled', 'completed'] as const)
      expect(receivingRefusal(status), status).not.toBe('')
  })
})

describe('差异进入售后', () => {
  it('短少只退款，破损与错货寄回，拒收按原因；寄不回的只退款', () => {
    const due = [batch(1), batch(2)]
    const counted = [
      count(1, { accepted: 46, short: 2, damaged: 1, wrong: 1 }),
      count(2, { accepted: 49, refused: 1, refusedFor: 'near_expiry' }),
    ]
    const said = (sendBack: boolean) => claimsOf(due, counted, sendBack).map(({ reason, kind }) => `${reason} ${kind}`)
    expect(said(true)).toEqual(['short refund_only', 'damaged return', 'wrong return', 'near_expiry return'])
    expect(said(false)).toEqual(['short refund_only', 'damaged refund_only', 'wrong refund_only', 'near_expiry return'])
    expect(countWords(counted)).toBe('合格 95，短少 2，破损 1，错货 1，拒收 1')
  })

  it('带赠品的申请在前', () => {
    const counted = [count(1, { damaged: 50 }), count(2, { refused: 50, refusedFor: 'quality' })]
    expect(claimsOf([batch(1), batch(2, { isGift: true })], counted, true).map((one) => one.reason)).toEqual(['quality', 'damaged'])
  })

  it('申请的数量之和等于登记的差异之和，合格的一盒也不申请', () => {
    const part = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            accepted: part,
            short: part,
            damaged: part,
            wrong: part,
            refused: part,
            refusedFor: fc.constantFrom('quality' as const, 'near_expiry' as const, 'other' as const),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        fc.boolean(),
        (parts, sendBack) => {
          const counted = parts.map((values, at) => count(at, { ...values, note: '-' }))
          const due = counted.map((line) => batch(line.id, { due: line.accepted + DIFFERENCES.reduce((sum, kind) => sum + line[kind], 0) }))
          expect(countFaults(due, counted)).toEqual([])
          const claims = claimsOf(due, counted, sendBack)
          expect(new Set(claims.map((one) => one.reason)).size).toBe(claims.length)
          const claimed = claims.flatMap((one) => one.lines).reduce((sum, line) => sum + line.number, 0)
          expect(claimed).toBe(due.reduce((sum, one) => sum + one.due, 0) - counted.reduce((sum, line) => sum + line.accepted, 0))
        },
      ),
    )
  })
})
