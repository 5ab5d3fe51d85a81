import { isValidOn, type TradeDate } from './dates.ts'
import { drugClassWhy, type LicensedClass } from './drug-classes.ts'
import { isOverdue } from './ephedrine.ts'
import { type LawStanding, lawRefusal } from './law/standing.ts'
import { isPaperKind, missingNeeds, needName, needsOf, PAPER_FORMS } from './paper-kinds.ts'
import { type RestrictedClass, restrictedWhy } from './restricted.ts'
import { CERTIFICATE, type ReviewState, reviewOf } from './review.ts'
import { type SpecialUse, specialLimitText, specialRoom, tightest } from './special.ts'

/**
 * May this buyer buy this goods? The one function that decides (docs: domain rule 'May this buyer buy this goods?';
 * 药品经营质量管理规范 arts. 89, 90). List, detail, cart, checkout and every later entrance ask here.
 */

export type RefusalCode =
  | 'NOT_SIGNED_IN'
  | 'COMPANY_NOT_PASSED'
  | 'QUALIFICATION_MISSING'
  | 'QUALIFICATION_EXPIRED'
  | 'SCOPE_MISSING'
  | 'NOT_AUTHORISED'
  | 'NOT_IN_REGION'
  | 'OFF_SHELF'
  | 'NO_PRICE'
  | 'NO_STOCK'
  | 'LIMIT_REACHED'
  | 'CONTRACT_UNSIGNED'
  | 'AGREEMENT_UNACCEPTED'
  | 'RECEIPT_OVERDUE'
  | 'ADDRESS_UNREVIEWED'
  | 'ADDRESS_OUTSIDE'
  | 'LAW_BARRED'
  | 'LAW_UNDECIDED'
  | 'NOT_GIVEN'

/** A refusal that a person can read, with the way on that the page offers. */
export interface Refusal {
  code: RefusalCode
  message: string
  action: { text: string; url: string } | null
}

export interface Qualification {
  kind: string
  name: string
  /** null: without an end, which only some kinds of paper may be. */
  expiresOn: TradeDate | null
  /** 2 = approved */
  status: number
  /** Goods scopes that stand on this paper; empty = every purchase needs it. */
  scopeCodes: readonly string[]
}

/** A version of an agreement that companies are asked to accept, which this one has not. */
export interface OwedAgreement {
  title: string
  /** From when on it is in force: until then nothing is asked. */
  from: Date
  /** From that day on the company orders nothing; null: it is asked, no more. Never the day on which it comes in force. */
  blocksOn: TradeDate | null
}

export interface BuyerCompany {
  id: number
  type: string
  province: string
  city: string
  reviewState: number
  contractSigned: boolean
  /**
   * A customer from before the shop, brought along by an import: until this day, inclusive, it buys without the papers that
   * were never filed here (docs: decision on gates). null or left out: it shows what everybody shows.
   */
  oldCustomerUntil?: TradeDate | null
  /** The nearest day by which a receipt of ephedrine goods is owed; null or left out: none is. */
  receiptDueOn?: TradeDate | null
  /** Left out: none. */
  agreements?: readonly OwedAgreement[]
  scopeCodes: ReadonlySet<string>
  /** What the licence of a retail pharmacy states as 经营类别; null or left out: not read yet, so nothing is limited by it. */
  drugClasses?: readonly LicensedClass[] | null
  qualifications: readonly Qualification[]
}

export interface AvailabilityEntry {
  province: string | null
  city: string | null
  companyType: string | null
  companyId: number | null
}

export interface Availability {
  controlled: boolean
  entries: readonly AvailabilityEntry[]
}

export interface SaleGoods {
  /** What the stop list says of it today; never left out, so that nothing is sold because nobody asked. */
  law: LawStanding
  onShelf: boolean
  scopeCode: string
  scopeName: string
  hasPrice: boolean
  available: number
  /** The smallest number that is sold; 1 where it is left out. */
  smallestLot?: number
  /** Per buyer and day; null = none. */
  purchaseLimit: number | null
  boughtToday: number
  /** A special compound: ordered apart, by transfer, receipted. */
  isEphedrine?: boolean
  /** rx, otc_a, otc_b, or what is none of them; left out or none of them, a medicine counts as prescription. */
  drugClass?: string
  /** Classes that the law keeps from some buyers; empty or left out: none. */
  restricted?: readonly RestrictedClass[]
  /** What the company may order of each special substance in it; empty where it holds none, or nobody is signed in. */
  special?: readonly SpecialUse[]
  /** null = sold everywhere. */
  availability: Availability | null
}

