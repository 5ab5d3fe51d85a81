import { type Static, Type } from 'typebox'
import type { LicensedClass } from '#domain/drug-classes.ts'
import { call } from './call.ts'
import { FileShape } from './files.ts'
import { Flag, Id, listOf, NullableInteger, NullableText } from './shapes.ts'

/** A company's own data and papers. Dates are Beijing dates; expires_on null with is_endless: 长期. */

const Scope = Type.Object({ code: Type.String(), name: Type.String() })

/** One version of a paper. status: 0 draft, 1 waits, 2 in force, 3 rejected, 4 replaced. */
export const Certificate = Type.Object({
  id: NullableInteger,
  kind: Type.String(),
  number: Type.String(),
  issuer: Type.String(),
  holder: Type.String(),
  issued_on: NullableText,
  expires_on: NullableText,
  is_endless: Flag,
  scopes: Type.Array(Scope),
  drug_classes: Type.Array(Scope, { description: '经营类别 of a retail pharmacy; empty: not filled in, or the paper states none' }),
  scope_text: Type.String(),
  status: Type.Integer(),
  status_name: Type.String(),
  reason: Type.String(),
  submitted_at: NullableText,
  decided_at: NullableText,
  files: Type.Array(FileShape),
})
export type CertificateWire = Static<typeof Certificate>
const NullableCertificate = Type.Unsafe<CertificateWire | null>({ anyOf: [Certificate, { type: 'null' }] })

export type PaperState = 'none' | 'draft' | 'waiting' | 'rejected' | 'ok' | 'soon' | 'expired' | 'stopped'

/** A paper that this type of company must or may have. */
export const Paper = Type.Object({
  kind: Type.String(),
  name: Type.String(),
  hint: Type.String(),
  labels: Type.Object({ number: Type.String(), issuer: Type.String(), holder: Type.String() }),
  must: Flag,
  instead_of: Type.String({ description: 'names of the papers of which one is enough; empty where there is no choice' }),
  may_be_endless: Flag,
  scope_options: Type.Array(Scope),
  class_options: Type.Array(Scope, { description: '经营类别 that this paper may state; empty: it states none' }),
  state: Type.Unsafe<PaperState>({ type: 'string' }),
  state_name: Type.String(),
  days_left: NullableInteger,
  in_force: NullableCertificate,
  open: NullableCertificate,
  history: Type.Array(Certificate),
})
export type PaperWire = Static<typeof Paper>

const CompanyData = {
  name: Type.String(),
  type: Type.String(),
  credit_code: Type.String(),
  province: Type.String(),
  city: Type.String(),
  district: Type.String(),
  address: Type.String(),
  legal_person: Type.String(),
  scope_text: Type.String(),
  contact: Type.String(),
  phone: Type.String(),
  invoice_bank: Type.String(),
  invoice_account: Type.String(),
  invoice_address: Type.String(),
  invoice_phone: Type.String(),
}

/** What waits for review of a passed company's data. */
const Change = Type.Object({
  id: Id,
  status: Type.Integer({ description: '1 waits, 3 rejected' }),
  status_name: Type.String(),
  reason: Type.String(),
  created_at: Type.String(),
  fields: listOf({ field: Type.String(), name: Type.String(), before: Type.String(), after: Type.String() }),
})
export type ChangeWire = Static<typeof Change>

export const Dossier = Type.Object({
  id: Id,
  ...CompanyData,
  types: Type.Array(Type.String()),
  review_state: Type.Integer(),
  review_name: Type.String(),
  review_note: Type.String(),
  submitted_at: NullableText,
  rank: Type.String(),
  manager: Type.Object({ name: Type.String(), phone: Type.String(), is_default: Flag }),
  scopes: Type.Array(Scope),
  drug_classes: Type.Object(
    {
      is_asked: Flag,
      list: Type.Array(Scope, { description: 'empty: not known, and nothing is limited by it' }),
      read_at: Type.Unsafe<string | null>({
        anyOf: [{ type: 'string' }, { type: 'null' }],
        description: 'when quality read it on the paper; null: not read yet',
      }),
    },
    { description: '经营类别 of the 药品经营许可证 of a retail pharmacy' },
  ),
  unknown_scopes: Type.Array(Type.String(), { description: 'words of scope_text that the shop does not know' }),
  papers: Type.Array(Paper),
  change: Type.Unsafe<Static<typeof Change> | null>({ anyOf: [Change, { type: 'null' }] }),
  missing: listOf({ at: Type.String({ description: 'a field of the company, or the kind of a paper' }), message: Type.String() }),
  done: Type.Integer({ description: 'of total required parts' }),
  total: Type.Integer(),
  can_edit: Flag,
  can_submit: Flag,
  to_complete: Type.Array(Type.String(), { description: 'papers that an imported company still owes; empty: none, or it registered here' }),
  open_until: Type.Unsafe<string | null>({
    anyOf: [{ type: 'string' }, { type: 'null' }],
    description: 'a Beijing date until which it buys without them, inclusive; null: it does not',
  }),
})
export type DossierWire = Static<typeof Dossier>

