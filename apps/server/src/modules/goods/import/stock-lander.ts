import { beijingDate } from '#domain/dates.ts'
import { type ColumnMap, type Finding, RowReader } from './columns.ts'
import { type Land, withoutRepeats } from './landing.ts'
import { readStock, STOCK_ALIASES, type StockRecord } from './stock-rows.ts'
import { type Beside, landStock, shutWarehouses, unknownGoods, warehousesBefore, withKnownBatches, withWarehouses } from './stock-store.ts'
import { knownCodes } from './store.ts'

const WAREHOUSES_SHOWN = 20

/** What the shop has under one name would be sold a second time under another: a new warehouse beside old ones is said, once. */
function newWarehouses(records: readonly StockRecord[], known: ReadonlyMap<string, string>, told: Set<string>): Finding[] {
  if (known.size === 0) return []
  const names = [...known.values()].slice(0, WAREHOUSES_SHOWN).join('、')
  return records.flatMap(({ line, warehouse_code: code, warehouse_name: name }) => {
    if (known.has(code) || told.has(code)) return []
    told.add(code)
    const reason = `商城没有这个仓库，已新建；商城原有 ${names}，若是其中之一请改正名称重新导入，否则同一批货会卖两次`
    return [{ line, level: 'notice' as const, column: '仓库名称', value: name, reason }]
  })
}

/** beside: what a figure leaves out of what orders hold, or has in it of what has left (landStock). */
export function stockLander(
  columns: ColumnMap<keyof typeof STOCK_ALIASES>,
  now: Date,
  beside?: Beside,
): { land: Land; warehouses: ReadonlySet<string> } {
  const today = beijingDate(now)
  const named = new Set<string>()
  const warehouses = new Set<string>()
  const told = new Set<string>()
  let before: ReadonlyMap<string, string> | null = null
  const land: Land = async (connection, rows, find) => {
    before ??= await warehousesBefore(connection)
    const read = rows.flatMap(({ line, cells, problems }) => {
      const reader = new RowReader(line, cells, columns, STOCK_ALIASES, problems)
      const record = readStock(reader, { today, warehouses: named })
      find(reader.findings)
      return record ? [record] : []
    })
    const codes = await knownCodes(
      connection,
      'goods',
      read.map(({ code }) => code),
    )
    const records = read.map((record) => ({ ...record, code: codes.get(record.code) ?? record.code }))
    const unknown = await unknownGoods(connection, records)
    find(
      records
        .filter((record) => unknown.has(record.line))
        .map((record) => ({
          line: record.line,
          level: 'error',
          column: '商品编码',
          value: record.code,
          reason: '商城没有这个商品',
          code: 'UNKNOWN_GOODS',
        })),
    )
    const placed = await withWarehouses(
      connection,
      records.filter((record) => !unknown.has(record.line)),
    )
    find(newWarehouses(placed, before, told))
    const shut = await shutWarehouses(connection)
    const [open, refused] = [placed.filter((one) => !shut.has(one.warehouse_code)), placed.filter((one) => shut.has(one.warehouse_code))]
    find(
      refused.map(({ line, warehouse_code: value }) => ({
        line,
        level: 'error',
        column: '仓库',
        value,
        reason: '这个仓库已停用，不收货',
        code: 'WAREHOUSE_SHUT',
      })),
    )
    const known = await withKnownBatches(connection, open)
    for (const record of known) warehouses.add(record.warehouse_code)
    const fresh = await withoutRepeats(
      connection,
      known,
      (record) => `${record.warehouse_code} / ${record.code} / ${record.batch_no}`,
      '批号',
      find,
    )
    return landStock(connection, fresh, now, beside)
  }
  return { land, warehouses }
}
