import { sql } from 'kysely'
import { SEAL_NAMES, type SealPurpose } from '#domain/documents.ts'
import type { Connection } from '../../platform/database.ts'
import { readSupplier } from './supplier-store.ts'

/** The parties of a paper; a paper of the shop's own has no buyer. */
export async function companyName(connection: Connection, companyId: number | null): Promise<{ supplier: string; buyer: string }> {
  const supplier = await readSupplier(connection)
  const { rows } = await sql<{ name: string }>`select name from company where id = ${companyId}`.execute(connection)
  return { supplier: supplier.name, buyer: rows[0]?.name ?? '' }
}

/** Number of the newest version after this one that was made; empty: none. */
export async function replacementOf(connection: Connection, id: number): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    with recursive later as (
      select n.id, n.no, n.version, n.state from document n where n.replaces = ${id}
      union all select n.id, n.no, n.version, n.state from document n join later l on n.replaces = l.id)
    select no from later where state in ('valid', 'withdrawn') order by version desc limit 1`.execute(connection)
  return rows[0]?.no ?? ''
}

export interface SignatureView {
  purpose: string
  name: string
  signedAt: Date
  subject: string
  issuer: string
  serial: string
  fingerprint: string
  validFrom: Date
  validUntil: Date
  level: string
  isDemo: boolean
}

export async function signaturesOf(connection: Connection, documentId: number): Promise<SignatureView[]> {
  const { rows } = await sql<SignatureView & { purpose: SealPurpose }>`
    select s.purpose, s.name, s.signed_at as "signedAt", c.subject, c.issuer, c.serial, c.fingerprint, c.valid_from as "validFrom",
           c.valid_until as "validUntil", s.level, c.is_demo as "isDemo"
      from document_seal s join signing_certificate c on c.serial = s.serial
     where s.document_id = ${documentId} order by s.position`.execute(connection)
  return rows.map((row) => ({ ...row, purpose: SEAL_NAMES[row.purpose] ?? row.purpose }))
}
