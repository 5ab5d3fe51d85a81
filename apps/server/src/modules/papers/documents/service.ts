import type { DataOf, QueryOf } from '#contract/call.ts'
import type { documentList, documentVerify, staffDocumentList } from '#contract/exchange.ts'
import {
  DOCUMENT_KINDS,
  DOCUMENT_STATE_NAMES,
  type DocumentKind,
  type DocumentState,
  isDocumentKind,
  maskedName,
} from '#domain/documents.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, forbidden, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { enqueueMaking } from './asking.ts'
import {
  type DocumentFilter,
  type DocumentHead,
  documentFiles,
  documentPage,
  failedPage,
  findByNo,
  findDocument,
  insertDownload,
  lockDocument,
  madeHeads,
  setState,
} from './document-store.ts'
import { printPapers } from './print/print.ts'
import { mayRead } from './reading.ts'
import { stampOf } from './signing/stamp-store.ts'
import { partiesOf, replacementOf, signaturesOf } from './verify-views.ts'
import { documentWire } from './wire.ts'
import { zipOf } from './zip.ts'

const PER_PAGE = 20

function kindsOf(text: string | undefined): DocumentKind[] {
  const kinds = (text ?? '').split(',').flatMap((kind) => kind.trim() || [])
  if (!kinds.every(isDocumentKind)) throw fieldErrors([{ field: 'kinds', message: '没有这种单据' }])
  return kinds
}

const filterOf = (query: QueryOf<typeof documentList>): Omit<DocumentFilter, 'companyId'> => ({
  kinds: kindsOf(query.kinds),
  keyword: query.keyword?.trim() ?? '',
  from: query.from || null,
  to: query.to || null,
  validOnly: query.valid === 1,
  before: query.before ?? null,
})

const nextOf = (rows: readonly DocumentHead[], perPage: number): number | null => (rows.length < perPage ? null : (rows.at(-1)?.id ?? null))

export async function documentListOf(
  { db }: DatabaseHandle,
  companyId: number,
  query: QueryOf<typeof documentList>,
): Promise<DataOf<typeof documentList>> {
  const perPage = query.per_page ?? PER_PAGE
  const rows = await documentPage(db, { ...filterOf(query), companyId }, perPage)
  return { list: rows.map(documentWire), next: nextOf(rows, perPage) }
}

export async function documentsForStaff(
  { db }: DatabaseHandle,
  viewer: Viewer,
  query: QueryOf<typeof staffDocumentList>,
): Promise<DataOf<typeof staffDocumentList>> {
  const perPage = query.per_page ?? PER_PAGE
  const filter = { ...filterOf(query), ...(query.company_id !== undefined && { companyId: query.company_id }) }
  const rows = query.failed === 1 ? await failedPage(db, filter.before, perPage) : await documentPage(db, filter, perPage)
  const list = rows.map((row) => ({
    ...documentWire(mayRead(viewer, row) ? row : { ...row, fileId: null }),
    fault: row.fault,
    asked_by: row.askedBy,
    subject: row.subject,
  }))
  return { list, next: nextOf(rows, perPage) }
}

/** The bytes as they were made; another company's paper is as if there were none. Who took it is kept. */
export async function openDocument(
  database: DatabaseHandle,
  viewer: Viewer,
  id: number,
  way: string,
  now: Date,
): Promise<{ name: string; content: Buffer }> {
  const companyId = viewer.staff ? null : (viewer.company?.id ?? 0)
  const [file] = await documentFiles(database.db, companyId, [id])
  if (!file) throw notFound('单据')
  if (viewer.staff && !mayRead(viewer, file)) throw forbidden('您的岗位不能看这种单据')
  await insertDownload(
    database.db,
    { documentId: id, fileId: null, companyId: viewer.company?.id ?? null, accountId: viewer.accountId, way },
    now,
  )
  return file
}

