import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffCompanyPriceSave, staffPrices, staffPricesSave } from '#contract/prices-desk.ts'
import { type Fen, yuan } from '#domain/money.ts'
import { type AuditActor, type StaffActor, writeAudits } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { readSettings } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import { CUT_PERCENT, type PriceStep } from './needs-approval.ts'
import { keyOf, NO_OWNER, readTyped, readWish, shown, stepsOf, type Wish } from './steps.ts'
import {
  type CompanyFacts,
  insertChanges,
  moveOn,
  type NewPriceChange,
  type PricesRow,
  pairOf,
  readCompanyPrices,
  readPrices,
  writeCompanyPrices,
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

interface PriceDeed {
  goodsId: number
  steps: readonly PriceStep[]
  turned?: Record<'before' | 'after', number> | undefined
}

const changesOf = ({ goodsId, steps }: PriceDeed): NewPriceChange[] =>
  steps.map(({ kind, rank, companyId, number, before, after }) => ({
    goods_id: goodsId,
    kind,
    rank,
    company_id: companyId,
    number,
    before,
    after,
  }))

function auditOf({ goodsId, steps, turned }: PriceDeed, reason: string) {
  const said = (side: 'before' | 'after') => ({
    ...Object.fromEntries(steps.map((step) => [keyOf(step), shown(step[side])])),
    ...(turned && { ladder_type: turned[side] }),
  })
  return { action: 'price.change' as const, subject: `goods:${goodsId}`, before: said('before'), after: { ...said('after'), reason } }
}

/** listId: the 调价单 that says so. */
export async function record(
  trx: Connection,
  staff: AuditActor,
  deeds: readonly PriceDeed[],
  reason: string,
  now: Date,
  listId: number | null = null,
): Promise<void> {
  await insertChanges(trx, deeds.flatMap(changesOf), { ...staff, reason, now, listId })
  await writeAudits(
    trx,
    staff,
    deeds.map((deed) => auditOf(deed, reason)),
    now,
  )
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

/** The ladder that is read the other way round; undefined: it is not. */
export const turnOf = (row: PricesRow, wish: Wish) =>
  wish.ladderType === row.ladderType ? undefined : { before: row.ladderType, after: wish.ladderType }

export async function apply(trx: Connection, staff: AuditActor, row: PricesRow, wish: Wish, reason: string, now: Date): Promise<void> {
  if (wish.base === null && row.base !== null && row.onShelf)
    throw fieldErrors([{ field: 'base', message: '在售的商品要有基准价；不再销售请先下架' }])
  const steps = stepsOf(row, wish)
  if (steps.length === 0 && wish.ladderType === row.ladderType) return
  const whole = [{ id: row.id, ...wish }]
  await writeRanks(trx, whole)
  await writeLadder(trx, whole)
  await writeOwn(trx, whole, now)
  await record(trx, staff, [{ goodsId: row.id, steps, turned: turnOf(row, wish) }], reason, now)
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
  const pair = { goodsId, companyId }
  const company = (await readCompanyPrices(trx, [pair])).get(pairOf(pair))
  if (company === undefined) throw fieldErrors([{ field: 'company_id', message: '没有这家企业' }])
  return { row, step: stepOfCompany(row, company, companyId, after), rank: company.rank }
}

export function stepOfCompany(row: PricesRow, company: CompanyFacts, companyId: number, after: Fen | null): PriceStep {
  const usual = row.ranks.find(({ rank }) => rank === company.rank)?.price ?? row.base
  return {
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
    await writeCompanyPrices(trx, [{ goodsId, companyId, price: after }])
    await record(trx, staff, [{ goodsId, steps: [step] }], reason.trim(), now)
    return { version: await moveOn(trx, goodsId) }
  })
}
