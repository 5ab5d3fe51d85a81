import type { CompanySaveWire } from '#contract/companies.ts'
import { isCreditCode, isPhone, tidy } from '#domain/identifiers.ts'
import { COMPANY_TYPES, isCompanyType } from '#domain/paper-kinds.ts'
import { cleaned } from '#domain/paper-text.ts'
import { paperProblems } from '../../../platform/paper-fields.ts'
import { regionProblem } from '../regions/public.ts'
import type { CompanyRow } from './store.ts'

export type DataField = keyof CompanySaveWire
export type CompanyData = Record<DataField, string>

export const FIELD_NAMES: Readonly<CompanyData> = {
  name: '企业名称',
  type: '企业类型',
  credit_code: '统一社会信用代码',
  province: '省份',
  city: '城市',
  district: '区县',
  address: '注册地址',
  legal_person: '法定代表人',
  scope_text: '经营范围',
  contact: '联系人',
  phone: '联系电话',
  invoice_bank: '开户银行',
  invoice_account: '银行账号',
  invoice_address: '开票地址',
  invoice_phone: '开票电话',
}
export const DATA_FIELDS = Object.keys(FIELD_NAMES) as DataField[]

/** Of a passed company these are in force at once; all others decide what may be sold to it, so staff look first. */
const FREE_FIELDS: ReadonlySet<DataField> = new Set([
  'contact',
  'phone',
  'invoice_bank',
  'invoice_account',
  'invoice_address',
  'invoice_phone',
])
export const needsReview = (field: DataField): boolean => !FREE_FIELDS.has(field)

/** As it is kept: half-width, no stray spaces, codes in capitals. */
export function normalised(body: CompanySaveWire): Partial<CompanyData> {
  const data: Partial<CompanyData> = {}
  for (const field of DATA_FIELDS) {
    const value = body[field]
    if (value === undefined) continue
    data[field] = field === 'scope_text' ? value.trim() : tidy(cleaned(value))
    if (field === 'credit_code') data[field] = data[field].replaceAll(' ', '').toUpperCase()
    if (field === 'invoice_account') data[field] = data[field].replaceAll(' ', '')
  }
  return data
}

export function dataOf(row: CompanyRow): CompanyData {
  return Object.fromEntries(DATA_FIELDS.map((field) => [field, row[field] ?? ''])) as CompanyData
}

/** Stand on notes, invoices, contracts and statements. */
const ON_PAPERS = ['name', 'address', 'legal_person', 'contact', 'invoice_bank', 'invoice_address'] as const satisfies DataField[]

export interface DataProblem {
  field: DataField
  message: string
}

/** What is filled in wrongly; what is empty is not looked at. */
export function formProblems(data: CompanyData): DataProblem[] {
  const found: DataProblem[] = paperProblems(Object.fromEntries(ON_PAPERS.map((field) => [field, data[field]])) as Partial<CompanyData>)
  const wrong = (field: DataField, message: string) => found.push({ field, message })
  if (data.name !== '' && [...data.name].length < 4) wrong('name', '请填写营业执照上的企业全称')
  if (data.type !== '' && !isCompanyType(data.type)) wrong('type', `企业类型须为${COMPANY_TYPES.join('、')}之一`)
  if (data.credit_code !== '' && !isCreditCode(data.credit_code)) wrong('credit_code', '统一社会信用代码校验不符，请对照营业执照核对')
  if (data.phone !== '' && !isPhone(data.phone)) wrong('phone', '请填写手机号，或区号-座机号')
  if (data.invoice_phone !== '' && !isPhone(data.invoice_phone)) wrong('invoice_phone', '请填写手机号，或区号-座机号')
  if (data.invoice_account !== '' && !/^[\d-]{6,40}$/.test(data.invoice_account)) wrong('invoice_account', '银行账号只含数字')
  if (data.province !== '' && data.city !== '' && data.district !== '') {
    const place = regionProblem(data)
    if (place !== null) wrong(place.field, place.message)
  }
  return found
}

/** Invoice data may follow later; all else is needed to be reviewed. */
const OPTIONAL: ReadonlySet<DataField> = new Set(['scope_text', 'invoice_bank', 'invoice_account', 'invoice_address', 'invoice_phone'])

/** What is wrong or not there yet. */
export function submitProblems(data: CompanyData): DataProblem[] {
  const empty = DATA_FIELDS.filter((field) => data[field] === '' && !OPTIONAL.has(field))
  return [...empty.map((field) => ({ field, message: `请填写${FIELD_NAMES[field]}` })), ...formProblems(data)]
}
