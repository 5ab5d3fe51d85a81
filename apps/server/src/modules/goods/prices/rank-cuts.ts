import { yuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { mostCutOf } from './service.ts'
import { deepestCut } from './views.ts'

/**
 * Of a company that goes from one rank to another: what it would pay so much less for that one person may not say so alone; '': nothing. lately: ranks
 * that it had within a day: steps of one day count together, as those of a price do.
 */
export async function cutsOfRank(
  connection: Connection,
  companyId: number,
  { from, to, lately }: { from: string; to: string; lately: readonly string[] },
): Promise<string> {
  if (from === to) return ''
  const found = await deepestCut(connection, { companyId, from, to, lately, mostCut: await mostCutOf(connection) })
  return found === null
    ? ''
    : `${found.goods} 种商品降价过多或低于成本、底价，如 ${found.name} ¥${yuan(found.before)} → ¥${yuan(found.after)}`
}
