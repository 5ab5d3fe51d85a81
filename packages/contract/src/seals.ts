import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { FileShape } from './files.ts'
import { Flag, Id, listOf, NullableText, OptionalDay, Reason } from './shapes.ts'

/** Seals: a buyer's own, with which its agreements are signed, and the wholesaler's, by which its papers are known. */

/** What a buyer may register: 公章 or 合同专用章. */
const BuyerPurpose = Type.Unsafe<'official' | 'contract'>({ type: 'string', enum: ['official', 'contract'] })
const ShopPurpose = Type.Unsafe<'official' | 'dispatch' | 'quality' | 'contract' | 'finance'>({
  type: 'string',
  enum: ['official', 'dispatch', 'quality', 'contract', 'finance'],
})
const SealState = Type.Unsafe<'applied' | 'in_force' | 'refused' | 'stopped' | 'expired'>({ type: 'string' })
const Files = (max: number) => Type.Array(Id, { minItems: 1, maxItems: max, uniqueItems: true })

const Seal = Type.Object({
  id: Id,
  purpose: Type.String(),
  purpose_name: Type.String(),
  name: Type.String({ description: "the company's, on the upper arc" }),
  number: Type.String(),
  state: SealState,
  state_name: Type.String(),
  reason: Type.String({ description: 'of a refusal or a stop' }),
  legal_person: Type.String(),
  valid_from: Type.String(),
  valid_until: NullableText,
  applied_at: Type.String(),
  applied_by: Type.String(),
  decided_at: NullableText,
  /** Empty: drawn from its words. */
  picture_url: Type.String(),
  authority: Type.Array(FileShape),
  users: listOf({ account_id: Id, name: Type.String() }),
  uses: Type.Integer(),
})
export type SealWire = Static<typeof Seal>

const Certificate = Type.Object({
  subject: Type.String(),
  issuer: Type.String(),
  serial: Type.String(),
  fingerprint: Type.String({ description: 'SHA-256' }),
  valid_from: Type.String(),
  valid_until: Type.String(),
  days_left: Type.Integer(),
  is_demo: Flag,
})
export type CertificateWire = Static<typeof Certificate>

export const sealInfo = call('GET', '/api/seal', {
  access: 'member',
  summary: '电子签章：本企业的印章与供应商的印模、证书',
  data: Type.Object({
    company: Type.String(),
    can_apply: Flag,
    why: Type.String({ description: 'why a seal cannot be applied for now' }),
    people: listOf({ account_id: Id, name: Type.String() }),
    seals: Type.Array(Seal),
    supplier: Type.String(),
    samples: listOf({
      purpose: Type.String(),
      purpose_name: Type.String(),
      name: Type.String(),
      number: Type.String(),
      picture_url: Type.String(),
    }),
    /** The paper with all specimens, sealed itself; empty until it is made. */
    samples_url: Type.String(),
    certificate: Type.Unsafe<CertificateWire | null>({ anyOf: [Certificate, { type: 'null' }] }),
  }),
})
export type SealInfoWire = Static<(typeof sealInfo)['data']>

export const sealApply = call('POST', '/api/seal', {
  access: 'member',
  summary: '申请启用电子印章',
  refuses: ['SEAL_APPLIED'],
  body: Type.Object({
    purpose: BuyerPurpose,
    legal_person: Type.String({ minLength: 2, maxLength: 20 }),
    number: Type.Optional(Type.String({ pattern: '^[0-9]{0,13}$' })),
    valid_until: OptionalDay,
    /** A picture of the seal; none: drawn from the company's name. */
    picture_ids: Type.Optional(Type.Array(Id, { maxItems: 1 })),
    /** The legal person's authorisation, signed and stamped. */
    authority_ids: Files(3),
    user_ids: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
    agreed: Flag,
  }),
  data: Seal,
})
export const sealUsers = call('POST', '/api/seal/:id/users', {
  access: 'member',
  summary: '谁可以使用印章',
  refuses: ['SEAL_NOT_YOURS'],
  body: Type.Object({ user_ids: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }) }),
  data: Seal,
})
export const sealStop = call('POST', '/api/seal/:id/stop', {
  access: 'member',
  summary: '立即停用印章',
  refuses: ['SEAL_NOT_YOURS'],
  body: Type.Object({ reason: Reason }),
  data: Seal,
})

