import { expect, it } from 'vitest'
import { bodyOf, EMPTY_WORD, listed } from './kinds.ts'

it('词一行一个，也可以用逗号、顿号、竖线分开；空的、重的不算', () => {
  expect(listed('阿斯匹林\n 阿斯匹灵 ，拜阿司匹灵、阿斯匹林||')).toEqual(['阿斯匹林', '阿斯匹灵', '拜阿司匹灵'])
  expect(listed(' \n')).toEqual([])
})

it('只有类别有上级类', () => {
  const draft = { ...EMPTY_WORD, words: 'a', targets: 'b', parent: ' 抗感染药 ' }
  expect(bodyOf({ ...draft, kind: 'class' }).parent).toBe('抗感染药')
  expect(bodyOf(draft).parent).toBe('')
})
