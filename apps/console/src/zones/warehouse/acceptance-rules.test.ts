import { describe, expect, it } from 'vitest'
import { begun, faultOf, type IntakeLine, type Judgement } from './acceptance-rules.ts'

const line = { id: 1, number: 100, refused: '', least_sample: 6, report_no: 'BG-1' } as IntakeLine
const good = begun([line])[1] as Judgement

describe('验收单的默认值', () => {
  it('没有问题的按规定的抽样数预填，全数合格，报告编号照在册的', () => {
    expect(good).toMatchObject({ accepted: 100, sampled: 6, report_no: 'BG-1', reject_reason: '', measure: '' })
    expect(faultOf(line, good)).toBe('')
  })

  it('不得验收的预填为拒收，写着原因，不抽样', () => {
    const one = begun([{ ...line, refused: '到货超温' }])[1]
    expect(one).toMatchObject({ accepted: 0, sampled: 0, appearance: '', reject_reason: '到货超温', measure: 'refuse' })
    expect(faultOf(line, one)).toBe('')
  })

  it.each([
    ['抽样数量', { sampled: 0 }],
    ['外观质量', { appearance: ' ' }],
    ['不合格原因', { accepted: 99, measure: 'hold' as const }],
    ['处置措施', { accepted: 99, reject_reason: '破损' }],
  ])('差%s的说得出来', (fault, change) => {
    expect(faultOf(line, { ...good, ...change })).toBe(fault)
  })
})
