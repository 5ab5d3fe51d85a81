import type { Permission } from '#contract/calls.ts'
import type { DocumentKind } from '#domain/documents.ts'
import type { Viewer } from '../../../platform/viewer.ts'

/**
 * Papers that say what some who look at papers may not know: money of customers, who bought what, suppliers and their accounts, what quality
 * writes down. Each is read by whoever sees its matter.
 */
const WORDS: Partial<Record<DocumentKind, Permission>> = {
  statement: 'statements.view',
  sales_record: 'sales_record.view',
  agreement: 'companies.view',
  recall_register: 'recalls.view',
  recall_notice: 'recalls.view',
  supplier_approval: 'suppliers.view',
  goods_approval: 'suppliers.view',
  acceptance_register: 'registers.view',
  recheck_register: 'registers.view',
  unqualified_register: 'registers.view',
  care_register: 'registers.view',
  care_goods_register: 'registers.view',
  climate_register: 'registers.view',
}

/** The approval of a buyer; what buyers take of the house under the same kind names the house alone. */
const APPROVAL = 'first_trade_approval:'

export function mayRead({ staff }: Pick<Viewer, 'staff'>, { kind, subject }: { kind: DocumentKind; subject: string }): boolean {
  const word = subject.startsWith(APPROVAL) ? 'first_trade.view' : WORDS[kind]
  return word === undefined || (staff?.permissions.has(word) ?? false)
}
