import { describe, expect, it } from 'vitest'
import { sameStrengths } from './strength.ts'

describe('同一个含量的另一种写法', () => {
  it.each([
    ['0.15g', ['0.00015kg', '150mg']],
    ['150mg', ['0.15g', '150000ug']],
    ['500μg', ['0.5mg']],
    ['1l', ['1000ml']],
    ['250ml', ['0.25l']],
  ])('%s', (text, others) => expect(sameStrengths(text)).toEqual(others))
  it.each(['24粒', '0.25g*24', 'b12', '', 'g', '10mgx', '1234567890mg'])('%s 不是含量', (text) => expect(sameStrengths(text)).toEqual([]))
})
