import type { Connection, DatabaseHandle } from '../../platform/database.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import { goodsFacts } from '../catalogue/public.ts'
import { type CartLineNow, evaluateLines } from './evaluate.ts'
import { type CartRow, readCart, setSelected } from './store.ts'

/** Judges rows with facts read once for all of them. */
export async function evaluateRows(
  source: DatabaseHandle | Connection,
  rows: readonly CartRow[],
  company: ViewerCompany,
  now: Date,
): Promise<CartLineNow[]> {
  const facts = await goodsFacts(source, rows, company, now)
  return evaluateLines(rows, facts, company, now)
}

/** The company's cart as it stands now. What cannot be bought any more is unselected, and stays so. */
export async function cartNow(database: DatabaseHandle, company: ViewerCompany, now: Date): Promise<CartLineNow[]> {
  const lines = await evaluateRows(database, await readCart(database, company.id), company, now)
  const fallen = lines.filter((line) => line.row.isSelected && !line.canBuy)
  if (fallen.length > 0) {
    await setSelected(
      database.db,
      company.id,
      fallen.map((line) => line.row.id),
      false,
    )
    for (const line of fallen) line.row.isSelected = false
  }
  return lines
}
