import { isClassedScope, type LicensedClass, parseDrugClasses } from './drug-classes.ts'

/** Business scopes (经营范围): one code for the words of old and new licences (trade rules, business scope). */
export const SCOPES = [
  { code: 'chem', name: '化学药', words: ['化学药制剂', '化学药', '抗生素制剂', '抗生素', '化学制剂', '生化药品'] },
  { code: 'tcm', name: '中成药', words: ['中成药'] },
  { code: 'herb', name: '中药饮片', words: ['中药饮片', '中药材'] },
  { code: 'bio', name: '生物制品', words: ['生物制品'] },
  { code: 'peptide', name: '蛋白同化制剂、肽类激素', words: ['蛋白同化制剂', '肽类激素'] },
  { code: 'raw', name: '化学原料药', words: ['化学原料药', '原料药', '抗生素原料药'] },
  { code: 'device2', name: '第二类医疗器械', words: ['第二类医疗器械', '二类医疗器械', 'Ⅱ类医疗器械'] },
  { code: 'device3', name: '第三类医疗器械', words: ['第三类医疗器械', '三类医疗器械', 'Ⅲ类医疗器械'] },
  { code: 'food', name: '食品、保健食品', words: ['保健食品', '预包装食品', '食品'] },
  { code: 'general', name: '一般商品', words: ['消毒用品', '日用百货', '化妆品', '第一类医疗器械'] },
] as const
export type ScopeCode = (typeof SCOPES)[number]['code']

/** Free of licence: every passed company may buy these. */
export const FREE_SCOPE: ScopeCode = 'general'

interface ScopeWord {
  word: string
  /** What stands behind it in brackets. */
  note: string
  /** What stands in brackets before its colon: 零售（乙类非处方药）：中成药. */
  headNote: string
  /** The first of a sentence: what a former one said of its own list ends here. */
  opens: boolean
}

const SEPARATORS = '、，,；;。 \t\n\r　'
const STOPS = '；;。'
const QUOTES = '《》【】“”"'

/**
 * Words of a list and what stands in brackets behind each; separators within brackets part nothing, and a bracket that is cut off runs to the
 * end. loose: what stands in brackets behind no word, and speaks of the whole list.
 */
function wordsOf(text: string): { words: ScopeWord[]; loose: string[] } {
  const words: ScopeWord[] = []
  const loose: string[] = []
  let [word, note, headNote, depth, opens] = ['', '', '', 0, true]
  const end = () => {
    if (word !== '') {
      words.push({ word, note, headNote, opens })
      opens = false
    } else loose.push(note)
    word = ''
    note = ''
    headNote = ''
  }
  for (const char of text) {
    if ('（([〔'.includes(char)) depth += 1
    else if ('）)]〕'.includes(char)) depth = Math.max(0, depth - 1)
    else if (depth > 0) note += char
    else if (SEPARATORS.includes(char)) {
      end()
      if (STOPS.includes(char)) opens = true
    } else if (!QUOTES.includes(char)) {
      if (word === '' && note !== '') loose.push(note)
      else if (char === '：' || char === ':') headNote += note
      if (word === '' || char === '：' || char === ':') note = ''
      word += char
    }
  }
  end()
  return { words, loose }
}

/** The classes that words leave of a scope, where they leave medicines without a prescription alone; null: they narrow nothing. */
function narrowing(text: string): LicensedClass[] | null {
  const classes = parseDrugClasses(text)
  return classes === null || classes.includes('rx') ? null : classes
}
const DENIES = /不含|不包括|不包含|不得|不经营|不销售|不允许|不许|不可|禁止|除|停止|暂停|取消|注销|核减/
/** Behind a scope: 化学药（暂停经营）. */
const DENIES_BEHIND = /(?:停止|暂停|停售|取消|注销|核减|不)(?:经营|销售|许可)?$/
const NAMES_CLASSES = /处方|OTC|[甲乙]类/i
/** Behind the last of a list, and of all of it: 中成药、化学药（以上限乙类非处方药）. */
const OF_ALL = /以上|上述|均|全部/

