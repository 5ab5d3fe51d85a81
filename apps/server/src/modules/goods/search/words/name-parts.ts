import type { Normalised } from './normalise.ts'

/**
 * Where in an approved name its ingredient begins and ends: whoever types 氨氯地平 means 苯磺酸氨氯地平片 before 氨氯地平贝那普利片,
 * and 甘草 is 甘草片 before 甘草酸二铵胶囊.
 */

/** Salts and words before the ingredient, longest first. 复方 is none of them: a compound is another medicine. */
const BEFORE = [
  '注射用',
  '重酒石酸',
  '双羟萘酸',
  '门冬氨酸',
  '硫酸氢',
  '苯磺酸',
  '甲磺酸',
  '马来酸',
  '枸橼酸',
  '酒石酸',
  '富马酸',
  '琥珀酸',
  '氢溴酸',
  '谷氨酸',
  '葡庚糖酸',
  '丙戊酸',
  '糠酸',
  '丙酸',
  '戊酸',
  '磷酸',
  '盐酸',
  '硫酸',
  '硝酸',
  '醋酸',
  '乳酸',
  '草酸',
  '左旋',
  '精制',
  // How a herb was prepared.
  '麸炒',
  '蜜炙',
  '炙',
  '炒',
  '煅',
  '焦',
  '蜜',
  '生',
] as const
const AFTER = ['氨丁三醇', '赖氨酸', '二钠', '钠', '钾', '钙', '镁', '锌', '铝'] as const
const FORMS = [
  '口腔崩解片',
  '口崩片',
  '滴眼液',
  '滴鼻液',
  '滴耳液',
  '眼膏',
  '口服溶液',
  '口服液',
  '混悬液',
  '混悬滴剂',
  '干混悬剂',
  '注射液',
  '注射剂',
  '喷雾剂',
  '气雾剂',
  '粉雾剂',
  '吸入剂',
  '吸入溶液',
  '糖浆',
  '合剂',
  '滴丸',
  '胶囊',
  '颗粒',
  '软膏',
  '乳膏',
  '凝胶',
  '贴膏',
  '贴片',
  '膏药',
  '橡胶膏',
  '洗剂',
  '洗液',
  '搽剂',
  '溶液',
  '阴道片',
  '栓',
  '酊',
  '膏',
  '贴',
  '片',
  '丸',
  '散',
  '粉',
  '液',
] as const
/** What stands between an ingredient and its form. */
const KINDS = [
  '缓释',
  '控释',
  '肠溶',
  '分散',
  '咀嚼',
  '泡腾',
  '舌下',
  '双释',
  '薄膜衣',
  '糖衣',
  '浓缩',
  '大蜜',
  '水蜜',
  '小蜜',
  '软',
  '含',
] as const

/** 胶囊, 缓释片: says of no goods what it is. */
export function isForm(term: string): boolean {
  const form = FORMS.find((one) => term.endsWith(one))
  if (form === undefined) return false
  const before = term.slice(0, -form.length)
  return before === '' || KINDS.some((kind) => kind === before)
}

/** Bits of a place in a text: a word starts here; an ingredient may end before it; an ingredient starts behind its salt. */
export const MARK = { word: 1, end: 2, ingredient: 4 } as const

const headOf = (text: string, list: readonly string[]): string => list.find((one) => text.startsWith(one) && text.length > one.length) ?? ''
const tailOf = (text: string, list: readonly string[]): string => list.find((one) => text.endsWith(one) && text.length > one.length) ?? ''

function markChunk({ text, starts }: Normalised, from: number, to: number): void {
  const mark = (at: number, bit: number) => {
    starts[at] = (starts[at] as number) | bit
  }
  let begin = from
  for (let salt = headOf(text.slice(begin, to), BEFORE); salt !== ''; salt = headOf(text.slice(begin, to), BEFORE)) {
    begin += salt.length
    mark(begin, MARK.ingredient)
  }
  let end = to - tailOf(text.slice(begin, to), FORMS).length
  if (end === to) return
  mark(end, MARK.end)
  for (const list of [KINDS, AFTER]) {
    const tail = tailOf(text.slice(begin, end), list)
    if (tail === '') continue
    end -= tail.length
    mark(end, MARK.end)
  }
}

/** Marks the parts of a name, between brackets and beside them. */
export function markParts(name: Normalised): Normalised {
  const { text, starts } = name
  const begins = [...starts].flatMap((start, at) => (start === MARK.word ? [at] : []))
  begins.forEach((from, index) => {
    if (from > 0) starts[from] = MARK.word | MARK.end
    markChunk(name, from, begins[index + 1] ?? text.length)
  })
  return name
}

/** What a name may be called by: all of it, and its ingredient alone. */
export function headsOf(name: Normalised): string[] {
  const { text, starts } = markParts(name)
  const begins = [0, starts.findIndex((marks) => (marks & MARK.ingredient) !== 0)].filter((at) => at >= 0)
  const ends = [...starts].flatMap((marks, at) => ((marks & MARK.end) !== 0 ? [at] : []))
  const heads = begins.flatMap((from) => [text.slice(from), ...ends.filter((end) => end > from).map((end) => text.slice(from, end))])
  return [...new Set(heads)]
}
