import type { DatabaseHandle } from '../../../platform/database.ts'
import { type DrawRow, type PrizeRow, prizesOf, runningDraws } from './store.ts'

/** How long a process may go on with the draws it read: the pop-up may be so much behind, the draw itself never is. */
const KEEP_MS = 3_000

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

/** While one request reads, others wait for the same read; a failed one is not kept. */
export function createOpenDraws(database: DatabaseHandle): OpenDraws {
  let kept: { draws: Promise<KeptDraw[]>; readAt: number } | null = null
  return {
    read(now) {
      if (kept !== null && Math.abs(now.getTime() - kept.readAt) < KEEP_MS) return kept.draws
      const fresh = { draws: readAll(database, now), readAt: now.getTime() }
      kept = fresh
      fresh.draws.catch(() => {
        if (kept === fresh) kept = null
      })
      return fresh.draws
    },
  }
}
