import {
  certificateSave,
  certificateWithdraw,
  companyChangeWithdraw,
  companyDossier,
  companySave,
  companySubmit,
  companyWithdraw,
  userJyfw,
  userZizhi,
} from '#contract/companies.ts'
import {
  staffCertificate,
  staffCompany,
  staffCompanyChange,
  staffCompanyLicences,
  staffCompanyList,
  staffDrugClasses,
  staffOrderLicences,
} from '#contract/company-review.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { isInForce } from '#domain/eligibility.ts'
import { isTradeDate } from '#domain/identifiers.ts'
import { maskedText } from '#domain/masking.ts'
import { papersState } from '#domain/papers.ts'
import { CERTIFICATE, CHANGE, reviewName, reviewOf } from '#domain/review.ts'
import { FREE_SCOPE, SCOPES } from '#domain/scopes.ts'
import type { ModuleContext } from '../../../context.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { startOfDay } from '../../goods/catalogue/public.ts'
import { decideDeed } from './decide-deed.ts'
import { deskRoutes } from './desk/desk-routes.ts'
import { lookOf, papersOf, readDossier } from './dossier.ts'
import { licencesAt, licencesOfOrder } from './licence-views.ts'
import { decideCompanyChange } from './review.ts'
import { decideCertificate, readDrugClasses } from './review-papers.ts'
import { dossierOf, saveCertificate, saveCompany, submitCompany, withdrawCertificate, withdrawChange, withdrawCompany } from './service.ts'
import { waitingCompanies } from './views.ts'

const actorOf = (viewer: Viewer) => ({ accountId: viewer.accountId, name: viewer.name })

export function companyRoutes(context: ModuleContext): void {
  ownRoutes(context)
  staffRoutes(context)
  deskRoutes(context)
}

function ownRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(companyDossier, ({ viewer, now }) => dossierOf(database, viewer.company.id, now))
  serve(companySave, async ({ viewer, body, now, say }) => {
    const dossier = await saveCompany(database, viewer.company.id, body, now)
    say(dossier.change?.status === CHANGE.waiting ? '已提交变更，审核通过后生效' : '企业资料已保存')
    return dossier
  })
  serve(certificateSave, async ({ viewer, params, body, now, say }) => {
    const dossier = await saveCertificate(database, viewer.company.id, params.kind, body, now)
    say(body.submit === 1 && reviewOf(dossier.review_state) === 'passed' ? '已提交审核，原证照在此期间照常有效' : '证照已保存')
    return dossier
  })
  serve(certificateWithdraw, async ({ viewer, params, now, say }) => {
    const dossier = await withdrawCertificate(database, viewer.company.id, params.kind, now)
    say('已撤回')
    return dossier
  })
  serve(companySubmit, async ({ viewer, now, say }) => {
    const dossier = await submitCompany(database, viewer.company.id, now)
    say('资料已提交，请等待审核')
    return dossier
  })
  serve(companyWithdraw, async ({ viewer, now, say }) => {
    const dossier = await withdrawCompany(database, viewer.company.id, now)
    say('已撤回，修改后请重新提交')
    return dossier
  })
  serve(companyChangeWithdraw, async ({ viewer, now, say }) => {
    const dossier = await withdrawChange(database, viewer.company.id, now)
    say('已撤回变更')
    return dossier
  })

  serve(userZizhi, async ({ viewer, now }) => {
    const papers = papersOf(await readDossier(database.db, viewer.company.id), lookOf(now, false))
    const { state, note } = papersState(viewer.company, beijingDate(now))
    const list = papers.flatMap((paper) => {
      const shown = paper.in_force ?? paper.open
      if (shown === null && paper.must === 0) return []
      return [
        {
          kind: paper.kind,
          name: paper.name,
          number: shown?.number ?? '',
          expires_on: shown?.expires_on ?? null,
          days_left: paper.days_left,
          state: paper.state,
          state_name: paper.state_name,
          reason: paper.open?.reason ?? '',
        },
      ]
    })
    return { list, note, state }
  })
  serve(userJyfw, ({ viewer: { company }, now }) => {
    const today = beijingDate(now)
    const list = SCOPES.filter(({ code }) => company.scopeCodes.has(code)).map(({ code, name }) => {
      const papers = company.qualifications.filter((one) => one.scopeCodes.includes(code))
      const paper = papers.find((one) => isInForce(one, today)) ?? papers[0]
      const passed = reviewOf(company.reviewState) === 'passed'
      // A scope without a paper of its own is the staff's word: nothing before they have spoken.
      const valid = paper ? isInForce(paper, today) : passed || code === FREE_SCOPE
      return { code, name, paper: paper?.name ?? '', expires_on: paper?.expiresOn ?? null, is_valid: valid ? 1 : 0 }
    })
    return { list }
  })
}

function staffRoutes({ serve, approvals, deps: { database } }: ModuleContext): void {
  serve(staffCompanyList, async ({ query }) => {
    const { queue = 'new', keywords = '', page = 1, per_page: perPage = 40 } = query
    const { rows, total } = await waitingCompanies(database, {
      queue,
      keywords: keywords.trim(),
      offset: (page - 1) * perPage,
      limit: perPage,
    })
    const list = rows.map(({ since, ...row }) => ({
      id: row.id,
      name: row.name,
      type: row.type,
      credit_code: row.credit_code,
      region: row.region,
      review_state: row.review_state,
      review_name: reviewName(row.review_state),
      since: since === null ? null : new Date(since).toISOString(),
      waiting_papers: row.waiting_papers,
    }))
    return { list, page, per_page: perPage, total }
  })
  serve(staffCompany, ({ params, now }) => dossierOf(database, params.id, now, true))
  serve(staffCompanyLicences, async ({ params, query, now }) => {
    const on = query.on ?? beijingDate(now)
    if (!isTradeDate(on)) throw fieldErrors([{ field: 'on', message: '日期不存在' }])
    const list = await licencesAt(database.db, params.id, startOfDay(addDays(on, 1)))
    return {
      on,
      list: list.map(({ since, ...row }) => {
        const inForce = isInForce({ kind: row.kind, status: CERTIFICATE.inForce, expiresOn: row.expires_on }, on)
        return { ...row, since: since.toISOString(), in_force: inForce ? 1 : 0 }
      }),
    }
  })
  serve(staffOrderLicences, async ({ viewer, params }) => {
    const list = await licencesOfOrder(database.db, params.id)
    if (list === null) throw notFound('订单')
    // Among them are the identity cards of who buys and who receives: whoever sees orders alone compares, and does not copy.
    const seesCompanies = viewer.staff?.permissions.has('companies.view') ?? false
    const shown = (number: string) => (seesCompanies ? number : maskedText(number))
    return { list: list.map((row) => ({ ...row, number: shown(row.number), at: new Date(row.at).toISOString() })) }
  })
  serve(staffCertificate, async ({ viewer, params, body, now, say }) => {
    const dossier = await decideCertificate(database, actorOf(viewer), params.id, body, now)
    say(body.decision === 'pass' ? '已通过' : '已驳回')
    return dossier
  })
  serve(staffCompanyChange, async ({ viewer, params, body, now, say }) => {
    const dossier = await decideCompanyChange(database, actorOf(viewer), params.id, body, now)
    say(body.decision === 'pass' ? '变更已生效' : '变更已驳回')
    return dossier
  })
  serve(staffDrugClasses, async ({ viewer, params, body, now, say }) => {
    const dossier = await readDrugClasses(database, actorOf(viewer), params.id, body.drug_classes, now)
    say('经营类别已登记')
    return dossier
  })
  approvals.serve(decideDeed)
}
