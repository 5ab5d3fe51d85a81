import { describe, expect, it } from 'vitest'
import { changedFacts, factWords, merged, NEW_FACTS } from './facts-rules.ts'

describe('商品资料的表单', () => {
  it('只有真的不同才算改：说明书的字段次序不算', () => {
    const base = { ...NEW_FACTS, instructions: [{ title: '用法', text: '口服' }] }
    expect(changedFacts(base, { ...base, instructions: [{ text: '口服', title: '用法' }] })).toEqual([])
    expect(changedFacts(base, { ...base, spec: '10g', categories: [2] })).toEqual(['spec', 'categories'])
  })

  it('别人先保存：我的改动加在他的上面，谁的都没丢', () => {
    const typed = { ...NEW_FACTS, origin: '四川' }
    const theirs = { ...NEW_FACTS, storage: '阴凉' }
    expect(merged(NEW_FACTS, typed, theirs)).toEqual({ ...NEW_FACTS, origin: '四川', storage: '阴凉' })
  })

  it('值用人读的话说', () => {
    const facts = { ...NEW_FACTS, splittable: 0, categories: [3], cold_chain: 'yes' as const, drug_class: 'otc_a' as const }
    const words = (['splittable', 'categories', 'cold_chain', 'drug_class', 'unit', 'instructions'] as const).map((name) =>
      factWords(name, facts, (id) => `类${id}`),
    )
    expect(words).toEqual(['否', '类3', '冷链', '甲类非处方药', '盒', '0 节'])
  })
})
