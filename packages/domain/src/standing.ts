import type { TradeDate } from './dates.ts'
import { admits, type BuyerCompany, DRUG_SCOPES, type Refusal, type RefusalCode, refusals, type SaleGoods } from './eligibility.ts'

/**
 * The buyer's standing and the law's word on a goods, without what belongs to trade alone (stock, price, limits): what decides
 * whether a goods may be given, taken for points or drawn, and what is asked again when an order is paid, picked and shipped
 * (药品经营质量管理规范 arts. 89–91).
 */

/** Where goods go to. */
export interface DeliveryPlace {
  province: string
  city: string
  /** The licensed premises, or a place that the quality department has passed. */
  isReviewed: boolean
}

/** Of drugs and of devices that need a filing or a licence the seller knows the place of delivery. */
const PLACED_SCOPES: ReadonlySet<string> = new Set([...DRUG_SCOPES, 'device2', 'device3'])

/** What stands against bringing this goods to this place. The seat must be admitted too: see goodsRefusals. */
export function deliveryRefusals(
  company: BuyerCompany,
  { scopeCode, availability }: Pick<SaleGoods, 'scopeCode' | 'availability'>,
  place: DeliveryPlace,
): Refusal[] {
  const found: Refusal[] = []
  if (PLACED_SCOPES.has(scopeCode) && !place.isReviewed) {
    const action = { text: '管理地址', url: '/addr' }
    const message = '药品和第二、三类医疗器械只能送到许可证地址或审核通过的地址，该收货地址尚未审核通过'
    found.push({ code: 'ADDRESS_UNREVIEWED', message, action })
  }
  if (!admits(availability, { ...company, province: place.province, city: place.city })) {
    const message = availability?.controlled ? '控销商品，收货地址不在授权地区' : '该商品不在收货地址所在地区销售'
    found.push({ code: 'ADDRESS_OUTSIDE', message, action: null })
  }
  return found
}

const TRADE_CODES: ReadonlySet<RefusalCode> = new Set(['NO_PRICE', 'NO_STOCK', 'LIMIT_REACHED'])

/** Empty: this company may have this goods, brought to this place where one is known. */
export function standingRefusals(company: BuyerCompany, goods: SaleGoods, place: DeliveryPlace | null, today: TradeDate): Refusal[] {
  const own = refusals(company, goods, today).filter(({ code }) => !TRADE_CODES.has(code))
  return place === null ? own : [...own, ...deliveryRefusals(company, goods, place)]
}

/**
 * What is never drawn or taken for points, whoever asks. Medicines and pieces: such a parcel has no batch, no invoice and no delivery
 * note, which every medicine that leaves the house needs (药品经营质量管理规范 arts. 73, 91, 92). The law names some of them more narrowly:
 * those that a doctor or a pharmacist stands before (药品流通监督管理办法 art. 20), and special compounds, whose caps, transfer and
 * receipt hang on an order of their own. Gifts of an order go with its batches and papers and are not asked here.
 */
export function givenRefusal(goods: { kind: string; scopeCode: string; drugClass: string; isEphedrine: boolean }): Refusal | null {
  const message = goods.isEphedrine
    ? '含特殊药品复方制剂须单独下单并对公转账，不能兑换或作为奖品'
    : PRESCRIBED.has(goods.drugClass)
      ? '处方药和甲类非处方药不能兑换或作为奖品'
      : MEDICINES.has(goods.kind) || DRUG_SCOPES.has(goods.scopeCode)
        ? '药品须随订单按批号发货并开票，不能兑换或作为奖品'
        : null
  return message === null ? null : { code: 'NOT_GIVEN', message, action: null }
}
const MEDICINES: ReadonlySet<string> = new Set(['drug', 'herb'])
const PRESCRIBED: ReadonlySet<string> = new Set(['rx', 'otc_a'])

/** Why an order waits; the goods that it is about, empty where the company itself is meant. */
export interface HoldReason {
  code: string
  message: string
  goods: string
}

/** A gift or exchange goods that a cancelled order of the same checkout had earned with this one. */
export const UNEARNED = 'BENEFIT_UNEARNED'

/**
 * These are the house's own word and not the law's: staff may let an order go on although they still stand (goods taken out of
 * the range after the order, a contract that is being renewed, a gift that the house itself has left unearned).
 */
const OWN_WORD: ReadonlySet<string> = new Set<RefusalCode | typeof UNEARNED>(['OFF_SHELF', 'CONTRACT_UNSIGNED', UNEARNED])

export const mayBeWaived = (reason: HoldReason): boolean => OWN_WORD.has(reason.code)

/**
 * What a waiver of a reason covers, and no more: the same word on the same goods; of what a checkout had earned, the same activity and as
 * many units, as the sentence names them.
 */
export const waiverOf = ({ code, goods, message }: HoldReason): string => [code, goods, ...(code === UNEARNED ? [message] : [])].join('|')

/** What the reasons look like in one sentence. */
export const holdText = (reasons: readonly HoldReason[]): string =>
  reasons.map(({ goods, message }) => (goods === '' ? message : `${goods}：${message}`)).join('；')

/** What is asked before the next order, and of no order that stands: that was placed under the text of its day. */
const BEFORE_ORDERING: ReadonlySet<string> = new Set<RefusalCode>(['AGREEMENT_UNACCEPTED'])

/** own: what stands against the company itself, said once; the rest is said of its goods. What staff have waived (waiverOf) is left out. */
export function holdReasons(
  own: readonly Refusal[],
  found: readonly { goods: string; reasons: readonly Refusal[] }[],
  waived: ReadonlySet<string>,
): HoldReason[] {
  const said = new Set(own.map(({ message }) => message))
  const ofGoods = found.flatMap(({ goods, reasons }) =>
    reasons.flatMap(({ code, message }) => (said.has(message) ? [] : [{ code, message, goods }])),
  )
  return [...own.map(({ code, message }) => ({ code, message, goods: '' })), ...ofGoods].filter(
    (one) => !waived.has(waiverOf(one)) && !BEFORE_ORDERING.has(one.code),
  )
}
