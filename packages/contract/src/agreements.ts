import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { AGREEMENT_COMPANY_STATES, AGREEMENT_STATES } from './constants.ts'
import { OfferRequest } from './offer-desk.ts'
import { Flag, Id, Ids, listOf, NullableInteger, NullableText, Paged, Paging, Reason, Version, words } from './shapes.ts'

/** Texts that a company agrees to (用户协议, 隐私政策 …), in versions: what is asked of it, what it accepted, and how staff write and publish them. */

/** Sent with a registration: the versions that its page showed. Left out: those in force. */
export const ReadAgreements = Type.Optional(Ids)

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the text, in hex' })
const Day = Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$', description: 'empty: none' })
const Body = Type.String({ maxLength: 60_000, description: 'as the body of an article' })

// ── What a buyer sees ──

const version = {
  id: { ...Id, description: 'of the version' },
  title: Type.String(),
  number: Type.Integer(),
  in_force_at: Type.String(),
  url: Type.String({ description: 'the page of the text that is in force' }),
}
const text = { changes: Type.String({ description: 'what is new in it; empty: the first' }), body: Body, sha256: Sha256 }

export const agreementsToRegister = call('GET', '/api/agreement/registration', {
  access: 'public',
  summary: '注册时要同意的协议',
  data: Type.Object({ list: listOf(version) }),
})

const Asked = Type.Object({
  ...version,
  ...text,
  blocks_on: {
    ...NullableText,
    description: 'from that day on the company orders nothing before it has accepted; null: it is asked, no more',
  },
  days_left: { ...NullableInteger, description: 'until then; 0 or less: it cannot order now' },
})
export type AskedAgreementWire = Static<typeof Asked>
const Accepted = Type.Object({
  ...version,
  accepted_at: Type.String(),
  accepted_by: Type.String(),
  is_current: { ...Flag, description: '1: this version is in force' },
})
export type AcceptedAgreementWire = Static<typeof Accepted>
const Own = Type.Object({
  can_accept: { ...Flag, description: '1: this person may agree for the company' },
  owner: Type.String({ description: 'who may; empty: nobody can sign in for it' }),
  asked: Type.Array(Asked),
  accepted: Type.Array(Accepted),
})
export type OwnAgreementsWire = Static<typeof Own>
export const ownAgreements = call('GET', '/api/agreement', {
  access: 'member',
  summary: '待同意的协议与签过的协议',
  data: Own,
})
/** One that the company accepted, or that is in force: to read and to print. */
export const agreementText = call('GET', '/api/agreement/:id', {
  access: 'member',
  summary: '协议的一个版本',
  data: Type.Object({
    ...version,
    ...text,
    supplier: Type.String(),
    company: Type.String(),
    accepted: listOf({ by: Type.String(), at: Type.String(), ip: Type.String() }),
  }),
})
/** For the company in use, by who is responsible for it. Again: it stays as it was. */
export const agreementAccept = call('POST', '/api/agreement/:id/accept', {
  access: 'member',
  summary: '同意协议',
  refuses: ['TEXT_CHANGED'],
  body: Type.Object({ sha256: Sha256, agreed: Flag }),
  data: Own,
})

// ── What the shop's people do ──

export type AgreementState = keyof typeof AGREEMENT_STATES
const State = Type.Unsafe<AgreementState>({ type: 'string', enum: Object.keys(AGREEMENT_STATES) })
export type AgreementCompanyState = keyof typeof AGREEMENT_COMPANY_STATES
const CompanyState = Type.Unsafe<AgreementCompanyState>({ type: 'string', enum: Object.keys(AGREEMENT_COMPANY_STATES) })

