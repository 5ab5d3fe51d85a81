import type { TradeDate } from '../dates.ts'
import { isColdChain } from './cold-chain.ts'
import { clearingOfNumber, evidenceOfColumns, readColumns } from './columns.ts'
import { type Clearing, type Evidence, ORDER } from './evidence.ts'
import { formsOf } from './forms.ts'
import { evidenceOfGranules } from './granules.ts'
import type { BarredClass, Judgement, LawGoods, Verdict } from './judgement.ts'
import { evidenceOfName } from './names.ts'
import { MOST_READ } from './normalise.ts'
import type { LawRules } from './rules.ts'
import { type NameColumn, type Scan, scanName } from './scan.ts'
import { findSpecial } from './special.ts'

const NAME_ORDER: readonly NameColumn[] = ['genericName', 'name', 'tradeName']

/** Classes whose goods are all kept cold. */
const COLD_CLASSES: ReadonlySet<BarredClass> = new Set(['疫苗', '血液制品'])

/**
 * Judges one goods by the rows in force on that day. Evidence is weighed, never switched off by a category or a word: each
 * column speaks for itself, a lawful name clears only its own class, and where columns contradict each other a person decides.
 */
export function judge(rules: LawRules, goods: LawGoods, on: TradeDate): Judgement {
  const scans = scansOf(rules, goods)
  const columns = readColumns(rules, goods)
  const forms = formsOf(rules, scans, columns)
  const names = scans.map((scan) => ({ scan, ...evidenceOfName(rules, scan, forms, on) }))
  const generic = scans.some(({ column }) => column === 'genericName')
  const compoundByGeneric = names.find(({ scan }) => scan.column === 'genericName')?.notSingle ?? new Set()
  const granules = scans.map((scan) => evidenceOfGranules(rules, columns, scan)).filter((found) => found !== null)

  const evidence: Evidence[] = [
    ...evidenceOfColumns(rules, goods, columns, scans.map(({ whole }) => whole).join(' '), on),
    ...names
      .flatMap((name) => name.for)
      .filter(({ rule, from, weak }) => from === 'genericName' || !(compoundByGeneric.has(rule) || (weak && generic))),
    ...granules,
  ].sort((a, b) => ORDER.indexOf(a.from) - ORDER.indexOf(b.from) || b.length - a.length)
  const against: Clearing[] = [...clearingOfNumber(rules, goods, columns), ...names.flatMap((name) => name.against)]
  const special = findSpecial(rules, goods, columns, scans, forms, on)

  // 特殊 on 复方甘草片: the mark is explained.
  const explained = special.substances.length > 0
  const counted = evidence.filter(({ from, strength }) => !(explained && from === 'mark' && strength === 'doubtful'))
  const decided =
    weigh(counted, against, scans) ??
    remaining(goods, scans, special.unknownMark, explained && (SOLD_BY_THE_CASE.test(columns.unit) || CASE_OF_PACKS.test(columns.spec)))
  const cold = decided.barredClass !== null && COLD_CLASSES.has(decided.barredClass)
  return { ...decided, special: special.substances, restricted: special.restricted, coldChain: isColdChain(rules, goods, scans, cold) }
}

function scansOf(rules: LawRules, goods: LawGoods): Scan[] {
  const scans: Scan[] = []
  for (const column of NAME_ORDER) {
    const said = goods[column].trim()
    if (said !== '' && !scans.some((scan) => scan.said === said)) scans.push(scanName(rules, column, said))
  }
  return scans
}

type Decided = Pick<Judgement, 'verdict' | 'barredClass' | 'reason' | 'rule'>

const decide = (verdict: Verdict, found: Pick<Evidence, 'barredClass' | 'rule'>, reason: string): Decided => ({
  verdict,
  barredClass: found.barredClass,
  reason,
  rule: found.rule,
})

