import { createHash, randomBytes } from 'node:crypto'
import { beijingDate } from '#domain/dates.ts'
import {
  CHECK_LENGTH,
  checkCode,
  DOCUMENT_KINDS,
  type DocumentKind,
  SEAL_PURPOSES,
  type SealPurpose,
  verifyPath,
} from '#domain/documents.ts'
import type { Connection, DatabaseHandle } from '../../platform/database.ts'
import { collectFailures } from '../../platform/each.ts'
import { conflict } from '../../platform/errors.ts'
import { jobs, type Tasks } from '../../platform/jobs.ts'
import { ThreadFailure } from '../../platform/threads.ts'
import { transact } from '../../platform/transact.ts'
import { contentOf, keepMadeFile } from '../files/public.ts'
import type { Signer } from './certificate.ts'
import {
  type DocumentRow,
  findDocument,
  insertDocument,
  lockDocument,
  lockNewest,
  setMade,
  setState,
  waitingSince,
} from './document-store.ts'
import { makeSigned, type Paper, type PaperOptions, type SealDrawing, stepsOf } from './paper.ts'
import { findSeal, insertSealUse, keepCertificate, type SealRow, sealInForce } from './seal-store.ts'
import { localSeals, type Sealed, type SealService, type Which } from './sealing.ts'
import { stampLate } from './stamping.ts'
import { certificateAlarm, isInForce } from './standing.ts'
import type { Supplier } from './supplier-store.ts'
import { supplierOf } from './verify-views.ts'

export interface DocumentRequest {
  kind: DocumentKind
  /** What it is about: shipment:12. */
  subject: string
  /** Whose paper it is; null: the shop's own. */
  companyId: number | null
  title: string
  /** All that will stand on it, as it is at the deed: plain JSON. */
  snapshot: object
}

const MAKE = 'documents.make'
export const enqueueMaking = (connection: Connection, id: number, now: Date): Promise<void> =>
  jobs.enqueue(connection, MAKE, { document_id: id }, { key: `document:${id}`, runAt: now })

/**
 * Asks for a paper in the transaction of its deed, to be drawn by a job; asked twice for the same subject it is one paper.
 * by: the person or job that did the deed.
 */
export async function askDocument(connection: Connection, request: DocumentRequest, by: string, now: Date): Promise<void> {
  const made = await insertDocument(
    connection,
    { ...request, day: beijingDate(now), checkCode: checkCode(randomBytes(CHECK_LENGTH)), version: 1, replaces: null, change: '' },
    by,
    now,
  )
  if (made !== null) await enqueueMaking(connection, made.id, now)
}

/** A correction: a new version that names the old one, which stays and says so once this one is drawn. Without an old one it is the first. */
export async function reviseDocument(
  connection: Connection,
  request: DocumentRequest,
  change: string,
  by: string,
  now: Date,
): Promise<void> {
  const old = await lockNewest(connection, request.kind, request.subject)
  if (old === null) return askDocument(connection, request, by, now)
  if (old.state === 'waiting') throw conflict('上一版单据还在制作中，请稍候再试', { reason: 'DOCUMENT_WAITING' })
  const made = await insertDocument(
    connection,
    {
      ...request,
      day: beijingDate(now),
      checkCode: checkCode(randomBytes(CHECK_LENGTH)),
      version: old.version + 1,
      replaces: old.id,
      change,
    },
    by,
    now,
  )
  if (made !== null) await enqueueMaking(connection, made.id, now)
}

/** What a kind's drawing is given beside its snapshot. */
export interface DrawingFrame {
  no: string
  version: number
  /** The number of the version that this one replaces; '': none. */
  replacesNo: string
  change: string
  day: string
  supplier: Supplier
  askedBy: string
}

/** Which version of a paper it is, and which it replaces; '': the first. */
export const versionText = ({ version, replacesNo }: Pick<DrawingFrame, 'version' | 'replacesNo'>): string =>
  version > 1 ? `　第 ${version} 版，替代 ${replacesNo}` : ''

