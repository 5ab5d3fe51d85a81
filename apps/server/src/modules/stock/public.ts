/** Stock by warehouse and batch: reserved first expiry first, given back once, shipped, and its shown figure kept true. */
export { refreshGoodsStock, release, reserveFefo, StockShort, ship } from './service.ts'
export { previewBatches } from './store.ts'
