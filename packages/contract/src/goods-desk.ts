import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { GOODS_LACKS, GOODS_PICTURES_MAX, GOODS_TEXTS, ofGoodsTexts, SHELF_NAMES } from './constants.ts'
import { Flag, Id, listOf, NullableYuan, Paged, Paging, Reason, Version, words } from './shapes.ts'

/** Goods as the wholesaler's clerks keep them. What each costs: prices-desk.ts. */

// ── The list ──

/** Rows are counted no further. */
export const GOODS_COUNTED = 10_000
export type ShelfState = keyof typeof SHELF_NAMES
const Shelf = Type.Unsafe<ShelfState>({ type: 'string', enum: Object.keys(SHELF_NAMES) })
export type GoodsLack = keyof typeof GOODS_LACKS

const Row = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  manufacturer: Type.String(),
  approval_no: Type.String(),
  image: Type.String({ description: 'a small picture' }),
  state: Shelf,
  state_name: Type.String(),
  off_shelf_reason: Type.String(),
  min_number: Type.Integer(),
  mid_pack: Type.Integer(),
  splittable: Flag,
  available: Type.Integer({ description: 'units that could be sold now' }),
  base_price: NullableYuan,
  version: Type.Integer(),
  price_version: Type.Integer(),
})
export type GoodsDeskRow = Static<typeof Row>
export const staffGoodsRecords = call('GET', '/api/staff/goods_record', {
  permission: 'goods.view',
  summary: '商品列表',
  query: Type.Object({
    keywords: Type.Optional(
      Type.String({ maxLength: 60, description: 'code, approval number, bar code or letters from their beginning; a part of a name' }),
    ),
    category: Type.Optional({ ...Id, description: 'with everything below it' }),
    manufacturer: Type.Optional(Id),
    availability: Type.Optional({ ...Id, description: 'the rule of who may buy them' }),
    state: Type.Optional(Shelf),
    lacks: Type.Optional(Type.Unsafe<GoodsLack>({ type: 'string', enum: Object.keys(GOODS_LACKS) })),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, is_capped: Flag, list: Type.Array(Row) }),
})

// ── The record ──

const Instructions = Type.Array(Type.Object({ title: words(30), text: words(4000) }), { maxItems: 40 })
/** What a clerk says of a goods. Scope and kind are read out of name, number and class, as the import reads them. */
const Facts = {
  name: words(120),
  generic_name: words(200),
  trade_name: words(200),
  manufacturer: words(100),
  ...ofGoodsTexts((field) => words(GOODS_TEXTS[field].max)),
  spec: words(300),
  unit: words(12),
  mid_pack: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  case_pack: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  splittable: Flag,
  min_number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  purchase_limit: Type.Integer({ minimum: 0, maximum: 1_000_000, description: '0: none' }),
  free_shipping_from: Type.Integer({ minimum: 0, maximum: 1_000_000, description: '0: never by itself' }),
  dosage_form: words(30),
  approval_no: words(80),
  barcode: words(40),
  drug_class: Type.Unsafe<'' | 'rx' | 'otc_a' | 'otc_b'>({ type: 'string', enum: ['', 'rx', 'otc_a', 'otc_b'] }),
  storage: words(100),
  cold_chain: Type.Unsafe<'' | 'yes' | 'no'>({ type: 'string', enum: ['', 'yes', 'no'], description: 'empty: as name and storage say' }),
  shelf_life_months: Type.Integer({ minimum: 0, maximum: 240, description: '0: not known' }),
  insurance_class: Type.Unsafe<'' | '甲' | '乙'>({ type: 'string', enum: ['', '甲', '乙'] }),
  is_selected: Flag,
  mnemonic: words(60),
  special_mark: words(200),
  category_said: { ...words(60), description: 'class by the words of the goods’ papers; empty: by its categories' },
  categories: Type.Array(Id, { maxItems: 10, uniqueItems: true }),
  availability_id: Type.Integer({ minimum: 0, description: '0: sold everywhere' }),
  instructions: Instructions,
}
const FactsShape = Type.Object(Facts)
export type GoodsFactsWire = Static<typeof FactsShape>
/** As forms send it: a list of nothing is not sent at all. */
const TypedFacts = { ...Facts, categories: Type.Optional(Facts.categories), instructions: Type.Optional(Facts.instructions) }

