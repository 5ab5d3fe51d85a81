/** Stock by warehouse and batch: reserved first expiry first, given back once, shipped, taken back, and its shown figure kept true. */

export { holdBatchesOf, holdGoods, holdGoodsOf, stoppedGoods, unfitBatches } from './batch-store.ts'
export { divideHoldings, type LinePart } from './divide.ts'
export { batchExporter, goodsExporter } from './exporters.ts'
export { releasePart } from './part.ts'
export { landBatches, post } from './posting.ts'
export { knownBatches, lockKnownBad, setPlace } from './posting-store.ts'
export { goodsArrived, refreshGoodsStock, release, reserveFefo, StockShort, ship, takeBack } from './service.ts'
export { lockBatchIn } from './staff.ts'
export { previewBatches } from './store.ts'
export { swapBatch } from './swap.ts'
export { type PickingRow, pickingRows } from './swap-store.ts'
export { openWarehouse } from './warehouses.ts'