const Use = Type.Object({
  id: Id,
  at: Type.String(),
  purpose_name: Type.String(),
  what: Type.String(),
  person: Type.String(),
  ip: Type.String(),
})
export const sealUses = call('GET', '/api/seal/uses', {
  access: 'member',
  summary: '用印记录',
  query: Type.Object({ before: Type.Optional(Id) }),
  data: Type.Object({ list: Type.Array(Use), next: Type.Unsafe<number | null>({ type: ['integer', 'null'] }) }),
})
export type SealUseWire = Static<typeof Use>

/** The sealed paper with the wholesaler's specimen seals. */
export const sealSamples = call('GET', '/api/seal/samples', {
  access: 'account',
  file: true,
  summary: '供应商印章印模备案表',
  data: Type.Object({}),
})
/** A picture of one of the wholesaler's registered seals. */
export const sealSamplePicture = call('GET', '/api/seal/sample/:id', {
  access: 'account',
  file: true,
  summary: '供应商印模图片',
  data: Type.Object({}),
})

const StaffSeal = Type.Intersect([
  Seal,
  Type.Object({ company_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }), company: Type.String() }),
])
export const staffSealList = call('GET', '/api/staff/seal', {
  permission: 'seals.view',
  summary: '印章申请与台账',
  query: Type.Object({
    state: Type.Optional(Type.String({ enum: ['', 'applied', 'in_force', 'refused', 'stopped'] })),
    own: Type.Optional({ ...Flag, description: '1: the shop’s own alone' }),
    before: Type.Optional(Id),
  }),
  data: Type.Object({ list: Type.Array(StaffSeal), next: Type.Unsafe<number | null>({ type: ['integer', 'null'] }) }),
})
export const staffSealPass = call('POST', '/api/staff/seal/:id/pass', {
  permission: 'seals.decide',
  summary: '通过印章申请',
  body: Type.Object({}),
  data: Type.Object({ state: SealState }),
})
export const staffSealRefuse = call('POST', '/api/staff/seal/:id/refuse', {
  permission: 'seals.decide',
  summary: '退回印章申请',
  body: Type.Object({ reason: Reason }),
  data: Type.Object({ state: SealState }),
})
export const staffSealStop = call('POST', '/api/staff/seal/:id/stop', {
  permission: 'seals.decide',
  summary: '停用印章',
  body: Type.Object({ reason: Reason }),
  data: Type.Object({ state: SealState }),
})
/** The shop's own seal of a purpose: from now on it stands on new papers; the one before is stopped. */
export const staffSealRegister = call('POST', '/api/staff/seal', {
  permission: 'seals.register',
  summary: '登记本公司印章',
  refuses: ['SEAL_APPLIED'],
  body: Type.Object({
    purpose: ShopPurpose,
    name: Type.String({ minLength: 2, maxLength: 40 }),
    number: Type.Optional(Type.String({ pattern: '^[0-9]{0,13}$' })),
    picture_ids: Type.Optional(Type.Array(Id, { maxItems: 1 })),
    valid_until: OptionalDay,
  }),
  data: Type.Object({ id: Id }),
})
export const staffCertificate = call('GET', '/api/staff/certificate', {
  permission: 'seals.view',
  summary: '签章证书与时间戳的状态',
  data: Type.Object({
    certificate: Type.Unsafe<CertificateWire | null>({ anyOf: [Certificate, { type: 'null' }] }),
    alarm: Type.String({ description: 'what somebody has to do; empty: nothing' }),
    unstamped: Type.Integer({ description: 'signatures that wait for their time stamp' }),
  }),
})
