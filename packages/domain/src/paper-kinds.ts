import type { ScopeCode } from './scopes.ts'

/** Which papers a company shows (docs: trade rules, buyer types and papers; 药品经营质量管理规范 arts. 62, 89, 90). */

export const COMPANY_TYPES = ['单体药店', '连锁总部', '连锁门店', '诊所', '村卫生室', '医院', '批发企业'] as const
export type CompanyType = (typeof COMPANY_TYPES)[number]
export const isCompanyType = (text: string): text is CompanyType => (COMPANY_TYPES as readonly string[]).includes(text)

export const PAPER_KINDS = [
  'business_licence',
  'institution_certificate',
  'civil_certificate',
  'drug_licence',
  'medical_licence',
  'clinic_licence',
  'purchase_mandate',
  'purchaser_id',
  'receiver_mandate',
  'receiver_id',
  'quality_agreement',
  'chain_mandate',
  'store_list',
  'seal_samples',
  'device_filing',
  'device_licence',
  'food_licence',
] as const
export type PaperKind = (typeof PAPER_KINDS)[number]
export const isPaperKind = (text: string): text is PaperKind => (PAPER_KINDS as readonly string[]).includes(text)

export interface PaperForm {
  name: string
  /** What its number is called; '' = it has none. */
  number: string
  /** Who gave it. */
  issuer: string
  /** The person whom it names; '' = nobody. */
  holder: string
  /** May be given without an end (长期). */
  mayBeEndless: boolean
  /** Made between buyer and shop, or by the buyer itself, not given by an authority: an old customer may bring it later. */
  byAgreement: boolean
  /** The goods scopes that can stand on it; empty = every purchase needs it. */
  scopes: readonly ScopeCode[]
  hint: string
}

const DRUGS: readonly ScopeCode[] = ['chem', 'tcm', 'herb', 'bio', 'peptide', 'raw']
const MEDICINES: readonly ScopeCode[] = ['chem', 'tcm', 'herb', 'bio', 'peptide']

const form = (name: string, hint: string, more: Partial<Omit<PaperForm, 'name' | 'hint'>> = {}): PaperForm => ({
  name,
  hint,
  number: '证书编号',
  issuer: '发证机关',
  holder: '',
  mayBeEndless: false,
  byAgreement: false,
  scopes: [],
  ...more,
})
const person = { number: '身份证号', issuer: '签发机关', holder: '姓名', mayBeEndless: true, byAgreement: true }
const mandate = { number: '委托书编号', issuer: '授权单位', byAgreement: true }

export const PAPER_FORMS: Readonly<Record<PaperKind, PaperForm>> = {
  business_licence: form('营业执照', '正本或副本，加盖公章，有效期按执照填写', { number: '统一社会信用代码', mayBeEndless: true }),
  institution_certificate: form('事业单位法人证书', '加盖公章', { number: '统一社会信用代码' }),
  civil_certificate: form('民办非企业单位登记证书', '加盖公章', { number: '统一社会信用代码' }),
  drug_licence: form('药品经营许可证', '正本或副本，经营范围清晰可见，加盖公章', { number: '许可证编号', scopes: DRUGS }),
  medical_licence: form('医疗机构执业许可证', '正本或副本，诊疗科目清晰可见，加盖公章', {
    number: '登记号',
    mayBeEndless: true,
    scopes: MEDICINES,
  }),
  clinic_licence: form('诊所备案凭证', '备案信息清晰可见，加盖公章', { number: '备案编号', mayBeEndless: true, scopes: MEDICINES }),
  purchase_mandate: form('采购委托书', '写明被委托人、身份证号、采购范围与期限，法定代表人签字并加盖公章', {
    ...mandate,
    holder: '被委托采购员',
  }),
  purchaser_id: form('采购员身份证', '正反两面，须与采购委托书一致', person),
  receiver_mandate: form('收货委托书', '写明收货人与期限，加盖公章', { ...mandate, holder: '被委托收货人' }),
  receiver_id: form('收货人身份证', '正反两面，须与收货委托书一致', person),
  quality_agreement: form('质量保证协议', '双方盖章，通常一年一签', { number: '协议编号', issuer: '签订单位', byAgreement: true }),
  chain_mandate: form('总部授权书', '连锁总部同意本门店采购，加盖总部公章', { ...mandate, holder: '' }),
  store_list: form('门店清单', '列明各门店名称与地址，加盖公章', { number: '清单编号', issuer: '出具单位', byAgreement: true }),
  seal_samples: form('印章与随货同行单样式', '企业公章、质量章、出库章印模及随货同行单样张', {
    number: '备案编号',
    issuer: '出具单位',
    mayBeEndless: true,
    byAgreement: true,
  }),
  device_filing: form('第二类医疗器械经营备案凭证', '购买第二类医疗器械须提供', {
    number: '备案编号',
    mayBeEndless: true,
    scopes: ['device2'],
  }),
  device_licence: form('医疗器械经营许可证', '购买第三类医疗器械须提供', { number: '许可证编号', scopes: ['device3'] }),
  food_licence: form('食品经营许可证或备案', '购买食品、保健食品须提供', { number: '编号', mayBeEndless: true, scopes: ['food'] }),
}

