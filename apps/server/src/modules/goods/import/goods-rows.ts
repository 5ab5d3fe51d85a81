import { GOODS_TEXTS, type GoodsTexts, ofGoodsTexts } from '#contract/constants.ts'
import { FORM_WORD, splitName } from '#domain/goods-name.ts'
import { approvalKind, deviceClass, isEan13 } from '#domain/identifiers.ts'
import type { ScopeCode } from '#domain/scopes.ts'
import type { JudgedGoods } from '../law/public.ts'
import { readAmount } from './amount.ts'
import type { Aliases, RowReader } from './columns.ts'
import { stateOf } from './goods-state.ts'

/** Fields of the goods file, and what files call them; to add one, docs/development.md. */
export const GOODS_ALIASES = {
  code: ['商品编码', '商品编号', '货号', '编码', '商品代码', 'erp编码', '药品编码', 'spbh', 'goodsno', 'sku'],
  name: ['商品名称', '品名', '名称', '药品名称', '商品名', '货品名称', 'spmc'],
  generic: ['通用名', '通用名称', '药品通用名'],
  trade: ['商标名', '商品别名', '品牌名', '曾用名'],
  spec: ['规格', '药品规格', '商品规格', '规格型号', '包装规格', 'ypgg', 'spec'],
  unit: ['单位', '包装单位', '计量单位', '销售单位', 'bzdw'],
  manufacturer: [
    '生产厂家',
    '厂家',
    '生产企业',
    '生产厂商',
    '产商',
    '厂商',
    '厂商全称',
    '厂家名称',
    '生产厂家名称',
    '生产企业名称',
    '生产单位',
    'sccj',
  ],
  form: ['剂型', '药品剂型', '剂型名称', '剂型类别'],
  approval: ['批准文号', '国药准字', '注册证号', '批文', '批准文号/注册证号', '备案号', 'pzwh'],
  barcode: ['条形码', '条码', '商品条码', '商品条形码', '国际条码', '69码', '69条码', 'barcode', 'ean'],
  category: ['类别', '分类', '商品分类', '商品类别', '药品分类'],
  price: ['批发价', '单价', '销售价', '供货价', '价格', '含税价', '含税单价', '销售单价', '供应价', '开票价', '批发价格'],
  retail: ['建议零售价', '零售价', '零售价格'],
  midPack: ['中包装', '中包装数', '中包装数量', '中包'],
  casePack: ['件装量', '件装', '大包装', '件装数', '整件数量', '装箱量'],
  splittable: ['是否拆零', '拆零', '可拆零', '是否可拆零'],
  mnemonic: ['助记码', '拼音码', '简码', '速记码', '拼音简码'],
  mark: [
    '特殊管理',
    '特管',
    '特殊药品',
    '管理分类',
    '特殊管理药品',
    '特殊管理标记',
    '特管标记',
    '特殊标记',
    '特药标记',
    '标记',
    '管制分类',
    '麻精标记',
  ],
  status: ['状态', '商品状态', '销售状态', '是否在售', '是否上架', '是否可售'],
  ended: ['是否停售', '停售', '是否停用', '是否禁用', '是否下架'],
  storage: ['储藏', '贮藏', '储存条件', '储藏条件', '贮存条件'],
  coldChain: ['冷链', '是否冷链', '是否冷藏', '冷藏', '冷链商品', '冷链管理'],
  drugClass: ['处方类别', '处方分类', '处方药/非处方药', 'otc', '是否处方药'],
  ...ofGoodsTexts((field) => [GOODS_TEXTS[field].name, ...GOODS_TEXTS[field].also]),
} as const satisfies Aliases<string>
export type GoodsField = keyof typeof GOODS_ALIASES
export const goodsColumn = (field: GoodsField): string => GOODS_ALIASES[field][0] ?? field
/** Why goods without a price are not on the shelf. */
export const UNPRICED = '未定价'
export const GOODS_REQUIRED: readonly GoodsField[] = ['code', 'name']

/** A row of the goods file as the shop keeps it, before the stop list has judged it. */
export interface GoodsRow extends GoodsTexts {
  line: number
  code: string
  name: string
  generic_name: string
  trade_name: string
  manufacturer: string
  spec: string
  unit: string
  /** null, or '' of a text: nothing is said, and what the shop knows of the goods stays. */
  mid_pack: number | null
  case_pack: number | null
  splittable: boolean | null
  dosage_form: string
  approval_no: string
  barcode: string
  drug_class: 'rx' | 'otc_a' | 'otc_b' | 'device' | 'herb' | 'none'
  storage: string
  scope_code: ScopeCode
  kind: 'drug' | 'herb' | 'device' | 'health' | 'other'
  base_price: number | null
  retail_price: number | null
  /** What the file alone says; the stop list may keep it off. */
  stopped: boolean
  on_shelf: boolean
  off_shelf_reason: string
  mnemonic: string
  special_mark: string
  category_said: string
  drug_class_said: string
  cold_chain_said: boolean | null
  /** Top of the menu tree and the file's own class below it ('' = the top itself). */
  top: string
  category: string
}

