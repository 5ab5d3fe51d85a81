import { randomInt, randomUUID } from 'node:crypto'
import { beijingDate } from '#domain/dates.ts'
import { chancesOf, layOut, pickPrize, rangeOf, whyNotDraw } from '#domain/draw.ts'
import { voucherGranted } from '#domain/ledger.ts'
import { pointsEarned } from '#domain/ledger-points.ts'
import { fen } from '#domain/money.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { lockCompanyOf } from '../../../platform/viewer-store.ts'
import { post } from '../../money/wallet/public.ts'
import { placePrizeOrder } from '../points/public.ts'
import { grantCoupon } from '../promotions/public.ts'
import { drawerOf, winnable } from './drawer.ts'
import {
  type DrawRow,
  findDraw,
  findRecord,
  givePrizeBack,
  insertRecord,
  type KeyedRecord,
  type NewRecord,
  type PrizeRow,
  prizesOf,
  spendExtraChance,
  takePrize,
  tallyOf,
} from './store.ts'
import { prizeImage } from './wire.ts'

interface Who {
  accountId: number
  companyId: number
}

type Drawn = Pick<NewRecord, 'randomValue' | 'randomRange' | 'weights'> & { prize: PrizeRow }

interface Wish {
  drawId: number
  key: string | null
}
interface Tapped {
  record: KeyedRecord
  chances: number
}

/** A whole number from 0 to below the range, each as likely as any other. */
type Random = (range: number) => number

export async function tap({ db }: DatabaseHandle, who: Who, wish: Wish, now: Date): Promise<Tapped> {
  return transact(db, (trx) => drawIn(trx, who, wish, now, randomInt))
}

/**
 * One draw: chance, prize, record and what is won in the caller's transaction, one at a time for a company. The same key
 * answers the same record.
 */
export async function drawIn(trx: Connection, who: Who, wish: Wish, now: Date, random: Random): Promise<Tapped> {
  const company = await lockCompanyOf(trx, who.accountId, who.companyId)
  if (company === null) throw notFound('企业')
  const draw = await findDraw(trx, wish.drawId)
  if (draw === null) throw notFound('抽奖活动')
  const today = beijingDate(now)
  const chances = async () => chancesOf({ ...(await tallyOf(trx, draw.id, company.id, today)), perDay: draw.perDay })
  const known = wish.key === null ? null : await findRecord(trx, company.id, wish.key)
  if (known !== null) {
    if (known.drawId !== draw.id) throw conflict('这次提交已用于另一次抽奖，请刷新页面后重试')
    return { record: known, chances: (await chances()).left }
  }

  const { left, nextIsExtra } = await chances()
  const why = whyNotDraw(draw, drawerOf(company, draw, now), left, true, now)
  if (why) throw conflict(why)
  if (nextIsExtra && !(await spendExtraChance(trx, draw.id, company.id))) throw conflict('暂无抽奖机会')
  const drawn = await drawPrize(trx, draw, company, random, now)
  const { prize } = drawn
  const id = await insertRecord(trx, { ...drawn, ...who, drawId: draw.id, key: wish.key ?? randomUUID(), today }, now)
  await handOver(trx, who, draw, prize, id, now)
  const { kind, name, remarks, image } = prize
  return { record: { id, drawId: draw.id, prizeId: prize.id, kind, name, remarks, image }, chances: left - 1 }
}

/**
 * Where the last one of a prize, or of its coupon, goes to somebody else in the same moment, the row is laid out again
 * without it: the value that is recorded is the one that met the row that is recorded.
 */
async function drawPrize(trx: Connection, draw: DrawRow, company: ViewerCompany, random: Random, now: Date): Promise<Drawn> {
  const gone = new Set<number>()
  for (;;) {
    const all = await prizesOf(trx, [draw.id])
    const own = new Set((await winnable(trx, all, company, now)).map(({ id }) => id))
    const prizes = all.map((prize) => (own.has(prize.id) && !gone.has(prize.id) ? prize : { ...prize, left: 0 }))
    const weights = layOut(prizes)
    const randomRange = rangeOf(weights)
    if (randomRange === 0) throw conflict('奖品已全部抽完')
    const randomValue = random(randomRange)
    const prizeId = pickPrize(weights, randomValue)
    const prize = prizes.find((one) => one.id === prizeId)
    if (!prize) throw new Error(`prize ${prizeId} is not in its draw`)
    if (await takeOne(trx, prize, company.id, now)) return { weights, randomRange, randomValue, prize }
    gone.add(prizeId)
  }
}

/** Takes one of a prize, a coupon together with its coupon; false: none is left. */
async function takeOne(trx: Connection, prize: PrizeRow, companyId: number, now: Date): Promise<boolean> {
  // A prize without end is not counted: every draw would queue on its row, and the records count it.
  if (prize.isCounted && !(await takePrize(trx, prize.id))) return false
  if (prize.couponTemplateId === null) return true
  const grant = await grantCoupon(trx, companyId, prize.couponTemplateId, 'draw', now)
  if ('refused' in grant && prize.isCounted) await givePrizeBack(trx, prize.id)
  return !('refused' in grant)
}

/** What is won, but for a coupon, which was granted as it was drawn. */
async function handOver(trx: Connection, who: Who, draw: DrawRow, prize: PrizeRow, recordId: number, now: Date): Promise<void> {
  const { companyId } = who
  const of = { key: `draw:${recordId}`, companyId, orderId: null, memo: `抽奖“${draw.name}”：${prize.name}` }
  if (prize.kind === 'points') await post(trx, pointsEarned({ ...of, points: prize.amount ?? 0 }), now)
  if (prize.kind === 'voucher') await post(trx, voucherGranted({ ...of, amount: fen(prize.amount ?? 0) }), now)
  if (prize.kind === 'goods') {
    await placePrizeOrder(trx, { ...who, drawRecordId: recordId, goodsId: prize.goodsId, name: prize.name, image: prizeImage(prize) }, now)
  }
}
