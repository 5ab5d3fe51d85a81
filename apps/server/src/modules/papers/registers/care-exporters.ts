import type { QueryOf } from '#contract/call.ts'
import { staffCareGoods } from '#contract/care.ts'
import { CARE_GROUNDS, KEY_GOODS_STATES } from '#contract/constants.ts'
import { staffCareRegister, staffClimateRegister } from '#contract/registers.ts'
import { CLIMATES, climateRange } from '#domain/climate.ts'
import { beijingMinute } from '#domain/dates.ts'
import { type Exporter, exportColumns, keysetPages } from '../../../platform/exporting.ts'
import type { Cell } from '../../../platform/workbook-writing.ts'
import { type KeyGoodsRow, keyGoodsRows } from '../../goods/care/public.ts'
import { periodAsked } from './asked.ts'
import { type CareCheckRow, careChecks } from './care-views.ts'
import { careKindName, careResult, faultsOf, groundsText, halfName } from './care-words.ts'
import { type ClimateRow, climateRows } from './climate-views.ts'
import { dayOf, madeBy, named } from './words.ts'

const careCells = (row: CareCheckRow): Cell[] => [
  dayOf(row.checkedAt),
  row.warehouse,
  row.place,
  named(row),
  row.dosageForm,
  row.spec,
  madeBy(row),
  row.batchNo,
  row.expiryDate,
  row.unit,
  row.number,
  careKindName(row.grounds),
  groundsText(row.grounds),
  row.appearance,
  careResult(row),
  row.fault,
  row.measure,
  row.unqualifiedNo,
  row.checker,
]

const careExporter: Exporter = {
  title: '药品养护记录',
  call: staffCareRegister,
  columns: exportColumns([
    ['养护日期', 11],
    ['仓库', 12],
    ['货位', 10],
    ['通用名称', 26],
    ['剂型', 8],
    ['规格', 16],
    ['生产厂商', 26],
    ['批号', 14],
    ['有效期至', 11],
    ['单位', 6],
    ['数量', 8],
    ['养护类别', 10],
    ['重点养护原因', 20],
    ['外观、包装', 24],
    ['结果', 12],
    ['问题', 28],
    ['养护措施', 24],
    ['不合格编号', 18],
    ['养护人', 9],
  ]),
  async *pages({ database: { db } }, _viewer, query, now) {
    const asked = query as NonNullable<QueryOf<typeof staffCareRegister>>
    const { filter } = periodAsked(asked, now)
    yield* keysetPages(
      (after, limit) => careChecks(db, filter, asked.result ?? null, after, limit),
      (row) => row.id,
      careCells,
    )
  },
}

const goodsCells = (row: KeyGoodsRow): Cell[] => [
  row.code,
  row.name,
  row.dosageForm,
  row.spec,
  row.maker,
  row.storage,
  KEY_GOODS_STATES[row.state],
  row.grounds.map((one) => CARE_GROUNDS[one]).join('、'),
  row.batches,
  row.reason,
  row.decider,
  row.decidedAt === null ? '' : dayOf(row.decidedAt),
]

const goodsExporter: Exporter = {
  title: '重点养护品种',
  call: staffCareGoods,
  columns: exportColumns([
    ['商品编码', 12],
    ['商品', 26],
    ['剂型', 10],
    ['规格', 16],
    ['生产厂商', 26],
    ['储藏', 24],
    ['养护类别', 12],
    ['规则提示', 24],
    ['在库批号', 9],
    ['确认理由', 28],
    ['确认人', 10],
    ['确认日期', 11],
  ]),
  async *pages({ database: { db } }, _viewer, query) {
    const { words = '', state = 'proposed' } = query as NonNullable<QueryOf<typeof staffCareGoods>>
    const filter = { words: words.trim() }
    yield* keysetPages(
      (after, limit) => keyGoodsRows(db, filter, state, { after: after ?? 0 }, limit),
      (row) => row.id,
      goodsCells,
    )
  },
}

const climateCells = (row: ClimateRow): Cell[] => [
  beijingMinute(row.takenAt),
  halfName(row.takenAt),
  row.warehouse,
  row.room,
  CLIMATES[row.kind].name,
  climateRange(row.kind),
  row.celsius,
  row.humidity ?? '',
  row.isOut ? faultsOf(row) : '正常',
  row.measure,
  row.taker,
]

const climateExporter: Exporter = {
  title: '库房温湿度记录',
  call: staffClimateRegister,
  columns: exportColumns([
    ['时间', 17],
    ['上、下午', 8],
    ['仓库', 12],
    ['库房', 14],
    ['类型', 9],
    ['规定范围', 22],
    ['温度 ℃', 9],
    ['相对湿度 %', 10],
    ['结果', 18],
    ['采取的措施', 28],
    ['记录人', 9],
  ]),
  async *pages({ database: { db } }, _viewer, query, now) {
    const asked = query as NonNullable<QueryOf<typeof staffClimateRegister>>
    const { filter } = periodAsked(asked, now)
    yield* keysetPages(
      (after, limit) => climateRows(db, filter, asked.out === 1, after, limit),
      (row) => row.id,
      climateCells,
    )
  },
}

export const CARE_EXPORTERS = { care: careExporter, care_goods: goodsExporter, climate: climateExporter }
