import type { DossierWire } from '#contract/companies.ts'
import { beijingDate, isValidOn } from '#domain/dates.ts'
import { drugClassesIn, type LicensedClass, paperStatesClasses, statesDrugClasses } from '#domain/drug-classes.ts'
import { PAPER_FORMS } from '#domain/paper-kinds.ts'
import { CERTIFICATE, certificateOf, decideCertificate as decideCertificateState, reviewOf } from '#domain/review.ts'
import { FREE_SCOPE } from '#domain/scopes.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { tell } from '../../talking/messages/public.ts'
import { dossierOf } from './service.ts'
import {
  type CertificateRow,
  type CompanyRow,
  certificatesOf,
  findCertificate,
  papersInForce,
  putInForce,
  scopesOf,
  setScopes,
  updateCertificates,
  updateCompany,
} from './store.ts'
import { lockOwner, reasonOf, refuseUnseen, tellPages, type Verdict } from './verdict.ts'

/** Quality's decisions about one paper of a company. */

/** What came later of the same kind takes the place of what was in force; what is sold to the company follows its papers. */
async function bringIntoForce(trx: Connection, row: CertificateRow): Promise<void> {
  const inForce = await papersInForce(trx, row.company_id)
  const former = inForce.find((paper) => paper.kind === row.kind)
  await putInForce(trx, row.company_id, {
    kind: row.kind,
    name: PAPER_FORMS[row.kind].name,
    number: row.number,
    issuer: row.issuer,
    holder: row.holder,
    issued_on: row.issued_on,
    expires_on: row.expires_on,
    scope_codes: row.scope_codes,
    status: CERTIFICATE.inForce,
    certificate_id: row.id,
  })
  // An imported paper names no scopes: all that can stand on its kind stood on it.
  const formerly: readonly string[] = former && former.scope_codes.length === 0 ? PAPER_FORMS[row.kind].scopes : (former?.scope_codes ?? [])
  const kept = (await scopesOf(trx, row.company_id)).filter((code) => !formerly.includes(code))
  const others = inForce.filter((paper) => paper !== former).flatMap((paper) => paper.scope_codes)
  await setScopes(trx, row.company_id, [...new Set([...kept, ...others, ...row.scope_codes, FREE_SCOPE])])
}

const UNSAID = { field: 'drug_classes', message: '请登记许可证载明的经营类别' }

/** null: this paper states none. A version from before it was asked for says nothing: whoever passes it reads it. */
function classesRead({ type }: CompanyRow, row: CertificateRow, { drug_classes: said }: Verdict): LicensedClass[] | null {
  if (!paperStatesClasses(row.kind, type)) return null
  const classes = drugClassesIn(said ?? row.drug_classes)
  if (classes === null) throw fieldErrors([UNSAID])
  return classes
}

/** One paper: passed, it is in force at once; rejected, its reason tells how to mend it. */
export async function decideCertificate(
  database: DatabaseHandle,
  staff: StaffActor,
  id: number,
  verdict: Verdict,
  now: Date,
): Promise<DossierWire> {
  const companyId = await transact(database.db, async (trx) => {
    const found = await findCertificate(trx, id)
    if (found === null) throw notFound('证照')
    const company = await lockOwner(trx, found.company_id)
    // Read again: the company was locked by whoever decided before.
    const row = (await findCertificate(trx, id)) ?? found
    const { name } = PAPER_FORMS[row.kind]
    const to = decideCertificateState(certificateOf(row.status), verdict.decision)
    if (to === null) {
      throw conflict(row.decided_by ? `这张证照已由 ${row.decided_by} 处理` : '这张证照不在待审核状态')
    }
    refuseUnseen(verdict.submitted_at, row.submitted_at)
    if (reviewOf(company.review_state) === 'frozen') throw conflict('企业已冻结，请先解冻')
    const decided = { decided_at: now, decided_by: staff.name }
    const classes = verdict.decision === 'pass' ? classesRead(company, row, verdict) : null
    if (verdict.decision === 'pass') {
      if (!isValidOn(row.expires_on, beijingDate(now))) throw conflict(`这张${name}已经过期，不能通过`)
      const former = (await certificatesOf(trx, row.company_id)).filter(
        (one) => one.kind === row.kind && one.status === CERTIFICATE.inForce,
      )
      await updateCertificates(
        trx,
        former.map((one) => one.id),
        { status: CERTIFICATE.replaced },
      )
      await updateCertificates(trx, [id], { ...decided, status: CERTIFICATE[to], reason: '' })
      await bringIntoForce(trx, row)
      if (classes !== null) {
        await updateCertificates(trx, [id], { drug_classes: classes })
        await updateCompany(trx, company.id, { drug_classes: classes, drug_classes_read_at: now }, now)
      }
    } else {
      await updateCertificates(trx, [id], { ...decided, status: CERTIFICATE[to], reason: reasonOf(verdict) })
    }
    const after = {
      decision: verdict.decision,
      reason: verdict.reason ?? '',
      kind: row.kind,
      expires_on: row.expires_on,
      ...(classes === null ? {} : { drug_classes: classes }),
    }
    await writeAudit(
      trx,
      staff,
      { action: 'certificate.decide', subject: `company:${company.id}`, before: { certificate: id, status: row.status }, after },
      now,
    )
    await tellPages(trx, company.id)
    // While the company itself waits, it is told once, of everything.
    if (reviewOf(company.review_state) === 'passed') {
      const passed = verdict.decision === 'pass'
      await tell(
        trx,
        {
          companyId: company.id,
          kind: 'licence',
          title: passed ? `${name}已通过审核` : `${name}未通过审核`,
          text: passed
            ? `新的${name}已生效${row.expires_on ? `，有效期至 ${row.expires_on}` : '，长期有效'}。`
            : `原因：${verdict.reason ?? ''}。请修改后重新提交。`,
          url: '/zzzj',
          key: `certificate:${id}:${now.getTime()}`,
        },
        now,
      )
    }
    return company.id
  })
  return dossierOf(database, companyId, now, true)
}

/** What quality reads on an imported licence, of which no version was ever sent, or corrects on one that it passed. */
export async function readDrugClasses(
  database: DatabaseHandle,
  staff: StaffActor,
  companyId: number,
  codes: readonly string[],
  now: Date,
): Promise<DossierWire> {
  await transact(database.db, async (trx) => {
    const company = await lockOwner(trx, companyId)
    if (!statesDrugClasses(company.type)) throw conflict(`${company.type}的许可证不载明经营类别，无需登记`)
    if (!(await papersInForce(trx, companyId)).some(({ kind }) => kind === 'drug_licence')) throw conflict('该企业没有在档的药品经营许可证')
    const classes = drugClassesIn(codes)
    if (classes === null) throw fieldErrors([UNSAID])
    const before = { drug_classes: company.drug_classes, drug_classes_read_at: company.drug_classes_read_at }
    const after = { drug_classes: classes, drug_classes_read_at: now }
    await updateCompany(trx, companyId, after, now)
    await writeAudit(trx, staff, { action: 'company.drug_classes', subject: `company:${companyId}`, before, after }, now)
    await tellPages(trx, companyId)
  })
  return dossierOf(database, companyId, now, true)
}