/** The buyer's side of a paper that both sign, as it was at the deed. */
export interface CounterSeal {
  company: { id: number; name: string; creditCode: string }
  /** The seal that was used; null: the company has none, its name and the signer stand alone and nobody signs for it. */
  sealId: number | null
  /** The person, with their office. */
  signer: string
  date: string
}

export interface Drawing {
  /** What the frame does not know: size, strip at the foot. */
  options?: Pick<PaperOptions, 'size' | 'landscape' | 'stamp'> & {
    strip?: readonly string[]
    straddling?: boolean
    counter?: CounterSeal
  }
  /** Of these files it is a copy: each of their pages stands on one of its own. */
  copyOf?: readonly number[]
  write: (paper: Paper) => void
}

/** How each kind is drawn from its snapshot; pure. */
export type Drawings = Readonly<Partial<Record<DocumentKind, (snapshot: never, frame: DrawingFrame) => Drawing>>>

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

const chineseDay = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

const sealDrawing = (seal: SealRow | null, company: string, purpose: SealPurpose): SealDrawing => ({
  company: seal?.name ?? company,
  purpose: SEAL_PURPOSES[purpose],
  number: seal?.number ?? '',
  ...(seal?.picture && { picture: new Uint8Array(seal.picture) }),
})

/** Who signs a paper, in the order in which they do. */
interface Party {
  which: Which
  purpose: SealPurpose
  seal: SealRow | null
  name: string
  by: string
}

/** One signature behind the other; a party for which nobody signs here leaves its seal on the page alone. */
async function signAll({ signer, seals }: MakingDeps, drawn: Uint8Array, parties: readonly Party[], now: Date) {
  // What an expired certificate signs no reader believes.
  const service = seals ?? localSeals(signer !== null && isInForce(signer.facts, now) ? signer : null)
  const signatures: { party: Party; sealed: Sealed }[] = []
  let bytes = drawn
  for (const party of parties) {
    const sealed = await service.seal(bytes, party.which, now)
    if (sealed === null) continue
    bytes = sealed.bytes
    signatures.push({ party, sealed })
  }
  return { bytes, signatures }
}

/** What no second try mends. */
const LASTING_FAULT = /字库中没有“.{1,2}”（U\+[0-9A-F]+），不能制作单据|原件(?:无法读取|超过 \d+ 页)，不能加盖印章/u

/** A copy of a file that takes more time or memory than any would take as much the next time. */
function lastingFault({ trouble, message }: ThreadFailure, { copyOf = [] }: Drawing): string | undefined {
  if (trouble !== 'broken' && copyOf.length > 0) return '原件过于复杂，不能加盖印章，请厂家另存为普通 PDF 后重新提供'
  return LASTING_FAULT.exec(message)?.[0]
}

