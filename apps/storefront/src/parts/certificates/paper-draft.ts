import type { CertificateSaveWire, DossierWire, PaperWire } from '#contract/companies.ts'
import type { FileWire } from '#contract/files.ts'
import { drugClassesIn, type LicensedClass, parseDrugClasses } from '#domain/drug-classes.ts'
import { parseScopes } from '#domain/scopes.ts'

/** A paper as it is being filled in. */
export interface PaperDraft {
  number: string
  issuer: string
  holder: string
  issued_on: string
  expires_on: string
  is_endless: boolean
  scope_codes: readonly string[]
  scope_text: string
  /** Codes of 经营类别. */
  drug_classes: readonly string[]
  files: readonly FileWire[]
}
export const PAPER_FIELDS = ['file_ids', 'number', 'issuer', 'holder', 'issued_on', 'expires_on', 'scope_codes', 'drug_classes'] as const

const ORGANISATION = new Set(['business_licence', 'institution_certificate', 'civil_certificate'])
const PARTNER: Readonly<Record<string, string>> = {
  purchase_mandate: 'purchaser_id',
  purchaser_id: 'purchase_mandate',
  receiver_mandate: 'receiver_id',
  receiver_id: 'receiver_mandate',
}

/** Who stands on the paper that must name the same person. */
function partnerHolder(kind: string, dossier: DossierWire): string {
  const partner = dossier.papers.find((paper) => paper.kind === PARTNER[kind])
  return partner?.open?.holder || partner?.in_force?.holder || ''
}

/** What is being made already; else what the paper in force says and will say again; else what is known from elsewhere. */
export function paperDraft(paper: PaperWire, dossier: DossierWire): PaperDraft {
  const from = paper.open ?? paper.in_force
  const renewed = paper.open === null && paper.in_force !== null
  // A veiled number cannot be sent again.
  const number = from?.number.includes('*') ? '' : (from?.number ?? '')
  return {
    number: number || (ORGANISATION.has(paper.kind) ? dossier.credit_code : ''),
    issuer: from?.issuer || (paper.labels.issuer === '授权单位' ? dossier.name : ''),
    holder: from?.holder || (paper.labels.holder ? partnerHolder(paper.kind, dossier) : ''),
    issued_on: renewed ? '' : (from?.issued_on ?? ''),
    expires_on: renewed ? '' : (from?.expires_on ?? ''),
    is_endless: from !== null && paper.may_be_endless === 1 && from.is_endless === 1,
    scope_codes: from?.scopes.map(({ code }) => code) ?? [],
    scope_text: from?.scope_text ?? '',
    drug_classes: from?.drug_classes.map(({ code }) => code) ?? [],
    files: paper.open?.files ?? [],
  }
}

export function paperBody(draft: PaperDraft, submit: boolean): CertificateSaveWire {
  const { files, is_endless, scope_codes, drug_classes, ...texts } = draft
  return {
    ...texts,
    is_endless: is_endless ? 1 : 0,
    scope_codes: [...scope_codes],
    drug_classes: drugClassesIn(drug_classes) ?? [],
    file_ids: files.map(({ id }) => id),
    submit: submit ? 1 : 0,
  }
}

/** The classes that the words of a retail pharmacy's licence state, or narrow all its medicines to; null: they say nothing of classes. */
export function classesIn(text: string): LicensedClass[] | null {
  const said = parseDrugClasses(text)
  return parseScopes(text, true).classes ?? (said?.includes('rx') ? said : null)
}

/** The scopes of this paper among the words of a licence (isClassed: of a retail pharmacy); unknown: words that the shop does not know. */
export function scopesIn(text: string, options: readonly { code: string }[], isClassed: boolean): { codes: string[]; unknown: string[] } {
  const { codes, unknown } = parseScopes(text, isClassed)
  return { codes: codes.filter((code) => options.some((option) => option.code === code)), unknown }
}
