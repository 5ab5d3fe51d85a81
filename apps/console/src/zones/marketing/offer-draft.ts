import type { NamedWire, OfferKind, OfferTermsWire, OfferWire } from '#contract/offer-desk.ts'
import { endWords, QUICK_ENDS } from './periods.ts'

/** An offer while it is typed: its terms, and what the numbers in them are called. */

export type Tier = OfferTermsWire['tiers'][number]
export type Gift = Tier['gifts'][number]
export type Exchange = Tier['exchanges'][number]
export const NAMED = ['goods', 'categories', 'manufacturers', 'companies'] as const
export type NamedKind = (typeof NAMED)[number]
export type Names = Readonly<Record<NamedKind, ReadonlyMap<number, string>>>

export interface OfferDraft {
  terms: OfferTermsWire
  names: Names
}

/** Of a gift whose goods is the one that is bought; only while it is typed. */
export const SAME = 0

const NO_GIFT: Gift = { goods_id: SAME, number: 1, quota: 0, limit_per_order: 0, limit_per_company: 0 }
export const noExchange = (): Exchange => ({ goods_id: SAME, price: '', limit: 1, quota: 0 })

export function newTier(kind: OfferKind, former?: Tier): Tier {
  const measure = former?.measure ?? (kind === 'gift' ? 'number' : 'amount')
  return {
    measure,
    threshold: former === undefined && kind === 'gift' ? '10' : '',
    amount: '',
    percent: 0,
    repeat: former?.repeat ?? (kind === 'gift' ? 1 : 0),
    cap: '',
    choose: 0,
    gifts: kind === 'gift' ? [{ ...(former?.gifts[0] ?? NO_GIFT), number: 1 }] : [],
    exchanges: kind === 'exchange' ? [noExchange()] : [],
  }
}

export const NO_NAMES: Names = { goods: new Map(), categories: new Map(), manufacturers: new Map(), companies: new Map() }

export const newOffer = (now: Date): OfferDraft => ({
  names: NO_NAMES,
  terms: {
    kind: 'gift',
    name: '',
    intro: '',
    starts_at: now.toISOString(),
    ends_at: QUICK_ENDS[2]?.end(now) ?? '',
    scope: { all: 0, goods: [], categories: [], manufacturers: [], zones: [], except: [] },
    audience: { types: [], places: [], ranks: [], companies: [] },
    tiers: [newTier('gift')],
  },
})

export const mapOf = (list: readonly NamedWire[]): ReadonlyMap<number, string> => new Map(list.map(({ id, name }) => [id, name]))
export const draftOf = <Terms>({ terms, names }: { terms: Terms; names: OfferWire['names'] }): { terms: Terms; names: Names } => ({
  terms,
  names: {
    goods: mapOf(names.goods),
    categories: mapOf(names.categories),
    manufacturers: mapOf(names.manufacturers),
    companies: mapOf(names.companies),
  },
})

/** What has goods and companies it is for, while it is typed: an offer, a coupon. */
export interface ScopedDraft {
  terms: Pick<OfferTermsWire, 'scope' | 'audience'>
  names: Names
}
export const withTerms = <Draft extends { terms: object }>(draft: Draft, change: Partial<Draft['terms']>): Draft => ({
  ...draft,
  terms: { ...draft.terms, ...change },
})
export const withName = <Draft extends { names: Names }>(draft: Draft, kind: NamedKind, id: number, name: string): Draft => ({
  ...draft,
  names: { ...draft.names, [kind]: new Map([...draft.names[kind], [id, name]]) },
})
export const withKind = (draft: OfferDraft, kind: OfferKind): OfferDraft => withTerms(draft, { kind, tiers: [newTier(kind)] })
export const withTier = (draft: OfferDraft, at: number, tier: Tier): OfferDraft =>
  withTerms(draft, { tiers: draft.terms.tiers.map((one, index) => (index === at ? tier : one)) })

/** The only goods that it is for; undefined: there are several, or it is said otherwise. */
export function onlyGoods({ scope }: OfferTermsWire): number | undefined {
  const others = scope.all + scope.categories.length + scope.manufacturers.length + scope.zones.length
  return others === 0 && scope.goods.length === 1 ? scope.goods[0] : undefined
}

/** 买 10 赠 1 阿莫西林胶囊, until somebody says it better. */
export function nameFor({ terms, names }: OfferDraft): string {
  const [tier] = terms.tiers
  const only = onlyGoods(terms)
  const goods = only === undefined ? '' : (names.goods.get(only)?.split(' ')[0] ?? '')
  if (tier === undefined || tier.threshold === '') return goods
  const until = terms.ends_at === '' ? '' : ` 至${endWords(terms.ends_at).slice(0, 5)}`
  const from = tier.measure === 'number' ? `${tier.threshold} 件` : `¥${tier.threshold}`
  const off = tier.percent > 0 ? `${tier.percent} 折` : tier.amount
  const said: Readonly<Record<OfferKind, string>> = {
    gift: tier.measure === 'number' ? `买 ${tier.threshold} 赠 ${tier.gifts[0]?.number ?? 1}` : `满 ${from} 赠`,
    full_reduction: `满 ${from} ${tier.percent > 0 ? '打' : '减'} ${off}`,
    goods_full_reduction: `满 ${from} ${tier.percent > 0 ? '打' : '减'} ${off}`,
    exchange: `满 ${from} 换购`,
    cashback: `满 ${from} 返 ${off}`,
  }
  return `${goods} ${said[terms.kind]}${until}`.trim()
}

/** As the call wants it; a gift of the same goods is named by then. */
export function bodyOf(draft: OfferDraft): OfferTermsWire {
  const { terms } = draft
  const same = onlyGoods(terms) ?? SAME
  const tiers = terms.tiers.map((tier) => ({
    ...tier,
    gifts: tier.gifts.map((gift) => (gift.goods_id === SAME ? { ...gift, goods_id: same } : gift)).filter((gift) => gift.goods_id !== SAME),
    exchanges: tier.exchanges.filter((one) => one.goods_id !== SAME),
  }))
  return { ...terms, name: terms.name.trim() || nameFor(draft), tiers }
}

/** Enough to be asked about; faults are told when it is saved. */
export const isAskable = ({ scope, tiers, starts_at, ends_at }: OfferTermsWire): boolean =>
  scope.all + scope.goods.length + scope.categories.length + scope.manufacturers.length + scope.zones.length > 0 &&
  starts_at !== '' &&
  ends_at > starts_at &&
  tiers.length > 0 &&
  tiers.every(isWhole)

const isWhole = ({ threshold, amount, percent, gifts, exchanges }: Tier): boolean =>
  Number(threshold) > 0 &&
  (amount !== '' || percent > 0 || gifts.length > 0 || (exchanges.length > 0 && exchanges.every(({ price }) => price !== '')))

/** Names of an answer's fields, as the screen has them. */
export function fieldName(field: string): string {
  const tier = /^tiers\[(\d+)\]/.exec(field)?.[1]
  if (tier !== undefined) return `第 ${Number(tier) + 1} 档`
  const known = FIELDS.find(([name]) => field.startsWith(name))
  return known?.[1] ?? ''
}
const FIELDS = [
  ['scope', '商品范围'],
  ['audience', '客户'],
  ['starts_at', '开始'],
  ['ends_at', '结束'],
  ['name', '名称'],
] as const
