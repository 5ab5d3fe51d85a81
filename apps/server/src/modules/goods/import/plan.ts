import { type Aliases, type ColumnMap, mapColumns } from './columns.ts'
import { companyLander } from './company-lander.ts'
import { COMPANY_ALIASES, COMPANY_REQUIRED } from './company-rows.ts'
import { goodsLander } from './goods-lander.ts'
import { GOODS_ALIASES, GOODS_REQUIRED } from './goods-rows.ts'
import type { Ahead, Land } from './landing.ts'
import { stockLander } from './stock-lander.ts'
import { STOCK_ALIASES, STOCK_REQUIRED } from './stock-rows.ts'
import { UnreadableFile } from './table-row.ts'

export type ImportKind = 'goods' | 'stock' | 'companies'

/** Characters of a header that a sentence repeats. */
const HEADER_SHOWN_MAX = 300

interface Shape<Field extends string> {
  aliases: Aliases<Field>
  required: readonly Field[]
}
const GOODS = { aliases: GOODS_ALIASES, required: GOODS_REQUIRED }
const STOCK = { aliases: STOCK_ALIASES, required: STOCK_REQUIRED }
const COMPANIES = { aliases: COMPANY_ALIASES, required: COMPANY_REQUIRED }

const namesOf = <Field extends string>({ aliases, required }: Shape<Field>): string =>
  (Object.keys(aliases) as Field[]).map((field) => `${aliases[field][0]}${required.includes(field) ? '*' : ''}`).join('、')
/** What each kind of file may say, by the names that messages use; * must be there. */
export const IMPORT_COLUMNS: Readonly<Record<ImportKind, string>> = {
  goods: namesOf(GOODS),
  stock: namesOf(STOCK),
  companies: namesOf(COMPANIES),
}

export function hasRequired(kind: ImportKind, cells: readonly string[], map: ReadonlyMap<string, string>): boolean {
  const missing = <Field extends string>({ aliases, required }: Shape<Field>) => mapColumns(cells, aliases, required, map).missing
  return (kind === 'goods' ? missing(GOODS) : kind === 'stock' ? missing(STOCK) : missing(COMPANIES)).length === 0
}

/** What is wrong with the columns is said before anything is read: a mistyped --map must not pass in silence. */
function columnsOf<Field extends string>(
  header: readonly string[],
  { aliases, required }: Shape<Field>,
  map: ReadonlyMap<string, string>,
): ColumnMap<Field> {
  const columns = mapColumns(header, aliases, required, map)
  const named = header
    .filter((cell) => cell !== '')
    .join('、')
    .slice(0, HEADER_SHOWN_MAX)
  const [unknown] = columns.unknownFields
  if (unknown !== undefined) {
    const fields = (Object.keys(aliases) as Field[]).map((field) => aliases[field][0]).join('、')
    throw new UnreadableFile(`--map 应写成 字段=文件中的列名，没有“${unknown}”这个字段。字段有：${fields}`)
  }
  const [absent] = columns.absentHeaders
  if (absent !== undefined) throw new UnreadableFile(`--map 指定的列“${absent}”不在文件里。表头是：${named}`)
  if (columns.missing.length > 0)
    throw new UnreadableFile(`缺少列：${columns.missing.join('、')}。表头是：${named}。可用 --map ${columns.missing[0]}=文件中的列名 指定`)
  return columns
}

/** How a file of this kind comes in, once its columns are known. */
export function plan(
  kind: ImportKind,
  header: readonly string[],
  map: ReadonlyMap<string, string>,
  now: Date,
): { columns: { ignored: string[] }; ahead?: Ahead; land: Land; warehouses?: ReadonlySet<string> } {
  if (kind === 'goods') {
    const columns = columnsOf(header, GOODS, map)
    return { columns, ...goodsLander(columns, now) }
  }
  if (kind === 'stock') {
    const columns = columnsOf(header, STOCK, map)
    return { columns, ...stockLander(columns, now) }
  }
  const columns = columnsOf(header, COMPANIES, map)
  return { columns, land: companyLander(columns) }
}
