import type { TradeDate } from '#domain/dates.ts'
import { parseTradeDate } from '#domain/identifiers.ts'
import type { Aliases, RowReader } from './columns.ts'

export type StockField = 'warehouseCode' | 'warehouseName' | 'code' | 'batch' | 'produced' | 'expiry' | 'number'
export const STOCK_ALIASES: Aliases<StockField> = {
  warehouseCode: ['仓库编码', '仓库编号', '仓库代码', '库房编码', 'ckbm'],
  warehouseName: ['仓库名称', '仓库', '库房', '库房名称'],
  code: ['商品编码', '商品编号', '货号', '编码', '商品代码', 'erp编码', '药品编码', 'spbh', 'sku'],
  batch: ['批号', '产品批号', '生产批号', '批次', '批次号', 'ph'],
  produced: ['生产日期', '产日期', 'scrq'],
  expiry: ['有效期至', '有效期', '失效日期', '失效期', '效期', '效期至', '到期日期', '到期日', 'yxqz'],
  number: ['可销数量', '数量', '库存数量', '可用数量', '库存', '可用库存', '现有库存', '实际库存', '结存数量', 'sl'],
}
export const STOCK_REQUIRED: readonly StockField[] = ['code', 'batch', 'expiry', 'number']

export interface StockRecord {
  line: number
  /** '': the file has only its name. */
  warehouse_code: string
  warehouse_name: string
  code: string
  batch_no: string
  production_date: string | null
  expiry_date: string
  on_hand: number
}

/** What a row is read against. */
export interface StockContext {
  today: TradeDate
  /** Warehouses of this file whose name was missed once already. */
  warehouses: Set<string>
}

/** Batch numbers are free text of at most 20 characters and never read as dates (trade rules). */
export function readStock(row: RowReader<StockField>, { today, warehouses }: StockContext): StockRecord | null {
  const warehouse = row.text('warehouseCode', 20)
  const named = row.text('warehouseName', 40)
  // Said once a warehouse, not with each of its rows.
  if (named === '' && !warehouses.has(warehouse)) {
    warehouses.add(warehouse)
    if (warehouse === '') row.notice('warehouseCode', '', '没有写仓库，按“01”主仓处理')
    else row.notice('warehouseName', '', `没有仓库名称，新仓库以编码“${warehouse}”为名`)
  }
  const code = row.printable('code', row.required('code', 40))
  const batch = row.printable('batch', row.required('batch', 20))
  const producedText = row.text('produced', 30)
  const produced = producedText === '' ? null : parseTradeDate(producedText, 'start')
  if (producedText !== '' && produced === null) row.notice('produced', producedText, '不是日期，已忽略')
  const expiryText = row.required('expiry', 30)
  const expiry = parseTradeDate(expiryText, 'end')
  if (expiryText !== '' && expiry === null) row.error('expiry', expiryText, '不是日期')
  if (produced !== null && expiry !== null && expiry < produced) row.error('expiry', expiryText, '早于生产日期')
  else if (expiry !== null && expiry < today) row.notice('expiry', expiryText, '已过有效期，不计入可售')
  const onHand = row.count('number', 0, 0)
  if (!row.says('number')) row.notice('number', '', '没有写数量，按 0 处理')
  if (row.failed || expiry === null) return null
  return {
    line: row.line,
    warehouse_code: warehouse || (named === '' ? '01' : ''),
    warehouse_name: named || warehouse || '主仓',
    code,
    batch_no: batch,
    production_date: produced,
    expiry_date: expiry,
    on_hand: onHand,
  }
}
