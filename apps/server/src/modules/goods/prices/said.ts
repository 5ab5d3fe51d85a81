import type { Fen } from '#domain/money.ts'
import type { AuditActor } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { apply, companyStep, record } from './service.ts'
import { ladderSteps, stepsOf, type Wish } from './steps.ts'
import { moveOn, type PricesRow, readPrices, writeCompanyPrice } from './store.ts'
import { whyNotAlone } from './weight.ts'

/** What another system says a goods costs; what it does not say stays. */
export interface SaidPrices {
  base?: Fen | undefined
  retail?: Fen | undefined
  ranks?: readonly { rank: string; price: Fen }[] | undefined
  ladder?: readonly { number: number; price: Fen }[] | undefined
  companies: readonly { companyId: number; price: Fen | null }[]
}

interface Said {
  changed: boolean
  /** Why it was left as it was: two people decide about such prices, and nobody stands beside another system. */
  refused: string[]
}

const wishOf = (row: PricesRow, { base, retail, ranks, ladder }: SaidPrices): Wish => ({
  base: base ?? row.base,
  retail: retail ?? row.retail,
  ranks: ranks ? [...ranks] : row.ranks,
  ladder: ladder ? [...ladder].sort((a, b) => a.number - b.number) : row.ladder,
  // Steps of other systems hold from their number on.
  ladderType: ladder && ladder.length > 0 ? 0 : row.ladderType,
})

/**
 * All prices of one goods, in the caller's transaction, or none. alone: also what one person may not decide. priced: puts the first price in by
 * the way that puts goods on sale, too.
 */
export async function sayPrices(
  trx: Connection,
  actor: AuditActor,
  goodsId: number,
  said: SaidPrices,
  { alone, reason, now, priced }: { alone: boolean; reason: string; now: Date; priced: (base: Fen) => Promise<void> },
): Promise<Said> {
  const row = await readPrices(trx, goodsId, true)
  if (row === null) return { changed: false, refused: [] }
  const wish = wishOf(row, said)
  const steps = stepsOf(row, wish)
  const companies = []
  for (const { companyId, price } of said.companies) {
    const { step, rank } = await companyStep(trx, goodsId, companyId, price)
    if (step.before !== step.after) companies.push({ companyId, price, step, rank })
  }
  if (!alone) {
    const refused = await whyNotAlone(trx, row, [...steps.filter(({ kind }) => kind !== 'ladder'), ...ladderSteps(row, wish)], now, {
      bySystem: true,
    })
    for (const { step, rank } of companies) refused.push(...(await whyNotAlone(trx, row, [step], now, { rank, bySystem: true })))
    if (refused.length > 0) return { changed: false, refused }
  }
  const isTurned = wish.ladderType !== row.ladderType
  if (steps.length === 0 && companies.length === 0 && !isTurned) return { changed: false, refused: [] }
  if (row.base === null && wish.base !== null) await priced(wish.base)
  const current = row.base === null ? await readPrices(trx, goodsId, true) : row
  if (current !== null) await apply(trx, actor, current, wish, reason, now)
  for (const { companyId, price, step } of companies) {
    await writeCompanyPrice(trx, goodsId, companyId, price)
    await record(trx, actor, goodsId, [step], reason, now)
  }
  if (companies.length > 0) await moveOn(trx, goodsId)
  return { changed: true, refused: [] }
}
