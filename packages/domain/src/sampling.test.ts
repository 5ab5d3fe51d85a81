import { describe, expect, it } from 'vitest'
import { casesToOpen, leastSample } from './sampling.ts'

describe('验收抽样', () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [50, 3],
    [51, 4],
    [100, 4],
    [101, 5],
  ])('%i 件整件，开 %i 件', (cases, opened) => {
    expect(casesToOpen(cases)).toBe(opened)
  })

  it.each([
    ['不足一件的零散，至少看一个最小包装', 7, 100, 1],
    ['两件又三盒：两件各三盒，零散一盒', 203, 100, 7],
    ['一件装两盒，抽不出三盒的抽到全部为止', 2, 2, 2],
    ['不按件包装的看一个', 400, 1, 1],
    ['一个也没有的不必看', 0, 10, 0],
  ])('%s', (_title, number, casePack, packs) => {
    expect(leastSample(number, casePack)).toBe(packs)
  })
})
