import type { BodyOf } from '#contract/call.ts'
import type { FirstGoodsRowWire, FirstGoodsWire, staffFirstGoodsPaper, staffFirstGoodsSave } from '#contract/upstream.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { courseOf, isOpen, standingWire } from './course.ts'
import { approvalsOf } from './course-store.ts'
import { classOf } from './facts.ts'
import { type FirstGoodsListed, findFirstGoods, lockFirstGoods, writeFirstGoods } from './goods-store.ts'
import { filePaper } from './papers.ts'
import { askFirstTrade } from './steps.ts'
import { findSupplier } from './supplier-store.ts'

export const firstGoodsRowWire = (row: FirstGoodsListed, today: TradeDate): FirstGoodsRowWire => ({
  goods_id: row.id,
  code: row.code,
  name: row.name,
  spec: row.spec,
  manufacturer: row.manufacturer,
  approval_no: row.approvalNo,
  supplier_id: row.supplier_id,
  supplier: row.supplier,
  ...standingWire(row, today),
})

export async function firstGoodsOf(connection: Connection, staff: StaffActor, goodsId: number, now: Date): Promise<FirstGoodsWire> {
  const today = beijingDate(now)
  const row = await findFirstGoods(connection, goodsId, today)
  if (row === null) throw notFound('首营品种')
  const { standard, reason, version, storage, holder } = row
  const class_name = classOf(row)
  const lacks = await lacksOf(connection, row, today)
  const course = await courseOf(connection, { goodsId }, { lacks, accountId: staff.accountId }, now)
  return {
    ...firstGoodsRowWire(row, today),
    standard,
    reason,
    version,
    storage,
    holder,
    class_name,
    dosage_form: row.dosageForm,
    ...course,
  }
}

/** What it lacks besides papers before purchasing can apply. */
async function lacksOf(
  connection: Connection,
  { supplier_id, standard, manufacturer }: Pick<FirstGoodsListed, 'supplier_id' | 'manufacturer'> & { standard: string },
  today: TradeDate,
): Promise<string[]> {
  const supplier = supplier_id === null ? null : await findSupplier(connection, supplier_id, today)
  return [
    ...(supplier === null ? ['缺供货单位'] : supplier.state === 'passed' ? [] : [`${supplier.name} 的首营企业审批还没有通过`]),
    ...(standard === '' ? ['缺质量标准'] : []),
    ...(manufacturer ? [] : ['商品资料缺生产企业']),
  ]
}

async function lockedForChange(trx: Connection, goodsId: number) {
  const row = await lockFirstGoods(trx, goodsId)
  if (row === null) throw notFound('首营品种')
  if ((await approvalsOf(trx, { goodsId })).some(isOpen)) throw conflict('首营申请正在审批，审批结束之前资料不能改')
  return row
}

export async function saveFirstGoods(
  { db }: DatabaseHandle,
  staff: StaffActor,
  goodsId: number,
  { version, ...body }: BodyOf<typeof staffFirstGoodsSave>,
  now: Date,
): Promise<FirstGoodsWire> {
  const fields = { supplier_id: body.supplier_id ?? null, standard: body.standard.trim(), reason: body.reason.trim() }
  requirePrintable({ standard: fields.standard, reason: fields.reason })
  return transact(db, async (trx) => {
    const row = await lockedForChange(trx, goodsId)
    const nameOf = async (id: number | null): Promise<string> =>
      id === null ? '' : ((await findSupplier(trx, id, beijingDate(now)))?.name ?? '')
    const [former, supplier] = [await nameOf(row.supplier_id), await nameOf(fields.supplier_id)]
    if (fields.supplier_id !== null && supplier === '') throw fieldErrors([{ field: 'supplier_id', message: '没有这个供货单位' }])
    const before = { supplier: former, standard: row.standard, reason: row.reason }
    if (row.version !== version)
      throw changedMeanwhile(
        row.version,
        Object.entries(before).map(([field, theirs]) => ({ field: field === 'supplier' ? 'supplier_id' : field, theirs })),
      )
    await writeFirstGoods(trx, goodsId, fields)
    const after = { supplier, standard: fields.standard, wanted_for: fields.reason }
    await writeAudit(trx, staff, { action: 'first_goods.change', subject: `goods:${goodsId}`, before, after }, now)
    return firstGoodsOf(trx, staff, goodsId, now)
  })
}

export async function fileFirstGoodsPaper(
  { db }: DatabaseHandle,
  staff: StaffActor,
  goodsId: number,
  body: BodyOf<typeof staffFirstGoodsPaper>,
  now: Date,
): Promise<FirstGoodsWire> {
  return transact(db, async (trx) => {
    await lockedForChange(trx, goodsId)
    await filePaper(trx, staff, { goodsId }, body, now)
    return firstGoodsOf(trx, staff, goodsId, now)
  })
}

export async function applyForGoods(
  { db }: DatabaseHandle,
  staff: StaffActor,
  goodsId: number,
  words: string,
  now: Date,
): Promise<FirstGoodsWire> {
  return transact(db, async (trx) => {
    await lockedForChange(trx, goodsId)
    const today = beijingDate(now)
    const goods = await findFirstGoods(trx, goodsId, today)
    if (goods === null) throw notFound('首营品种')
    const lacks = await lacksOf(trx, goods, today)
    await askFirstTrade(trx, staff, { goodsId }, { words: words.trim(), lacks }, now)
    return firstGoodsOf(trx, staff, goodsId, now)
  })
}
