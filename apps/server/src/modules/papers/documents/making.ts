import { createHash } from 'node:crypto'
import { DOCUMENT_KINDS, type DocumentKind, verifyPath } from '#domain/documents.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { tellLive } from '../../../platform/live.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { ThreadFailure } from '../../../platform/threads.ts'
import { transact } from '../../../platform/transact.ts'
import { contentOf, keepMadeFile } from '../../who/files/public.ts'
import { making } from './asking.ts'
import { type Drawing, type DrawingFrame, type Drawings, versionText } from './described.ts'
import { type DocumentRow, findDocument, lockDocument, setMade, setState, waitingSince } from './document-store.ts'
import { makeSigned, type PaperOptions, stepsOf } from './drawing/paper.ts'
import { type Parties, partiesOf, type Signatures, sealingOf, signAll } from './parties.ts'
import type { Signer } from './signing/certificate.ts'
import { insertSealUse, keepCertificate } from './signing/seal-store.ts'
import type { SealService } from './signing/sealing.ts'
import { stampLate } from './signing/stamping.ts'
import { certificateAlarm } from './standing.ts'
import { supplierOf } from './verify-views.ts'

/** Told in the transaction in which a paper is kept: whoever waits for it hears of it. */
export type OnMade = (connection: Connection, document: DocumentRow, now: Date) => Promise<void>

export interface MakingDeps {
  database: DatabaseHandle
  /** null: this shop has no certificate, its papers are drawn and stamped but not signed. */
  signer: Signer | null
  /** Where /verify is reached. */
  origin: string
  /** Signs instead of the signer's own certificate: a platform. */
  seals?: SealService
  drawings: Drawings
  onMade: Readonly<Partial<Record<DocumentKind, OnMade>>>
}

/** What no second try mends. */
const LASTING_FAULT = /字库中没有“.{1,2}”（U\+[0-9A-F]+），不能制作单据|原件(?:无法读取|超过 \d+ 页)，不能加盖印章/u

/** A copy of a file that takes more time or memory than any would take as much the next time. */
function lastingFault({ trouble, message }: ThreadFailure, { copyOf = [] }: Drawing): string | undefined {
  if (trouble !== 'broken' && copyOf.length > 0) return '原件过于复杂，不能加盖印章，请厂家另存为普通 PDF 后重新提供'
  return LASTING_FAULT.exec(message)?.[0]
}

async function frameOf(connection: Connection, document: DocumentRow): Promise<DrawingFrame> {
  const { no, version, replaces, change, day, askedBy } = document
  const supplier = await supplierOf(connection, document)
  const old = replaces === null ? null : await findDocument(connection, replaces)
  return { no, version, replacesNo: old?.no ?? '', change, day, supplier, askedBy }
}

function optionsOf(
  origin: string,
  document: DocumentRow,
  frame: DrawingFrame,
  drawing: Drawing,
  parties: Parties,
  now: Date,
): PaperOptions {
  const { strip: _strip, beside: _beside, straddling: _straddling, counter: _counter, ...given } = drawing.options ?? {}
  const { no, kind, title, checkCode } = document
  const seal = sealingOf(parties, drawing, frame)
  return {
    ...given,
    title: `${title} ${no}`,
    author: frame.supplier.name,
    footer: `${DOCUMENT_KINDS[kind].name} ${no}${versionText(frame)}　制单 ${frame.askedBy}`,
    code: { url: `${origin}${verifyPath(no, checkCode)}`, no },
    madeAt: now,
    ...(seal && { seal }),
  }
}

interface Signed {
  bytes: Uint8Array
  signatures: Signatures
}

/** Answers the fault where drawing it again would fail again; null: it waits until the settings name the supplier. */
async function drawAndSign(deps: MakingDeps, document: DocumentRow, now: Date): Promise<Signed | { fault: string } | null> {
  const { db } = deps.database
  const draw = deps.drawings[document.kind]
  if (!draw) throw new TypeError(`nothing draws documents of kind ${document.kind}`)
  const frame = await frameOf(db, document)
  // A paper and a seal without the supplier's name are none.
  if (frame.supplier.name === '') return null
  const drawing = draw(document.snapshot as never, frame)
  const parties = await partiesOf(db, document.kind, frame, drawing, now)
  const options = optionsOf(deps.origin, document, frame, drawing, parties, now)
  try {
    const { bytes } = await makeSigned(options, stepsOf(drawing.write), null, await contentOf(db, drawing.copyOf ?? []))
    return await signAll(deps, bytes, parties, now)
  } catch (error) {
    const fault = error instanceof ThreadFailure ? lastingFault(error, drawing) : undefined
    if (fault === undefined) throw error
    return { fault }
  }
}

