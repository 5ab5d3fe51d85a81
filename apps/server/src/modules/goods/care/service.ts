import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffCareCheck, staffCareFault, staffCareGoodsDecide } from '#contract/care.ts'
import { beijingDate } from '#domain/dates.ts'
import { type StaffActor, writeAudit, writeAudits } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { reportUnqualified } from '../unqualified/public.ts'
import { batchesToCheck, insertChecks, insertDecisions, oneAfterAnother } from './store.ts'

/** Each as it is written down, and printed; which of them must be said is the form's own matter. */
function textsOf<Field extends string>(typed: Readonly<Record<Field, string | undefined>>, needed: Partial<Record<Field, string>>) {
  const texts = Object.fromEntries(
    Object.entries<string | undefined>(typed).map(([field, text]) => [field, (text ?? '').trim()]),
  ) as Record<Field, string>
  const missing = Object.entries<string | undefined>(needed).flatMap(([field, message]): FieldError[] =>
    texts[field as Field] === '' && message !== undefined ? [{ field, message }] : [],
  )
  if (missing.length > 0) throw fieldErrors(missing)
  requirePrintable(texts)
  return texts
}
const APPEARANCE = { appearance: '请填写外观、包装的情况' }

/** All is well. What somebody else looked at today already, or is gone meanwhile, is no fault of whoever presses. */
export async function check(
  { db }: DatabaseHandle,
  staff: StaffActor,
  body: BodyOf<typeof staffCareCheck>,
  now: Date,
): Promise<DataOf<typeof staffCareCheck>> {
  const { appearance, measure } = textsOf({ appearance: body.appearance, measure: body.measure }, APPEARANCE)
  const today = beijingDate(now)
  const wanted = new Map(body.batches.map(({ id, number }) => [id, number]))
  return transact(db, async (trx) => {
    await oneAfterAnother(trx)
    const batches = await batchesToCheck(trx, [...wanted.keys()], today)
    if (batches.length < wanted.size) throw notFound('批号')
    const open = batches.filter(({ there, isDoneToday }) => there > 0 && !isDoneToday)
    if (open.length === 0) throw conflict('今天都已经查过，或已没有库存')
    const tooMany = open.find(({ id, there }) => (wanted.get(id) ?? 0) > there)
    if (tooMany) throw fieldErrors([{ field: 'number', message: `批号 ${tooMany.batchNo} 在库只有 ${tooMany.there} ${tooMany.unit}` }])
    const checked = open.map(({ id, there }) => ({ batchId: id, number: wanted.get(id) ?? there }))
    await insertChecks(trx, checked, { doubted: 0, appearance, fault: '', measure, unqualifiedId: null }, staff, today, now)
    await writeAudits(
      trx,
      staff,
      checked.map(({ batchId, number }) => ({
        action: 'care.check',
        subject: `stock_batch:${batchId}`,
        before: null,
        after: { number, appearance, ...(measure && { measure }) },
      })),
      now,
    )
    return { checked: checked.length, passed_over: wanted.size - checked.length }
  })
}

/** Trouble goes the way of all goods that somebody doubts: held at once, judged by quality. */
export async function fault(
  database: DatabaseHandle,
  staff: StaffActor,
  body: BodyOf<typeof staffCareFault>,
  now: Date,
): Promise<DataOf<typeof staffCareFault>> {
  const texts = textsOf(
    { appearance: body.appearance, fault: body.fault, measure: body.measure },
    { ...APPEARANCE, fault: '请写明发现的问题' },
  )
  const { batch_id: id, number, doubted } = body
  const today = beijingDate(now)
  return transact(database.db, async (trx) => {
    await oneAfterAnother(trx)
    const [batch] = await batchesToCheck(trx, [id], today)
    if (batch === undefined) throw notFound('批号')
    if (number > batch.there) throw fieldErrors([{ field: 'number', message: `在库只有 ${batch.there} ${batch.unit}` }])
    if (doubted > number) throw fieldErrors([{ field: 'doubted', message: '可疑数量不能多于检查数量' }])
    const wish = { batch_id: id, number: doubted, reason: `养护发现：${texts.fault}` }
    const made = await reportUnqualified({ ...database, db: trx }, staff, wish, now)
    await insertChecks(trx, [{ batchId: id, number }], { ...texts, doubted, unqualifiedId: made.id }, staff, today, now)
    const after = { no: made.no, number, doubted, ...texts, reason: texts.fault }
    await writeAudit(trx, staff, { action: 'care.fault', subject: `stock_batch:${id}`, before: null, after }, now)
    return { no: made.no, open_orders: made.open_orders }
  })
}

/** 重点养护品种确认: with the grounds that the rule found on that day; what is new later is proposed anew. */
export async function decideGoods(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { goods_ids: ids, key, reason: typed }: BodyOf<typeof staffCareGoodsDecide>,
  now: Date,
): Promise<DataOf<typeof staffCareGoodsDecide>> {
  const { reason } = textsOf({ reason: typed }, { reason: '请填写原因' })
  return transact(db, async (trx) => {
    const decided = await insertDecisions(trx, ids, { isKey: key === 1, reason }, staff, beijingDate(now), now)
    if (decided.length < ids.length) throw notFound('商品')
    const after = { key: key === 1 ? '重点养护' : '一般养护', reason }
    await writeAudits(
      trx,
      staff,
      decided.map((id) => ({ action: 'care.goods', subject: `goods:${id}`, before: null, after })),
      now,
    )
    return { decided: decided.length }
  })
}
