import { type Fen, yuan } from '#domain/money.ts'
import { type AuditActor, type StaffActor, writeAudits } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import type { PriceStep } from './needs-approval.ts'
import { record, stepOfCompany, turnOf } from './service.ts'
import { ladderSteps, stepsOf, type Wish } from './steps.ts'
import {
  type CompanyFacts,
  insertChanges,
  lockPrices,
  type OfCompany,
  ofGoods,
  type PricesRow,
  pairOf,
  readCompanyPrices,
  writeCompanyPrices,
  writeCost,
  writeLadder,
  writeOwn,
  writeRanks,
} from './store.ts'
import { readScales, type Scales, whyNotAlone } from './weight.ts'

/** What another system, or a list of prices, says a goods costs; what it does not say stays. */
export interface SaidPrices {
  /** null: none any more. */
  base?: Fen | null | undefined
  retail?: Fen | undefined
  ranks?: readonly { rank: string; price: Fen }[] | undefined
  ladder?: readonly { number: number; price: Fen }[] | undefined
  companies: readonly { companyId: number; price: Fen | null }[]
}

interface Said {
  changed: boolean
  /** Left as it was: two people decide about such prices, and nobody stands beside another system. */
  needsTwo: boolean
}

const wishOf = (row: PricesRow, { base, retail, ranks, ladder }: SaidPrices): Wish => ({
  base: base === undefined ? row.base : base,
  retail: retail ?? row.retail,
  ranks: ranks ? [...ranks] : row.ranks,
  ladder: ladder ? [...ladder].sort((a, b) => a.number - b.number) : row.ladder,
  // Steps of other systems hold from their number on.
  ladderType: ladder && ladder.length > 0 ? 0 : row.ladderType,
})

interface CompanyWish extends OfCompany {
  price: Fen | null
  step: PriceStep
  rank: string
}

function companyWishes(row: PricesRow, { companies }: SaidPrices, known: ReadonlyMap<string, CompanyFacts>): CompanyWish[] {
  return companies.flatMap(({ companyId, price }) => {
    const pair = { goodsId: row.id, companyId }
    const company = known.get(pairOf(pair))
    if (company === undefined || company.price === price) return []
    return [{ ...pair, price, step: stepOfCompany(row, company, companyId, price), rank: company.rank }]
  })
}

function needsTwoPeople(row: PricesRow, wish: Wish, companies: readonly CompanyWish[], scales: Scales): boolean {
  const paid = [...stepsOf(row, wish).filter(({ kind }) => kind !== 'ladder'), ...ladderSteps(row, wish)]
  if (whyNotAlone(row, paid, scales).length > 0) return true
  return companies.some(({ step, rank }) => whyNotAlone(row, [step], scales, rank).length > 0)
}

interface Landing {
  row: PricesRow
  wish: Wish
  companies: readonly CompanyWish[]
}

interface How {
  reason: string
  now: Date
  /** Puts first prices in by the way that puts goods on sale, too; without it they stay off it. */
  priced?: (first: readonly { goodsId: number; base: Fen }[]) => Promise<void>
  listId?: number | null
}

const isAnother = ({ row, wish, companies }: Landing): boolean =>
  companies.length > 0 || turnOf(row, wish) !== undefined || stepsOf(row, wish).length > 0

/**
 * All prices of each goods, in the caller's transaction, or none of it. alone: also what one person may not decide. Goods that are sold cannot leave meanwhile: however many there are, it takes the same few
 * statements.
 */
