/** What the bar codes of the warehouse's own labels say, and what a scan of one means. */

export type ScannedLabel =
  | { kind: 'carton'; orderNo: string; carton: number; of: number }
  | { kind: 'place'; warehouseId: number; place: string }
  | { kind: 'batch'; batchId: number }

/** No number of ours, of a maker's batch or of a drug's box begins like this. */
export const cartonCode = (orderNo: string, carton: number, of: number): string => `BQX${orderNo}-${carton}-${of}`
export const placeCode = (warehouseId: number, place: string): string => `BQW${warehouseId}-${place}`
export const batchCode = (batchId: number): string => `BQP${batchId}`

const CARTON = /^BQX(\d{14,24})-(\d{1,4})-(\d{1,4})$/i
const PLACE = /^BQW(\d{1,15})-(.{1,20})$/i
const BATCH = /^BQP(\d{1,15})$/i

/** Null: no label of ours. */
export function readLabel(scanned: string): ScannedLabel | null {
  const text = scanned.trim()
  const [, orderNo, carton, of] = CARTON.exec(text) ?? []
  if (orderNo !== undefined) return { kind: 'carton', orderNo, carton: Number(carton), of: Number(of) }
  const [, warehouse, place] = PLACE.exec(text) ?? []
  if (warehouse !== undefined && place !== undefined) return { kind: 'place', warehouseId: Number(warehouse), place }
  const [, batch] = BATCH.exec(text) ?? []
  return batch === undefined ? null : { kind: 'batch', batchId: Number(batch) }
}

/** Its bars can say it: else it is drawn as a QR code. */
export const fitsBars = (text: string): boolean => /^[\x20-\x7e]{1,48}$/.test(text)
