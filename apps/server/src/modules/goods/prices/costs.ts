import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffCost, staffCostSave } from '#contract/prices-desk.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { readTyped, shown } from './steps.ts'
import { insertChanges, ofGoods, readCost, readPrices, writeCost } from './store.ts'

export async function costOf({ db }: DatabaseHandle, goodsId: number): Promise<DataOf<typeof staffCost>> {
  const row = await readCost(db, goodsId)
  if (row === null) throw notFound('商品')
  return {
    cost: shown(row.cost),
    floor: shown(row.floor),
    updated_at: row.updatedAt?.toISOString() ?? null,
    updated_by: row.updatedBy,
    version: row.version,
  }
}

export async function saveCost(
  database: DatabaseHandle,
  staff: StaffActor,
  goodsId: number,
  { reason, version, ...typed }: BodyOf<typeof staffCostSave>,
  now: Date,
): Promise<DataOf<typeof staffCost>> {
  const errors: FieldError[] = []
  const wish = { cost: readTyped(errors, 'cost', typed.cost), floor: readTyped(errors, 'floor', typed.floor) }
  if (errors.length > 0) throw fieldErrors(errors)
  await transact(database.db, async (trx) => {
    // Two first ones at once queue on the goods.
    if ((await readPrices(trx, goodsId, true)) === null) throw notFound('商品')
    const row = await readCost(trx, goodsId)
    if (row === null) throw notFound('商品')
    const before = { cost: shown(row.cost), floor: shown(row.floor) }
    if (row.version !== version)
      throw changedMeanwhile(
        row.version,
        Object.entries(before).map(([field, theirs]) => ({ field, theirs: theirs ?? '' })),
      )
    const changed = (['cost', 'floor'] as const).filter((kind) => row[kind] !== wish[kind])
    if (changed.length === 0) return
    await writeCost(trx, goodsId, wish, staff.name, now)
    await insertChanges(
      trx,
      changed.map((kind) => ({ ...ofGoods(goodsId, kind), before: row[kind], after: wish[kind] })),
      { ...staff, reason: reason.trim(), now },
    )
    const after = { cost: shown(wish.cost), floor: shown(wish.floor), reason: reason.trim() }
    await writeAudit(trx, staff, { action: 'price.cost', subject: `goods:${goodsId}`, before, after }, now)
  })
  return costOf(database, goodsId)
}
