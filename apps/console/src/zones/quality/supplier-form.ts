import type { SupplierWire } from '#contract/upstream.ts'
import { SCOPES } from '#domain/scopes.ts'

export type SupplierFields = Pick<
  SupplierWire,
  | 'name'
  | 'credit_code'
  | 'kind'
  | 'scopes'
  | 'legal_person'
  | 'address'
  | 'quality_person'
  | 'quality_phone'
  | 'bank'
  | 'bank_account'
  | 'contact'
  | 'phone'
  | 'mandate_range'
>

export const SUPPLIER_NAMES = {
  name: '名称',
  credit_code: '统一社会信用代码',
  kind: '类型',
  scopes: '范围',
  legal_person: '法定代表人',
  address: '地址',
  quality_person: '质量负责人',
  quality_phone: '质量负责人电话',
  bank: '开户银行',
  bank_account: '银行账号',
  contact: '联系人',
  phone: '联系电话',
  mandate_range: '授权品种、区域',
} as const satisfies Record<keyof SupplierFields, string>

export const EMPTY_SUPPLIER: SupplierFields = {
  name: '',
  credit_code: '',
  kind: 'wholesaler',
  scopes: [],
  legal_person: '',
  address: '',
  quality_person: '',
  quality_phone: '',
  bank: '',
  bank_account: '',
  contact: '',
  phone: '',
  mandate_range: '',
}

const KEYS = Object.keys(SUPPLIER_NAMES) as (keyof SupplierFields)[]
export const supplierFieldsOf = (of: SupplierFields): SupplierFields =>
  Object.fromEntries(KEYS.map((key) => [key, of[key]])) as unknown as SupplierFields

const scopeName = (code: string): string => SCOPES.find((one) => one.code === code)?.name ?? code
export const SCOPE_CHOICES = SCOPES.map(({ code, name }) => ({ value: code as string, label: name }))

/** As the notice of two people on one record says it. */
export const supplierWords = (of: SupplierFields): Record<string, string> =>
  Object.fromEntries(
    KEYS.map((key) => {
      const value = of[key]
      return [key, typeof value === 'string' ? value : value.map(scopeName).join('、')]
    }),
  )
