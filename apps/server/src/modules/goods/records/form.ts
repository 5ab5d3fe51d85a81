import { CATEGORY_TREES, ofGoodsTexts } from '#contract/constants.ts'
import type { GoodsFactsWire } from '#contract/goods-desk.ts'
import { FREE_SCOPE } from '#domain/scopes.ts'
import type { Connection } from '../../../platform/database.ts'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import { paperProblems } from '../../../platform/paper-fields.ts'
import { readOneGoods } from '../import/public.ts'
import type { NewGoods, RecordRow } from './store.ts'
import { categoryPaths } from './views.ts'

/** What a clerk typed of a goods, read as the import reads a row, and what stands there as the form says it. */

const CLASS_WORDS = { '': '', rx: '处方药', otc_a: '甲类非处方药', otc_b: '乙类非处方药' } as const
const COLD_WORDS = { '': '', yes: '是', no: '否' } as const
/** Fields of the import by the form's names. */
const FORM_NAMES: Readonly<Record<string, string>> = {
  generic: 'generic_name',
  trade: 'trade_name',
  form: 'dosage_form',
  approval: 'approval_no',
  midPack: 'mid_pack',
  casePack: 'case_pack',
  mark: 'special_mark',
  coldChain: 'cold_chain',
  drugClass: 'drug_class',
  category: 'category_said',
}

/** null: its name, number and class are what they were, and its place stays. */
type Former = Pick<RecordRow, 'name' | 'approval_no' | 'category_said' | 'kind' | 'scope_code' | 'drug_class' | 'categories'>

export interface ReadForm {
  code: string
  manufacturer: string
  categories: number[]
  change: Omit<NewGoods, 'code'>
}

export async function readForm(connection: Connection, code: string, body: GoodsFactsWire, former: Former | null): Promise<ReadForm> {
  const errors: FieldError[] = []
  const categories = [...body.categories].sort((a, b) => a - b)
  const paths = await categoryPaths(connection, categories)
  if (paths.length < categories.length) errors.push({ field: 'categories', message: '所选分类不存在或已删除' })
  const said = body.category_said.trim()
  const { row, faults } = readOneGoods({
    code,
    name: body.name,
    generic: body.generic_name,
    trade: body.trade_name,
    manufacturer: body.manufacturer,
    ...ofGoodsTexts((field) => body[field]),
    spec: body.spec,
    unit: body.unit,
    midPack: String(body.mid_pack),
    casePack: String(body.case_pack),
    splittable: body.splittable === 1 ? '是' : '否',
    form: body.dosage_form,
    approval: body.approval_no,
    barcode: body.barcode,
    storage: body.storage,
    coldChain: COLD_WORDS[body.cold_chain],
    drugClass: CLASS_WORDS[body.drug_class],
    mnemonic: body.mnemonic,
    mark: body.special_mark,
    // What the goods' papers call its class; else where it hangs, from the top down.
    category:
      said ||
      paths
        .map(({ path }) => path)
        .join('/')
        .slice(0, 60),
  })
  errors.push(...faults.map(({ field, message }) => ({ field: FORM_NAMES[field] ?? field, message })))
  errors.push(
    ...paperProblems({
      name: body.name,
      generic_name: body.generic_name,
      manufacturer: body.manufacturer,
      holder: body.holder,
      origin: body.origin,
      spec: body.spec,
      unit: body.unit,
      dosage_form: body.dosage_form,
      approval_no: body.approval_no,
      storage: body.storage,
    }),
  )
  if (body.unit.trim() === '') errors.push({ field: 'unit', message: '请填写包装单位' })
  if (body.case_pack % body.mid_pack !== 0) errors.push({ field: 'case_pack', message: '件装量要是中包装的整数倍' })
  const instructions = body.instructions
    .map(({ title, text }) => ({ title: title.trim(), text: text.trim() }))
    .filter(({ title, text }) => title !== '' || text !== '')
  for (const [at, { title, text }] of instructions.entries())
    if (title === '' || text === '')
      errors.push({ field: `instructions[${at}].${title === '' ? 'title' : 'text'}`, message: '标题和内容都要填写' })
  if (errors.length > 0) throw fieldErrors(errors)
  const isPlacedAnew =
    former === null ||
    former.name !== row.name ||
    former.approval_no !== row.approval_no ||
    former.category_said !== said ||
    (said === '' && former.categories.join() !== categories.join())
  const kind = isPlacedAnew ? row.kind : former.kind
  return {
    code: row.code,
    manufacturer: row.manufacturer,
    categories,
    change: {
      name: row.name,
      generic_name: row.generic_name,
      trade_name: row.trade_name,
      ...ofGoodsTexts((field) => row[field]),
      spec: row.spec,
      unit: row.unit,
      mid_pack: body.mid_pack,
      case_pack: body.case_pack,
      splittable: body.splittable === 1,
      min_number: body.min_number,
      purchase_limit: body.purchase_limit || null,
      free_shipping_from: body.free_shipping_from || null,
      dosage_form: row.dosage_form,
      approval_no: row.approval_no,
      barcode: row.barcode,
      drug_class: kind === row.kind ? row.drug_class : (former?.drug_class ?? row.drug_class),
      storage: row.storage,
      cold_chain_said: row.cold_chain_said,
      shelf_life_months: body.shelf_life_months || null,
      insurance_class: body.insurance_class,
      is_selected: body.is_selected === 1,
      mnemonic: row.mnemonic,
      special_mark: row.special_mark,
      category_said: said,
      availability_id: body.availability_id || null,
      instructions: JSON.stringify(instructions),
      kind,
      scope_code: isPlacedAnew ? row.scope_code : former.scope_code,
    },
  }
}

