import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffCompanyPriceSave, staffPrices, staffPricesSave } from '#contract/prices-desk.ts'
import { type Fen, yuan } from '#domain/money.ts'
import { type AuditActor, type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { readSettings } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import { CUT_PERCENT, type PriceStep } from './needs-approval.ts'
import { keyOf, NO_OWNER, readTyped, readWish, shown, stepsOf, type Wish } from './steps.ts'
import {
  insertChanges,
  moveOn,
  type NewPriceChange,
  type PricesRow,
  readCompanyPrice,
  readPrices,
  writeCompanyPrice,
  writeLadder,
  writeOwn,
  writeRanks,
} from './store.ts'
import { countCompanyPrices, ranksOf } from './views.ts'

export async function pricesOf({ db }: DatabaseHandle, goodsId: number): Promise<DataOf<typeof staffPrices>> {
  const row = await readPrices(db, goodsId)
  if (row === null) throw notFound('商品')
  return wireOf(db, row)
}

async function wireOf(connection: Connection, row: PricesRow): Promise<DataOf<typeof staffPrices>> {
  const known = await ranksOf(connection)
  const companies = await countCompanyPrices(connection, row.id)
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    spec: row.spec,
    unit: row.unit,
    base: shown(row.base),
    retail: shown(row.retail),
    ranks: row.ranks.map(({ rank, price }) => ({
      rank,
      price: yuan(price),
      companies: known.find((one) => one.rank === rank)?.companies ?? 0,
    })),
    known_ranks: known.map(({ rank }) => rank),
    ladder_type: row.ladderType,
    ladder: row.ladder.map(({ number, price }) => ({ number, price: yuan(price) })),
    companies,
    most_cut: await mostCutOf(connection),
    version: row.version,
  }
}

export const mostCutOf = async (connection: Connection): Promise<number> =>
  (await readSettings(connection, ['price_cut_percent'])).price_cut_percent ?? CUT_PERCENT

const changeOf = (goodsId: number, { kind, rank, companyId, number, before, after }: PriceStep): NewPriceChange => ({
  goods_id: goodsId,
  kind,
  rank,
  company_id: companyId,
  number,
  before,
  after,
})

export async function record(
  trx: Connection,
  staff: AuditActor,
  goodsId: number,
  steps: readonly PriceStep[],
  reason: string,
  now: Date,
  turned?: Record<'before' | 'after', number>,
): Promise<void> {
  await insertChanges(
    trx,
    steps.map((step) => changeOf(goodsId, step)),
    { ...staff, reason, now },
  )
  const said = (side: 'before' | 'after') => ({
    ...Object.fromEntries(steps.map((step) => [keyOf(step), shown(step[side])])),
    ...(turned && { ladder_type: turned[side] }),
  })
  const entry = {
    action: 'price.change' as const,
    subject: `goods:${goodsId}`,
    before: said('before'),
    after: { ...said('after'), reason },
  }
  await writeAudit(trx, staff, entry, now)
}

/** What stands there now, in the words of a form. */
const saidOf = (row: PricesRow) => [
  { field: 'base', theirs: shown(row.base) ?? '' },
  { field: 'retail', theirs: shown(row.retail) ?? '' },
  { field: 'ranks', theirs: row.ranks.map(({ rank, price }) => `${rank} ${yuan(price)}`).join('，') },
  { field: 'ladder', theirs: row.ladder.map(({ number, price }) => `${number} ${yuan(price)}`).join('，') },
]

async function lockedPrices(trx: Connection, goodsId: number, version: number): Promise<PricesRow> {
  const row = await readPrices(trx, goodsId, true)
  if (row === null) throw notFound('商品')
  if (row.version !== version) throw changedMeanwhile(row.version, saidOf(row))
  return row
}

export async function apply(trx: Connection, staff: AuditActor, row: PricesRow, wish: Wish, reason: string, now: Date): Promise<void> {
  if (wish.base === null && row.base !== null && row.onShelf)
    throw fieldErrors([{ field: 'base', message: '在售的商品要有基准价；不再销售请先下架' }])
  const steps = stepsOf(row, wish)
  if (steps.length === 0 && wish.ladderType === row.ladderType) return
  await writeRanks(trx, row.id, wish.ranks)
  await writeLadder(trx, row.id, wish.ladder)
  await writeOwn(trx, row.id, wish, now)
  const turned = wish.ladderType === row.ladderType ? undefined : { before: row.ladderType, after: wish.ladderType }
  await record(trx, staff, row.id, steps, reason, now, turned)
}

export async function savePrices(
  { db }: DatabaseHandle,
  staff: StaffActor,
  goodsId: number,
  { reason, version, ...typed }: BodyOf<typeof staffPricesSave>,
  now: Date,
): Promise<DataOf<typeof staffPrices>> {
  const wish = readWish(typed)
  return transact(db, async (trx) => {
    await apply(trx, staff, await lockedPrices(trx, goodsId, version), wish, reason.trim(), now)
    const saved = await readPrices(trx, goodsId)
    if (saved === null) throw notFound('商品')
    return wireOf(trx, saved)
  })
}

/** The price for everybody alone, in a transaction of the caller; version null: of a goods that nobody else knows yet. */
export async function saveBaseIn(
  trx: Connection,
  staff: StaffActor,
  goodsId: number,
  { price, reason, version }: { price: string; reason: string; version: number | null },
  now: Date,
): Promise<{ base: string | null; version: number }> {
  const errors: FieldError[] = []
  const base = readTyped(errors, 'price', price)
  if (errors.length > 0) throw fieldErrors(errors)
  const row = version === null ? await readPrices(trx, goodsId, true) : await lockedPrices(trx, goodsId, version)
  if (row === null) throw notFound('商品')
  await apply(trx, staff, row, { ...row, base }, reason.trim(), now)
  const saved = await readPrices(trx, goodsId)
  return { base: shown(saved?.base ?? null), version: saved?.version ?? 0 }
}

export async function companyStep(
  trx: Connection,
  goodsId: number,
  companyId: number,
  after: Fen | null,
): Promise<{ row: PricesRow; step: PriceStep; rank: string }> {
  const row = await readPrices(trx, goodsId, true)
  if (row === null) throw notFound('商品')
  const company = await readCompanyPrice(trx, goodsId, companyId)
  if (company === null) throw fieldErrors([{ field: 'company_id', message: '没有这家企业' }])
  const usual = row.ranks.find(({ rank }) => rank === company.rank)?.price ?? row.base
  const step: PriceStep = {
    kind: 'company',
    ...NO_OWNER,
    companyId,
    of: `${company.name} `,
    before: company.price,
    after,
    behindBefore: usual,
    behindAfter: usual,
    lately: null,
  }
  return { row, step, rank: company.rank }
}

export async function saveCompanyPrice(
  { db }: DatabaseHandle,
  staff: StaffActor,
  goodsId: number,
  { company_id: companyId, price, reason, version }: BodyOf<typeof staffCompanyPriceSave>,
  now: Date,
): Promise<{ version: number }> {
  const errors: FieldError[] = []
  const after = readTyped(errors, 'price', price)
  if (errors.length > 0) throw fieldErrors(errors)
  return transact(db, async (trx) => {
    const { row, step } = await companyStep(trx, goodsId, companyId, after)
    if (row.version !== version) throw changedMeanwhile(row.version, [{ field: 'price', theirs: shown(step.before) ?? '' }])
    if (step.before === after) return { version: row.version }
    await writeCompanyPrice(trx, goodsId, companyId, after)
    await record(trx, staff, goodsId, [step], reason.trim(), now)
    return { version: await moveOn(trx, goodsId) }
  })
}
