import type { QueryOf } from '#contract/call.ts'
import { SUPPLIER_KINDS, UPSTREAM_STATES } from '#contract/constants.ts'
import { staffFirstGoods, staffSuppliers } from '#contract/upstream.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { TRADE_PAPER_SOON_DAYS } from '#domain/first-trade.ts'
import { type Exporter, exportColumns, keysetPages } from '../../../platform/exporting.ts'
import type { Cell } from '../../../platform/workbook-writing.ts'
import { scopeNames } from './facts.ts'
import { type FirstGoodsListed, firstGoodsAfter } from './goods-store.ts'
import { type SupplierFilter, type SupplierListed, suppliersAfter, type UpstreamFilter } from './supplier-store.ts'

type GoodsQuery = Omit<NonNullable<QueryOf<typeof staffFirstGoods>>, 'page' | 'per_page'>
type SupplierQuery = Omit<NonNullable<QueryOf<typeof staffSuppliers>>, 'page' | 'per_page'>

export function upstreamFilterOf({ keywords, state, soon }: GoodsQuery, now: Date): UpstreamFilter {
  const today = beijingDate(now)
  return {
    keywords: keywords?.trim() ?? '',
    state: state ?? null,
    soonBy: soon === 1 ? addDays(today, TRADE_PAPER_SOON_DAYS) : null,
    today,
  }
}
export const supplierFilterOf = (query: SupplierQuery, now: Date): SupplierFilter => ({
  ...upstreamFilterOf(query, now),
  kind: query.kind ?? null,
})

type Column<Row> = readonly [title: string, width: number, cell: (row: Row) => Cell]
const SUPPLIERS: readonly Column<SupplierListed>[] = [
  ['供货单位', 30, (row) => row.name],
  ['统一社会信用代码', 22, (row) => row.credit_code],
  ['类型', 10, (row) => SUPPLIER_KINDS[row.kind]],
  ['范围', 30, (row) => scopeNames(row.scopes)],
  ['许可证号', 20, (row) => row.licenceNo],
  ['许可证有效期至', 14, (row) => row.licenceUntil ?? ''],
  ['质量负责人', 12, (row) => row.quality_person],
  ['销售人员', 12, (row) => row.salesman],
  ['授权有效期至', 14, (row) => row.mandateUntil ?? ''],
  ['质保协议有效期至', 16, (row) => row.agreementUntil ?? ''],
  ['联系人', 12, (row) => row.contact],
  ['电话', 16, (row) => row.phone],
  ['首营', 20, (row) => UPSTREAM_STATES[row.state]],
  ['首营有效期至', 14, (row) => row.until ?? ''],
]
const GOODS: readonly Column<FirstGoodsListed>[] = [
  ['商品编码', 14, (row) => row.code],
  ['商品', 28, (row) => row.name],
  ['规格', 18, (row) => row.spec],
  ['生产企业', 28, (row) => row.manufacturer],
  ['批准文号', 22, (row) => row.approvalNo],
  ['质量标准', 24, (row) => row.standard],
  ['供货单位', 30, (row) => row.supplier],
  ['首营', 20, (row) => UPSTREAM_STATES[row.state]],
  ['首营有效期至', 14, (row) => row.until ?? ''],
]

export const supplierExporter: Exporter = {
  title: '供货单位',
  call: staffSuppliers,
  columns: exportColumns(SUPPLIERS.map(([title, width]) => [title, width])),
  async *pages({ database: { db } }, _viewer, query, now) {
    const filter = supplierFilterOf(query as SupplierQuery, now)
    yield* keysetPages(
      (after, limit) => suppliersAfter(db, filter, after, limit),
      (row) => row.id,
      (row) => SUPPLIERS.map(([, , cell]) => cell(row)),
    )
  },
}

export const firstGoodsExporter: Exporter = {
  title: '首营品种',
  call: staffFirstGoods,
  columns: exportColumns(GOODS.map(([title, width]) => [title, width])),
  async *pages({ database: { db } }, _viewer, query, now) {
    const filter = upstreamFilterOf(query as GoodsQuery, now)
    yield* keysetPages(
      (after, limit) => firstGoodsAfter(db, filter, after, limit),
      (row) => row.id,
      (row) => GOODS.map(([, , cell]) => cell(row)),
    )
  },
}
