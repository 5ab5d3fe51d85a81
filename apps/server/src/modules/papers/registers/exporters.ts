import type { QueryOf } from '#contract/call.ts'
import { UNQUALIFIED_SOURCES, UNQUALIFIED_STATES, UNQUALIFIED_WAYS } from '#contract/constants.ts'
import { type RegisterKind, staffAcceptanceRegister, staffRecheckRegister } from '#contract/registers.ts'
import { staffUnqualified } from '#contract/unqualified.ts'
import { type Exporter, exportColumns, keysetPages } from '../../../platform/exporting.ts'
import { periodOf } from '../../../platform/period.ts'
import type { Cell } from '../../../platform/workbook-writing.ts'
import { type UnqualifiedRow, unqualifiedRows } from '../../goods/unqualified/public.ts'
import { type AcceptanceRow, acceptedLines } from './acceptance-views.ts'
import { periodAsked } from './asked.ts'
import { checkedBatches, type RecheckRow } from './recheck-views.ts'
import { dayOf, faultText, madeBy, named, QUALITY_OF_SHIPPED, resultOf } from './words.ts'

/** Each register as a file. */

type Asked = NonNullable<QueryOf<typeof staffAcceptanceRegister>>

const acceptanceCells = (row: AcceptanceRow): Cell[] => [
  dayOf(row.acceptedAt),
  row.no,
  row.supplier,
  row.paperNo,
  named(row),
  row.dosageForm,
  row.spec,
  row.approvalNo,
  row.batchNo,
  row.productionDate ?? '',
  row.expiryDate,
  madeBy(row),
  row.origin,
  dayOf(row.arrivedAt),
  row.unit,
  row.number,
  row.sampled ?? '',
  row.appearance,
  row.reportNo,
  row.accepted,
  resultOf(row),
  faultText(row),
  row.receiver,
  row.acceptor,
  row.warehouse,
]

const acceptanceExporter: Exporter = {
  title: '药品验收记录',
  call: staffAcceptanceRegister,
  columns: exportColumns([
    ['验收日期', 11],
    ['收货单', 18],
    ['供货单位', 26],
    ['随货同行单', 16],
    ['通用名称', 26],
    ['剂型', 8],
    ['规格', 16],
    ['批准文号', 20],
    ['批号', 14],
    ['生产日期', 11],
    ['有效期至', 11],
    ['生产厂商', 26],
    ['产地', 10],
    ['到货日期', 11],
    ['单位', 6],
    ['到货数量', 9],
    ['抽样数量', 9],
    ['外观质量', 24],
    ['检验报告编号', 18],
    ['验收合格数量', 12],
    ['验收结果', 14],
    ['不合格事项及处置措施', 30],
    ['收货人', 9],
    ['验收人', 9],
    ['仓库', 12],
  ]),
  async *pages({ database: { db } }, _viewer, query, now) {
    const asked = query as Asked
    const { filter } = periodAsked(asked, now)
    yield* keysetPages(
      (after, limit) => acceptedLines(db, filter, asked.result ?? null, after, limit),
      (row) => row.id,
      acceptanceCells,
    )
  },
}

const recheckCells = (row: RecheckRow): Cell[] => [
  dayOf(row.shippedAt),
  row.orderNo,
  row.company,
  named(row),
  row.dosageForm,
  row.spec,
  row.batchNo,
  row.expiryDate,
  madeBy(row),
  row.unit,
  row.number,
  QUALITY_OF_SHIPPED,
  row.picker,
  row.checker,
  row.warehouse,
]

const recheckExporter: Exporter = {
  title: '药品出库复核记录',
  call: staffRecheckRegister,
  columns: exportColumns([
    ['出库日期', 11],
    ['订单号', 18],
    ['购货单位', 28],
    ['通用名称', 26],
    ['剂型', 8],
    ['规格', 16],
    ['批号', 14],
    ['有效期至', 11],
    ['生产厂商', 26],
    ['单位', 6],
    ['数量', 8],
    ['质量状况', 9],
    ['拣货人', 9],
    ['复核人', 9],
    ['仓库', 12],
  ]),
  async *pages({ database: { db } }, _viewer, query, now) {
    const { filter } = periodAsked(query as Asked, now)
    yield* keysetPages(
      (after, limit) => checkedBatches(db, filter, after, limit),
      (row) => row.id,
      recheckCells,
    )
  },
}

const unqualifiedCells = (row: UnqualifiedRow): Cell[] => [
  dayOf(row.foundAt),
  row.no,
  UNQUALIFIED_SOURCES[row.source],
  row.warehouse,
  named(row),
  row.dosageForm,
  row.spec,
  madeBy(row),
  row.batchNo,
  row.expiryDate,
  row.unit,
  row.number,
  row.reason,
  row.finder,
  UNQUALIFIED_STATES[row.state],
  row.judgedAt === null ? '' : dayOf(row.judgedAt),
  row.verdict,
  row.judge,
  row.way === '' ? '' : UNQUALIFIED_WAYS[row.way],
  row.disposedAt === null ? '' : dayOf(row.disposedAt),
  row.disposal,
  row.disposer,
  row.witness,
]

/** From the call's own query, which knows no longest period: the list is short. */
const unqualifiedFilter = (query: NonNullable<QueryOf<typeof staffUnqualified>>) => {
  const { words = '', state, warehouse_id: warehouseId, start_time = '', end_time = '' } = query
  return { words: words.trim(), state: state ?? null, warehouseId: warehouseId ?? null, ...periodOf({ start_time, end_time }) }
}

const unqualifiedExporter: Exporter = {
  title: '不合格药品台账',
  call: staffUnqualified,
  columns: exportColumns([
    ['登记日期', 11],
    ['编号', 18],
    ['来源', 10],
    ['仓库', 12],
    ['通用名称', 26],
    ['剂型', 8],
    ['规格', 16],
    ['生产厂商', 26],
    ['批号', 14],
    ['有效期至', 11],
    ['单位', 6],
    ['数量', 8],
    ['不合格原因', 28],
    ['登记人', 9],
    ['状态', 14],
    ['判定日期', 11],
    ['判定意见', 24],
    ['判定人', 9],
    ['处置方式', 12],
    ['处置日期', 11],
    ['处置说明', 24],
    ['处置人', 9],
    ['批准、监督人', 11],
  ]),
  async *pages({ database: { db } }, _viewer, query) {
    const filter = unqualifiedFilter(query as NonNullable<QueryOf<typeof staffUnqualified>>)
    yield* keysetPages(
      (before, limit) => unqualifiedRows(db, filter, { before }, limit),
      (row) => row.id,
      unqualifiedCells,
    )
  },
}

export const REGISTER_EXPORTERS: Readonly<Record<RegisterKind, Exporter>> = {
  acceptance: acceptanceExporter,
  recheck: recheckExporter,
  unqualified: unqualifiedExporter,
}
