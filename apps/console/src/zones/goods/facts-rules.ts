import { GOODS_TEXTS, ofGoodsTexts } from '#contract/constants.ts'
import type { GoodsFactsWire, GoodsRecordWire } from '#contract/goods-desk.ts'

export type FactName = keyof GoodsFactsWire

export const FACT_NAMES: Readonly<Record<FactName, string>> = {
  name: '品名',
  generic_name: '通用名',
  trade_name: '商标名',
  manufacturer: '生产企业',
  ...ofGoodsTexts((field) => GOODS_TEXTS[field].name),
  spec: '规格',
  unit: '单位',
  mid_pack: '中包装',
  case_pack: '件装量',
  splittable: '可拆零',
  min_number: '起订量',
  purchase_limit: '每日限购',
  free_shipping_from: '单品包邮',
  dosage_form: '剂型',
  approval_no: '批准文号',
  barcode: '条形码',
  drug_class: '处方类别',
  storage: '储藏',
  cold_chain: '冷链',
  shelf_life_months: '有效期（月）',
  insurance_class: '医保',
  is_selected: '优选',
  mnemonic: '助记码',
  special_mark: '特殊管理',
  category_said: '资料里的类别',
  categories: '分类',
  availability_id: '可售范围',
  instructions: '说明书',
}
export const FACTS = Object.keys(FACT_NAMES) as FactName[]

export const NEW_FACTS: GoodsFactsWire = {
  name: '',
  generic_name: '',
  trade_name: '',
  manufacturer: '',
  ...ofGoodsTexts(() => ''),
  spec: '',
  unit: '盒',
  mid_pack: 1,
  case_pack: 1,
  splittable: 1,
  min_number: 1,
  purchase_limit: 0,
  free_shipping_from: 0,
  dosage_form: '',
  approval_no: '',
  barcode: '',
  drug_class: '',
  storage: '',
  cold_chain: '',
  shelf_life_months: 0,
  insurance_class: '',
  is_selected: 0,
  mnemonic: '',
  special_mark: '',
  category_said: '',
  categories: [],
  availability_id: 0,
  instructions: [],
}

/** What the form holds of a record. */
export const factsOf = (record: GoodsRecordWire): GoodsFactsWire =>
  Object.fromEntries(FACTS.map((name) => [name, record[name]])) as unknown as GoodsFactsWire

const said = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

export const changedFacts = (base: GoodsFactsWire, typed: GoodsFactsWire): FactName[] =>
  FACTS.filter((name) => said(base[name]) !== said(typed[name]))

/** One's own changes on top of what stands there now. */
export function merged(base: GoodsFactsWire, typed: GoodsFactsWire, theirs: GoodsFactsWire): GoodsFactsWire {
  const own = Object.fromEntries(changedFacts(base, typed).map((name) => [name, typed[name]]))
  return { ...theirs, ...own }
}

const CLASSES = { '': '', rx: '处方药', otc_a: '甲类非处方药', otc_b: '乙类非处方药' } as const
const COLD = { '': '按名称与储藏', yes: '冷链', no: '不是冷链' } as const

/** A value as a person reads it, in the words of the refusal that names others'. */
export function factWords(name: FactName, facts: GoodsFactsWire, categoryName: (id: number) => string): string {
  if (name === 'splittable' || name === 'is_selected') return facts[name] === 1 ? '是' : '否'
  if (name === 'categories') return facts.categories.map(categoryName).join('、')
  if (name === 'instructions') return `${facts.instructions.length} 节`
  if (name === 'cold_chain') return COLD[facts.cold_chain]
  if (name === 'drug_class') return CLASSES[facts.drug_class]
  return String(facts[name])
}
