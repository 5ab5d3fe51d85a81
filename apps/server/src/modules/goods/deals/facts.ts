import { DEAL_KINDS } from '#contract/constants.ts'
import type { DealTermsWire } from '#contract/deal-desk.ts'
import {
  type Fact,
  type Fields,
  factsIn,
  flagSaid,
  momentSaid,
  type NameOf,
  named,
  orEndless,
  percentSaid,
  rowIn,
  yuanSaid,
} from '../promotions/public.ts'
import { isOffered, type Line, oddsText, type Plan, type Prize } from './terms.ts'

/** Every field of a plan, for whoever approves it. */

const nothing = (): string => ''

const topOf = ({ kind, lines }: DealTermsWire): Fields<DealTermsWire> => {
  const hasNumbers = kind === 'bundle' || kind === 'points'
  const flag = lines.length > 0 ? flagSaid : nothing
  return {
    kind: ['种类', (value) => DEAL_KINDS[value]],
    name: ['名称'],
    intro: ['说明'],
    starts_at: ['开始', momentSaid('')],
    ends_at: ['结束', momentSaid('长期')],
    full_reduction_ok: ['参加满减', flag],
    coupon_ok: ['可用券', flag],
    lines: null,
    warehouse_id: ['发货仓库', named('warehouse')],
    quota: ['总量', hasNumbers ? orEndless : nothing],
    limit: kind === 'draw' ? ['每家每天抽奖次数', String] : ['每家最多', hasNumbers ? orEndless : nothing],
    points: null,
    prizes: null,
  }
}

const lineOf = (kind: DealTermsWire['kind']): Fields<Line> => {
  const limit = isOffered(kind) ? orEndless : nothing
  return {
    goods_id: ['商品', named('goods')],
    batch_id: ['批号', named('batch')],
    price: [kind === 'bundle' ? '套内单价' : '活动价', yuanSaid],
    percent: ['福利价', percentSaid],
    number: ['每套'],
    quota: ['总量', limit],
    limit: ['每家最多', limit],
  }
}

const POINTS: Fields<DealTermsWire['points']> = {
  mall: ['放在', (value) => ({ points: '积分商城', perks: '福利商城' })[value]],
  kind: ['兑换物', (value) => ({ goods: '商品', coupon: '优惠券', voucher: '现金券' })[value]],
  goods_id: ['兑换的商品', named('goods')],
  coupon_id: ['兑换的优惠券', named('coupon')],
  points: ['所需积分', String],
  money: ['另付', yuanSaid],
  worth: ['面额或价值', yuanSaid],
}

const prizeOf = (kind: Prize['kind']): Fields<Prize> => ({
  key: null,
  kind: ['种类', (value) => ({ none: '未中奖', points: '积分', coupon: '优惠券', voucher: '现金券', goods: '商品' })[value]],
  name: ['名称'],
  amount: ['每份', (value) => (value === '' ? '' : kind === 'voucher' ? `¥${value}` : `${value} 积分`)],
  coupon_id: ['优惠券', named('coupon')],
  goods_id: ['商品', named('goods')],
  odds: ['中奖率', oddsText],
  stock: ['份数', orEndless],
})

export const dealFacts =
  ({ kind, name, terms }: Plan) =>
  (nameOf: NameOf): Fact[] => [
    ...factsIn({ ...terms, kind, name }, topOf(terms), nameOf),
    ...(kind === 'points' ? factsIn(terms.points, POINTS, nameOf) : []),
    // A goods is in a plan once, of a near-expiry price once for each batch.
    ...terms.lines.map((line) => ({
      name: [named('goods')(line.goods_id, nameOf), named('batch')(line.batch_id, nameOf)].filter(Boolean).join(' '),
      text: rowIn(line, lineOf(kind), nameOf),
    })),
    ...terms.prizes.map((prize) => ({ name: `奖品 ${prize.key}`, text: rowIn(prize, prizeOf(prize.kind), nameOf) })),
  ]
