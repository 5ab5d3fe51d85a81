import { isValidOn, type TradeDate } from './dates.ts'
import type { LicensedClass } from './drug-classes.ts'
import { isCreditCode, isIdCard, isTradeDate } from './identifiers.ts'
import { IDENTITY_KINDS, PAPER_FORMS, type PaperKind } from './paper-kinds.ts'

/** Pages of one paper. */
export const PAGES_MAX = 4

/** A version of a paper as its holder fills it in. */
export interface CertificateDraft {
  kind: PaperKind
  number: string
  issuer: string
  holder: string
  issuedOn: TradeDate | null
  expiresOn: TradeDate | null
  isEndless: boolean
  scopeCodes: readonly string[]
  /** 经营类别; null: not filled in, or this paper states none (statesClasses). */
  drugClasses: readonly LicensedClass[] | null
  statesClasses: boolean
  pages: number
}

export type CertificateField = 'number' | 'issuer' | 'holder' | 'issued_on' | 'expires_on' | 'scope_codes' | 'drug_classes' | 'file_ids'
export interface CertificateProblem {
  field: CertificateField
  message: string
}

const PERSON_KINDS: ReadonlySet<PaperKind> = new Set(['purchaser_id', 'receiver_id'])

function numberProblem(draft: CertificateDraft, creditCode: string): string {
  const { number } = PAPER_FORMS[draft.kind]
  if (draft.number === '') return `请填写${number}`
  if (PERSON_KINDS.has(draft.kind)) return isIdCard(draft.number) ? '' : '身份证号应为 18 位，请核对'
  if (IDENTITY_KINDS.includes(draft.kind)) {
    if (!isCreditCode(draft.number)) return '统一社会信用代码校验不符，请核对'
    if (creditCode !== '' && draft.number !== creditCode) return '与企业信息中的统一社会信用代码不一致'
    return ''
  }
  return [...draft.number].length < 2 ? `${number}过短，请核对` : ''
}

function dateProblems(draft: CertificateDraft, today: TradeDate): CertificateProblem[] {
  const found: CertificateProblem[] = []
  const form = PAPER_FORMS[draft.kind]
  const { issuedOn, expiresOn, isEndless } = draft
  if (issuedOn === null) found.push({ field: 'issued_on', message: '请填写签发日期' })
  else if (!isTradeDate(issuedOn)) found.push({ field: 'issued_on', message: '签发日期不是有效的日期' })
  else if (issuedOn > today) found.push({ field: 'issued_on', message: '签发日期不能晚于今天' })
  const expiry = (message: string) => found.push({ field: 'expires_on', message })
  if (isEndless && !form.mayBeEndless) expiry(`${form.name}须填写有效期至`)
  else if (isEndless) return found
  else if (expiresOn === null) expiry(form.mayBeEndless ? '请填写有效期至，或勾选长期' : '请填写有效期至')
  else if (!isTradeDate(expiresOn)) expiry('有效期至不是有效的日期')
  else if (issuedOn !== null && expiresOn <= issuedOn) expiry('有效期至须晚于签发日期')
  else if (!isValidOn(expiresOn, today)) expiry('这张证照已经过期，请提交有效的证照')
  return found
}

/** What must be mended before this paper can be sent for review; creditCode: the company's own. */
export function certificateProblems(draft: CertificateDraft, creditCode: string, today: TradeDate): CertificateProblem[] {
  const form = PAPER_FORMS[draft.kind]
  const found: CertificateProblem[] = []
  const number = numberProblem(draft, creditCode)
  if (number) found.push({ field: 'number', message: number })
  if (draft.issuer === '') found.push({ field: 'issuer', message: `请填写${form.issuer}` })
  if (form.holder && draft.holder === '') found.push({ field: 'holder', message: `请填写${form.holder}` })
  found.push(...dateProblems(draft, today))
  if (form.scopes.length > 0) {
    if (draft.scopeCodes.length === 0) found.push({ field: 'scope_codes', message: '请选择证照上的经营范围' })
    else if (draft.scopeCodes.some((code) => !(form.scopes as readonly string[]).includes(code)))
      found.push({ field: 'scope_codes', message: `${form.name}不含所选的经营范围` })
  }
  if (draft.statesClasses && draft.drugClasses === null) found.push({ field: 'drug_classes', message: '请选择证照上的经营类别' })
  if (draft.pages === 0) found.push({ field: 'file_ids', message: '请上传证照图片或 PDF' })
  else if (draft.pages > PAGES_MAX) found.push({ field: 'file_ids', message: `最多上传 ${PAGES_MAX} 页` })
  return found
}

/** A mandate and the identity card of the person whom it names must name the same person. */
export function peopleProblems(holders: Readonly<Partial<Record<PaperKind, string>>>): string[] {
  const pairs: readonly [PaperKind, PaperKind][] = [
    ['purchase_mandate', 'purchaser_id'],
    ['receiver_mandate', 'receiver_id'],
  ]
  return pairs.flatMap(([mandate, card]) => {
    const [named, shown] = [holders[mandate], holders[card]]
    if (!named || !shown || named === shown) return []
    return [`${PAPER_FORMS[card].name}上的姓名（${shown}）与${PAPER_FORMS[mandate].name}（${named}）不一致`]
  })
}