/** Medicines are sold only to who may trade or use them (药品经营质量管理规范 art. 89): a licence of either kind must be there at all. */
export const DRUG_SCOPES: ReadonlySet<string> = new Set(['chem', 'tcm', 'herb', 'bio', 'peptide', 'raw'])
const DRUG_LICENCES: ReadonlySet<string> = new Set(['drug_licence', 'clinic_licence', 'medical_licence'])

/** Devices of class III are sold only to who is licensed for them, or treats people with them (医疗器械监督管理条例 arts. 42, 45). */
const DEVICE3_LICENCES: ReadonlySet<string> = new Set(['device_licence', 'clinic_licence', 'medical_licence'])

/** Does a rule of region, type or name admit this company? Within an entry all named conditions hold; one entry is enough. */
export function admits(availability: Availability | null, company: Pick<BuyerCompany, 'id' | 'type' | 'province' | 'city'>): boolean {
  if (availability === null) return true
  return availability.entries.some(
    (entry) =>
      (entry.province === null || entry.province === company.province) &&
      (entry.city === null || entry.city === company.city) &&
      (entry.companyType === null || entry.companyType === company.type) &&
      (entry.companyId === null || entry.companyId === company.id),
  )
}

/** Prices and stock figures are for passed companies only. */
export function seesPrices(company: BuyerCompany | null): company is BuyerCompany {
  return company !== null && reviewOf(company.reviewState) === 'passed'
}

const NOT_PASSED: Readonly<Record<ReviewState, string>> = {
  draft: '您的企业资质尚未提交，提交并通过审核后可购买',
  waiting: '您的企业资质正在审核，通过后可购买',
  passed: '',
  rejected: '您的企业资质未通过审核，请修改后重新提交',
  frozen: '您的账户已被冻结，请联系客户经理',
}

/** What stands against the company itself, whatever the goods. */
export function companyRefusals(company: BuyerCompany | null, today: TradeDate): Refusal[] {
  if (company === null) {
    return [{ code: 'NOT_SIGNED_IN', message: '登录后可查看价格并购买', action: { text: '去登录', url: '/login' } }]
  }
  const refusals: Refusal[] = []
  if (reviewOf(company.reviewState) !== 'passed') {
    const state = reviewOf(company.reviewState)
    const sentence = state === null ? '' : NOT_PASSED[state]
    refusals.push({ code: 'COMPANY_NOT_PASSED', message: sentence || '您的企业尚未通过审核', action: { text: '查看资质', url: '/zzzj' } })
  }
  refusals.push(...missingPapers(company, today))
  for (const paper of company.qualifications) {
    if (paper.scopeCodes.length > 0 || isReplaced(company, paper, today)) continue
    refusals.push(...paperRefusals(paper, today))
  }
  // Nothing is signed with who has not been checked, so it is not asked of them either.
  if (reviewOf(company.reviewState) === 'passed' && !company.contractSigned && !isOldCustomer(company, today)) {
    refusals.push({ code: 'CONTRACT_UNSIGNED', message: '请先签署电子合同', action: { text: '去签署', url: '/dzht' } })
  }
  for (const { title, blocksOn } of soonest(company.agreements ?? [])) {
    if (reviewOf(company.reviewState) !== 'passed' || blocksOn === null || blocksOn > today) continue
    const message = `请企业负责人阅读并同意《${title}》：${blocksOn} 起，没有同意的企业不能下单`
    refusals.push({ code: 'AGREEMENT_UNACCEPTED', message, action: { text: '去阅读', url: '/xieyi' } })
  }
  return refusals
}

/** The same beside ordering: a new version of an agreement stops orders, and neither what is owed nor what comes with goods that were bought. */
export const membershipRefusals = (company: BuyerCompany | null, today: TradeDate): Refusal[] =>
  companyRefusals(company && { ...company, agreements: [] }, today)

/** Of several versions of one agreement the day that comes first counts; whoever accepts the newest has accepted them all. */
function soonest(owed: readonly OwedAgreement[]): Omit<OwedAgreement, 'from'>[] {
  return [...Map.groupBy(owed, ({ title }) => title)].map(([title, versions]) => ({
    title,
    blocksOn: versions.flatMap(({ blocksOn }) => blocksOn ?? []).sort()[0] ?? null,
  }))
}

/** Agreements that a company is asked to accept now, and from when on it orders nothing without. */
export const askedAgreements = ({ agreements = [] }: Pick<BuyerCompany, 'agreements'>, now: Date): Omit<OwedAgreement, 'from'>[] =>
  soonest(agreements.filter(({ from }) => from <= now))

