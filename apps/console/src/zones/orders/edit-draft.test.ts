import { describe, expect, it } from 'vitest'
import { changeOf, EMPTY_DRAFT, isChanged, previewQuery, setLeft, setSwap } from './edit-draft.ts'

const item = (id: number, number: number) => ({
  id,
  name: '药',
  maker: '',
  spec: '',
  unit: '盒',
  tag: '',
  number,
  step: 1,
  paid: '1.00',
  batches: [{ piece_id: id * 10, batch_no: 'A', expiry_date: '2028-01-01', number, others: [] }],
})
const form = { version: 3, remark: '送后门', items: [item(1, 10), item(2, 4)] }

describe('改单：填写的内容', () => {
  it('没有改动就不试算；改回原数等于没改', () => {
    expect(isChanged(EMPTY_DRAFT, form)).toBe(false)
    expect(isChanged(setLeft(setLeft(EMPTY_DRAFT, 1, 4, 10), 1, 10, 10), form)).toBe(false)
    expect(isChanged({ ...EMPTY_DRAFT, remark: ' 送后门 ' }, form)).toBe(false)
  })

  it('试算与确认说的是同一件事', () => {
    const draft = setSwap(setLeft(setLeft(EMPTY_DRAFT, 1, 4, 10), 2, 0, 4), 10, 77, 10)
    expect(changeOf(draft, form)).toEqual({
      version: 3,
      cause: 'buyer',
      lines: [
        { id: 1, number: 4 },
        { id: 2, number: 0 },
      ],
      batches: [{ piece_id: 10, batch_id: 77, number: 10 }],
    })
    expect(previewQuery(draft, form)).toEqual({ version: 3, cause: 'buyer', lines: '1:4,2:0', batches: '10:77:10' })
  })

  it('别人先改少了：填的仍在，按现在的订单算，不会变成加', () => {
    const draft = setLeft(EMPTY_DRAFT, 1, 6, 10)
    expect(changeOf(draft, { ...form, version: 4, items: [item(1, 5)] }).lines).toEqual([])
    expect(changeOf(draft, { ...form, version: 4, items: [item(1, 8)] }).lines).toEqual([{ id: 1, number: 6 }])
  })
})
