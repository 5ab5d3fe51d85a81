import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { companyRefusals } from '#domain/eligibility.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { type HoldReason, holdReasons, holdText, mayBeWaived, waiverOf } from '#domain/standing.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { goodsFacts, judgeStanding } from '../../goods/catalogue/public.ts'
import { stoppedGoods, unfitBatches } from '../../goods/stock/public.ts'
import { isReviewedPlace, type KeptPlace } from '../../who/accounts/public.ts'
import { orderGrounds, setHold } from './hold-store.ts'
import { tellOfHold, tellOfRelease } from './news.ts'
import { insertLog, lockOrder, type OrderRow } from './store.ts'
import { unearnedReasons } from './unearned.ts'

/**
 * The gates hold to the last box: what was asked when an order was placed is asked again, with the data of this moment, when it
 * is paid, picked and shipped (药品经营质量管理规范 arts. 89–91). Where the answer has changed the order waits, and says why.
 */

const SPECIAL_APART = '已按含特殊药品复方制剂管理，须单独成单、限量、对公转账并上传回执，请取消本单后重新下单'

/** What stands against an order now. Beside the buyer, the goods and the place, its batches are asked about. */
async function standing(connection: Connection, order: OrderRow, waived: ReadonlySet<string>, now: Date): Promise<HoldReason[]> {
  const company = await loadCompany(connection, order.companyId)
  if (company === null) throw new Error(`order ${order.no} belongs to no company`)
  const { goods, place: kept } = await orderGrounds(connection, order.id)
  const place = kept && { province: kept.province, city: kept.city, isReviewed: await mayStillReceive(connection, order.companyId, kept) }
  const facts = await goodsFacts(
    connection,
    goods.map(({ goodsId }) => ({ goodsId })),
    company,
    now,
  )
  const today = beijingDate(now)
  const found = facts.flatMap((one, index) =>
    one === null ? [] : [{ goods: goods[index]?.name ?? one.name, reasons: judgeStanding(one, company, place, today) }],
  )
  // Its rules (an order of its own, its cap, transfer and receipt) were not asked when it was ordered as an ordinary goods.
  const apart = order.isEphedrine
    ? []
    : facts.flatMap((one, index) =>
        one?.isEphedrine ? [{ code: 'SPECIAL_APART', message: SPECIAL_APART, goods: goods[index]?.name ?? one.name }] : [],
      )
  const unearned = (await unearnedReasons(connection, order)).filter((one) => !waived.has(waiverOf(one)))
  return [
    ...holdReasons(companyRefusals(company, today), found, waived),
    ...apart,
    ...(await stopReasons(connection, order.id)),
    ...(await batchReasons(connection, order.id, today)),
    ...unearned,
  ]
}

/** A place was reviewed when the order was placed; quality may have rejected it since, or the licensed premises have moved away from it. */
async function mayStillReceive(connection: Connection, companyId: number, kept: KeptPlace): Promise<boolean> {
  const isFromBefore = kept.address_id === undefined || kept.address_id === null
  return isFromBefore || isReviewedPlace(connection, companyId, kept)
}

/** What stands against an order at this moment, beside what staff have waived. */
export const whyHeld = (connection: Connection, order: OrderRow, now: Date): Promise<HoldReason[]> =>
  standing(connection, order, new Set(order.holdWaived), now)

const SYSTEM = '系统'

const STOPPED = '质量管理部门已暂停销售该商品，恢复之前不能发货'

/** To be off the shelf is the house's own word and may be waived; that quality has stopped the goods may not, also where that was. */
async function stopReasons(connection: Connection, orderId: number): Promise<HoldReason[]> {
  const names = await stoppedGoods(connection, orderId)
  return names.map((goods) => ({ code: 'GOODS_STOPPED', message: STOPPED, goods }))
}

/**
 * A batch that quality has locked since it was reserved, or whose date has passed, does not leave (药品管理法 art. 98). What quality wrote
 * when it locked the batch may name people and suspicions: the buyer, who reads these reasons, is told the kind of lock alone.
 */
async function batchReasons(connection: Connection, orderId: number, today: TradeDate): Promise<HoldReason[]> {
  const unfit = await unfitBatches(connection, orderId, today)
  return unfit.map(({ batchNo, goodsName, lockedReason, isRecalled, expiryDate }) => {
    if (lockedReason === null)
      return { code: 'BATCH_EXPIRED', message: `批号 ${batchNo} 已于 ${expiryDate} 过期，不能发货`, goods: goodsName }
    const kind = isRecalled ? '正在召回' : '暂停销售，质量部门核查中'
    return { code: 'BATCH_LOCKED', message: `批号 ${batchNo} ${kind}，不能发货`, goods: goodsName }
  })
}

/** Who was about to pay, pick or ship. */
export interface Asking {
  accountId: number | null
  name: string
}

/**
 * Asks again; where something stands against the order it waits from now on. What was paid waits until staff release it. Answers
 * why it waits, empty where it may go on. The order's row is locked, and the caller's transaction is to be committed, whatever it
 * answers then.
 */
export async function askGates(connection: Connection, order: OrderRow, by: Asking, now: Date): Promise<readonly HoldReason[]> {
  if (order.heldAt !== null && order.status !== 'pending_payment') return order.holdReasons
  const reasons = await whyHeld(connection, order, now)
  if (order.heldAt === null) {
    if (reasons.length > 0) await hold(connection, order, reasons, by, now)
    return reasons
  }
  // Nothing was paid and nothing picked: what has come right again is nobody's decision.
  const isOver = reasons.length === 0
  const standsNow = isOver ? { heldAt: null, reasons: order.holdReasons } : { heldAt: order.heldAt, reasons }
  await setHold(connection, order.id, { ...standsNow, waived: order.holdWaived })
  if (isOver) await insertLog(connection, { orderId: order.id, actor: SYSTEM, event: 'release', text: '暂停原因已消除，订单恢复处理' }, now)
  return reasons
}

