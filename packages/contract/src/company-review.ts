import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Dossier, DrugClasses } from './companies.ts'
import { Flag, Id, listOf, NullableText, Paging } from './shapes.ts'

/** What staff decide about companies and their papers, and which papers were on file when. Dates are Beijing dates. */

const Decision = Type.Unsafe<'pass' | 'reject'>({ type: 'string', enum: ['pass', 'reject'] })
/** As the dossier had it: what was withdrawn and sent again since is another one, which nobody has looked at. */
const SeenSubmitted = Type.Optional(Type.String({ maxLength: 40, description: 'submitted_at of what is decided on, as it was seen' }))
const Reason = Type.Optional(Type.String({ maxLength: 200, description: 'what is wrong and how to mend it; needed to reject' }))

export const REVIEW_QUEUES = ['new', 'certificate', 'change', 'rejected', 'frozen', 'to_complete', 'classes', 'first_trade'] as const
/** new: companies that wait; to_complete: imported ones that still owe papers; classes: passed pharmacies whose 经营类别 quality has not read yet; certificate, change: passed ones of which a paper or their data waits. The longest waiting first. */
export const staffCompanyList = call('GET', '/api/staff/company', {
  permission: 'companies.view',
  summary: '待审核企业',
  query: Type.Object({
    queue: Type.Optional(Type.Unsafe<(typeof REVIEW_QUEUES)[number]>({ type: 'string', enum: [...REVIEW_QUEUES], default: 'new' })),
    keywords: Type.Optional(Type.String({ maxLength: 60 })),
    ...Paging,
  }),
  data: Type.Object({
    list: listOf({
      id: Id,
      name: Type.String(),
      type: Type.String(),
      credit_code: Type.String(),
      region: Type.String(),
      review_state: Type.Integer(),
      review_name: Type.String(),
      since: NullableText,
      waiting_papers: Type.Integer(),
    }),
    page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer(),
  }),
})
const StaffId = Type.Object({ id: Id })
export const staffCompany = call('GET', '/api/staff/company/:id', {
  permission: 'companies.view',
  summary: '企业档案',
  params: StaffId,
  data: Dossier,
})
export const staffCertificate = call('POST', '/api/staff/certificate/:id', {
  permission: 'companies.review',
  summary: '审核证照',
  params: StaffId,
  body: Type.Object({
    decision: Decision,
    reason: Reason,
    submitted_at: SeenSubmitted,
    drug_classes: Type.Optional(DrugClasses),
  }),
  data: Dossier,
})
export const staffCompanyChange = call('POST', '/api/staff/company_change/:id', {
  permission: 'companies.review',
  summary: '审核企业资料变更',
  params: StaffId,
  body: Type.Object({ decision: Decision, reason: Reason }),
  data: Dossier,
})
/** What quality reads as 经营类别 on a licence that came by import, or corrects. It holds at once. */
export const staffDrugClasses = call('POST', '/api/staff/company/:id/drug_classes', {
  permission: 'companies.review',
  summary: '登记许可证载明的经营类别',
  params: StaffId,
  body: Type.Object({ drug_classes: DrugClasses }),
  data: Dossier,
})
export const COMPANY_DECISIONS = ['pass', 'reject', 'freeze', 'unfreeze'] as const
export const staffCompanyDecide = call('POST', '/api/staff/company/:id/decide', {
  permission: 'companies.review',
  summary: '审核企业：通过、驳回、冻结、解冻',
  approval: 'company.freeze',
  refuses: ['NOBODY_TO_APPROVE'],
  params: StaffId,
  body: Type.Object({
    decision: Type.Unsafe<(typeof COMPANY_DECISIONS)[number]>({ type: 'string', enum: [...COMPANY_DECISIONS] }),
    reason: Reason,
    submitted_at: SeenSubmitted,
    rank: Type.Optional(Type.String({ maxLength: 10, description: 'pass: price grade' })),
    manager_name: Type.Optional(Type.String({ maxLength: 20, description: 'pass: account manager' })),
    manager_phone: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  data: Dossier,
})

const LicenceThen = {
  kind: Type.String(),
  name: Type.String(),
  number: Type.String(),
  expires_on: NullableText,
  scope: Type.Array(Type.String(), { description: 'codes of the goods scopes that stood on it' }),
}
/** The papers that were on file, approved, at the end of a Beijing day; whether one had lapsed by then is said. */
export const staffCompanyLicences = call('GET', '/api/staff/company/:id/licences', {
  permission: 'companies.view',
  summary: '企业某日在档的证照',
  params: StaffId,
  query: Type.Object({
    on: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a Beijing date; left out: today' })),
  }),
  data: Type.Object({
    on: Type.String(),
    list: listOf({
      ...LicenceThen,
      issuer: Type.String(),
      holder: Type.String(),
      issued_on: NullableText,
      since: Type.String({ description: 'on file in this state since' }),
      in_force: Flag,
    }),
  }),
})
/** The papers that an order rested on, as they were when it was placed. */
export const staffOrderLicences = call('GET', '/api/staff/order/:id/licences', {
  permission: 'orders.view',
  summary: '订单所依据的证照',
  params: StaffId,
  data: Type.Object({
    list: listOf({
      ...LicenceThen,
      drug_classes: Type.Array(Type.String(), { description: 'codes of 经营类别; empty: not known then, or the paper states none' }),
      at: Type.String(),
    }),
  }),
})
export type StaffDecisionWire = Static<typeof staffCompanyDecide.body>
