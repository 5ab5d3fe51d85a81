import { type ColumnMap, RowReader } from './columns.ts'
import { GOODS_ALIASES, type GoodsField, type GoodsRow, readGoods } from './goods-rows.ts'

const FIELDS = Object.keys(GOODS_ALIASES) as GoodsField[]
const MAP: ColumnMap<GoodsField> = {
  index: Object.fromEntries(FIELDS.map((field, at) => [field, at])),
  ignored: [],
  missing: [],
  unknownFields: [],
  absentHeaders: [],
}
/** What a file may write and is passed over there; whoever types it is told. */
const FAULTS_OF_FORMS: ReadonlySet<GoodsField> = new Set(['barcode', 'coldChain'])

/** One goods that somebody types, read as the import reads a row of a file: the same limits, the same place by name, class and number. */
export function readOneGoods(said: Readonly<Partial<Record<GoodsField, string>>>): {
  row: GoodsRow
  faults: { field: GoodsField; message: string }[]
} {
  const reader = new RowReader<GoodsField>(
    1,
    FIELDS.map((field) => said[field] ?? ''),
    MAP,
    GOODS_ALIASES,
  )
  const row = readGoods(reader)
  const faults = reader.findings.flatMap(({ column, level, reason }) => {
    const field = FIELDS.find((one) => GOODS_ALIASES[one][0] === column)
    if (field === undefined || (level === 'notice' && !FAULTS_OF_FORMS.has(field))) return []
    return [{ field, message: reason }]
  })
  return { row, faults }
}
