import { describe, expect, it } from 'vitest'
import { cleaned, printed, unprintable } from './paper-text.ts'

describe('单据上的字', () => {
  it.each(['陈䶮', '㛃𬭚', '溪桥大药房（云岩店）', '1 号楼 3-2 室①㎡', 'Ａ·é—…'])('%s 印得出来', (text) => {
    expect(unprintable(text)).toBeNull()
    expect(printed(text)).toBe(text)
  })
  it.each([
    ['陈😀', '“😀”（U+1F600）', '陈〓'],
    ['한', '“한”（U+D55C）', '〓'],
    ['陈\u202e店员', '看不见的字符（U+202E）', '陈店员'],
    ['陈\u0085', '看不见的字符（U+0085）', '陈'],
    ['陈\ud800', '看不见的字符（U+D800）', '陈'],
  ])('%s 说得出是哪个字，已有的印成〓或略去', (text, said, shown) => {
    expect(unprintable(text)).toContain(said)
    expect(printed(text)).toBe(shown)
  })
  it('零宽空格和字节序标记去掉，不算错', () => {
    expect(cleaned('\ufeff陈\u200b店员\ufe0f')).toBe('陈店员')
    expect(unprintable('陈\u200b店员')).toBeNull()
  })
})