interface ParsedScopes {
  codes: ScopeCode[]
  unknown: string[]
  /** To which classes all medicines of the list are narrowed; null: to none. */
  classes: LicensedClass[] | null
}

/**
 * '中成药、化学药、生物制品(不含血液制品、疫苗)' to codes. Brackets narrow a scope and are set aside, but where they leave medicines without a prescription
 * alone: that is no scope of the shop but a class of the licence. Of a retail pharmacy (isClassed), whose licence holds for certain classes,
 * such scopes are granted with the class where all its medicines are narrowed; else they are not granted. What is said of classes beside any
 * scope (（以上限乙类非处方药）, 处方药除外) is said of all of them. What a list denies it does not grant.
 */
export function parseScopes(text: string, isClassed = false): ParsedScopes {
  const codes = new Set<ScopeCode>([FREE_SCOPE])
  const unknown: { said: string; narrowed: ScopeCode | null }[] = []
  const narrowed: LicensedClass[][] = []
  let [isDenied, heads] = [false, '']
  let head: LicensedClass[] | null = null
  const { words, loose } = wordsOf(text)
  /** What was said of classes and not of one scope. */
  const ofAll = [...loose]
  /** Words for classes that a colon may still lay upon what follows. */
  let ahead: string[] = []
  for (const { word: said, note: behind, headNote, opens } of words) {
    if (opens) {
      ofAll.push(...ahead)
      ahead = []
      ;[isDenied, heads, head] = [false, '', null]
    }
    const isOfAll = isClassed && OF_ALL.test(behind) && NAMES_CLASSES.test(behind)
    if (isOfAll) ofAll.push(behind)
    const note = isOfAll ? '' : behind
    // 处方药、甲类非处方药：中成药 names the classes of what follows, not goods.
    const at = Math.max(said.lastIndexOf('：'), said.lastIndexOf(':'))
    const own = at >= 0 ? said.slice(0, at) : /处方药$/.test(said) ? said : ''
    heads += own + headNote
    if (at >= 0) {
      head = narrowing(heads)
      ahead = []
    } else if (own !== '') ahead.push(own + note)
    const word = said.slice(at + 1)
    isDenied ||= DENIES.test(said)
    const isOut = isDenied || DENIES_BEHIND.test(note)
    const scope = SCOPES.find((one) => one.name === word || (one.words as readonly string[]).includes(word))
    if (scope === undefined && (at >= 0 || own === '')) ofAll.push(word)
    const classes = scope === undefined ? null : both(head, narrowing(note))
    if (scope && !isOut && classes === null) codes.add(scope.code)
    else if (own === '' || at >= 0) {
      const isNarrowed = scope !== undefined && !isOut && classes !== null && isClassedScope(scope.code)
      if (isNarrowed) narrowed.push(classes)
      unknown.push({ said: note === '' || !scope ? said : `${said}（${note}）`, narrowed: isNarrowed ? scope.code : null })
    }
    if (word.endsWith('外')) isDenied = false
  }
  const common = isClassed && narrowed.length > 0 && ![...codes].some(isClassedScope) ? narrowed.reduce((all, one) => shared(all, one)) : []
  if (common.length > 0) for (const one of unknown) if (one.narrowed !== null) codes.add(one.narrowed)
  const rest = isClassed ? narrowing([...ofAll, ...ahead].filter((one) => NAMES_CLASSES.test(one)).join('、')) : null
  const narrower = rest === null || common.length === 0 ? (rest ?? common) : shared(common, rest)
  return {
    codes: [...codes],
    unknown: unknown.flatMap((one) => (common.length > 0 && one.narrowed !== null ? [] : [one.said])),
    classes: narrower.length > 0 ? narrower : common.length > 0 ? common : null,
  }
}

const shared = (some: readonly LicensedClass[], others: readonly LicensedClass[]) => some.filter((code) => others.includes(code))
const both = (some: LicensedClass[] | null, others: LicensedClass[] | null) =>
  some === null || others === null ? (some ?? others) : shared(some, others)
