import { staffCompanyDecide } from '#contract/company-review.ts'
import { reviewName } from '#domain/review.ts'
import type { Deed } from '../approvals/public.ts'
import { decideCompany } from './review.ts'
import { readCompany } from './store.ts'

/** A frozen company neither buys nor is delivered to: one person asks for it, another agrees. */
export const decideDeed: Deed<typeof staffCompanyDecide> = {
  call: staffCompanyDecide,
  kind: 'company.freeze',
  async weigh({ database: { db }, params: { id }, body }) {
    if (body.decision !== 'freeze') return null
    const company = await readCompany(db, id, true)
    if (company === null) return null
    return {
      subject: `company:${id}`,
      companyId: id,
      title: `冻结 ${company.name}`,
      changes: [{ name: '状态', before: reviewName(company.review_state), after: '已冻结' }],
      stands: String(company.review_state),
      reason: body.reason?.trim() ?? '',
    }
  },
  run: ({ database, doer, params, body, now }) => decideCompany(database, doer, params.id, body, now),
  said: (dossier) => `企业状态：${dossier.review_name}`,
}
