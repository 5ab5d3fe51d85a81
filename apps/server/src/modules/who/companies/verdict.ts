import type { Connection } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { tellLive } from '../../../platform/live.ts'
import { type CompanyRow, readCompany } from './store.ts'

/** What every decision of quality about a company is made with. */

export interface Verdict {
  decision: 'pass' | 'reject'
  reason?: string
  submitted_at?: string
  /** Of a retail pharmacy's licence: what the paper states, as quality reads it; left out: as it was filled in. */
  drug_classes?: readonly string[]
}

export function reasonOf({ reason }: { reason?: string }, byDefault = ''): string {
  const text = reason?.trim() || byDefault
  if (text === '') throw fieldErrors([{ field: 'reason', message: '请写明原因和修改方法' }])
  return text
}

/** A page that was opened before the company withdrew, changed and sent it again shows what is no longer there. */
export function refuseUnseen(seen: string | undefined, submittedAt: Date | string | null): void {
  const submitted = submittedAt === null ? undefined : new Date(submittedAt).toISOString()
  if (seen !== submitted) throw conflict('企业在您打开之后撤回并修改过，请刷新后再审核')
}

export async function lockOwner(trx: Connection, companyId: number): Promise<CompanyRow> {
  const company = await readCompany(trx, companyId, true)
  if (company === null) throw notFound('企业')
  return company
}

/** The company's open pages ask anew what it may do. */
export const tellPages = (trx: Connection, companyId: number) => tellLive(trx, { companyId }, { type: 'account' })
