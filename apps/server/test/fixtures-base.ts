import { fenFromYuan } from '#domain/money.ts'
import type { Database } from '../src/platform/database.ts'

let serial = 0
export const next = () => ++serial

export function fenOf(yuan: string): number {
  const amount = fenFromYuan(yuan)
  if (amount === null) throw new RangeError(`not an amount: ${yuan}`)
  return amount
}

export const DEFAULT_SCOPE = 'chem'

export async function makeScope(
  db: Database,
  code: string = DEFAULT_SCOPE,
  name = code === DEFAULT_SCOPE ? '化学药' : code,
): Promise<string> {
  await db
    .insertInto('business_scope')
    .values({ code, name })
    .onConflict((on) => on.doNothing())
    .execute()
  return code
}
