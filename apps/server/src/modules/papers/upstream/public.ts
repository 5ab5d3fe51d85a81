/** First trade upstream: suppliers, and goods that are new to the house. */
export { UPSTREAM_DRAWINGS } from './drawings.ts'
export { firstGoodsExporter, supplierExporter } from './exporters.ts'
export { insertFirstGoods } from './goods-store.ts'
export { upstreamRoutes } from './routes.ts'
export { check, decide } from './steps.ts'
export { addSupplier, applyForSupplier, fileSupplierPaper } from './suppliers.ts'
