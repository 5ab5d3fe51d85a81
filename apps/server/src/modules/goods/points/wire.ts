import type { PointsGoodsWire, PointsOrderWire } from '#contract/points.ts'
import { yuan } from '#domain/money.ts'
import { isOpenToBuyer, POINTS_STATUS_NAMES, type PointsBuyer, type PointsOrderFacts, whyNotTake } from '#domain/points.ts'
import { isOnStopList } from '../law/public.ts'
import type { PointsOrderRow, Receiver } from './store.ts'
import type { MallRow } from './views.ts'

/** Drawn from the goods' name and kind where it has no picture of its own. */
export const pictureOf = (row: { id: number; image: string }) => row.image || `/img/points/${row.id}.svg`

const BEGINNING = Date.UTC(1970, 0, 1)
const END = Date.UTC(9999, 0, 1)
const dateOrNull = (at: Date, without: number) => (at.getTime() === without ? null : at.toISOString())

/** What a goods costs in money, what it is worth and how many are left is for those who may see prices and stock. */
export function goodsWire(row: MallRow, buyer: PointsBuyer | null, seesFigures: boolean, now: Date): PointsGoodsWire {
  const why = whyNotTake({ ...row, isOnStopList: isOnStopList(row.name, now) }, buyer && { ...buyer, takenByMe: row.takenByMe }, 1, now)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    intro: row.intro,
    image: pictureOf(row),
    brand: row.brand,
    brand_id: row.brandId,
    points: row.points,
    money: seesFigures ? yuan(row.money) : null,
    worth: seesFigures && row.worth !== null ? yuan(row.worth) : null,
    left: seesFigures ? row.left : null,
    per_buyer: row.perBuyer,
    taken_by_me: row.takenByMe,
    starts_at: dateOrNull(row.startsAt, BEGINNING),
    ends_at: dateOrNull(row.endsAt, END),
    can_take: why === '' ? 1 : 0,
    why,
  }
}

const receiverText = (to: Receiver | null) =>
  to === null ? '' : `${to.receiver} ${to.phone} ${to.province}${to.city}${to.district}${to.detail}`

export const factsOf = (order: PointsOrderRow): PointsOrderFacts => ({
  kind: order.kind,
  status: order.status,
  isPrize: order.pointsGoodsId === null,
})

export function orderWire(order: PointsOrderRow): PointsOrderWire {
  const facts = factsOf(order)
  return {
    id: order.id,
    no: order.no,
    name: order.name,
    image: order.image,
    kind: order.kind,
    number: order.number,
    points: order.points,
    money: yuan(order.money),
    status: order.status,
    status_name: POINTS_STATUS_NAMES[order.status],
    created_at: order.createdAt.toISOString(),
    receiver: receiverText(order.receiver),
    waybill: [order.carrier, order.waybill].filter(Boolean).join(' '),
    can_cancel: isOpenToBuyer(facts, 'cancel') ? 1 : 0,
    can_receive: isOpenToBuyer(facts, 'receive') ? 1 : 0,
  }
}