/** Draws, signs and keeps one paper. Safe to run twice and beside another process: whoever comes second finds it made. */
export async function makeDocument(deps: MakingDeps, id: number, now: Date): Promise<void> {
  const { db } = deps.database
  const document = await findDocument(db, id)
  if (document === null || document.state !== 'waiting') return
  const rule = DOCUMENT_KINDS[document.kind]
  const draw = deps.drawings[document.kind]
  if (!draw) throw new TypeError(`nothing draws documents of kind ${document.kind}`)
  const supplier = await supplierOf(db, document)
  // A paper and a seal without the supplier's name are none: it waits, and is made once the settings name it.
  if (supplier.name === '') return
  const old = document.replaces === null ? null : await findDocument(db, document.replaces)
  const frame: DrawingFrame = {
    no: document.no,
    version: document.version,
    replacesNo: old?.no ?? '',
    change: document.change,
    day: document.day,
    supplier,
    askedBy: document.askedBy,
  }
  const drawing = draw(document.snapshot as never, frame)
  const seal = rule.seal === null ? null : await sealInForce(db, null, rule.seal, beijingDate(now))
  const { strip, straddling = false, counter, ...given } = drawing.options ?? {}
  const theirs = counter?.sealId ? await findSeal(db, counter.sealId) : null
  const options: PaperOptions = {
    ...given,
    title: `${document.title} ${document.no}`,
    author: supplier.name,
    footer: `${rule.name} ${document.no}${versionText(frame)}　制单 ${document.askedBy}`,
    code: { url: `${deps.origin}${verifyPath(document.no, document.checkCode)}`, no: document.no },
    madeAt: now,
    ...(rule.seal !== null && {
      seal: {
        drawing: sealDrawing(seal, supplier.name, rule.seal),
        signedBy: supplier.name,
        date: chineseDay(document.day),
        ...(strip && { strip }),
        straddling,
        ...(counter && {
          counter: {
            drawing: theirs === null ? null : sealDrawing(theirs, counter.company.name, theirs.purpose),
            signedBy: counter.company.name,
            signer: counter.signer,
            date: chineseDay(counter.date),
          },
        }),
      },
    }),
  }
  const reason = `${rule.name} ${document.no}`
  const parties: Party[] = [
    ...(rule.seal === null
      ? []
      : [{ which: { by: 'shop' as const, reason }, purpose: rule.seal, seal, name: supplier.name, by: document.askedBy }]),
    ...(counter && theirs !== null
      ? [
          {
            which: { by: 'company' as const, reason, company: counter.company, signer: counter.signer },
            purpose: theirs.purpose,
            seal: theirs,
            name: counter.company.name,
            by: counter.signer,
          },
        ]
      : []),
  ]
  const signed = await makeSigned(options, stepsOf(drawing.write), null, await contentOf(db, drawing.copyOf ?? []))
    .then(({ bytes }) => signAll(deps, bytes, parties, now))
    .catch((error: unknown) => {
      const fault = error instanceof ThreadFailure ? lastingFault(error, drawing) : undefined
      if (fault === undefined) throw error
      return fault
    })
  await transact(db, async (trx) => {
    const own = await lockDocument(trx, id)
    if (own === null || own.state !== 'waiting') return
    if (typeof signed === 'string') {
      // Drawing it again would fail again: staff see why, mend the text and ask for a new version.
      await setState(trx, id, 'failed', signed)
      return
    }
    const content = Buffer.from(signed.bytes.buffer, signed.bytes.byteOffset, signed.bytes.byteLength)
    const fileId = await keepMadeFile(
      trx,
      {
        companyId: document.companyId,
        purpose: 'document',
        subject: `document:${id}`,
        name: `${document.title}_${document.no}.pdf`,
        mime: 'application/pdf',
        content,
      },
      now,
    )
    await setMade(trx, own, { fileId, sha256: createHash('sha256').update(content).digest() }, now)
    for (const [at, { party, sealed }] of signed.signatures.entries()) {
      await keepCertificate(trx, sealed.facts, now)
      await insertSealUse(
        trx,
        {
          documentId: id,
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
    await deps.onMade[document.kind]?.(trx, own, now)
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

export function documentTasks(deps: MakingDeps): Tasks {
  return {
    [MAKE]: async (payload, now) => {
      const id = typeof payload === 'object' && payload !== null ? Number((payload as { document_id?: unknown }).document_id) : Number.NaN
      if (!Number.isSafeInteger(id)) throw new TypeError(`${MAKE} without a document_id`)
      await makeDocument(deps, id, now)
    },
    documents_late: (_payload, now) => makeLate(deps, now),
    documents_stamp: (_payload, now) => stampLate(deps.database, deps.signer?.key.timestampUrl ?? '', now),
    /** Daily: whoever reads the log hears early that the certificate ends. */
    documents_certificate: async (_payload, now) => {
      const alarm = deps.signer === null ? '' : certificateAlarm(deps.signer.facts, now)
      if (alarm !== '') process.emitWarning(alarm, 'SigningCertificate')
    },
  }
}