/** A paper of the shop's own that whoever asks may have; the caller has seen to that. Who took it is kept. */
export async function openOwnDocument(
  database: DatabaseHandle,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<{ name: string; content: Buffer }> {
  const [file] = await documentFiles(database.db, null, [id])
  if (!file) throw notFound('单据')
  const companyId = viewer.company?.id ?? null
  await insertDownload(database.db, { documentId: id, fileId: null, companyId, accountId: viewer.accountId, way: 'file' }, now)
  return file
}

export async function zipDocuments(
  database: DatabaseHandle,
  viewer: Viewer & { company: { id: number } },
  ids: readonly number[],
  now: Date,
): Promise<Buffer> {
  const files = await documentFiles(database.db, viewer.company.id, ids)
  if (files.length === 0) throw notFound('单据')
  for (const file of files)
    await insertDownload(
      database.db,
      { documentId: file.id, fileId: null, companyId: viewer.company.id, accountId: viewer.accountId, way: 'zip' },
      now,
    )
  return zipOf(
    files.map((file) => ({ name: `单据/${file.day}_${file.name}`, content: file.content })),
    now,
  )
}

/** The company's own papers in one file to be printed; who took them is kept. */
export async function printDocuments(
  { db }: DatabaseHandle,
  viewer: Viewer & { company: { id: number; name: string } },
  ids: readonly number[],
  now: Date,
): Promise<Buffer> {
  const papers = (await madeHeads(db, viewer.company.id, ids)).map(({ id, no, kind, title, fileId }) => ({
    id,
    name: DOCUMENT_KINDS[kind].name,
    about: title,
    no,
    fileId,
  }))
  const bytes = await printPapers(db, viewer, papers, '电子出库单', now)
  for (const { id } of papers)
    await insertDownload(db, { documentId: id, fileId: null, companyId: viewer.company.id, accountId: viewer.accountId, way: 'print' }, now)
  return bytes
}

/** code: number and check code. What strangers may know of a paper that they hold; its parties read the names in full. */
export async function verifyDocument({ db }: DatabaseHandle, viewer: Viewer | null, code: string): Promise<DataOf<typeof documentVerify>> {
  const [no = '', check = ''] = code.split('-')
  const row = await findByNo(db, no)
  if (row === null || row.checkCode !== check) throw notFound('单据')
  const isParty = viewer !== null && row.companyId !== null && viewer.company?.id === row.companyId
  const [names, replacedBy, old, signatures, stamp] = await Promise.all([
    partiesOf(db, row),
    replacementOf(db, row.id),
    row.replaces === null ? null : findDocument(db, row.replaces),
    signaturesOf(db, row.id),
    stampOf(db, row.id),
  ])
  return {
    no: row.no,
    kind_name: DOCUMENT_KINDS[row.kind].name,
    title: row.title,
    version: row.version,
    day: row.day,
    state: row.state,
    state_name: DOCUMENT_STATE_NAMES[row.state],
    reason: row.state === 'withdrawn' ? row.fault : '',
    replaced_by: replacedBy,
    replaces: old?.no ?? '',
    supplier: names.supplier,
    buyer: isParty ? names.buyer : maskedName(names.buyer),
    is_party: isParty ? 1 : 0,
    made_at: row.madeAt?.toISOString() ?? null,
    sha256: row.sha256?.toString('hex') ?? '',
    stamp: stamp === null ? null : { at: stamp.at.toISOString(), authority: stamp.authority },
    stamp_url: stamp === null ? '' : `/api/verify/${code}/stamp`,
    signatures: signatures.map((one, at) => ({
      purpose: one.purpose,
      // The first is the shop's; who else signed is for strangers as the buyer's name is.
      name: at === 0 || isParty ? one.name : maskedName(one.name),
      signed_at: one.signedAt.toISOString(),
      subject: at === 0 || isParty ? one.subject : maskedName(one.subject),
      issuer: one.issuer,
      serial: one.serial,
      fingerprint: one.fingerprint,
      valid_from: one.validFrom.toISOString(),
      valid_until: one.validUntil.toISOString(),
      time_stamped: one.level === 'B-T' ? 1 : 0,
      is_demo: one.isDemo ? 1 : 0,
    })),
  }
}

/** The time stamp that stands beside a paper, for `openssl ts -verify -token_in`. */
export async function openStamp({ db }: DatabaseHandle, code: string): Promise<{ name: string; content: Buffer }> {
  const [no = '', check = ''] = code.split('-')
  const row = await findByNo(db, no)
  const stamp = row === null || row.checkCode !== check ? null : await stampOf(db, row.id)
  if (stamp === null) throw notFound('时间戳')
  return { name: `${no}.tst`, content: stamp.token }
}

/** A paper that could not be drawn is tried again, once what stopped it is mended. */
export async function makeAgain(database: DatabaseHandle, staff: StaffActor, id: number, now: Date): Promise<DocumentState> {
  return transact(database.db, async (trx): Promise<DocumentState> => {
    const row = await lockDocument(trx, id)
    if (row === null) throw notFound('单据')
    if (row.state !== 'failed') throw conflict(`单据${DOCUMENT_STATE_NAMES[row.state]}，不能重新制作`)
    await setState(trx, id, 'waiting', '')
    await enqueueMaking(trx, id, row.kind, now)
    await writeAudit(trx, staff, { action: 'document.again', subject: `document:${id}`, before: { fault: row.fault }, after: null }, now)
    return 'waiting'
  })
}

export async function withdrawDocument(
  database: DatabaseHandle,
  staff: StaffActor,
  id: number,
  reason: string,
  now: Date,
): Promise<DocumentState> {
  return transact(database.db, async (trx): Promise<DocumentState> => {
    const row = await lockDocument(trx, id)
    if (row === null) throw notFound('单据')
    if (row.state !== 'valid') throw conflict(`单据${DOCUMENT_STATE_NAMES[row.state]}，不能作废`)
    await setState(trx, id, 'withdrawn', reason)
    await writeAudit(
      trx,
      staff,
      { action: 'document.withdraw', subject: `document:${id}`, before: { state: row.state }, after: { state: 'withdrawn', reason } },
      now,
    )
    return 'withdrawn'
  })
}
