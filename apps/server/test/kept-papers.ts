import { keepMadeFile } from '../src/modules/who/files/public.ts'
import { transact } from '../src/platform/transact.ts'
import type { Shop } from './harness.ts'

/** A paper of a company, made already: its content is all that a reader may ask for. */
export async function keepPaper({ database: { db, pool } }: Pick<Shop, 'database'>, companyId: number | null, no: string): Promise<number> {
  const file = { companyId, purpose: 'document' as const, subject: `document:${no}`, name: `${no}.pdf`, mime: 'application/pdf' }
  const fileId = await transact(db, (trx) => keepMadeFile(trx, { ...file, content: Buffer.from('%PDF-') }, new Date()))
  const { rows } = await pool.query<{ id: number }>(
    `insert into document (no, check_code, kind, version, subject, company_id, title, day, snapshot, asked_at, asked_by, state, file_id, made_at, sha256)
     values ($1, 'abc', 'statement', 1, $2, $3, '对账单', '2026-11-01', '{}', now(), '甲', 'valid', $4, now(), sha256('%PDF-'::bytea)) returning id`,
    [no, `kept:${no}`, companyId, fileId],
  )
  return rows[0]?.id ?? 0
}

/** A report that stands, of a batch of this goods. */
export async function keepReport(shop: Pick<Shop, 'database'>, goodsId: number, batchNo: string): Promise<number> {
  const documentId = await keepPaper(shop, null, `R-${goodsId}-${batchNo}`)
  const { rows } = await shop.database.pool.query<{ id: number }>(
    `insert into batch_document (goods_id, batch_no, kind, file_id, sha256, file_name, signed, report_no, state, way, uploaded_at, uploaded_by, document_id)
     select $1, $2, 'report', d.file_id, d.sha256, 'r.pdf', false, 'JY1', 'released', 'upload', now(), '甲', d.id from document d where d.id = $3
     returning id`,
    [goodsId, batchNo, documentId],
  )
  return rows[0]?.id ?? 0
}
