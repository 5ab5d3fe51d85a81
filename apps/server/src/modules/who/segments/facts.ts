import { Compile } from 'typebox/compile'
import { SegmentFacts, type SegmentFactsWire } from '#contract/segments.ts'
import { amountFault, type Fen, fenFromYuan, yuan } from '#domain/money.ts'
import { isCompanyType } from '#domain/paper-kinds.ts'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import { placesIn } from '../regions/public.ts'

/** What holds for each company of a segment; what is null or an empty list is not asked for. Money in fen. */
export interface Facts {
  types: string[]
  provinces: string[]
  /** With their province before them: 贵州省贵阳市. */
  cities: string[]
  ranks: string[]
  managers: string[]
  ordered_days: number | null
  silent_days: number | null
  amount: { days: number; from: Fen | null; to: Fen | null } | null
  bought: Goods | null
  missed: Goods | null
  licence_days: number | null
}
interface Goods {
  /** null: ever. */
  days: number | null
  categories: number[]
  goods: number[]
}

type Say = (field: string, message: string) => void

const none = (days: number): number | null => (days === 0 ? null : days)
const goodsIn = (days: number, categories: readonly number[], goods: readonly number[]): Goods | null =>
  categories.length + goods.length === 0 ? null : { days: none(days), categories: [...categories], goods: [...goods] }

function amountIn(text: string, field: string, say: Say): Fen | null {
  const typed = text.trim()
  if (typed === '') return null
  const amount = fenFromYuan(typed)
  if (amount === null) say(field, amountFault(typed))
  else if (amount < 0) say(field, '金额不能小于 0')
  else return amount
  return null
}

function amountsOf({ amount_days: days, amount_from, amount_to }: SegmentFactsWire, say: Say): Facts['amount'] {
  const from = amountIn(amount_from, 'facts.amount_from', say)
  const to = amountIn(amount_to, 'facts.amount_to', say)
  if (from === null && to === null) return null
  if (days === 0) say('facts.amount_days', '请填写最近多少天的订货额')
  if (from !== null && to !== null && to < from) say('facts.amount_to', '上限不能小于下限')
  return { days, from, to }
}

/** What was typed; every fault by its field. */
export function readFacts(typed: SegmentFactsWire): Facts {
  const errors: FieldError[] = []
  const say: Say = (field, message) => errors.push({ field, message })
  const wrongType = typed.types.find((type) => !isCompanyType(type))
  if (wrongType !== undefined) say('facts.types', `没有企业类型“${wrongType}”`)
  const { provinces, cities, wrong } = placesIn(typed.places)
  if (wrong !== null) say('facts.places', `没有“${wrong}”这个地区`)
  const facts: Facts = {
    types: typed.types,
    provinces,
    cities,
    ranks: typed.ranks.map((rank) => rank.trim()).filter(Boolean),
    managers: typed.managers.map((name) => name.trim()).filter(Boolean),
    ordered_days: none(typed.ordered_days),
    silent_days: none(typed.silent_days),
    amount: amountsOf(typed, say),
    bought: goodsIn(typed.bought_days, typed.bought_categories, typed.bought_goods),
    missed: goodsIn(typed.missed_days, typed.missed_categories, typed.missed_goods),
    licence_days: none(typed.licence_days),
  }
  if (errors.length > 0) throw fieldErrors(errors)
  return facts
}

const shape = Compile(SegmentFacts)
const incomplete = () => fieldErrors([{ field: 'facts', message: '客群条件不完整' }])

/** A draft within a question that writes nothing. */
export function factsIn(text: string): Facts {
  let typed: unknown
  try {
    typed = JSON.parse(text)
  } catch {
    throw incomplete()
  }
  if (!shape.Check(typed)) throw incomplete()
  return readFacts(typed)
}

const amountText = (amount: Fen | null | undefined): string => (amount === null || amount === undefined ? '' : yuan(amount))

export const factsWire = (facts: Facts): SegmentFactsWire => ({
  types: facts.types,
  places: [...facts.provinces, ...facts.cities],
  ranks: facts.ranks,
  managers: facts.managers,
  ordered_days: facts.ordered_days ?? 0,
  silent_days: facts.silent_days ?? 0,
  amount_days: facts.amount?.days ?? 0,
  amount_from: amountText(facts.amount?.from),
  amount_to: amountText(facts.amount?.to),
  bought_days: facts.bought?.days ?? 0,
  bought_categories: facts.bought?.categories ?? [],
  bought_goods: facts.bought?.goods ?? [],
  missed_days: facts.missed?.days ?? 0,
  missed_categories: facts.missed?.categories ?? [],
  missed_goods: facts.missed?.goods ?? [],
  licence_days: facts.licence_days ?? 0,
})

export interface FactNames {
  goods: ReadonlyMap<number, string>
  categories: ReadonlyMap<number, string>
}

export const goodsOf = (all: readonly Facts[]): number[] =>
  all.flatMap(({ bought, missed }) => [...(bought?.goods ?? []), ...(missed?.goods ?? [])])
export const categoriesOf = (all: readonly Facts[]): number[] =>
  all.flatMap(({ bought, missed }) => [...(bought?.categories ?? []), ...(missed?.categories ?? [])])

const SHOWN = 4
const listed = (words: readonly string[]): string =>
  words.length > SHOWN ? `${words.slice(0, SHOWN).join('、')}等 ${words.length} 项` : words.join('、')

function goodsText(verb: string, asked: Goods | null, names: FactNames): string {
  if (asked === null) return ''
  const of = [
    ...asked.categories.map((id) => names.categories.get(id) ?? '已不存在的分类'),
    ...asked.goods.map((id) => names.goods.get(id) ?? '已不存在的商品'),
  ]
  return `${asked.days === null ? '' : `${asked.days} 天内`}${verb}${listed(of)}`
}

function amountWords({ amount }: Facts): string {
  if (amount === null) return ''
  const { days, from, to } = amount
  const range =
    from === null ? `不超过 ¥${amountText(to)}` : to === null ? `满 ¥${amountText(from)}` : `¥${amountText(from)} 至 ¥${amountText(to)}`
  return `近 ${days} 天订货额${range}`
}

/** 诊所；贵州省；30 天没有下单；买过抗生素 */
export function factsText(facts: Facts, names: FactNames): string {
  const parts = [
    listed(facts.types),
    listed([...facts.provinces, ...facts.cities]),
    facts.ranks.length > 0 ? `${listed(facts.ranks)} 级` : '',
    facts.managers.length > 0 ? `客户经理 ${listed(facts.managers)}` : '',
    facts.ordered_days === null ? '' : `${facts.ordered_days} 天内下过单`,
    facts.silent_days === null ? '' : `${facts.silent_days} 天没有下单`,
    amountWords(facts),
    goodsText('买过', facts.bought, names),
    goodsText('没买过', facts.missed, names),
    facts.licence_days === null ? '' : `证照 ${facts.licence_days} 天内到期或已过期`,
  ].filter(Boolean)
  return parts.join('；') || '全部已通过审核的企业'
}
