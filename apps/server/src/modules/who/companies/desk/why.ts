import type { CompanyWhyWire } from '#contract/company-desk.ts'
import { beijingDate } from '#domain/dates.ts'
import { companyRefusals, type Refusal, type RefusalCode } from '#domain/eligibility.ts'
import { type ReviewState, reviewOf } from '#domain/review.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { notFound } from '../../../../platform/errors.ts'
import type { ViewerCompany } from '../../../../platform/viewer.ts'
import { loadCompany } from '../../../../platform/viewer-store.ts'
import { ruleToBuy } from '../../../goods/availability/public.ts'
import { goodsFacts, judgeDelivery, judgeForStaff } from '../../../goods/catalogue/public.ts'
import { isReviewedPlace, listAddresses } from '../../accounts/public.ts'

const BY_STATE: Readonly<Record<ReviewState, string>> = {
  draft: '请企业在“资质证照”补齐资料并提交审核',
  waiting: '在“审核”里判完它的证照，通过后即可购买',
  passed: '',
  rejected: '请企业按驳回原因修改后重新提交',
  frozen: '冻结原因在档案上；原因消除后由质量部门解冻',
}

/** What leads on, as one clerk would tell another. */
const WAYS_ON: Readonly<Record<RefusalCode, string>> = {
  NOT_SIGNED_IN: '请企业登录',
  COMPANY_NOT_PASSED: '',
  QUALIFICATION_MISSING: '请企业在“资质证照”提交该证照，质量审核通过即可购买',
  QUALIFICATION_EXPIRED: '请企业提交新证照，审核通过即恢复；旧证不能延期',
  SCOPE_MISSING: '许可证确实载明的，请企业重新提交该证照；未载明的须先向发证机关增项',
  NOT_AUTHORISED: '控销商品，须由商品岗位把该企业加入可售范围',
  NOT_IN_REGION: '该商品按地区或客户类型销售，须由商品岗位调整可售范围',
  OFF_SHELF: '须由商品岗位上架；停售的商品由质量部门恢复',
  NO_PRICE: '须由商品岗位定价',
  NO_STOCK: '等候到货；批号被锁定的由质量部门放行',
  LIMIT_REACHED: '限购按自然日或自然月计算，到期自动恢复',
  CONTRACT_UNSIGNED: '请企业在“电子合同”签署最新版合同',
  AGREEMENT_UNACCEPTED: '请企业负责人登录商城阅读并同意新版协议，随即可以下单',
  RECEIPT_OVERDUE: '请企业在“含麻订单”上传逾期的回执，审核通过即恢复',
  ADDRESS_UNREVIEWED: '在“收货地址”审核该地址，或请企业改送许可证地址',
  ADDRESS_OUTSIDE: '请企业选用可售地区内的收货地址',
  LAW_BARRED: '法律禁止在网上批发，不能放行',
  LAW_UNDECIDED: '须由质量部门在禁售目录判定放行后才能销售',
  NOT_GIVEN: '须随订单购买',
}

const OF_RULE: ReadonlySet<RefusalCode> = new Set(['NOT_AUTHORISED', 'NOT_IN_REGION', 'ADDRESS_OUTSIDE'])
/** What is wanting in the company's own papers, although it concerns these goods alone. */
const OF_COMPANY: ReadonlySet<RefusalCode> = new Set(['QUALIFICATION_MISSING', 'QUALIFICATION_EXPIRED', 'SCOPE_MISSING', 'RECEIPT_OVERDUE'])

type Rule = Awaited<ReturnType<typeof ruleToBuy>>

/** rule: of who may buy the goods. */
const wayOn = ({ code }: Refusal, company: ViewerCompany, rule: Rule): string => {
  const state = reviewOf(company.reviewState)
  if (rule !== null && OF_RULE.has(code)) return `${WAYS_ON[code]}；可售范围“${rule.name}”现在卖给：${rule.admits}`
  return code === 'COMPANY_NOT_PASSED' && state !== null ? BY_STATE[state] : WAYS_ON[code]
}

function whoseOf({ code, message }: Refusal, own: ReadonlySet<string>): 'company' | 'law' | 'goods' {
  if (own.has(message) || OF_COMPANY.has(code)) return 'company'
  return code.startsWith('LAW_') ? 'law' : 'goods'
}

/** Why a company cannot have these goods now: every reason of the one rule, and what leads on. */
export async function whyNot(database: DatabaseHandle, companyId: number, goodsId: number, now: Date): Promise<CompanyWhyWire> {
  const company = await loadCompany(database.db, companyId)
  if (company === null) throw notFound('企业')
  const [facts] = await goodsFacts(database, [{ goodsId }], company, now)
  if (!facts) throw notFound('商品')
  const today = beijingDate(now)
  const rule = await ruleToBuy(database.db, goodsId)
  const own = new Set(companyRefusals(company, today).map(({ message }) => message))
  const [place] = await listAddresses(database.db, companyId)
  const kept = place && { address_id: place.id, province: place.province, city: place.city, district: place.district, detail: place.detail }
  const isReviewed = kept !== undefined && (await isReviewedPlace(database.db, companyId, kept))
  const reasons = judgeForStaff(facts, company, today).map((refusal) => ({
    ...refusal,
    who: whoseOf(refusal, own),
    way_on: wayOn(refusal, company, rule),
  }))
  const there = kept
    ? judgeDelivery(facts, company, { province: kept.province, city: kept.city, isReviewed }).map((refusal) => ({
        ...refusal,
        who: 'place' as const,
        way_on: wayOn(refusal, company, rule),
      }))
    : []
  const all = [...reasons, ...there]
  return {
    goods: { id: facts.goodsId, name: facts.name, spec: facts.spec, manufacturer: facts.manufacturer, scope: facts.scopeName },
    can_buy: all.length === 0 ? 1 : 0,
    reasons: all,
    rule: rule && { id: rule.id, name: rule.name },
    place: kept ? `${kept.province}${kept.city}${kept.district}${kept.detail}` : '',
  }
}
