import type { QueryOf } from '#contract/call.ts'
import { GOODS_TEXT_FIELDS, GOODS_TEXTS, SHELF_NAMES } from '#contract/constants.ts'
import { staffGoodsRecords } from '#contract/goods-desk.ts'
import { type Exporter, exportColumns, keysetPages } from '../../../platform/exporting.ts'
import type { Cell } from '../../../platform/workbook-writing.ts'
import { goodsColumn } from '../import/public.ts'
import { type GoodsFactsRow, type GoodsFilter, goodsFactsBefore } from './views.ts'

type GoodsQuery = Omit<NonNullable<QueryOf<typeof staffGoodsRecords>>, 'page' | 'per_page'>

export const goodsFilterOf = (query: GoodsQuery): GoodsFilter => ({
  keywords: query.keywords?.trim() ?? '',
  category: query.category ?? null,
  manufacturer: query.manufacturer ?? null,
  state: query.state ?? null,
  lacks: query.lacks ?? null,
})

const YES_NO = (value: boolean | null): string => (value === null ? '' : value ? '是' : '否')
const CLASSES: Readonly<Record<string, string>> = { rx: '处方药', otc_a: '甲类非处方药', otc_b: '乙类非处方药' }

type Column = readonly [title: string, width: number, cell: (row: GoodsFactsRow) => Cell]
const COLUMNS: readonly Column[] = [
  [goodsColumn('code'), 14, (row) => row.code],
  [goodsColumn('name'), 28, (row) => row.name],
  [goodsColumn('generic'), 22, (row) => row.generic_name],
  [goodsColumn('trade'), 14, (row) => row.trade_name],
  [goodsColumn('spec'), 18, (row) => row.spec],
  [goodsColumn('unit'), 6, (row) => row.unit],
  [goodsColumn('manufacturer'), 28, (row) => row.manufacturer],
  [goodsColumn('form'), 12, (row) => row.dosage_form],
  [goodsColumn('approval'), 22, (row) => row.approval_no],
  [goodsColumn('barcode'), 16, (row) => row.barcode],
  [goodsColumn('category'), 24, (row) => row.category_said],
  [goodsColumn('drugClass'), 14, (row) => CLASSES[row.drug_class] ?? ''],
  [goodsColumn('midPack'), 8, (row) => row.mid_pack],
  [goodsColumn('casePack'), 8, (row) => row.case_pack],
  [goodsColumn('splittable'), 8, (row) => YES_NO(row.splittable)],
  [goodsColumn('mnemonic'), 12, (row) => row.mnemonic],
  [goodsColumn('mark'), 14, (row) => row.special_mark],
  [goodsColumn('storage'), 26, (row) => row.storage],
  [goodsColumn('coldChain'), 6, (row) => YES_NO(row.cold_chain_said)],
  ...GOODS_TEXT_FIELDS.map((field): Column => [GOODS_TEXTS[field].name, 20, (row) => row.texts[field]]),
  // Not the import's word for it: a file that was only looked at puts nothing on or off the shelf.
  ['商城里', 12, (row) => SHELF_NAMES[row.state]],
]

/** What goods are, by the names that the import reads: changed in Excel, the file is taken back. No price: warehouses read it. */
export const goodsFactsExporter: Exporter = {
  title: '商品资料',
  call: staffGoodsRecords,
  columns: exportColumns(COLUMNS.map(([title, width]) => [title, width])),
  async *pages({ database: { db } }, _viewer, query) {
    const filter = goodsFilterOf(query as GoodsQuery)
    yield* keysetPages(
      (before, limit) => goodsFactsBefore(db, filter, before, limit),
      (row) => row.id,
      (row) => COLUMNS.map(([, , cell]) => cell(row)),
    )
  },
}
