import { addDays, type TradeDate } from '#domain/dates.ts'
import { reviewOf } from '#domain/review.ts'

/** The demo buyers. Everything is invented; days are counted from the start of the shop. */
export interface DemoCompany {
  code: string
  name: string
  type: string
  region: { code: string; province: string; city: string; district: string; address: string }
  contact: string
  phone: string
  rank: string
  reviewState: number
  scopes: readonly string[]
  manager: { name: string; phone: string; isDefault: boolean }
  group: string | null
  /** What it may owe, in fen, and for how many days. */
  credit?: { limit: number; days: number }
  /** Days until each paper expires; negative: expired. */
  papers: Partial<Record<PaperKind, number | null>>
}

type PaperKind =
  | 'business_licence'
  | 'drug_licence'
  | 'clinic_licence'
  | 'device_licence'
  | 'device_filing'
  | 'food_licence'
  | 'purchase_mandate'
  | 'receiver_mandate'
  | 'quality_agreement'
  | 'purchaser_id'
  | 'receiver_id'

interface PaperForm {
  name: string
  prefix: string
  issuer: (city: string) => string
  /** Years that it is given for. */
  years: number
  scopes: readonly string[]
}

const DRUGS = ['chem', 'tcm', 'herb', 'bio', 'peptide']
const PAPERS: Readonly<Record<PaperKind, PaperForm>> = {
  business_licence: { name: '营业执照', prefix: '', issuer: (city) => `${city}市场监督管理局`, years: 0, scopes: [] },
  drug_licence: { name: '药品经营许可证', prefix: '示DA', issuer: (city) => `${city}市场监督管理局`, years: 5, scopes: DRUGS },
  clinic_licence: { name: '诊所备案凭证', prefix: '示PDY', issuer: (city) => `${city}卫生健康局`, years: 5, scopes: DRUGS },
  device_licence: {
    name: '医疗器械经营许可证',
    prefix: '示药监械经营许',
    issuer: (city) => `${city}市场监督管理局`,
    years: 5,
    scopes: ['device3'],
  },
  device_filing: {
    name: '第二类医疗器械经营备案凭证',
    prefix: '示药监械经营备',
    issuer: (city) => `${city}市场监督管理局`,
    years: 5,
    scopes: ['device2'],
  },
  food_licence: { name: '食品经营许可证', prefix: 'JY示', issuer: (city) => `${city}市场监督管理局`, years: 5, scopes: ['food'] },
  purchase_mandate: { name: '采购委托书', prefix: '示采委', issuer: () => '企业法定代表人', years: 1, scopes: [] },
  receiver_mandate: { name: '收货委托书', prefix: '示收委', issuer: () => '企业法定代表人', years: 1, scopes: [] },
  purchaser_id: { name: '采购员身份证', prefix: 'ID', issuer: (city) => `${city}公安局`, years: 0, scopes: [] },
  receiver_id: { name: '收货人身份证', prefix: 'ID', issuer: (city) => `${city}公安局`, years: 0, scopes: [] },
  quality_agreement: { name: '质量保证协议', prefix: '示质保', issuer: () => '安衡医药（示例）有限公司', years: 1, scopes: [] },
}

const ALL_SCOPES = ['chem', 'tcm', 'herb', 'bio', 'peptide', 'device2', 'food', 'general']
const YEARLY = { purchase_mandate: 214, receiver_mandate: 214, quality_agreement: 268 }
const PHARMACY = { business_licence: null, drug_licence: 1120, device_filing: 980, food_licence: 730, ...YEARLY }
const ZHOU = { name: '周敏', phone: '000-0000-0001', isDefault: false }
const LUO = { name: '罗雨亭', phone: '000-0000-0002', isDefault: true }
const YUNYAN = { code: '520103', province: '贵州省', city: '贵阳市', district: '云岩区' }
const NANMING = { code: '520102', province: '贵州省', city: '贵阳市', district: '南明区' }
const GUANSHANHU = { code: '520115', province: '贵州省', city: '贵阳市', district: '观山湖区' }