const Picture = Type.Object({
  id: Type.Integer({ description: 'of the uploaded file; 0: a picture of another origin' }),
  url: Type.String(),
  small: Type.String(),
})
const StockRow = Type.Object({
  batch_id: Id,
  warehouse: Type.String(),
  batch_no: Type.String(),
  expiry_date: Type.String(),
  available: Type.Integer(),
  reserved: Type.Integer(),
  locked: Flag,
})
const Record = Type.Object({
  id: Id,
  code: Type.String(),
  ...Facts,
  kind: Type.String(),
  kind_name: Type.String(),
  scope_name: Type.String(),
  class_name: Type.String({ description: 'Rx, OTC, device, herb' }),
  is_cold: Flag,
  state: Shelf,
  state_name: Type.String(),
  lacks_first_trade: { ...Flag, description: '1: new to the house, its first trade has not passed' },
  wished: { ...Flag, description: 'it would be on the shelf but for a stop or the stop list' },
  off_shelf_reason: Type.String(),
  stopped_reason: Type.String(),
  law_reason: Type.String({ description: 'what the stop list found' }),
  has_price: Flag,
  available: Type.Integer(),
  stock: Type.Array(StockRow, { description: 'the first to expire first, at most 100' }),
  pictures: Type.Array(Picture),
  papers: Type.Integer({ description: 'of first trade, in force' }),
  version: Type.Integer(),
})
export type GoodsRecordWire = Static<typeof Record>

export const staffGoodsRecord = call('GET', '/api/staff/goods_record/:id', {
  permission: 'goods.view',
  summary: '商品记录',
  data: Record,
})
/** Off the shelf, until somebody puts it there. */
export const staffGoodsAdd = call('POST', '/api/staff/goods_record', {
  permission: 'goods.change',
  summary: '新建商品',
  body: Type.Object({
    code: words(40),
    ...TypedFacts,
    price: Type.Optional({ ...words(20), description: '元; needs the right to prices' }),
  }),
  data: Record,
})
/** A known goods that its facts show to be barred leaves the shelf: that asks once. */
export const staffGoodsSave = call('POST', '/api/staff/goods_record/:id', {
  permission: 'goods.change',
  summary: '修改商品资料',
  refuses: ['CHANGED_MEANWHILE', 'LAW_BARRED'],
  body: Type.Object({
    ...TypedFacts,
    bar: Type.Optional({ ...Flag, description: '1: saved although the stop list bars it, and off the shelf with that' }),
    version: Version,
  }),
  data: Record,
})
/** Cells of the list. */
export const staffGoodsLots = call('POST', '/api/staff/goods_record/:id/lots', {
  permission: 'goods.change',
  summary: '修改起订量、中包装与拆零',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ min_number: Facts.min_number, mid_pack: Facts.mid_pack, splittable: Flag, version: Version }),
  data: Type.Object({ version: Type.Integer() }),
})
export const staffGoodsShelf = call('POST', '/api/staff/goods_record/:id/shelf/:command', {
  permission: 'goods.change',
  summary: '商品上架或下架',
  params: Type.Object({ id: Id, command: Type.Unsafe<'on' | 'off'>({ type: 'string', enum: ['on', 'off'] }) }),
  body: Type.Object({ reason: Reason }),
  data: Type.Object({ state: Shelf, state_name: Type.String(), off_shelf_reason: Type.String() }),
})
/** All of them in their order; the first is the one that lists show. */
export const staffGoodsPictures = call('POST', '/api/staff/goods_record/:id/pictures', {
  permission: 'goods.change',
  summary: '商品图片：增加、排序、移除',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({
    pictures: Type.Optional(
      Type.Array(Type.Object({ id: Type.Integer({ minimum: 0 }), url: words(300) }), { maxItems: GOODS_PICTURES_MAX }),
    ),
    version: Version,
  }),
  data: Record,
})

const Event = Type.Object({
  id: Id,
  at: Type.String(),
  actor: Type.String(),
  action: Type.String(),
  reason: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
})
export type GoodsEventWire = Static<typeof Event>
export const staffGoodsHistory = call('GET', '/api/staff/goods_record/:id/history', {
  permission: 'goods.view',
  summary: '商品的操作记录',
  query: Type.Object({ before: Type.Optional({ ...Id, description: 'the page after this row' }) }),
  data: Type.Object({ list: Type.Array(Event), next: Type.Integer({ description: '0: no more' }) }),
})
/** What the forms of goods choose from. */
export const staffGoodsChoices = call('GET', '/api/staff/goods_choices', {
  permission: 'goods.view',
  summary: '商品资料的选项：剂型、可售范围',
  data: Type.Object({
    forms: Type.Array(Type.String()),
    units: Type.Array(Type.String()),
    availabilities: listOf({ id: Id, name: Type.String(), controlled: Flag }),
  }),
})