export type GoodsRecord = GoodsRow & JudgedGoods & { law_held: boolean }

/** '*普通/kg' with unit kg reads 普通; '/g' alone reads 1g. */
export function cleanSpec(spec: string, unit: string): string {
  let text = spec.replace(/^[*/\s]+/, '').trim()
  if (unit && text.toLowerCase().endsWith(`/${unit.toLowerCase()}`)) text = text.slice(0, -unit.length - 1).trim()
  if (text === unit) text = ''
  return text || (unit ? `1${unit}` : '')
}

function guessUnit(spec: string, form: string): string {
  const tail = /\/\s*(\p{Script=Han}{1,2}|kg|g|ml)$/u.exec(spec)?.[1]
  if (tail) return tail
  if (/注射|针/.test(form)) return '支'
  if (/液|糖浆|合剂|酊/.test(form)) return '瓶'
  return '盒'
}

/**
 * Anabolic agents and peptide hormones as the list of the law has them (兴奋剂目录), and insulin, which stands in the same scope. Other peptides
 * (oxytocin, calcitonin, vasopressin, octreotide, liraglutide, teriparatide) are ordinary medicines.
 */
const ANABOLIC = /睾酮|司坦唑醇|诺龙|替勃龙|达那唑|孕三烯酮|羟甲烯龙|氧雄龙|克[仑伦]特罗/
const HORMONES =
  /胰岛素|生长激素|促红素|红细胞生成素|促红细胞|达依泊汀|[绒尿]促性素|绒毛膜促|促性腺|促黄体|促皮质素|促肾上腺皮质|美卡舍明|(?:戈舍|亮丙|曲普|布舍|戈那|那法|组氨|地洛|丙氨|阿拉|舍莫|替莫)瑞林/
const isPeptide = (name: string) => ANABOLIC.test(name) || HORMONES.test(name)

/** Numbers of medicines; those of reagents (国药准字S) are told by what the file calls its goods. */
const MEDICINE: ReadonlySet<string> = new Set(['chemical', 'chinese', 'biological'])

