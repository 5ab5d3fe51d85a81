import type { BodyOf } from '#contract/call.ts'
import { PRICE_KINDS, type staffPricesSave } from '#contract/prices-desk.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { GUARD_DAYS, needsApproval, type PriceStep } from './needs-approval.ts'
import { companyStep, mostCutOf } from './service.ts'
import { keyOf, ladderSteps, readTyped, readWish, stepsOf } from './steps.ts'
import { guardsBefore, type LatePrice, latePrices, type PricesRow, readCost, readPrices } from './store.ts'

const DAY_MS = 86_400_000
const ladderWords = (type: number): string => (type === 1 ? '至某数量为止' : '从某数量起')

const highest = (one: Fen | null, other: Fen | null): Fen | null => (one !== null && (other === null || one > other) ? one : other)

/** Why these changes are not one person's to make; empty: they are. Where a price is new, what was paid instead of it counts. */
export async function whyNotAlone(
  connection: Connection,
  row: PricesRow,
  steps: readonly PriceStep[],
  now: Date,
  { rank = '', bySystem = false }: { rank?: string; bySystem?: boolean } = {},
): Promise<string[]> {
  const cost = await readCost(connection, row.id)
  const late = await latePrices(connection, row.id, new Date(now.getTime() - DAY_MS), bySystem)
  const base = late.find(({ kind }) => kind === 'base')?.most ?? null
  const mostOf = (one: LatePrice) => highest(one.most, one.isNew && one.kind !== 'base' ? highest(row.base, base) : null)
  const ranked = late.find((one) => one.kind === 'rank' && one.rank === rank)
  const behind = highest(base, ranked ? mostOf(ranked) : null)
  const whole = steps.map((step): PriceStep => {
    const isOwn = (one: LatePrice) =>
      one.kind === step.kind && one.rank === step.rank && one.companyId === step.companyId && one.number === step.number
    const own = late.find(isOwn)
    return { ...step, lately: (own && mostOf(own)) ?? (step.before === null ? behind : null) }
  })
  const guards = await guardsBefore(connection, row.id, new Date(now.getTime() - GUARD_DAYS * DAY_MS))
  const held = (kind: 'cost' | 'floor') => highest(cost?.[kind] ?? null, guards.find((one) => one.kind === kind)?.most ?? null)
  return needsApproval(whole, { cost: held('cost'), floor: held('floor'), mostCut: await mostCutOf(connection) })
}

/** A change that a second person is asked about: what he sees of it, and what it was decided upon. */
export interface PriceWeight {
  version: number
  name: string
  why: readonly string[]
  changes: readonly { name: string; before: string; after: string }[]
  stands: string
}

function weightFrom(row: PricesRow, steps: readonly PriceStep[], why: readonly string[]): PriceWeight | null {
  if (why.length === 0) return null
  const said = (amount: Fen | null) => (amount === null ? '' : `¥${yuan(amount)}`)
  return {
    version: row.version,
    name: `${row.name} ${row.spec}`,
    why,
    changes: steps.map(({ kind, of, before, after }) => ({
      name: `${of}${PRICE_KINDS[kind]}`,
      before: said(before),
      after: said(after),
    })),
    stands: steps.map((step) => `${keyOf(step)}=${step.before ?? ''}`).join(' '),
  }
}

const weightOf = async (trx: Connection, row: PricesRow, steps: readonly PriceStep[], now: Date, rank = ''): Promise<PriceWeight | null> =>
  weightFrom(row, steps, await whyNotAlone(trx, row, steps, now, { rank }))

/** What offers take off these prices: given, for they stand above prices. */
export type NewLows = (connection: Connection, goodsIds: readonly number[], now: Date, work: () => Promise<unknown>) => Promise<string[]>

/** Each for its call; null: one person may, or it cannot be done at all, which the deed says. */
export async function weighPrices(
  trx: Connection,
  goodsId: number,
  typed: Omit<BodyOf<typeof staffPricesSave>, 'reason' | 'version'>,
  now: Date,
  lows: readonly string[] = [],
): Promise<PriceWeight | null> {
  const row = await readPrices(trx, goodsId, true)
  if (row === null) return null
  const wish = readWish(typed)
  const steps = stepsOf(row, wish)
  const paid = [...steps.filter(({ kind }) => kind !== 'ladder'), ...ladderSteps(row, wish)]
  const weight = weightFrom(row, steps, [...(await whyNotAlone(trx, row, paid, now)), ...lows])
  if (weight === null || wish.ladderType === row.ladderType) return weight
  const turned = { name: '阶梯价的算法', before: ladderWords(row.ladderType), after: ladderWords(wish.ladderType) }
  return { ...weight, changes: [...weight.changes, turned], stands: `${weight.stands} type=${row.ladderType}` }
}

export async function weighBase(
  trx: Connection,
  goodsId: number,
  price: string,
  now: Date,
  lows: readonly string[] = [],
): Promise<PriceWeight | null> {
  const row = await readPrices(trx, goodsId, true)
  const base = readTyped([], 'price', price)
  if (row === null) return null
  const steps = stepsOf(row, { ...row, base })
  return weightFrom(row, steps, [...(await whyNotAlone(trx, row, steps, now)), ...lows])
}

export async function weighCompanyPrice(
  trx: Connection,
  goodsId: number,
  companyId: number,
  price: string,
  now: Date,
): Promise<PriceWeight | null> {
  const { row, step, rank } = await companyStep(trx, goodsId, companyId, readTyped([], 'price', price))
  return step.before === step.after ? null : weightOf(trx, row, [step], now, rank)
}
