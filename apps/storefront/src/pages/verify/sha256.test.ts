import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

describe('网页里自己算的 SHA-256', () => {
  it('与标准一致：空文件、填充的每个边界、带偏移的一段、几百万字节', () => {
    expect(sha256(new Uint8Array())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    const whole = randomBytes(2_000_003)
    for (const length of [1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1000, 2_000_000]) {
      const bytes = new Uint8Array(whole.buffer, whole.byteOffset + 3, length)
      expect(sha256(bytes), `${length}`).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
  })
})
