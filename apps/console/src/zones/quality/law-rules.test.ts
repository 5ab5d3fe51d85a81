import { expect, it } from 'vitest'
import { LAW_REASON_MIN } from '#contract/law.ts'
import { REASON_LEAST, signsMissing } from './law-rules.ts'

it('放行或禁售的理由至少十个字，与服务端同一个数；空格不算，生僻字算一个', () => {
  expect(REASON_LEAST).toBe(LAW_REASON_MIN)
  expect(signsMissing('')).toBe(10)
  expect(signsMissing('   批件显示　')).toBe(6)
  expect(signsMissing('批件显示不含麻黄碱类')).toBe(0)
  expect(signsMissing('𠀀𠀀𠀀𠀀𠀀𠀀𠀀𠀀𠀀𠀀')).toBe(0)
})