/** Is the shop still open to this company as an old customer? */
export const isOldCustomer = (company: BuyerCompany, today: TradeDate): boolean =>
  company.oldCustomerUntil !== undefined && company.oldCustomerUntil !== null && today <= company.oldCustomerUntil

/**
 * The required papers of its type that a company has not filed. An old customer owes only those that say who it is and what it
 * may trade in: the law knows no buyer without them.
 */
export function papersToCome(company: Pick<BuyerCompany, 'type' | 'qualifications'>, waived = false): string[] {
  const missing = missingNeeds(company.type, new Set(company.qualifications.map((paper) => paper.kind)))
  return missing.filter((need) => !waived || !need.kinds.every((kind) => PAPER_FORMS[kind].byAgreement)).map(needName)
}

/** Nobody buys who has not shown who they are and who acts for them. Before a company has passed, its papers are still on their way. */
function missingPapers(company: BuyerCompany, today: TradeDate): Refusal[] {
  if (reviewOf(company.reviewState) !== 'passed') return []
  const missing = papersToCome(company, isOldCustomer(company, today))
  if (missing.length === 0) return []
  const message = `您尚未提交${missing.join('、')}，提交并通过审核后可购买`
  return [{ code: 'QUALIFICATION_MISSING', message, action: { text: '提交资质', url: '/zzzj' } }]
}

/** A paper of a kind that must end, without its end, is not endless: nobody knows how long it holds. */
export const lacksEnd = ({ kind, expiresOn }: Pick<Qualification, 'kind' | 'expiresOn'>): boolean =>
  expiresOn === null && isPaperKind(kind) && !PAPER_FORMS[kind].mayBeEndless

/** Approved, and in force that day. */
export const isInForce = (paper: Pick<Qualification, 'kind' | 'expiresOn' | 'status'>, today: TradeDate): boolean =>
  paper.status === CERTIFICATE.inForce && !lacksEnd(paper) && isValidOn(paper.expiresOn, today)

/** Do goods of a scope stand on this paper? One that names no scopes (imported, or of the company itself) leaves them to the company's own. */
const carries = ({ scopeCodes }: Pick<Qualification, 'scopeCodes'>, scopeCode: string): boolean =>
  scopeCodes.length === 0 || scopeCodes.includes(scopeCode)

/** Of papers of which one is enough, a lapsed one does not matter while another is good; of goods: another on which they stand. */
export function isReplaced(company: BuyerCompany, paper: Qualification, today: TradeDate, scopeCode?: string): boolean {
  if (isInForce(paper, today)) return false
  const alternatives: readonly string[] =
    needsOf(company.type).find(({ kinds }) => (kinds as readonly string[]).includes(paper.kind))?.kinds ?? []
  return company.qualifications.some(
    (other) =>
      other !== paper &&
      alternatives.includes(other.kind) &&
      (scopeCode === undefined || carries(other, scopeCode)) &&
      isInForce(other, today),
  )
}

function paperRefusals(paper: Qualification, today: TradeDate): Refusal[] {
  const action = { text: '更新资质', url: '/zzzj' }
  if (paper.status !== CERTIFICATE.inForce)
    return [{ code: 'QUALIFICATION_MISSING', message: `您的${paper.name}尚未通过审核，暂不能购买`, action }]
  if (lacksEnd(paper)) return [{ code: 'QUALIFICATION_MISSING', message: `您的${paper.name}未登记有效期，更新后可购买`, action }]
  if (!isValidOn(paper.expiresOn, today)) {
    return [{ code: 'QUALIFICATION_EXPIRED', message: `您的${paper.name}已于 ${paper.expiresOn} 到期，更新后可购买`, action }]
  }
  return []
}

/**
 * All the reasons that stand against buying the smallest lot of this goods today; empty = may buy.
 * Order: the buyer first, then the law, then the goods.
 */
export function refusals(company: BuyerCompany | null, goods: SaleGoods, today: TradeDate): Refusal[] {
  return [...companyRefusals(company, today), ...goodsRefusals(company, goods, today)]
}

/**
 * What stands against these goods in the papers that they stand on. The company's own list of scopes is not enough: it may come from
 * the wholesaler's records, and say more than the licence that the quality department has read since.
 */
