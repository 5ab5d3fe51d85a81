import { addDays, addMonths, daysBetween, type TradeDate } from './dates.ts'

/** Contracts between the wholesaler and a buyer: their text, their term, and who has to sign. */

export interface ContractVersion {
  version: number
  title: string
  text: string
  validMonths: number
}
export interface ContractParty {
  name: string
  creditCode: string
}
export interface ContractTerm {
  from: TradeDate
  /** The last day. */
  until: TradeDate
}
export interface ContractArticle {
  title: string
  paragraphs: string[]
}

/** A contract that ends within so many days may be signed anew. */
export const RENEW_WITHIN_DAYS = 30
export const CONTRACT_REMINDERS: readonly number[] = [30, 7, 1]

export const termFrom = (today: TradeDate, validMonths: number): ContractTerm => ({
  from: today,
  until: addDays(addMonths(today, validMonths), -1),
})

/** The whole text as it is signed: what its SHA-256 is taken of. */
export function contractText(version: ContractVersion, supplier: ContractParty, buyer: ContractParty, term: ContractTerm): string {
  const party = (role: string, { name, creditCode }: ContractParty) => `${role}：${name}（统一社会信用代码：${creditCode || '—'}）`
  const head = [`${version.title}（第 ${version.version} 版）`, party('供方', supplier), party('需方', buyer)]
  const body = version.text.trim().replaceAll('{起}', term.from).replaceAll('{止}', term.until)
  return `${[...head, `期限：${term.from} 至 ${term.until}`, '', body].join('\n')}\n`
}

/** '## …' begins an article; every other line is a paragraph of it. */
export function articlesOf(text: string): ContractArticle[] {
  const articles: ContractArticle[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    if (line.startsWith('## ')) articles.push({ title: line.slice(3).trim(), paragraphs: [] })
    else articles.at(-1)?.paragraphs.push(line)
  }
  return articles
}

export interface SignatureFacts {
  version: number
  validUntil: TradeDate
}

/** The signature that stands for this version today and need not be renewed yet; signing again gives it back. */
export const standingSignature = <S extends SignatureFacts>(signatures: readonly S[], version: number, today: TradeDate): S | undefined =>
  signatures.find((one) => one.version === version && daysBetween(today, one.validUntil) > RENEW_WITHIN_DAYS)

export type SignatureState = 'valid' | 'soon' | 'expired' | 'replaced'
export const SIGNATURE_STATE_NAMES: Readonly<Record<SignatureState, string>> = {
  valid: '有效',
  soon: '即将到期',
  expired: '已到期',
  replaced: '已被新合同替代',
}

/** latest: nothing was signed after it. */
export function signatureState({ validUntil }: SignatureFacts, latest: boolean, today: TradeDate): SignatureState {
  if (!latest) return 'replaced'
  if (validUntil < today) return 'expired'
  return daysBetween(today, validUntil) <= RENEW_WITHIN_DAYS ? 'soon' : 'valid'
}
