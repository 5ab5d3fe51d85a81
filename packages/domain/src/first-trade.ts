import { daysBetween, type TradeDate } from './dates.ts'

/** What a buyer files of its wholesaler, and of goods that are new to it (药品经营质量管理规范 arts. 62, 63). */

interface TradePaperForm {
  name: string
  /** What a renewal must say: until when. */
  mayBeEndless: boolean
  /** Of a mandate and the like: whom it names. */
  named: boolean
  /** Missing from the pack, the buyer is told so. */
  must: boolean
}
const form = (name: string, more: Partial<Omit<TradePaperForm, 'name'>> = {}): TradePaperForm => ({
  name,
  mayBeEndless: false,
  named: false,
  must: false,
  ...more,
})

/** In the order in which a pack has them. */
export const SUPPLIER_PAPERS = {
  business_licence: form('营业执照', { must: true, mayBeEndless: true }),
  annual_report: form('企业年度报告公示', { must: true, mayBeEndless: true }),
  drug_licence: form('药品经营许可证', { must: true }),
  device_licence: form('医疗器械经营许可证'),
  device_filing: form('第二类医疗器械经营备案凭证', { mayBeEndless: true }),
  food_licence: form('食品经营许可证'),
  gsp_certificate: form('药品经营质量管理规范认证证书（历史）', { mayBeEndless: true }),
  seal_samples: form('印章印模', { must: true, mayBeEndless: true }),
  note_sample: form('随货同行单样张', { must: true, mayBeEndless: true }),
  invoice_sample: form('发票样张', { must: true, mayBeEndless: true }),
  bank_data: form('开户许可证或基本存款账户信息', { must: true, mayBeEndless: true }),
  tax_data: form('开票资料', { must: true, mayBeEndless: true }),
  quality_agreement: form('质量保证协议文本', { must: true, mayBeEndless: true }),
  sales_mandate: form('销售人员授权委托书', { must: true, named: true }),
  sales_identity: form('销售人员身份证复印件', { must: true, named: true, mayBeEndless: true }),
  quality_system: form('质量管理体系情况表', { mayBeEndless: true }),
} as const satisfies Record<string, TradePaperForm>
export type SupplierPaperKind = keyof typeof SUPPLIER_PAPERS

export const GOODS_PAPERS = {
  registration: form('药品注册批件或再注册批件', { must: true }),
  standard: form('药品质量标准', { must: true, mayBeEndless: true }),
  leaflet: form('说明书', { must: true, mayBeEndless: true }),
  label: form('标签与包装样张', { must: true, mayBeEndless: true }),
  maker_business_licence: form('生产企业营业执照', { must: true, mayBeEndless: true }),
  maker_drug_licence: form('药品生产许可证', { must: true }),
  latest_report: form('最近一批检验报告', { mayBeEndless: true }),
} as const satisfies Record<string, TradePaperForm>
export type GoodsPaperKind = keyof typeof GOODS_PAPERS

export type TradePaperKind = SupplierPaperKind | GoodsPaperKind
const ALL: Readonly<Record<string, TradePaperForm>> = { ...SUPPLIER_PAPERS, ...GOODS_PAPERS }
/** null: there is no such kind of the wholesaler, or of goods. */
export function tradePaperForm(kind: string, ofGoods: boolean): TradePaperForm | null {
  const forms: Readonly<Record<string, TradePaperForm>> = ofGoods ? GOODS_PAPERS : SUPPLIER_PAPERS
  return Object.hasOwn(forms, kind) ? (forms[kind] ?? null) : null
}
/** With the person whom it names: 销售人员授权委托书（王敏）. */
export const tradePaperName = (kind: string, holder: string): string => `${ALL[kind]?.name ?? kind}${holder === '' ? '' : `（${holder}）`}`

export const supplierPaperOrder = (kind: string): number => Object.keys(SUPPLIER_PAPERS).indexOf(kind)

