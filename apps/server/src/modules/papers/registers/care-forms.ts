import { CLIMATES, climateRange } from '#domain/climate.ts'
import { beijingMinute } from '#domain/dates.ts'
import { type CareCheckRow, type CareDecisionRow, careChecks, careDecisions } from './care-views.ts'
import { careKindName, careOutcome, careResult, faultsOf, groundsText } from './care-words.ts'
import { type ClimateRow, climateRows } from './climate-views.ts'
import type { PaperForm } from './paper-form.ts'
import { dayOf, filled, madeBy, named } from './words.ts'

const careRow = (row: CareCheckRow): string[] => [
  dayOf(row.checkedAt),
  filled([row.warehouse, row.place], '\n'),
  named(row),
  filled([row.dosageForm, row.spec], '\n'),
  madeBy(row),
  `${row.batchNo}\n${row.expiryDate}`,
  `${row.number}${row.unit}`,
  filled([careKindName(row.grounds), groundsText(row.grounds)], '：'),
  row.appearance,
  careResult(row),
  careOutcome(row) || '—',
  row.checker,
]

const decisionRow = (row: CareDecisionRow): string[] => [
  dayOf(row.decidedAt),
  named(row),
  filled([row.dosageForm, row.spec], '\n'),
  row.approvalNo || '—',
  madeBy(row),
  row.storage || '—',
  row.isKey ? '重点养护' : '一般养护',
  groundsText(row.grounds) || '—',
  row.reason,
  row.decider,
]

const climateRow = (row: ClimateRow): string[] => [
  beijingMinute(row.takenAt),
  row.warehouse,
  row.room,
  `${CLIMATES[row.kind].name}\n${climateRange(row.kind)}`,
  row.celsius.toFixed(1),
  row.humidity?.toFixed(1) ?? '—',
  row.isOut ? faultsOf(row) : '正常',
  row.measure || '—',
  row.taker,
]

export const CARE_FORMS = {
  care: {
    kind: 'care_register',
    title: '药品养护记录',
    days: '养护日期',
    columns: [
      { title: '养护日期', share: 13 },
      { title: '仓库\n货位', share: 11 },
      { title: '通用名称', share: 17 },
      { title: '剂型\n规格', share: 12 },
      { title: '生产厂商', share: 17 },
      { title: '批号\n有效期至', share: 13 },
      { title: '数量', share: 9, align: 'right' },
      { title: '养护类别', share: 14 },
      { title: '外观、包装', share: 15 },
      { title: '结果', share: 9 },
      { title: '问题与措施', share: 20 },
      { title: '养护人', share: 9 },
    ],
    signed: ['养护员', '质量管理部门负责人', '日期'],
    rows: async (connection, filter, limit) => (await careChecks(connection, filter, null, null, limit)).map(careRow).reverse(),
  },
  care_goods: {
    kind: 'care_goods_register',
    title: '重点养护品种确认表',
    days: '确认日期',
    columns: [
      { title: '确认日期', share: 13 },
      { title: '通用名称', share: 19 },
      { title: '剂型\n规格', share: 14 },
      { title: '批准文号', share: 16 },
      { title: '生产厂商', share: 20 },
      { title: '储藏', share: 17 },
      { title: '养护类别', share: 10 },
      { title: '规则提示', share: 15 },
      { title: '确认理由', share: 22 },
      { title: '确认人', share: 9 },
    ],
    signed: ['养护员', '质量管理部门负责人', '日期'],
    rows: async (connection, filter, limit) => (await careDecisions(connection, filter, limit)).map(decisionRow).reverse(),
  },
  climate: {
    kind: 'climate_register',
    title: '库房温湿度记录',
    days: '记录日期',
    columns: [
      { title: '时间', share: 17 },
      { title: '仓库', share: 12 },
      { title: '库房', share: 13 },
      { title: '类型\n规定范围', share: 21 },
      { title: '温度 ℃', share: 9, align: 'right' },
      { title: '湿度 %', share: 9, align: 'right' },
      { title: '结果', share: 15 },
      { title: '采取的措施', share: 26 },
      { title: '记录人', share: 10 },
    ],
    signed: ['养护员', '质量管理部门负责人', '日期'],
    rows: async (connection, filter, limit) => (await climateRows(connection, filter, false, null, limit)).map(climateRow).reverse(),
  },
} as const satisfies Record<string, PaperForm>
