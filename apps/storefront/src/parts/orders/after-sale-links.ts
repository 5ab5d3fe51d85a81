import type { AfterSaleRowWire } from '#contract/aftersales.ts'
import { memberPaths } from '../../member-paths.ts'

/** Goods that come back have the return's page, money alone the after-sale's. */
export const afterSaleLink = ({ kind, id }: Pick<AfterSaleRowWire, 'kind' | 'id'>): string =>
  kind === 'return' ? memberPaths.returnInfo(id) : memberPaths.afterSale(id)
