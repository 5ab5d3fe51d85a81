import { type ColumnMap, GOODS_ALIASES, GOODS_REQUIRED, mapColumns } from '../../import/public.ts'

/** What a clerk's file may say of goods, by the import's own names of columns. */

/** On and off the shelf, and on sale or not, are deeds of their own: no file of facts does them. */
const { status, ended, ...FACTS } = GOODS_ALIASES
const LEFT_OUT = { status, ended }
const ALIASES = { ...FACTS, cost: ['成本价', '进价', '采购价', '进货价', '含税进价', '成本'] } as const satisfies Record<
  string,
  readonly string[]
>

export type DeskField = keyof typeof ALIASES
export type DeskColumns = Partial<Record<DeskField, number>>
export const DESK_FIELDS = Object.keys(ALIASES) as readonly DeskField[]
export const fieldName = (field: DeskField): string => ALIASES[field][0] ?? field
export const isRequired = (field: DeskField): boolean => (GOODS_REQUIRED as readonly string[]).includes(field)
export const isDeskField = (field: string): field is DeskField => Object.hasOwn(ALIASES, field)
export const PRICES: ReadonlySet<DeskField> = new Set(['price', 'retail', 'cost'])

export const HINTS: Readonly<Partial<Record<DeskField, string>>> = {
  price: '只用于新商品；已有商品的价格用价格表改',
  retail: '只用于新商品',
  cost: '只用于新商品',
  category: '新商品按它归类；已有商品所在的分类不变',
  drugClass: '处方类别放宽的，保存后待质量审核',
  coldChain: '是、否；不写按名称与储藏判断',
  splittable: '是、否',
}

export const recognised = (header: readonly string[]): ColumnMap<DeskField> =>
  mapColumns(header, ALIASES, GOODS_REQUIRED as readonly DeskField[])

/** Columns that are known and are not taken, for whoever wonders. */
export const leftOut = (header: readonly string[]): string[] => {
  const { index } = mapColumns<'status' | 'ended'>(header, LEFT_OUT, [])
  return [index.status, index.ended].flatMap((at) => (at === undefined ? [] : [header[at] ?? '']))
}

/** What the record's form calls them. */
const FORM_FIELDS: Readonly<Record<string, DeskField>> = {
  generic_name: 'generic',
  trade_name: 'trade',
  dosage_form: 'form',
  approval_no: 'approval',
  mid_pack: 'midPack',
  case_pack: 'casePack',
  special_mark: 'mark',
  cold_chain: 'coldChain',
  drug_class: 'drugClass',
  category_said: 'category',
}
const CATEGORIES = 'categories'
const fieldOf = (field: string): DeskField | undefined => (isDeskField(field) ? field : FORM_FIELDS[field])
/** What a file can say of it; the rest of the form has its usual values. */
export const isOfFiles = (field: string): boolean => field === CATEGORIES || fieldOf(field) !== undefined
export function formName(field: string): string {
  const own = fieldOf(field)
  return own === undefined ? '所在分类' : fieldName(own)
}
/** In the order of the columns. */
export function formOrder(one: string, other: string): number {
  const place = (field: string) => DESK_FIELDS.indexOf(fieldOf(field) ?? 'cost')
  return place(one) - place(other)
}
/** Of the fields of the record's form, those that stand on papers, by the import's names. */
export const PRINTED = ['name', 'generic', 'manufacturer', 'holder', 'origin', 'spec', 'unit', 'form', 'approval', 'storage'] as const
