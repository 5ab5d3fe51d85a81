import type { DataOf } from '#contract/call.ts'
import { OPEN_STOCK_GOODS_MAX } from '#contract/constants.ts'
import { OpenStockRow, type OpenStockWire, type openStock } from '#contract/open-incoming.ts'
import { writeAudits } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import type { OpenAsk } from '../../../platform/http.ts'
import { landSaidStock } from '../../goods/import/public.ts'
import { lockBatchIn } from '../../goods/stock/public.ts'
import { actorOf, type BulkRow, type Landed, outcomeOf, rowReader, takeRows } from './bulk.ts'
import { momentOf } from './moments.ts'
import { besideFigures, lyingOf, warehouseNames } from './views.ts'

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
  placeOf(warehouse.trim(), goodsOf(goods), batch.replaceAll(' ', ''))
const placeOf = (warehouse: string, goods: string, batch: string): string => [warehouse, goods, batch].join(' / ').toUpperCase()
const goodsOf = (code: string): string => code.trim().toUpperCase()

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
      const beyond = await beyondSum(db, rows)
      const placed = rows.filter(({ index, row }) => names.has(row.warehouse_code.trim()) && !beyond.has(index))
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
      for (const index of beyond) landed.set(index, TOO_MANY)
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

const TOO_MANY: Landed = {
  changed: false,
  refused: { code: 'INVALID', field: 'available', message: `这个商品各仓、各批号合计超过 ${OPEN_STOCK_GOODS_MAX}，请核对` },
}

/** Rows by which a goods would come to more than the shop can count; what makes less of it goes first. */
async function beyondSum(db: Connection, rows: readonly BulkRow<OpenStockWire>[]): Promise<ReadonlySet<number>> {
  const codes = [...new Set(rows.map(({ row }) => goodsOf(row.goods_code)))]
  const lying = await lyingOf(db, codes)
  const before = new Map(lying.map(({ goods, warehouse, batch, number }) => [placeOf(warehouse, goods, batch), number]))
  const sums = new Map<string, number>()
  for (const { goods, number } of lying) sums.set(goods, (sums.get(goods) ?? 0) + number)
  const steps = rows
    .map(({ index, key, row }) => ({ index, goods: goodsOf(row.goods_code), more: row.available - (before.get(key) ?? 0) }))
    .sort((one, other) => Math.min(one.more, 0) - Math.min(other.more, 0))
  const beyond = new Set<number>()
  for (const { index, goods, more } of steps) {
    const sum = (sums.get(goods) ?? 0) + more
    if (more > 0 && sum > OPEN_STOCK_GOODS_MAX) beyond.add(index)
    else sums.set(goods, sum)
  }
  return beyond
}
