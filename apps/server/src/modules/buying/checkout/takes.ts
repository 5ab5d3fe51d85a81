import type { Connection } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { takeBundles, takeCoupons, takeExchanges, takeGifts, takeOffers } from '../../goods/promotions/public.ts'
import type { StockShort } from '../../goods/stock/public.ts'
import type { DraftLine } from './drafts.ts'
import { lineRefusal, type Prepared } from './prepare.ts'

/** What an order takes beside its goods: each by one guarded statement in the placing transaction, always in this order. */

const summed = (lines: readonly DraftLine[], idOf: (line: DraftLine) => number | null, numberOf = (line: DraftLine) => line.number) => {
  const wanted = new Map<number, number>()
  for (const line of lines) {
    const id = idOf(line)
    if (id !== null) wanted.set(id, numberOf(line) + (wanted.get(id) ?? 0))
  }
  return wanted
}

export async function takeQuotas(
  connection: Connection,
  { company, priced }: Prepared,
  lines: readonly DraftLine[],
  checkoutId: number,
  now: Date,
): Promise<void> {
  const offers = summed(lines, (line) => line.offerId)
  if (offers.size > 0) refuseLines(lines, offers, await takeOffers(connection, offers, now), (line) => line.offerId, '活动名额已被抢完')
  await takeUsedCoupons(connection, company.id, priced.usedCouponIds, checkoutId, now)
  const gifts = summed(lines, (line) => line.giftId)
  const given = new Set(await takeGifts(connection, gifts, now))
  refuseGifts(lines.filter((line) => line.giftId !== null && !given.has(line.giftId)))
  const exchanges = summed(lines, (line) => line.exchangeId)
  refuseLines(lines, exchanges, await takeExchanges(connection, exchanges, now), (line) => line.exchangeId, '换购名额已被换完')
  // Every part of a bundle carries the number of bundles; the first one speaks for all.
  const bundles = new Map(lines.flatMap((line) => (line.bundleId === null ? [] : [[line.bundleId, line.bundleNumber ?? 0] as const])))
  refuseLines(lines, bundles, await takeBundles(connection, bundles, now), (line) => line.bundleId, '组合已售完')
}

async function takeUsedCoupons(
  connection: Connection,
  companyId: number,
  couponIds: readonly number[],
  checkoutId: number,
  now: Date,
): Promise<void> {
  if (couponIds.length === 0) return
  const taken = await takeCoupons(connection, companyId, couponIds, checkoutId, now)
  const gone = couponIds.filter((id) => !taken.includes(id))
  if (gone.length === 0) return
  throw refusedChoice([{ code: 'COUPON_UNKNOWN', message: '优惠券已被使用或已过期' }])
}

function refuseLines(
  lines: readonly DraftLine[],
  wanted: ReadonlyMap<number, number>,
  taken: readonly number[],
  idOf: (line: DraftLine) => number | null,
  why: string,
): void {
  if (taken.length === wanted.size) return
  const over = [...new Set(lines.flatMap((line) => (idOf(line) !== null && !taken.includes(idOf(line) ?? 0) ? (line.cartLine ?? []) : [])))]
  const reasons = [{ code: 'LIMIT_REACHED', message: `${why}，请返回购物车核对`, action: null }]
  const refused = over.map((line) => lineRefusal(line, reasons))
  throw conflict(`${refused[0]?.name ?? '所选商品'}：${why}`, { reason: 'LINES_REFUSED', lines: refused })
}

function refuseGifts(gone: readonly DraftLine[]): void {
  if (gone.length === 0) return
  throw refusedChoice(gone.map((line) => ({ code: 'GIFT_GONE', message: `赠品“${line.gift?.name ?? ''}”已赠完` })))
}

/** What the buyer chose, or was shown, and cannot have: nothing is placed until the buyer has agreed to the rest. */
export function refusedChoice(refusals: readonly { code: string; message: string }[], more: object = {}) {
  const message = refusals.map((refusal) => refusal.message).join('；')
  return conflict(`${message}，请核对后重新提交`, {
    reason: 'CHOICE_REFUSED',
    reasons: refusals.map(({ code, message: text }) => ({ code, message: text, action: null })),
    ...more,
  })
}

export function shortAnswer(short: StockShort, lines: readonly DraftLine[]) {
  const found = lines.flatMap((line) => {
    const goods = short.goods.find((one) => one.goodsId === line.goodsId && one.warehouseId === line.warehouseId)
    return goods ? [{ line, available: goods.available }] : []
  })
  // A gift gives way to what is bought.
  const gifts = found.flatMap(({ line }) => (line.gift ? [{ code: 'GIFT_GONE', message: `赠品“${line.gift.name}”已赠完` }] : []))
  if (gifts.length > 0) return refusedChoice(gifts)
  const refused = found.flatMap(({ line, available }) => {
    if (line.cartLine === null) return []
    const message = available > 0 ? `库存仅余 ${available} ${line.cartLine.facts.unit}` : '已售完'
    return [lineRefusal(line.cartLine, [{ code: 'NO_STOCK', message, action: null }])]
  })
  return conflict(`${refused[0]?.name ?? '所选商品'}库存不足，请返回购物车核对`, { reason: 'LINES_REFUSED', lines: refused })
}
