import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/call.ts'
import type { pointsOrderPlace } from '#contract/points.ts'
import { UNNAMED_GOODS } from '#domain/daily-things.ts'
import { beijingDate } from '#domain/dates.ts'
import { companyRefusals, type Refusal } from '#domain/eligibility.ts'
import { type Posting, voucherGranted } from '#domain/ledger.ts'
import { pointsOrderPaid, pointsSpent } from '#domain/ledger-points.ts'
import { times, ZERO } from '#domain/money.ts'
import { firstStatus, whyNotTake } from '#domain/points.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { lockCompanyOf } from '../../../platform/viewer-store.ts'
import { type Purses, postAll, readPurses } from '../../money/wallet/public.ts'
import { barredGoods, namingGoods } from '../catalogue/public.ts'
import { isOnStopList } from '../law/public.ts'
import { grantCoupon } from '../promotions/public.ts'
import {
  type Destination,
  findByKey,
  findPointsGoods,
  findReceiver,
  insertPointsOrder,
  type PointsGoodsRow,
  type PointsOrderRow,
  takenBy,
  takeStock,
} from './store.ts'
import { pictureOf } from './wire.ts'

type Wish = BodyOf<typeof pointsOrderPlace>

interface Who {
  accountId: number
  companyId: number
}

export async function placeOrder(
  database: DatabaseHandle,
  who: Who,
  wish: Wish,
  now: Date,
): Promise<{ order: PointsOrderRow; purses: Purses }> {
  return transact(database.db, async (trx) => {
    const order = await placeOrderIn(trx, who, wish, now)
    return { order, purses: await readPurses(trx, who.companyId) }
  })
}

/**
 * Takes goods of the mall: quota, points, money and what is handed out at once in the caller's transaction, one at a time
 * for a company. The same key answers the same order.
 */
export async function placeOrderIn(trx: Connection, who: Who, wish: Wish, now: Date): Promise<PointsOrderRow> {
  const company = await lockCompanyOf(trx, who.accountId, who.companyId)
  if (company === null) throw notFound('企业')
  return (await placedBefore(trx, company.id, wish)) ?? (await place(trx, company, who.accountId, wish, now))
}

async function placedBefore(trx: Connection, companyId: number, wish: Wish): Promise<PointsOrderRow | null> {
  const order = await findByKey(trx, companyId, wish.key)
  if (order !== null && !isSameWish(order, wish)) {
    throw conflict('这次提交已用于另一笔兑换，请刷新页面后重试', { reason: 'KEY_USED' })
  }
  return order
}

/** An order from before its address was kept, or sent to an address that the wish leaves open, is taken for the same. */
function isSameWish({ pointsGoodsId, number, kind, receiver }: PointsOrderRow, wish: Wish): boolean {
  if (pointsGoodsId !== wish.points_goods_id || number !== wish.number) return false
  const sentTo = kind === 'goods' ? receiver?.address_id : undefined
  return sentTo === undefined || wish.address_id === undefined || sentTo === wish.address_id
}