export async function sayPrices(
  trx: Connection,
  actor: AuditActor,
  said: ReadonlyMap<number, SaidPrices>,
  { alone, ...how }: How & { alone: boolean },
): Promise<ReadonlyMap<number, Said>> {
  const outcome = new Map<number, Said>()
  if (said.size === 0) return outcome
  const ids = [...said.keys()]
  const pairs = [...said].flatMap(([goodsId, { companies }]) => companies.map(({ companyId }) => ({ goodsId, companyId })))
  const rows = await lockPrices(trx, ids)
  const known = pairs.length === 0 ? new Map<string, CompanyFacts>() : await readCompanyPrices(trx, pairs)
  const scales = alone ? null : await readScales(trx, ids, how.now, true)
  const landing: Landing[] = []
  for (const [id, prices] of said) {
    const row = rows.get(id)
    if (row === undefined) continue
    const one = { row, wish: wishOf(row, prices), companies: companyWishes(row, prices, known) }
    const needsTwo = scales !== null && needsTwoPeople(row, one.wish, one.companies, scales)
    const changed = !needsTwo && isAnother(one)
    outcome.set(id, { changed, needsTwo })
    if (changed) landing.push(one)
  }
  await land(trx, actor, landing, how)
  return outcome
}

async function land(
  trx: Connection,
  actor: AuditActor,
  landing: readonly Landing[],
  { reason, now, priced, listId = null }: How,
): Promise<void> {
  if (landing.length === 0) return
  const first = landing.flatMap(({ row, wish: { base } }) => (row.base === null && base !== null ? [{ goodsId: row.id, base }] : []))
  if (first.length > 0) await priced?.(first)
  const anew =
    first.length === 0
      ? null
      : await lockPrices(
          trx,
          first.map(({ goodsId }) => goodsId),
        )
  const whole = landing.map(({ row, wish, companies }) => ({ id: row.id, row: anew?.get(row.id) ?? row, ...wish, wish, companies }))
  const of = (kind: PriceStep['kind']) => whole.filter(({ row, wish }) => stepsOf(row, wish).some((step) => step.kind === kind))
  const [ranked, laddered, ofCompanies] = [of('rank'), of('ladder'), whole.flatMap(({ companies }) => companies)]
  if (ranked.length > 0) await writeRanks(trx, ranked)
  if (laddered.length > 0) await writeLadder(trx, laddered)
  if (ofCompanies.length > 0) await writeCompanyPrices(trx, ofCompanies)
  await writeOwn(trx, whole, now)
  const deeds = whole.flatMap(({ id, row, wish, companies }) => [
    { goodsId: id, steps: stepsOf(row, wish), turned: turnOf(row, wish) },
    { goodsId: id, steps: companies.map(({ step }) => step) },
  ])
  await record(
    trx,
    actor,
    deeds.filter(({ steps, turned }) => steps.length > 0 || turned !== undefined),
    reason,
    now,
    listId,
  )
}

/** What a clerk says goods cost that nobody has priced yet: their cost first, since prices stand on it. No price may be below it. */
export async function sayFirstPrices(
  trx: Connection,
  staff: StaffActor,
  said: ReadonlyMap<number, { base: Fen | null; retail: Fen | null; cost: Fen | null }>,
  reason: string,
  now: Date,
): Promise<void> {
  const costs = [...said].flatMap(([goodsId, { cost }]) => (cost === null ? [] : [{ goodsId, cost }]))
  for (const { goodsId, cost } of costs) await writeCost(trx, goodsId, { cost, floor: null }, staff.name, now)
  if (costs.length > 0) {
    const changes = costs.map(({ goodsId, cost }) => ({ ...ofGoods(goodsId, 'cost'), before: null, after: cost }))
    await insertChanges(trx, changes, { ...staff, reason, now })
    const entries = costs.map(({ goodsId, cost }) => ({
      action: 'price.cost' as const,
      subject: `goods:${goodsId}`,
      before: { cost: null, floor: null },
      after: { cost: yuan(cost), floor: null, reason },
    }))
    await writeAudits(trx, staff, entries, now)
  }
  const priced = new Map(
    [...said].map(([id, { base, retail }]) => [id, { base: base ?? undefined, retail: retail ?? undefined, companies: [] }]),
  )
  await sayPrices(trx, staff, priced, { alone: false, reason, now, priced: async () => undefined })
}