/** How much of its own a medicine of this class asks of whom it is sold to; what has no such class asks nothing. */
const ASKS: Readonly<Record<RecordRow['drug_class'], number>> = { rx: 3, otc_a: 2, otc_b: 1, herb: 0, device: 0, none: 0 }

/** What a buyer's licence was asked for, and is no more by what was typed or sent; '': nothing. */
export function easedOf(
  row: Pick<RecordRow, 'drug_class' | 'scope_code' | 'scope_name'>,
  { drug_class: drugClass, scope_code: scope }: { drug_class?: string | undefined; scope_code: string },
): string {
  if (drugClass !== undefined && ASKS[drugClass as RecordRow['drug_class']] < ASKS[row.drug_class])
    return `原来是${CLASSES[row.drug_class]}`
  return scope === row.scope_code || row.scope_code === FREE_SCOPE ? '' : `原来的经营范围是${row.scope_name}`
}

/** What was typed says what stands there: nothing is written. */
export const isAsItWas = ({ change, manufacturer, categories }: ReadForm, row: RecordRow): boolean =>
  manufacturer === row.manufacturer &&
  categories.join() === row.categories.join() &&
  Object.entries(change).every(([column, value]) => {
    if (column === 'instructions') return value === JSON.stringify(formOf(row).instructions)
    return value === row[column as keyof RecordRow]
  })

const isMedicine = (drugClass: RecordRow['drug_class']): drugClass is 'rx' | 'otc_a' | 'otc_b' =>
  ['rx', 'otc_a', 'otc_b'].includes(drugClass)
const isInsured = (text: string): text is '甲' | '乙' => text === '甲' || text === '乙'

/** A row in the form's own words. */
export const formOf = (row: RecordRow): GoodsFactsWire => ({
  name: row.name,
  generic_name: row.generic_name,
  trade_name: row.trade_name,
  manufacturer: row.manufacturer,
  ...ofGoodsTexts((field) => row[field]),
  spec: row.spec,
  unit: row.unit,
  mid_pack: row.mid_pack,
  case_pack: row.case_pack,
  splittable: row.splittable ? 1 : 0,
  min_number: row.min_number,
  purchase_limit: row.purchase_limit ?? 0,
  free_shipping_from: row.free_shipping_from ?? 0,
  dosage_form: row.dosage_form,
  approval_no: row.approval_no,
  barcode: row.barcode,
  drug_class: isMedicine(row.drug_class) ? row.drug_class : '',
  storage: row.storage,
  cold_chain: row.cold_chain_said === null ? '' : row.cold_chain_said ? 'yes' : 'no',
  shelf_life_months: row.shelf_life_months ?? 0,
  insurance_class: isInsured(row.insurance_class) ? row.insurance_class : '',
  is_selected: row.is_selected ? 1 : 0,
  mnemonic: row.mnemonic,
  special_mark: row.special_mark,
  category_said: row.category_said,
  categories: row.categories,
  availability_id: row.availability_id ?? 0,
  // In the form's own order of fields, whatever jsonb made of it.
  instructions: row.instructions.map(({ title, text }) => ({ title, text })),
})

/** A field's value for a person. */
export function wordsOf(field: string, value: unknown, row?: RecordRow): string {
  if (field === 'splittable' || field === 'is_selected') return value === 1 ? '是' : '否'
  if (field === 'categories') return row?.category_names.join('、') ?? String(value)
  if (field === 'instructions') return `${(value as unknown[]).length} 节`
  if (field === 'cold_chain') return { '': '按名称与储藏', yes: '冷链', no: '不是冷链' }[String(value)] ?? ''
  if (field === 'drug_class') return CLASS_WORDS[value as keyof typeof CLASS_WORDS] ?? ''
  return String(value)
}

const plain = (form: GoodsFactsWire, field: keyof GoodsFactsWire): string =>
  JSON.stringify(field === 'instructions' ? form.instructions.map(({ title, text }) => [title, text]) : form[field])

/** Where two forms differ, by field. */
export const differences = (one: GoodsFactsWire, other: GoodsFactsWire): (keyof GoodsFactsWire)[] =>
  (Object.keys(one) as (keyof GoodsFactsWire)[]).filter((field) => plain(one, field) !== plain(other, field))

export const KINDS = { drug: '药品', herb: CATEGORY_TREES.herb, device: CATEGORY_TREES.device, health: '保健食品', other: '其他' } as const
export const CLASSES = {
  rx: '处方药',
  otc_a: '甲类非处方药',
  otc_b: '乙类非处方药',
  device: '医疗器械',
  herb: '中药饮片',
  none: '不分类',
} as const
