import type { DatabaseHandle } from '../../../platform/database.ts'
import { keepAnswers } from '../../../platform/kept-answers.ts'
import { type DrawRow, type PrizeRow, prizesOf, runningDraws } from './store.ts'

/** A draw whose hour has come is shown so much later at most; the draw itself never is behind. */
const HOUR_MS = 3_000

export interface KeptDraw {
  draw: DrawRow
  prizes: PrizeRow[]
}
export interface OpenDraws {
  read: (now: Date) => Promise<KeptDraw[]>
}

async function readAll({ db }: DatabaseHandle, now: Date): Promise<KeptDraw[]> {
  const draws = await runningDraws(db, now)
  if (draws.length === 0) return []
  const prizes = Map.groupBy(
    await prizesOf(
      db,
      draws.map((draw) => draw.id),
    ),
    (prize) => prize.drawId,
  )
  return draws.map((draw) => ({ draw, prizes: prizes.get(draw.id) ?? [] }))
}

export function createOpenDraws(database: DatabaseHandle): OpenDraws {
  const kept = keepAnswers(database.changes, { name: 'open draws', topics: ['draw'], max: 1, hourMs: HOUR_MS })
  return { read: (now) => kept.get('running', now, () => readAll(database, now)) }
}
