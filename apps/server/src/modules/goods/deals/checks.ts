import type { DealTermsWire } from '#contract/deal-desk.ts'
import { UNNAMED_GOODS } from '#domain/daily-things.ts'
import { beijingDate } from '#domain/dates.ts'
import { type Fen, fen, portion, times, yuan, ZERO } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { namingGoods } from '../catalogue/public.ts'
import { isOnStopList } from '../law/public.ts'
import {
  boundBelow,
  type DealPrice,
  type GoodsRow,
  goodsNamed,
  type Low,
  lowestOwn,
  lowsTogether,
  pricedGoods,
} from '../promotions/public.ts'
import { endOf, fenIn, goodsIn, isOffered, type Line, type Plan, startOf } from './terms.ts'
import { batchesNamed, clashesOf, couponsNamed, pricesOf, warehousesNamed } from './views.ts'

/** What only the database knows of a plan: whether everything it names is there and may be sold so, and where it costs the house money. */

type Say = (field: string, message: string) => void

function priceFault({ kind }: Plan, line: Line, price: Fen | null): string {
  if (price === null) return '没有基准价，先请商品定价'
  return isOffered(kind) && kind !== 'welfare' && line.price !== '' && fenIn(line.price) >= price ? `活动价要低于现价 ¥${yuan(price)}` : ''
}

async function lineFaults(connection: Connection, plan: Plan, goods: ReadonlyMap<number, GoodsRow>, now: Date, say: Say): Promise<void> {
  const { lines } = plan.terms
  const prices = await pricesOf(
    connection,
    lines.map((one) => one.goods_id),
  )
  const batches = new Map(
    (
      await batchesNamed(
        connection,
        lines.map((one) => one.batch_id),
      )
    ).map((one) => [one.id, one]),
  )
  for (const [at, line] of lines.entries()) {
    const one = goods.get(line.goods_id)
    const field = `lines[${at}]`
    if (one === undefined) {
      say(`${field}.goods_id`, '商品已不存在')
      continue
    }
    if (one.notExchanged !== '') say(`${field}.goods_id`, `“${one.name}”是${one.notExchanged}，单独下单，不做活动`)
    const fault = priceFault(plan, line, prices.get(line.goods_id) ?? null)
    if (fault !== '') say(`${field}.price`, `“${one.name}”${fault}`)
    if (line.batch_id === 0) continue
    const batch = batches.get(line.batch_id)
    if (batch === undefined || batch.goodsId !== line.goods_id) say(`${field}.batch_id`, `“${one.name}”没有这个批号`)
    else if (batch.isLocked) say(`${field}.batch_id`, `批号 ${batch.batchNo} 已锁定`)
    else if (batch.expiryDate < beijingDate(now)) say(`${field}.batch_id`, `批号 ${batch.batchNo} 已过期`)
  }
}

async function clashFaults(connection: Connection, { kind, terms }: Plan, selfId: number | null, say: Say): Promise<void> {
  if (!isOffered(kind)) return
  const found = await clashesOf(connection, {
    kind,
    goodsIds: terms.lines.map((one) => one.goods_id),
    batchIds: terms.lines.map((one) => one.batch_id),
    from: startOf(terms),
    until: endOf(terms),
    selfId,
  })
  for (const { goodsId, name } of found) {
    const at = terms.lines.findIndex((one) => one.goods_id === goodsId)
    say(`lines[${at}].goods_id`, `这段时间里已经有同类的活动价${name === '' ? '' : `（${name}）`}`)
  }
}

/** What is given without being bought: neither a prescription drug, nor a medicine that nobody names as one. */
async function giftFaults(connection: Connection, { kind, name, terms }: Plan, goods: ReadonlyMap<number, GoodsRow>, now: Date, say: Say) {
  const given: { field: string; name: string; goodsId: number; isGoods: boolean; couponId: number }[] = terms.prizes.map((prize, at) => ({
    field: `prizes[${at}]`,
    name: prize.name,
    goodsId: prize.goods_id,
    isGoods: prize.kind === 'goods',
    couponId: prize.coupon_id,
  }))
  const { points } = terms
  if (kind === 'points')
    given.push({ field: 'points', name, goodsId: points.goods_id, isGoods: points.kind === 'goods', couponId: points.coupon_id })
  const coupons = new Set((await couponsNamed(connection, now)).map(({ id }) => id))
  const unnamed = await namingGoods(
    connection,
    given.filter(({ isGoods, goodsId }) => isGoods && goodsId === 0).map((one) => one.name),
  )
  for (const one of given) {
    const catalogued = goods.get(one.goodsId)
    if (one.couponId > 0 && !coupons.has(one.couponId)) say(`${one.field}.coupon_id`, '没有这张优惠券，或已经过期')
    if (one.goodsId > 0 && catalogued === undefined) say(`${one.field}.goods_id`, '商品已不存在')
    if (catalogued && catalogued.notGiven !== '') say(`${one.field}.goods_id`, `“${catalogued.name}”是${catalogued.notGiven}，不能赠送`)
    if (one.isGoods && one.goodsId === 0 && (unnamed.has(one.name) || isOnStopList(one.name, now)))
      say(`${one.field}.name`, `“${one.name}”像是药品或器械，请从目录里选商品（${UNNAMED_GOODS}）`)
  }
}

