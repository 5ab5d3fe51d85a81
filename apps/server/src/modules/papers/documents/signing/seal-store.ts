import { sql } from 'kysely'
import type { SealPurpose } from '#domain/documents.ts'
import type { Connection } from '../../../../platform/database.ts'
import type { CertificateFacts } from './certificate.ts'

export interface SealRow {
  id: number
  purpose: SealPurpose
  name: string
  number: string
  picture: Buffer | null
}

/** The seal of a purpose that is in force on this day; null: none is registered. companyId null: the shop's own. */
export async function sealInForce(
  connection: Connection,
  companyId: number | null,
  purpose: SealPurpose,
  day: string,
): Promise<SealRow | null> {
  const { rows } = await sql<SealRow>`
    select s.id, s.purpose, s.name, s.number, c.content as picture
      from seal s left join stored_file_content c on c.file_id = s.picture_id
     where s.company_id is not distinct from ${companyId} and s.purpose = ${purpose} and s.state = 'in_force'
       and s.valid_from <= ${day}::date and (s.valid_until is null or s.valid_until >= ${day}::date)`.execute(connection)
  return rows[0] ?? null
}

/** A seal as it was used, whether it is in force still or not. */
export async function findSeal(connection: Connection, id: number): Promise<SealRow | null> {
  const { rows } = await sql<SealRow>`
    select s.id, s.purpose, s.name, s.number, c.content as picture
      from seal s left join stored_file_content c on c.file_id = s.picture_id where s.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Kept for ever, so that old papers can be checked; says nothing when it is there already. */
export async function keepCertificate(connection: Connection, facts: CertificateFacts, now: Date): Promise<void> {
  await sql`
    insert into signing_certificate (serial, subject, issuer, valid_from, valid_until, fingerprint, certificate, chain, is_demo, first_used)
    values (${facts.serial}, ${facts.subject}, ${facts.issuer}, ${facts.validFrom}, ${facts.validUntil}, ${facts.fingerprint},
            ${Buffer.from(facts.certificate)}, ${facts.chain.map((one) => Buffer.from(one))}::bytea[], ${facts.isDemo}, ${now})
    on conflict (fingerprint) do nothing`.execute(connection)
}

export interface SealUse {
  documentId: number
  position: number
  /** '': signed without a seal. */
  purpose: SealPurpose | ''
  sealId: number | null
  name: string
  serial: string
  /** Of the certificate: another issuer may give the same serial. */
  fingerprint: string
  level: 'B-B' | 'B-T'
  stampFault: string
  by: string
}

export async function insertSealUse(connection: Connection, use: SealUse, now: Date): Promise<void> {
  await connection
    .insertInto('document_seal')
    .values({
      document_id: use.documentId,
      position: use.position,
      purpose: use.purpose,
      seal_id: use.sealId,
      name: use.name,
      serial: use.serial,
      fingerprint: use.fingerprint,
      level: use.level,
      stamp_fault: use.stampFault,
      signed_at: now,
      signed_by: use.by,
    })
    .execute()
}
