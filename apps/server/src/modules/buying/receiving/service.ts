import type { BodyOf, DataOf } from '#contract/call.ts'
import { CODES } from '#contract/codes.ts'
import type { receivingSubmit } from '#contract/receiving.ts'
import { AFTER_SALE_STATUS_NAMES, type AfterSaleReason, KIND_NAMES, needsPhoto, REASON_NAMES } from '#domain/aftersales.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { isTradeDate } from '#domain/identifiers.ts'
import {
  type Claim,
  type CountedBatch,
  claimsOf,
  countFaults,
  countWords,
  DIFFERENCE_NAMES,
  DIFFERENCES,
  hasDifference,
  receivingRefusal,
} from '#domain/receiving.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound, ShopError } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { askDocument } from '../../papers/documents/public.ts'
import { applyIn } from '../aftersales/public.ts'
import { insertLog, lockOrder, type OrderRow, type PaymentEffects, transition } from '../orders/public.ts'
import { type Receiver, recordSnapshot } from './record.ts'
import {
  type ApplicationRow,
  applicationsOf,
  type DeliveryRow,
  deliveryOf,
  insertReceiving,
  linkAfterSale,
  type ReceivedLine,
  receivedLines,
  receivingOf,
  type SentBatch,
  sentBatches,
} from './store.ts'

type Body = BodyOf<typeof receivingSubmit>

export const dueOf = (batch: SentBatch) => ({
  id: batch.id,
  name: batch.goods.name ?? '',
  unit: batch.goods.unit ?? '',
  batchNo: batch.batchNo,
  coldChain: batch.coldChain,
  isGift: batch.isGift,
  due: batch.number - batch.claimed,
})

const countedFrom = (line: Body['lines'][number]): CountedBatch => ({
  id: line.id,
  accepted: line.accepted,
  short: line.short ?? 0,
  damaged: line.damaged ?? 0,
  wrong: line.wrong ?? 0,
  refused: line.refused ?? 0,
  refusedFor: line.refused_for ?? 'quality',
  note: line.note?.trim() ?? '',
})

/** Only these need a picture; the fields of the form are named after them. */
const PHOTO_FIELDS = { damaged: 'damaged_files', wrong: 'wrong_files', quality: 'quality_files' } as const
const photoField = (reason: AfterSaleReason) => (Object.hasOwn(PHOTO_FIELDS, reason) ? PHOTO_FIELDS[reason as 'damaged'] : null)
const photosOf = (body: Body, reason: AfterSaleReason): readonly number[] => {
  const field = photoField(reason)
  return field === null ? [] : (body[field] ?? [])
}

/** Papers are printed from these words, and no font of a paper has pictures. */
const PICTURE = /\p{Extended_Pictographic}/u

function factFaults(body: Body, delivery: DeliveryRow | null, sent: readonly SentBatch[], today: TradeDate): FieldError[] {
  const faults: FieldError[] = []
  const day = body.arrived_on
  if (!isTradeDate(day)) faults.push({ field: 'arrived_on', message: '到货日期不存在' })
  else if (day > today) faults.push({ field: 'arrived_on', message: '到货日期不能晚于今天' })
  else if (delivery && day < beijingDate(delivery.shippedAt)) faults.push({ field: 'arrived_on', message: '到货日期不能早于发货日期' })
  if (!body.temperature && sent.some((batch) => batch.coldChain))
    faults.push({ field: 'temperature', message: '冷链商品请填写到货时的温度' })
  for (const [field, text] of [
    ['received_by', body.received_by],
    ['inspected_by', body.inspected_by],
    ['remark', body.remark ?? ''],
    ...body.lines.map((line, at) => [`lines.${at}.note`, line.note ?? ''] as const),
  ] as const)
    if (PICTURE.test(text)) faults.push({ field, message: '请不要使用表情符号，登记内容会印在单据上' })
  for (const field of ['received_by', 'inspected_by'] as const)
    if (body[field].trim().length < 2) faults.push({ field, message: field === 'received_by' ? '请填写收货人' : '请填写验收员' })
  return faults
}

/** What after-sales refuses, at the fields of this form. */
function atOwnFields(error: unknown, claim: Claim): unknown {
  if (!(error instanceof ShopError) || error.code !== CODES.FIELD_ERRORS) return error
  const { errors = [] } = (error.data ?? {}) as { errors?: readonly FieldError[] }
  return fieldErrors(
    errors.map(({ field, message }) => {
      const line = claim.lines[Number(/^lines\.(\d+)\./.exec(field)?.[1] ?? -1)]
      if (line) return { field: `lines.${line.at}.${line.difference}`, message }
      if (field === 'file_ids') return { field: photoField(claim.reason) ?? 'lines', message }
      return { field: 'lines', message: `${REASON_NAMES[claim.reason]}：${message}` }
    }),
  )
}

