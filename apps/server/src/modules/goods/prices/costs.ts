import type { BodyOf, DataOf } from '#contract/call.ts'
import { PRICE_KINDS, type staffCost, staffCostSave } from '#contract/prices-desk.ts'
import { type Fen, yuan } from '#domain/money.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Deed } from '../../who/approvals/public.ts'
import { GUARD_DAYS, loweredGuards } from './needs-approval.ts'
import { mostCutOf } from './service.ts'
import { readTyped, shown } from './steps.ts'
import { insertChanges, lateGuards, ofGoods, readCost, readPrices, writeCost } from './store.ts'

const DAY_MS = 86_400_000
const GUARDS = ['cost', 'floor'] as const

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

/** What was typed; its faults are said where it is saved. */
function typedCost(typed: Pick<BodyOf<typeof staffCostSave>, 'cost' | 'floor'>, errors: FieldError[] = []) {
  return { cost: readTyped(errors, 'cost', typed.cost), floor: readTyped(errors, 'floor', typed.floor) }
}

/** Whoever could lower these alone could sell below them alone. */
export const costDeed: Deed<typeof staffCostSave> = {
  call: staffCostSave,
  kind: 'price.cost',
  also: 'prices.cost',
  async weigh({ database: { db }, params: { id }, body, now, askedAt = now }) {
    const goods = await readPrices(db, id, true)
    const row = await readCost(db, id)
    if (goods === null || row === null) return null
    const wish = typedCost(body)
    const late = await lateGuards(db, id, new Date(askedAt.getTime() - GUARD_DAYS * DAY_MS))
    const steps = GUARDS.map((kind) => ({
      name: PRICE_KINDS[kind],
      before: row[kind],
      after: wish[kind],
      lately: late.find((one) => one.kind === kind)?.most ?? null,
    }))
    const why = loweredGuards(steps, await mostCutOf(db))
    if (why.length === 0) return null
    const said = (amount: Fen | null) => (amount === null ? '' : `¥${yuan(amount)}`)
    return {
      subject: `goods:${id}`,
      title: `${goods.name} ${goods.spec}：${why.join('；')}`,
      changes: steps
        .filter(({ before, after }) => before !== after)
        .map(({ name, before, after }) => ({ name, before: said(before), after: said(after) })),
      stands: String(row.version),
      reason: body.reason,
    }
  },
  run: ({ database, doer, params, body, now }) => saveCost(database, doer, params.id, body, now),
}

export async function saveCost(
  database: DatabaseHandle,
  staff: StaffActor,
  goodsId: number,
  { reason, version, ...typed }: BodyOf<typeof staffCostSave>,
  now: Date,
): Promise<DataOf<typeof staffCost>> {
  const errors: FieldError[] = []
  const wish = typedCost(typed, errors)
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
    const changed = GUARDS.filter((kind) => row[kind] !== wish[kind])
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
