import type { BodyOf } from '#contract/call.ts'
import { PRICE_KINDS, type PriceKind, type staffPricesSave } from '#contract/prices-desk.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Change } from '../../who/approvals/public.ts'
import { GUARD_DAYS, needsApproval, type PriceStep, type Reason } from './needs-approval.ts'
import { companyStep, mostCutOf } from './service.ts'
import { keyOf, ladderSteps, readTyped, readWish, stepsOf } from './steps.ts'
import { guardsBefore, type LatePrice, latePrices, type PricesRow, readGuards, readPrices } from './store.ts'

const DAY_MS = 86_400_000
const ladderWords = (type: number): string => (type === 1 ? '至某数量为止' : '从某数量起')

const highest = (one: Fen | null, other: Fen | null): Fen | null => (one !== null && (other === null || one > other) ? one : other)

/** What changes of some goods' prices are weighed by: what they cost, and what they lately were. */
export interface Scales {
  costs: ReadonlyMap<number, Record<'cost' | 'floor', Fen | null>>
  late: ReadonlyMap<number, readonly LatePrice[]>
  guards: ReadonlyMap<number, readonly { kind: PriceKind; most: Fen }[]>
  mostCut: number
}

export async function readScales(connection: Connection, goodsIds: readonly number[], now: Date, bySystem = false): Promise<Scales> {
  const costs = await readGuards(connection, goodsIds)
  const late = await latePrices(connection, goodsIds, new Date(now.getTime() - DAY_MS), bySystem)
  const guards = await guardsBefore(connection, goodsIds, new Date(now.getTime() - GUARD_DAYS * DAY_MS))
  return {
    costs: new Map(costs.map((one) => [one.goodsId, one])),
    late: Map.groupBy(late, ({ goodsId }) => goodsId),
    guards: Map.groupBy(guards, ({ goodsId }) => goodsId),
    mostCut: await mostCutOf(connection),
  }
}

/** Why these changes are not one person's to make; empty: they are. Where a price is new, what was paid instead of it counts. */
export function whyNotAlone(row: PricesRow, steps: readonly PriceStep[], scales: Scales, rank = ''): Reason[] {
  const late = scales.late.get(row.id) ?? []
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
  const [cost, guards = []] = [scales.costs.get(row.id), scales.guards.get(row.id)]
  const held = (kind: 'cost' | 'floor') => highest(cost?.[kind] ?? null, guards.find((one) => one.kind === kind)?.most ?? null)
  return needsApproval(whole, { cost: held('cost'), floor: held('floor'), mostCut: scales.mostCut })
}

/** A change that a second person is asked about: what he sees of it, and what it was decided upon. */
export interface PriceWeight {
  version: number
  name: string
  changes: readonly Change[]
  stands: string
}

/** What must not be missed stands first. Whoever asks and may not see costs is not told what is of them: he would find them by asking. */
const rowsOf = (reasons: readonly Reason[]): Change[] =>
  [true, false].flatMap((isOfCost) => {
    const after = reasons.flatMap(({ text, ofCost }) => (ofCost === isOfCost ? [text] : [])).join('；')
    if (after === '') return []
    return [isOfCost ? { name: '低于成本或底价', before: '', after, ofCost: true as const } : { name: '降价幅度', before: '', after }]
  })

function weightFrom(row: PricesRow, steps: readonly PriceStep[], alone: readonly Reason[], lows: readonly string[]): PriceWeight | null {
  const reasons = [...alone, ...lows.map((text): Reason => ({ text, ofCost: true }))]
  if (reasons.length === 0) return null
  const said = (amount: Fen | null) => (amount === null ? '' : `¥${yuan(amount)}`)
  return {
    version: row.version,
    name: `${row.name} ${row.spec}`,
    changes: [
      ...rowsOf(reasons),
      ...steps.map(({ kind, of, before, after }) => ({
        name: `${of}${PRICE_KINDS[kind]}`,
        before: said(before),
        after: said(after),
      })),
    ],
    stands: steps.map((step) => `${keyOf(step)}=${step.before ?? ''}`).join(' '),
  }
}

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
  const weight = weightFrom(row, steps, whyNotAlone(row, paid, await readScales(trx, [row.id], now)), lows)
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
  return weightFrom(row, steps, whyNotAlone(row, steps, await readScales(trx, [row.id], now)), lows)
}

export async function weighCompanyPrice(
  trx: Connection,
  goodsId: number,
  companyId: number,
  price: string,
  now: Date,
  lows: readonly string[] = [],
): Promise<PriceWeight | null> {
  const { row, step, rank } = await companyStep(trx, goodsId, companyId, readTyped([], 'price', price))
  if (step.before === step.after) return null
  return weightFrom(row, [step], whyNotAlone(row, [step], await readScales(trx, [row.id], now), rank), lows)
}
