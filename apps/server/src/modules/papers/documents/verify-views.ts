import { sql } from 'kysely'
import { SEAL_NAMES, type SealPurpose } from '#domain/documents.ts'
import type { Connection } from '../../../platform/database.ts'
import type { DocumentRow } from './document-store.ts'
import { keptSupplier, readSupplier } from './supplier-store.ts'

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

/** As the paper itself has it, or as it was at the deed; today's only for papers from before that was kept. */
export const supplierOf = async (connection: Connection, { snapshot, supplier }: Pick<DocumentRow, 'snapshot' | 'supplier'>) =>
  keptSupplier(fieldOf(snapshot, 'supplier')) ?? keptSupplier(supplier) ?? (await readSupplier(connection))

async function buyerOf(connection: Connection, { companyId, snapshot, buyerName }: DocumentRow): Promise<string> {
  if (companyId === null) return ''
  const named = fieldOf(fieldOf(snapshot, 'buyer'), 'name')
  if (typeof named === 'string' && named !== '') return named
  if (buyerName !== null) return buyerName
  const { rows } = await sql<{ name: string }>`select name from company where id = ${companyId}`.execute(connection)
  return rows[0]?.name ?? ''
}

/** The parties of a paper, by the names that stand on it; a paper of the shop's own has no buyer. */
export async function partiesOf(connection: Connection, row: DocumentRow): Promise<{ supplier: string; buyer: string }> {
  const [supplier, buyer] = [await supplierOf(connection, row), await buyerOf(connection, row)]
  return { supplier: supplier.name, buyer }
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
  const { rows } = await sql<SignatureView & { purpose: SealPurpose | '' }>`
    select s.purpose, s.name, s.signed_at as "signedAt", c.subject, c.issuer, c.serial, c.fingerprint, c.valid_from as "validFrom",
           c.valid_until as "validUntil", s.level, c.is_demo as "isDemo"
      from document_seal s join signing_certificate c on c.fingerprint = s.fingerprint
     where s.document_id = ${documentId} order by s.position`.execute(connection)
  return rows.map((row) => ({ ...row, purpose: row.purpose === '' ? '未用印' : SEAL_NAMES[row.purpose] }))
}