async function hold(connection: Connection, order: OrderRow, reasons: readonly HoldReason[], by: Asking, now: Date): Promise<void> {
  await setHold(connection, order.id, { heldAt: now, reasons, waived: order.holdWaived })
  const text = `订单暂停处理：${holdText(reasons)}`
  await insertLog(connection, { orderId: order.id, actor: by.name, event: 'hold', text }, now)
  const entry = { action: 'order.hold' as const, subject: `order:${order.id}`, before: { status: order.status }, after: { reasons } }
  await writeAudit(connection, { accountId: by.accountId, name: by.name }, entry, now)
  await tellOfHold(connection, order, text, now)
}

/** Why nothing is done with an order that waits. */
export const heldConflict = (reasons: readonly HoldReason[]) =>
  conflict(`订单已暂停处理：${holdText(reasons)}`, { reason: 'ORDER_HELD', reasons: [...reasons] })

/** Put there by a person, and not by a gate. What quality has held is quality's to release. */
const BY_STAFF = 'STAFF_HOLD'
const BY_QUALITY = 'QUALITY_HOLD'

/** Whoever holds an order for a reason of his own, which the buyer reads: it waits in the warehouse as one that a gate has stopped. */
export async function holdByStaff(
  { db }: DatabaseHandle,
  staff: StaffActor & { ofQuality: boolean },
  id: number,
  why: string,
  now: Date,
): Promise<void> {
  const reason = why.trim()
  if (reason.length < 2) throw fieldErrors([{ field: 'reason', message: '请写明暂停的原因（至少 2 个字）' }])
  await transact(db, async (trx) => {
    const order = await lockOrder(trx, id, null)
    if (order === null) throw notFound('订单')
    if (order.status !== 'paid' && order.status !== 'picking') throw conflict(`订单${STATUS_NAMES[order.status]}，只有在仓库的订单可以暂停`)
    const code = staff.ofQuality ? BY_QUALITY : BY_STAFF
    const before = order.heldAt === null ? [] : order.holdReasons
    // Quality holds beside whoever held first: what he resumes is his own.
    if (order.heldAt !== null && (code === BY_STAFF || before.some((one) => one.code === BY_QUALITY))) throw conflict('订单已经暂停')
    await hold(trx, order, [...before, { code, message: reason, goods: '' }], staff, now)
  })
}

/** Ends what such a person began; whatever gate has closed meanwhile keeps the order. */
export async function resumeByStaff({ db }: DatabaseHandle, staff: StaffActor, id: number, why: string, now: Date): Promise<void> {
  const reason = why.trim()
  if (reason.length < 2) throw fieldErrors([{ field: 'reason', message: '请写明恢复的原因（至少 2 个字）' }])
  await transact(db, async (trx) => {
    const order = await lockOrder(trx, id, null)
    if (order === null) throw notFound('订单')
    if (order.heldAt === null) throw conflict('订单没有暂停')
    if (order.holdReasons.some(({ code }) => code !== BY_STAFF))
      throw conflict(`由质量解除：${holdText(order.holdReasons)}`, { reason: 'ORDER_HELD', reasons: [...order.holdReasons] })
    const closed = await whyHeld(trx, order, now)
    if (closed.length > 0) throw conflict(`现在不能恢复：${holdText(closed)}`, { reason: 'ORDER_HELD', reasons: closed })
    await setHold(trx, id, { heldAt: null, reasons: order.holdReasons, waived: order.holdWaived })
    await insertLog(trx, { orderId: id, actor: staff.name, event: 'release', text: `订单恢复处理：${reason}` }, now)
    const before = { held_at: order.heldAt.toISOString(), reasons: order.holdReasons }
    await writeAudit(trx, staff, { action: 'order.resume', subject: `order:${id}`, before, after: { reason } }, now)
    await tellOfRelease(trx, order, now)
  })
}

/**
 * Lets an order go on whose causes are gone. What is only the house's own word is waived with it, and the same is not asked of this order
 * again; what the law or the buyer's standing says is not anybody's to waive.
 */
export async function releaseByStaff({ db }: DatabaseHandle, staff: StaffActor, id: number, why: string, now: Date): Promise<string> {
  const reason = why.trim()
  if (reason === '') throw fieldErrors([{ field: 'reason', message: '请写明解除暂停的原因' }])
  const { order, lasting } = await transact(db, async (trx) => {
    const order = await lockOrder(trx, id, null)
    if (order === null) throw notFound('订单')
    if (order.heldAt === null) throw conflict('订单没有暂停')
    const current = await whyHeld(trx, order, now)
    const lasting = current.filter((one) => !mayBeWaived(one))
    if (lasting.length > 0) {
      await setHold(trx, id, { heldAt: order.heldAt, reasons: current, waived: order.holdWaived })
      return { order, lasting }
    }
    const waived = [...new Set([...order.holdWaived, ...current.map(waiverOf)])]
    await setHold(trx, id, { heldAt: null, reasons: order.holdReasons, waived })
    await insertLog(trx, { orderId: id, actor: staff.name, event: 'release', text: `订单恢复处理：${reason}` }, now)
    const before = { held_at: order.heldAt.toISOString(), reasons: order.holdReasons }
    await writeAudit(trx, staff, { action: 'order.release', subject: `order:${id}`, before, after: { reason, waived } }, now)
    await tellOfRelease(trx, order, now)
    return { order, lasting }
  })
  if (lasting.length > 0) throw conflict(`原因尚未消除：${holdText(lasting)}`, { reason: 'ORDER_HELD', reasons: lasting })
  return order.status
}
