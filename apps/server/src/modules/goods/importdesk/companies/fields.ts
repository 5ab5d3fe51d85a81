import { drugClassNames } from '#domain/drug-classes.ts'
import { isPaperKind, PAPER_FORMS } from '#domain/paper-kinds.ts'
import { SCOPES } from '#domain/scopes.ts'
import {
  COMPANY_ALIASES,
  COMPANY_REQUIRED,
  COMPANY_TEXTS,
  type ColumnMap,
  type CompanyFacts,
  type CompanyField,
  type CompanyText,
  mapColumns,
  type PaperFacts,
} from '../../import/public.ts'
import type { SaidFields } from '../kind.ts'

/** What a clerk's file may say of companies, by the import's own names of columns. */

/** What a company costs and owes is decided by deeds of their own: no file does them. */
const { rank, creditLimit, creditDays, ...ALIASES } = COMPANY_ALIASES
const LEFT_OUT = { rank, creditLimit, creditDays }
export type DeskField = keyof typeof ALIASES
export const DESK_FIELDS = Object.keys(ALIASES) as readonly DeskField[]
export const isDeskField = (field: string): field is DeskField => Object.hasOwn(ALIASES, field)
export const isRequired = (field: DeskField): boolean => (COMPANY_REQUIRED as readonly string[]).includes(field)
export const columnName = (field: CompanyField): string => COMPANY_ALIASES[field][0] ?? field

export const HINTS: Readonly<Partial<Record<DeskField, string>>> = {
  code: '认企业的依据；同一家不要有两个编码',
  type: '单体药店、连锁总部、连锁门店、诊所、村卫生室、医院、批发企业',
  creditCode: '与别的企业相同的不导入',
  phone: '手机号用来绑定登录邀请；座机也可以',
  scope: '空着只能买不需许可的商品',
  licence: '零售是药品经营许可证号，医疗机构是执业许可证号',
  licenceUntil: '日期或“长期”；须有期限的证照没有日期不能作为购买依据',
}

export const recognised = (header: readonly string[]): ColumnMap<DeskField> =>
  mapColumns(header, ALIASES, COMPANY_REQUIRED as readonly DeskField[])

/** Columns that are known and are not taken, for whoever wonders. */
export function leftOut(header: readonly string[]): string[] {
  const { index } = mapColumns<keyof typeof LEFT_OUT>(header, LEFT_OUT, [])
  return Object.values(index).map((at) => header[at] ?? '')
}

const SCOPES_FIELD = 'scopes'
const CLASSES_FIELD = 'drugClasses'
const PAPER = 'paper:'
export const paperField = (kind: string): string => `${PAPER}${kind}`
export const kindOfPaper = (field: string): string | null => (field.startsWith(PAPER) ? field.slice(PAPER.length) : null)
export const isText = (field: string): field is CompanyText => (COMPANY_TEXTS as readonly string[]).includes(field)

/** What a row's changes call it. */
export function fieldName(field: string): string {
  const kind = kindOfPaper(field)
  if (kind !== null) return isPaperKind(kind) ? PAPER_FORMS[kind].name : '证照'
  if (field === SCOPES_FIELD) return columnName('scope')
  return isDeskField(field) ? columnName(field) : field
}
const ORDER: readonly string[] = [...COMPANY_TEXTS, SCOPES_FIELD, CLASSES_FIELD]
/** In the order of the columns, papers behind them. */
export function fieldOrder(one: string, other: string): number {
  const place = (field: string) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)
  return place(one) - place(other)
}

const SCOPE_NAMES: ReadonlyMap<string, string> = new Map(SCOPES.map(({ code, name }) => [code, name]))

function paperWords(kind: string, paper: PaperFacts | null): string {
  if (paper === null) return ''
  const endless = isPaperKind(kind) && PAPER_FORMS[kind].mayBeEndless ? '长期' : '未写有效期'
  return [paper.number, paper.until === null ? endless : `至 ${paper.until}`].filter(Boolean).join('，')
}

/** Everything that a file can say of a company, as it stands; silent where nothing is said. */
export function saidOf({ texts, scopes, drugClasses, papers }: CompanyFacts): SaidFields {
  return {
    ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, { is: text, said: text }])),
    [SCOPES_FIELD]: { is: scopes, said: scopes.map((code) => SCOPE_NAMES.get(code) ?? code).join('、') },
    [CLASSES_FIELD]: { is: drugClasses, said: drugClasses === null ? '' : drugClassNames(drugClasses) },
    ...Object.fromEntries(Object.entries(papers).map(([kind, paper]) => [paperField(kind), { is: paper, said: paperWords(kind, paper) }])),
  }
}
