import type { GoodsTable } from '../rows/goods-table.ts'
import { MODE, matchText, PLACE, PLACES } from '../words/text-match.ts'
import { TITLE_KIND, type Words } from '../words/words.ts'
import type { Matcher } from './matching.ts'
import type { createWhy } from './why.ts'

const KINDS: Readonly<Record<number, string>> = {
  [TITLE_KIND.name]: '商品名称',
  [TITLE_KIND.other]: '通用名、商品名',
  [TITLE_KIND.mnemonic]: '助记码',
}
const MODES: Readonly<Record<number, string>> = { [MODE.text]: '原字', [MODE.reading]: '拼音', [MODE.habit]: '习惯读音' }
const PLACES_NAMED: Readonly<Record<number, string>> = {
  [PLACE.whole]: '整个',
  [PLACE.head]: '开头的成分',
  [PLACE.wordHead]: '词首的成分',
  [PLACE.start]: '开头',
  [PLACE.word]: '词首',
  [PLACE.inside]: '中间',
}
const BESIDES = { manufacturer: '生产企业', spec: '规格', form: '剂型', categorySet: '分类' } as const

interface Direct {
  kind: number
  shape: number
}

/** For staff: by which key, reading or meaning each word found a goods. */
export function createExplainer(table: GoodsTable, words: Words, matcher: Matcher, why: ReturnType<typeof createWhy>) {
  /** How a word stands in the names of a row itself, the plainest way. */
  function directly(row: number, term: string): Direct | null {
    const wanted = table.columns.title[row] as number
    let best: Direct | null = null
    const { main, late } = words.labels.title
    for (const index of late ? [main, late] : [main]) {
      matchText(index, term, (label, kind, shape) => {
        if (label === wanted && (best === null || shape < best.shape)) best = { kind, shape }
      })
    }
    return best
  }

  function byNames(row: number, term: string): string[] {
    const direct = directly(row, term)
    const said = direct && `${KINDS[direct.kind]}${PLACES_NAMED[direct.shape % PLACES]}，${MODES[Math.floor(direct.shape / PLACES)]}`
    const meant = why.of(row, [term])
    return [...(said ? [said] : []), ...(meant === '' ? [] : [meant])]
  }

  function ofTerm(row: number, term: string): string {
    const { columns } = table
    const hits = matcher.look(term)
    const reasons = hits.title.scores[columns.title[row] as number] ? byNames(row, term) : []
    if (hits.keys.has(row)) reasons.push('编码、条码或批准文号')
    for (const [column, name] of Object.entries(BESIDES) as [keyof typeof BESIDES, string][]) {
      if (hits[column].scores[columns[column][row] as number]) reasons.push(name)
    }
    return reasons.length === 0 ? '' : `${term}：${reasons.join('；')}`
  }

  return (row: number, terms: readonly string[]): string[] => {
    const reasons = terms.map((term) => ofTerm(row, term)).filter((reason) => reason !== '')
    // e jiao is found as ejiao too.
    return reasons.length > 0 || terms.length < 2 ? reasons : [ofTerm(row, terms.join(''))].filter((reason) => reason !== '')
  }
}
