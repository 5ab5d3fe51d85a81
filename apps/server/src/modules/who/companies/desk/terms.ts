import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffCompanyTerms, staffCompanyTermsSave } from '#contract/company-desk.ts'
import { type StaffActor, writeAudit } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { changedMeanwhile, notFound } from '../../../../platform/errors.ts'
import { tellLive } from '../../../../platform/live.ts'
import { transact } from '../../../../platform/transact.ts'
import { readTerms, type TermsRow, writeTerms } from './views.ts'

type Terms = DataOf<typeof staffCompanyTerms>

const wireOf = (row: TermsRow): Terms => ({
  rank: row.rank,
  manager_name: row.manager_name,
  manager_phone: row.manager_phone,
  manager_default: row.manager_default ? 1 : 0,
  version: row.terms_version,
})
const saidOf = ({ rank, manager_name, manager_phone }: Pick<TermsRow, 'rank' | 'manager_name' | 'manager_phone'>) => ({
  rank,
  manager_name,
  manager_phone,
})

export async function termsOf({ db }: DatabaseHandle, companyId: number): Promise<Terms> {
  const row = await readTerms(db, companyId)
  if (row === null) throw notFound('企业')
  return wireOf(row)
}

/** Prices of an open cart follow the rank at once; orders keep what they were placed at. */
export async function saveTerms(
  database: DatabaseHandle,
  staff: StaffActor,
  companyId: number,
  { version, reason, ...typed }: BodyOf<typeof staffCompanyTermsSave>,
  now: Date,
): Promise<Terms> {
  return transact(database.db, async (trx) => {
    const row = await readTerms(trx, companyId, true)
    if (row === null) throw notFound('企业')
    const before = saidOf(row)
    if (row.terms_version !== version)
      throw changedMeanwhile(
        row.terms_version,
        Object.entries(before).map(([field, theirs]) => ({ field, theirs })),
      )
    const terms = { rank: typed.rank.trim(), manager_name: typed.manager_name.trim(), manager_phone: typed.manager_phone.trim() }
    const isSameManager = terms.manager_name === row.manager_name && terms.manager_phone === row.manager_phone
    await writeTerms(trx, companyId, { ...terms, manager_default: row.manager_default && isSameManager }, now)
    await writeAudit(trx, staff, { action: 'company.terms', subject: `company:${companyId}`, before, after: { ...terms, reason } }, now)
    await tellLive(trx, { companyId }, { type: 'account' })
    const saved = await readTerms(trx, companyId)
    if (saved === null) throw notFound('企业')
    return wireOf(saved)
  })
}
