import { approvalKind, deviceClass, isEan13 } from '#domain/identifiers.ts'
import { containsEphedrine, restrictedClass } from '#domain/restricted.ts'
import type { ScopeCode } from '#domain/scopes.ts'
import { readAmount } from './amount.ts'
import type { Aliases, RowReader } from './columns.ts'

export type GoodsField =
  | 'code'
  | 'name'
  | 'generic'
  | 'trade'
  | 'spec'
  | 'unit'
  | 'manufacturer'
  | 'holder'
  | 'origin'
  | 'form'
  | 'approval'
  | 'barcode'
  | 'category'
  | 'price'
  | 'retail'
  | 'midPack'
  | 'casePack'
  | 'splittable'
  | 'mnemonic'
  | 'mark'
  | 'status'
  | 'storage'
  | 'drugClass'

export const GOODS_ALIASES: Aliases<GoodsField> = {
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
  holder: ['上市许可持有人', '持有人', 'mah'],
  origin: ['产地'],
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
  mark: ['特殊管理', '特管', '特殊药品', '管理分类', '特殊管理药品'],
  status: ['状态', '商品状态', '销售状态', '是否停售'],
  storage: ['储藏', '贮藏', '储存条件', '储藏条件', '贮存条件'],
  drugClass: ['处方类别', '处方分类', '处方药/非处方药', 'otc', '是否处方药'],
}
export const GOODS_REQUIRED: readonly GoodsField[] = ['code', 'name']

export interface GoodsRecord {
  line: number
  code: string
  name: string
  generic_name: string
  trade_name: string
  manufacturer: string
  holder: string
  origin: string
  spec: string
  unit: string
  mid_pack: number
  case_pack: number
  splittable: boolean
  dosage_form: string
  approval_no: string
  barcode: string
  drug_class: 'rx' | 'otc_a' | 'otc_b' | 'device' | 'herb' | 'none'
  storage: string
  scope_code: ScopeCode
  kind: 'drug' | 'herb' | 'device' | 'health' | 'other'
  is_ephedrine: boolean
  base_price: number | null
  retail_price: number | null
  on_shelf: boolean
  off_shelf_reason: string
  mnemonic: string
  /** Top of the menu tree and the file's own class below it ('' = the top itself). */
  top: string
  category: string
}

const FORM_WORD =
  /(片|胶囊|颗粒|冲剂|散|丸|注射液|注射剂|粉针|针|口服液|溶液|糖浆|合剂|滴丸|软膏|乳膏|凝胶|贴膏?|栓|喷雾剂|气雾剂|滴眼液|滴鼻液|酊|洗剂|混悬液|乳剂|搽剂|膏|胶|试剂盒?|粉|液|剂)$/
/** Words in brackets that are no name: 基药, bare forms, places, marks of single clinics. */
const BRACKET_NOISE =
  /^(基|[a-zA-Z]|[ⅠⅡⅢIV]+|外院|(浓缩|大?蜜|水蜜|水|糊|滴|糖衣|薄膜衣|肠溶|素)?(丸|片|胶囊|颗粒)|糖衣|薄膜衣|[无低]糖型?|儿童|成人|预充|塑料.*|玻璃.*|进口|国产|.{0,3}装)$/

/**
 * '安舒宁(盐酸氨溴索口服溶液)' and '枸橼酸莫沙必利片(和胃灵)' alike: which part is generic, which the trade name.
 * Lists write trade(generic) unless only the outer part ends in a dosage form.
 */
