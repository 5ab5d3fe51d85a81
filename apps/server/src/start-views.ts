import { sql } from 'kysely'
import { readSupplier } from './modules/papers/documents/public.ts'
import type { Database } from './platform/database.ts'

/** What a real shop has already of what it needs to open. */
interface Present {
  staff: boolean
  bank: boolean
  /** The name that papers bear. */
  supplier: boolean
  goods: boolean
}

export async function presentIn(db: Database): Promise<Present> {
  const { rows } = await sql<Omit<Present, 'supplier'>>`
    select exists (select from staff where state = 'active') as staff,
           exists (select from setting where key = 'bank_account') as bank,
           exists (select from goods) as goods`.execute(db)
  const [present] = rows
  if (!present) throw new Error('nothing was read')
  return { ...present, supplier: (await readSupplier(db)).name !== '' }
}