/** One of these kinds is enough. */
export interface PaperNeed {
  kinds: readonly PaperKind[]
  must: boolean
}

const must = (...kinds: PaperKind[]): PaperNeed => ({ kinds, must: true })
const may = (...kinds: PaperKind[]): PaperNeed[] => kinds.map((kind) => ({ kinds: [kind], must: false }))

const PEOPLE = [must('purchase_mandate'), must('purchaser_id'), must('receiver_mandate'), must('receiver_id'), must('quality_agreement')]
const GOODS = may('device_filing', 'device_licence', 'food_licence')
const LICENCE = must('business_licence')

/** What each type of buyer must and may show, in the order in which it is asked for. */
export const PAPER_NEEDS: Readonly<Record<CompanyType, readonly PaperNeed[]>> = {
  单体药店: [LICENCE, must('drug_licence'), ...PEOPLE, ...GOODS],
  连锁总部: [LICENCE, must('drug_licence'), must('store_list'), ...PEOPLE, ...GOODS],
  连锁门店: [LICENCE, must('drug_licence'), must('chain_mandate'), ...PEOPLE, ...GOODS],
  诊所: [LICENCE, must('clinic_licence', 'medical_licence'), ...PEOPLE, ...GOODS],
  村卫生室: [must('medical_licence'), ...PEOPLE, ...may('business_licence'), ...GOODS],
  医院: [must('business_licence', 'institution_certificate', 'civil_certificate'), must('medical_licence'), ...PEOPLE, ...GOODS],
  批发企业: [LICENCE, must('drug_licence'), must('seal_samples'), ...PEOPLE, ...GOODS],
}

/** An unknown type is asked what a pharmacy is asked. */
export const needsOf = (type: string): readonly PaperNeed[] => PAPER_NEEDS[isCompanyType(type) ? type : '单体药店']

/** 营业执照、事业单位法人证书（任选其一） */
export function needName(need: PaperNeed): string {
  const names = need.kinds.map((kind) => PAPER_FORMS[kind].name).join('、')
  return need.kinds.length > 1 ? `${names}（任选其一）` : names
}

/** The required papers of which none is among those given. */
export function missingNeeds(type: string, kinds: ReadonlySet<string>): PaperNeed[] {
  return needsOf(type).filter((need) => need.must && !need.kinds.some((kind) => kinds.has(kind)))
}

/** The papers that say who a buyer is; the type decides which of them. */
export const IDENTITY_KINDS: readonly PaperKind[] = ['business_licence', 'institution_certificate', 'civil_certificate']
