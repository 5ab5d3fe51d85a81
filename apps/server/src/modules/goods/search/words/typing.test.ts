import fc from 'fast-check'
import { pinyin } from 'pinyin-pro'
import { describe, expect, it } from 'vitest'
import { createReader } from '#domain/pinyin/reader.ts'
import { atOnce } from '../steps.ts'
import { normalise, splitTerms } from './normalise.ts'
import { buildTextIndex, createTextReader } from './text-index.ts'
import { MODE, matchText, PLACE, PLACES } from './text-match.ts'

const read = createReader((character) => pinyin(character, { toneType: 'none', v: true }))

function indexOf(words: readonly string[]) {
  const labels = words.map((word, label) => ({ label, kind: 0, text: normalise(word), isInitials: false }))
  return atOnce(buildTextIndex(labels, createTextReader(read)))
}
/** The best way in which the typed text hits each word. */
function hits(words: readonly string[], typed: string): Map<string, { mode: number; place: number }> {
  const found = new Map<string, { mode: number; place: number }>()
  matchText(indexOf(words), typed, (label, _, shape) => {
    const hit = { mode: Math.floor(shape / PLACES), place: shape % PLACES }
    const word = words[label] ?? ''
    const known = found.get(word)
    if (!known || hit.mode * 4 + hit.place < known.mode * 4 + known.place) found.set(word, hit)
  })
  return found
}
const finds = (word: string, typed: string) => hits([word], typed).has(word)

describe('按打字的样子找到名称', () => {
  const AMXL = '阿莫西林胶囊'
  it.each([
    'amxl',
    'amoxilin',
    'amoxil',
    'amox',
    'amo',
    'am',
    'a',
    '阿mxl',
    'amx林',
    'a莫xl',
    'amoxl',
    'amxiljn',
    'mxl',
    'moxilin',
    'jn',
    'jiaon',
    'xlj',
    '林jn',
    '莫西',
    '囊',
    'amxljn',
  ])('%s 找到阿莫西林胶囊', (typed) => expect(finds(AMXL, typed)).toBe(true))
  it.each(['amxk', 'xilinx', 'amoxilinjiaonangs', '阿西', 'oxilin', 'in'])('%s 找不到阿莫西林胶囊', (typed) =>
    expect(finds(AMXL, typed)).toBe(false),
  )

  it('没有打完的音节只在最后', () => {
    expect(finds('张江', 'zhaj')).toBe(false)
    expect(finds('张江', 'zhangji')).toBe(true)
    expect(finds('珍珠母', 'zhzhm')).toBe(true)
    expect(finds('知柏地黄丸', 'zhbdh')).toBe(true)
  })
  it('数字和字母照原样找', () => {
    expect(finds('维生素B12片', 'wssb12')).toBe(true)
    expect(finds('维生素B12片', 'b12')).toBe(true)
    expect(finds('999感冒灵颗粒', '999gml')).toBe(true)
    expect(finds('0.9%氯化钠注射液', '0.9%lhn')).toBe(true)
    expect(finds('α-干扰素', 'αgrs')).toBe(true)
    expect(finds('α-干扰素', 'agrs')).toBe(true)
  })
  it.each([
    ['阿胶补血颗粒', 'ejbx', 'ajbx'],
    ['白术', 'bz', 'bs'],
    ['重楼', 'cl', 'zl'],
    ['枳壳', 'zq', 'zk'],
    ['莪术', 'ez', 'es'],
    ['川芎茶调散', 'cxctiao', 'cqcd'],
    ['蛤蚧定喘胶囊', 'gjdc', 'hjdc'],
    ['参苓白术散', 'slbz', 'clbs'],
    ['长春西汀', 'ccxt', 'zcxt'],
    ['铝碳酸镁', 'lv', 'lutan'],
  ])('%s：正确读音 %s 在前，习惯读音 %s 也找得到', (word, correct, habit) => {
    expect(hits([word], correct).get(word)?.mode).toBe(MODE.reading)
    expect(hits([word], habit).get(word)?.mode).toBe(MODE.habit)
  })
  it('说得出在名称的什么位置', () => {
    expect(hits([AMXL], 'amxljn').get(AMXL)).toEqual({ mode: MODE.reading, place: PLACE.whole })
    expect(hits([AMXL], 'amxl').get(AMXL)).toEqual({ mode: MODE.reading, place: PLACE.start })
    expect(hits(['安舒泰(十一酸睾酮)'], '十一酸').get('安舒泰(十一酸睾酮)')).toEqual({ mode: MODE.text, place: PLACE.word })
    expect(hits([AMXL], '西林').get(AMXL)).toEqual({ mode: MODE.text, place: PLACE.inside })
  })
  it('名称的任何一段都找到它', () => {
    const names = ['阿莫西林克拉维酸钾片', '复方甘草口服溶液', '小儿氨酚黄那敏颗粒', '维生素B1注射液', '强力枇杷露', '重组人胰岛素']
    const index = indexOf(names)
    fc.assert(
      fc.property(
        fc.nat({ max: names.length - 1 }),
        fc.nat(30),
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }),
        (which, from, length, how) => {
          const name = normalise(names[which] ?? '').text
          const start = from % name.length
          const readings = read(name)
          // Each character as itself, as its initial, or in full.
          const typed = [...name]
            .slice(start, start + length)
            .map((character, at) => {
              const syllable = readings[start + at]?.syllable
              return syllable === undefined || how[at] === 0 ? character : how[at] === 1 ? syllable.charAt(0) : syllable
            })
            .join('')
          if (typed.length < 2) return
          const found = new Set<number>()
          matchText(index, typed, (label) => found.add(label))
          expect(found.has(which), `${typed} in ${name}`).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('输入的任何东西都不出错', () => {
  const words = indexOf(['阿莫西林', '氯化钠'])
  it('任意文本', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        for (const term of splitTerms(text)) matchText(words, term, () => undefined)
      }),
      { numRuns: 500 },
    )
  })
  it.each(['%', '_', "' or 1=1 --", '(((', '[a-', '\\', '\u0000', '😀', 'a'.repeat(100), 'zhang'.repeat(20), '阿'.repeat(100)])(
    '%s',
    (text) => {
      for (const term of splitTerms(text)) expect(() => matchText(words, term, () => undefined)).not.toThrow()
    },
  )
  it('繁体、异体字与简体是一样的，两边都是', () => {
    expect(splitTerms('複方感冒靈顆粒 維生素Ｃ')).toEqual(['复方感冒灵颗粒', '维生素c'])
    expect(finds('复方感冒灵颗粒', splitTerms('感冒靈')[0] ?? '')).toBe(true)
    expect(finds('複方感冒靈顆粒', '感冒灵')).toBe(true)
    expect(normalise('維生素Ｃ 片').starts).toEqual(normalise('维生素C 片').starts)
  })

  it('全角、半角、大小写是一样的', () => {
    expect(splitTerms('　ＡＭＸＬ　０．２５Ｇ ')).toEqual(['amxl', '0.25g'])
    expect(splitTerms('  ')).toEqual([])
  })
})
