import type { KeyIndexBuilder } from '../finding/key-index.ts'
import { places, sortByKey, upTo } from './arrays.ts'
import type { GoodsTable, Title } from './goods-table.ts'

const LAST = 0xffff_ffff
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Columns = GoodsTable['columns']

/** The column with the value of row order[n] in row n. */
function dealt<T extends Columns[keyof Columns]>(column: T, order: Uint32Array): T {
  const fresh = new (column.constructor as new (length: number) => T)(order.length)
  for (let row = 0; row < order.length; row++) fresh[row] = column[order[row] as number] as number
  return fresh
}

/** Gives titles numbers in the order of their texts, names first. Answers the new number of each. */
function orderTitles(table: GoodsTable): Uint32Array {
  const before = table.titles.values.slice()
  const textOf = (title: Title) => `${title.name}\n${title.generic}\n${title.trade}\n${title.mnemonic}`
  const texts = before.map(textOf)
  const order = upTo(before.length).sort((a, b) => byText(texts[a] as string, texts[b] as string))
  table.titles.renumber(order)
  return places(order)
}

/**
 * Numbers the rows of a full table anew: by name, then by sales. What a word finds lies together then, so that a question
 * about thousands of a million goods reads neighbouring memory instead of fetching a line for every goods and column.
 */
export function arrange(table: GoodsTable, keys: KeyIndexBuilder): void {
  const { columns, count } = table
  const numberOf = orderTitles(table)
  const sold = new Uint32Array(count)
  for (let row = 0; row < count; row++) {
    columns.title[row] = numberOf[columns.title[row] as number] as number
    sold[row] = LAST - (columns.sales[row] as number)
  }
  // Rows ascend by id so far, and equal ones keep that order.
  const order = sortByKey(sortByKey(upTo(count), sold), columns.title)
  const rowOfFormer = places(order)
  for (const name of Object.keys(columns) as (keyof Columns)[]) columns[name] = dealt(columns[name], order) as never
  for (const [rank, prices] of table.rankPrices) table.rankPrices.set(rank, dealt(prices, order))
  for (const [company, prices] of table.companyPrices)
    table.companyPrices.set(company, new Map([...prices].map(([row, fen]) => [rowOfFormer[row] as number, fen])))
  table.byId = rowOfFormer
  keys.move(rowOfFormer)
}
