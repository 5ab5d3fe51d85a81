import type { CertificateWire, SealWire } from '#contract/seals.ts'
import { SEAL_NAMES } from '#domain/documents.ts'
import { fileWire, type StoredFile } from '../../who/files/public.ts'
import { type CertificateFacts, daysLeft } from '../documents/public.ts'
import type { SealFacts } from './store.ts'

const STATE_NAMES: Readonly<Record<SealWire['state'], string>> = {
  applied: '待审核',
  in_force: '使用中',
  refused: '已退回',
  stopped: '已停用',
  expired: '已到期',
}

export const authoritySubject = (id: number): string => `seal:${id}:authority`

export function sealWire(seal: SealFacts, files: ReadonlyMap<string, StoredFile[]>, today: string): SealWire {
  const state = seal.state === 'in_force' && seal.validUntil !== null && seal.validUntil < today ? 'expired' : seal.state
  return {
    id: seal.id,
    purpose: seal.purpose,
    purpose_name: SEAL_NAMES[seal.purpose],
    name: seal.name,
    number: seal.number,
    state,
    state_name: STATE_NAMES[state],
    reason: seal.reason,
    legal_person: seal.legalPerson,
    valid_from: seal.validFrom,
    valid_until: seal.validUntil,
    applied_at: seal.createdAt.toISOString(),
    applied_by: seal.createdBy,
    decided_at: seal.decidedAt?.toISOString() ?? null,
    picture_url: seal.pictureId === null ? '' : `/api/file/${seal.pictureId}`,
    authority: (files.get(authoritySubject(seal.id)) ?? []).map(fileWire),
    users: seal.users,
    uses: seal.uses,
  }
}

export const certificateWire = (facts: CertificateFacts, now: Date): CertificateWire => ({
  subject: facts.subject,
  issuer: facts.issuer,
  serial: facts.serial,
  fingerprint: facts.fingerprint,
  valid_from: facts.validFrom.toISOString(),
  valid_until: facts.validUntil.toISOString(),
  days_left: daysLeft(facts, now),
  is_demo: facts.isDemo ? 1 : 0,
})