export const COMPANIES: readonly DemoCompany[] = [
  {
    code: 'KH0001',
    name: '溪桥大药房（云岩店）',
    type: '单体药店',
    region: { ...YUNYAN, address: '溪桥路 18 号' },
    contact: '陈溪',
    phone: '13900000001',
    rank: 'B',
    reviewState: 2,
    scopes: ALL_SCOPES,
    manager: ZHOU,
    group: null,
    credit: { limit: 5_000_000, days: 30 },
    papers: { ...PHARMACY, device_filing: 41 },
  },
  {
    code: 'KH0002',
    name: '槐荫巷大药房',
    type: '单体药店',
    region: { ...NANMING, address: '槐荫巷 7 号' },
    contact: '何槐',
    phone: '13900000002',
    rank: 'C',
    reviewState: 1,
    scopes: ALL_SCOPES,
    manager: ZHOU,
    group: null,
    papers: PHARMACY,
  },
  {
    code: 'KH0003',
    name: '青石桥药店',
    type: '单体药店',
    region: { code: '510104', province: '四川省', city: '成都市', district: '锦江区', address: '青石桥南街 52 号' },
    contact: '吴青',
    phone: '13900000003',
    rank: 'C',
    reviewState: 2,
    scopes: ALL_SCOPES,
    manager: LUO,
    group: null,
    credit: { limit: 2_000_000, days: 30 },
    papers: { ...PHARMACY, drug_licence: -12 },
  },
  {
    code: 'KH0004',
    name: '山茶大药房（南明店）',
    type: '单体药店',
    region: { ...NANMING, address: '山茶路 66 号' },
    contact: '林山',
    phone: '13900000004',
    rank: 'A',
    reviewState: 2,
    scopes: [...ALL_SCOPES, 'device3'],
    manager: LUO,
    group: '山茶大药房',
    credit: { limit: 8_000_000, days: 45 },
    papers: { ...PHARMACY, device_licence: 640 },
  },
  {
    code: 'KH0005',
    name: '山茶大药房（观山湖店）',
    type: '单体药店',
    region: { ...GUANSHANHU, address: '观水路 120 号' },
    contact: '林水',
    phone: '13900000004',
    rank: 'B',
    reviewState: 2,
    scopes: ALL_SCOPES.filter((scope) => scope !== 'herb'),
    manager: LUO,
    group: '山茶大药房',
    credit: { limit: 3_000_000, days: 30 },
    papers: PHARMACY,
  },
  {
    code: 'KH0006',
    name: '山茶大药房（南岸店）',
    type: '单体药店',
    region: { code: '500108', province: '重庆市', city: '重庆市', district: '南岸区', address: '茶园大道 9 号' },
    contact: '林南',
    phone: '13900000004',
    rank: 'C',
    reviewState: 2,
    scopes: ALL_SCOPES,
    manager: LUO,
    group: '山茶大药房',
    credit: { limit: 1_000_000, days: 30 },
    papers: { ...PHARMACY, drug_licence: 23 },
  },
  {
    code: 'KH0007',
    name: '明善中医诊所',
    type: '诊所',
    region: { code: '530102', province: '云南省', city: '昆明市', district: '五华区', address: '明善巷 3 号' },
    contact: '苏明',
    phone: '13900000005',
    rank: 'C',
    reviewState: 2,
    scopes: ['tcm', 'general'],
    manager: ZHOU,
    group: null,
    papers: { business_licence: null, clinic_licence: 860, ...YEARLY },
  },
]

export interface PaperRow {
  kind: string
  name: string
  number: string
  issuer: string
  holder: string
  issued_on: TradeDate
  expires_on: TradeDate | null
  scope_codes: string[]
  status: number
}

/** Of somebody born in 1900: valid by its check digit, and nobody's. */
const idCard = (regionCode: string): string => {
  const body = `${regionCode}19000101000`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  return body + '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(body[at]), 0) % 11]
}

function numberOf(prefix: string, company: DemoCompany, creditCode: string, at: number): string {
  if (prefix === '') return creditCode
  return prefix === 'ID' ? idCard(company.region.code) : `${prefix}${company.region.code}${company.code.slice(2)}${at}`
}

const PERSONS: ReadonlySet<string> = new Set(['purchase_mandate', 'receiver_mandate', 'purchaser_id', 'receiver_id'])

/** The papers of a company, under numbers that nobody holds. Those of a company in review wait for approval too. */
export function papersOf(company: DemoCompany, creditCode: string, today: TradeDate): PaperRow[] {
  const papers = { ...company.papers, purchaser_id: null, receiver_id: null }
  return Object.entries(papers).map(([kind, days], at) => {
    const form = PAPERS[kind as PaperKind]
    const expires = days === null ? null : addDays(today, days)
    return {
      kind,
      name: form.name,
      number: numberOf(form.prefix, company, creditCode, at),
      issuer: form.issuer(company.region.city),
      holder: PERSONS.has(kind) ? company.contact : '',
      issued_on: expires === null ? addDays(today, -2400) : addDays(expires, 1 - form.years * 365),
      expires_on: expires,
      scope_codes: form.scopes.filter((scope) => company.scopes.includes(scope)),
      status: reviewOf(company.reviewState) === 'passed' ? 2 : 1,
    }
  })
}

export interface DemoAccount {
  username: string
  name: string
  companies: readonly string[]
  /** Of a member of staff: the key of his role. */
  role?: string
}

export const ACCOUNTS: readonly DemoAccount[] = [
  { username: '13900000001', name: '陈溪', companies: ['KH0001'] },
  { username: '13900000002', name: '何槐', companies: ['KH0002'] },
  { username: '13900000003', name: '吴青', companies: ['KH0003'] },
  { username: '13900000004', name: '林山', companies: ['KH0004', 'KH0005', 'KH0006'] },
  { username: '13900000005', name: '苏明', companies: ['KH0007'] },
  { username: 'zhiguan', name: '周质管', companies: [], role: 'quality' },
  { username: 'admin', name: '系统管理员', companies: [], role: 'administrator' },
  { username: 'zhijing', name: '郑敏', companies: [], role: 'quality_head' },
  { username: 'cangku', name: '冯仓', companies: [], role: 'warehouse' },
  { username: 'fuhe', name: '邓复核', companies: [], role: 'warehouse' },
  { username: 'caiwu', name: '许会计', companies: [], role: 'finance' },
  { username: 'chuna', name: '孟出纳', companies: [], role: 'finance' },
  { username: 'kefu', name: '李客服', companies: [], role: 'service' },
  { username: 'shangpin', name: '王采购', companies: [], role: 'merchandiser' },
  { username: 'yunying', name: '赵运营', companies: [], role: 'marketer' },
  { username: 'shenji', name: '钱审计', companies: [], role: 'auditor' },
]

export const PASSED_PHARMACY = 'KH0001'
/** What the passed pharmacy has on its accounts today, after all its orders. Fen; points. */
export const BALANCE_TODAY = 328_640
export const POINTS_TODAY = 12_460
