import type { DataOf } from '#contract/call.ts'
import { OpenStockRow, type OpenStockWire, type openStock } from '#contract/open-incoming.ts'
import { writeAudits } from '../../../platform/audit.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import type { OpenAsk } from '../../../platform/http.ts'
import { landSaidStock } from '../../goods/import/public.ts'
import { lockBatchIn } from '../../goods/stock/public.ts'
import { actorOf, type Landed, outcomeOf, rowReader, takeRows } from './bulk.ts'
import { momentOf } from './moments.ts'
import { besideFigures, warehouseNames } from './views.ts'

const isRow = rowReader(OpenStockRow)

/** How far the ERP's clock may go before ours. */
const AHEAD_MS = 5 * 60_000

const FIELDS = {
  warehouseCode: 'warehouse_code',
  warehouseName: 'warehouse_code',
  code: 'goods_code',
  batch: 'batch_no',
  produced: 'production_date',
  expiry: 'expiry_date',
  number: 'available',
} as const

const keyOf = ({ warehouse_code: warehouse, goods_code: goods, batch_no: batch }: OpenStockWire): string =>
  [warehouse.trim(), goods.trim(), batch.replaceAll(' ', '')].join(' / ').toUpperCase()

const saidOf = (row: OpenStockWire, warehouseName: string) => ({
  warehouseCode: row.warehouse_code.trim(),
  warehouseName,
  code: row.goods_code,
  batch: row.batch_no,
  expiry: row.expiry_date,
  number: String(row.available),
  ...(row.production_date !== undefined && { produced: row.production_date }),
})

/**
 * Figures of the ERP at its cut-off. What orders hold that it had taken over by then is in its figures already; everything else that is
 * held comes off, so that nothing is sold twice and nothing is taken off twice. A message with an earlier cut-off changes nothing any more.
 */
export async function takeStock(ask: OpenAsk<typeof openStock>): Promise<DataOf<typeof openStock>> {
  const { integration, now, body } = ask
  const cutoff = momentOf(body.cutoff)
  if (cutoff === null) throw fieldErrors([{ field: 'cutoff', message: '不是 RFC 3339 的时间，应像 2026-11-28T08:30:00+08:00' }])
  if (cutoff.getTime() > now.getTime() + AHEAD_MS) throw fieldErrors([{ field: 'cutoff', message: '晚于现在：请核对时钟和时区' }])
  return takeRows<OpenStockWire>(ask, body.rows, {
    kind: 'stock',
    action: 'open.stock',
    isRow,
    keyOf,
    version: cutoff.getTime(),
    async land(db, rows) {
      const names = await warehouseNames(db)
      const placed = rows.filter(({ row }) => names.has(row.warehouse_code.trim()))
      const said = placed.map(({ index, row }) => ({ line: index, said: saidOf(row, names.get(row.warehouse_code.trim()) ?? '') }))
      const outcome = await landSaidStock(db, said, (connection) => besideFigures(connection, cutoff), now)
      const changes = outcome.changes.map((change) => ({ ...change, after: { ...change.after, file: `接口 ${integration.name}` } }))
      await writeAudits(db, actorOf(integration), changes, now)
      // What was to expire and is not any more: no single word puts it on sale.
      for (const { subject, before, after } of outcome.changes) {
        const [was, is] = [expiryOf(before), expiryOf(after)]
        if (was === null || is === null || is <= was) continue
        const wish = { command: 'lock', reason: `有效期由 ${was} 改为 ${is}，请质量部门核对`, everywhere: true } as const
        await lockBatchIn(db, actorOf(integration), Number(subject.replace('stock_batch:', '')), wish, now)
      }
      const landed = outcomeOf(placed, outcome, (field) => FIELDS[field as keyof typeof FIELDS])
      for (const { index, row } of rows) if (!names.has(row.warehouse_code.trim())) landed.set(index, unknownWarehouse(row))
      return landed
    },
  })
}

const expiryOf = (dates: object | null): string | null => {
  const { expiry_date: day } = (dates ?? {}) as { expiry_date?: unknown }
  return typeof day === 'string' ? day : null
}

const unknownWarehouse = ({ warehouse_code: code }: OpenStockWire): Landed => ({
  changed: false,
  refused: { code: 'UNKNOWN_WAREHOUSE', field: 'warehouse_code', message: `商城没有编码为“${code.slice(0, 20)}”的仓库，请先在后台建立` },
})
