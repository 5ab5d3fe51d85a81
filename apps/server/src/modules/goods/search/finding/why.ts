import type { Meaning } from '../meaning/lexicon.ts'
import type { GoodsTable } from '../rows/goods-table.ts'
import type { Shapes } from '../words/shapes.ts'
import type { Words } from '../words/words.ts'

const HAN = /\p{Script=Han}/u

/** 维生素c is compared, 维生素C is written. */
const written = (text: string): string => (HAN.test(text) ? text.toUpperCase() : text)

/** Why a goods was found that is not called as it was typed; '' where the letters say it themselves. */
export function createWhy(table: GoodsTable, words: Words, { namesOf, makersOf, specOf, formOf }: Shapes) {
  const says = (row: number, term: string): boolean =>
    [...namesOf(row), ...makersOf(row), specOf(row), formOf(row)].some((text) => text.includes(term))

  function byMeaning(row: number, term: string, { kind, names, categories, except }: Meaning): string {
    if (kind === 'category') {
      const ids = table.categorySets.values[table.columns.categorySet[row] as number] ?? []
      return ids.some((id) => categories.has(id)) ? `“${written(term)}”分类` : ''
    }
    const own = namesOf(row)
    if (except.some((one) => own.some((name) => name.includes(one)))) return ''
    const meant = names.find((one) => own.some((name) => name.includes(one)))
    if (meant === undefined) return ''
    if (kind === 'class') return `属于“${written(term)}”`
    return kind === 'indication' ? `“${written(term)}”相关` : `“${written(term)}”即${written(meant)}`
  }

  function ofTerm(row: number, term: string): string {
    const { lexicon } = words
    const variant = lexicon.variantsOf(term).find(({ text }) => namesOf(row).some((name) => name.includes(text)))
    if (variant !== undefined) return `“${written(term)}”即${written(variant.text)}`
    for (const meaning of lexicon.meaningsOf(term)) {
      const reason = byMeaning(row, term, meaning)
      if (reason !== '') return reason
    }
    return ''
  }

  /** Only words that mean something besides what they say can be a reason. */
  const meansMore = (term: string): boolean => words.lexicon.meaningsOf(term).length > 0 || words.lexicon.variantsOf(term).length > 0

  return {
    /** Those of the words that a reason may lie in; most questions have none. */
    termsToExplain: (terms: readonly string[]): string[] => terms.filter(meansMore),
    of(row: number, terms: readonly string[]): string {
      const reasons = terms.filter((term) => !says(row, term)).map((term) => ofTerm(row, term))
      return reasons.filter((reason) => reason !== '').join('，')
    },
  }
}
