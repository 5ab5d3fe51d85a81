import { describe, expect, it } from 'vitest'
import { expressionsOf, faultOf, faultsOf } from './lib/expressions.ts'

describe('正则表达式用时与文字长度成正比', () => {
  it.each([
    [/[（(【[].*?[)）】\]]/g],
    [/(?<=\s\d+)\s+(?=\p{Script=Han}\s*$)/u],
    [/(?<=[\p{Script=Han})）\s])[:=](?=\s*\d[\d,]*\s*\p{Script=Han}?\s*$)/u],
    [/^(.*[\p{Script=Han})\]])\s*([十百千]+[盒瓶])$/u],
    [/^(a+)+$/],
    [/\s+$/],
    [/Android.*Mobile/],
    [/(药|药片)+盒$/],
  ])('%s 会被陌生人的文字拖慢，指出来', ({ source, flags }) => expect(faultOf({ source, flags })).toBeTypeOf('string'))

  it.each([[/^\d{1,3}(?:,\d{3})+$/], [/(?<!\s)\s+$/], [/^(?=.*Android).*Mobile/], [/[(（[][\s\S]*/], [/[\s,，、|]+/u]])(
    '%s 不会',
    ({ source, flags }) => expect(faultOf({ source, flags })).toBeNull(),
  )

  it('源码里每一个都找得到，行号不差；运行时才拼出来的也指出来', () => {
    const source = [
      '// 药',
      "const a = '药'",
      'const b = /药+/u.test(a)',
      "const c = new RegExp('^x$', 'i')",
      'const d = new RegExp(a)',
      '',
    ].join('\n')
    expect(expressionsOf(source, false)).toEqual({
      found: [
        { line: 3, source: '药+', flags: 'u' },
        { line: 4, source: '^x$', flags: 'i' },
      ],
      built: [5],
      normalized: [],
    })
    expect(faultsOf("const shape = { pattern: '\\\\s+$' }\n", false)).toMatchObject([{ line: 1, shown: '/\\s+$/u' }])
    expect(faultsOf(source, false)).toMatchObject([{ line: 5 }])
    expect(faultsOf("const a = b.normalize('NFKC')\n", false)).toMatchObject([{ line: 1, shown: '.normalize(…)' }])
  })
})
