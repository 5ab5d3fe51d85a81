import { describe, expect, it } from 'vitest'
import { acceptedOf, countedOf, type DueLine, isShut, linesOf, photosWanted, sumsOf, withCount, withWords } from './count.ts'

const line = (id: number, values: Partial<DueLine> = {}): DueLine => ({
  id,
  goods_id: 1,
  name: '阿莫西林胶囊',
  sccj: '',
  ypgg: '',
  bzdw: '盒',
  image: '',
  tag: '',
  batch_no: `B${id}`,
  production_date: null,
  expiry_date: '2027-12-31',
  cold_chain: 0,
  number: 50,
  claimed: 0,
  due: 50,
  ...values,
})

describe('收货登记页的计数', () => {
  it('登记的差异从合格里减去，加起来从不超过应收', () => {
    const one = line(1)
    const draft = withCount(withCount({}, one, 'damaged', 2), one, 'short', 999)
    expect(countedOf(draft, one)).toMatchObject({ damaged: 2, short: 48 })
    expect(acceptedOf(one, countedOf(draft, one))).toBe(0)
    expect(countedOf(withCount(draft, one, 'short', -5), one).short).toBe(0)
  })

  it('提交的每一行：合格与差异合计等于应收；已全部申请售后的批次不提交', () => {
    const lines = [line(1), line(2, { claimed: 50, due: 0 })]
    const draft = withWords(withCount({}, line(1), 'refused', 3), line(1), { refusedFor: 'other', note: ' 订错 ' })
    expect(linesOf(lines, draft)).toEqual([
      { id: 1, accepted: 47, short: 0, damaged: 0, wrong: 0, refused: 3, refused_for: 'other', note: '订错' },
    ])
  })

  it('冷链不能登记破损与错货；质量拒收、破损、错货各要照片，一种原因一张售后单', () => {
    expect(isShut(line(1, { cold_chain: 1 }), 'damaged')).toBe(true)
    expect(isShut(line(1, { cold_chain: 1 }), 'refused')).toBe(false)
    const lines = [line(1), line(2)]
    const draft = withCount(withCount(withCount({}, line(1), 'damaged', 1), line(2), 'damaged', 1), line(2), 'refused', 2)
    expect(photosWanted(lines, draft)).toEqual({ damaged: true, wrong: false, quality: true })
    expect(sumsOf(lines, draft)).toMatchObject({ accepted: 96, damaged: 2, refused: 2, claims: 2 })
  })
})
