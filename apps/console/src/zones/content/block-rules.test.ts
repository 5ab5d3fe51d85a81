import { describe, expect, it } from 'vitest'
import { blockWords, newBlock, sourceOf, withSource } from './block-rules.ts'

describe('专题页的块', () => {
  it('商品的来源只有一个：换一种，原来的就去掉，标题还在', () => {
    const block = { ...newBlock('goods'), title: '感冒常备', codes: ['A1'] }
    expect(sourceOf(block)).toBe('codes')
    expect(withSource(block, 'zone')).toEqual({ type: 'goods', title: '感冒常备' })
    expect(withSource({ type: 'goods', title: '感冒常备', zone: 'herb' }, 'codes')).toEqual({ type: 'goods', title: '感冒常备', codes: [] })
    expect(sourceOf({ type: 'goods', ids: [1] })).toBe('ids')
  })

  it('块的一行字：种类和标题，没有标题的看文字', () => {
    expect(blockWords({ type: 'text', text: '一'.repeat(30) })).toBe(`文字：${'一'.repeat(20)}`)
    expect(blockWords(newBlock('countdown'))).toBe('倒计时')
  })
})
