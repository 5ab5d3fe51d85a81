import { addDays, isValidOn, type TradeDate } from './dates.ts'
import { type BuyerCompany, companyRefusals, isReplaced, lacksEnd } from './eligibility.ts'

/** From this many days before a paper expires the buyer is reminded of it. */
export const PAPER_WARNING_DAYS = 90

export interface PapersState {
  state: 'ok' | 'soon' | 'bad'
  /** What to mend first; empty when all is well. */
  note: string
}

/**
 * How a company's own papers stand today: 'bad' what already stops purchases (of everything, or of the goods that stand
 * on one paper), 'soon' what expires within PAPER_WARNING_DAYS, the nearest first.
 */
export function papersState(company: BuyerCompany, today: TradeDate): PapersState {
  // Whether the contract is signed and agreements are accepted is another matter, with pages of their own.
  const [refusal] = companyRefusals({ ...company, contractSigned: true, agreements: [] }, today)
  if (refusal) return { state: 'bad', note: refusal.message }
  const lapsed = company.qualifications.find((paper) => !isValidOn(paper.expiresOn, today) && !isReplaced(company, paper, today))
  if (lapsed) return { state: 'bad', note: `您的${lapsed.name}已于 ${lapsed.expiresOn} 到期，相关商品暂不能购买` }
  const endless = company.qualifications.find((paper) => lacksEnd(paper) && !isReplaced(company, paper, today))
  if (endless) return { state: 'bad', note: `您的${endless.name}未登记有效期，相关商品暂不能购买` }
  const unapproved = company.qualifications.find((paper) => paper.status !== 2 && !isReplaced(company, paper, today))
  if (unapproved) return { state: 'bad', note: `您的${unapproved.name}尚未通过审核，相关商品暂不能购买` }
  const limit = addDays(today, PAPER_WARNING_DAYS)
  const soon = company.qualifications
    .flatMap(({ name, expiresOn }) => (expiresOn !== null && expiresOn <= limit ? [{ name, expiresOn }] : []))
    .sort((a, b) => (a.expiresOn < b.expiresOn ? -1 : 1))[0]
  if (soon) return { state: 'soon', note: `您的${soon.name}将于 ${soon.expiresOn} 到期，请及时更新` }
  return { state: 'ok', note: '' }
}
