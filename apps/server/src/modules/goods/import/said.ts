import type { Connection } from '../../../platform/database.ts'
import type { Aliases, ColumnMap, Finding } from './columns.ts'
import { goodsLander } from './goods-lander.ts'
import { GOODS_ALIASES, type GoodsField } from './goods-rows.ts'
import type { Land } from './landing.ts'
import { stockLander } from './stock-lander.ts'
import { STOCK_ALIASES, type StockField } from './stock-rows.ts'
import type { Beside } from './stock-store.ts'
import { type Change, ensureScopes, prepareSeen } from './store.ts'

/** Rows that another system sends, landed as those of a file are: the same readers, the same stop list, the same statements. */

export interface SaidRow<Field extends string> {
  line: number
  /** What is not said stays as it is; an empty text is a cell with nothing in it. */
  said: Readonly<Partial<Record<Field, string>>>
}
export interface SaidFinding<Field extends string> extends Omit<Finding, 'column'> {
  /** Undefined: the row as a whole. */
  field: Field | undefined
}
export interface SaidOutcome<Field extends string> {
  findings: SaidFinding<Field>[]
  /** Lines that were new or changed something. */
  lines: ReadonlySet<number>
  changes: Change[]
}

/** Where a file has the column, an empty cell of these says something too: such rows land apart from those that are silent. */
const SPEAK_EMPTY: readonly GoodsField[] = ['price', 'status', 'mark', 'coldChain', 'drugClass']

function groupsOf<Field extends string>(rows: readonly SaidRow<Field>[], apart: readonly Field[]): SaidRow<Field>[][] {
  const groups = Map.groupBy(rows, ({ said }) => apart.filter((field) => said[field] !== undefined).join())
  return [...groups.values()]
}

const columnsOf = <Field extends string>(fields: readonly Field[]): ColumnMap<Field> => ({
  index: Object.fromEntries(fields.map((field, at) => [field, at])) as Partial<Record<Field, number>>,
  ignored: [],
  missing: [],
  unknownFields: [],
  absentHeaders: [],
})

const fieldOf = <Field extends string>(aliases: Aliases<Field>, column: string): Field | undefined =>
  (Object.keys(aliases) as Field[]).find((field) => aliases[field][0] === column)

async function landGroups<Field extends string>(
  connection: Connection,
  groups: readonly (readonly SaidRow<Field>[])[],
  aliases: Aliases<Field>,
  landerOf: (columns: ColumnMap<Field>) => Land,
): Promise<SaidOutcome<Field>> {
  const outcome = { findings: [] as SaidFinding<Field>[], lines: new Set<number>(), changes: [] as Change[] }
  await prepareSeen(connection)
  for (const rows of groups) {
    const fields = [...new Set(rows.flatMap(({ said }) => Object.keys(said) as Field[]))]
    const table = rows.map(({ line, said }) => ({ line, cells: fields.map((field) => said[field] ?? '') }))
    const landed = await landerOf(columnsOf(fields))(connection, table, (findings) => {
      for (const { column, ...finding } of findings) outcome.findings.push({ ...finding, field: fieldOf(aliases, column) })
    })
    for (const line of landed.lines ?? []) outcome.lines.add(line)
    outcome.changes.push(...(landed.changes ?? []))
  }
  return outcome
}

export async function landSaidGoods(
  connection: Connection,
  rows: readonly SaidRow<GoodsField>[],
  scopes: Parameters<typeof ensureScopes>[1],
  now: Date,
): Promise<SaidOutcome<GoodsField>> {
  await ensureScopes(connection, scopes)
  return landGroups(connection, groupsOf(rows, SPEAK_EMPTY), GOODS_ALIASES, (columns) => goodsLander(columns, now).land)
}

/** beside: what the figures leave out of what orders hold, or have in them of what has left. */
export const landSaidStock = (
  connection: Connection,
  rows: readonly SaidRow<StockField>[],
  beside: Beside,
  now: Date,
): Promise<SaidOutcome<StockField>> =>
  landGroups(connection, groupsOf(rows, []), STOCK_ALIASES, (columns) => stockLander(columns, now, beside).land)
