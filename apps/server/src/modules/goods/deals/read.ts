import { DRAW_CHANCES_MAX, DRAW_PARTS } from '#contract/constants.ts'
import type { DealTermsWire } from '#contract/deal-desk.ts'
import { yuan } from '#domain/money.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { amountIn, instant, type Say } from '../promotions/public.ts'
import { isOffered, type Line, type Plan, type Prize } from './terms.ts'

/** What was typed, as a plan: every fault by its field. What only the database knows is asked in checks.ts. */

function priceIn(text: string, field: string, what: string, say: Say): string {
  if (text.trim() === '') say(field, `请填写${what}`)
  const amount = amountIn(text, field, say)
  return amount === null ? '' : yuan(amount)
}

function lineIn(kind: DealTermsWire['kind'], line: Line, at: number, say: Say): Line {
  const field = `lines[${at}]`
  const isBundle = kind === 'bundle'
  if (kind === 'welfare' && line.percent === 0) say(`${field}.percent`, '请填写付百分之几')
  if (kind === 'near_expiry' && line.batch_id === 0) say(`${field}.batch_id`, '请选择批号')
  if (isBundle && line.number === 0) say(`${field}.number`, '请填写每套几件')
  if (!isBundle && line.quota > 0 && line.limit > line.quota) say(`${field}.limit`, '每家最多的不能多于总量')
  return {
    goods_id: line.goods_id,
    batch_id: kind === 'near_expiry' ? line.batch_id : 0,
    price: kind === 'welfare' ? '' : priceIn(line.price, `${field}.price`, isBundle ? '套内单价' : '活动价', say),
    percent: kind === 'welfare' ? line.percent : 0,
    number: isBundle ? line.number : 0,
    quota: isBundle ? 0 : line.quota,
    limit: isBundle ? 0 : line.limit,
  }
}

function linesIn({ kind, lines }: DealTermsWire, say: Say): Line[] {
  if (lines.length === 0) say('lines', '请选择商品')
  if (kind === 'bundle' && lines.length === 1) say('lines', '套餐至少要有两种商品')
  const seen = new Set<string>()
  return lines.map((line, at) => {
    const key = `${line.goods_id} ${kind === 'near_expiry' ? line.batch_id : 0}`
    if (seen.has(key)) say(`lines[${at}].goods_id`, '这个商品已经在前面了')
    seen.add(key)
    return lineIn(kind, line, at, say)
  })
}

const NO_POINTS: DealTermsWire['points'] = { mall: 'points', kind: 'goods', goods_id: 0, coupon_id: 0, points: 0, money: '', worth: '' }

function pointsIn({ points }: DealTermsWire, say: Say): DealTermsWire['points'] {
  const { mall, kind } = points
  const money = amountIn(points.money, 'points.money', say)
  if (points.points === 0 && money === null) say('points.points', '请填写多少积分')
  if (kind === 'coupon' && points.coupon_id === 0) say('points.coupon_id', '请选择优惠券')
  return {
    mall,
    kind,
    goods_id: kind === 'goods' ? points.goods_id : 0,
    coupon_id: kind === 'coupon' ? points.coupon_id : 0,
    points: points.points,
    money: money === null ? '' : yuan(money),
    worth:
      kind === 'voucher' || points.worth.trim() !== ''
        ? priceIn(points.worth, 'points.worth', kind === 'voucher' ? '现金券面额' : '价值', say)
        : '',
  }
}

function prizeIn(prize: Prize, at: number, say: Say): Prize {
  const field = `prizes[${at}]`
  const { kind } = prize
  const name = prize.name.trim()
  if (name === '') say(`${field}.name`, '请填写奖品名称')
  if (prize.odds === 0) say(`${field}.odds`, '请填写中奖率')
  if (kind === 'coupon' && prize.coupon_id === 0) say(`${field}.coupon_id`, '请选择优惠券')
  if (kind !== 'none' && kind !== 'points' && prize.stock === 0) say(`${field}.stock`, '请填写有多少份')
  const isPoints = /^[1-9]\d{0,6}$/.test(prize.amount.trim())
  if (kind === 'points' && !isPoints) say(`${field}.amount`, '请填写多少积分')
  return {
    key: prize.key,
    kind,
    name,
    amount: kind === 'points' ? prize.amount.trim() : kind === 'voucher' ? priceIn(prize.amount, `${field}.amount`, '现金券面额', say) : '',
    coupon_id: kind === 'coupon' ? prize.coupon_id : 0,
    goods_id: kind === 'goods' ? prize.goods_id : 0,
    odds: prize.odds,
    stock: kind === 'none' ? 0 : prize.stock,
  }
}

function prizesIn({ prizes }: DealTermsWire, say: Say): Prize[] {
  if (prizes.length < 2) say('prizes', '请至少写两种结果')
  if (new Set(prizes.map(({ key }) => key)).size < prizes.length) say('prizes', '两种奖品的编号相同')
  const sum = prizes.reduce((total, { odds }) => total + odds, 0)
  if (sum !== DRAW_PARTS)
    say(
      'prizes',
      `中奖率合计要正好 100%，现在是 ${(sum * 100) / DRAW_PARTS}%，${sum < DRAW_PARTS ? '还差' : '多了'} ${Math.abs(DRAW_PARTS - sum)} / ${DRAW_PARTS}`,
    )
  if (!prizes.some(({ kind }) => kind === 'none')) say('prizes', '请加一种“未中奖”：奖品抽完以后，它的中奖率归这一种')
  return prizes.map((prize, at) => prizeIn(prize, at, say))
}

export function readDeal(typed: DealTermsWire): { plan: Plan; errors: FieldError[] } {
  const errors: FieldError[] = []
  const say: Say = (field, message) => errors.push({ field, message })
  const { kind } = typed
  const name = typed.name.trim().replace(/\s+/g, ' ')
  if (name === '') say('name', '请填写名称')
  const from = instant(typed.starts_at, 'starts_at', '开始', say)
  const mustEnd = kind === 'flash' || kind === 'daily' || kind === 'draw'
  const until = typed.ends_at === '' && !mustEnd ? null : instant(typed.ends_at, 'ends_at', '结束', say)
  if (from !== null && until !== null && until <= from) say('ends_at', '结束要晚于开始')
  const hasLines = isOffered(kind) || kind === 'bundle'
  if (kind === 'bundle' && typed.warehouse_id === 0) say('warehouse_id', '请选择从哪个仓库发货')
  if (kind === 'draw' && typed.limit > DRAW_CHANCES_MAX) say('limit', `每家每天最多 ${DRAW_CHANCES_MAX} 次`)
  const hasNumbers = kind === 'bundle' || kind === 'points'
  const terms: DealTermsWire = {
    kind,
    name,
    intro: typed.intro.trim(),
    starts_at: from?.toISOString() ?? '',
    ends_at: until?.toISOString() ?? '',
    full_reduction_ok: hasLines ? typed.full_reduction_ok : 0,
    coupon_ok: hasLines ? typed.coupon_ok : 0,
    lines: hasLines ? linesIn(typed, say) : [],
    warehouse_id: kind === 'bundle' ? typed.warehouse_id : 0,
    quota: hasNumbers ? typed.quota : 0,
    limit: hasNumbers || kind === 'draw' ? typed.limit : 0,
    points: kind === 'points' ? pointsIn(typed, say) : NO_POINTS,
    prizes: kind === 'draw' ? prizesIn(typed, say) : [],
  }
  return { plan: { kind, name, terms }, errors }
}
