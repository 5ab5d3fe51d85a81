import type { Connection } from '../../../platform/database.ts'
import { closeDraw, putDraw } from '../draw/public.ts'
import { closePointsGoods, putPointsGoods } from '../points/public.ts'
import { closeBundle, closeOffers, putBundle, putOffers } from '../promotions/public.ts'
import { refreshGoodsStock } from '../stock/public.ts'
import type { PlanRow } from './plan-store.ts'
import { endOf, fenIn, isOffered, orNull, startOf } from './terms.ts'

/** Into the tables that buyers are served from, and out of them. */

const HUNDRED = 100

export async function putDeal(trx: Connection, { id: planId, kind, name, terms }: PlanRow, now: Date): Promise<void> {
  const head = { planId, name, startsAt: startOf(terms), endsAt: endOf(terms) }
  const with_ = { fullReductionOk: terms.full_reduction_ok === 1, couponOk: terms.coupon_ok === 1 }
  if (isOffered(kind)) {
    const lines = terms.lines.map(({ goods_id: goodsId, batch_id, price, percent, quota, limit }) => ({
      goodsId,
      batchId: orNull(batch_id),
      price: price === '' ? null : fenIn(price),
      percent: orNull(percent),
      quota: orNull(quota),
      limit: orNull(limit),
    }))
    await followBatches(trx, kind, await putOffers(trx, { ...head, ...with_, kind, lines }, now), now)
  } else if (kind === 'bundle') {
    const items = terms.lines.map(({ goods_id: goodsId, number, price }) => ({ goodsId, number, price: fenIn(price) }))
    const limits = { limit: orNull(terms.limit), quota: orNull(terms.quota) }
    await putBundle(trx, { ...head, ...with_, ...limits, hint: terms.intro, warehouseId: terms.warehouse_id, items })
  } else if (kind === 'points') {
    const { points } = terms
    await putPointsGoods(trx, {
      ...head,
      intro: terms.intro,
      mall: points.mall,
      kind: points.kind,
      points: points.points,
      money: fenIn(points.money),
      worth: points.worth === '' ? null : fenIn(points.worth),
      couponTemplateId: orNull(points.coupon_id),
      goodsId: orNull(points.goods_id),
      stock: orNull(terms.quota),
      perBuyer: orNull(terms.limit),
    })
  } else {
    const prizes = terms.prizes.map((prize) => ({
      key: prize.key,
      kind: prize.kind,
      name: prize.name,
      amount: prize.kind === 'points' ? Number(prize.amount) : prize.kind === 'voucher' ? fenIn(prize.amount) : null,
      couponTemplateId: orNull(prize.coupon_id),
      goodsId: orNull(prize.goods_id),
      weight: prize.odds,
      stock: orNull(prize.stock),
    }))
    const odds = terms.prizes.map((prize) => `${prize.name}：${(prize.odds * HUNDRED) / 10_000}%`)
    const rule = `${odds.join('；')}。奖品抽完后不再中出，其余奖品的中奖率不变`
    await putDraw(trx, { ...head, endsAt: head.endsAt ?? head.startsAt, remarks: terms.intro, rule, perDay: terms.limit, prizes })
  }
}

export async function closeDeal(trx: Connection, { id, kind }: PlanRow, now: Date): Promise<void> {
  if (isOffered(kind)) await followBatches(trx, kind, await closeOffers(trx, id, now), now)
  else if (kind === 'bundle') await closeBundle(trx, id, now)
  else if (kind === 'points') await closePointsGoods(trx, id, now)
  else await closeDraw(trx, id)
}

/** A batch that is sold at its own price is counted in no other stock, from the moment of its approval. */
async function followBatches(trx: Connection, kind: string, goodsIds: readonly number[], now: Date): Promise<void> {
  if (kind === 'near_expiry') await refreshGoodsStock(trx, goodsIds, now)
}
