import type { Connection } from '../../../platform/database.ts'
import { readSettings, type SettingsOf } from '../../../platform/settings.ts'

/** The wholesaler as its papers name it. */
export interface Supplier {
  name: string
  /** 药品经营许可证 */
  licence: string
  taxNo: string
  address: string
  phone: string
  bank: string
  account: string
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const SUPPLIER_KEYS = ['supplier', 'bank_account', 'company_name', 'hot_line', 'licences'] as const

/** Settings fill in for one another; what is nowhere stays empty. */
export function supplierFrom({
  supplier,
  bank_account: bank,
  company_name,
  hot_line,
  licences,
}: SettingsOf<(typeof SUPPLIER_KEYS)[number]>): Supplier {
  const licence = (name: string) => licences?.find((one) => one.name === name)?.value ?? ''
  return {
    name: supplier?.name || company_name || bank?.name || '',
    licence: licence('药品经营许可证'),
    taxNo: supplier?.tax_no || licence('营业执照'),
    address: supplier?.address ?? '',
    phone: supplier?.phone || hot_line || '',
    bank: bank?.bank ?? '',
    account: bank?.number ?? '',
  }
}

/** As a paper's snapshot or its row keeps it; null: it does not. */
export function keptSupplier(value: unknown): Supplier | null {
  const kept = fieldsOf(value)
  if (textOf(kept.name) === '') return null
  return {
    name: textOf(kept.name),
    licence: textOf(kept.licence),
    taxNo: textOf(kept.taxNo),
    address: textOf(kept.address),
    phone: textOf(kept.phone),
    bank: textOf(kept.bank),
    account: textOf(kept.account),
  }
}

export const readSupplier = async (connection: Connection): Promise<Supplier> => supplierFrom(await readSettings(connection, SUPPLIER_KEYS))
