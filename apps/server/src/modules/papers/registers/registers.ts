import { Type } from 'typebox'
import type { QueryOf } from '#contract/call.ts'
import { type RegisterKind, staffAcceptanceRegister, staffRecheckRegister } from '#contract/registers.ts'
import type { DocumentKind } from '#domain/documents.ts'
import type { Connection } from '../../../platform/database.ts'
import { type Exporter, exportColumns, keysetPages } from '../../../platform/exporting.ts'
import type { Cell } from '../../../platform/workbook-writing.ts'
import type { Column } from '../documents/public.ts'
import { type AcceptanceRow, acceptedLines } from './acceptance-views.ts'
import { periodAsked, type RegisterFilter } from './asked.ts'
import { checkedBatches, type RecheckRow } from './recheck-views.ts'
import { dayOf, faultText, filled, madeBy, named, QUALITY_OF_SHIPPED, resultOf } from './words.ts'

/** Each register: its columns as a file and as a paper. */

const WORDS = ['registers.view'] as const
const PLACE = ['after', 'per_page'] as const
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
  query: Type.Omit(staffAcceptanceRegister.query, PLACE),
  words: WORDS,
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
  async *pages({ db }, _viewer, query, now) {
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
  query: Type.Omit(staffRecheckRegister.query, PLACE),
  words: WORDS,
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
  async *pages({ db }, _viewer, query, now) {
    const { filter } = periodAsked(query as Asked, now)
    yield* keysetPages(
      (after, limit) => checkedBatches(db, filter, after, limit),
      (row) => row.id,
      recheckCells,
    )
  },
}

export const REGISTER_EXPORTERS: Readonly<Record<RegisterKind, Exporter>> = { acceptance: acceptanceExporter, recheck: recheckExporter }

/** A register on paper: the oldest first, as it would have been written by hand. */
export interface PaperForm {
  kind: DocumentKind
  title: string
  /** Of the days that it covers. */
  days: string
  columns: readonly Column[]
  /** Lines to sign on. */
  signed: readonly string[]
  rows: (connection: Connection, filter: RegisterFilter, limit: number) => Promise<string[][]>
}

const acceptancePaperRow = (row: AcceptanceRow): string[] => [
  `${dayOf(row.arrivedAt)}\n${dayOf(row.acceptedAt)}`,
  named(row),
  filled([row.dosageForm, row.spec], '\n'),
  row.approvalNo,
  row.batchNo,
  `${row.productionDate ?? '—'}\n${row.expiryDate}`,
  filled([madeBy(row), row.origin && `产地：${row.origin}`], '\n'),
  row.supplier,
  `${row.number}${row.unit}`,
  row.sampled === null ? '—' : String(row.sampled),
  row.appearance || '—',
  row.reportNo || '—',
  String(row.accepted),
  filled([resultOf(row), faultText(row)], '：'),
  row.acceptor,
]

const recheckPaperRow = (row: RecheckRow): string[] => [
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
  String(row.number),
  QUALITY_OF_SHIPPED,
  row.picker || '—',
  row.checker || '—',
]

export const PAPER_FORMS: Readonly<Record<RegisterKind, PaperForm>> = {
  acceptance: {
    kind: 'acceptance_register',
    title: '药品验收记录',
    days: '验收日期',
    columns: [
      { title: '到货日期\n验收日期', share: 13 },
      { title: '通用名称', share: 15 },
      { title: '剂型\n规格', share: 11 },
      { title: '批准文号', share: 13 },
      { title: '批号', share: 10 },
      { title: '生产日期\n有效期至', share: 13 },
      { title: '生产厂商', share: 15 },
      { title: '供货单位', share: 15 },
      { title: '到货\n数量', share: 8, align: 'right' },
      { title: '抽样', share: 6, align: 'right' },
      { title: '外观质量', share: 13 },
      { title: '检验报告', share: 12 },
      { title: '合格\n数量', share: 7, align: 'right' },
      { title: '验收结果', share: 16 },
      { title: '验收人', share: 9 },
    ],
    signed: ['验收员', '质量管理部门负责人', '日期'],
    rows: async (connection, filter, limit) =>
      (await acceptedLines(connection, filter, null, null, limit)).map(acceptancePaperRow).reverse(),
  },
  recheck: {
    kind: 'recheck_register',
    title: '药品出库复核记录',
    days: '出库日期',
    columns: [
      { title: '出库日期', share: 13 },
      { title: '订单号', share: 19 },
      { title: '购货单位', share: 18 },
      { title: '通用名称', share: 17 },
      { title: '剂型', share: 8 },
      { title: '规格', share: 12 },
      { title: '批号', share: 12 },
      { title: '有效期至', share: 13 },
      { title: '生产厂商', share: 18 },
      { title: '单位', share: 6 },
      { title: '数量', share: 7, align: 'right' },
      { title: '质量\n状况', share: 7 },
      { title: '拣货人', share: 9 },
      { title: '复核人', share: 9 },
    ],
    signed: ['复核员', '质量管理部门负责人', '日期'],
    rows: async (connection, filter, limit) => (await checkedBatches(connection, filter, null, limit)).map(recheckPaperRow).reverse(),
  },
}
