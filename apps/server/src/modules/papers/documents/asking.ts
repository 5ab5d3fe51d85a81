import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { Id } from '#contract/shapes.ts'
import { beijingDate } from '#domain/dates.ts'
import { CHECK_LENGTH, checkCode, type DocumentKind } from '#domain/documents.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { jobs } from '../../../platform/jobs.ts'
import { defineTask } from '../../../platform/tasks.ts'
import { insertDocument, lockNewest } from './document-store.ts'

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

/** To draw, sign and keep a paper. */
export const making = defineTask('documents.make', Type.Object({ document_id: Id }))
export const enqueueMaking = (connection: Connection, id: number, kind: DocumentKind, now: Date): Promise<void> =>
  jobs.enqueue(connection, making, { document_id: id }, { key: `document:${id}`, runAt: now, priority: turnOf(kind) })

/** Made by the thousand: for every buyer of the shop, or every goods of a buyer. */
const BY_THE_THOUSAND: ReadonlySet<DocumentKind> = new Set<DocumentKind>([
  'statement',
  'licence_copy',
  'first_trade',
  'goods_file',
  'inspection',
  'report_cover',
])

/**
 * A month's statements, or one buyer's packs of all goods, are hours of drawing: refunds and orders whose time is over go before any
 * paper, and what goods wait for in the yard goes before what is made by the thousand.
 */
const turnOf = (kind: DocumentKind): number => (BY_THE_THOUSAND.has(kind) ? 20 : 10)

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
  if (made !== null) await enqueueMaking(connection, made.id, request.kind, now)
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
  if (made !== null) await enqueueMaking(connection, made.id, request.kind, now)
}