/** Where a goods belongs, by all that is known of it. What was approved as a medicine is one on whatever shelf a file lays it (保健, 消毒, 敷料). */
export function placeOf(name: string, category: string, approval: string): Pick<GoodsRow, 'kind' | 'scope_code' | 'top' | 'category'> {
  const approvalSays = approvalKind(approval)
  const own = /^(西药|西药制剂|中成药|中药制剂|中草药|其它制剂|其它类|其他)$/.test(category) ? '' : category
  const isWestern = approvalSays === 'chemical' || approvalSays === 'biological'
  if ((!isWestern && /中草药|饮片|中药材/.test(category)) || (approvalSays === 'piece' && !FORM_WORD.test(name)))
    return { kind: 'herb', scope_code: 'herb', top: '中药饮片', category: own }
  const isMedicine = MEDICINE.has(approvalSays) || /国药准字\(?J\d/.test(approval)
  const isReagent = approvalSays === 'biological' && /试剂|试纸|诊断|检测|质控/.test(name + category)
  if (approvalSays === 'device' || (/检验试剂|敷料|器械|耗材/.test(category) && (!isMedicine || isReagent))) {
    if (approvalSays === 'biological') return { kind: 'device', scope_code: 'bio', top: '医疗器械', category: own }
    const scopes = { 1: 'general', 2: 'device2', 3: 'device3' } as const
    const saysThird = /(三|3|Ⅲ|III|iii)类/.test(category)
    return { kind: 'device', scope_code: scopes[deviceClass(approval) ?? (saysThird ? 3 : 2)], top: '医疗器械', category: own }
  }
  if (!isMedicine && (/国食健|卫食健|食健备/.test(approval) || /保健/.test(category)))
    return { kind: 'health', scope_code: 'food', top: '营养保健', category: own }
  if (!isMedicine && /消证字|卫消|消毒/.test(`${approval} ${category}`))
    return { kind: 'other', scope_code: 'general', top: '消毒护理', category: own }
  if (/原料药/.test(category)) return { kind: 'drug', scope_code: 'raw', top: '西药', category: own }
  if (/化学试剂/.test(category)) return { kind: 'other', scope_code: 'raw', top: '西药', category: own }
  const chinese =
    approvalSays === 'chinese' || (approvalSays !== 'chemical' && approvalSays !== 'biological' && /中成药|中药/.test(category))
  if (chinese) return { kind: 'drug', scope_code: 'tcm', top: '中成药', category: own }
  // Numbers do not tell these apart, and some files have none: what the file calls its goods counts beside what they are named.
  if (isPeptide(name) || /蛋白同化|肽类激素/.test(category)) return { kind: 'drug', scope_code: 'peptide', top: '西药', category: own }
  if (approvalSays === 'biological' || (approvalSays !== 'chemical' && /生物制品/.test(category)))
    return { kind: 'drug', scope_code: 'bio', top: '西药', category: own }
  if (approvalSays === 'none' && /洗|纸|皂|刷|杯|袋|布|毛巾/.test(name) && !FORM_WORD.test(name))
    return { kind: 'other', scope_code: 'general', top: '消毒护理', category: own }
  return { kind: 'drug', scope_code: 'chem', top: '西药', category: own }
}

/** What the file says of Rx or OTC; where it says nothing, a medicine counts as prescription: the careful side. */
export function drugClassOf(kind: GoodsRow['kind'], said: string): GoodsRow['drug_class'] {
  if (kind === 'herb') return 'herb'
  if (kind === 'device') return 'device'
  if (kind !== 'drug') return 'none'
  // 非OTC is the word of some systems for what needs a prescription; beside 处方药 the words 甲 and 乙 are those of the health insurance.
  if (/(?:非|不是|不属于?)\s*otc/i.test(said) || /处方|rx/i.test(said.replace(/非\s*处方/g, ''))) return 'rx'
  if (/乙/.test(said)) return 'otc_b'
  if (/甲|otc|非处方/i.test(said)) return 'otc_a'
  return 'rx'
}

function priceOf(row: RowReader<GoodsField>, field: 'price' | 'retail'): number | null {
  const price = readAmount(row, field, 1_000_000_00)
  if (price === 0) row.notice(field, row.text(field), field === 'price' ? '价格为 0，暂不上架' : '价格为 0，按没有处理')
  return price || null
}

/** One number in one writing. Where another number stands beside it (麻准…) nothing is dropped: the stop list reads that one too. */
export function normalApproval(text: string): string {
  const plain = text.replaceAll(' ', '')
  const national = /国药准字\(?([a-zA-Z]{1,2}\d{8})/.exec(plain)
  if (national === null || /[准字号]|[a-zA-Z]{1,3}\d{6}/.test(plain.replace(national[0], ''))) return plain
  return `国药准字${national[1]?.toUpperCase()}`
}

/** null: it says nothing, and what the goods is decides. */
function coldSaid(row: RowReader<GoodsField>): boolean | null {
  const text = row.text('coldChain')
  if (text === '') return null
  if (/^(是|y|yes|1|true|冷链|冷藏|冷冻|√)$/i.test(text)) return true
  if (/^(否|非|不|无|n|no|0|false|常温|阴凉|非冷链|×)$/i.test(text)) return false
  row.notice('coldChain', text, '看不懂是否冷链，按名称、类别和储藏条件判断')
  return null
}

/** A row of the goods file; what is wrong with it is in row.findings, and then it may not land. */
export function readGoods(row: RowReader<GoodsField>): GoodsRow {
  const code = row.printable('code', row.required('code', 40))
  const name = row.required('name', 120)
  const category = row.text('category', 60)
  const form = row.text('form', 30)
  const rawSpec = row.text('spec', 300)
  let unit = row.text('unit', 12)
  const approval = normalApproval(row.text('approval', 80))
  const place = placeOf(name, category, approval)
  if (unit === '') unit = guessUnit(rawSpec, form)
  const barcode = row.text('barcode', 40)
  if (barcode !== '' && !isEan13(barcode)) row.notice('barcode', barcode, '不是有效的 EAN-13 条形码，已忽略')
  const midPack = row.says('midPack') ? row.count('midPack', 1, 1) : null
  const casePack = row.says('casePack') ? row.count('casePack', 1, midPack ?? 1) : null
  const price = priceOf(row, 'price')
  const halted = stateOf(row)
  const drugClass = row.text('drugClass')
  const stopped = halted !== ''
  const split = splitName(name)
  return {
    line: row.line,
    code,
    name,
    generic_name: row.text('generic') || split.generic,
    trade_name: row.text('trade') || split.trade,
    manufacturer: row.text('manufacturer', 100),
    ...ofGoodsTexts((field) => row.text(field, GOODS_TEXTS[field].max)),
    spec: cleanSpec(rawSpec, unit),
    unit,
    mid_pack: midPack,
    case_pack: casePack,
    splittable: row.says('splittable') ? !/^(否|不|n|0|false)/i.test(row.text('splittable')) : null,
    dosage_form: form,
    approval_no: approval,
    barcode: isEan13(barcode) ? barcode : '',
    drug_class: drugClassOf(place.kind, drugClass),
    storage: row.text('storage', 100),
    scope_code: place.scope_code,
    kind: place.kind,
    base_price: price,
    retail_price: priceOf(row, 'retail'),
    stopped,
    on_shelf: !stopped && price !== null,
    off_shelf_reason: stopped ? halted : price === null ? UNPRICED : '',
    mnemonic: row.text('mnemonic', 60).toUpperCase(),
    special_mark: row.text('mark'),
    category_said: category,
    drug_class_said: drugClass,
    cold_chain_said: coldSaid(row),
    top: place.top,
    category: place.category,
  }
}