export async function factsFaults(connection: Connection, plan: Plan, selfId: number | null, now: Date): Promise<FieldError[]> {
  const errors: FieldError[] = []
  const say: Say = (field, message) => errors.push({ field, message })
  const goods = new Map((await goodsNamed(connection, goodsIn(plan))).map((one) => [one.id, one]))
  await lineFaults(connection, plan, goods, now, say)
  await clashFaults(connection, plan, selfId, say)
  await giftFaults(connection, plan, goods, now, say)
  if (plan.kind === 'bundle' && plan.terms.warehouse_id > 0) {
    const known = await warehousesNamed(connection)
    if (!known.some(({ id }) => id === plan.terms.warehouse_id)) say('warehouse_id', '没有这个仓库')
  }
  return errors
}

export interface Below {
  id: number
  name: string
  after: Fen
  below: 'cost' | 'floor'
  bound: Fen
}
interface Single {
  row: Awaited<ReturnType<typeof pricedGoods>>[number]
  line: Pick<Line, 'percent'>
  after: Fen
}
/** What each goods is sold at, where its cost is known: a share of the lowest that anybody pays otherwise (isExact: also a company by its own price, which is not shown to whoever drafts), goods for points by the money asked besides. */
async function singlesOf(connection: Connection, { kind, terms }: Plan, isExact: boolean, now: Date): Promise<Single[]> {
  const { points } = terms
  const sold = kind === 'points' && points.kind === 'goods' ? [{ goods_id: points.goods_id, price: points.money, percent: 0 }] : terms.lines
  const goods = new Set(sold.map((one) => one.goods_id))
  const rows = await pricedGoods(connection, goods, [])
  const own = kind === 'welfare' && isExact ? await lowestOwn(connection, goods, now) : new Map<number, Fen>()
  const lowest = ({ id, price }: Single['row']): Fen => fen(Math.min(price, own.get(id) ?? price))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return sold.flatMap((line) => {
    const row = byId.get(line.goods_id)
    return row === undefined ? [] : [{ row, line, after: kind === 'welfare' ? portion(lowest(row), line.percent, 100) : fenIn(line.price) }]
  })
}

/** Goods that fall below cost or floor. */
export async function belowOf(connection: Connection, plan: Plan, isExact: boolean, now: Date): Promise<Below[]> {
  return (await singlesOf(connection, plan, isExact, now)).flatMap(({ row, after }) => {
    const bound = boundBelow(row, after, isExact)
    return bound === null ? [] : [{ id: row.id, name: row.name, after, ...bound }]
  })
}

/** Which of them do so with the offers and coupons that they go together with. */
export async function belowTogether(connection: Connection, plan: Plan & { id: number }, now: Date): Promise<Low[]> {
  const { id, kind, name, terms } = plan
  const takes = { takesOffers: terms.full_reduction_ok === 1, takesCoupons: terms.coupon_ok === 1 }
  if (kind === 'points' || kind === 'draw' || !(takes.takesOffers || takes.takesCoupons)) return []
  const prices = (await singlesOf(connection, plan, true, now)).map(
    ({ row, line, after }): DealPrice => ({
      goodsId: row.id,
      kind,
      name: `${kind === 'bundle' ? '套餐' : '特价'}“${name}”`,
      price: kind === 'welfare' ? null : after,
      percent: kind === 'welfare' ? line.percent : null,
      ...takes,
    }),
  )
  const span = { from: startOf(terms), until: endOf(terms) }
  return lowsTogether(connection, { kind: 'prices', prices, span, dealId: id }, null, now)
}

/** What a bundle comes to, and its parts bought one by one at their base prices; null: one of them has none. */
export async function bundleSums(connection: Connection, { lines }: DealTermsWire): Promise<{ together: Fen; apart: Fen | null }> {
  const prices = await pricesOf(
    connection,
    lines.map((one) => one.goods_id),
  )
  let [together, apart]: [Fen, Fen | null] = [ZERO, ZERO]
  for (const { goods_id, number, price } of lines) {
    const single = prices.get(goods_id) ?? null
    together = (together + times(fenIn(price), number)) as Fen
    apart = apart === null || single === null ? null : ((apart + times(single, number)) as Fen)
  }
  return { together, apart }
}

/** Worth a second look, and no reason to refuse it. */
export async function notesOf(connection: Connection, { kind, terms }: Plan): Promise<string[]> {
  if (kind !== 'bundle') return []
  const { together, apart } = await bundleSums(connection, terms)
  if (apart === null) return [`一套 ¥${yuan(together)}`]
  return together > apart
    ? [`一套 ¥${yuan(together)}，比分开买（¥${yuan(apart)}）还贵 ¥${yuan((together - apart) as Fen)}`]
    : [`一套 ¥${yuan(together)}，分开买 ¥${yuan(apart)}，省 ¥${yuan((apart - together) as Fen)}`]
}
