import type { DossierWire } from '#contract/companies.ts'
import { isCreditCode, isPhone, tidy } from '#domain/identifiers.ts'

/** What the forms change of a company; texts as typed. */
export const COMPANY_FIELDS = [
  'name',
  'type',
  'credit_code',
  'legal_person',
  'province',
  'city',
  'district',
  'address',
  'contact',
  'phone',
  'invoice_bank',
  'invoice_account',
  'invoice_address',
  'invoice_phone',
] as const
export type CompanyField = (typeof COMPANY_FIELDS)[number]
export type CompanyDraft = Readonly<Record<CompanyField, string>>
export type CompanyProblems = Partial<Record<CompanyField, string>>

export function draftOf(dossier: DossierWire): CompanyDraft {
  return Object.fromEntries(COMPANY_FIELDS.map((field) => [field, dossier[field]])) as CompanyDraft
}

/** What the server would refuse of a field that is filled in; '' = nothing. */
export function fieldProblem(field: CompanyField, value: string): string {
  const text = tidy(value)
  if (text === '') return ''
  if (field === 'name' && [...text].length < 4) return '请填写营业执照上的企业全称'
  if (field === 'credit_code' && !isCreditCode(text.replaceAll(' ', '').toUpperCase()))
    return '统一社会信用代码校验不符，请对照营业执照核对'
  if ((field === 'phone' || field === 'invoice_phone') && !isPhone(text)) return '请填写手机号，或区号-座机号'
  if (field === 'invoice_account' && !/^[\d-]{6,40}$/.test(text.replaceAll(' ', ''))) return '银行账号只含数字'
  return ''
}

const REGION: readonly CompanyField[] = ['province', 'city', 'district']

/** What differs from what is saved and can be saved: a half-chosen place and a wrong number wait until they are right. */
export function saveable(
  draft: CompanyDraft,
  saved: CompanyDraft,
): { changes: Partial<Record<CompanyField, string>>; problems: CompanyProblems } {
  const changes: Partial<Record<CompanyField, string>> = {}
  const problems: CompanyProblems = {}
  const placed = REGION.every((field) => draft[field] !== '')
  for (const field of COMPANY_FIELDS) {
    if (tidy(draft[field]) === tidy(saved[field])) continue
    const problem = fieldProblem(field, draft[field])
    if (problem) problems[field] = problem
    else if (!REGION.includes(field)) changes[field] = draft[field]
  }
  if (placed && REGION.some((field) => draft[field] !== saved[field])) for (const field of REGION) changes[field] = draft[field]
  return { changes, problems }
}
