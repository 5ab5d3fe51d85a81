import { UNQUALIFIED_SOURCES, UNQUALIFIED_WAYS } from '#contract/constants.ts'
import type { RegisterKind } from '#contract/registers.ts'
import type { DocumentKind } from '#domain/documents.ts'
import type { Connection } from '../../../platform/database.ts'
import { type UnqualifiedRow, unqualifiedRows } from '../../goods/unqualified/public.ts'
import type { Column } from '../documents/public.ts'
import { type AcceptanceRow, acceptedLines } from './acceptance-views.ts'
import type { RegisterFilter } from './asked.ts'
import { checkedBatches, type RecheckRow } from './recheck-views.ts'
import { dayOf, faultText, filled, madeBy, named, QUALITY_OF_SHIPPED, resultOf } from './words.ts'

/** A register on paper: the oldest first, as it would have been written by hand. */
interface PaperForm {
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

const unqualifiedPaperRow = (row: UnqualifiedRow): string[] => [
  `${row.no}\n${dayOf(row.foundAt)}`,
  named(row),
  filled([row.dosageForm, row.spec], '\n'),
  madeBy(row),
  `${row.batchNo}\n${row.expiryDate}`,
  `${row.number}${row.unit}`,
  UNQUALIFIED_SOURCES[row.source],
  row.reason,
  row.finder,
  row.judgedAt === null ? '待判定' : filled([dayOf(row.judgedAt), row.state === 'fine' ? '合格' : '不合格', row.verdict], '\n'),
  row.judge || '—',
  row.disposedAt === null ? '—' : filled([dayOf(row.disposedAt), row.way === '' ? '' : UNQUALIFIED_WAYS[row.way], row.disposal], '\n'),
  filled([row.disposer || '—', row.witness], '\n'),
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
  unqualified: {
    kind: 'unqualified_register',
    title: '不合格药品台账',
    days: '登记日期',
    columns: [
      { title: '编号\n登记日期', share: 22 },
      { title: '通用名称', share: 15 },
      { title: '剂型\n规格', share: 11 },
      { title: '生产厂商', share: 15 },
      { title: '批号\n有效期至', share: 13 },
      { title: '数量', share: 8, align: 'right' },
      { title: '来源', share: 8 },
      { title: '不合格原因', share: 17 },
      { title: '登记人', share: 9 },
      { title: '判定', share: 19 },
      { title: '判定人', share: 9 },
      { title: '处置', share: 19 },
      { title: '处置人\n监督人', share: 9 },
    ],
    signed: ['保管员', '质量管理部门负责人', '日期'],
    rows: async (connection, filter, limit) =>
      (await unqualifiedRows(connection, { ...filter, state: null }, {}, limit)).map(unqualifiedPaperRow).reverse(),
  },
}
