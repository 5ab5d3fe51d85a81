import type { DealKind, DealTermsWire, DealWire } from '#contract/deal-desk.ts'
import { QUICK_ENDS } from './periods.ts'

/** A price, a bundle, a goods for points or a draw while it is typed: its terms, and what the numbers in them are called. */

export type DealLine = DealTermsWire['lines'][number]
export type Prize = DealTermsWire['prizes'][number]
export type PointsTerms = DealTermsWire['points']
export interface DealDraft {
  terms: DealTermsWire
  goods: ReadonlyMap<number, string>
  batches: ReadonlyMap<number, string>
}

export const OFFERED: readonly DealKind[] = ['flash', 'daily', 'near_expiry', 'whole_case', 'welfare']
export const isEndless = (kind: DealKind): boolean => kind !== 'flash' && kind !== 'daily' && kind !== 'draw'

const line = (goods_id: number): DealLine => ({ goods_id, batch_id: 0, price: '', percent: 0, number: 1, quota: 0, limit: 0 })
const prize = (key: number, kind: Prize['kind'], name: string, odds: number): Prize => ({
  key,
  kind,
  name,
  amount: '',
  coupon_id: 0,
  goods_id: 0,
  odds,
  stock: 0,
})

export function newDeal(kind: DealKind, now: Date, from = now.toISOString()): DealDraft {
  return {
    goods: new Map(),
    batches: new Map(),
    terms: {
      kind,
      name: '',
      intro: '',
      starts_at: from,
      ends_at: isEndless(kind) ? '' : (QUICK_ENDS[0]?.end(now) ?? ''),
      full_reduction_ok: 0,
      coupon_ok: 0,
      lines: [],
      warehouse_id: 0,
      quota: 0,
      limit: kind === 'draw' ? 1 : 0,
      points: { mall: 'points', kind: 'goods', goods_id: 0, coupon_id: 0, points: 0, money: '', worth: '' },
      prizes: kind === 'draw' ? [prize(1, 'points', '', 0), prize(2, 'none', '谢谢参与', 10_000)] : [],
    },
  }
}

const mapOf = (list: readonly { id: number; name: string }[]): ReadonlyMap<number, string> =>
  new Map(list.map(({ id, name }) => [id, name]))
export const dealDraftOf = ({ terms, names }: Pick<DealWire, 'terms' | 'names'>): DealDraft => ({
  terms,
  goods: mapOf(names.goods),
  batches: mapOf(names.batches),
})

export const withDeal = (draft: DealDraft, change: Partial<DealTermsWire>): DealDraft => ({
  ...draft,
  terms: { ...draft.terms, ...change },
})
export const withDealKind = ({ terms, goods, batches }: DealDraft, kind: DealKind, now: Date): DealDraft => {
  const { terms: fresh } = newDeal(kind, now, terms.starts_at)
  return {
    goods,
    batches,
    terms: { ...fresh, name: terms.name, intro: terms.intro, lines: kind === 'points' || kind === 'draw' ? [] : terms.lines },
  }
}
export const withGoods = (draft: DealDraft, id: number, name: string): DealDraft => ({
  ...draft,
  goods: new Map([...draft.goods, [id, name]]),
})
export const addLine = (draft: DealDraft, id: number, name: string): DealDraft =>
  withDeal(withGoods(draft, id, name), { lines: [...draft.terms.lines, line(id)] })
export const withLine = (draft: DealDraft, at: number, change: Partial<DealLine>): DealDraft =>
  withDeal(draft, { lines: draft.terms.lines.map((one, place) => (place === at ? { ...one, ...change } : one)) })
export const withPrize = (draft: DealDraft, at: number, change: Partial<Prize>): DealDraft =>
  withDeal(draft, { prizes: draft.terms.prizes.map((one, place) => (place === at ? { ...one, ...change } : one)) })
export const addPrize = (draft: DealDraft): DealDraft => {
  const { prizes } = draft.terms
  return withDeal(draft, { prizes: [...prizes, prize(Math.max(0, ...prizes.map(({ key }) => key)) + 1, 'goods', '', 0)] })
}
export const oddsSum = ({ terms }: DealDraft): number => terms.prizes.reduce((sum, { odds }) => sum + odds, 0)

/** Names of an answer's fields, as the screen has them. */
export function dealFieldName(field: string): string {
  const at = /^(lines|prizes)\[(\d+)\]/.exec(field)
  if (at !== null) return `第 ${Number(at[2]) + 1} 行`
  return FIELDS.find(([name]) => field.startsWith(name))?.[1] ?? ''
}
const FIELDS = [
  ['starts_at', '开始'],
  ['ends_at', '结束'],
  ['name', '名称'],
  ['prizes', '奖品'],
  ['points', '积分商品'],
] as const