async function keepFile(connection: Connection, document: DocumentRow, { bytes }: Signed, now: Date): Promise<void> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fileId = await keepMadeFile(
    connection,
    {
      companyId: document.companyId,
      purpose: 'document',
      subject: `document:${document.id}`,
      name: `${document.title}_${document.no}.pdf`,
      mime: 'application/pdf',
      content,
    },
    now,
  )
  await setMade(connection, document, { fileId, sha256: createHash('sha256').update(content).digest() }, now)
}

async function keepSignatures(connection: Connection, documentId: number, { signatures }: Signed, now: Date): Promise<void> {
  for (const [at, { party, sealed }] of signatures.entries()) {
    await keepCertificate(connection, sealed.facts, now)
    await insertSealUse(
      connection,
      {
        documentId,
        position: at + 1,
        purpose: party.purpose,
        sealId: party.seal?.id ?? null,
        name: party.seal?.name ?? party.name,
        serial: sealed.facts.serial,
        fingerprint: sealed.facts.fingerprint,
        level: sealed.level,
        stampFault: sealed.stampFault ?? '',
        by: party.by,
      },
      now,
    )
  }
}

/** Draws, signs and keeps one paper. Safe to run twice and beside another process: whoever comes second finds it made. */
export async function makeDocument(deps: MakingDeps, id: number, now: Date): Promise<void> {
  const { db } = deps.database
  const document = await findDocument(db, id)
  if (document === null || document.state !== 'waiting') return
  const made = await drawAndSign(deps, document, now)
  if (made === null) return
  await transact(db, async (trx) => {
    const own = await lockDocument(trx, id)
    if (own === null || own.state !== 'waiting') return
    if (own.companyId !== null) await tellLive(trx, { companyId: own.companyId }, { type: 'papers' })
    // Staff see why it failed, mend the text and ask for a new version.
    if ('fault' in made) return setState(trx, id, 'failed', made.fault)
    await keepFile(trx, own, made, now)
    await keepSignatures(trx, id, made, now)
    await deps.onMade[own.kind]?.(trx, own, now)
  })
}

const LATE_MS = 15 * 60_000
const AT_ONCE = 200

/** At any time: papers whose job was given up are made after all. Each has its turn, however many before it fail. */
async function makeLate(deps: MakingDeps, now: Date): Promise<void> {
  const failures = collectFailures()
  const before = new Date(now.getTime() - LATE_MS)
  for (let after = 0; ; ) {
    const ids = await waitingSince(deps.database.db, before, after, AT_ONCE)
    for (const id of ids) await failures.one(`document:${id}`, () => makeDocument(deps, id, now))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  failures.report()
}

const late = defineTask('documents.late', NO_PAYLOAD, { cron: '*/20 * * * *', formerly: ['documents_late'] })
const stamp = defineTask('documents.stamp', NO_PAYLOAD, { cron: '*/15 * * * *', formerly: ['documents_stamp'] })
/** Whoever reads the log hears early that the certificate ends. */
const certificate = defineTask('documents.certificate', NO_PAYLOAD, { cron: '30 0 * * *', formerly: ['documents_certificate'] })

export const documentTasks = (deps: MakingDeps): readonly TaskWork[] => [
  workOf(making, ({ document_id }, now) => makeDocument(deps, document_id, now)),
  workOf(late, (_payload, now) => makeLate(deps, now)),
  workOf(stamp, (_payload, now) => stampLate(deps.database, deps.signer?.key.timestampUrl ?? '', now)),
  workOf(certificate, async (_payload, now) => {
    const alarm = deps.signer === null ? '' : certificateAlarm(deps.signer.facts, now)
    if (alarm !== '') process.emitWarning(alarm, 'SigningCertificate')
  }),
]