/** Null where nothing speaks against the goods. */
function weigh(all: readonly Evidence[], against: readonly Clearing[], scans: readonly Scan[]): Decided | null {
  const evidence = clearMarks(all)
  const barred = evidence.filter(({ strength }) => strength === 'barred')
  const certain = barred.filter((found) => contradiction(found, barred, against, scans) === null)
  const [first] = certain
  if (first !== undefined) return decide('barred', first, `${reasons(certain)}，依法不得在网上销售`)
  const [contradicted] = barred
  if (contradicted !== undefined) {
    const why = contradiction(contradicted, barred, against, scans) ?? ''
    return decide('doubtful', contradicted, `${contradicted.says}；${why}，须由质管部确认`)
  }
  // What is only suspected gives way to a generic name or a number that says otherwise.
  const doubts = evidence.filter(
    (found) =>
      !against.some(
        ({ barredClass, from }) =>
          barredClass === found.barredClass && from !== found.from && ORDER.indexOf(from) < ORDER.indexOf(found.from),
      ),
  )
  const [doubt] = doubts
  return doubt === undefined ? null : decide('doubtful', doubt, `${reasons(doubts)}，疑为${doubt.barredClass}，须由质管部确认`)
}

/** A mark of two classes (毒麻) means the one that the names know, where they know one. */
function clearMarks(evidence: readonly Evidence[]): readonly Evidence[] {
  const marked = new Set(evidence.filter(({ from }) => from === 'mark').map(({ barredClass }) => barredClass))
  if (marked.size < 2) return evidence
  const named = evidence.filter(({ from, strength, barredClass }) => from !== 'mark' && strength === 'barred' && marked.has(barredClass))
  if (named.length === 0) return evidence
  return evidence.filter(({ from, barredClass }) => from !== 'mark' || named.some((found) => found.barredClass === barredClass))
}

/** What contradicts a thing that bars, in words; null where nothing does. */
function contradiction(found: Evidence, all: readonly Evidence[], against: readonly Clearing[], scans: readonly Scan[]): string | null {
  // A mark of two classes falls where the names say that it is not one of them and know nothing of the other.
  const same = found.from === 'mark' ? all.filter(({ from }) => from === 'mark').map(({ barredClass }) => barredClass) : [found.barredClass]
  const others = all.filter((other) => same.includes(other.barredClass) && other.from !== found.from)
  const clearing = against.find((other) => same.includes(other.barredClass) && other.from !== found.from && other.from !== 'tradeName')
  if (clearing !== undefined && !others.some(({ from }) => from === clearing.from)) return `而${clearing.says}，两者矛盾`
  const generic = scans.find(({ column }) => column === 'genericName')
  if (found.brand && generic !== undefined && others.length === 0 && found.from !== 'genericName') {
    return `而通用名“${generic.said}”不在禁售名单中，商标不能作准`
  }
  return null
}

/** The first evidence of each class that is named, the decisive one first. */
function reasons(evidence: readonly Evidence[]): string {
  const classes = new Map<BarredClass, string>()
  for (const { barredClass, says } of evidence) if (!classes.has(barredClass)) classes.set(barredClass, says)
  return [...classes.values()].join('；')
}

/** The caps of special compounds count packs: one case of two hundred would count as one, and so would ten packs in a wrapping. */
const SOLD_BY_THE_CASE = /^(?:[整大原]?[件箱]|大[盒包袋瓶]|[条提捆扎打组套]|[百千万][片粒盒瓶]|中包装?)$/
/** 8粒*10盒 as a spec: what is sold holds several packs. */
const CASE_OF_PACKS = /(?:^|[^\d.])(?:[2-9]|[1-9]\d{1,3})小?盒/

/** Nothing names a class: is there a name at all, and does a mark speak of something that no name explains? */
function remaining(goods: LawGoods, scans: readonly Scan[], unknownMark: string, byTheCase: boolean): Decided {
  const doubt = (reason: string): Decided => ({ verdict: 'doubtful', barredClass: null, reason, rule: '' })
  if (!scans.some(({ whole }) => /[\p{L}]/u.test(whole))) return doubt('没有可读的名称，须由质管部确认')
  if (NAME_ORDER.some((column) => goods[column].length > MOST_READ)) return doubt('名称过长，未读完，须由质管部确认')
  if (unknownMark !== '') return doubt(`标记“${unknownMark}”表明含特殊药品，但看不出是哪一种，须由质管部确认`)
  if (byTheCase) return doubt(`含特殊药品复方制剂按“${goods.unit}”销售，限量以最小包装计，须由质管部确认`)
  return { verdict: 'lawful', barredClass: null, reason: '', rule: '' }
}
