import { DEAL_KINDS, DRAW_PARTS } from '#contract/constants.ts'
import type { DealKind, DealTermsWire } from '#contract/deal-desk.ts'
import { beijingMinute } from '#domain/dates.ts'
import { type Fen, fenFromYuan, ZERO } from '#domain/money.ts'

/** Terms as they are kept: what was typed, made whole by read.ts; fields that its kind knows nothing of are empty. */

export type Line = DealTermsWire['lines'][number]
export type Prize = DealTermsWire['prizes'][number]
export interface Plan {
  kind: DealKind
  name: string
  terms: DealTermsWire
}

/** Prices of single goods; the others stand for themselves. */
export const OFFERED: readonly DealKind[] = ['flash', 'daily', 'near_expiry', 'whole_case', 'welfare']
export const isOffered = (kind: DealKind): boolean => OFFERED.includes(kind)

export const orNull = (number: number): number | null => (number === 0 ? null : number)
/** Of an amount that read.ts has let pass. */
export const fenIn = (text: string): Fen => fenFromYuan(text) ?? ZERO
export const startOf = ({ starts_at: at }: DealTermsWire): Date => new Date(at)
export const endOf = ({ ends_at: at }: DealTermsWire): Date | null => (at === '' ? null : new Date(at))

const SHOWN = 3
const many = (words: readonly string[], unit: string): string =>
  words.length > SHOWN ? `${words.slice(0, SHOWN).join('；')} 等 ${words.length} ${unit}` : words.join('；')

const limits = (parts: readonly (readonly [string, number])[]): string => {
  const said = parts.filter(([, number]) => number > 0).map(([text, number]) => `${text} ${number}`)
  return said.length === 0 ? '' : `（${said.join('，')}）`
}

const PRIZES = { none: '', points: '积分', coupon: '优惠券', voucher: '现金券', goods: '' } as const
export const oddsText = (odds: number): string => `${(odds * 100) / DRAW_PARTS}%`

/** 板蓝根颗粒 ¥8.80（共 200，每家 20）; names: of goods by their ids. */
export function dealText({ kind, terms }: Plan, names: ReadonlyMap<number, string>): string {
  const { lines, prizes, points } = terms
  const nameOf = (id: number) => names.get(id) ?? `商品 ${id}`
  if (kind === 'draw')
    return many(
      prizes.map((one) => `${[PRIZES[one.kind], one.name].filter(Boolean).join(' ')} ${oddsText(one.odds)}${limits([['共', one.stock]])}`),
      '种奖品',
    )
  if (kind === 'points')
    return `${points.points} 积分${points.money === '' ? '' : ` + ¥${points.money}`}${limits([
      ['共', terms.quota],
      ['每家', terms.limit],
    ])}`
  if (kind === 'bundle')
    return `${many(
      lines.map(({ goods_id, number, price }) => `${nameOf(goods_id)} × ${number} 每件 ¥${price}`),
      '种商品',
    )}${limits([
      ['共', terms.quota],
      ['每家', terms.limit],
    ])}`
  return many(
    lines.map(
      ({ goods_id, price, percent, quota, limit }) =>
        `${nameOf(goods_id)} ${kind === 'welfare' ? `按 ${percent}%` : `¥${price}`}${limits([
          ['共', quota],
          ['每家', limit],
        ])}`,
    ),
    '种商品',
  )
}

export const periodText = (terms: DealTermsWire): string => {
  const until = endOf(terms)
  return `${beijingMinute(startOf(terms))} 至 ${until === null ? '长期' : beijingMinute(until)}`
}
export const titleOf = ({ kind, name }: Plan): string => `${DEAL_KINDS[kind]}“${name}”`

/** Goods that a plan names, of its lines and of what is given. */
export const goodsIn = ({ terms }: Plan): number[] => [
  ...new Set(
    [...terms.lines.map((one) => one.goods_id), terms.points.goods_id, ...terms.prizes.map((one) => one.goods_id)].filter((id) => id > 0),
  ),
]
