import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { type GoodsKey, goodsFacts, rememberedFacts } from '../../goods/catalogue/public.ts'

/** A transaction that reads goods as pages do, by what the process remembers, asked on its own connection whether that still holds. */
export interface Within {
  database: DatabaseHandle
  within: Connection
}
/** A handle reads as pages do, a bare transaction everything for itself. */
export type Source = DatabaseHandle | Connection | Within

const isHandle = (source: Source): source is DatabaseHandle => 'pool' in source

export function connectionOf(source: Source): Connection {
  if (isHandle(source)) return source.db
  return 'within' in source ? source.within : source
}

export function factsOf(source: Source, keys: readonly GoodsKey[], company: ViewerCompany, now: Date) {
  if (isHandle(source)) return rememberedFacts(source, keys, company, now)
  return 'within' in source ? rememberedFacts(source.database, keys, company, now, source.within) : goodsFacts(source, keys, company, now)
}