export function splitName(name: string): { generic: string; trade: string } {
  const match = /^([^()]+)\(([^()]+)/.exec(name)
  if (!match) return { generic: name, trade: '' }
  const outer = (match[1] ?? '').trim()
  const inner = (match[2] ?? '').trim()
  if (inner.length < 2 || BRACKET_NOISE.test(inner)) return { generic: outer, trade: '' }
  if (FORM_WORD.test(outer) && !FORM_WORD.test(inner)) return { generic: outer, trade: inner }
  return { generic: inner, trade: outer }
}

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

const PEPTIDE =
  /胰岛素|生长激素|促红素|促红细胞|绒促性素|促性腺|睾酮|司坦唑醇|诺龙|替勃龙|达那唑|瑞林|奥曲肽|降钙素|特立帕肽|利拉鲁肽|加压素|缩宫素/

function placeOf(name: string, category: string, approval: string): Pick<GoodsRecord, 'kind' | 'scope_code' | 'top' | 'category'> {
  const approvalSays = approvalKind(approval)
  const own = /^(西药|西药制剂|中成药|中药制剂|中草药|其它制剂|其它类|其他)$/.test(category) ? '' : category
  if (/中草药|饮片|中药材/.test(category) || (approvalSays === 'piece' && !FORM_WORD.test(name)))
    return { kind: 'herb', scope_code: 'herb', top: '中药饮片', category: own }
  if (approvalSays === 'device' || /检验试剂|敷料|器械|耗材/.test(category)) {
    if (approvalSays === 'biological') return { kind: 'device', scope_code: 'bio', top: '医疗器械', category: own }
    const scopes = { 1: 'general', 2: 'device2', 3: 'device3' } as const
    return { kind: 'device', scope_code: scopes[deviceClass(approval) ?? 2], top: '医疗器械', category: own }
  }
  if (/国食健|卫食健|食健备/.test(approval) || /保健/.test(category))
    return { kind: 'health', scope_code: 'food', top: '营养保健', category: own }
  if (/消证字|卫消|消毒/.test(approval + category)) return { kind: 'other', scope_code: 'general', top: '消毒护理', category: own }
  if (/原料药/.test(category)) return { kind: 'drug', scope_code: 'raw', top: '西药', category: own }
  if (/化学试剂/.test(category)) return { kind: 'other', scope_code: 'raw', top: '西药', category: own }
  const chinese =
    approvalSays === 'chinese' || (approvalSays !== 'chemical' && approvalSays !== 'biological' && /中成药|中药/.test(category))
  if (chinese) return { kind: 'drug', scope_code: 'tcm', top: '中成药', category: own }
  if (PEPTIDE.test(name)) return { kind: 'drug', scope_code: 'peptide', top: '西药', category: own }
  if (approvalSays === 'biological') return { kind: 'drug', scope_code: 'bio', top: '西药', category: own }
  if (approvalSays === 'none' && /洗|纸|皂|刷|杯|袋|布|毛巾/.test(name) && !FORM_WORD.test(name))
    return { kind: 'other', scope_code: 'general', top: '消毒护理', category: own }
  return { kind: 'drug', scope_code: 'chem', top: '西药', category: own }
}

/** What the file says of Rx or OTC; where it says nothing, a medicine counts as prescription: the careful side. */
function drugClassOf(kind: GoodsRecord['kind'], said: string): GoodsRecord['drug_class'] {
  if (kind === 'herb') return 'herb'
  if (kind === 'device') return 'device'
  if (kind !== 'drug') return 'none'
  if (/乙/.test(said)) return 'otc_b'
  if (/甲|otc|非处方/i.test(said)) return 'otc_a'
  return 'rx'
}

function priceOf(row: RowReader<GoodsField>, field: 'price' | 'retail'): number | null {
  const price = readAmount(row, field, 1_000_000_00)
  if (price === 0) row.notice(field, row.text(field), field === 'price' ? '价格为 0，暂不上架' : '价格为 0，按没有处理')
  return price || null
}

export function normalApproval(text: string): string {
  const plain = text.replaceAll(' ', '')
  const national = /国药准字\(?([a-zA-Z]{1,2}\d{8})/.exec(plain)
  return national ? `国药准字${national[1]?.toUpperCase()}` : plain
}

/** A row of the goods file as the shop keeps it, or null where it may not land; what was found is in row.findings. */
export function readGoods(row: RowReader<GoodsField>): { record: GoodsRecord | null; barred: string | null; code: string } {
  const code = row.required('code', 40)
  const name = row.required('name', 120)
  const category = row.text('category', 60)
  const form = row.text('form', 30)
  const rawSpec = row.text('spec', 300)
  let unit = row.text('unit', 12)
  const approval = normalApproval(row.text('approval', 80))
  const place = placeOf(name, category, approval)
  const barred = restrictedClass({
    name: `${name} ${row.text('generic')} ${row.text('trade')}`.trim(),
    mark: row.text('mark'),
    category,
    unit,
    spec: rawSpec,
    isHerb: place.kind === 'herb',
  })
  if (barred) {
    row.error('name', name, `${barred}，依法不得在网上销售`)
    return { record: null, barred, code }
  }
  if (unit === '') {
    unit = guessUnit(rawSpec, form)
    row.notice('unit', '', `未写单位，按“${unit}”处理`)
  }
  const barcode = row.text('barcode', 40)
  if (barcode !== '' && !isEan13(barcode)) row.notice('barcode', barcode, '不是有效的 EAN-13 条形码，已忽略')
  const midPack = row.count('midPack', 1, 1)
  const casePack = row.count('casePack', 1, midPack)
  const price = priceOf(row, 'price')
  const status = row.text('status')
  const stopped = /停|下架|禁|淘汰/.test(status) || status === '否'
  if (price === null && !stopped && row.text('price') === '' && !row.hasProblem('price')) row.notice('price', '', '没有批发价，暂不上架')
  const split = splitName(name)
  if (row.failed) return { record: null, barred: null, code }
  return {
    barred: null,
    code,
    record: {
      line: row.line,
      code,
      name,
      generic_name: row.text('generic') || split.generic,
      trade_name: row.text('trade') || split.trade,
      manufacturer: row.text('manufacturer', 100),
      holder: row.text('holder', 100),
      origin: row.text('origin', 60),
      spec: cleanSpec(rawSpec, unit),
      unit,
      mid_pack: midPack,
      case_pack: casePack,
      splittable: !/^(否|不|n|0|false)/i.test(row.text('splittable')),
      dosage_form: form,
      approval_no: approval,
      barcode: isEan13(barcode) ? barcode : '',
      drug_class: drugClassOf(place.kind, row.text('drugClass')),
      storage: row.text('storage', 100),
      scope_code: place.scope_code,
      kind: place.kind,
      is_ephedrine: containsEphedrine(name),
      base_price: price,
      retail_price: priceOf(row, 'retail'),
      on_shelf: !stopped && price !== null,
      off_shelf_reason: stopped ? status || '停售' : price === null ? '未定价' : '',
      mnemonic: row.text('mnemonic', 60).toUpperCase(),
      top: place.top,
      category: place.category,
    },
  }
}
