import { describe, expect, it } from 'vitest'
import { remembering } from './memory.ts'

describe('读过的文字', () => {
  it('再来时不再读；久未再来的和很长的不留', () => {
    const read: string[] = []
    const lengthOf = remembering(2, (text) => {
      read.push(text)
      return text.length
    })
    const long = '长'.repeat(61)
    for (const text of ['阿胶', '阿胶', '白术', '当归', '阿胶', '阿胶', '川芎', '白术', long, long])
      expect(lengthOf(text)).toBe(text.length)
    expect(read).toEqual(['阿胶', '白术', '当归', '川芎', '白术', long, long])
  })
})
