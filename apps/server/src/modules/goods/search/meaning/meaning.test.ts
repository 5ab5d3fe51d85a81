import { describe, expect, it } from 'vitest'
import { headsOf, MARK, markParts } from '../words/name-parts.ts'
import { normalise } from '../words/normalise.ts'
import { readCharacters } from '../words/reading.ts'
import { createTextReader } from '../words/text-index.ts'
import { createCorrections } from './corrections.ts'
import { cutTerms, cutWord } from './cutting.ts'
import { firstEntries, rulesOf, type WordEntry, type WordKind } from './entries.ts'
import { createLexicon } from './lexicon.ts'
import { isOneSlip, soundOf } from './sounds.ts'

const KNOWN = new Set(['望槐堂', '板蓝根', '颗粒', '布洛芬', '缓释', '胶囊', '缓释胶囊', '布洛芬缓释胶囊', '阿莫西林', '片', '维生素c'])
const known = (part: string) => KNOWN.has(part)

describe('连着打的字分成词', () => {
  it.each([
    ['望槐堂板蓝根', [['望槐堂', '板蓝根']]],
    ['阿莫西林0.25g', [['阿莫西林', '0.25g']]],
    ['布洛芬缓释胶囊0.3g', [['布洛芬缓释胶囊', '0.3g']]],
    ['0.3g布洛芬', [['0.3g', '布洛芬']]],
    ['阿莫西林片', [['阿莫西林', '片']]],
  ])('%s', (word, ways) => expect(cutWord(word, known)).toEqual(ways))
  it('词数少的在前，第一个词长的在前', () => {
    expect(cutWord('望槐堂布洛芬缓释胶囊', known)).toEqual([
      ['望槐堂', '布洛芬缓释胶囊'],
      ['望槐堂', '布洛芬', '缓释胶囊'],
      ['望槐堂', '布洛芬', '缓释', '胶囊'],
    ])
  })
  it('认得的整词不拆，认不得的一段不拆', () => {
    expect(cutTerms(['布洛芬缓释胶囊'], known)).toEqual([])
    expect(cutWord('没有的药', known)).toEqual([])
    expect(cutTerms(['望槐堂板蓝根', '没有的药'], known)).toEqual([['望槐堂', '板蓝根', '没有的药']])
  })
  it('长得没有道理的一串不算', () => expect(cutWord('阿莫西林'.repeat(20), known)).toEqual([]))
})

const entry = (kind: WordKind, words: string, targets: string, more: Partial<WordEntry> = {}): WordEntry => ({
  kind,
  words: words.split('|'),
  targets: targets.split('|'),
  parent: '',
  note: '',
  ...more,
})

describe('行业用词', () => {
  const lexicon = createLexicon(
    [
      entry('alias', '扑热息痛', '对乙酰氨基酚'),
      entry('alias', '针', '注射液', { note: '只在词尾' }),
      entry('alias', 'VC', '维生素C', { note: '须整词；除外：维生素C银翘片' }),
      entry('class', '地平类|CCB', '氨氯地平|硝苯地平', { parent: '降压药' }),
      entry('class', '降压药|降血压药', '缬沙坦'),
      entry('indication', '高血压', '降压药|牛黄降压丸'),
      entry('trade', '芬必得', '布洛芬缓释胶囊'),
    ],
    [
      { id: 1, parent_id: null, name: '西药' },
      { id: 2, parent_id: 1, name: '抗感染' },
      { id: 3, parent_id: 2, name: '头孢类' },
    ],
  )
  const names = (term: string) => lexicon.meaningsOf(term).flatMap((one) => one.names)
  it('类、病症连同下级类的成分', () => {
    expect(names('ccb')).toEqual(['地平类', '氨氯地平', '硝苯地平'])
    expect(names('降血压药')).toEqual(['降压药', '缬沙坦', '地平类', '氨氯地平', '硝苯地平'])
    expect(names('高血压')).toEqual(['降压药', '缬沙坦', '地平类', '氨氯地平', '硝苯地平', '牛黄降压丸'])
    expect(names('芬必得')).toEqual(['布洛芬缓释胶囊'])
  })
  it('分类的名字连同下级分类', () => {
    expect(lexicon.meaningsOf('抗感染')).toMatchObject([{ kind: 'category', categories: new Set([2, 3]) }])
  })
  it('同义词在名称里换，须整词的、只在词尾的不乱换', () => {
    const variants = (term: string) => lexicon.variantsOf(term).map(({ text }) => text)
    expect(variants('扑热息痛片')).toEqual(['对乙酰氨基酚片'])
    expect(variants('头孢曲松针')).toEqual(['头孢曲松注射液'])
    expect(variants('针灸针')).toEqual(['针灸注射液'])
    expect(variants('vc')).toEqual(['维生素c'])
    expect(variants('vc银翘片')).toEqual([])
    expect(lexicon.variantsOf('vc')[0]?.except).toEqual(['维生素c银翘片'])
  })
  it('备注里的规则', () => {
    expect(rulesOf('旧名；须整词；除外：氨苄青霉素、甲羟孕酮（安宫黄体酮）')).toEqual({
      whole: true,
      atEnd: false,
      except: ['氨苄青霉素', '甲羟孕酮', '安宫黄体酮'],
    })
    expect(rulesOf('')).toEqual({ whole: false, atEnd: false, except: [] })
  })
  it('随商城的词都读得出来，没有一行是空的', () => {
    const entries = firstEntries()
    expect(entries.length).toBeGreaterThan(3_000)
    const firsts = entries.map(({ kind, words }) => `${kind} ${words[0]}`)
    expect(
      firsts.filter((first, at) => firsts.indexOf(first) !== at),
      '同一个词写了两行',
    ).toEqual([])
    const whole = createLexicon(entries, [])
    for (const word of ['感冒药', '高血压', '立普妥', 'amoxicillin', '降压药'])
      expect(whole.meaningsOf(word).length, word).toBeGreaterThan(0)
    expect(whole.variantsOf('板兰根').map(({ text }) => text)).toContain('板蓝根')
  })
})

