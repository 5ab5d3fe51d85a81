import type { Scope } from '#domain/pricing/terms.ts'
import type { Connection } from '../../platform/database.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { EVERYTHING, type SearchIndex } from '../search/public.ts'
import { goodsOfScope } from './scope-sets.ts'

/** Goods of a scope to fill a cart up with: what this buyer may buy and is in stock, best sellers first. Their ids. */
export async function goodsToFill(
  connection: Connection,
  search: SearchIndex,
  scope: Scope,
  viewer: Viewer,
  now: Date,
  limit: number,
): Promise<number[]> {
  const among = await goodsOfScope(connection, scope, now)
  return search.search({ ...EVERYTHING, among, inStock: true, canBuy: true, limit }, viewer, now).ids
}
