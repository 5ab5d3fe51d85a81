import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { askedFor, LEFT_OUT, leaveOut } from './lib/left-out.ts'

const library = {
  file: 'some/library.js',
  functions: { unused: '', isUnused: 'return false' },
  members: ['Unused.prototype', 'exports.unused'],
}
const CODE = [
  'function used(a) { return isUnused(a) ? unused(a) : a }',
  'function unused(a) { return { a } }',
  "function isUnused(a) { return a === '}' }",
  'function Unused() {}',
  'Unused.prototype.go = function () {}',
  'Unused.prototype.come = function () {}',
  'exports.unused = unused',
  'exports.unusedToo = used',
].join('\n')

describe('买家页面用不到的库代码不进构建', () => {
  it('函数清空或换成一句话，成员整句去掉，其余一字不动', () => {
    expect(leaveOut(CODE, library).split('\n')).toEqual([
      'function used(a) { return isUnused(a) ? unused(a) : a }',
      'function unused(a) {}',
      'function isUnused(a) {return false}',
      'function Unused() {}',
      '',
      '',
      '',
      'exports.unusedToo = used',
    ])
  })

  it('库换了版本，少了或多了同名函数，构建失败并说出是哪个', () => {
    expect(() => leaveOut(CODE.replaceAll('isUnused', 'isOther'), library)).toThrow('isUnused (0 times)')
    expect(() => leaveOut(`${CODE}\nfunction used2() { function unused() {} }`, library)).toThrow('unused (2 times)')
    expect(() => leaveOut(CODE.replace('exports.unused ', 'exports.other '), library)).toThrow('exports.unused (0 times)')
  })

  it.each(LEFT_OUT)('装着的 $file 里每一处都在，去掉后读得通', (one) => {
    const code = readFileSync(new URL(`../node_modules/${one.file}`, import.meta.url), 'utf8')
    const left = leaveOut(code, one)
    expect(left.length).toBeLessThan(code.length)
    expect(() => leaveOut(left, { file: one.file, functions: {} })).not.toThrow()
  })

  it.each([
    ["import { useState, ViewTransition } from 'react'", 'ViewTransition of react'],
    ["import { useFetcher as useIt } from 'react-router'", 'useFetcher of react-router'],
    ["import { preload } from 'react-dom'", 'preload of react-dom'],
    ['const a = <title>药</title>', '<title>'],
    ['const a = <own-element />', '<own-element>'],
    ['const a = <form onSubmit={() => go()} action={send} />', '<form action>'],
    ['const a = <Fragment ref={box}>药</Fragment>', '<Fragment ref>'],
    ['const a = <Link to="/" prefetch="intent" />', '<Link prefetch>'],
  ])('%s 用到了去掉的部分，构建失败', (code, asked) => expect(askedFor(code, 'some.tsx')).toBe(asked))

  it.each([
    ["import { useState } from 'react'\nimport { useSubmit } from './useSubmit.ts'"],
    ['const a = <form onSubmit={go} action="/search" />'],
    ['const a = <form action={paths.brands()} />'],
    ['const a = <Link to="/" ref={box} title="药" />'],
    ["import type { RouteObject } from 'react-router'"],
  ])('%s 不受影响', (code) => expect(askedFor(code, 'some.tsx')).toBeUndefined())
})
