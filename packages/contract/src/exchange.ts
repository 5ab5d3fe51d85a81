import { type Static, Type } from 'typebox'
import type { DocumentKind, DocumentState } from '#domain/documents.ts'
import { call } from './call.ts'
import { Flag, Id, NullableText, OptionalDay } from './shapes.ts'

/** Electronic data exchange: the papers that the shop makes, how they are fetched and checked. */

/** At once in one file; more are a job. */
export const ZIP_MAX = 50
const PER_PAGE_MAX = 100

const Kind = Type.Unsafe<DocumentKind>({ type: 'string' })
const State = Type.Unsafe<DocumentState>({ type: 'string' })

export const DocumentShape = Type.Object({
  id: Id,
  no: Type.String(),
  kind: Kind,
  kind_name: Type.String(),
  version: Type.Integer(),
  title: Type.String(),
  day: Type.String({ description: 'of the deed' }),
  state: State,
  state_name: Type.String(),
  change: Type.String({ description: 'why this version was made; empty for the first' }),
  made_at: NullableText,
  file_url: Type.String({ description: 'empty until it is made' }),
  verify_url: Type.String(),
})
export type DocumentWire = Static<typeof DocumentShape>

const ListQuery = {
  /** Names of kinds, parted by commas; none: all. */
  kinds: Type.Optional(Type.String({ maxLength: 200 })),
  keyword: Type.Optional(Type.String({ maxLength: 40, description: 'beginning of a number, part of a title' })),
  from: OptionalDay,
  to: OptionalDay,
  valid: Type.Optional(Flag),
  before: Type.Optional(Id),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, default: 20 })),
}
const ListData = Type.Object({
  list: Type.Array(DocumentShape),
  next: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'before of the next page' }),
})

export const documentList = call('GET', '/api/document', {
  access: 'member',
  summary: '本企业的单据',
  query: Type.Object(ListQuery),
  data: ListData,
})
/** The PDF as it was made. inline: to be looked at in the browser. */
export const documentFile = call('GET', '/api/document/:id/file', {
  access: 'account',
  file: true,
  summary: '单据文件',
  query: Type.Object({ inline: Type.Optional(Flag) }),
  data: Type.Object({}),
})
export const documentZip = call('GET', '/api/document/zip', {
  access: 'member',
  file: true,
  summary: '打包下载单据',
  query: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: ZIP_MAX, uniqueItems: true }) }),
  data: Type.Object({}),
})

/** Some of them in one PDF for one print, behind a page that names them; it carries no signature. */
export const documentPrint = call('GET', '/api/document/print', {
  access: 'member',
  file: true,
  summary: '合并打印单据',
  refuses: ['PRINT_REFUSED', 'PRINT_TOO_LARGE'],
  query: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: ZIP_MAX, uniqueItems: true }) }),
  data: Type.Object({}),
})

const Signature = Type.Object({
  purpose: Type.String(),
  name: Type.String(),
  signed_at: Type.String(),
  subject: Type.String(),
  issuer: Type.String(),
  serial: Type.String(),
  fingerprint: Type.String(),
  valid_from: Type.String(),
  valid_until: Type.String(),
  time_stamped: Flag,
  is_demo: Flag,
})
/** Put beside the file later, where the authority had not answered at the signing. */
const Stamp = Type.Object({ at: Type.String(), authority: Type.String() })
const Code = Type.Object({ code: Type.String({ pattern: '^[A-Z]{2}[0-9]{14,24}-[0-9A-Z]{10}$' }) })
/** For whoever holds a paper: what it is, and whether it still stands. */
export const documentVerify = call('GET', '/api/verify/:code', {
  access: 'public',
  summary: '单据核验',
  params: Code,
  data: Type.Object({
    no: Type.String(),
    kind_name: Type.String(),
    title: Type.String(),
    version: Type.Integer(),
    day: Type.String(),
    state: State,
    state_name: Type.String(),
    reason: Type.String({ description: 'of a withdrawal' }),
    replaced_by: Type.String({ description: 'number of the version that stands; empty: this one' }),
    replaces: Type.String(),
    supplier: Type.String(),
    buyer: Type.String({ description: 'masked for strangers' }),
    is_party: Flag,
    made_at: NullableText,
    sha256: Type.String(),
    stamp: Type.Unsafe<Static<typeof Stamp> | null>({ anyOf: [Stamp, { type: 'null' }] }),
    stamp_url: Type.String({ description: 'empty where none was put beside it' }),
    signatures: Type.Array(Signature),
  }),
})
export type VerifyWire = Static<(typeof documentVerify)['data']>
/** The RFC 3161 token over the whole file. */
export const documentStamp = call('GET', '/api/verify/:code/stamp', {
  access: 'public',
  file: true,
  summary: '单据的时间戳文件',
  params: Code,
  data: Type.Object({}),
})

export const staffDocumentList = call('GET', '/api/staff/document', {
  permission: 'papers.view',
  summary: '全部单据',
  query: Type.Object({ ...ListQuery, company_id: Type.Optional(Id), failed: Type.Optional(Flag) }),
  data: Type.Object({
    list: Type.Array(
      Type.Intersect([DocumentShape, Type.Object({ fault: Type.String(), asked_by: Type.String(), subject: Type.String() })]),
    ),
    next: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  }),
})
export const staffDocumentAgain = call('POST', '/api/staff/document/:id/again', {
  permission: 'papers.make',
  summary: '重新制作失败的单据',
  refuses: ['DOCUMENT_WAITING'],
  body: Type.Object({}),
  data: Type.Object({ state: State }),
})
export const staffDocumentWithdraw = call('POST', '/api/staff/document/:id/withdraw', {
  permission: 'papers.withdraw',
  summary: '作废单据',
  body: Type.Object({ reason: Type.String({ minLength: 2, maxLength: 200 }) }),
  data: Type.Object({ state: State }),
})