const head = {
  id: Id,
  code: Type.String(),
  title: Type.String(),
  url: Type.String({ description: 'its page in the shop' }),
  number: { ...NullableInteger, description: 'version in force; null: none' },
  in_force_at: NullableText,
  next_number: { ...NullableInteger, description: 'version that is prepared or comes in force later' },
  next_state: Type.Unsafe<AgreementState | null>({ anyOf: [State, { type: 'null' }] }),
  next_at: { ...NullableText, description: 'from when on it will be in force' },
  accepted: Type.Integer({ description: 'passed companies that accepted the version in force; counted to 10,000' }),
}
const typed = {
  body: Body,
  changes: words(1000),
  planned_at: Type.String({ maxLength: 40, description: 'from when on it is in force; empty: as soon as it is approved' }),
  at_registration: { ...Flag, description: '1: who registers accepts it' },
  demanded: { ...Flag, description: '1: companies that are here are asked to accept it' },
  blocks_on: { ...Day, description: 'from that day on they order nothing before; empty: they are asked, no more' },
}
const Draft = Type.Object(typed)
export type AgreementDraftWire = Static<typeof Draft>
const Record = Type.Object({
  ...head,
  draft: Draft,
  draft_number: { ...Type.Integer(), description: 'of the version that is written, or would be begun' },
  version: { ...Type.Integer(), description: 'of the draft as it was saved; 0: none is begun' },
  saved_by: Type.String(),
  saved_at: NullableText,
  request: OfferRequest,
  blanks: Type.Array(Type.String(), { description: 'what is still to be filled in' }),
  versions: Type.Array(
    Type.Object({
      id: Id,
      number: Type.Integer(),
      state: State,
      ...typed,
      sha256: Sha256,
      asked_by: Type.String({ description: 'empty: before agreements were kept by version' }),
      approved_by: Type.String(),
      approved_at: Type.String(),
      in_force_at: Type.String(),
      withdrawn_by: Type.String(),
      withdrawn_reason: Type.String(),
      accepted: Type.Integer({ description: 'companies' }),
    }),
    { description: 'approved ones, the newest first' },
  ),
})
export type StaffAgreementWire = Static<typeof Record>

export const staffAgreements = call('GET', '/api/staff/agreement', {
  permission: 'articles.view',
  summary: '协议',
  query: Type.Object({ keywords: Type.Optional(words(60)), ...Paging }),
  data: Type.Object({
    ...Paged,
    list: Type.Array(Type.Object(head)),
    missing: Type.Array(Type.String(), { description: 'titles of those that a shop needs and nobody began' }),
  }),
})
export const staffAgreement = call('GET', '/api/staff/agreement/:id', {
  permission: 'articles.view',
  summary: '协议及其各版本',
  data: Record,
})
export const staffAgreementAdd = call('POST', '/api/staff/agreement', {
  permission: 'articles.change',
  summary: '新建协议',
  body: Type.Object({ code: words(40), title: words(60) }),
  data: Record,
})
export const staffAgreementPrepare = call('POST', '/api/staff/agreement/prepare', {
  permission: 'articles.change',
  summary: '按范本起草缺少的协议',
  body: Type.Object({}),
  data: Type.Object({ made: Type.Array(Type.String()) }),
})
export const staffAgreementSave = call('POST', '/api/staff/agreement/:id/draft', {
  permission: 'articles.change',
  summary: '起草协议的下一版',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...typed, version: Version }),
  data: Record,
})
export const staffAgreementPublish = call('POST', '/api/staff/agreement/:id/publish', {
  permission: 'articles.change',
  approval: 'agreement.publish',
  summary: '发布协议版本',
  refuses: ['CHANGED_MEANWHILE', 'NOBODY_TO_APPROVE'],
  body: Type.Object({ version: Version, reason: Type.Optional(words(200)) }),
  data: Record,
})
/** Approved and not yet in force: it never will be. */
export const staffAgreementWithdraw = call('POST', '/api/staff/agreement/:id/withdraw', {
  permission: 'articles.publish',
  summary: '撤回还没有生效的版本',
  body: Type.Object({ number: Id, reason: Reason }),
  data: Record,
})
export const staffAgreementCompanies = call('GET', '/api/staff/agreement_company', {
  permission: 'companies.view',
  summary: '哪些企业同意了哪一版协议',
  query: Type.Object({
    agreement: Type.Optional(Id),
    state: Type.Optional(CompanyState),
    keywords: Type.Optional(words(60)),
    ...Paging,
  }),
  data: Type.Object({
    ...Paged,
    list: listOf({
      id: { ...Id, description: 'of the company' },
      code: Type.String(),
      company: Type.String(),
      agreement: Id,
      title: Type.String(),
      in_force: Type.Integer({ description: 'version in force' }),
      state: CompanyState,
      number: { ...NullableInteger, description: 'the newest version that it accepted' },
      by: Type.String(),
      login: Type.String(),
      at: NullableText,
      ip: Type.String(),
      way: Type.String({ description: 'registration or page' }),
      sha256: Type.String({ description: 'of the text that was accepted' }),
    }),
  }),
})