async function applyFor(
  trx: Connection,
  order: OrderRow,
  buyer: Receiver,
  body: Body,
  claim: Claim,
  counted: readonly CountedBatch[],
  now: Date,
): Promise<number> {
  const notes = claim.lines.flatMap((line) => counted[line.at]?.note || [])
  const what = [...new Set(claim.lines.map((line) => DIFFERENCE_NAMES[line.difference]))].join('、')
  // One batch may differ in two ways of the same reason.
  const numbers = Map.groupBy(claim.lines, (line) => line.id)
  const wish = {
    order_id: order.id,
    kind: claim.kind,
    reason: claim.reason,
    lines: [...numbers].map(([id, own]) => ({ id, number: own.reduce((sum, line) => sum + line.number, 0) })),
    description: [`收货登记：${what}`, ...new Set(notes)].join('；').slice(0, 500),
    file_ids: [...photosOf(body, claim.reason)],
    key: `${body.key}:${claim.reason}`,
  }
  const made = await applyIn(trx, buyer, wish, now).catch((error: unknown) => {
    throw atOwnFields(error, claim)
  })
  return made.id
}

const applicationWire = (row: ApplicationRow) => ({
  id: row.id,
  no: row.no,
  kind: row.kind,
  reason_name: REASON_NAMES[row.reason],
  status: row.status,
  status_name: `${AFTER_SALE_STATUS_NAMES[row.status]}（${KIND_NAMES[row.kind]}）`,
  number: row.number,
})
export const applicationsWire = async (connection: Connection, receivingId: number) =>
  (await applicationsOf(connection, receivingId)).map(applicationWire)

type Recorded = DataOf<typeof receivingSubmit>

/** Sent again, and not counted anew: another count answered with the first one's record would look as if it were kept. */
const isSameCount = (kept: readonly ReceivedLine[], counted: readonly CountedBatch[]): boolean =>
  kept.length === counted.length &&
  counted.every((line) => kept.some((one) => one.id === line.id && DIFFERENCES.every((kind) => one[kind] === line[kind])))

/**
 * Records what arrived, in one deed: the order is received, each difference is applied for, and the record is asked for as a
 * paper. The order's row is the lock: of two that count the same delivery the second is told that it is counted.
 */
export async function receive(
  { db }: DatabaseHandle,
  payments: PaymentEffects,
  buyer: Receiver,
  orderId: number,
  body: Body,
  now: Date,
): Promise<Recorded> {
  return transact(db, async (trx): Promise<Recorded> => {
    const order = await lockOrder(trx, orderId, buyer.companyId)
    if (order === null) throw notFound('订单')
    const earlier = await receivingOf(trx, orderId)
    if (earlier !== null) {
      const isSame = earlier.key === body.key && isSameCount(await receivedLines(trx, earlier.id), body.lines.map(countedFrom))
      if (!isSame) throw conflict('该订单已登记收货，如有新的问题请申请售后', { reason: 'RECEIVED_ALREADY' })
      return { order_id: orderId, summary: earlier.summary, after_sales: await applicationsWire(trx, earlier.id) }
    }
    const why = receivingRefusal(order.status)
    if (why) throw conflict(why)
    const sent = await sentBatches(trx, orderId)
    const delivery = await deliveryOf(trx, orderId)
    const due = sent.map(dueOf)
    const counted = body.lines.map(countedFrom)
    const faults: FieldError[] = [
      ...countFaults(due, counted).map(({ at, field, message }) => ({ field: at < 0 ? field : `lines.${at}.${field}`, message })),
      ...factFaults(body, delivery, sent, beijingDate(now)),
    ]
    const claims = claimsOf(due, counted, body.send_back !== 0)
    for (const { reason } of claims)
      if (needsPhoto(reason) && photosOf(body, reason).length === 0)
        faults.push({ field: photoField(reason) ?? 'lines', message: `${REASON_NAMES[reason]}请至少上传一张照片` })
    if (faults.length > 0) throw fieldErrors(faults)

    await transition(trx, order, { type: 'receive' }, { kind: 'buyer', name: buyer.name }, payments, now)
    const summary = countWords(counted)
    const receivingId = await insertReceiving(
      trx,
      {
        orderId,
        companyId: buyer.companyId,
        accountId: buyer.accountId,
        key: body.key,
        receivedBy: body.received_by.trim(),
        inspectedBy: body.inspected_by.trim(),
        arrivedOn: body.arrived_on,
        temperature: body.temperature || null,
        remark: body.remark?.trim() ?? '',
        summary,
        differs: counted.some(hasDifference),
        lines: counted.map((line) => {
          const batch = sent.find((one) => one.id === line.id)
          return {
            ...line,
            number: batch?.number ?? 0,
            claimed: batch?.claimed ?? 0,
            refusedFor: line.refused > 0 ? line.refusedFor : null,
          }
        }),
      },
      now,
    )
    for (const claim of claims) await linkAfterSale(trx, receivingId, await applyFor(trx, order, buyer, body, claim, counted, now))
    await insertLog(trx, { orderId, actor: buyer.name, event: 'receiving', text: `收货登记：${summary}` }, now)
    const record = await receivingOf(trx, orderId)
    if (record === null) throw new Error('a receiving record is not there')
    const applications = await applicationsOf(trx, receivingId)
    await askDocument(
      trx,
      {
        kind: 'receiving_record',
        subject: `receiving:${receivingId}`,
        companyId: buyer.companyId,
        title: `收货验收记录 ${order.no}`,
        snapshot: await recordSnapshot(trx, {
          order,
          buyer,
          delivery,
          sent,
          record,
          lines: await receivedLines(trx, receivingId),
          applications,
          today: beijingDate(now),
        }),
      },
      buyer.name,
      now,
    )
    return { order_id: orderId, summary, after_sales: applications.map(applicationWire) }
  })
}