async function place(trx: Connection, company: ViewerCompany, accountId: number, wish: Wish, now: Date): Promise<PointsOrderRow> {
  const goods = await findPointsGoods(trx, wish.points_goods_id)
  if (goods === null) throw notFound('兑换商品')
  const today = beijingDate(now)
  const to = goods.kind === 'goods' ? await receiverOf(trx, company.id, wish.address_id ?? null) : null
  const buyer = {
    ...(await readPurses(trx, company.id)),
    takenByMe: await takenBy(trx, goods.id, company.id),
    refusal: (await refusalFor(trx, company, goods.goodsId, to, now))?.message ?? '',
  }
  const why = whyNotTake({ ...goods, isOnStopList: isOnStopList(goods.name, now) }, buyer, wish.number, now)
  if (why) throw conflict(why)
  const isUnnamed = goods.kind === 'goods' && goods.goodsId === null
  if (isUnnamed && (await namingGoods(trx, [goods.name])).size > 0) throw conflict(UNNAMED_GOODS)
  const receiver = to?.receiver ?? null
  if (!(await takeStock(trx, goods.id, wish.number))) throw conflict('已兑完')
  const order = await insertPointsOrder(
    trx,
    {
      companyId: company.id,
      accountId,
      pointsGoodsId: goods.id,
      goodsId: goods.goodsId,
      drawRecordId: null,
      key: wish.key,
      name: goods.name,
      image: pictureOf(goods),
      kind: goods.kind,
      number: wish.number,
      points: goods.points * wish.number,
      money: times(goods.money, wish.number),
      receiver,
      status: firstStatus(goods.kind),
      today,
    },
    now,
  )
  // Coupons and vouchers are there at once; the coupons' quota comes before the ledger, as everywhere.
  if (goods.kind === 'coupon' && goods.couponTemplateId !== null) {
    for (let one = 0; one < order.number; one++) {
      const grant = await grantCoupon(trx, company.id, goods.couponTemplateId, 'points', now)
      if ('refused' in grant) throw conflict(grant.message)
    }
  }
  await pay(trx, goods, order, now)
  return order
}

/** The company, and where the goods are a drug or a device: the gate that a line of an order passes, with the place it goes to. */
export async function refusalFor(
  trx: Connection,
  company: ViewerCompany,
  goodsId: number | null,
  to: Destination | null,
  now: Date,
): Promise<Refusal | undefined> {
  const [own] = companyRefusals(company, beijingDate(now))
  if (own || goodsId === null) return own
  return (await barredGoods(trx, [goodsId], company, to && placeOf(to), now)).get(goodsId)
}

const placeOf = ({ receiver: { province, city }, isReviewed }: Destination) => ({ province, city, isReviewed })

async function receiverOf(trx: Connection, companyId: number, addressId: number | null): Promise<Destination> {
  const receiver = await findReceiver(trx, companyId, addressId)
  if (receiver !== null) return receiver
  if (addressId !== null) throw fieldErrors([{ field: 'address_id', message: '收货地址不存在，请重新选择' }])
  throw conflict('请先添加收货地址，再兑换实物商品')
}

/** One statement for all that moves, so that purses are taken in one order. */
async function pay(trx: Connection, goods: PointsGoodsRow, order: PointsOrderRow, now: Date): Promise<void> {
  const of = { companyId: order.companyId, orderId: null, memo: `积分订单 ${order.no}：${order.name}` }
  const key = (what: string) => `points_order:${order.id}:${what}`
  const postings: Posting[] = []
  if (order.points > 0) postings.push(pointsSpent({ ...of, key: key('points'), points: order.points }))
  if (order.money > 0) postings.push(pointsOrderPaid({ ...of, key: key('money'), amount: order.money }))
  if (goods.kind === 'voucher' && goods.worth !== null) {
    postings.push(voucherGranted({ ...of, key: key('voucher'), amount: times(goods.worth, order.number) }))
  }
  await postAll(trx, postings, now)
}

export interface PrizeOrder {
  companyId: number
  accountId: number
  drawRecordId: number
  goodsId: number | null
  name: string
  image: string
}

/**
 * Goods won in a draw, on their way like goods taken for points. A company that has no address yet still wins: the address
 * is asked for when the goods are sent.
 */
export async function placePrizeOrder(trx: Connection, prize: PrizeOrder, now: Date): Promise<void> {
  const receiver = (await findReceiver(trx, prize.companyId, null))?.receiver ?? null
  await insertPointsOrder(
    trx,
    {
      ...prize,
      pointsGoodsId: null,
      // Nobody can send this one: the record's own number keeps it from being placed twice.
      key: randomUUID(),
      kind: 'goods',
      number: 1,
      points: 0,
      money: ZERO,
      receiver,
      status: firstStatus('goods'),
      today: beijingDate(now),
    },
    now,
  )
}
