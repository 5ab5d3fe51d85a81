import { describe, expect, it } from 'vitest'
import { EMPTY_DRAFT, type Form, whyShut, wishOf, withKind, withNumber, withReason } from './wish.ts'

const line = (id: number, left: number, refused: Form['lines'][number]['refused'] = []): Form['lines'][number] => ({
  id,
  goods_id: id,
  name: `商品${id}`,
  sccj: '',
  ypgg: '',
  bzdw: '盒',
  image: '',
  tag: '',
  batch_no: `B${id}`,
  production_date: null,
  expiry_date: '2027-01-01',
  price: '10.00',
  number: 5,
  taken: 5 - left,
  left,
  refused,
})
const BACK = { code: 'return', name: '退货退款', note: '' } as const
const MONEY = { code: 'refund_only', name: '仅退款', note: '' } as const
const FORM: Form = {
  order_id: 7,
  order_no: '1',
  status_name: '已收货',
  why: '',
  notes: [],
  reasons: [
    { code: 'quality', name: '质量问题', why: '', needs_photo: true, kinds: [BACK, MONEY] },
    { code: 'short', name: '少发', why: '', needs_photo: false, kinds: [MONEY] },
    { code: 'other', name: '其他', why: '', needs_photo: false, kinds: [BACK] },
  ],
  lines: [line(1, 5), line(2, 3, [{ reason: 'other', kind: 'return', why: '冷链商品仅受理质量问题' }]), line(3, 0)],
}
const [first, cold, none] = FORM.lines as [Form['lines'][number], Form['lines'][number], Form['lines'][number]]

describe('售后申请的草稿', () => {
  it('选了原因就有方式：原来的方式还可以就留着，不可以就换成第一种', () => {
    const money = withKind(FORM, withReason(FORM, EMPTY_DRAFT, 'quality'), 'refund_only')
    expect(withReason(FORM, money, 'short')).toMatchObject({ reason: 'short', kind: 'refund_only' })
    expect(withReason(FORM, money, 'other')).toMatchObject({ reason: 'other', kind: 'return' })
  })

  it('换了原因，不再受理的批次从选择中去掉，并说明为什么', () => {
    const both = withNumber(withNumber(withReason(FORM, EMPTY_DRAFT, 'quality'), first, 2), cold, 1)
    const other = withReason(FORM, both, 'other')
    expect(other.numbers).toEqual({ 1: 2 })
    expect(whyShut(cold, other)).toBe('冷链商品仅受理质量问题')
    expect(whyShut(none, other)).toBe('已全部申请售后')
  })

  it('数量不超过可申请的，零等于不选；缺了什么就还不能询价', () => {
    const draft = withReason(FORM, EMPTY_DRAFT, 'other')
    expect(wishOf(FORM, draft)).toBeNull()
    expect(withNumber(draft, first, 9).numbers).toEqual({ 1: 5 })
    expect(wishOf(FORM, withNumber(withNumber(draft, first, 2), first, 0))).toBeNull()
    expect(wishOf(FORM, withNumber(draft, first, 2))).toEqual({
      order_id: 7,
      reason: 'other',
      kind: 'return',
      lines: [{ id: 1, number: 2 }],
    })
  })
})
