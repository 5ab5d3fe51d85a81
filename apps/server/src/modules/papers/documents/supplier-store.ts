import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

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

/**
 * Settings: supplier {name, tax_no, address, phone}, bank_account {name, bank, number}, company_name, hot_line and licences
 * [{name, value}] fill in for one another; what is nowhere stays empty.
 */
export function supplierFrom(settings: ReadonlyMap<string, unknown>): Supplier {
  const supplier = fieldsOf(settings.get('supplier'))
  const bank = fieldsOf(settings.get('bank_account'))
  const licences = (Array.isArray(settings.get('licences')) ? (settings.get('licences') as unknown[]) : []).map(fieldsOf)
  const licence = (name: string) => textOf(licences.find((one) => one.name === name)?.value)
  return {
    name: textOf(supplier.name) || textOf(settings.get('company_name')) || textOf(bank.name),
    licence: licence('药品经营许可证'),
    taxNo: textOf(supplier.tax_no) || licence('营业执照'),
    address: textOf(supplier.address),
    phone: textOf(supplier.phone) || textOf(settings.get('hot_line')),
    bank: textOf(bank.bank),
    account: textOf(bank.number),
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

const KEYS = ['supplier', 'bank_account', 'company_name', 'hot_line', 'licences']

export async function readSupplier(connection: Connection): Promise<Supplier> {
  const { rows } = await sql<{ key: string; value: unknown }>`select key, value from setting where key = any(${KEYS}::text[])`.execute(
    connection,
  )
  return supplierFrom(new Map(rows.map((row) => [row.key, row.value])))
}