/** Codes of 经营类别. */
export const DrugClasses = Type.Array(Type.Unsafe<LicensedClass>({ type: 'string', enum: ['rx', 'otc_a', 'otc_b'] }), { maxItems: 3 })

const text = (max: number) => Type.Optional(Type.String({ maxLength: max }))

export const companyDossier = call('GET', '/api/company', {
  access: 'member',
  summary: '企业资料与证照',
  data: Dossier,
})
/** Saves what is given, as one goes; of a passed company what needs review is only asked for (change). */
export const companySave = call('POST', '/api/company', {
  access: 'member',
  summary: '保存企业资料',
  body: Type.Object({
    name: text(80),
    type: text(10),
    credit_code: text(30),
    province: text(20),
    city: text(20),
    district: text(20),
    address: text(120),
    legal_person: text(30),
    scope_text: text(1000),
    contact: text(30),
    phone: text(20),
    invoice_bank: text(60),
    invoice_account: text(40),
    invoice_address: text(120),
    invoice_phone: text(20),
  }),
  data: Dossier,
})
/** Makes or changes the open version of a paper. submit=1 sends it for review at once (a passed or rejected company's single paper). */
export const certificateSave = call('POST', '/api/company/certificate/:kind', {
  access: 'member',
  summary: '保存证照',
  params: Type.Object({ kind: Type.String({ maxLength: 40 }) }),
  body: Type.Object({
    number: text(60),
    issuer: text(60),
    holder: text(30),
    issued_on: text(10),
    expires_on: text(10),
    is_endless: Type.Optional(Flag),
    scope_codes: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 20 })),
    scope_text: text(1000),
    drug_classes: Type.Optional(DrugClasses),
    file_ids: Type.Optional(Type.Array(Id, { maxItems: 10 })),
    submit: Type.Optional(Flag),
  }),
  data: Dossier,
})
/** Takes an open version back: a draft or rejected one is dropped, a waiting one becomes a draft again. */
export const certificateWithdraw = call('POST', '/api/company/certificate/:kind/withdraw', {
  access: 'member',
  summary: '撤回证照',
  params: Type.Object({ kind: Type.String({ maxLength: 40 }) }),
  data: Dossier,
})
export const companySubmit = call('POST', '/api/company/submit', {
  access: 'member',
  summary: '提交企业资料审核',
  data: Dossier,
})
/** While it waits: back to the buyer, who goes on mending. */
export const companyWithdraw = call('POST', '/api/company/withdraw', {
  access: 'member',
  summary: '撤回企业资料审核',
  data: Dossier,
})
export const companyChangeWithdraw = call('POST', '/api/company/change/withdraw', {
  access: 'member',
  summary: '撤回企业资料变更',
  data: Dossier,
})

/** Papers in force, by name, with their state today. */
export const userZizhi = call('GET', '/api/user/zizhi', {
  access: 'member',
  summary: '资质证件',
  data: Type.Object({
    list: listOf({
      kind: Type.String(),
      name: Type.String(),
      number: Type.String(),
      expires_on: NullableText,
      days_left: NullableInteger,
      state: Type.Unsafe<PaperState>({ type: 'string' }),
      state_name: Type.String(),
      reason: Type.String(),
    }),
    note: Type.String(),
    state: Type.Unsafe<'ok' | 'soon' | 'bad'>({ type: 'string' }),
  }),
})
/** Business scope, each with the paper that it stands on. */
export const userJyfw = call('GET', '/api/user/jyfw', {
  access: 'member',
  summary: '经营范围',
  data: Type.Object({
    list: listOf({ code: Type.String(), name: Type.String(), paper: Type.String(), expires_on: NullableText, is_valid: Flag }),
  }),
})

export type CompanySaveWire = Static<typeof companySave.body>
export type CertificateSaveWire = Static<typeof certificateSave.body>