describe('名称的成分', () => {
  const marks = (name: string) => {
    const { text, starts } = markParts(normalise(name))
    const at = (bit: number) => [...starts].flatMap((one, place) => ((one & bit) !== 0 ? [text.slice(place)] : []))
    return { ingredient: at(MARK.ingredient), end: at(MARK.end) }
  }
  it.each([
    ['苯磺酸氨氯地平片', ['氨氯地平片'], ['片']],
    ['双氯芬酸钠缓释片', [], ['钠缓释片', '缓释片', '片']],
    ['注射用盐酸头孢吡肟', ['盐酸头孢吡肟', '头孢吡肟'], []],
    ['甘草片', [], ['片']],
    ['复方甘草片', [], ['片']],
  ])('%s', (name, ingredient, end) => expect(marks(name)).toEqual({ ingredient, end }))
  it('可以叫的名字', () =>
    expect(headsOf(normalise('苯磺酸氨氯地平片')).sort()).toEqual(['氨氯地平', '氨氯地平片', '苯磺酸氨氯地平', '苯磺酸氨氯地平片']))
})

describe('您是不是要找', () => {
  const { add, of } = createCorrections(createTextReader(readCharacters))
  for (const [name, weight] of [
    ['布洛芬', 9],
    ['板蓝根', 8],
    ['连花清瘟胶囊', 7],
    ['二甲双胍', 6],
    ['奥美拉唑', 5],
    ['枸杞', 4],
    ['阿莫西林', 3],
    ['南瓜子', 2],
    ['兰索拉唑', 1],
  ] as const)
    add(name, weight)
  it.each([
    ['布洛分', '布洛芬'],
    ['板兰根', '板蓝根'],
    ['二甲双呱', '二甲双胍'],
    ['奥美拉挫', '奥美拉唑'],
    ['狗杞', '枸杞'],
    ['amosilin', '阿莫西林'],
    ['buluofeng', '布洛芬'],
    ['banlangeng', '板蓝根'],
    ['阿莫西淋', '阿莫西林'],
    ['阿莫林', '阿莫西林'],
  ])('%s → %s', (typed, meant) => expect(of(typed)[0]).toBe(meant))
  it('没有相近的就没有', () => {
    expect(of('啊啊啊啊啊')).toEqual([])
    expect(of('片')).toEqual([])
    expect(of('abc')).toEqual([])
  })
  it('音近的字母相同；差一个字母、对调两个算一处笔误', () => {
    expect(soundOf('zhangnan')).toBe(soundOf('zanlang'))
    expect([isOneSlip('abc', 'abd'), isOneSlip('abc', 'acb'), isOneSlip('abc', 'ab'), isOneSlip('abc', 'abc')]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect([isOneSlip('abc', 'cba'), isOneSlip('abcd', 'ab')]).toEqual([false, false])
  })
})
