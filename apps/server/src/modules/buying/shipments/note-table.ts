import { yuan } from '#domain/money.ts'
import type { Column } from '../../papers/documents/public.ts'
import { makerOf, nameOf, storageWord } from './note-text.ts'
import type { NoteLine } from './snapshot.ts'

/** What a delivery note says of each batch (药品经营质量管理规范 art. 73), on whichever sheet. */
const FIELDS = [
  ['number', '序号', 'center'],
  ['name', '通用名称'],
  ['form', '剂型'],
  ['spec', '规格'],
  ['maker', '生产企业/持有人'],
  ['approval', '批准文号'],
  ['batch', '批号'],
  ['produced', '生产日期', 'center'],
  ['expires', '有效期至', 'center'],
  ['unit', '单位', 'center'],
  ['units', '数量', 'right'],
  ['price', '单价', 'right'],
  ['amount', '金额', 'right'],
  ['storage', '储存', 'center'],
] as const satisfies readonly (readonly [field: string, title: string, align?: Column['align']])[]
type Field = (typeof FIELDS)[number][0]

/** The note's columns with what each takes of the sheet's width. */
export const noteColumns = (shares: Readonly<Record<Field, number>>, titles: Partial<Record<Field, string>> = {}): Column[] =>
  FIELDS.map(([field, title, align]) => ({ title: titles[field] ?? title, share: shares[field], ...(align && { align }) }))

const inOrder = (cells: Partial<Record<Field, string>>): string[] => FIELDS.map(([field]) => cells[field] ?? '')

export const noteRow = (line: NoteLine, at: number): string[] =>
  inOrder({
    number: String(at + 1),
    name: nameOf(line),
    form: line.dosageForm,
    spec: line.spec,
    maker: makerOf(line),
    approval: line.approvalNo,
    batch: line.batchNo,
    produced: line.productionDate ?? '',
    expires: line.expiryDate,
    unit: line.unit,
    units: String(line.number),
    price: yuan(line.unitPrice),
    amount: yuan(line.amount),
    storage: storageWord(line),
  })

/** A row of sums: only what it names. */
export const noteSum = inOrder
