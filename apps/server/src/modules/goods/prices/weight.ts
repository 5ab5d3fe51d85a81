import type { BodyOf } from '#contract/call.ts'
import { PRICE_KINDS, type staffPricesSave } from '#contract/prices-desk.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { needsApproval, type PriceStep } from './needs-approval.ts'
import { companyStep, mostCutOf } from './service.ts'
import { keyOf, readTyped, readWish, stepsOf } from './steps.ts'
import { latePrices, type PricesRow, readCost, readPrices } from './store.ts'

const DAY_MS = 86_400_000

/** Why these changes are not one person's to make; empty: they are. Where a price is new, what everybody paid counts. */
async function whyNotAlone(connection: Connection, goodsId: number, steps: readonly PriceStep[], now: Date): Promise<string[]> {
  const cost = await readCost(connection, goodsId)
  const late = await latePrices(connection, goodsId, new Date(now.getTime() - DAY_MS))
  const base = late.find(({ kind }) => kind === 'base')?.most ?? null
  const whole = steps.map((step): PriceStep => {
    const isOwn = (one: (typeof late)[number]) =>
      one.kind === step.kind && one.rank === step.rank && one.companyId === step.companyId && one.number === step.number
    return { ...step, lately: late.find(isOwn)?.most ?? (step.before === null ? base : null) }
  })
  return needsApproval(whole, { cost: cost?.cost ?? null, floor: cost?.floor ?? null, mostCut: await mostCutOf(connection) })
}

/** A change that a second person is asked about: what he sees of it, and what it was decided upon. */
export interface PriceWeight {
  version: number
  name: string
  why: readonly string[]
  changes: readonly { name: string; before: string; after: string }[]
  stands: string
}

async function weightOf(trx: Connection, row: PricesRow, steps: readonly PriceStep[], now: Date): Promise<PriceWeight | null> {
  const why = await whyNotAlone(trx, row.id, steps, now)
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

/** Each for its call; null: one person may, or it cannot be done at all, which the deed says. */
export async function weighPrices(
  trx: Connection,
  goodsId: number,
  typed: Omit<BodyOf<typeof staffPricesSave>, 'reason' | 'version'>,
  now: Date,
): Promise<PriceWeight | null> {
  const row = await readPrices(trx, goodsId, true)
  return row && weightOf(trx, row, stepsOf(row, readWish(typed)), now)
}

export async function weighBase(trx: Connection, goodsId: number, price: string, now: Date): Promise<PriceWeight | null> {
  const row = await readPrices(trx, goodsId, true)
  const base = readTyped([], 'price', price)
  return row && weightOf(trx, row, stepsOf(row, { ...row, base }), now)
}

export async function weighCompanyPrice(
  trx: Connection,
  goodsId: number,
  companyId: number,
  price: string,
  now: Date,
): Promise<PriceWeight | null> {
  const { row, step } = await companyStep(trx, goodsId, companyId, readTyped([], 'price', price))
  return step.before === step.after ? null : weightOf(trx, row, [step], now)
}