function licenceRefusals(company: BuyerCompany, { scopeCode, scopeName }: SaleGoods, today: TradeDate): Refusal[] {
  const found: Refusal[] = []
  const action = { text: '提交资质', url: '/zzzj' }
  const isDrug = DRUG_SCOPES.has(scopeCode)
  const licences = company.qualifications.filter((paper) => isDrug && DRUG_LICENCES.has(paper.kind))
  if (isDrug && licences.length === 0) {
    const message = '您尚未提交药品经营许可证或医疗机构执业许可证，暂不能购买药品'
    found.push({ code: 'QUALIFICATION_MISSING', message, action })
  } else if (isDrug && company.scopeCodes.has(scopeCode) && !licences.some((paper) => carries(paper, scopeCode))) {
    const names = licences.map(({ name }) => name).join('、')
    found.push({ code: 'SCOPE_MISSING', message: `您的${names}未载明“${scopeName}”，暂不能购买`, action })
  }
  if (scopeCode === 'device3' && company.scopeCodes.has(scopeCode)) {
    const treats = company.qualifications.filter(({ kind }) => DEVICE3_LICENCES.has(kind))
    if (treats.length === 0) {
      found.push({ code: 'QUALIFICATION_MISSING', message: '您尚未提交医疗器械经营许可证，暂不能购买第三类医疗器械', action })
    } else if (!treats.some((paper) => isInForce(paper, today))) {
      // Medicines stand on a clinic's licence by name and devices do not: lapsed, it carries neither. Others are asked below, or with the company.
      const named = treats.filter(({ scopeCodes }) => scopeCodes.length > 0 && !scopeCodes.includes(scopeCode))
      found.push(...named.flatMap((paper) => paperRefusals(paper, today)))
    }
  }
  for (const paper of company.qualifications) {
    const isUnder = paper.scopeCodes.includes(scopeCode) || (licences.includes(paper) && paper.scopeCodes.length === 0)
    if (!isUnder || isReplaced(company, paper, today, scopeCode)) continue
    // One that names no scopes was spoken of with the company, unless another paper stood in for it there.
    if (paper.scopeCodes.length > 0 || isReplaced(company, paper, today)) found.push(...paperRefusals(paper, today))
  }
  return found
}

/** The part of refusals() that depends on the goods; lists compute companyRefusals once and this for each row. */
export function goodsRefusals(company: BuyerCompany | null, goods: SaleGoods, today: TradeDate): Refusal[] {
  const found: Refusal[] = []
  const barred = lawRefusal(goods)
  if (barred !== null) found.push(barred)
  if (company !== null) {
    if (!company.scopeCodes.has(goods.scopeCode)) {
      found.push({
        code: 'SCOPE_MISSING',
        message: `您的经营范围不含“${goods.scopeName}”，暂不能购买`,
        action: { text: '更新资质', url: '/zzzj' },
      })
    }
    const kept = restrictedWhy(goods.restricted ?? [], company.type, company.scopeCodes)
    if (kept !== null) found.push({ code: 'SCOPE_MISSING', message: kept, action: null })
    const unlicensed = drugClassWhy(company.drugClasses, company.type, goods)
    if (unlicensed !== null) found.push({ code: 'SCOPE_MISSING', message: unlicensed, action: { text: '更新资质', url: '/zzzj' } })
    found.push(...licenceRefusals(company, goods, today))
    if (goods.isEphedrine && isOverdue(company.receiptDueOn, today)) {
      found.push({
        code: 'RECEIPT_OVERDUE',
        message: '含麻回执已逾期未上传，补交后可购买含麻商品',
        action: { text: '去上传回执', url: '/hmdd' },
      })
    }
    if (!admits(goods.availability, company)) {
      found.push(
        goods.availability?.controlled
          ? { code: 'NOT_AUTHORISED', message: '控销商品，您的企业未获授权', action: null }
          : { code: 'NOT_IN_REGION', message: '该商品不在您所在的地区销售', action: null },
      )
    }
  }
  if (!goods.onShelf) found.push({ code: 'OFF_SHELF', message: '该商品已下架', action: null })
  if (!goods.hasPrice) found.push({ code: 'NO_PRICE', message: '该商品暂未定价', action: null })
  const lot = goods.smallestLot ?? 1
  if (goods.available <= 0) found.push({ code: 'NO_STOCK', message: '暂无库存', action: null })
  else if (goods.available < lot) found.push({ code: 'NO_STOCK', message: `库存仅余 ${goods.available}，不足起订量 ${lot}`, action: null })
  if (goods.purchaseLimit !== null && goods.boughtToday + lot > goods.purchaseLimit) {
    found.push({ code: 'LIMIT_REACHED', message: `今日限购 ${goods.purchaseLimit}，您已购满`, action: null })
  }
  const use = tightest(goods.special ?? [])
  if (use !== null && specialRoom(use) < lot) found.push({ code: 'LIMIT_REACHED', message: specialLimitText(use), action: null })
  return found
}