/** From so many days before its end on a paper is about to end. */
export const TRADE_PAPER_SOON_DAYS = 60
export type TradePaperStanding = 'ok' | 'soon' | 'expired'
export function tradePaperStanding(
  expiresOn: TradeDate | null,
  today: TradeDate,
): { standing: TradePaperStanding; daysLeft: number | null } {
  if (expiresOn === null) return { standing: 'ok', daysLeft: null }
  const daysLeft = daysBetween(today, expiresOn)
  return { standing: daysLeft < 0 ? 'expired' : daysLeft <= TRADE_PAPER_SOON_DAYS ? 'soon' : 'ok', daysLeft }
}

/** Kinds that a whole pack has and this one lacks. */
export const missingSupplierPapers = (kinds: readonly string[]): string[] =>
  Object.entries(SUPPLIER_PAPERS).flatMap(([kind, { must, name }]) => (must && !kinds.includes(kind) ? [name] : []))
export const missingGoodsPapers = (kinds: readonly string[]): string[] =>
  Object.entries(GOODS_PAPERS).flatMap(([kind, { must, name }]) => (must && !kinds.includes(kind) ? [name] : []))

/** Across each page of a copy. */
export const copyMark = (buyer: string, day: TradeDate): string => `仅供${buyer}首营备案使用 ${day}`

export interface Question {
  key: string
  text: string
  /** choice: 是/否; text: a few words. */
  kind: 'choice' | 'text'
  must: boolean
}
export const CHOICES = ['是', '否', '不适用'] as const

/** What the wholesaler asks of its buyers' quality management. */
export const QUESTIONS: readonly Question[] = [
  { key: 'quality_head', text: '质量负责人姓名', kind: 'text', must: true },
  { key: 'quality_phone', text: '质量负责人联系电话', kind: 'text', must: true },
  { key: 'pharmacist', text: '执业药师姓名与注册证号', kind: 'text', must: false },
  { key: 'system', text: '是否建立药品质量管理制度并定期检查执行情况', kind: 'choice', must: true },
  { key: 'acceptance', text: '是否设有专人逐批收货、验收并留有记录', kind: 'choice', must: true },
  { key: 'storage', text: '是否按说明书要求的条件储存，并监测温湿度', kind: 'choice', must: true },
  { key: 'cold', text: '经营冷藏药品时，是否配有冷藏设备与温度记录', kind: 'choice', must: true },
  { key: 'special', text: '含麻黄碱类复方制剂等是否专人管理、专册登记', kind: 'choice', must: true },
  { key: 'trace', text: '是否扫描上传药品追溯码', kind: 'choice', must: true },
  { key: 'recall', text: '收到召回通知后是否能当日停售并反馈库存', kind: 'choice', must: true },
  { key: 'punished', text: '近一年是否受到药品监督管理部门处罚', kind: 'choice', must: true },
  { key: 'punished_note', text: '如有处罚，请说明原因与整改情况', kind: 'text', must: false },
  { key: 'receiving_hours', text: '收货时间与要求', kind: 'text', must: false },
]

const TEXT_MAX = 200

/** Answers as they are kept: known questions only, without stray spaces. */
export function questionnaireFaults(answers: Readonly<Record<string, string>>): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = []
  for (const { key, text, kind, must } of QUESTIONS) {
    const value = answers[key] ?? ''
    if (value === '') {
      if (must) faults.push({ field: key, message: `请填写：${text}` })
    } else if (kind === 'choice' && !(CHOICES as readonly string[]).includes(value))
      faults.push({ field: key, message: `请选择${CHOICES.join('、')}` })
    else if ([...value].length > TEXT_MAX) faults.push({ field: key, message: `不能超过 ${TEXT_MAX} 个字` })
  }
  if (answers.punished === '是' && !answers.punished_note) faults.push({ field: 'punished_note', message: '请说明处罚原因与整改情况' })
  return faults
}
