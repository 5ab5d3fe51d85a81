/** First trade upstream: suppliers, and goods that are new to the house. */
export { UPSTREAM_DRAWINGS } from './drawings.ts'
export { firstGoodsExporter, supplierExporter } from './exporters.ts'
export { isAnotherGoods, refuseOpenTrade } from './goods-facts.ts'
export { insertFirstGoods, tradesUnderWay } from './goods-store.ts'
export { upstreamRoutes } from './routes.ts'
export { check, decide } from './steps.ts'
export { addSupplier, applyForSupplier, fileSupplierPaper } from './suppliers.ts'
